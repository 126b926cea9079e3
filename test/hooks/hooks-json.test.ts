import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { rememberNode } from '../../src/platform/node-path.js';
import { cleanEnvironment, madness } from '../support/cli.js';
import { factsIn } from '../support/hook.js';
import { put, scratchFolder } from '../support/scratch.js';

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
  ...['sh', 'bash', 'dash', 'zsh', 'fish'].map((name) => ({
    name,
    args: ['-c'],
    isPowerShell: false,
  })),
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

/** A PATH on which there is no Node. */
function poor(): string {
  const bin = join(plugin, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['sh', 'ls', 'grep'])
    for (const file of programs(name).slice(0, 1)) symlinkSync(file, join(bin, name));
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
  const tags = shell.name === 'sh' ? [] : ['slow'];

  test('a hook hears what the client says, and ends well, without a word of how', { tags }, () => {
    const { err, ...ended } = run(shell, commandOf('PostToolUseFailure'));
    expect(ended).toEqual(fine);
    expect(err).not.toMatch(/kill/i);
    expect(heard()).toMatchObject([{ kind: 'signal', command: 'make 全部' }]);
  });

  // As BASH_ENV or .zshenv may leave it: it ends at what fails, and at a name that is not set.
  test.skipIf(shell.isPowerShell || shell.name === 'fish')(
    'a strict one hears as much',
    { tags },
    () => {
      rememberNode(env);
      expect(run({ ...shell, args: ['-euc'] }, commandOf('PostToolUseFailure'))).toMatchObject(
        fine,
      );
      expect(heard()).toHaveLength(1);
    },
  );

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
  ])('where the Node that is remembered %s, the one on the PATH hears', { tags }, (_, content) => {
    const bin = put(plugin, 'broken/node', content);
    chmodSync(bin, 0o755);
    put(env.MADNESS_HOME ?? '', 'node', `${bin}\n--only-there\n`);
    expect(run(shell, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect(heard()).toHaveLength(1);
    expect(run(shell, commandOf('PostToolUseFailure'), poor())).toMatchObject(fine);
  });

  test.skipIf(shell.isPowerShell || process.platform === 'win32')(
    'what NODE_OPTIONS loads into every Node is for the person’s programs, not for a hook',
    () => {
      const options = 'NODE_OPTIONS=--require=./not-there.cjs; export NODE_OPTIONS; ';
      const set =
        shell.name === 'fish' ? 'set -gx NODE_OPTIONS --require=./not-there.cjs; ' : options;
      expect(run(shell, `${set}${commandOf('PostToolUseFailure')}`)).toMatchObject(fine);
      expect(heard()).toHaveLength(1);
    },
  );

  test.skipIf(shell.isPowerShell)('without a standard error it ends well', { tags }, () => {
    for (const { command } of commands)
      expect(run(shell, `exec 2>&-; ${command}`)).toMatchObject(fine);
  });

  // dash ends with 2 at a fault of syntax, whatever stands behind it.
  test('a start.sh that was cut short ends well', { tags }, () => {
    const file = join(plugin, 'hooks/start.sh');
    const whole = readFileSync(file);
    for (let length = whole.length - 1; length > 0; length -= 61) {
      writeFileSync(file, whole.subarray(0, length));
      expect(run(shell, commandOf('Stop'))).toMatchObject(fine);
    }
  });

  test('without Node nothing is heard, and no error seen: only the start of a session says so', {
    tags,
  }, () => {
    const path = poor();
    const said = commands.flatMap(({ event, command }) => {
      const { err, out, code } = run(shell, command, path);
      expect([code, shell.isPowerShell ? '' : err]).toEqual([0, '']);
      return out === '' ? [] : [[event, out]];
    });
    const line = /^\{"systemMessage":"madness: no Node was found[^\n]*"\}\n$/;
    const told = ['SessionStart', expect.stringMatching(line)];
    expect(said).toEqual(shell.isPowerShell ? [] : [told]);
    expect(heard()).toEqual([]);
  });

  // dash ends with 2 where it cannot read a file, which the client takes for a refusal to stop.
  test.each(['hooks', 'dist'])(
    'a plugin whose %s an update left out says nothing',
    { tags },
    (folder) => {
      rmSync(join(plugin, folder), { recursive: true });
      for (const { command } of commands) expect(run(shell, command)).toMatchObject(fine);
    },
  );
});

const [sh] = shells as [Shell];

