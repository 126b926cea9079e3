import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions } from '../../src/commands/sessions/sessions.js';
import {
  isInProject,
  projectName,
  projectRoot,
  slugOf,
  withDrive,
} from '../../src/observe/sessions/project-folder.js';
import { resolveSession } from '../../src/observe/sessions/resolve-name.js';
import { findSessions } from '../../src/observe/sessions/sessions.js';
import { MadnessError } from '../../src/problem.js';
import { noRealData, realData } from '../support/real-data.mjs';
import { filesBelow } from '../support/real-files.js';
import { run as runCommand } from '../support/run-command.js';
import { put, scratchFolders } from '../support/scratch.js';
import { assistantLine, jsonl, type Record, userLine } from '../support/transcript-lines.js';

const root = scratchFolders()();
let claude: string;
let shop: string;
beforeAll(() => {
  claude = join(root, 'config');
  shop = join(root, 'code', 'shop');
  mkdirSync(join(shop, '.git', 'worktrees', 'side'), { recursive: true });
  mkdirSync(join(shop, 'packages', 'web'), { recursive: true });
  mkdirSync(join(root, 'code', 'shop-two'), { recursive: true });
  mkdirSync(join(root, 'elsewhere', 'side'), { recursive: true });
  writeFileSync(
    join(root, 'elsewhere', 'side', '.git'),
    `gitdir: ${join(shop, '.git', 'worktrees', 'side')}\n`,
  );
});

/** A transcript in the folder the client would take, or in another. */
function transcript(path: string, cwd: string, more: Record = {}): string {
  const file = join(claude, 'projects', path);
  mkdirSync(dirname(file), { recursive: true });
  const session = { sessionId: basename(path, '.jsonl'), cwd, ...more };
  writeFileSync(file, jsonl(userLine('hello', session), assistantLine('hi', session)));
  return file;
}

const names = (project?: string) =>
  findSessions(claude, project)
    .sessions.map(({ session }) => session)
    .sort();

describe('a session whose transcript was copied when its project moved', () => {
  const named = () =>
    findSessions(claude).sessions.map(({ file, agents }) => [
      basename(dirname(file)),
      agents.map((agent) => agent.session),
    ]);
  afterAll(() => rmSync(claude, { recursive: true }));

  test('is one session, with the words that were added behind either copy', () => {
    const old = transcript('-old/aaaa1111.jsonl', shop);
    transcript('-old/aaaa1111/subagents/agent-a.jsonl', shop);
    cpSync(dirname(old), join(claude, 'projects/-new'), { recursive: true });
    const copy = join(claude, 'projects/-new/aaaa1111.jsonl');
    expect(named()).toEqual([['-new', ['agent-a']]]);
    for (const [file, slug, more] of [
      [old, '-old', 'more'],
      [copy, '-new', 'much more'],
    ] as const) {
      appendFileSync(file, jsonl(userLine(more, { sessionId: 'aaaa1111' })));
      expect(named()).toEqual([[slug, ['agent-a']]]);
      const { file: found } = resolveSession('aaaa', claude, shop);
      expect(basename(dirname(found))).toBe(slug);
    }
  });

  test('is not another one that has its name by chance', () => {
    transcript('-x/bbbb2222.jsonl', shop, { uuid: 'one' });
    transcript('-y/bbbb2222.jsonl', shop, { uuid: 'two' });
    expect(named().slice(-2)).toEqual([
      ['-x', []],
      ['-y', []],
    ]);
    expect(failure(() => resolveSession('bbbb2222', claude, shop)).message).toContain('fits 2');
  });
});

