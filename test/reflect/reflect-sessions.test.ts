import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeAsset } from '../../src/application/memory/wording.js';
import { archive } from '../../src/commands/sessions/archive.js';
import { eventId } from '../../src/learn/log/event.js';
import { parseCandidate } from '../../src/reflect/candidate.js';
import { parseFacet } from '../../src/reflect/facet.js';
import { parseFindings } from '../../src/reflect/finding.js';
import { parseVerdicts } from '../../src/reflect/verdict.js';
import type { Asset, Candidate, Event, Gene, Prematch, Verdict } from '../../src/schema.gen.js';
import * as examples from '../../src/terminal/help-examples.js';
import { born, gene, proved } from '../support/memory.js';
import { fileOf, writeSession } from '../support/recall-home.js';
import {
  askFirst,
  at,
  classifyFirst,
  type Desk,
  facetOf,
  findNoScene,
  makeDesk,
  quietSession,
  sortingSession,
  sortingVerdict,
} from '../support/reflect-home.js';
import { run } from '../support/run-command.js';
import { put } from '../support/scratch.js';
import {
  assistantLine,
  callLine,
  jsonl,
  refusalLine,
  resultLine,
  thinkingLine,
  userLine,
} from '../support/transcript-lines.js';

let desk: Desk;
afterEach(() => desk.home.remove());

const names = (json: { sessions: { session: string }[] }) =>
  json.sessions.map(({ session }) => session);
const failing = (id: string, minute: number) => [
  callLine('Bash', { command: 'npm run build', description: 'b' }, id, at(minute)),
  resultLine(id, 'Exit code 1\nsrc/a.ts(3,1): error TS2345: Argument of type', {
    is_error: true,
    ...at(minute),
  }),
];

describe('the sessions that are chosen', () => {
  beforeEach(() => {
    desk = makeDesk([gene('classify-first')]);
  });

  test('are those with most rejections and loops first, then the newest', async () => {
    quietSession(desk.home, 'a-quiet');
    writeSession(
      desk.home,
      'b-loop',
      userLine('build it', at(1)),
      ...failing('x', 2),
      ...failing('y', 3),
    );
    sortingSession(
      desk.home,
      'c-sorting',
      userLine('no, not like that', at(10)),
      assistantLine('ok', at(11)),
    );
    writeSession(
      desk.home,
      'd-newer',
      userLine('hello there', at(30)),
      assistantLine('Hello', at(31)),
      callLine('Read', { file_path: '/a' }, 'read', at(31)),
    );
    writeSession(desk.home, 'e-greeting', userLine('hi', at(40)), assistantLine('Hello', at(41)));
    const { json } = await desk.ask('retro start', ['mid']);
    expect(names(json)).toEqual(['c-sorting', 'b-loop', 'd-newer', 'a-quiet']);
    expect(
      json.sessions.map(({ rejections, loops }: { rejections: number; loops: number }) => [
        rejections,
        loops,
      ]),
    ).toEqual([
      [2, 0],
      [0, 1],
      [0, 0],
      [0, 0],
    ]);
  });

  test('are at most so many, and what is left is said', async () => {
    for (let index = 0; index < 5; index++) quietSession(desk.home, `s-${index}`);
    const { json } = await desk.ask('retro start', ['mid'], undefined, { options: { limit: '2' } });
    expect([json.sessions.length, json.left_for_later]).toEqual([2, 3]);
  });

  test('are told apart from those that the archive alone holds, with what brings one back', async () => {
    const archived = async (options: { [name: string]: boolean | string }) =>
      run(archive, { cwd: desk.home.shop, env: desk.home.env, options });
    const start = (options = {}) =>
      desk.ask('retro start', ['mid'], undefined, { options: { abandon: true, ...options } });
    quietSession(desk.home, 'gone');
    const elsewhere = join('projects', '-elsewhere', 'elsewhere.jsonl');
    put(
      desk.home.claude,
      elsewhere,
      '{"type":"user","cwd":"/elsewhere","message":{"content":"hi"}}\n',
    );
    utimesSync(join(desk.home.claude, elsewhere), 1_700_000_000, 1_700_000_000);
    quietSession(desk.home, 'here');
    await archived({ on: true });
    rmSync(fileOf(desk.home, 'gone'));
    rmSync(join(desk.home.claude, elsewhere));
    const { json } = await start();
    expect([names(json), json.archived]).toEqual([['here'], ['gone']]);
    expect((await start({ all: true })).json.archived).toEqual(['gone', 'elsewhere']);
    expect((await start({ all: true, json: false })).out).toContain(
      '2 unread sessions are only in the archive: madness archive --restore gone restores the newest',
    );
    expect((await start({ json: false })).out).toContain(
      '1 unread session is only in the archive: madness archive --restore gone restores it',
    );
    await desk.ask('facet add', ['here'], facetOf());
    await findNoScene(desk, 'here');
    const none = await start();
    expect([none.code, none.talk]).toEqual([2, expect.stringContaining('--restore gone')]);
    await archived({ restore: 'gone' });
    expect(names((await start()).json)).toEqual(['gone']);
  });

  test('do not hold the one in which the retrospective runs, nor any that was reviewed', async () => {
    for (const name of ['own', 'read', 'new']) sortingSession(desk.home, name);
    await desk.ask('facet add', ['read'], facetOf());
    const { json } = await desk.ask('retro start', ['mid'], undefined, {
      env: { CLAUDE_CODE_SESSION_ID: 'own' },
    });
    expect(names(json)).toEqual(['new']);
    expect(json.left_out).toEqual([{ session: 'own', reason: 'this retrospective runs in it' }]);
  });

  test('hold one in which a single rule was judged, but none that a review judged whose facets are elsewhere', async () => {
    const steps = ['define the standard', 'sort', 'revise'].map((step) => ({ step, done: false }));
    sortingSession(desk.home, 'asked-at-its-end');
    await desk.ask('verdict add', [], sortingVerdict('asked-at-its-end', { steps }));
    const first = await desk.ask('retro start', ['mid']);
    expect(names(first.json)).toEqual(['asked-at-its-end']);
    sortingSession(desk.home, 'reviewed');
    const options = { abandon: true };
    const second = await desk.ask('retro start', ['mid'], undefined, { options });
    expect(names(second.json).sort()).toEqual(['asked-at-its-end', 'reviewed']);
    await desk.ask('verdict add', [], sortingVerdict('reviewed', { steps }));
    const third = await desk.ask('retro start', ['mid'], undefined, { options });
    expect(names(third.json)).toEqual(['asked-at-its-end']);
  });

  test('hold no retrospective of before, unless other work was done in it', async () => {
    const reviewed = [
      userLine('/madness mid, please', at(1)),
      callLine('Bash', { command: 'madness retro start mid', description: 'x' }, 'r1', at(2)),
      callLine('AskUserQuestion', { questions: [] }, 'r2', at(3)),
      callLine('Bash', { command: 'git diff CLAUDE.md', description: 'x' }, 'r5', at(4)),
      callLine('Bash', { command: 'madness retro finish', description: 'x' }, 'r3', at(4)),
    ];
    const fixed = callLine('Edit', { file_path: 'a.ts' }, 'r4', at(5));
    quietSession(desk.home, 'talk');
    writeSession(desk.home, 'review', ...reviewed);
    writeSession(desk.home, 'review-and-work', ...reviewed, fixed);
    const { json } = await desk.ask('retro start', ['mid']);
    expect(names(json).sort()).toEqual(['review-and-work', 'talk']);
    expect(json.left_out).toEqual([
      { session: 'review', reason: 'it was a retrospective itself, without other work' },
    ]);
  });

  test('hold none in which a retrospective of before went on, by whatever path madness was run', async () => {
    const ran = (name: string, ...commands: string[]) =>
      writeSession(
        desk.home,
        name,
        userLine('No, go on with the review where it stopped', at(1)),
        ...commands.map((command, index) =>
          callLine('Bash', { command, description: 'x' }, `${name}${index}`, at(index + 2)),
        ),
      );
    ran('next-day', 'madness retro status', 'madness protocol genes', 'madness candidate add');
    ran('ended-there', 'madness candidate accept 6af3fe9b', 'madness retro finish');
    ran('by-path', '"/home/ann lee/bin/madness" retro start mid', '/opt/madness retro finish');
    ran('door', 'madness agent retro status', 'madness agent protocol genes');
    ran('door-by-path', '"/home/ann lee/bin/madness" agent retro finish');
    ran('asked-at-its-end', 'madness candidate add --file -', 'madness retro status');
    const { json } = await desk.ask('retro start', ['mid']);
    expect(names(json)).toEqual(['asked-at-its-end']);
    expect(json.left_out.map(({ session }: { session: string }) => session).sort()).toEqual([
      'by-path',
      'door',
      'door-by-path',
      'ended-there',
      'next-day',
    ]);
  });

  test('are of this project, unless all are asked for', async () => {
    quietSession(desk.home, 'here');
    const there = join(desk.home.claude, 'projects', '-elsewhere');
    mkdirSync(there, { recursive: true });
    writeFileSync(
      join(there, 'there.jsonl'),
      jsonl(
        userLine('hi there', { cwd: '/home/dev/elsewhere', sessionId: 'there' }),
        assistantLine('Hi', { sessionId: 'there' }),
        userLine('and again', { cwd: '/home/dev/elsewhere', sessionId: 'there' }),
      ),
    );
    expect(names((await desk.ask('retro start', ['mid'])).json)).toEqual(['here']);
    const all = await desk.ask('retro start', ['mid'], undefined, {
      options: { abandon: true, all: true },
    });
    expect(names(all.json).sort()).toEqual(['here', 'there']);
    expect(desk.retro().sessions.find(({ session }) => session === 'there')?.project).toBe(
      'elsewhere',
    );
  });

  test('hold none that could not be read or in which nobody typed; each is named with the reason', async () => {
    quietSession(desk.home, 'good');
    writeFileSync(fileOf(desk.home, 'foreign'), '{"some":"thing"}\n');
    writeSession(desk.home, 'silent', assistantLine('I talk to myself', at(1)));
    const { json } = await desk.ask('retro start', ['mid']);
    expect(names(json)).toEqual(['good']);
    const reasons = Object.fromEntries(
      json.left_out.map(({ session, reason }: { session: string; reason: string }) => [
        session,
        reason,
      ]),
    );
    expect(reasons.silent).toBe('the user typed nothing in it');
  });

  test('say how much of each could be read', async () => {
    const file = quietSession(desk.home, 'torn');
    writeFileSync(file, '{"type":"user","mess', { flag: 'a' });
    const { json } = await desk.ask('retro start', ['mid']);
    expect(json.sessions[0]).toMatchObject({
      read: 'partly',
      reason: expect.stringContaining('cut off'),
    });
    await desk.ask('facet add', ['torn'], facetOf());
    expect(JSON.parse(desk.read('facets/torn.json'))).toMatchObject({
      read: 'partly',
      lines: 4,
      project: 'shop',
      last: '2026-11-20T08:03:00.000Z',
    });
  });
});

