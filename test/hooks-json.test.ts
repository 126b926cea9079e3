import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { hookArguments, rememberNode } from '../src/platform/node-path.js';
import { cleanEnvironment, madness } from './support/cli.js';
import { factsIn, hookFile } from './support/hook.js';
import { put, scratchFolder } from './support/scratch.js';

interface Registered {
  readonly hooks: Readonly<
    Record<string, readonly { matcher?: string; hooks: readonly { command: string }[] }[]>
  >;
}

const { hooks } = JSON.parse(readFileSync('hooks/hooks.json', 'utf8')) as Registered;
const commands = Object.entries(hooks).flatMap(([event, groups]) =>
  groups.flatMap(({ matcher = '', hooks }) =>
    hooks.map(({ command }) => ({ event, matcher, command })),
  ),
);
const commandOf = (wanted: string): string =>
  commands.find(({ event }) => event === wanted)?.command ?? '';
const root = 'CLAUDE_PLUGIN_ROOT';

interface Shell {
  readonly name: string;
  readonly args: readonly string[];
  /** The client takes PowerShell on Windows where there is no Git Bash, and writes the variable for it. */
  readonly isPowerShell: boolean;
}

const shells: readonly Shell[] = [
  ...['sh', 'bash', 'zsh'].map((name) => ({ name, args: ['-c'], isPowerShell: false })),
  ...['pwsh', 'powershell'].map((name) => {
    return { name, args: ['-NoProfile', '-NonInteractive', '-Command'], isPowerShell: true };
  }),
];

