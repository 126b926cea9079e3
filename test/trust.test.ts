import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { trust } from '../src/commands/setup/trust.js';
import { projectKey } from '../src/observe/sessions/project-folder.js';
import { memoryPlace, readTrustFile } from '../src/store/trust-file.js';
import { madnessAside, type Ran } from './support/cli.js';
import { commitAll, git } from './support/git.js';
import { contextOf, runHook, shownTo } from './support/hook.js';
import { madnessHere, run } from './support/in-process.js';
import { born, gene, proved, putMemory } from './support/memory.js';
import { enter, person, watched } from './support/person.js';
import { put, scratchFolders } from './support/scratch.js';

const scratch = scratchFolders();
let outer = '';
let project = '';
let own = '';
let env: Record<string, string> = {};

/** In every text of the hostile memory, so that one search finds any of them. */
const mark = 'SNEAKY';
const when = { signals: ['error:typescript'] };
const hostile = (id: string, more = {}) =>
  gene(id, {
    title: `${mark} title ${id}`,
    trigger: `${mark} always`,
    method: [`${mark} push`],
    ...more,
  });

beforeEach(async () => {
  outer = scratch('person');
  project = join(outer, 'clone');
  mkdirSync(project);
  own = join(outer, 'own');
  env = { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: join(outer, 'claude') };
  git(project, 'init', '-q');
  putMemory(project, {
    target: '# Project\n',
    assets: [hostile('on-trial', { when }), hostile('in-block')],
    events: [born('on-trial', 0.7), born('in-block', 0.9), proved('in-block', 's0')],
    config: { goals: [{ goal: `${mark} goal` }] },
  });
  // As its author compiled it, with an index that claims to speak for the user.
  expect(
    (await madnessHere(project, ['compile'], { env: { MADNESS_HOME: join(outer, 'author') } }))
      .code,
  ).toBe(0);
  const file = join(project, 'memory/index.json');
  const index = { session_rules: ['gene:in-block'], ...JSON.parse(readFileSync(file, 'utf8')) };
  writeFileSync(file, `${JSON.stringify(index, null, 2)}\n`);
  put(project, 'memory/work/proposal-12345678.json', JSON.stringify({ reason: `${mark} waits` }));
  put(project, 'memory/facets/earlier.json', JSON.stringify({ brief_summary: `${mark} summary` }));
  commitAll(project, 'all');
});

function mkdir(folder: string): string {
  mkdirSync(folder);
  return folder;
}

let calls = 0;

function fire(event: string, more: object = {}, session = 's1', at = project, vars = {}): Ran {
  const transcript_path = join(outer, 't.jsonl');
  const payload = {
    session_id: session,
    transcript_path,
    cwd: at,
    hook_event_name: event,
    ...more,
  };
  return runHook(payload, { ...env, ...vars });
}

const start = (source: string, session = 's1', at = project, vars = {}) =>
  fire('SessionStart', { source }, session, at, vars);

function fail(session = 's1'): Ran {
  return fire(
    'PostToolUseFailure',
    {
      tool_name: 'Bash',
      tool_input: { command: 'tsc' },
      tool_use_id: `toolu_${++calls}`,
      error: 'Exit code 2\nsrc/a.ts(3,5): error TS2345: Argument of type x is not assignable.',
      is_interrupt: false,
    },
    session,
  );
}

/** Every event that reaches a model, in the order of a session. */
function wholeSession(): Ran[] {
  return [
    ...['startup', 'resume', 'clear', 'fork', 'compact'].map((source) => start(source)),
    fail(),
    fail(),
    fire('PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'make' },
      tool_response: { stdout: 'ok', stderr: '' },
      tool_use_id: 'toolu_x',
    }),
    fire('SubagentStart', { agent_id: 'a', agent_type: 'Explore' }),
    fire('Stop', { stop_hook_active: false }),
  ];
}

const told = (answers: readonly Ran[]) => answers.map(contextOf).join('\n');
const trustIt = async () =>
  expect(await madnessHere(project, ['trust'], { env })).toMatchObject({ code: 0 });