describe('a session belongs to the project its cwd names', () => {
  beforeAll(() => {
    transcript('-code-shop/aaaa1111.jsonl', shop);
    transcript('-code-shop-packages-web/bbbb2222.jsonl', join(shop, 'packages', 'web'));
    transcript('-elsewhere-side/cccc3333.jsonl', join(root, 'elsewhere', 'side'));
    transcript('-code-shop--worktrees-gone/dddd4444.jsonl', join(shop, '.worktrees', 'gone'));
    transcript('-code-shop-two/eeee5555.jsonl', join(root, 'code', 'shop-two'));
    transcript('-misfiled/ffff6666.jsonl', shop);
  });
  afterAll(() => rmSync(claude, { recursive: true }));

  test('sub-folders, worktrees, and worktrees that are gone included; a like-named neighbour not', () => {
    const expected = ['aaaa1111', 'bbbb2222', 'cccc3333', 'dddd4444', 'ffff6666'];
    expect(names(shop)).toEqual(expected);
    expect(names(join(shop, 'packages'))).toEqual(expected);
    expect(names(join(root, 'elsewhere', 'side'))).toEqual(expected);
    expect(names(join(root, 'code', 'shop-two'))).toEqual(['eeee5555']);
    expect(names()).toHaveLength(6);
  });

  test('also through a symbolic link', () => {
    const link = join(root, 'link');
    symlinkSync(shop, link);
    expect(names(link)).toEqual(names(shop));
    expect(isInProject(join(link, 'packages'), projectRoot(shop))).toBe(true);
  });

  test('a drive is the same by either letter', () => {
    expect(isInProject('c:\\Users\\jane\\shop', 'C:\\Users\\jane\\shop')).toBe(true);
    expect(withDrive('/c:/x')).toBe('/c:/x');
  });

  test('its name is that of the main worktree', () => {
    expect(projectName(join(shop, 'packages', 'web'))).toBe('shop');
    expect(projectName(join(root, 'elsewhere', 'side'))).toBe('shop');
    expect(projectName('/gone/shop/.worktrees/1')).toBe('shop');
    expect(projectName('/gone/shop/.claude/worktrees/1/src')).toBe('shop');
  });

  test('it moved with its project: the client keeps it for another folder than its cwd says', () => {
    const slug = slugOf(shop);
    transcript(`${slug}/moved.jsonl`, join(root, 'before', 'shop'));
    transcript(`${slug}-two/beside.jsonl`, join(root, 'before', 'shop'));
    expect(names(shop)).toContain('moved');
    expect(names(shop)).not.toContain('beside');
    rmSync(join(claude, 'projects', slug), { recursive: true });
    rmSync(join(claude, 'projects', `${slug}-two`), { recursive: true });
  });

  test('a transcript without cwd is judged by its folder', () => {
    const slug = shop.replace(/[^a-zA-Z0-9]/g, '-');
    const file = join(claude, 'projects', slug, 'no-cwd.jsonl');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, jsonl({ type: 'summary', summary: 'x', leafUuid: 'u' }));
    expect(names(shop)).toContain('no-cwd');
    rmSync(file);
  });
});

describe('agents', () => {
  beforeAll(() => {
    transcript('-shop/main1.jsonl', shop);
    transcript('-shop/main1/subagents/agent-a1.jsonl', shop, { sessionId: 'main1' });
    transcript('-shop/main1/subagents/workflows/wf1/agent-a2.jsonl', shop, { sessionId: 'main1' });
    transcript('-shop/agent-flat.jsonl', shop, { sessionId: 'main1' });
    transcript('-shop/gone/subagents/agent-orphan.jsonl', shop, { sessionId: 'gone' });
    transcript('-shop/agent-lone.jsonl', shop, { sessionId: 'long-gone' });
  });
  afterAll(() => rmSync(claude, { recursive: true }));

  test('count with the session that started them; without it they are sessions of their own', () => {
    const { sessions } = findSessions(claude, shop);
    expect(
      sessions.map(({ session, agents }) => [session, agents.map((agent) => agent.session).sort()]),
    ).toEqual([
      ['agent-lone', []],
      ['agent-orphan', []],
      ['main1', ['agent-a1', 'agent-a2', 'agent-flat']],
    ]);
  });

  test('are found by name, with or without their session', () => {
    for (const name of ['agent-a1', 'agent-a2', 'agent-flat', 'agent-orphan', 'agent-lone']) {
      expect(resolveSession(name, claude, shop).session).toBe(name);
    }
    expect(resolveSession('main1', claude, shop).session).toBe('main1');
  });
});

