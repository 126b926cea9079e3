import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandFiles } from '../../src/cli/command-list.js';
import { commandNamed } from '../../src/cli/program.js';
import { prompt, session, type World } from './dialog.js';
import { type Ran, run } from './in-process.js';
import { born, gene, proved, putMemory } from './memory.js';
import { put, scratchFolder, snapshot } from './scratch.js';
import { trustHere } from './trust.js';

export type Options = Record<string, string | boolean>;

export const read = ({ cwd }: World, name: string): string => {
  const file = join(cwd, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

const old = '22222222-2222-4333-8444-555555555555';

/** A project in which every command that an agent may ask for has something to ask about. */
export async function world(language: 'en' | 'zh' = 'en'): Promise<World> {
  const top = scratchFolder();
  const cwd = join(top, 'shop');
  mkdirSync(cwd);
  const git = (folder: string, ...args: string[]) => spawnSync('git', args, { cwd: folder });
  git(top, 'init', '-q', '--bare', '--initial-branch=main', 'remote');
  git(cwd, 'init', '-q', '--initial-branch=main');
  git(cwd, 'config', 'user.name', 'Test');
  git(cwd, 'config', 'user.email', 'test@git.invalid');
  git(cwd, 'remote', 'add', 'origin', join(top, 'remote'));
  putMemory(cwd, {
    assets: [gene('alpha', { guard: { on: 'command', match: ['git push'], action: 'deny' } })],
    events: [born('alpha', 0.9), proved('alpha', 's1')],
    target: '# Shop\n',
    config: { language },
  });
  const env = {
    CLAUDE_CONFIG_DIR: join(cwd, '.claude'),
    MADNESS_HOME: join(cwd, '.claude/madness'),
  };
  trustHere(cwd, env);
  const run = (name: string, options: Options = {}) => start({ cwd, env }, name, [], options);
  await run('compile');
  put(cwd, `.claude/projects/-shop/${old}.jsonl`, `${JSON.stringify(prompt('Hello'))}\n`);
  put(cwd, '.claude/PLAN.md', '- [ ] one\n');
  await run('archive', { on: true });
  put(cwd, '.gitignore', '.claude/\nmemory/work/\n');
  put(cwd, 'memory/work/candidates/c0ffee00.json', JSON.stringify(candidate));
  put(cwd, 'theirs.json', await theirs());
  return { cwd, env: { ...env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session } };
}

const candidate = {
  id: 'c0ffee00',
  kind: 'rule',
  constraint: 'Tests run first.',
  if: 'a push',
  // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
  then: 'run the tests',
  skip: 'never',
  rounds: [1, 2, 3, 4].map((round) => ({ round, challenge: 'Why?', answer: 'It saved us.' })),
  sessions: [session],
  quotes: [],
  decision: { action: 'new' },
  state: 'open',
};

let made: string | undefined;

/** An export of a teammate, made once. */
async function theirs(): Promise<string> {
  if (made !== undefined) return made;
  const cwd = scratchFolder('theirs');
  putMemory(cwd, {
    assets: [
      gene('imported', { title: 'Cool the oven', trigger: 'bread', method: ['wait an hour'] }),
    ],
    events: [born('imported', 0.9), ...['s1', 's2', 's3'].map((one) => proved('imported', one))],
  });
  const here = { cwd, env: {} };
  await start(here, 'compile');
  await start(here, 'export', [], { domain: 'process' });
  made = readFileSync(
    join(cwd, 'memory/exports', readdirSync(join(cwd, 'memory/exports'))[0] ?? ''),
    'utf8',
  );
  return made;
}

async function named(name: string) {
  return name in commandFiles ? commandNamed(name) : undefined;
}

export async function start(
  { cwd, env }: World,
  name: string,
  args: readonly string[] = [],
  options: Options = {},
): Promise<Ran> {
  const command = await named(name);
  if (command === undefined) throw new Error(`Expected a command ${name}.`);
  return run(command, { cwd, env, args, options, now: '2026-11-21T10:00:00.500Z' });
}

export const kept = (here: World) =>
  Object.fromEntries(
    Object.entries(snapshot(here.cwd)).filter(
      ([path]) =>
        !/^memory\/work\/(?:pending|lock)/.test(path) &&
        !path.startsWith('.claude/projects') &&
        !path.startsWith('.git/'),
    ),
  );
