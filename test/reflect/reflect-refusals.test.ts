import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { born, gene } from '../support/memory.js';
import {
  askFirst,
  classifyFirst,
  type Desk,
  facetOf,
  makeDesk,
  type Name,
  quietSession,
  secretAnthropic,
  sortingSession,
  sortingVerdict,
  theirWords,
} from '../support/reflect-home.js';
import { snapshot } from '../support/scratch.js';

const retired = gene('retired-rule');

let desk: Desk;
const sitDown = async () => {
  desk = makeDesk(
    [classifyFirst, retired],
    [
      born('classify-first', 0.7),
      born('retired-rule', 0.7),
      {
        ts: '2026-01-03T00:00:00Z',
        event: 'deprecate',
        asset_type: 'gene',
        asset_id: 'retired-rule',
      },
    ],
  );
  sortingSession(desk.home, 's-1');
  quietSession(desk.home, 's-2');
  await desk.ask('retro start', ['mid']);
};
const getUp = () => desk.home.remove();

const steps = sortingVerdict('s-1').steps as object[];
const done = (quote?: object) => ({
  step: 'define the standard',
  done: true,
  ...(quote && { quote }),
});
const finding = {
  kind: 'bottleneck',
  title: 'T',
  words: 'W',
  quotes: [{ session: 's-1', text: theirWords }],
};
const pref = {
  type: 'pref',
  id: 'ask-us',
  title: 'Ask',
  rationale: 'they know',
  prefer: 'ask',
  reject: 'guess',
};

interface Row {
  readonly what: string;
  readonly name: Name;
  readonly args?: string[];
  readonly input: unknown;
  readonly rule: string;
  /** Where, and words of the message and the hint. */
  readonly says: readonly string[];
}

const facetRow = (what: string, input: unknown, rule: string, ...says: string[]): Row => ({
  what: `a facet ${what}`,
  name: 'facet add',
  args: ['s-1'],
  input,
  rule,
  says,
});
const verdictRow = (what: string, more: object, rule: string, ...says: string[]): Row => ({
  what: `a verdict ${what}`,
  name: 'verdict add',
  input: { ...sortingVerdict('s-1'), ...more },
  rule,
  says,
});
const candidateRow = (what: string, more: object, rule: string, ...says: string[]): Row => ({
  what: `a candidate ${what}`,
  name: 'candidate add',
  input: { ...askFirst, ...more },
  rule,
  says,
});
const noteRow = (what: string, more: object, rule: string, ...says: string[]): Row => ({
  what: `a finding ${what}`,
  name: 'retro note',
  input: { ...finding, ...more },
  rule,
  says,
});
const learning = (quote: object) =>
  facetOf({ learnings: [{ learning: 'x', quotes: [quote as { text: string }] }] });
const { brief_summary: _summary, ...shortFacet } = facetOf();