describe('where there is nothing to review', () => {
  beforeEach(() => {
    desk = makeDesk([gene('classify-first')]);
  });

  test('since all was read for the one that is to be given up, that one stays and is named', async () => {
    quietSession(desk.home, 's-1');
    const { json } = await desk.ask('retro start', ['mid']);
    await desk.ask('facet add', ['s-1'], facetOf({ loops: [], learnings: [], signals: [] }));
    await findNoScene(desk, 's-1');
    const again = await desk.ask('retro start', ['mid'], undefined, { options: { abandon: true } });
    expect([again.code, again.talk]).toEqual([
      2,
      expect.stringContaining(`${json.id} was not given up: madness retro status goes on with it.`),
    ]);
    expect((await desk.ask('retro status')).json.id).toBe(json.id);
  });

  test.each<[string, (desk: Desk) => unknown, string]>([
    ['no session', () => undefined, 'of this project'],
    [
      'only the one in which it runs',
      ({ home }) => quietSession(home, 'own'),
      'the only new one is left out (own: this retrospective runs in it)',
    ],
    [
      'only silent ones',
      ({ home }) =>
        [1, 2].map((index) => writeSession(home, `s-${index}`, assistantLine('hm', at(1)))),
      'all 2 new ones are left out',
    ],
  ])('with %s it says so', async (_, prepare, says) => {
    prepare(desk);
    const { code, talk } = await desk.ask('retro start', ['mid'], undefined, {
      env: { CLAUDE_CODE_SESSION_ID: 'own' },
    });
    expect([code, talk]).toEqual([2, expect.stringContaining(says)]);
    expect(desk.has('work/retro.json')).toBe(false);
  });

  test('with all reviewed it says so; one new session is enough', async () => {
    quietSession(desk.home, 's-1');
    await desk.ask('facet add', ['s-1'], facetOf());
    const { code, talk } = await desk.ask('retro start', ['mid']);
    expect([code, talk]).toEqual([2, expect.stringContaining('a retrospective has read all 1')]);
    quietSession(desk.home, 's-2');
    expect(names((await desk.ask('retro start', ['mid'])).json)).toEqual(['s-2']);
  });
});

test('a final review right after another has no session to read, and still tells of the goals', async () => {
  desk = makeDesk([gene('classify-first')]);
  const start = (mode: string) => desk.ask('retro start', [mode]);
  expect((await start('final')).code).toBe(2);
  quietSession(desk.home, 's-1');
  await desk.ask('facet add', ['s-1'], facetOf());
  expect((await start('mid')).code).toBe(2);
  const { code, json } = await start('final');
  expect([code, json.sessions]).toEqual([0, []]);
  expect(json.next).toMatch(
    /^by madness protocol analysis: madness facet list --json --all, then madness retro add/,
  );
  expect((await desk.ask('retro finish')).code).toBe(2);
  const nothing = { kind: 'nothing', title: 'All was told', words: 'No goals.', quotes: [] };
  expect((await desk.ask('retro note', [], nothing)).code).toBe(0);
  const finished = await desk.ask('retro finish');
  expect([finished.code, finished.json.exported]).toEqual([0, 0]);
  expect(desk.read(finished.json.report)).toContain('0 sessions read');
});