describe('a memory that came with a repository', () => {
  test('tells no model a word before it is trusted, and the person one line', () => {
    const answers = wholeSession();
    expect(answers.map(({ out }) => out).join()).not.toContain(mark);
    expect(told(answers)).not.toMatch(/in-block|on-trial|own rules|decision/);
    expect(answers.slice(0, 4).map(shownTo)).toEqual(
      Array(4).fill(expect.stringContaining('no person on this machine has trusted')),
    );
    expect(shownTo(answers[4] as Ran)).toBe('');
  });

  test('speaks after the trust, and never as the user', async () => {
    await trustIt();
    const answers = wholeSession();
    expect(contextOf(answers[0] as Ran)).toContain(`${mark} title on-trial`);
    expect(told(answers)).toMatch(/\[gene:on-trial\]/);
    expect(told(answers)).toContain('Rules learnt in past sessions');
    expect(told(answers)).not.toContain('own rules');
    // The person is told of a hint, and of no missing trust.
    expect(answers.map(shownTo).join('')).not.toMatch(/trust/);
  });

  test('is silent again when the trust is taken back, without a line', async () => {
    await trustIt();
    expect((await madnessHere(project, ['trust', '--off'], { env })).code).toBe(0);
    const answers = wholeSession();
    expect(answers.map(({ out }) => out).join()).not.toContain(mark);
    expect(answers.map(shownTo).join('')).toBe('');
  });

  test('in Chinese has its line in Chinese', () => {
    const file = join(project, 'memory/config.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"en"', '"zh"'));
    expect(shownTo(start('startup'))).toContain('还没有人信任它');
  });

  const agents = { CLAUDECODE: '1' };
  test.each([
    ['status'],
    ['status', '--json'],
    ['why', 'in-block'],
    ['similar'],
    ['similar', 'in-block'],
    ['review', '--list'],
    ['compile'],
    ['check'],
    ['check', '--json'],
    ['doctor'],
    ['candidate', 'list'],
    ['facet', 'list'],
    ['retro', 'start', 'mid'],
    ['retro', 'status'],
    ['verdict', 'list'],
    ['export'],
    ['sync'],
    ['pin', 'in-block'],
    ['undo', 'last'],
  ])('prints none of its words to an agent: %s %s', async (...args) => {
    const before = git(project, 'status', '--porcelain', '--ignored');
    const { code, out, err } = await madnessHere(project, args, { env: { ...env, ...agents } });
    expect(`${out}${err}`).not.toContain(mark);
    expect(code).not.toBe(0);
    expect(git(project, 'status', '--porcelain', '--ignored')).toBe(before);
    expect(existsSync(join(own, 'trusted.json'))).toBe(false);
  });

  test.each([['trust'], ['trust', '--off'], ['init']])(
    'asks about itself without a word of its rules: %s %s',
    async (...args) => {
      const { code, out, err } = await madnessHere(project, args, { env: { ...env, ...agents } });
      expect(`${out}${err}`).not.toContain(mark);
      expect([code, out]).toEqual([0, expect.stringContaining('AskUserQuestion')]);
      expect(existsSync(join(own, 'trusted.json'))).toBe(false);
    },
  );

  test('is refused to an agent with the way out', async () => {
    const { code, err } = await madnessHere(project, ['status'], { env: { ...env, ...agents } });
    expect(code).toBe(2);
    expect(err).toContain('Ask the user to run madness trust');
  });

  test('is read by an agent once it is trusted', async () => {
    await trustIt();
    const { code, out } = await madnessHere(project, ['why', 'in-block'], {
      env: { ...env, ...agents },
    });
    expect(code).toBe(0);
    expect(out).toContain('in-block');
  });

  test('is not adopted by an agent into a memory of its own', async () => {
    const fresh = scratch('fresh');
    const adopt = ['init', '--adopt', join(project, 'memory')];
    expect((await madnessHere(fresh, adopt, { env: { ...env, ...agents } })).code).toBe(2);
    expect(existsSync(join(fresh, 'memory'))).toBe(false);
  });
});

describe('madness trust', () => {
  const asked = async (...keys: readonly string[]) => {
    const { terminal, seen } = watched(person(keys));
    const ran = await run(trust, { cwd: project, env, terminal });
    return { ...ran, seen: seen() };
  };

  test('shows at a terminal what would speak, and whose it is, before it asks', async () => {
    git(project, 'remote', 'add', 'origin', 'https://me:secret@example.org/evil.git');
    const { code, out, seen } = await asked('y');
    expect(out).toMatch(/from\s+https:\/\/example\.org\/evil\.git/);
    expect(out).toContain('2 rules');
    expect(out).toContain(`${mark} title in-block`);
    expect(out).not.toContain('secret');
    expect(seen).toContain('May this memory speak');
    expect(code).toBe(0);
    expect(contextOf(start('startup'))).toContain(mark);
  });

  test('changes nothing where the answer is no', async () => {
    const { code, out } = await asked(enter);
    expect([code, out]).toEqual([1, expect.stringContaining('nothing was written')]);
    expect(existsSync(join(own, 'trusted.json'))).toBe(false);
  });

  test('leaves a file that only its owner reads, whatever the umask', async () => {
    await trustIt();
    expect(statSync(join(own, 'trusted.json')).mode & 0o777).toBe(0o600);
  });

  test('status and doctor say whether the memory is trusted', async () => {
    const said = async (command: string) => (await madnessHere(project, [command], { env })).out;
    expect(await said('status')).toContain('not trusted on this machine');
    expect(await said('doctor')).toMatch(/look {3}trust .*madness trust/);
    await trustIt();
    expect(await said('status')).toContain('trusted since');
    expect(await said('doctor')).toMatch(/ok {5}trust /);
  });
});

