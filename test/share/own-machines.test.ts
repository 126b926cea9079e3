import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sync } from '../../src/commands/sharing/sync.js';
import type { Command } from '../../src/terminal/context.js';
import { cleanEnvironment, cliFile, type Ran } from '../support/cli.js';
import { session } from '../support/dialog.js';
import { git, stubGit } from '../support/git.js';
import { contextOf, runHook, shownTo } from '../support/hook.js';
import { madnessHere, run } from '../support/in-process.js';
import { age, killedBeforeEachChange, putBack } from '../support/kills.js';
import { madeOnce, put, scratchFolder } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

/** A home on one machine of a person, whose own memory is kept in git. */
interface Machine {
  readonly home: string;
  readonly memory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  readonly git: (...args: readonly string[]) => string;
}

function machineAt(home: string): Machine {
  mkdirSync(join(home, 'work'), { recursive: true });
  put(home, '.gitconfig', '[user]\n\tname = Li Lei\n\temail = li@example.org\n');
  const env = {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    MADNESS_HOME: join(home, '.claude/madness'),
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
  };
  const memory = join(home, '.claude/madness/memory');
  return {
    home,
    memory,
    env,
    run: (...args) => madnessHere(join(home, 'work'), args, { env }),
    git: (...args) => git(memory, ...args),
  };
}