describe('the rules to look at in a session', () => {
  const matched = async (asset: Asset, ...lines: object[]): Promise<Prematch | undefined> => {
    desk = makeDesk([asset]);
    writeSession(desk.home, 's-1', ...(lines as Record<string, unknown>[]));
    const { json } = await desk.ask('retro start', ['mid']);
    return json.sessions[0].prematched[0];
  };
  const shell = (command: string) => callLine('Bash', { command, description: 'x' }, 'c', at(2));
  const plain = { trigger: 'zzz', title: 'zzz', tags: [] };

  test.each<[string, Asset['when'], object, string]>([
    ['a signal', { signals: ['error:typescript'] }, {}, 'error:typescript'],
    [
      'a command',
      { commands: ['git rebase'] },
      shell('cd sub && GIT_EDITOR=true git rebase main'),
      'git rebase',
    ],
    [
      'a path',
      { paths: ['db/**/*.sql'] },
      callLine('Edit', { file_path: '/home/dev/shop/db/v1/a.sql' }, 'e', at(2)),
      'db/**/*.sql',
    ],
    [
      'a file name',
      { paths: ['*.sql'] },
      callLine('Read', { file_path: '/home/dev/shop/db/v1/a.sql' }, 'e', at(2)),
      '*.sql',
    ],
    [
      'a folder in parentheses',
      { paths: ['app/(shop)/**'] },
      callLine('Edit', { file_path: '/home/dev/shop/app/(shop)/page.tsx' }, 'e', at(2)),
      'app/(shop)/**',
    ],
    [
      'a folder in brackets',
      { paths: ['app/[...slug]/*'] },
      callLine('Edit', { file_path: '/home/dev/shop/app/[...slug]/page.tsx' }, 'e', at(2)),
      'app/[...slug]/*',
    ],
    [
      'one of the letters in brackets',
      { paths: ['src/[ab].ts'] },
      callLine('Edit', { file_path: '/home/dev/shop/src/b.ts' }, 'e', at(2)),
      'src/[ab].ts',
    ],
    [
      'a tool',
      { tools: ['WebFetch'] },
      callLine('WebFetch', { url: 'https://a.example' }, 'e', at(2)),
      'WebFetch',
    ],
    ['a word of a prompt', { prompts: ['deploy'] }, userLine('Deploy it', at(2)), 'deploy'],
    [
      'a Chinese word of a prompt',
      { prompts: ['发布'] },
      userLine('现在发布到线上', at(2)),
      '发布',
    ],
  ])('are found by %s', async (what, when, line, found) => {
    const rule = gene('r', { ...plain, ...(when === undefined ? {} : { when }) });
    const lines = what === 'a signal' ? failing('x', 2) : [{ ...line, cwd: '/home/dev/shop' }];
    const match = await matched(
      rule,
      userLine('hello', { ...at(1), cwd: '/home/dev/shop' }),
      ...lines,
    );
    expect(match).toMatchObject({ asset: 'r', by: 'when', words: [found] });
    expect(match?.lines).toEqual([what === 'a signal' ? 3 : 2]);
  });

  test.each<[string, Asset['when'], string]>([
    ['another command that begins alike', { commands: ['git rebase'] }, 'git rebase-todo'],
    [
      'a tool that everything uses, beside a command that did not run',
      { tools: ['Bash'], commands: ['git rebase'] },
      'ls -l',
    ],
    ['a word within a word', { prompts: ['late'] }, 'echo hi'],
  ])('are not found by %s', async (_, when, command) => {
    const rule = gene('r', { ...plain, ...(when === undefined ? {} : { when }) });
    expect(await matched(rule, userLine('translate this', at(1)), shell(command))).toBeUndefined();
  });

  test('are not looked for until the end of days: no path repeats what repeats', async () => {
    const rule = gene('r', { ...plain, when: { paths: ['((a|aa)+)+b'] } });
    const edit = callLine('Edit', { file_path: `/home/dev/shop/${'a'.repeat(60)}c` }, 'e', at(2));
    expect(await matched(rule, userLine('hello', at(1)), edit)).toBeUndefined();
  });

  test.each<[string, Partial<Asset>, string]>([
    [
      'English',
      {
        title: 'Agree on a standard before classifying',
        trigger: 'issues > 10 AND categories_undefined',
      },
      'Please classify these issues for me',
    ],
    [
      'Chinese',
      { title: '分类前先定标准', trigger: '条目超过十个且分类标准未定' },
      '帮我把这些反馈分类，标准还没有定',
    ],
    [
      'mixed',
      { title: '数据库迁移前先备份', trigger: 'db migration AND production', tags: ['数据库'] },
      '今天要在 production 上跑数据库迁移',
    ],
  ])('are found by words of the trigger and the title (%s)', async (_, wording, prompt) => {
    const match = await matched(
      gene('r', wording as object),
      userLine('hello', at(1)),
      assistantLine('Hello', at(2)),
      userLine(prompt, at(3)),
    );
    expect(match).toMatchObject({ asset: 'r', by: 'words', lines: [3] });
  });

  test('are not found by one common word, in either language', async () => {
    const rules = [
      gene('a', { title: 'Agree on a standard before classifying', trigger: 'issues > 10' }),
      gene('b', { title: '分类前先定标准', trigger: '条目超过十个' }),
    ];
    desk = makeDesk(rules);
    writeSession(
      desk.home,
      's-1',
      userLine('what is the standard size of A4?', at(1)),
      assistantLine('210 mm', at(2)),
      userLine('我们今天吃什么', at(3)),
    );
    const { json } = await desk.ask('retro start', ['mid']);
    expect(json.sessions[0].prematched).toEqual([]);
  });

  test('are not found by what madness was told or said, which is no evidence', async () => {
    desk = makeDesk([
      gene('by-words', { title: 'Sort issues into categories', trigger: 'issues, categories' }),
      gene('by-command', { ...plain, when: { commands: ['madness add'] } }),
      gene('by-signal', { ...plain, when: { signals: ['error:git'] } }),
    ]);
    const command = `"/p/madness" add gene --file - <<< '{"title": "Sort issues into categories"}'`;
    writeSession(
      desk.home,
      's-1',
      userLine('keep it, please', at(1)),
      callLine('Bash', { command, description: 'x' }, 'c', at(2)),
      resultLine('c', 'Exit code 128\nfatal: not a git repository', { is_error: true, ...at(3) }),
    );
    const { json } = await desk.ask('retro start', ['mid']);
    expect(json.sessions[0].prematched).toEqual([]);
  });

  test('hold those that lost their confidence, not those a person retired; nobody is told how sure they are', async () => {
    const about = { title: 'Sort issues into categories', trigger: 'issues and categories' };
    desk = makeDesk(
      ['weak', 'retired', 'strong'].map((id) => gene(id, about)),
      [
        born('weak', 0.2),
        born('retired', 0.9),
        born('strong', 0.9),
        { ts: '2026-01-03T00:00:00Z', event: 'deprecate', asset_type: 'gene', asset_id: 'retired' },
      ],
    );
    sortingSession(desk.home, 's-1');
    const { json, out } = await desk.ask('retro start', ['mid']);
    expect(json.sessions[0].prematched.map(({ asset }: Prematch) => asset).sort()).toEqual([
      'strong',
      'weak',
    ]);
    await desk.ask('facet add', ['s-1'], facetOf());
    const list = await desk.ask('verdict list', ['s-1']);
    expect(list.json.rules).toHaveLength(2);
    expect(out + list.out).not.toMatch(/confidence|0\.9|0\.2/);
  });
});

test('who reads one session is told what is left in that one, and nothing of the others', async () => {
  desk = makeDesk([
    gene('classify-first', {
      title: 'Sort issues',
      trigger: 'issues',
      method: ['define the standard', 'sort'],
    }),
  ]);
  for (const name of ['s-1', 's-2']) sortingSession(desk.home, name);
  await desk.ask('retro start', ['mid']);
  const facet = await desk.ask('facet add', ['s-2'], facetOf());
  expect(facet.json.next).toBe(
    'madness verdict list s-2, then its "verdicts": madness retro add --file -',
  );
  const judged = await desk.ask('verdict add', [], sortingVerdict('s-2'));
  expect(judged.json.next).toBe('madness retro status');
  expect((await desk.ask('retro status')).json.next).toContain('madness retro read s-1');
});