const rows: Row[] = [
  facetRow(
    'that lacks a field',
    shortFacet,
    'facet/schema',
    '/brief_summary',
    'madness retro add --file - again',
  ),
  facetRow(
    'with an unknown friction',
    { ...facetOf(), friction_counts: { bad_luck: 1 } },
    'facet/schema',
    '/friction_counts/bad_luck',
    'misunderstood_request',
  ),
  facetRow(
    'with an outcome of its own',
    { ...facetOf(), outcome: 'great' },
    'facet/schema',
    '/outcome',
    'fully_achieved',
  ),
  facetRow('that is no object', [1], 'facet/schema', 'write an object'),
  facetRow(
    'with an invented quote',
    learning({ text: 'please never sort anything without a standard' }),
    'quote/not-found',
    '/learnings/0/quotes/0/text',
    'madness quote s-1',
  ),
  facetRow(
    'with a paraphrase',
    learning({ text: 'first agree on what counts as a bug' }),
    'quote/not-found',
    'nearest is line 4, user',
    '"first agree what counts as a bug"',
  ),
  facetRow(
    'with a quote from another session',
    learning({ text: 'what is the capital of France' }),
    'quote/not-found',
    'session s-1',
  ),
  facetRow(
    'with a quote that proves nothing',
    learning({ text: 'three' }),
    'quote/too-short',
    'line 5',
  ),
  facetRow(
    'of another session',
    { ...facetOf(), session: 's-2' },
    'facet/other-session',
    '"session": "s-2", or leave session out of the facet: madness retro add --file -',
  ),
  facetRow(
    'with a secret',
    facetOf({ brief_summary: `key ${secretAnthropic}` }),
    'secret/found',
    '/brief_summary',
  ),
  facetRow(
    'with a comment marker',
    facetOf({ brief_summary: 'a <!-- b' }),
    'facet/schema',
    '/brief_summary',
  ),

  verdictRow(
    'with a delta',
    { confidence_delta: 0.1 },
    'verdict/number',
    '/confidence_delta',
    'computes',
  ),
  verdictRow('with a percentage', { compliance: 1 }, 'verdict/number', '/compliance'),
  verdictRow('that says it was shown', { shown: true }, 'verdict/number', '/shown'),
  verdictRow(
    'with a step that nothing shows',
    { steps: [done(), steps[1]] },
    'verdict/incomplete',
    '/steps/0/quote',
    'was not done',
  ),
  verdictRow(
    'that claims all steps without a quote',
    { steps: steps.map((one) => ({ ...one, quote: undefined })) },
    'verdict/incomplete',
    '/steps/1/quote',
  ),
  verdictRow(
    'that leaves a step out',
    { steps: [steps[0]] },
    'verdict/incomplete',
    '/steps',
    '["define the standard","sort"]',
  ),
  verdictRow(
    'with steps in words of its own',
    { steps: [{ ...steps[0], step: 'made a standard' }, steps[1]] },
    'verdict/incomplete',
    '/steps',
    'own words',
  ),
  verdictRow(
    'with an invented quote',
    { steps: [done({ text: 'the standard was defined by five people' }), steps[1]] },
    'quote/not-found',
    '/steps/0/quote/text',
  ),
  verdictRow(
    'without the scene',
    { scene: { occurred: true } },
    'verdict/incomplete',
    '/scene/quote',
  ),
  verdictRow('without an outcome', { outcome: undefined }, 'verdict/incomplete', '/outcome'),
  verdictRow(
    'with an outcome that nothing shows',
    { outcome: { result: 'achieved' } },
    'verdict/incomplete',
    '/outcome/quote',
    'unclear',
  ),
  verdictRow(
    'with steps of a scene that did not occur',
    { scene: { occurred: false } },
    'verdict/incomplete',
    '/scene/occurred',
  ),
  verdictRow(
    'with an outcome of a scene that did not occur',
    { scene: { occurred: false }, steps: undefined },
    'verdict/incomplete',
    '/scene/occurred',
  ),
  verdictRow(
    'that a scene did not occur in a session nobody read',
    { scene: { occurred: false }, steps: undefined, outcome: undefined },
    'verdict/unread',
    'madness retro add --file -',
  ),
  {
    what: 'no verdict at all',
    name: 'verdict add',
    input: [],
    rule: 'verdict/schema',
    says: ['There is no verdict', 'madness verdict list SESSION'],
  },
  verdictRow(
    'on a rule that does not exist',
    { asset: 'no-such-rule' },
    'verdict/no-rule',
    'does not exist',
    'madness verdict list s-1',
  ),
  verdictRow('on a rule that was retired', { asset: 'retired-rule' }, 'verdict/no-rule', 'retired'),
  verdictRow(
    'on a session that does not exist',
    { session: 'nowhere' },
    'verdict/no-session',
    '/session',
  ),
  verdictRow(
    'with a letter of the user as proof',
    { outcome: { result: 'achieved', quote: { text: 't' } } },
    'quote/too-short',
    '/outcome/quote/text',
  ),
  verdictRow(
    'with what the agent says as its outcome',
    {
      outcome: {
        result: 'achieved',
        quote: { text: 'Now I classify all of them by the standard' },
      },
    },
    'verdict/incomplete',
    '/outcome/quote',
    'words of the assistant',
  ),
  verdictRow(
    'with what the agent wrote into a file as its outcome',
    { outcome: { result: 'achieved', quote: { text: 'docs/issues.md' } } },
    'verdict/incomplete',
    '/outcome/quote',
    'what the agent gave a tool',
  ),
  verdictRow(
    'with a skipped step of a gene',
    { deviations: [{ kind: 'step_skipped', words: 'x' }] },
    'verdict/incomplete',
    '/deviations/0/kind',
  ),

  candidateRow(
    'without a trigger',
    { if: undefined },
    'candidate/schema',
    '/if',
    'IF ___ THEN',
    'madness candidate add --file - again',
  ),
  candidateRow(
    'without an action', // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
    { then: '  ' },
    'candidate/schema',
    '/then',
  ),
  candidateRow(
    'with one word where a scene is told by a list',
    { asset: { ...askFirst.asset, when: { prompts: 'sort' } } },
    'asset/schema',
    '/asset/when/prompts',
    'write a list',
  ),
  candidateRow(
    'with a number for its tags',
    { asset: { ...askFirst.asset, tags: 5 } },
    'asset/schema',
    '/asset/tags',
  ),
  candidateRow(
    'without round four',
    { rounds: askFirst.rounds.slice(0, 3) },
    'candidate/schema',
    '/rounds',
    'round 4',
    'IF ___ skip',
  ),
  candidateRow('without a quote', { quotes: [] }, 'candidate/schema', '/quotes'),
  candidateRow(
    'with a number',
    { asset: { ...askFirst.asset, confidence: 0.95 } },
    'candidate/schema',
    '/asset/confidence',
    'computes every number',
  ),
  candidateRow(
    'with evidence of its own',
    { asset: { ...askFirst.asset, evidence: [{ quote: 'x' }] } },
    'candidate/schema',
    '/asset/evidence',
  ),
  candidateRow('without a draft', { asset: undefined }, 'candidate/schema', '/asset'),
  candidateRow('without a decision', { decision: undefined }, 'candidate/schema', '/decision'),
  candidateRow(
    'to be merged into nothing',
    { decision: { action: 'merge' } },
    'candidate/schema',
    '/decision/into',
  ),
  candidateRow(
    'to be merged into a rule that does not exist',
    { decision: { action: 'merge', into: 'no-such-rule' } },
    'candidate/decision',
    'No rule is called no-such-rule',
  ),
  candidateRow(
    'to be merged without a new wording',
    { decision: { action: 'merge', into: 'classify-first' }, asset: { type: 'gene' } },
    'candidate/schema',
    '/asset',
    'changes nothing',
  ),
  candidateRow(
    'with another trigger than was read back',
    { asset: { ...askFirst.asset, trigger: 'always' } },
    'candidate/schema',
    '/asset/trigger',
    'Leave it out',
  ),
  candidateRow(
    'with an exception that was not read back, which takes away what an older rule rests on',
    {
      asset: { ...askFirst.asset, skip_when: 'never' },
      decision: { action: 'premise', into: 'classify-first' },
    },
    'candidate/schema',
    '/asset/skip_when',
    'skip',
  ),
  candidateRow(
    'to be absorbed without what changes',
    {
      decision: { action: 'absorb', into: 'classify-first' },
      asset: { type: 'gene', title: 'Ask' },
    },
    'candidate/schema',
    '/asset',
    '"skip_when": "… OR issues > 10 AND no_standard"',
  ),
  candidateRow(
    'to be absorbed with a trigger',
    {
      decision: { action: 'absorb', into: 'classify-first' },
      asset: { type: 'gene', trigger: 'few', skip_when: 'few' },
    },
    'candidate/schema',
    '/asset/trigger',
  ),
  candidateRow(
    'whose draft lacks a field',
    { asset: { type: 'gene', id: 'ask-first', title: 'Ask' } },
    'asset/schema',
    '/asset/method',
  ),
  candidateRow(
    'with an invented quote',
    { quotes: [{ session: 's-1', text: 'never ever sort without asking me' }] },
    'quote/not-found',
    '/quotes/0/text',
  ),
  candidateRow(
    'with a quote of another session',
    { quotes: [{ session: 's-2', text: theirWords }] },
    'quote/not-found',
    'session s-2',
  ),
  candidateRow(
    'from a session that does not exist',
    { sessions: ['nowhere'] },
    'candidate/no-session',
    '/sessions/0',
  ),
  candidateRow(
    'that answers no finding',
    { finding: '00000000' },
    'candidate/no-finding',
    '/finding',
  ),
  candidateRow(
    "for a preference without the user's words",
    { asset: pref, quotes: [{ session: 's-1', text: 'I sort them by feel' }] },
    'candidate/schema',
    '/quotes',
    "user's own words",
  ),
  candidateRow(
    'with a reason, which a dropped one has',
    { kind: 'clarified', reason: 'pairs review it anyway' },
    'candidate/schema',
    '/reason',
    'rounds',
    'decision.why',
  ),
  candidateRow('with an unknown kind', { kind: 'law' }, 'candidate/schema', '/kind'),

  noteRow('without a quote', { quotes: [] }, 'finding/schema', '/quotes'),
  noteRow(
    'with an invented quote',
    { quotes: [{ session: 's-1', text: 'I always hated sorting things' }] },
    'quote/not-found',
    '/quotes/0/text',
  ),
  noteRow(
    'that is a correction without a constraint',
    { kind: 'correction' },
    'finding/schema',
    '/constraint',
  ),
  noteRow(
    'about a goal without progress',
    { kind: 'goal', goal: 'Ship' },
    'finding/schema',
    '/progress',
  ),
  noteRow('with a number', { score: 5 }, 'finding/schema', '/score'),
];