/** Two homes of one person and a bare remote; the first has put its memory there. */
async function twoMachines(outer = scratchFolder('machines')) {
  const remote = join(outer, 'remote.git');
  git(outer, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  const [office, home] = ['office', 'home'].map((name) => machineAt(join(outer, name))) as [
    Machine,
    Machine,
  ];
  const connected = await office.run('init', '--user', '--remote', remote);
  expect(connected.code, connected.err).toBe(0);
  return { outer, remote, office, home, connected };
}

const fetched = ({ home }: Machine) => join(home, '.claude/madness/state/fetched.json');
const fetchedIn = (machine: Machine): Record<string, unknown> =>
  existsSync(fetched(machine)) ? JSON.parse(readFileSync(fetched(machine), 'utf8')) : {};

let sessions = 0;

/** A session starts; what the person is shown, and what the model is told. */
function start({ home, env }: Machine, attended = '1'): { shown: string; told: string } {
  sessions += 1;
  const answer = runHook(
    {
      session_id: `11111111-1111-4111-8111-${String(sessions).padStart(12, '0')}`,
      hook_event_name: 'SessionStart',
      source: 'startup',
      cwd: join(home, 'work'),
      transcript_path: '',
    },
    { ...env, CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ATTENDED: attended },
  );
  return { shown: shownTo(answer), told: contextOf(answer) };
}

/** Until the fetch that a start began has ended. */
async function ended(machine: Machine): Promise<void> {
  for (let tries = 0; tries < 1200 && fetchedIn(machine).began === true; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(fetchedIn(machine).began).not.toBe(true);
}

async function startAndFetch(machine: Machine) {
  const said = start(machine);
  await ended(machine);
  return said;
}

/** As four hours later. */
function laterOn(machine: Machine): void {
  writeFileSync(fetched(machine), JSON.stringify({ ...fetchedIn(machine), at: 1 }));
}

const titles = ({ memory }: Machine): string[] =>
  JSON.parse(readFileSync(join(memory, 'genes.json'), 'utf8')).map(
    ({ title }: { title: string }) => title,
  );
const events = ({ memory }: Machine): string[] =>
  readFileSync(join(memory, 'evolution.jsonl'), 'utf8').split('\n').filter(Boolean).sort();

const commits = 'write short commit messages';
const tabs = 'use tabs in every Makefile';
const dates = 'name log files by their day';

/** Both have the rule about commits. */
const bothInUse = madeOnce(async (outer) => {
  const all = await twoMachines(outer);
  await fine(all.office.run('add', '--user', commits));
  await fine(all.office.run('sync', '--user'));
  const cloned = await fine(all.home.run('init', '--user', '--remote', all.remote));
  await startAndFetch(all.home);
  return { ...all, cloned };
});

async function learns(machine: Machine, rule: string): Promise<void> {
  await fine(machine.run('add', '--user', rule));
  await fine(machine.run('sync', '--user'));
}

async function fine(ran: Promise<Ran>): Promise<Ran> {
  const { code, out, err } = await ran;
  expect(code, `${out}${err}`).toBe(0);
  return { code, out, err };
}

/** A token of no service. */
const key = `ghp_${'x7Kd92LmQp0ZtVb4NsRf8YhWc3Ej6Ua1Go5T'}`;

describe('a key never leaves', () => {
  firstQuick([
    ['a session summary', 'facets/one.json', `{"brief_summary": "the key is ${key}"}\n`],
    ['a report', 'retrospectives/2026-11-20-mid.md', `# Review\n\nIt used ${key}.\n`],
  ])('of %s that a fetch in the background found first', async (_, file, text) => {
    const { remote, office } = await twoMachines();
    put(office.memory, '.gitignore', 'work/\n');
    await fine(office.run('add', '--user', 'write short commit messages'));
    await fine(office.run('sync', '--user'));
    put(office.memory, file, text);
    await fine(office.run('sync', '--user', '--fetch'));
    const { code, err } = await office.run('sync', '--user');
    expect(code).toBe(1);
    expect(err).toContain(file);
    expect(err).toMatch(/placeholder/);
    expect(err).toContain('Nothing was pushed');
    expect(git(remote, 'log', '-p', 'main')).not.toContain(key);
    put(office.memory, file, text.replace(key, 'KEY'));
    await fine(office.run('sync', '--user'));
    expect(git(remote, 'log', '-p', 'main')).not.toContain(key);
    expect(git(remote, 'show', `main:${file}`)).toContain('KEY');
  });

  test.each([
    ['is still there', false],
    ['is gone again in the next one', true],
  ])(
    'in a commit by hand, also where it %s, and the way out is one command',
    { tags: 'slow' },
    async (_, gone) => {
      const { remote, office } = await twoMachines();
      put(office.memory, '.gitignore', 'work/\n');
      await fine(office.run('add', '--user', 'write short commit messages'));
      await fine(office.run('sync', '--user'));
      const commit = (text: string) => {
        put(office.memory, 'facets/one.json', text);
        office.git('add', '-A');
        office.git('commit', '-qm', 'by hand');
      };
      commit(`{"brief_summary": "the key is ${key}"}\n`);
      if (gone) commit('{"brief_summary": "no key"}\n');
      const { code, err } = await office.run('sync', '--user');
      expect(code).toBe(1);
      expect(err).toContain('facets/one.json (commit ');
      expect(git(remote, 'log', '-p', 'main')).not.toContain(key);
      const [, undo = ''] = /then git -C "[^"]*" (reset --soft \S+)/.exec(err) ?? [];
      put(office.memory, 'facets/one.json', '{"brief_summary": "no key"}\n');
      office.git(...undo.split(' '));
      await fine(office.run('sync', '--user'));
      expect(git(remote, 'log', '-p', 'main')).not.toContain(key);
    },
  );

  test('with the first push neither', { tags: 'slow' }, async () => {
    const { remote, office } = await twoMachines();
    put(office.memory, '.gitignore', 'work/\n');
    await fine(office.run('add', '--user', 'write short commit messages'));
    put(office.memory, 'facets/one.json', `{"brief_summary": "the key is ${key}"}\n`);
    office.git('add', '-A');
    office.git('commit', '-qm', 'by hand');
    const { code, err } = await office.run('sync', '--user');
    expect(code).toBe(1);
    expect(git(remote, 'for-each-ref')).toBe('');
    const [, undo = ''] = /then git -C "[^"]*" (update-ref -d HEAD)/.exec(err) ?? [];
    put(office.memory, 'facets/one.json', '{"brief_summary": "no key"}\n');
    office.git(...undo.split(' '));
    await fine(office.run('sync', '--user'));
    expect(git(remote, 'log', '-p', 'main')).not.toContain(key);
  });
});