describe('before the first retrospective', () => {
  test('the status of a project without a memory is no failure, and says how to begin', async () => {
    desk = makeDesk();
    rmSync(join(desk.home.shop, 'memory'), { recursive: true });
    const { code, out } = await desk.ask('retro status', [], undefined, {
      options: { json: false },
    });
    expect([code, out]).toEqual([0, 'No memory here yet.\nnext: madness protocol init']);
    const named = await desk.ask('retro status', [], undefined, {
      options: { memory: 'elsewhere' },
    });
    expect([named.code, named.talk]).toEqual([2, expect.stringContaining('holds no memory')]);
  });

  test('the first one is the next', async () => {
    desk = makeDesk();
    const { json } = await desk.ask('retro status');
    expect(json).toMatchObject({ state: 'none', next: 'madness retro start init' });
  });
});

describe('a retrospective that is interrupted', () => {
  const rule = gene('classify-first', {
    title: 'Sort issues into categories',
    trigger: 'issues',
    method: ['define the standard', 'sort'],
  });

  test('goes on where it stood, whatever was lost meanwhile', async () => {
    desk = makeDesk([rule]);
    for (const name of ['s-1', 's-2']) sortingSession(desk.home, name);
    await desk.ask('retro start', ['mid']);
    const open = async () => {
      const { steps } = (await desk.ask('retro status')).json;
      return steps
        .filter(({ state }: { state: string }) => state === 'open')
        .map(({ step, done, open: left }: Record<string, unknown>) => `${step} ${done}/${left}`);
    };
    expect(await open()).toEqual(['facets 0/2', 'validation 0/2', 'analysis 0/1', 'report 0/1']);
    await desk.ask('facet add', ['s-1'], facetOf());
    expect(await open()).toEqual(['facets 1/1', 'validation 0/2', 'analysis 0/1', 'report 0/1']);
    await desk.ask('retro skip', ['s-2'], undefined, {
      options: { reason: 'much like the first' },
    });
    expect(await open()).toEqual(['validation 0/1', 'analysis 0/1', 'report 0/1']);
    await desk.ask('verdict add', [], sortingVerdict('s-1'));
    expect(await open()).toEqual(['analysis 0/1', 'report 0/1']);
    await desk.ask('retro note', [], {
      kind: 'nothing',
      title: 'Nothing',
      words: 'Nothing to report.',
    });
    expect(await open()).toEqual(['report 0/1']);
    const text = await desk.ask('retro status', [], undefined, { options: { json: false } });
    expect(text.out).toContain('next: madness retro finish');
  });

  test('says what is open in words a model can run', async () => {
    desk = makeDesk([rule]);
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    const { out } = await desk.ask('retro status', [], undefined, { options: { json: false } });
    expect(out).toContain('NOW   facets');
    expect(out).toContain(
      'next: for s-1 a fresh sub-agent: madness retro read s-1, then madness retro add --file -',
    );
  });

  test('says in which session it is asked, which a quote of its user has to name', async () => {
    desk = makeDesk([rule]);
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    const env = { CLAUDE_CODE_SESSION_ID: '5e55a000' };
    const status = await desk.ask('retro status', [], undefined, { env, options: { json: false } });
    expect(status.out).toContain('\n  you are in session 5e55a000\n');
    const finding = { kind: 'autopsy', title: 'T', words: 'W' };
    const quotes = [{ session: 'THIS', text: 'ok' }];
    const note = await desk.ask('retro note', [], { ...finding, quotes }, { env });
    expect(note.json.problems[0].hint).toMatch(/\n {4}This session is 5e55a000$/);
  });

  test('is given up on purpose only, and its facets and verdicts stay', async () => {
    desk = makeDesk([rule]);
    for (const name of ['s-1', 's-2']) sortingSession(desk.home, name);
    await desk.ask('retro start', ['mid']);
    await desk.ask('facet add', ['s-1'], facetOf());
    await desk.ask('verdict add', [], {
      session: 's-1',
      asset: rule.id,
      scene: { occurred: false },
    });
    const { json } = await desk.ask('retro start', ['final'], undefined, {
      options: { abandon: true },
    });
    expect([json.id, names(json)]).toEqual(['2026-11-22-final', ['s-2']]);
    expect(JSON.parse(desk.read('work/retro-2026-11-22-mid.json'))).toMatchObject({
      abandoned_at: '2026-11-22T12:00:00Z',
    });
    expect(desk.has('facets/s-1.json')).toBe(true);
  });

  test('of two that are started at once one begins', async () => {
    desk = makeDesk([rule]);
    sortingSession(desk.home, 's-1');
    const both = await Promise.all([
      desk.ask('retro start', ['mid']),
      desk.ask('retro start', ['final']),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
    expect(both.find(({ code }) => code === 2)?.talk).toContain('is in work since');
  });

  test('keeps every verdict and finding that is handed in at once', async () => {
    desk = makeDesk([rule]);
    const all = [1, 2, 3, 4].map((index) => `s-${index}`);
    for (const name of all) sortingSession(desk.home, name);
    await desk.ask('retro start', ['mid']);
    await Promise.all(all.map((name) => desk.ask('facet add', [name], facetOf())));
    await Promise.all([
      ...all.map((name) => desk.ask('verdict add', [], sortingVerdict(name))),
      ...all.map((name) =>
        desk.ask('retro note', [], { kind: 'project_note', title: name, words: 'x' }),
      ),
    ]);
    expect(desk.retro().findings).toHaveLength(4);
    expect(desk.events().filter(({ event }) => event === 'validate')).toHaveLength(4);
  });
});

describe('the goals of the project', () => {
  const goal = (more: object) => ({
    kind: 'goal',
    title: 'Shipping',
    words: 'Half of it is out.',
    goal: 'Ship the shop',
    progress: 'nearer',
    quotes: [{ session: 's-1', text: 'thanks, that is what I meant' }],
    ...more,
  });

  test('are asked about until a finding says how far they are, in their own words', async () => {
    desk = makeDesk([gene('r')]);
    const goals = [{ goal: 'Ship the shop', criteria: ['customers pay'] }];
    const config = JSON.stringify({ project: 'shop', language: 'en', goals });
    writeFileSync(join(desk.home.shop, 'memory/config.json'), config);
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    const status = async () => (await desk.ask('retro status')).json.goals;
    expect(await status()).toEqual([{ ...goals[0], noted: false }]);
    const other = await desk.ask('retro note', [], goal({ goal: 'Ship it' }));
    expect(other.rules).toEqual(['finding/no-goal']);
    expect(other.json.problems[0].message).toContain('Ship the shop');
    expect((await desk.ask('retro note', [], goal({}))).code).toBe(0);
    expect(await status()).toMatchObject([{ noted: true }]);
  });
});

test('names that no text of ours may hold cost nothing but themselves', async () => {
  desk = makeDesk([
    gene('classify-first', { title: 'Sort issues', trigger: 'issues', method: ['x'] }),
  ]);
  const folder = join(desk.home.claude, 'projects', '-odd');
  mkdirSync(folder, { recursive: true });
  const odd = { cwd: '/home/dev/odd <!-- name\u200b ```', sessionId: 's-1' };
  const lines = [
    userLine('sort the issues', { ...odd, ...at(1) }),
    assistantLine('done', odd),
    userLine('sort them again', { ...odd, ...at(2) }),
  ];
  writeFileSync(join(folder, 's-1.jsonl'), `${jsonl(...lines)}{"type":"<!-- strange\u200b -->"}\n`);
  const { json } = await desk.ask('retro start', ['mid'], undefined, { options: { all: true } });
  expect(json.sessions[0]).toMatchObject({
    session: 's-1',
    project: 'odd name ```',
    read: 'partly',
  });
  expect((await desk.ask('retro status')).json.id).toBe('2026-11-22-mid');
  await desk.ask('facet add', ['s-1'], facetOf());
  const none = { session: 's-1', asset: 'classify-first', scene: { occurred: false } };
  expect((await desk.ask('verdict add', [], none)).json.recorded).toHaveLength(1);
  expect((await desk.ask('facet list')).json).toHaveLength(1);
  expect((await desk.ask('retro status')).json.steps[2]).toMatchObject({ done: 1, open: 0 });
});

test('a quote is kept as it was said, however it was typed', async () => {
  desk = makeDesk([gene('r')]);
  writeSession(desk.home, 's-1', userLine('别动别的，注册接口不要改！', at(1)));
  const quotes = [{ text: '别动别的,注册接口不要改!' }];
  await desk.ask('facet add', ['s-1'], facetOf({ learnings: [{ learning: 'x', quotes }] }));
  expect(JSON.parse(desk.read('facets/s-1.json')).learnings[0].quotes).toEqual([
    { text: '别动别的，注册接口不要改！', line: 1, role: 'user' },
  ]);
});

describe('words of a sub-agent', () => {
  test('prove something of the session that started it, and say where they stand', async () => {
    desk = makeDesk([gene('r')]);
    const file = quietSession(desk.home, 's-1');
    const agents = join(file.slice(0, -'.jsonl'.length), 'subagents');
    mkdirSync(agents, { recursive: true });
    writeFileSync(
      join(agents, 'agent-a1.jsonl'),
      jsonl(
        assistantLine('The cache was never cleared', {
          isSidechain: true,
          agentId: 'a1',
          sessionId: 's-1',
          cwd: desk.home.shop,
        }),
      ),
    );
    const learning = (quote: object) =>
      facetOf({ learnings: [{ learning: 'x', quotes: [quote as { text: string }] }] });
    const first = await desk.ask(
      'facet add',
      ['s-1'],
      learning({ text: 'The cache was never cleared' }),
    );
    expect(first.code).toBe(0);
    expect(JSON.parse(desk.read('facets/s-1.json')).learnings[0].quotes).toEqual([
      { text: 'The cache was never cleared', line: 1, role: 'assistant', file: 'agent-a1' },
    ]);
    expect(
      (
        await desk.ask(
          'facet add',
          ['s-1'],
          learning({ text: 'The cache was cleared', file: 'agent-a1' }),
        )
      ).rules,
    ).toEqual(['quote/not-found']);
  });

  test('judged by its own name it is the session that is judged, once, and that it taught', async () => {
    desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
    const file = quietSession(desk.home, 's-1');
    const agents = join(file.slice(0, -'.jsonl'.length), 'subagents');
    mkdirSync(agents, { recursive: true });
    const of = { isSidechain: true, agentId: 'a1', sessionId: 's-1', cwd: desk.home.shop };
    writeFileSync(
      join(agents, 'agent-a1.jsonl'),
      jsonl(
        userLine('sort these 40 issues into categories', of),
        assistantLine('I define the standard on three samples', of),
        assistantLine('I classify all of them by the standard', of),
        callLine('Bash', { command: 'npm test', description: 'test' }, 'b1', of),
        resultLine('b1', 'all 40 tests of the sorting passed', of),
      ),
    );
    const more: Partial<Verdict> = {
      outcome: { result: 'achieved', quote: { text: 'all 40 tests of the sorting passed' } },
    };
    const learnt = {
      ...askFirst,
      sessions: ['agent-a1'],
      quotes: [{ session: 'agent-a1', text: 'all 40 tests of the sorting passed' }],
    };
    await desk.ask('verdict add', [], sortingVerdict('agent-a1', more));
    const again = await desk.ask('verdict add', [], sortingVerdict('s-1', more));
    expect(again.json.unchanged).toHaveLength(1);
    const verdicts = desk.events().filter(({ event }) => event === 'validate');
    expect(verdicts).toMatchObject([
      { session: 's-1', quotes: [{ file: 'agent-a1' }, {}, {}, {}] },
    ]);
    const { id } = (await desk.ask('candidate add', [], learnt)).json;
    expect(JSON.parse(desk.read(`work/candidates/${id}.json`))).toMatchObject({
      sessions: ['s-1'],
      quotes: [{ session: 's-1', file: 'agent-a1' }],
    });
  });
});

describe('inside the client', () => {
  const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'own' };
  beforeEach(async () => {
    desk = makeDesk([gene('older', { title: 'Older', trigger: 'older' })]);
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid'], undefined, { env });
  });

  test('verdicts, facets and findings need nobody: their quotes prove them', async () => {
    expect((await desk.ask('facet add', ['s-1'], facetOf(), { env })).code).toBe(0);
  });
});

describe('a candidate', () => {
  const newer = {
    ...askFirst,
    asset: { type: 'gene', id: 'newer', title: 'N', method: ['m'], when: { prompts: ['issues'] } },
  };
  const older = gene('older', { title: 'Older', trigger: 'older things' });
  beforeEach(() => {
    desk = makeDesk([older], [born('older', 0.8)]);
    sortingSession(desk.home, 's-1');
  });
  const asset = (id: string) =>
    (JSON.parse(desk.read('genes.json')) as Asset[]).find((one) => one.id === id);

  test('is not given the id of a rule that was taken back with its verdicts in the log', async () => {
    const former = born('newer');
    const revert = { ...former, event: 'revert', confidence_delta: 0, reverts: eventId(former) };
    desk = makeDesk([older], [born('older', 0.8), former, proved('newer', 's-0'), revert as Event]);
    sortingSession(desk.home, 's-1');
    const { id } = (await desk.ask('candidate add', [], newer)).json;
    const { code, json } = await desk.ask('candidate accept', [id]);
    expect(code).toBe(1);
    expect(json.problems).toMatchObject([{ rule: 'asset/former-life', at: 'newer' }]);
    expect(asset('newer')).toBeUndefined();
  });

  const joining = async (action: string, draft: object, more: object = {}) => {
    const decision = { action, into: 'older' };
    const { id } = (
      await desk.ask('candidate add', [], { ...askFirst, ...more, asset: draft, decision })
    ).json;
    expect((await desk.ask('candidate accept', [id])).code).toBe(0);
    return asset('older');
  };
  const numbers = { version: 2, confidence: 0.8 };

  test('that is to merge gives the older rule the wording that was confirmed, and keeps its numbers', async () => {
    const draft = { type: 'gene', title: 'Ask first', method: ['ask', 'wait'] };
    const merged = await joining('merge', draft, { skip: 'few issues' });
    expect(merged).toMatchObject({
      title: 'Ask first',
      trigger: askFirst.if,
      skip_when: 'few issues',
      method: ['ask', 'wait'],
      ...numbers,
    });
    expect(merged?.evidence?.[0]).toMatchObject({ session: 's-1', line: 4 });
    const again = await joining('merge', { type: 'gene', method: ['ask'] });
    expect(again).toMatchObject({ skip_when: 'few issues', method: ['ask'] });
  });

  test('that is to be absorbed changes of the older rule what its draft states, and nothing else', async () => {
    const draft = { type: 'gene', title: 'Few need none', skip_when: 'few issues' };
    const absorbed = await joining('absorb', draft);
    expect(absorbed).toMatchObject({
      title: 'Older',
      trigger: 'older things',
      skip_when: 'few issues',
      method: older.method,
      ...numbers,
    });
    expect(absorbed?.evidence?.[0]).toMatchObject({ session: 's-1', line: 4 });
  });

  test.each([
    [49, 0],
    [50, 1],
  ])('says what evidence found no room beside %s pieces', async (many, left) => {
    const lessons = Array.from({ length: many }, (_, index) => ({ lesson: `so it went ${index}` }));
    desk = makeDesk([{ ...older, evidence: lessons }], [born('older', 0.8)]);
    sortingSession(desk.home, 's-1');
    const decision = { action: 'absorb', into: 'older' };
    const draft = { type: 'gene', skip_when: 'few issues' };
    const { json, talk } = await desk.ask('candidate add', [], {
      ...askFirst,
      asset: draft,
      decision,
    });
    await desk.ask('candidate accept', [json.id]);
    const line = `${left} piece of evidence left out: a rule keeps 50, the user's own words first`;
    expect(talk.includes(line)).toBe(left > 0);
    expect(asset('older')?.evidence).toHaveLength(50);
  });

  test('an older rule with lines of its own for the block is shown by its new wording', async () => {
    const inject = { lines: ['IF older things: do as ever'], note: 'As ever' };
    desk = makeDesk([{ ...older, inject }], [born('older', 0.8)]);
    sortingSession(desk.home, 's-1');
    const absorbed = await joining('absorb', { type: 'gene', skip_when: 'few issues' });
    expect(absorbed?.inject).toEqual({ note: 'As ever' });
    const lines = ['IF few: none'];
    const draft = { type: 'gene', method: ['ask'], inject: { lines } };
    expect((await joining('merge', draft))?.inject).toEqual({ lines });
  });

  test.each([
    [
      'of its own',
      {
        ...newer,
        skip: 'few issues',
        asset: { ...newer.asset, trigger: askFirst.if.replace(' ', '  ') },
      },
      [`IF ${askFirst.if.replace(' ', '  ')} AND NOT (few issues):`, '    m', '# N'],
    ],
    [
      'that goes into an older one',
      {
        ...askFirst,
        asset: { type: 'gene', skip_when: 'few issues' },
        decision: { action: 'absorb', into: 'older' },
      },
      [
        'IF older things AND NOT (few issues):',
        `    ${(older as Gene).method.join(' → ')}`,
        '# Older',
      ],
    ],
  ])('for a rule %s is shown with the lines that the block would have', async (_, given, lines) => {
    expect((await desk.ask('candidate add', [], given)).json).toMatchObject({ lines });
    const { out } = await desk.ask('candidate add', [], given, { options: { json: false } });
    expect(out).toContain(['in the block it would read:', ...lines].join('\n'));
    const { id } = (await desk.ask('candidate add', [], given)).json;
    await desk.ask('candidate accept', [id]);
    expect((await desk.ask('candidate add', [], given)).json.lines).toBeUndefined();
  });

  test('that changes a premise becomes a rule, and the older one loses', async () => {
    const decision = { action: 'premise', into: 'older' };
    const { id } = (await desk.ask('candidate add', [], { ...newer, decision })).json;
    expect((await desk.ask('candidate accept', [id])).code).toBe(0);
    expect(asset('older')).toMatchObject({ confidence: 0.65 });
    expect(asset('newer')).toMatchObject({
      trigger: 'issues > 10 AND no_standard',
      confidence: 0.7,
    });
  });

  test('keeps where the person gave an answer in these words, whatever the agent says of it', async () => {
    const asked = [
      userLine('There was no standard. We sorted twice.'),
      assistantLine('Below ten items.'),
    ];
    writeSession(desk.home, 'asked', ...asked);
    const claimed = { session: 'asked', line: 1 };
    const answers = ['There was no  standard.', 'Below ten items.', 'Never said.', 'no'];
    const rounds = answers.map((answer, index) => {
      return { round: index + 1, challenge: 'Why?', answer, said: claimed };
    });
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'asked' };
    const { id } = (await desk.ask('candidate add', [], { ...newer, rounds }, { env })).json;
    const kept = JSON.parse(desk.read(`work/candidates/${id}.json`)) as Candidate;
    expect(kept.rounds.map(({ said }) => said)).toEqual([claimed, undefined, undefined, undefined]);
  });

  describe('whose scene', () => {
    const { when, ...asset } = newer.asset;
    const unrecognised = [
      {
        rule: 'candidate/unrecognised',
        severity: 'warning',
        at: '/asset/when',
        hint: expect.stringMatching(
          / Found there: prompts "sort these 40 issues.*; commands npm test; .*signals error:typescript\.$/,
        ),
      },
    ];
    test.each([
      ['is found in no session that taught it is told so', { asset }, unrecognised],
      ['a machine can find there hears nothing of it', {}, []],
      ['is told by words that fell there hears nothing', { asset, if: 'sorting of issues' }, []],
      [
        'is told by what never was there is told so',
        { asset: { ...asset, when: { tools: ['Edit'] } } },
        unrecognised,
      ],
      [
        'is that of an older rule hears nothing',
        { asset, decision: { action: 'merge', into: 'older' } },
        [],
      ],
    ])('%s', async (_, more, problems) => {
      const candidate = { ...newer, ...more };
      expect((await desk.ask('candidate add', [], candidate)).json.problems).toMatchObject(
        problems,
      );
    });
  });

  describe('that says what confirmed it', () => {
    const echo = 'IF issues > 10 AND no_standard: agree on a standard. Right?';
    const shown =
      'I understand:\n\n> **IF** `issues > 10 AND no_standard`:\n> agree on a standard.\n\nIs that right?';
    const yes = userLine('yes, exactly that');
    const dialog = (question: string) =>
      callLine('AskUserQuestion', { questions: [{ question }] }, 'q1');
    const choice = resultLine('q1', 'Your questions have been answered: "x"="yes, exactly that".', {
      toolUseResult: { answers: { [shown]: 'yes, exactly that' } },
    });
    const confirm = async (more: object, ...lines: object[]) => {
      writeSession(desk.home, 'asked', ...(lines as { [key: string]: unknown }[]));
      const quote = { session: 'asked', text: 'yes, exactly that' };
      const confirmed = { echo, quote, ...more };
      return (await desk.ask('candidate add', [], { ...newer, confirmed })).json;
    };

    test.each([
      ['said, whatever its markup', [assistantLine(shown), yes]],
      ['asked in a dialog', [dialog(shown), choice]],
      [
        'said between two answers that read alike',
        [yes, assistantLine(shown), userLine('yes, exactly that')],
      ],
    ])('by what was %s hears nothing of it', async (_, lines) => {
      expect((await confirm({}, ...lines)).problems).toEqual([]);
    });

    test.each([
      ['was never shown', [assistantLine('Shall I?'), yes]],
      ['was shown when the answer was there', [yes, assistantLine(shown)]],
      ['was shown with another sense', [assistantLine(shown.replace('> 10', '< 10')), yes]],
      ['a program was given', [callLine('Bash', { command: shown }, 'b1'), yes]],
      ['was only thought', [thinkingLine(shown), yes]],
    ])('is told that what it calls read back %s', async (_, lines) => {
      const { id, problems } = await confirm({ line: 1 }, ...lines);
      expect(problems).toMatchObject([
        { rule: 'candidate/not-read-back', severity: 'warning', at: '/confirmed/echo' },
      ]);
      expect(problems[0].hint).toContain('madness candidate add');
      const kept = JSON.parse(desk.read(`work/candidates/${id}.json`));
      expect(kept.confirmed).toEqual({ echo, quote: expect.anything() });
    });

    test('is told that a question is no yes', async () => {
      const quote = { session: 'asked', text: 'right?' };
      const { problems } = await confirm({ quote }, assistantLine(shown), userLine('right?'));
      expect(problems).toMatchObject([
        { rule: 'candidate/asked-back', severity: 'warning', at: '/confirmed/quote' },
      ]);
    });

    test('keeps the newer confirmation where it is handed in again', async () => {
      const { id } = await confirm({ echo: 'Shall I?' }, assistantLine(shown), yes);
      expect(await confirm({}, assistantLine(shown), yes)).toMatchObject({ id, changed: true });
      expect(await confirm({}, assistantLine(shown), yes)).toMatchObject({ id, changed: false });
      const kept = JSON.parse(desk.read(`work/candidates/${id}.json`));
      expect(kept.confirmed).toMatchObject({ echo, line: 1, quote: { line: 2, role: 'user' } });
    });
  });

  test('that was edited by hand has to pass again', async () => {
    const { id } = (await desk.ask('candidate add', [], newer)).json;
    const file = join(desk.home.shop, 'memory/work/candidates', `${id}.json`);
    const kept = JSON.parse(desk.read(`work/candidates/${id}.json`));
    writeFileSync(file, JSON.stringify({ ...kept, rounds: kept.rounds.slice(0, 3) }));
    const { code, rules } = await desk.ask('candidate accept', [id]);
    expect([code, rules]).toEqual([1, ['candidate/schema']]);
    expect(asset('newer')).toBeUndefined();
  });

  test('that is no rule is kept: one without an argument is remembered in the log', async () => {
    const { if: _if, then: _then, ...rest } = askFirst;
    for (const kind of ['clarified', 'note', 'pending_observation'])
      expect((await desk.ask('candidate add', [], { ...rest, kind })).code).toBe(0);
    expect(desk.events().at(-1)).toMatchObject({
      event: 'pending_observation',
      detail: askFirst.constraint,
      session: 's-1',
    });
    expect((await desk.ask('candidate list')).json).toEqual([]);
    const all = await desk.ask('candidate list', [], undefined, { options: { all: true } });
    expect(all.json).toHaveLength(3);
  });

  test('of an earlier retrospective answers the same constraint in the next one', async () => {
    const { if: _if, then: _then, ...rest } = askFirst;
    const open = { ...rest, kind: 'pending_observation' };
    const correction = {
      kind: 'correction',
      title: 'Sorting',
      words: 'Again.',
      constraint: askFirst.constraint,
      quotes: askFirst.quotes,
    };
    await desk.ask('retro start', ['mid']);
    await desk.ask('candidate add', [], open);
    await desk.ask('retro start', ['mid'], undefined, { options: { abandon: true } });
    await desk.ask('retro note', [], correction);
    const asked = async () => (await desk.ask('retro status')).json.questions.length;
    expect(await asked()).toBe(1);
    expect((await desk.ask('candidate add', [], open)).json.changed).toBe(false);
    expect(await asked()).toBe(0);
    expect(desk.events().filter(({ event }) => event === 'pending_observation')).toHaveLength(1);
  });

  test('whose id nobody knows: those that can be accepted are named, and no other', async () => {
    const watched = {
      kind: 'pending_observation',
      constraint: 'x y z',
      rounds: [],
      sessions: ['s-1'],
    };
    await desk.ask('candidate add', [], watched);
    const hint = async () => (await desk.ask('candidate accept', ['zzzz'])).talk;
    expect(await hint()).toContain('madness candidate list --all shows all');
    const { id } = (await desk.ask('candidate add', [], newer)).json;
    expect(await hint()).toContain(`Open are ${id}: madness candidate list.`);
  });

  test('that is dropped stays, with its reason', async () => {
    const { id } = (await desk.ask('candidate add', [], newer)).json;
    // What an agent files about it goes with the candidate.
    await desk.ask('candidate accept', [id], undefined, { env: { CLAUDECODE: '1' } });
    await desk.ask('candidate drop', [id], undefined, { options: { reason: 'too narrow' } });
    expect((await desk.ask('candidate list')).json).toEqual([]);
    const [kept] = (await desk.ask('candidate list', [], undefined, { options: { all: true } }))
      .json;
    expect(kept).toMatchObject({ state: 'dropped', reason: 'too narrow' });
    expect((await desk.ask('candidate accept', [id])).talk).toContain('was dropped (too narrow)');
  });
});