describe('the memory that init makes', () => {
  test('is trusted at once, also for an agent, and so is what a command here adds', async () => {
    const fresh = scratch('fresh');
    const vars = { ...env, CLAUDECODE: '1' };
    expect((await madnessHere(fresh, ['init', '--language', 'en'], { env: vars })).code).toBe(0);
    expect((await madnessHere(fresh, ['status'], { env: vars })).code).toBe(0);
    const input = JSON.stringify(gene('mine', { title: 'Mine alone' }));
    expect((await madnessHere(fresh, ['add', 'gene', '--file', '-'], { env, input })).code).toBe(0);
    const answer = start('startup', 's1', fresh);
    expect(contextOf(answer)).toContain('Mine alone');
    expect(shownTo(answer)).toBe('');
  });

  test('in a clone is trusted by the person who runs it', async () => {
    expect((await madnessHere(project, ['init'], { env })).code).toBe(0);
    expect(contextOf(start('startup'))).toContain(mark);
  });
});

describe('what git brings later', () => {
  const title = 'Brought by a colleague';
  async function pull(): Promise<void> {
    putMemory(project, {
      assets: [hostile('on-trial', { when }), hostile('in-block'), gene('brought', { title })],
      events: [born('on-trial', 0.7), born('in-block', 0.9), born('brought', 0.8)],
      config: { goals: [] },
    });
    const author = { MADNESS_HOME: join(outer, 'author') };
    expect((await madnessHere(project, ['compile'], { env: author })).code).toBe(0);
  }

  test('is named to the person first, and told to a model from the session after', async () => {
    await trustIt();
    await pull();
    const first = start('startup', 's1');
    expect(shownTo(first)).toContain(title);
    expect(contextOf(first)).not.toContain(title);
    const again = start('resume', 's1');
    expect([shownTo(again), contextOf(again).includes(title)]).toEqual(['', false]);
    const second = start('startup', 's2');
    expect([shownTo(second), contextOf(second).includes(title)]).toEqual(['', true]);
  });

  test('is not counted as named where nobody reads along', async () => {
    await trustIt();
    await pull();
    start('startup', 's1', project, { CLAUDE_CODE_SESSION_ATTENDED: '0' });
    expect(contextOf(start('startup', 's2'))).not.toContain(title);
  });

  test('a change of one word is news, a change of a number is none', async () => {
    await trustIt();
    const file = join(project, 'memory/genes.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/"confidence": [\d.]+/, '"confidence": 0.81'));
    expect(shownTo(start('startup', 's1'))).toBe('');
    writeFileSync(file, text.replace(`${mark} title on-trial`, 'Another title'));
    const answer = start('startup', 's2');
    expect(shownTo(answer)).toContain('Another title');
    expect(contextOf(answer)).not.toContain('Another title');
  });

  test('another repository in the place of a trusted one is not trusted', async () => {
    await trustIt();
    putMemory(project, { assets: [gene('other', { title })], events: [born('other', 0.7)] });
    expect(
      (await madnessHere(project, ['compile'], { env: { MADNESS_HOME: join(outer, 'x') } })).code,
    ).toBe(0);
    const answer = start('startup');
    expect(shownTo(answer)).toContain('another memory is at the place of');
    expect(contextOf(answer)).not.toContain(title);
  });
});

describe('trust belongs to the repository', () => {
  test('its work trees share it', async () => {
    await trustIt();
    git(project, 'worktree', 'add', '-q', join(outer, 'tree'));
    expect(contextOf(start('startup', 's1', join(outer, 'tree')))).toContain(mark);
  });

  test('a work tree of a bare clone shares it with the others', async () => {
    git(outer, 'clone', '-q', '--bare', project, 'bare.git');
    for (const name of ['one', 'two'])
      git(join(outer, 'bare.git'), 'worktree', 'add', '-q', '-b', name, join(outer, name));
    expect((await madnessHere(join(outer, 'one'), ['trust'], { env })).code).toBe(0);
    expect(contextOf(start('startup', 's1', join(outer, 'two')))).toContain(mark);
  });

  test('a path through a link is the same place', async () => {
    await trustIt();
    symlinkSync(project, join(outer, 'link'));
    expect(contextOf(start('startup', 's1', join(outer, 'link')))).toContain(mark);
  });

  test('a folder that was moved is asked about again', async () => {
    await trustIt();
    renameSync(project, join(outer, 'moved'));
    const answer = start('startup', 's1', join(outer, 'moved'));
    expect(shownTo(answer)).toContain('no person on this machine has trusted');
    expect(answer.out).not.toContain(mark);
  });

  test.each([
    ['a file that names its folder', (at: string) => put(at, '.git', `gitdir: ${project}/.git\n`)],
    ['a link to its folder', (at: string) => symlinkSync(join(project, '.git'), join(at, '.git'))],
    [
      'a file that names one of its work trees',
      (at: string) => {
        git(project, 'worktree', 'add', '-q', join(outer, 'tree'));
        put(at, '.git', readFileSync(join(outer, 'tree/.git'), 'utf8'));
      },
    ],
    [
      'a work tree’s folder of its own that names the trusted one',
      (at: string) => {
        put(at, '.git', 'gitdir: fake/worktrees/one\n');
        put(at, 'fake/worktrees/one/commondir', `${project}/.git\n`);
        put(at, 'fake/worktrees/one/gitdir', `${at}/.git\n`);
      },
    ],
  ])('an archive gains nothing by %s', async (_, forge) => {
    await trustIt();
    const evil = scratch('evil');
    execFileSync('cp', ['-r', join(project, 'memory'), evil]);
    forge(evil);
    expect(memoryPlace(join(evil, 'memory')).repository).not.toBe(
      memoryPlace(join(project, 'memory')).repository,
    );
    expect(start('startup', 's1', evil).out).not.toContain(mark);
  });

  test('a submodule has a trust of its own', async () => {
    await trustIt();
    git(outer, 'init', '-q', 'parent');
    const parent = join(outer, 'parent');
    git(parent, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', project, 'sub');
    expect(start('startup', 's1', join(parent, 'sub')).out).not.toContain(mark);
    expect((await madnessHere(join(parent, 'sub'), ['trust'], { env })).code).toBe(0);
    expect(contextOf(start('startup', 's1', join(parent, 'sub')))).toContain(mark);
  });
});

describe('the file of trust', () => {
  test.each([
    ['cut off', (file: string) => writeFileSync(file, '{"memories": [')],
    ['of another form', (file: string) => writeFileSync(file, '{"memories": {"a": 1}}')],
    ['that others may write', (file: string) => chmodSync(file, 0o666)],
    [
      'that is a folder',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])('%s trusts nothing, and doctor names the way out', async (_, damage) => {
    await trustIt();
    damage(join(own, 'trusted.json'));
    const answer = start('startup');
    expect(answer.out).not.toContain(mark);
    expect(shownTo(answer)).toContain('madness doctor');
    expect((await madnessHere(project, ['doctor'], { env })).out).toMatch(
      /wrong {2}trust .*trusted\.json\.damaged/,
    );
    const { code, err } = await madnessHere(project, ['trust'], { env });
    expect([code, err]).toEqual([2, expect.stringContaining('.damaged')]);
  });

  test('keeps what two processes write at once', async () => {
    const folders = ['a', 'b', 'c', 'd'].map((name) => join(outer, name));
    for (const folder of folders) putMemory(mkdir(folder), {});
    const all = folders.map((folder) => madnessAside(folder, ['trust'], { env }).ended);
    expect((await Promise.all(all)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const paths = readTrustFile(own)?.map(({ path }) => path);
    expect(paths?.sort()).toEqual(folders.map((folder) => join(folder, 'memory')));
  });

  test('is not kept waiting by a process that died', async () => {
    const lock = put(own, 'trusted.json.lock', '');
    utimesSync(lock, 1, 1);
    await trustIt();
    expect(existsSync(lock)).toBe(false);
  });
});

describe('a memory that an older version told', () => {
  function record(more: object, last = Date.now() + 60_000): void {
    const one = { session: 'old', transcript: '', pid: 0, since: 1, last, ended: true, ...more };
    const file = `state/projects/${projectKey(project)}/old.json`;
    put(own, file, JSON.stringify({ prompt: '', said: '', taken: true, offset: 0, ...one }));
  }

  test('is trusted with what it holds, and written down once', () => {
    record({});
    const answer = start('startup', 's1');
    expect([contextOf(answer).includes(mark), shownTo(answer)]).toEqual([true, '']);
    expect(readTrustFile(own)).toMatchObject([{ by: 'update', path: 'memory' }]);
  });

  test('is not a memory that came after the last session there', () => {
    record({}, Date.now() - 3_600_000);
    expect(start('startup').out).not.toContain(mark);
  });

  test('is not one of which only this version wrote a record', () => {
    start('startup', 's1');
    expect(start('startup', 's2').out).not.toContain(mark);
  });

  test('stays silent where the person took the trust back', async () => {
    record({});
    expect((await madnessHere(project, ['trust', '--off'], { env })).code).toBe(0);
    expect(start('startup').out).not.toContain(mark);
  });
});