describe('SESSION', () => {
  beforeAll(() => {
    transcript('-shop/2222aaaa.jsonl', shop);
    transcript('-shop/2222bbbb.jsonl', shop);
    transcript('-two/2222cccc.jsonl', join(root, 'code', 'shop-two'));
    transcript('-two/3333aaaa.jsonl', join(root, 'code', 'shop-two'));
    transcript('-two/2026-01-05-old.jsonl', join(root, 'code', 'shop-two'), {
      sessionId: '7777ffff',
    });
    transcript('-two/3333.jsonl', join(root, 'code', 'shop-two'));
  });
  afterAll(() => rmSync(claude, { recursive: true }));

  test.each([
    ['a base name', '2222aaaa', '2222aaaa'],
    ['a file name', '2222aaaa.jsonl', '2222aaaa'],
    ['a unique prefix', '2222b', '2222bbbb'],
    ['a name of another project', '3333aaaa', '3333aaaa'],
    ['a prefix of another project', '2222c', '2222cccc'],
    ['a session id that differs from the file name', '7777ffff', '2026-01-05-old'],
    ['a prefix of such an id', '7777', '2026-01-05-old'],
    ['a whole name that is also a prefix', '3333', '3333'],
  ])('is %s', (_what, name, expected) => {
    expect(resolveSession(name, claude, shop).session).toBe(expected);
  });

  test('the current project comes before all others', () => {
    const two = join(root, 'code', 'shop-two');
    expect(resolveSession('2222', claude, two).session).toBe('2222cccc');
  });

  test('one name for several is refused, with the choice', () => {
    const error = failure(() => resolveSession('2222', claude, shop));
    expect(error.message).toContain('fits 2');
    expect(error.hint).toContain('2222aaaa');
    expect(error.hint).toContain('2222bbbb');
  });

  test.each([
    ['a slip', '2222aaab', 'Did you mean 2222aaaa'],
    ['something else', 'zzz', 'madness sessions --all'],
    ['nothing', '', 'madness sessions --all'],
    ['a path', '../../2222aaaa', 'Did you mean 2222aaaa'],
  ])('%s is refused, with a suggestion', (_what, name, hint) => {
    expect(failure(() => resolveSession(name, claude, shop)).hint).toContain(hint);
  });

  test('without any transcript the folder is named', () => {
    expect(failure(() => resolveSession('x', join(root, 'nowhere'), shop)).message).toContain(
      'nowhere',
    );
  });
});

function failure(task: () => unknown): MadnessError {
  try {
    task();
  } catch (error) {
    if (error instanceof MadnessError) return error;
    throw error;
  }
  throw new Error('Expected an error, got none.');
}