test('a candidate is an analysis, and so is nothing to read', async () => {
  desk = makeDesk();
  sortingSession(desk.home, 's-1');
  const analysis = async () =>
    (await desk.ask('retro status')).json.steps.find(
      ({ step }: { step: string }) => step === 'analysis',
    ).open;
  await desk.ask('retro start', ['mid']);
  expect(await analysis()).toBe(1);
  await desk.ask('candidate add', [], askFirst, { now: '2026-11-22T12:30:00Z' });
  expect(await analysis()).toBe(0);
  const later = { options: { abandon: true }, now: '2026-11-22T13:00:00Z' };
  await desk.ask('retro start', ['mid'], undefined, later);
  expect(await analysis()).toBe(1);
  await desk.ask('retro skip', ['s-1'], undefined, { options: { reason: 'not ours' } });
  expect(await analysis()).toBe(0);
});

test('what was observed in the second in which a review begins is a lead of it, and no analysis', async () => {
  desk = makeDesk();
  sortingSession(desk.home, 's-1');
  const { constraint, sessions } = askFirst;
  const lead = { kind: 'pending_observation', constraint, rounds: [], sessions };
  await desk.ask('candidate add', [], lead);
  await desk.ask('retro start', ['mid']);
  const { observations, steps } = (await desk.ask('retro status')).json;
  expect(observations).toMatchObject([{ constraint }]);
  expect(steps.find(({ step }: { step: string }) => step === 'analysis').open).toBe(1);
});