describe('a memory on two machines', () => {
  test('init says what would leave before anything has left, and on the second machine what came', async () => {
    const { remote, office, home, connected } = await twoMachines();
    expect(connected.out).toMatch(/will send 0 rules.*Nothing has left yet.*quotes off/);
    expect(git(remote, 'for-each-ref')).toBe('');
    await learns(office, commits);
    const { out } = await fine(home.run('init', '--user', '--remote', remote));
    expect(out).toContain(`“${commits}”`);
    expect(titles(home)).toEqual([commits]);
    expect((await office.run('init', '--user', '--remote', `${remote}x`)).err).toContain(
      'git cannot read',
    );
  });

  test('a rule kept on one is named at the next start on the other, and on trial from the session after', async () => {
    const { office, home } = await bothInUse();
    await learns(office, tabs);
    laterOn(home);
    expect(await startAndFetch(home)).toEqual({
      shown: '',
      told: expect.not.stringContaining(tabs),
    });
    expect(titles(home)).toEqual([commits]);
    const named = await startAndFetch(home);
    expect(named.shown).toContain(`from your other machine: “${tabs}”`);
    expect(named.told).not.toContain(tabs);
    const after = await startAndFetch(home);
    expect(after.shown).toBe('');
    expect(after.told).toContain(tabs);
    expect(titles(home).sort()).toEqual([tabs, commits]);
  });

  test('where nobody reads along nothing is named, and so nothing is told', {
    tags: 'slow',
  }, async () => {
    const { office, home } = await bothInUse();
    await learns(office, tabs);
    laterOn(home);
    for (const _ of [1, 2, 3]) {
      expect(start(home, '0')).toEqual({
        shown: '',
        told: expect.not.stringContaining(tabs),
      });
      await ended(home);
      laterOn(home);
    }
    expect((await startAndFetch(home)).shown).toContain(tabs);
  });

  test('a fetch sends nothing, and a new number alone needs no word', {
    tags: 'slow',
  }, async () => {
    const { remote, office, home } = await bothInUse();
    await fine(home.run('add', '--user', dates));
    await fine(office.run('pin', '--user', 'write-short-commit-messages'));
    await fine(office.run('sync', '--user'));
    const before = git(remote, 'rev-parse', 'main');
    laterOn(home);
    await startAndFetch(home);
    expect(git(remote, 'rev-parse', 'main')).toBe(before);
    expect(fetchedIn(home).said).toBeUndefined();
    expect(readFileSync(join(home.home, '.claude/CLAUDE.md'), 'utf8')).toContain(commits);
  });

  test('both learn at once, and in the end both hold the same bytes', {
    tags: 'slow',
  }, async () => {
    const { office, home } = await bothInUse();
    await learns(office, tabs);
    await fine(home.run('add', '--user', dates));
    laterOn(home);
    for (const _ of [1, 2, 3]) await startAndFetch(home);
    expect(titles(home).sort()).toEqual([dates, tabs, commits]);
    await fine(home.run('sync', '--user'));
    const { out } = await fine(office.run('sync', '--user'));
    expect(out).toContain(`from your other machine: “${dates}”`);
    expect(events(office)).toEqual(events(home));
    for (const name of ['genes.json', 'index.json'])
      expect(readFileSync(join(office.memory, name), 'utf8')).toBe(
        readFileSync(join(home.memory, name), 'utf8'),
      );
  });

  test('two machines that both had a memory come together', { tags: 'slow' }, async () => {
    const { remote, office, home } = await twoMachines();
    await learns(office, commits);
    await fine(home.run('init', '--user'));
    await fine(home.run('add', '--user', dates));
    await fine(home.run('init', '--user', '--remote', remote));
    await fine(home.run('sync', '--user'));
    await fine(office.run('sync', '--user'));
    for (const one of [office, home]) expect(titles(one).sort()).toEqual([dates, commits]);
  });

  test('an agent merges nothing that no person here has seen', { tags: 'slow' }, async () => {
    const { office, home } = await bothInUse();
    await learns(office, tabs);
    const env = { ...home.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
    stubGit();
    const agent = (command: Command) =>
      run(command, {
        cwd: home.home,
        env,
        options: { user: true, json: true },
        now: '2026-11-21T10:00:00.500Z',
      });
    const refused = await agent(sync).catch((error: Error) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining('Nobody here has seen') });
    expect(JSON.stringify(refused)).not.toContain(tabs);
    expect(titles(home)).toEqual([commits]);
    await fine(home.run('sync', '--user'));
    expect(titles(home).sort()).toEqual([tabs, commits]);
  });

  test('a skill and a note that were kept go along, are listed with their hash, and are active after that', {
    tags: 'slow',
  }, async () => {
    const { remote, office, home } = await bothInUse();
    const name = 'madness-reflect-release';
    const skill = (machine: Machine) => join(machine.home, '.claude/skills', name, 'SKILL.md');
    const keep = (text: string) =>
      office.run('keep', 'skill', name, text, 'How to release', '--user');
    await fine(keep('Bump the version, then tag it.'));
    expect(readFileSync(skill(office), 'utf8')).toContain('Bump the version');
    await fine(
      office.run(
        'keep',
        'note',
        'hosts',
        'The build host is called anvil, see ci/hosts.md.',
        '--user',
      ),
    );
    await fine(office.run('sync', '--user'));
    const id = git(remote, 'rev-parse', `main:skills/${name}/SKILL.md`).slice(0, 12);
    laterOn(home);
    await startAndFetch(home);
    expect(existsSync(skill(home))).toBe(false);
    const { shown } = await startAndFetch(home);
    expect(shown).toContain(`skills/${name}/SKILL.md (${id})`);
    expect(shown).toMatch(/notes\/hosts\.md \([0-9a-f]{12}\)/);
    expect(readFileSync(skill(home), 'utf8')).toBe(readFileSync(skill(office), 'utf8'));
    expect(existsSync(join(home.memory, 'notes/hosts.md'))).toBe(true);
    // What a person changed where the client loads it stays.
    writeFileSync(skill(home), 'mine\n');
    const kept = join(office.memory, 'skills', name, 'SKILL.md');
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('tag it', 'sign it'));
    await fine(office.run('sync', '--user'));
    expect((await fine(home.run('sync', '--user'))).out).toContain(`skills/${name}/SKILL.md (`);
    expect(readFileSync(skill(home), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(home.memory, 'skills', name, 'SKILL.md'), 'utf8')).toContain(
      'sign it',
    );
    const third = machineAt(join(home.home, '../third'));
    const cloned = await fine(third.run('init', '--user', '--remote', remote));
    expect(cloned.out).toContain(`skills/${name}/SKILL.md (`);
    expect(readFileSync(skill(third), 'utf8')).toContain('sign it');
    await fine(third.run('uninstall'));
    expect(existsSync(skill(third))).toBe(false);
  });
});