describe('is refused, says where and what to do, and leaves no trace:', () => {
  beforeAll(sitDown);
  afterAll(getUp);

  test.each(rows)('$what', async ({ name, args = [], input, rule, says }) => {
    const before = [desk.read('evolution.jsonl'), desk.read('work/retro.json')];
    const { code, json, rules } = await desk.ask(name, args, input);
    expect(code).toBe(1);
    expect(rules).toContain(rule);
    const text = JSON.stringify(json.problems).replaceAll('\\"', '"');
    for (const words of says) expect(text).toContain(words);
    for (const { message, hint } of json.problems) {
      expect(message).toMatch(/^(?!.*Expected).+[.?]$/s);
      expect(hint).toMatch(/\w/);
    }
    expect([desk.read('evolution.jsonl'), desk.read('work/retro.json')]).toEqual(before);
    expect(desk.has('work/candidates')).toBe(false);
    expect(desk.has('facets/s-1.json')).toBe(false);
  });
});

describe('cannot be done, and says what to do instead:', () => {
  beforeEach(sitDown);
  afterEach(getUp);

  test.each<[string, Name, string[], unknown, object, string]>([
    ['starting an unknown mode', 'retro start', ['weekly'], undefined, {}, 'init, mid or final'],
    [
      'starting a second one',
      'retro start',
      ['mid'],
      undefined,
      {},
      'madness retro start mid --abandon',
    ],
    [
      'a limit of none',
      'retro start',
      ['mid'],
      undefined,
      { abandon: true, limit: '0' },
      '--limit is from 1',
    ],
    ['a facet of an unknown session', 'facet add', ['nowhere'], facetOf(), {}, 'madness sessions'],
    [
      'a facet that is no JSON',
      'facet add',
      ['s-1'],
      '{',
      {},
      'madness facet add s-1 --file - again',
    ],
    ['a facet without a file', 'facet add', ['s-1'], undefined, {}, '--file'],
    ['skipping without a reason', 'retro skip', ['s-1'], undefined, {}, '--reason'],
    [
      'skipping a stranger',
      'retro skip',
      ['nowhere'],
      undefined,
      { reason: 'x' },
      'madness retro status',
    ],
    [
      'accepting an unknown candidate',
      'candidate accept',
      ['12345678'],
      undefined,
      {},
      'madness candidate list',
    ],
    [
      'dropping an unknown candidate',
      'candidate drop',
      ['12345678'],
      undefined,
      { reason: 'x' },
      'madness candidate list',
    ],
  ])('%s', async (_, name, args, input, options, says) => {
    const { code, talk } = await desk.ask(name, args, input, {
      options: options as Record<string, string>,
    });
    expect(code).toBe(2);
    expect(talk).toContain(says);
  });

  test.each<[string, Name, () => Promise<string>]>([
    ['skipping', 'retro skip', async () => 's-1'],
    [
      'dropping',
      'candidate drop',
      async () => (await desk.ask('candidate add', [], askFirst)).json.id,
    ],
  ])('%s with a reason that holds a secret', async (_, name, target) => {
    const named = await target();
    const before = snapshot(desk.home.shop);
    const options = { reason: `it needs ${secretAnthropic}` };
    const { code, out, json } = await desk.ask(name, [named], undefined, { options });
    expect([code, snapshot(desk.home.shop)]).toEqual([1, before]);
    expect(json.problems).toMatchObject([{ rule: 'secret/found', at: '/reason' }]);
    expect(out).not.toContain(secretAnthropic);
  });

  test('noting a finding when nothing was started', async () => {
    const fresh = makeDesk([classifyFirst]);
    const { code, talk } = await fresh.ask('retro note', [], finding);
    expect([code, talk.includes('madness retro start mid')]).toEqual([2, true]);
    fresh.home.remove();
  });

  test('going on with a retrospective that was edited by hand', async () => {
    writeFileSync(join(desk.home.shop, 'memory/work/retro.json'), '{"id": 1}');
    const { code, talk } = await desk.ask('retro status');
    expect([code, talk.includes('madness retro start mid --abandon')]).toEqual([2, true]);
    expect(
      (await desk.ask('retro start', ['mid'], undefined, { options: { abandon: true } })).code,
    ).toBe(0);
  });
});