test('the examples of the help are what the commands take', () => {
  desk = makeDesk();
  expect(parseFacet(examples.facet, 'x', 's').problems).toEqual([]);
  expect(parseVerdicts([examples.verdict, examples.unmatchedVerdict], 'x').problems).toEqual([]);
  expect(parseFindings([examples.finding], 'x').problems).toEqual([]);
  expect(parseCandidate(examples.candidate, 'x').problems).toEqual([]);
  for (const asset of [examples.gene, examples.sop, examples.pref]) {
    const defaults = { type: asset.type, created_at: '2026-11-21' };
    expect(completeAsset(asset, defaults, 'x').problems).toEqual([]);
  }
});

test('of 400 sessions the newest 300 are looked into, quickly, and the rest waits', async () => {
  desk = makeDesk(
    Array.from({ length: 50 }, (_, index) =>
      gene(`rule-${index}`, { trigger: `issues AND case ${index}` }),
    ),
  );
  for (let index = 0; index < 400; index++)
    sortingSession(desk.home, `s-${String(index).padStart(3, '0')}`);
  const before = process.cpuUsage();
  const { json } = await desk.ask('retro start', ['mid']);
  const { user, system } = process.cpuUsage(before);
  expect([json.sessions.length, json.left_for_later]).toEqual([10, 390]);
  expect((user + system) / 1e6).toBeLessThan(5);
});