function programs(name: string): string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`)])
    .filter((file) => existsSync(file));
}

let plugin: string;
let env: Record<string, string>;
beforeEach(() => {
  plugin = scratchFolder('my 项目');
  for (const name of ['hooks', 'dist/hook.cjs', 'dist/hooks'])
    cpSync(name, join(plugin, name), { recursive: true });
  const claude = join(plugin, 'claude');
  mkdirSync(claude);
  env = { [root]: plugin, CLAUDE_CONFIG_DIR: claude, MADNESS_HOME: join(plugin, 'own home') };
});

/** A PATH on which there is no Node, and not even a shell. */
function poor(): string {
  const bin = join(plugin, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const grep of programs('grep').slice(0, 1)) symlinkSync(grep, join(bin, 'grep'));
  return bin;
}

/** The head of a program of a machine that there is none of. */
function foreignProgram(): Uint8Array {
  const head = Buffer.alloc(4096);
  head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  head.writeUInt16LE(2, 16);
  head.writeUInt16LE(0xfff0, 18);
  return head;
}

const failure = (): string =>
  JSON.stringify({
    session_id: 's',
    cwd: plugin,
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_use_id: 't',
    tool_input: { command: 'make 全部' },
    error: 'Exit code 2\nmake: *** [全部] Error 2',
  });

function run({ name, args, isPowerShell }: Shell, command: string, PATH = process.env.PATH) {
  const written = isPowerShell ? command.replaceAll(`\${${root}}`, `\${env:${root}}`) : command;
  const { status, stdout, stderr } = spawnSync(programs(name)[0] as string, [...args, written], {
    cwd: plugin,
    env: { ...cleanEnvironment, ...env, PATH },
    input: failure(),
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const fine = { code: 0, out: '' };
const heard = () => factsIn(env.MADNESS_HOME ?? '', 's');

describe.each(shells.filter(({ name }) => programs(name).length > 0))('in $name', (shell) => {
  test('a hook hears what the client says, and ends well, without a word of how', () => {
    const { err, ...ended } = run(shell, commandOf('PostToolUseFailure'));
    expect(ended).toEqual(fine);
    expect(err).not.toMatch(/kill/i);
    expect(heard()).toMatchObject([{ kind: 'signal', command: 'make 全部' }]);
  });

  // As BASH_ENV or .zshenv may leave it: it ends at what fails, and at a name that is not set.
  test.skipIf(shell.isPowerShell).each([
    ['one line', `${process.execPath}\n`],
    ['a line without an end', process.execPath],
    [
      'a line with an option below, as earlier versions wrote it',
      `${process.execPath}\n--disable-sigusr1\n`,
    ],
  ])('a strict one hears as much, with word of Node in %s', (_, word) => {
    put(env.MADNESS_HOME ?? '', 'node', word);
    expect(run({ ...shell, args: ['-euc'] }, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect(heard()).toHaveLength(1);
  });

  // An image of a home folder, or a home that two machines share, brings word of a Node that is of no use here.
  test.skipIf(shell.isPowerShell || process.platform === 'win32').each([
    ['is of another kind of machine', foreignProgram()],
    ['finds no library', '#!/bin/sh\nexit 127\n'],
    ['finds another version of the system’s', '#!/bin/sh\nexit 1\n'],
    ['is made for a newer processor', '#!/bin/sh\nkill -ILL $$\n'],
    ['was cut short', '#!/bin/sh\nkill -SEGV $$\n'],
    ['is a page of a disk short', '#!/bin/sh\nkill -BUS $$\n'],
    // As for one of NODE_OPTIONS that is for a newer one, on the PATH.
    ['is too old for an option of the user’s', '#!/bin/sh\nexit 9\n'],
  ])('where the Node that is remembered %s, the one on the PATH hears', (_, content) => {
    const bin = put(plugin, 'broken/node', content);
    chmodSync(bin, 0o755);
    put(env.MADNESS_HOME ?? '', 'node', `${bin}\n--only-there\n`);
    for (const args of [shell.args, ['-euc']])
      expect(run({ ...shell, args }, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect(heard()).toHaveLength(2);
    expect(run(shell, commandOf('PostToolUseFailure'), poor())).toMatchObject(fine);
  });

  test.skipIf(shell.isPowerShell)('without a standard error it ends well', () => {
    for (const { command } of commands)
      expect(run(shell, `exec 2>&-; ${command}`)).toMatchObject(fine);
  });

  // dash ends with 2 at a fault of syntax, whatever stands behind it.
  test('a start.sh that was cut short ends well', () => {
    const file = join(plugin, 'hooks/start.sh');
    const whole = readFileSync(file);
    for (let length = whole.length - 1; length > 0; length -= 61) {
      writeFileSync(file, whole.subarray(0, length));
      expect(run(shell, commandOf('Stop'))).toMatchObject(fine);
    }
  });

  test('without Node nothing is heard, and no error seen', () => {
    const path = poor();
    for (const { command } of commands) expect(run(shell, command, path)).toMatchObject(fine);
    expect(heard()).toEqual([]);
  });

  // dash ends with 2 where it cannot read a file, which the client takes for a refusal to stop.
  test.each(['hooks', 'dist'])('a plugin whose %s an update left out says nothing', (folder) => {
    rmSync(join(plugin, folder), { recursive: true });
    for (const { command } of commands) expect(run(shell, command)).toMatchObject(fine);
  });
});

const [sh] = shells as [Shell];

describe.skipIf(programs('bash').length === 0)('in a bash of the user’s own', () => {
  const bash = shells[1] as Shell;
  // Else it takes a socket as its input for a network's, and reads another file.
  beforeEach(() => {
    env.SHLVL = '2';
  });

  test('a trap for what fails is none for a hook', () => {
    env.BASH_ENV = put(plugin, 'rc', "trap 'exit 2' ERR\n");
    put(env.MADNESS_HOME ?? '', 'node', process.execPath);
    expect(run(bash, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect(heard()).toHaveLength(1);
  });

  test('an alias is no program', () => {
    env.BASH_ENV = put(plugin, 'rc', 'shopt -s expand_aliases; alias node="node --no-warnings"\n');
    expect(run(bash, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect(heard()).toHaveLength(1);
  });

  test.skipIf(process.platform === 'win32')(
    'a function that brings Node when asked for it does',
    () => {
      const rc = `node() { "${process.execPath}" "$@"; }\n`;
      env.BASH_ENV = put(plugin, 'rc', rc);
      expect(run(bash, commandOf('PostToolUseFailure'), poor())).toMatchObject(fine);
      expect(heard()).toHaveLength(1);
    },
  );
});

test.skipIf(programs('zsh').length === 0)(
  'an alias in a zsh of the user’s own is no program',
  () => {
    env.ZDOTDIR = plugin;
    put(plugin, '.zshenv', 'alias node="node --no-warnings"\n');
    const zsh = shells.find(({ name }) => name === 'zsh') as Shell;
    expect(run(zsh, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect(heard()).toHaveLength(1);
  },
);

describe.skipIf(programs('sh').length === 0)('hooks/start.sh', () => {
  test.skipIf(process.platform === 'win32')(
    'where the PATH has no Node, the one that ran madness last is taken',
    () => {
      rememberNode(env);
      expect(run(sh, commandOf('PostToolUseFailure'), poor())).toMatchObject(fine);
      expect(heard()).toHaveLength(1);
    },
  );

  // Node ends with 9; what else goes by its name, with what it likes.
  test.skipIf(process.platform === 'win32').each([9, 1, 2, 64])(
    'gives it the options that make it quicker, and starts it without where it refuses them with %i',
    (code) => {
      const log = join(plugin, 'log');
      const bin = put(
        plugin,
        'any/node',
        `#!/bin/sh\necho "$@" >> "${log}"\n[ $# -lt 2 ] || exit ${code}\n`,
      );
      chmodSync(bin, 0o755);
      put(env.MADNESS_HOME ?? '', 'node', `${bin}\n`);
      expect(run(sh, commandOf('PostToolUseFailure'))).toMatchObject(fine);
      const hook = join(plugin, 'dist/hook.cjs');
      const first = hookArguments(hook, 'post-tool-use-failure').join(' ');
      expect(readFileSync(log, 'utf8')).toBe(`${first}\n${hook}\n`);
    },
  );

  test.skipIf(process.platform === 'win32')('starts no other for one that was killed', () => {
    const log = join(plugin, 'log');
    const bin = put(plugin, 'any/node', `#!/bin/sh\necho >> "${log}"\nkill -KILL $$\n`);
    chmodSync(bin, 0o755);
    put(env.MADNESS_HOME ?? '', 'node', `${bin}\n`);
    expect(run(sh, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect([readFileSync(log, 'utf8'), heard()]).toEqual(['\n', []]);
  });

  test('gives it none that this Node does not know', () => {
    const args = hookArguments(hookFile, 'post-tool-use-failure');
    const { status, stderr } = spawnSync(process.execPath, args, {
      env: { ...cleanEnvironment, ...env },
      input: failure(),
      encoding: 'utf8',
    });
    expect({ status, stderr, heard: heard().length }).toEqual({ status: 0, stderr: '', heard: 1 });
  });

  test('where that one is gone, the one on the PATH is taken', () => {
    put(env.MADNESS_HOME ?? '', 'node', '/gone/bin/node\n');
    expect(run(sh, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect(heard()).toHaveLength(1);
  });

  test('where a folder lies there, the one on the PATH is taken', () => {
    put(env.MADNESS_HOME ?? '', 'node', `${plugin}\n`);
    expect(run(sh, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect(heard()).toHaveLength(1);
  });

  test('init remembers its Node where there is a client, and uninstall leaves nothing of it', () => {
    const project = join(plugin, 'project');
    mkdirSync(project);
    const own = env.MADNESS_HOME ?? '';
    expect(madness(project, ['init'], { env }).code).toBe(0);
    expect(readFileSync(join(own, 'node'), 'utf8').split('\n')[0]).toBe(process.execPath);
    expect(madness(project, ['uninstall'], { env }).code).toBe(0);
    expect(existsSync(own)).toBe(false);
    rmSync(env.CLAUDE_CONFIG_DIR ?? '', { recursive: true });
    madness(project, ['init'], { env });
    expect(existsSync(own)).toBe(false);
  });

  test('what is no Node by its name is not remembered', () => {
    rememberNode(env, '/opt/Code/code');
    expect(existsSync(env.MADNESS_HOME ?? '')).toBe(false);
  });

  test.each([
    ['{ "page_cache": false }', 0],
    ['{ "archive": true, "page_cache": false }', 0],
    ['{ "page_cache": false, "archive": true }', 0],
    ['{\n  "page_cache":\tfalse,\n  "archive":\n    true\n}\n', 0],
    ['{ "page_cache_days": true }', 0],
    ['{ "archive": true }', 0],
    ['', 0],
    ['{ "page_cache": true }', 1],
    ['{"page_cache":true}', 1],
    ['{"page_cache" : true}', 1],
    ['{\t"page_cache"\t:\ttrue\t}', 1],
    ['{"page_cache":\r\n  true\r\n}\r\n', 1],
    ['{"page_cache"\n:\n\ntrue}', 1],
  ])(
    'a page is asked about by a process of ours only where the user turned the cache on: %j',
    (config, times) => {
      put(env.MADNESS_HOME ?? '', 'config.json', config);
      expect(run(sh, commandOf('PreToolUse'))).toMatchObject(fine);
      expect(heard()).toHaveLength(times);
    },
  );

  test('where there are no settings, no program at all is started for a page', () => {
    const grep = put(plugin, 'bin/grep', '#!/bin/sh\n: > "$MADNESS_HOME.asked"\n');
    chmodSync(grep, 0o755);
    expect(run(sh, commandOf('PreToolUse'), join(plugin, 'bin'))).toMatchObject(fine);
    expect(existsSync(`${env.MADNESS_HOME}.asked`)).toBe(false);
  });
});

// PowerShell 5.1 can read them: it has no `eval`, says so without harm, and goes on to what is behind.
test.each(commands)('$event $matcher: sh and PowerShell can read its command', ({ command }) => {
  expect(command).toMatch(
    /^eval 'trap "exit 0" 0; set (?:""|page_cache) [\w-]+; f="\$\{CLAUDE_PLUGIN_ROOT\}\/hooks\/start\.sh"; \[ -r "\$f" \] && \. "\$f"; exit 0'; node "\$\{CLAUDE_PLUGIN_ROOT\}\/dist\/hook\.cjs"; exit 0$/,
  );
});

test('the plugin says the version of the package: by it alone the client updates an installed one', () => {
  const versionOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')).version;
  expect(versionOf('.claude-plugin/plugin.json')).toBe(versionOf('package.json'));
});

test('what is new in a version is told', () => {
  const [, newest] = /^## (.+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  expect(newest).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});
