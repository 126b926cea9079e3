import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanEnvironment } from './support/cli.js';
import { factsIn } from './support/hook.js';
import { scratchFolder } from './support/scratch.js';

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
const ofPages = ({ matcher }: { matcher: string }) => matcher === 'WebFetch';

type Shell = readonly [name: string, args: readonly string[], write: (command: string) => string];

/** The client takes the last two on Windows where there is no Git Bash, and writes the variable for them. */
const shells: readonly Shell[] = [
  ['sh', ['-c'], String],
  ['bash', ['-c'], String],
  ['zsh', ['-c'], String],
  ['pwsh', ['-NoProfile', '-NonInteractive', '-Command'], forPowerShell],
  ['powershell', ['-NoProfile', '-NonInteractive', '-Command'], forPowerShell],
];

const root = 'CLAUDE_PLUGIN_ROOT';

function forPowerShell(command: string): string {
  return command.replaceAll(`\${${root}}`, `\${env:${root}}`);
}

const pathOf = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`)])
    .find((file) => existsSync(file));

let plugin: string;
let own: string;
beforeEach(() => {
  plugin = scratchFolder('my 项目');
  symlinkSync(join(process.cwd(), 'dist'), join(plugin, 'dist'), 'junction');
  own = join(plugin, 'own');
});

function run([name, args, write]: Shell, command: string, PATH = process.env.PATH) {
  const failure = {
    session_id: 's',
    cwd: plugin,
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_use_id: 't',
    tool_input: { command: 'make 全部' },
    error: 'Exit code 2\nmake: *** [全部] Error 2',
  };
  const { status, stdout } = spawnSync(pathOf(name) as string, [...args, write(command)], {
    cwd: plugin,
    env: { ...cleanEnvironment, CLAUDE_PLUGIN_ROOT: plugin, MADNESS_HOME: own, PATH },
    input: JSON.stringify(failure),
    encoding: 'utf8',
  });
  return { code: status, out: stdout };
}

describe.each(shells.filter(([name]) => pathOf(name) !== undefined))('in %s', (...shell) => {
  test('a hook hears what the client says, and ends well', () => {
    const [door] = commands.filter((one) => !ofPages(one));
    expect(run(shell, door?.command ?? '')).toEqual({ code: 0, out: '' });
    expect(factsIn(own, 's')).toMatchObject([{ kind: 'signal', command: 'make 全部' }]);
  });

  test('without Node nothing is heard, and no error seen', () => {
    const poor = join(plugin, 'bin');
    mkdirSync(poor);
    for (const { command } of commands)
      expect(run(shell, command, poor)).toEqual({ code: 0, out: '' });
    expect(existsSync(own)).toBe(false);
  });
});

test('a page is asked about by a process of ours where the user turned the cache on, and nowhere else', () => {
  const sh = shells[0] as Shell;
  const [page] = commands.filter(ofPages);
  const heard = (config: string) => {
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'config.json'), config);
    expect(run(sh, page?.command ?? '')).toEqual({ code: 0, out: '' });
    return factsIn(own, 's').length > 0;
  };
  expect(heard('{ "page_cache": false }')).toBe(false);
  expect(heard('{ "page_cache": true }')).toBe(true);
});

// Windows PowerShell 5.1 runs them where there is no Git Bash, and shows an error for what it cannot read.
test.each(commands)('$event $matcher: both sh and PowerShell 5.1 can read it', ({ command }) => {
  const bare = command.replace(/'[^']*'/g, "''");
  expect(bare).toMatch(/^(?:node "\$\{CLAUDE_PLUGIN_ROOT\}\/dist\/hook\.cjs"|sh -c ''); exit 0$/);
});