test('a session that was read and not judged comes back when its retrospective is given up', async () => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
  sortingSession(desk.home, 's-1');
  sortingSession(desk.home, 's-2');
  await desk.ask('retro start', ['mid']);
  for (const session of ['s-1', 's-2']) await desk.ask('facet add', [session], facetOf());
  await desk.ask('verdict add', [], sortingVerdict('s-1'));
  const again = await desk.ask('retro start', ['mid'], undefined, { options: { abandon: true } });
  expect(again.json.sessions.map(({ session }: { session: string }) => session)).toEqual(['s-2']);
  expect(again.json.next).toBe(
    'madness verdict list s-2, then its "verdicts": madness retro add --file -',
  );
});

test('a rule is listed with what stands on the lines to look at', async () => {
  desk = makeDesk(
    [gene('typed', { when: { signals: ['error:typescript'] } })],
    [born('typed', 0.7)],
  );
  sortingSession(desk.home, 's-1');
  await desk.ask('retro start', ['mid']);
  const { json } = await desk.ask('verdict list', ['s-1']);
  expect(json.rules[0].look.shown).toEqual([
    {
      line: 8,
      role: 'tool_result',
      text: 'Exit code 1 src/a.ts(3,1): error TS2345: Argument of type',
    },
  ]);
  const { out } = await desk.ask('verdict list', ['s-1'], undefined, { options: { json: false } });
  expect(out).toContain('\n    8 tool_result: Exit code 1 src/a.ts(3,1): error TS2345');
});