describe('whatever happens to a fetch in the background', () => {
  firstQuick<[string, (all: { remote: string; home: Machine }) => void, RegExp]>([
    [
      'the remote is gone',
      ({ remote }) => renameSync(remote, `${remote}.away`),
      /not fetched.*git fetch failed.*madness sync --user/,
    ],
    [
      'there is no network',
      ({ home }) => home.git('remote', 'set-url', 'origin', 'git://127.0.0.1:9/memory.git'),
      /not fetched.*madness sync --user/,
    ],
    [
      'another git holds the lock',
      ({ home }) => {
        put(home.memory, 'notes/one.md', 'a note\n');
        put(home.memory, '.git/index.lock', '');
      },
      /not fetched.*git add failed.*madness sync --user/,
    ],
    [
      'a merge was left half done',
      ({ home }) => {
        writeFileSync(join(home.memory, '.git/MERGE_HEAD'), home.git('rev-parse', 'HEAD'));
      },
      /not fetched.*merge is under way.*madness sync --user/,
    ],
    [
      'a summary holds a key',
      ({ home }) => {
        put(home.memory, '.gitignore', 'work/\n');
        put(home.memory, 'facets/one.json', `{"brief_summary": "${key}"}\n`);
      },
      /not fetched.*facets\/one\.json.*secret.*madness sync --user/,
    ],
  ])('%s: nothing is lost, and one line says it', async (_, happens, line) => {
    const { office, home, remote } = await bothInUse();
    await learns(office, tabs);
    await fine(home.run('add', '--user', dates));
    const before = events(home);
    happens({ remote, home });
    laterOn(home);
    expect((await startAndFetch(home)).shown).toBe('');
    const { shown } = await startAndFetch(home);
    expect(shown).toMatch(line);
    expect(shown.split('\n')).toHaveLength(1);
    expect(events(home)).toEqual(before);
    expect(titles(home).sort()).toEqual([dates, commits]);
  });

  test('a remote that never answers keeps no session waiting', async () => {
    const { home } = await bothInUse();
    const sockets: { destroy(): void }[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    home.git('remote', 'set-url', 'origin', `git://127.0.0.1:${port}/memory.git`);
    laterOn(home);
    start(home);
    // The hook has ended, and the fetch goes on.
    while (sockets.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(fetchedIn(home).began).toBe(true);
    expect(start(home).shown).toBe('');
    for (const socket of sockets) socket.destroy();
    server.close();
    await ended(home);
    expect(start(home).shown).toContain('was not fetched');
  });

  test('a remote that was rewritten takes nothing away here', { tags: 'slow' }, async () => {
    const { office, home } = await bothInUse();
    await learns(office, tabs);
    laterOn(home);
    for (const _ of [1, 2]) await startAndFetch(home);
    expect(titles(home)).toContain(tabs);
    const before = events(home);
    office.git('reset', '--hard', '-q', 'HEAD~1');
    await fine(office.run('add', '--user', dates));
    office.git('add', '-A');
    office.git('commit', '-qm', 'another past');
    office.git('push', '-q', '--force', 'origin', 'HEAD:main');
    laterOn(home);
    for (const _ of [1, 2, 3]) await startAndFetch(home);
    expect(events(home)).toEqual(expect.arrayContaining(before));
    expect(titles(home).sort()).toEqual([dates, tabs, commits]);
  });

  test('what git cannot merge is taken back whole, and named', { tags: 'slow' }, async () => {
    const { office, home } = await bothInUse();
    const set = (machine: Machine, days: string) =>
      machine.run('config', 'set', 'review_interval_days', days, '--user');
    await fine(set(office, '7'));
    await learns(office, tabs);
    await fine(set(home, '30'));
    const before = events(home);
    laterOn(home);
    await startAndFetch(home);
    expect((await startAndFetch(home)).shown).toMatch(new RegExp(`${tabs}.*config\\.json \\(`));
    expect((await startAndFetch(home)).shown).toMatch(/not fetched.*config\.json.*same lines/);
    expect(events(home)).toEqual(expect.arrayContaining(before));
    expect(home.git('status', '--porcelain')).toBe('');
    expect(JSON.parse(readFileSync(join(home.memory, 'config.json'), 'utf8'))).toMatchObject({
      review_interval_days: 30,
    });
  });

  /** What was named waits for the fetch that merges it; own work is there too. */
  async function beforeTheMerge() {
    const all = await bothInUse();
    const { office, home } = all;
    await learns(office, tabs);
    laterOn(home);
    await startAndFetch(home);
    await fine(home.run('add', '--user', dates));
    const { commit } = fetchedIn(home);
    // As the start that names it leaves it, eleven minutes ago.
    writeFileSync(
      fetched(home),
      JSON.stringify({ at: Date.now() - 660_000, began: true, named: commit }),
    );
    return { ...all, own: events(home) };
  }

  /** Follows what a line says, until all has arrived. */
  async function recovered(home: Machine, own: readonly string[]): Promise<void> {
    expect((await startAndFetch(home)).shown).toContain('was cut off; nothing is lost');
    for (let tries = 0; tries < 9 && !titles(home).includes(tabs); tries++) {
      const { shown } = await startAndFetch(home);
      const [, lock] = /'([^']*index\.lock)'/.exec(shown) ?? [];
      if (lock !== undefined) rmSync(lock);
      expect(shown, home.git('status')).not.toContain('merge is under way');
      if (shown.includes('not fetched')) laterOn(home);
    }
    expect(titles(home).sort()).toEqual([dates, tabs, commits]);
    expect(events(home)).toEqual(expect.arrayContaining([...own]));
    // A killed git leaves files of its own, which no commit takes.
    expect(home.git('status', '--porcelain', '--untracked-files=no')).toBe('');
  }

  test('killed between any two of its steps, the next start says so and all arrives', {
    tags: 'slow',
  }, async () => {
    const { home, own } = await beforeTheMerge();
    const copies = killedBeforeEachChange(home.home, ['sync', '--user', '--fetch'], {
      env: { ...home.env, PHOTO_SPAWNS: '1', MADNESS_CHILD: '1' },
    });
    expect(copies.length).toBeGreaterThan(20);
    for (let from = 0; from < copies.length; from += Math.ceil(copies.length / 5)) {
      putBack(copies[from] as string, home.home);
      const lock = join(home.memory, 'work/lock');
      if (existsSync(lock)) age(lock, 10);
      await recovered(home, own);
    }
  });

  test('killed with its git at any time, the next start says so and all arrives', {
    tags: 'slow',
  }, async () => {
    const { home, own, outer } = await beforeTheMerge();
    const copy = join(outer, 'copy');
    cpSync(home.home, copy, { recursive: true });
    const fetch = () =>
      spawn(process.execPath, [cliFile, 'sync', '--user', '--fetch'], {
        cwd: home.home,
        detached: true,
        stdio: 'ignore',
        env: { ...cleanEnvironment, ...home.env, MADNESS_CHILD: '1' },
      });
    const endOf = (child: ChildProcess) => new Promise((resolve) => child.on('close', resolve));
    const began = performance.now();
    await endOf(fetch());
    const took = performance.now() - began;
    let killed = 0;
    for (const share of [0.35, 0.55, 0.75]) {
      putBack(copy, home.home);
      const child = fetch();
      const over = endOf(child);
      await new Promise((resolve) => setTimeout(resolve, took * share));
      if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGKILL');
      await over;
      if (fetchedIn(home).began !== true) continue;
      killed += 1;
      const lock = join(home.memory, 'work/lock');
      if (existsSync(lock)) age(lock, 10);
      await recovered(home, own);
    }
    expect(killed).toBeGreaterThan(0);
  });
});