describe('of several verdicts', () => {
  beforeEach(sitDown);
  afterEach(getUp);

  test('one with a fault costs no other', async () => {
    const good = sortingVerdict('s-1');
    const bad = { ...sortingVerdict('s-1'), asset: 'no-such-rule' };
    const { code, json, rules } = await desk.ask('verdict add', [], [bad, good]);
    expect([code, rules]).toEqual([1, ['verdict/no-rule']]);
    expect(json.problems[0].at).toBe('/0/asset');
    expect(json.recorded).toHaveLength(1);
  });
});

describe('twice the same', () => {
  beforeEach(sitDown);
  afterEach(getUp);

  test('a verdict counts once, and says so', async () => {
    await desk.ask('verdict add', [], sortingVerdict('s-1'));
    const before = desk.read('evolution.jsonl');
    const again = await desk.ask('verdict add', [], sortingVerdict('s-1'));
    expect(again.code).toBe(0);
    expect(again.json.unchanged[0].message).toMatch(
      /judged in s-1 already.*madness undo [0-9a-f]{16}/,
    );
    const worse = {
      ...sortingVerdict('s-1'),
      outcome: { result: 'not_achieved', quote: { text: 'error TS2345: Argument of type' } },
    };
    expect((await desk.ask('verdict add', [], worse)).json.recorded).toEqual([]);
    expect(
      (await desk.ask('verdict add', [], [sortingVerdict('s-1'), worse])).json.unchanged,
    ).toHaveLength(2);
    expect(desk.read('evolution.jsonl')).toBe(before);
  });

  test('a facet changes nothing, another one takes its place', async () => {
    await desk.ask('facet add', ['s-1'], facetOf());
    expect((await desk.ask('facet add', ['s-1'], facetOf())).json.changed).toBe(false);
    const log = desk.read('evolution.jsonl');
    expect(
      (await desk.ask('facet add', ['s-1'], facetOf({ outcome: 'not_achieved' }))).json.changed,
    ).toBe(true);
    expect(JSON.parse(desk.read('facets/s-1.json')).outcome).toBe('not_achieved');
    expect(desk.read('evolution.jsonl')).toBe(log);
  });

  test('a finding and a candidate are recognised', async () => {
    const { json } = await desk.ask('retro note', [], [finding, finding]);
    expect(json.noted).toHaveLength(1);
    expect((await desk.ask('retro note', [], finding)).json).toMatchObject({
      noted: [],
      unchanged: [json.noted[0].id],
    });
    const first = await desk.ask('candidate add', [], askFirst);
    const told = {
      ...askFirst,
      rounds: askFirst.rounds.map((one) => ({ ...one, answer: 'Told otherwise.' })),
    };
    const second = await desk.ask('candidate add', [], told);
    expect(second.json).toMatchObject({ id: first.json.id, changed: false });
    expect((await desk.ask('candidate list')).json).toHaveLength(1);
  });

  test('a candidate is accepted once', async () => {
    const { id } = (await desk.ask('candidate add', [], askFirst)).json;
    expect((await desk.ask('candidate accept', [id])).code).toBe(0);
    const again = await desk.ask('candidate accept', [id]);
    expect([again.code, again.talk]).toEqual([
      2,
      expect.stringContaining('became ask-first already'),
    ]);
    const births = desk.events().filter(({ asset_id }) => asset_id === 'ask-first');
    expect(births).toHaveLength(1);
  });
});