/** A program that stands for Node: what it was given, a line a run, and its standard input behind that. */
function fakeNode(code = 0): { readonly bin: string; readonly runs: () => string } {
  const log = join(plugin, 'log');
  const bin = put(
    plugin,
    'any/node',
    `#!/bin/sh\necho "$@" >> "${log}"\ncat >> "${log}"\nexit ${code}\n`,
  );
  chmodSync(bin, 0o755);
  put(env.MADNESS_HOME ?? '', 'node', `${bin}\n`);
  chmodSync(join(env.MADNESS_HOME ?? '', 'node'), 0o600);
  return { bin, runs: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') };
}

const start = (event: string) => `sh "\${${root}}/hooks/start.sh" ${event}`;

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

  test.skipIf(process.platform === 'win32').each([
    [0o600, true],
    [0o644, true],
    [0o664, false],
    [0o646, false],
    [0o666, false],
  ])('a recorded Node is run only where nobody else may write the file: mode %o', (mode, runs) => {
    const node = fakeNode();
    chmodSync(join(env.MADNESS_HOME ?? '', 'node'), mode);
    expect(run(sh, commandOf('PostToolUseFailure'))).toMatchObject(fine);
    expect([node.runs() !== '', heard().length]).toEqual([runs, runs ? 0 : 1]);
  });

  test.skipIf(process.platform === 'win32')(
    'madness takes the right to write it from others',
    () => {
      rememberNode(env);
      const file = join(env.MADNESS_HOME ?? '', 'node');
      chmodSync(file, 0o666);
      rememberNode(env);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    },
  );

  test('a guarded event starts Node only while its switch file is there', () => {
    const node = fakeNode();
    expect(run(sh, `${start('pre-compact')} guarded`)).toMatchObject(fine);
    expect(node.runs()).toBe('');
    put(env.MADNESS_HOME ?? '', 'guards/pre-compact', '');
    expect(run(sh, `${start('pre-compact')} guarded`)).toMatchObject(fine);
    expect(node.runs()).toBe(`${plugin}/dist/hooks/pre-compact.cjs\n${failure()}`);
  });

  test('an event of which no guard is on starts not even another shell', () => {
    rmSync(join(plugin, 'hooks/start.sh'));
    put(plugin, 'hooks/start.sh', 'echo started\n');
    const guarded = commands.filter(({ command }) => command.includes(' guarded;'));
    expect(guarded).toHaveLength(6);
    for (const { command } of guarded) {
      expect(run(sh, command)).toEqual({ ...fine, err: '' });
      const event = / ([\w-]+) guarded;/.exec(command)?.[1];
      put(env.MADNESS_HOME ?? '', `guards/${event}`, '');
      expect(run(sh, command).out).toBe('started\n');
    }
  });

  test.each([
    ['make .*x\nmake 全部', true],
    ['"command":"(gmake|make)', true],
    ['make none\nrm', false],
  ])(
    'and only where a pattern of that file matches, with the whole payload: %j',
    (patterns, runs) => {
      const node = fakeNode();
      put(env.MADNESS_HOME ?? '', 'guards/pre-tool-use', `${patterns}\n`);
      expect(run(sh, `${start('pre-tool-use')} guarded`)).toMatchObject(fine);
      const whole = `${plugin}/dist/hooks/pre-tool-use.cjs\n${failure()}\n`;
      expect(node.runs()).toBe(runs ? whole : '');
    },
  );

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

  test('init remembers its Node where there is a client, and uninstall leaves nothing of it', {
    tags: 'slow',
  }, () => {
    const project = join(plugin, 'project');
    mkdirSync(project);
    const own = env.MADNESS_HOME ?? '';
    expect(madness(project, ['init'], { env })).toMatchObject({ code: 0 });
    expect(readFileSync(join(own, 'node'), 'utf8').split('\n')[0]).toBe(process.execPath);
    expect(madness(project, ['uninstall'], { env }).code).toBe(0);
    expect(existsSync(own)).toBe(false);
    rmSync(env.CLAUDE_CONFIG_DIR ?? '', { recursive: true });
    madness(project, ['init'], { env });
    expect(existsSync(join(own, 'node'))).toBe(false);
  });

  test('what is no Node by its name is not remembered', () => {
    rememberNode(env, '/opt/Code/code');
    expect(existsSync(env.MADNESS_HOME ?? '')).toBe(false);
  });

  test.each([
    ['{ "page_cache": true }', 1],
    ['{"page_cache":\r\n  true\r\n}\r\n', 1],
    ['{ "archive": true }', 0],
    ['', 0],
  ])('a page starts Node only where the settings name the page cache: %j', (config, times) => {
    const node = fakeNode();
    put(env.MADNESS_HOME ?? '', 'config.json', config);
    expect(run(sh, commandOf('PreToolUse'))).toMatchObject(fine);
    expect(node.runs() === '').toBe(times === 0);
  });
});

// PowerShell 5.1 can read them: it has no `eval`, says so without harm, and goes on to what is behind.
test.each(commands)('$event $matcher: sh and PowerShell can read its command', ({ command }) => {
  const [, gated, event] =
    /^eval '(\[ ! -e .* \] \|\| )?sh "\$\{CLAUDE_PLUGIN_ROOT\}\/hooks\/start\.sh" ([\w-]+)(?: guarded)?; (?:\[ \$\? != 7 \] \|\| exit 2; )?exit 0'; node "\$\{CLAUDE_PLUGIN_ROOT\}\/dist\/hook\.cjs" \2; exit 0$/.exec(
      command,
    ) ?? [];
  expect(event).toBeDefined();
  const gate = `"\${MADNESS_HOME:-\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/madness}/guards/${event}"`;
  expect(gated).toBe(command.includes(' guarded;') ? `[ ! -e ${gate} ] || ` : undefined);
});

test('the plugin says the version of the package: by it alone the client updates an installed one', () => {
  const versionOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')).version;
  expect(versionOf('.claude-plugin/plugin.json')).toBe(versionOf('package.json'));
});

test('what is new in a version is told', () => {
  const [, newest] = /^## (.+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  expect(newest).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});
