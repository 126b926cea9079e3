import { afterEach, describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/observe/digest/fit-budget.js';
import type { Asset, Event, Verdict } from '../../src/schema.gen.js';
import { born, gene } from '../support/memory.js';
import { writeSession } from '../support/recall-home.js';
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
import { put } from '../support/scratch.js';
import { assistantLine, callLine, resultLine, userLine } from '../support/transcript-lines.js';

let desk: Desk;
afterEach(() => desk.home.remove());

const quiet = facetOf({
  underlying_goal: 'Know a capital',
  brief_summary: 'A question was answered.',
  friction_detail: '',
});

function shown(session: string, where: 'block' | 'trial', ...rules: readonly string[]): void {
  const line = { ts: '2026-11-20T08:00:00Z', kind: 'shown', rules, where };
  put(desk.home.own, `state/${session}/journal.jsonl`, `${JSON.stringify(line)}\n`);
}

const pnpm = gene('use-pnpm-never-npm', {
  title: 'use pnpm, never npm',
  trigger: 'always',
  method: ['use pnpm, never npm'],
});

const whole = (json: { rules: { asset: string }[] }) => json.rules.map(({ asset }) => asset);
const lines = (json: { named: { asset: string }[] }) => json.named.map(({ asset }) => asset);
const list = async (session: string, ...more: string[]) =>
  (await desk.ask('verdict list', [session, ...more])).json;

describe('what a judge is given', () => {
  test.each<['block' | 'trial']>([['block'], ['trial']])(
    'a rule that the session was shown (%s) stands whole, before and after the facet, in whatever words it was broken',
    async (where) => {
      desk = makeDesk([pnpm, classifyFirst], [born(pnpm.id), born(classifyFirst.id)]);
      writeSession(
        desk.home,
        's-1',
        userLine('we need to read the price lists', at(1)),
        callLine('Bash', { command: 'npm install csv-parse', description: 'x' }, 'b', at(2)),
        resultLine('b', 'added 1 package', at(3)),
      );
      shown('s-1', where, `gene:${pnpm.id}`);
      await desk.ask('retro start', ['mid']);
      expect([whole(await list('s-1')), lines(await list('s-1'))]).toEqual([
        [pnpm.id],
        [classifyFirst.id],
      ]);
      await desk.ask('facet add', ['s-1'], quiet);
      expect(whole(await list('s-1'))).toContain(pnpm.id);
      expect(desk.events().filter(({ event }) => event === 'no_match')).toEqual([]);
    },
  );

  test('without a journal, the rules of the block at its start stand whole', async () => {
    desk = makeDesk(
      [pnpm, classifyFirst],
      [
        born(pnpm.id),
        {
          ts: '2026-11-01T00:00:00Z',
          event: 'inject_reflection',
          detail: 'block',
          confidence_delta: 0,
          rules: [`gene:${pnpm.id}`],
          hash: 'a'.repeat(16),
        },
      ],
    );
    quietSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    expect(whole(await list('s-1'))).toEqual([pnpm.id]);
  });

  test('the words of the facet bring a rule forward that no word of the session named', async () => {
    desk = makeDesk([pnpm, classifyFirst]);
    quietSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    expect(whole(await list('s-1'))).toEqual([]);
    const friction_detail = 'npm was used although the rule says pnpm and never npm.';
    await desk.ask('facet add', ['s-1'], { ...quiet, friction_detail });
    expect([whole(await list('s-1')), lines(await list('s-1'))]).toEqual([
      [pnpm.id],
      [classifyFirst.id],
    ]);
  });

  test('of a rule named by its line the form is given on demand', async () => {
    desk = makeDesk([pnpm, classifyFirst]);
    quietSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    const asked = await list('s-1', pnpm.id);
    expect(asked.rules).toMatchObject([{ asset: pnpm.id, form: { session: 's-1' } }]);
  });

  test('friction, loops and the expected outcome are told with the rules', async () => {
    desk = makeDesk([{ ...classifyFirst, expected_outcome: 'no rework' }]);
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    const loops = [
      { description: 'sorted twice', quotes: [{ text: 'I define the standard on three samples' }] },
    ];
    await desk.ask('facet add', ['s-1'], facetOf({ loops }));
    const { out } = await desk.ask('verdict list', ['s-1'], undefined, {
      options: { json: false },
    });
    expect(out).toContain('friction: It sorted too early.');
    expect(out).toContain('loop: sorted twice (lines 5)');
    expect(out).toContain('expected: no rework');
    const { json } = await desk.ask('verdict add', [], sortingVerdict('s-1'));
    expect(json.recorded).toMatchObject([{ event: 'observe', cell: { outcome: 'unclear' } }]);
  });
});

describe('a pinned rule that a program counts', () => {
  // No word of it stands in any session.
  const packages = gene('one-manager', {
    title: '依赖管理要统一',
    trigger: 'always',
    method: ['依赖管理要统一'],
    watch: { use: 'pnpm', not: ['npm'] },
  });
  const worked = (session: string, ...commands: readonly string[]) =>
    writeSession(
      desk.home,
      session,
      userLine('read the price lists', at(1)),
      ...commands.flatMap((command, index) => [
        callLine('Bash', { command, description: 'x' }, `${session}${index}`, at(2 + 2 * index)),
        resultLine(`${session}${index}`, 'added 1 package', at(3 + 2 * index)),
      ]),
      assistantLine('The lists are read.', at(20)),
    );

  test('is before the judge where it was broken without a shared word, with the command as quote', async () => {
    desk = makeDesk(
      [packages, classifyFirst],
      [
        born(packages.id),
        born(classifyFirst.id),
        { ...born(packages.id), event: 'pin', ts: '2026-01-03T00:00:00Z' } as Event,
      ],
    );
    worked('s-1', 'ls', 'npm install csv-parse', 'pnpm test');
    worked('s-2', 'npm ci', 'npm ci --omit=dev');
    worked('s-3', 'pnpm install', 'pnpm test');
    quietSession(desk.home, 's-4');
    await desk.ask('retro start', ['mid']);
    const formOf = async (session: string) => (await list(session)).rules[0]?.form;
    const scene = (text: string, line: number) => ({ occurred: true, quote: { text, line } });
    const [step] = packages.method;
    // Broken once and followed once: what that comes to is left to the judge.
    expect(await formOf('s-1')).toMatchObject({
      asset: packages.id,
      scene: scene('npm install csv-parse', 4),
      steps: [{ step, done: null }],
    });
    expect(await formOf('s-2')).toMatchObject({
      // Three letters prove nothing.
      scene: scene('npm ci --omit=dev', 4),
      steps: [{ step, done: false }],
      outcome: { result: null },
    });
    expect(await formOf('s-3')).toMatchObject({
      scene: scene('pnpm install', 2),
      steps: [{ step, done: true, quote: { text: 'pnpm test', line: 4 } }],
    });
    expect(lines(await list('s-4'))).toContain(packages.id);
    const { out } = await desk.ask('verdict list', ['s-1'], undefined, {
      options: { json: false },
    });
    expect(out).toContain('a program counted it broken: line 4: npm install csv-parse');
    expect(out).toContain('a program counted it followed: line 6: pnpm test');
  });

  test('is judged with the form as it is, once its outcome is filled in', async () => {
    desk = makeDesk([packages], [born(packages.id)]);
    worked('s-2', 'npm ci', 'npm run build');
    await desk.ask('retro start', ['mid']);
    await desk.ask('facet add', ['s-2'], quiet);
    const [rule] = (await list('s-2')).rules;
    const outcome = { result: 'unclear' };
    const { json } = await desk.ask('verdict add', [], { ...rule.form, outcome });
    expect(json.recorded).toMatchObject([{ asset: packages.id, cell: { followed: 'none' } }]);
    // Of what is counted, "no other scene" says nothing.
    desk.home.remove();
    desk = makeDesk([packages], [born(packages.id)]);
    worked('s-2', 'npm ci');
    await desk.ask('retro start', ['mid']);
    await desk.ask('facet add', ['s-2'], quiet);
    await desk.ask('verdict add', [], { session: 's-2', asset: '*', scene: { occurred: false } });
    expect(whole(await list('s-2'))).toEqual([packages.id]);
  });
});

describe('that no scene occurred', () => {
  test('is said by a judge alone, once for all that stand in one line', async () => {
    desk = makeDesk([classifyFirst, pnpm, gene('third', { title: 'Prune volumes', trigger: 'x' })]);
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    const others: Verdict = { session: 's-1', asset: '*', scene: { occurred: false } };
    expect((await desk.ask('verdict add', [], others)).rules).toContain('verdict/others');
    await desk.ask('facet add', ['s-1'], facetOf());
    const both = await desk.ask('verdict add', [], [others, sortingVerdict('s-1')]);
    expect(both.json.recorded).toMatchObject([
      { asset: 'classify-first', event: 'validate' },
      { event: 'no_match' },
    ]);
    expect(desk.events().at(-1)).toMatchObject({ asset_ids: ['third', pnpm.id] });
    expect((await desk.ask('verdict add', [], others)).json.unchanged).toHaveLength(1);
    const found = { ...others, scene: { occurred: true, quote: { text: 'Now I classify' } } };
    expect((await desk.ask('verdict add', [], found)).rules).toContain('verdict/others');
  });

  test('is withdrawn of the one rule whose scene is found after all', async () => {
    desk = makeDesk([classifyFirst, pnpm]);
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    await desk.ask('facet add', ['s-1'], facetOf());
    const none = (asset: string): Verdict => ({
      session: 's-1',
      asset,
      scene: { occurred: false },
    });
    await desk.ask('verdict add', [], [none('classify-first'), none('*')]);
    await desk.ask('verdict add', [], sortingVerdict('s-1'));
    const reverted = new Set(desk.events().map(({ reverts }) => reverts));
    const live = desk.events().filter(({ event, id }) => event === 'no_match' && !reverted.has(id));
    expect(live.flatMap(({ asset_ids }) => asset_ids)).toEqual([pnpm.id]);
    expect(desk.events().filter(({ event }) => event === 'validate')).toHaveLength(1);
  });
});

const scenes: readonly [id: string, title: string, trigger: string, said: string][] = [
  ['small-commits', 'One change, one commit', 'about_to_commit', 'put it all up in one go'],
  ['ask-before-drop', 'Ask before a table is dropped', 'dropping_data', 'get rid of the old rows'],
  ['pin-versions', 'Pin versions of packages', 'adding_dependency', 'bring in a csv reader'],
  ['read-whole-error', 'Read the whole error first', 'test_failed', 'it is red again, try it'],
  ['no-friday-release', 'No release on a Friday', 'about_to_release', 'ship it before the weekend'],
  ['mock-the-clock', 'Fake the clock in tests', 'test_depends_on_time', 'it fails after midnight'],
  ['rule-a11111', '分类前先定标准', '条目超过十个', '又来了二十五条反馈，理一理'],
  ['rule-a22222', '迁移先在副本上演练', '要改表结构', '给用户那边加一列'],
  ['rule-a33333', '不要直接推主分支', '准备推送', '好了，传上去吧'],
  ['rule-a44444', '接口改动要同步文档', '修改接口', '把返回值换成数组'],
  ['rule-a55555', '上线前备份数据库', '准备上线', '今晚就发'],
  ['rule-a66666', '日志里不写手机号', '添加日志', '打印一下收到了什么'],
];

test.each(scenes)('%s is in front of the judge of a scene in other words', async (id) => {
  desk = makeDesk(scenes.map(([name, title, trigger]) => gene(name, { title, trigger })));
  const [, title, trigger, said] = scenes.find(([name]) => name === id) ?? scenes[0] ?? [];
  writeSession(
    desk.home,
    's-1',
    userLine(said ?? '', at(1)),
    callLine('Bash', { command: 'make', description: 'x' }, 'b', at(2)),
    assistantLine('ok', at(3)),
  );
  await desk.ask('retro start', ['mid']);
  await desk.ask('facet add', ['s-1'], quiet);
  const { rules, named } = await list('s-1');
  const found = [...rules, ...named].find(({ asset }) => asset === id);
  expect(found).toMatchObject({ title, trigger });
});

describe('a memory of 200 rules', () => {
  const english = (at: number) => ({
    title: `Check the ${at} environment before the deployment of a service starts`,
    trigger: `deploying_service_${at} AND environment_not_checked`,
    method: ['look at the dashboard', 'compare the versions', 'ask whoever is on call'],
  });
  const chinese = (at: number) => ({
    title: `第${at}类服务上线之前，先核对环境变量和版本是否一致`,
    trigger: `准备上线第${at}类服务，并且还没有核对过环境`,
    method: ['看一眼监控面板', '核对线上和预发的版本', '问一下当天的值班同事'],
  });
  test.each<[string, (at: number) => Partial<Asset>, (at: number) => string]>([
    ['English', english, (one) => `check-environment-${one}`],
    ['Chinese', chinese, (one) => `rule-5f${String(one).padStart(4, '0')}`],
  ])('in %s costs a judgement at most 6,000 tokens and leaves none out', async (_, words, idOf) => {
    const all = Array.from({ length: 200 }, (_, one) => gene(idOf(one), words(one) as object));
    desk = makeDesk(all);
    sortingSession(desk.home, 's-1');
    const told = all.slice(0, 13).map(({ id }) => `gene:${id}`);
    shown('s-1', 'block', ...told);
    await desk.ask('retro start', ['mid']);
    await desk.ask('facet add', ['s-1'], facetOf());
    const { rules, named } = await list('s-1');
    expect(rules.length + named.length).toBe(200);
    expect(rules.length).toBeGreaterThanOrEqual(13);
    const { out } = await desk.ask('verdict list', ['s-1'], undefined, {
      options: { json: false },
    });
    expect(estimateTokens(out)).toBeLessThanOrEqual(6000);
    for (const { id } of all) expect(out).toContain(id);
    await findNoScene(desk, 's-1');
    expect((await list('s-1')).named).toEqual([]);
  });
});

describe('a draft beside an older rule of the same words', () => {
  const older = gene('ask-what-counts', {
    title: 'Ask what counts',
    trigger: 'issues > 10 AND no_standard',
    method: ['ask', 'wait'],
  });

  test('is refused without a reason, and taken with one', async () => {
    desk = makeDesk([older]);
    sortingSession(desk.home, 's-1');
    const bare = await desk.ask('candidate add', [], askFirst);
    expect([bare.code, bare.rules]).toEqual([1, ['candidate/look-alike']]);
    expect(bare.json.problems[0].message).toContain('ask-what-counts');
    const argued = { ...askFirst, decision: { action: 'new', why: 'It is about another moment.' } };
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-9' };
    const { json } = await desk.ask('candidate add', [], argued, { env });
    expect(json.ask.questions[0].question).toContain('ask-what-counts');
  });
});

test.each([
  ['bottleneck', 'I sort them by feel', 'finding/one-session'],
  ['friction', 'Now I classify all of them by the standard', 'finding/one-session'],
  ['method', 'I sort them by feel', 'finding/one-session'],
  ['friction', 'no, first agree what counts as a bug', undefined],
  ['autopsy', 'I sort them by feel', undefined],
])('a %s of one session, shown by "%s": %s', async (kind, text, rule) => {
  desk = makeDesk([classifyFirst]);
  sortingSession(desk.home, 's-1');
  await desk.ask('retro start', ['mid']);
  const finding = { kind, title: 'a', words: 'b', quotes: [{ session: 's-1', text }] };
  expect((await desk.ask('retro note', [], finding)).rules).toEqual(
    rule === undefined ? [] : [rule],
  );
});