describe('a remote whose HEAD names a branch that nobody pushed', () => {
  async function connected() {
    const outer = scratchFolder('machines');
    const remote = join(outer, 'remote.git');
    // As a server of one's own makes it, where git's default is not main.
    git(outer, 'init', '--quiet', '--bare', '--initial-branch=master', remote);
    const [office, home] = [machineAt(join(outer, 'office')), machineAt(join(outer, 'home'))];
    await office.run('init', '--user', '--remote', remote);
    await office.run('add', '--user', 'Always run the linter before a commit.');
    await office.run('sync', '--user');
    return { outer, remote, office, home };
  }

  test('the second machine finds the rules, and says how many came', async () => {
    const { remote, home } = await connected();
    const { code, out, err } = await home.run('init', '--user', '--remote', remote);
    expect(code, err).toBe(0);
    expect(out).toContain('your memory is here now, with 1 rule.');
    expect((await home.run('list', '--user')).out).toContain('Always run the linter');
    await home.run('add', '--user', 'Never force a push.');
    expect((await home.run('sync', '--user')).code).toBe(0);
    expect(git(remote, 'for-each-ref', '--format=%(refname:short)').trim()).toBe('main');
  });

  test('a second branch with a memory is refused, with the command that joins them', {
    tags: 'slow',
  }, async () => {
    const { remote, home } = await connected();
    await home.run('init', '--user');
    await home.run('add', '--user', 'Never force a push.');
    git(home.memory, 'init', '--quiet', '--initial-branch=master', '.');
    git(home.memory, 'remote', 'add', 'origin', remote);
    const { code, err } = await home.run('sync', '--user');
    expect(code).not.toBe(0);
    expect(err).toContain('branch -m master main');
    expect(git(remote, 'for-each-ref', '--format=%(refname:short)').trim()).toBe('main');
    git(home.memory, 'branch', '-m', 'master', 'main');
    expect((await home.run('sync', '--user')).code).toBe(0);
  });
});