describe('madness sessions', () => {
  const run = (options: { [key: string]: string | boolean }, cwd = shop) =>
    runCommand(sessions, { options, cwd, env: { CLAUDE_CONFIG_DIR: claude } });

  beforeAll(() => {
    transcript('-shop/old.jsonl', shop, { timestamp: '2026-11-01T08:00:00.000Z' });
    transcript('-shop/new.jsonl', shop, { timestamp: '2026-11-21T08:00:00.000Z' });
    transcript('-shop/new/subagents/agent-a1.jsonl', shop);
    writeFileSync(
      join(claude, 'projects', '-shop', 'new', 'subagents', 'agent-torn.jsonl'),
      '{"type":"us',
    );
    transcript('-two/other.jsonl', join(root, 'code', 'shop-two'));
    writeFileSync(
      transcript('-shop/odd.jsonl', shop),
      jsonl(userLine('x', { cwd: shop, sessionId: 'odd' }), { type: 'dream' }),
    );
  });

  test('prints the documented shape, and nothing else', async () => {
    const { code, out } = await run({ json: true, since: '2026-11-20' });
    const rows = JSON.parse(out) as { [key: string]: unknown }[];
    expect(code).toBe(0);
    expect(rows.find(({ session }) => session === 'new')).toEqual({
      agent: 'claude',
      session: 'new',
      project: 'shop',
      file: join(claude, 'projects', '-shop', 'new.jsonl'),
      lines: 2,
      bytes: expect.any(Number),
      first: '2026-11-21T08:00:00.000Z',
      last: '2026-11-21T08:00:00.000Z',
      versions: ['2.1.42'],
      subagents: 2,
      read: 'whole',
      reason: '',
      unknown: {},
      name: null,
      tags: [],
      summary: null,
      prompt: 'hello',
    });
    expect(rows.find(({ session }) => session === 'odd')).toMatchObject({
      read: 'partly',
      reason: 'unknown types: dream 1',
      unknown: { dream: 1 },
    });
  });

  test('newest first; older than --since not at all', async () => {
    const listed = async (since?: string) => {
      const { out } = await run(since === undefined ? { json: true } : { json: true, since });
      return (JSON.parse(out) as { session: string }[]).map(({ session }) => session);
    };
    const order = (await listed()).filter((name) => name === 'new' || name === 'old');
    expect(order).toEqual(['new', 'old']);
    expect(await listed('2d')).toContain('new');
    expect(await listed('2d')).not.toContain('old');
    expect(await listed('2026-11-01T09:00:00Z')).not.toContain('old');
    expect(await listed('4w')).toContain('old');
  });

  test('from a sub-folder of a project without git: that of the memory above it', async () => {
    const plain = join(root, 'plain');
    put(plain, 'memory/genes.json', '[]');
    const below = join(plain, 'src');
    mkdirSync(below);
    transcript('-plain/plain.jsonl', plain);
    const { out } = await run({ json: true }, below);
    expect(JSON.parse(out)).toMatchObject([{ session: 'plain' }]);
    const elsewhere = await run({ json: true, project: '.' }, below);
    expect(elsewhere.out).toBe('[]');
  });

  test.each([
    ['Asia/Shanghai', '2026-11-21 16:00'],
    ['America/New_York', '2026-11-21 03:00'],
  ])('says when by the clock of the place, as --since takes it: %s', async (zone, when) => {
    vi.stubEnv('TZ', zone);
    expect((await run({ since: when.slice(0, 10) })).out).toContain(`${when}  new  shop`);
    vi.unstubAllEnvs();
  });

  test('what could not be read whole is told on standard error, agents included', async () => {
    const { talk, code } = await run({});
    expect(code).toBe(0);
    expect(talk).toContain(
      'odd.jsonl: The transcript could not be read whole: unknown types: dream 1.',
    );
    expect(talk).toContain(
      'agent-torn.jsonl: This is no transcript and was skipped: not JSON Lines.',
    );
  });

  test('--all and --project choose the project', async () => {
    const { out } = await run({ all: true, json: true });
    expect(out).toContain('"other"');
    const other = await run({ json: true, project: join(root, 'code', 'shop-two') });
    expect((JSON.parse(other.out) as unknown[]).length).toBe(1);
  });

  test('an empty project is an empty list and a word', async () => {
    const empty = join(root, 'code', 'empty');
    mkdirSync(empty);
    expect(await run({ json: true }, empty)).toMatchObject({ code: 0, out: '[]' });
    expect((await run({}, empty)).talk).toContain('No sessions found');
  });

  test('a --since nobody can read is refused', async () => {
    await expect(run({ since: 'yesterday' })).rejects.toThrow('takes a date or an age');
  });
});

const data = realData('transcripts');
describe.skipIf(data === undefined)(`real transcripts (${noRealData})`, () => {
  test('every file is a session or an agent of one, as a plain count finds', () => {
    const folder = join(data ?? '', 'dev');
    const files = filesBelow(join(folder, 'projects'), '.jsonl');
    const { sessions, problems } = findSessions(folder);
    const agents = sessions.flatMap((session) => session.agents);
    expect(problems).toEqual([]);
    expect(sessions.length + agents.length).toBe(files.length);
    const nested = files.filter((file) => /[\\/]subagents[\\/]/.test(file));
    const startedThere = nested.filter((file) =>
      readdirSync(dirname(dirname(dirname(file)))).includes(
        `${basename(dirname(dirname(file)))}.jsonl`,
      ),
    );
    expect(agents.filter(({ started_by }) => started_by !== undefined)).toHaveLength(
      startedThere.length,
    );
  });
});