describe('of what stands on a line that is longer than it is shown', () => {
  const filler =
    'so far all is as it was left on the day before, and nothing else is to be told of it; ';
  const shownIn = async (rule: Parameters<typeof gene>[1], ...lines: Record<string, unknown>[]) => {
    desk = makeDesk([gene('staging', rule)], [born('staging', 0.7)]);
    writeSession(desk.home, 's-1', ...lines, userLine('thanks', at(9)));
    await desk.ask('retro start', ['mid']);
    const { json } = await desk.ask('verdict list', ['s-1']);
    return json.rules[0].look.shown;
  };

  test.each([
    [
      'in English',
      'deploying to the staging server',
      'never deploy to staging servers on a Friday',
    ],
    ['in Chinese', '部署到预发布环境', '周五不要部署到预发布环境'],
  ])('the part around the words that matched is shown, %s', async (_, trigger, said) => {
    const text = `${filler.repeat(6)}${said} ${filler.repeat(6)}`;
    const [{ text: shown }] = await shownIn({ trigger, title: trigger }, userLine(text, at(1)));
    expect(shown).toContain(said);
    expect(shown).toMatch(/^….*…$/);
    expect(shown).not.toMatch(/[«»]/);
    expect(shown.length).toBeLessThan(230);
  });

  test('of a refusal the reason is, as the words of the user', async () => {
    const reason = 'the staging server is not ours to deploy to';
    const shown = await shownIn(
      { trigger: 'deploying to the staging server' },
      callLine('Bash', { command: 'true' }, 'd1', at(1)),
      { ...refusalLine('d1', reason), ...at(2) },
    );
    expect(shown).toEqual([{ line: 2, role: 'user', text: reason }]);
  });
});

test('a rule that a hook told after the review began is listed too', async () => {
  desk = makeDesk(
    [classifyFirst, gene('typed', { trigger: 'elsewhere' })],
    [born('classify-first', 0.7), born('typed', 0.7)],
  );
  sortingSession(desk.home, 's-1');
  await desk.ask('retro start', ['mid']);
  const listed = async () => {
    const { json } = await desk.ask('verdict list', ['s-1']);
    return json.rules.map(({ asset }: { asset: string }) => asset);
  };
  expect(await listed()).toEqual(['classify-first']);
  const hint = { kind: 'hint', hint: 'h', signal: 'error:typescript', fingerprint: 'f' };
  const fact = { ts: '2026-11-20T08:20:00Z', ...hint, rule: 'gene:typed' };
  put(desk.home.own, 'state/s-1/journal.jsonl', `${JSON.stringify(fact)}\n`);
  expect(await listed()).toEqual(['classify-first', 'typed']);
});

test('the hints of a rule are listed with how the next like command went', async () => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
  sortingSession(desk.home, 's-1');
  const ts = '2026-11-20T08:20:00Z';
  const hint = (id: string, rule: string | null) => ({
    ...{ ts, kind: 'hint', hint: id, rule },
    ...{ signal: `error:${id}`, fingerprint: 'f' },
  });
  const outcome = (id: string, what: string) => ({
    ...{ ts, kind: 'hint_outcome', hint: id, outcome: what, inferred: true },
  });
  const facts = [
    ...['git', 'test', 'build'].map((id) => hint(id, 'gene:classify-first')),
    hint('lint', 'gene:another'),
    hint('docker', null),
    outcome('git', 'repeated'),
    outcome('test', 'helped'),
  ];
  const journal = facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
  put(desk.home.own, 'state/s-1/journal.jsonl', journal);
  const { json } = await desk.ask('verdict list', ['s-1']);
  expect(json.rules[0].hints).toEqual([
    { signal: 'error:git', at: ts, outcome: 'repeated' },
    { signal: 'error:test', at: ts, outcome: 'helped' },
    { signal: 'error:build', at: ts, outcome: 'unknown' },
  ]);
  const { out } = await desk.ask('verdict list', ['s-1'], undefined, { options: { json: false } });
  expect(out).toContain(
    `a hook showed it at ${ts}, for error:git: the same failure came again\n  a hook showed it at ${ts}, for error:test: a like command went well afterwards`,
  );
});

describe('a candidate that changes what an older rule rests on', () => {
  const premises = () => desk.events().filter(({ reason }) => reason === 'premise');
  beforeEach(() => {
    const events = [born('older', 0.7), born('pinned', 0.7)];
    const pin = born('pinned', 0, { event: 'pin', ts: '2026-01-03T08:00:00Z' });
    desk = makeDesk([gene('older'), gene('pinned')], [...events, pin]);
    sortingSession(desk.home, 's-1');
  });
  const handIn = async (): Promise<string> =>
    (
      await desk.ask('candidate add', [], {
        ...askFirst,
        decision: { action: 'premise', into: 'older' },
      })
    ).json.id;

  test('is written with the older one lowered, or not at all', async () => {
    const id = await handIn();
    const config = { project: 'shop', inject: { max_pinned: 1 } };
    writeFileSync(join(desk.home.shop, 'memory/config.json'), JSON.stringify(config));
    const before = desk.read('evolution.jsonl');
    const { code, rules } = await desk.ask('candidate accept', [id], undefined, {
      options: { pin: true },
    });
    expect([code, rules]).toEqual([1, ['pin/full']]);
    expect(desk.read('evolution.jsonl')).toBe(before);
    expect((await desk.ask('candidate accept', [id])).code).toBe(0);
    expect(premises()).toMatchObject([{ asset_id: 'older', event: 'invalidate' }]);
    expect((await desk.ask('candidate accept', [id])).talk).toContain('became ask-first already');
  });
});
