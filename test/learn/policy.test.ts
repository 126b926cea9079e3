import { describe, expect, test } from 'vitest';
import { fold, type RuleState, timeline } from '../../src/learn/fold/fold.js';
import {
  decideStanding,
  defaultLimits,
  type Standing,
  selectRules,
  statusOf,
} from '../../src/learn/fold/rank.js';
import { eventId } from '../../src/learn/log/event.js';
import { logOf } from '../../src/learn/log/parse-log.js';
import type { Asset, Cell, Event } from '../../src/schema.gen.js';

type Fact = Partial<Event>;
type Row = readonly [sentence: string, facts: readonly Fact[], standing: string];

const cell = (followed: Cell['followed'], outcome: Cell['outcome'], shown = true): Cell => ({
  shown,
  followed,
  outcome,
});

const created: Fact = { event: 'create', project: 'home', confidence_delta: 0.7 };
const imported: Fact = { event: 'import', project: 'home', confidence_delta: 0.6 };
const worked: Fact = { event: 'validate', project: 'home', cell: cell('full', 'achieved') };
const failed: Fact = { event: 'invalidate', cell: cell('full', 'not_achieved') };
const needless: Fact = { event: 'invalidate', cell: cell('none', 'achieved') };
const needlessUnseen: Fact = { event: 'observe', cell: cell('none', 'achieved', false) };
const missed: Fact = { event: 'observe', cell: cell('none', 'not_achieved') };
const partly: Fact = { event: 'observe', cell: cell('partial', 'achieved') };
const unclear: Fact = { event: 'observe', cell: cell('full', 'unclear') };
const taught = (outcome: Cell['outcome']): Fact => ({
  event: 'observe',
  cell: cell('full', outcome),
});
const premise: Fact = { event: 'invalidate', reason: 'premise' };
const bareValidate: Fact = { event: 'validate', confidence_delta: 0.05 };
const bareInvalidate: Fact = { event: 'invalidate', confidence_delta: -0.15 };

const elsewhere = (fact: Fact): Fact => ({ ...fact, project: 'elsewhere' });
const nowhere = ({ project, ...fact }: Fact): Fact => fact;
const inSession = (session: string, fact: Fact): Fact => ({ ...fact, session });
const onDay = (day: number, fact: Fact): Fact => ({ ...fact, ts: dayOf(day) });
const times = (count: number, fact: Fact): Fact[] => Array.from({ length: count }, () => fact);

/** '0.75 provisional': where a rule stands after these, a day and a session apart unless they say otherwise. */
function given(...facts: readonly Fact[]): string {
  const ruleState = lifeAfter(...facts);
  return `${(ruleState.confidence / 100).toFixed(2)} ${statusOf(ruleState)}`;
}

function lifeAfter(...facts: readonly Fact[]): RuleState {
  return fold(logOf(eventsOf('rule', facts))).states.get('rule') as RuleState;
}

function eventsOf(asset_id: string, facts: readonly Fact[]): Event[] {
  return facts.map((fact, index) => ({
    event: 'observe',
    ts: dayOf(index),
    asset_type: 'gene',
    asset_id,
    ...(fact.cell === undefined ? {} : { session: `session-${index}` }),
    ...fact,
  }));
}

function dayOf(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day)).toISOString().replace('.000Z', 'Z');
}

describe('The way up', () => {
  test.each<Row>([
    ['a new rule is provisional', [created], '0.70 provisional'],
    ['two clean successes do not yet prove it', [created, ...times(2, worked)], '0.80 provisional'],
    ['three do', [created, ...times(3, worked)], '0.85 active'],
    ['two are enough in other projects', [created, ...times(2, elsewhere(worked))], '0.90 active'],
    ['one here and one elsewhere too', [created, worked, elsewhere(worked)], '0.85 active'],
    ['an import starts lower', [imported], '0.60 provisional'],
    ['four successes do not prove it', [imported, ...times(4, worked)], '0.80 provisional'],
    ['five do', [imported, ...times(5, worked)], '0.85 active'],
    ['three do elsewhere', [imported, ...times(3, elsewhere(worked))], '0.90 active'],
    [
      'an import that states more than any import starts like any',
      [{ ...imported, confidence_delta: 0.95 }],
      '0.60 provisional',
    ],
    [
      'an import that states less starts with that',
      [{ ...imported, confidence_delta: 0.5 }],
      '0.50 provisional',
    ],
    [
      'an import is not active before it worked here once, whatever bare lines add up to',
      [imported, ...times(4, { event: 'invalidate', confidence_delta: 0.1 })],
      '1.00 provisional',
    ],
    [
      'once it did, it is',
      [imported, ...times(2, { event: 'invalidate', confidence_delta: 0.1 }), worked],
      '0.85 active',
    ],
    ['nothing rises above 1.00', [created, ...times(9, worked)], '1.00 active'],
    [
      'no credit is saved up above it: one failure after thirty successes costs its 0.15',
      [created, ...times(30, worked), failed],
      '0.85 active',
    ],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });
});

describe('The way down', () => {
  test.each<Row>([
    ['a failure costs 0.15', [created, failed], '0.55 provisional'],
    ['a second in a row costs 0.30', [created, failed, failed], '0.25 deprecated'],
    ['so does a third', [created, ...times(4, worked), failed, failed, failed], '0.15 deprecated'],
    ['a success between the two resets', [created, failed, worked, failed], '0.45 deprecated'],
    [
      'elsewhere counts as between',
      [created, failed, elsewhere(worked), failed],
      '0.50 provisional',
    ],
    [
      'the session that taught it does not reset',
      [created, failed, taught('achieved'), failed],
      '0.25 deprecated',
    ],
    [
      'nor is its failure a first one',
      [created, taught('not_achieved'), failed],
      '0.55 provisional',
    ],
    [
      'a session in which the rule was not followed does not reset',
      [created, ...times(3, worked), failed, missed, failed],
      '0.40 deprecated',
    ],
    [
      'nor does one that cannot be judged',
      [created, ...times(3, worked), failed, partly, unclear, failed],
      '0.40 deprecated',
    ],
    [
      'nor does a success that needed no rule',
      [created, ...times(5, worked), failed, needless, failed],
      '0.40 deprecated',
    ],
    [
      'a repeated failure is one by the time of the sessions, not of the lines',
      [created, ...times(3, worked), onDay(20, failed), onDay(21, worked), onDay(19, failed)],
      '0.45 deprecated',
    ],
    ['an import that fails at once is out', [imported, failed], '0.45 deprecated'],
    ['nothing falls below 0.00', [created, ...times(5, failed)], '0.00 deprecated'],
    [
      'and from there it rises as from anywhere',
      [created, ...times(5, failed), worked],
      '0.05 deprecated',
    ],
    [
      'a rule below 0.50 is still judged and can come back',
      [created, failed, failed, ...times(5, worked)],
      '0.50 provisional',
    ],
    ['a premise that changed costs 0.15', [created, premise], '0.55 provisional'],
    ['which is no failure: the next is the first', [created, premise, failed], '0.40 deprecated'],
    ['and no failure is repeated by it', [created, failed, premise], '0.40 deprecated'],
    [
      'a changed premise counts beside the verdict of its session',
      [created, inSession('one', worked), inSession('one', premise)],
      '0.60 provisional',
    ],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });
});

describe('Who did not follow a rule and succeeded', () => {
  test.each<Row>([
    ['counts against it if it was shown', [created, needless], '0.60 provisional'],
    ['says nothing if it was not', [created, needlessUnseen], '0.70 provisional'],
    [
      'says nothing even where the line calls itself an invalidate and states a step',
      [created, { ...needlessUnseen, event: 'invalidate', confidence_delta: -0.1 }],
      '0.70 provisional',
    ],
    ['says nothing however often', [created, ...times(40, needlessUnseen)], '0.70 provisional'],
    ['says nothing if it failed', [created, missed], '0.70 provisional'],
    ['says nothing if half was followed', [created, partly], '0.70 provisional'],
    ['says nothing if nobody knows what came of it', [created, unclear], '0.70 provisional'],
    [
      'says nothing of that even where the line calls itself an invalidate',
      [created, { ...unclear, event: 'invalidate', confidence_delta: -0.15 }],
      '0.70 provisional',
    ],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });
});

describe('On a gate, which a sum of floats misses, stands', () => {
  test.each<Row>([
    ['an import with a failure, then a success', [imported, failed, worked], '0.50 provisional'],
    [
      'a rule with a failure, a success it was not needed for, a success',
      [created, failed, needless, worked],
      '0.50 provisional',
    ],
    ['the same in another order', [created, needless, failed, worked], '0.50 provisional'],
    [
      'a rule with a failure on either side of a success elsewhere',
      [created, failed, elsewhere(worked), failed],
      '0.50 provisional',
    ],
    [
      'a rule with a failure after three successes elsewhere',
      [created, ...times(3, elsewhere(worked)), failed],
      '0.85 active',
    ],
    [
      'the same with the failure first',
      [created, failed, ...times(3, elsewhere(worked))],
      '0.85 active',
    ],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
    const steps = timeline(logOf(eventsOf('rule', facts)), 'rule').map(({ step }) => step / 100);
    expect(steps.reduce((sum, step) => sum + step, 0)).toBeLessThan(Number(standing.slice(0, 4)));
  });

  test.each<Row>([
    ['a rule that twice was not needed', [created, ...times(2, needless)], '0.50 provisional'],
    ['not one that thrice was not', [created, ...times(3, needless)], '0.40 deprecated'],
    ['an import that once was not', [imported, needless], '0.50 provisional'],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });
});

describe('Elsewhere', () => {
  test.each<Row>([
    ['is a project other than that of the birth', [created, elsewhere(worked)], '0.80 provisional'],
    ['is not where the rule was born', [elsewhere(created), elsewhere(worked)], '0.75 provisional'],
    [
      'is not where the last verdict came from',
      [created, elsewhere(worked), worked],
      '0.85 active',
    ],
    ['is nowhere for a verdict without a project', [created, nowhere(worked)], '0.75 provisional'],
    [
      'is nowhere for a birth without one',
      [nowhere(created), elsewhere(worked)],
      '0.75 provisional',
    ],
    [
      'is for an import where it was not imported',
      [elsewhere(imported), worked],
      '0.70 provisional',
    ],
    ['makes a failure no worse', [created, elsewhere(failed)], '0.55 provisional'],
    [
      'of two births is that of the lower',
      [created, elsewhere(imported), elsewhere(worked)],
      '0.65 provisional',
    ],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });
});

describe('One session has one verdict', () => {
  test.each<Row>([
    [
      'the worst of two',
      [created, inSession('one', worked), inSession('one', failed)],
      '0.55 provisional',
    ],
    [
      'whichever came first',
      [created, inSession('one', failed), inSession('one', worked)],
      '0.55 provisional',
    ],
    [
      'no success counts twice',
      [created, inSession('one', worked), inSession('one', elsewhere(worked))],
      '0.75 provisional',
    ],
    [
      'no failure repeats itself within it',
      [created, inSession('one', failed), inSession('one', failed)],
      '0.55 provisional',
    ],
    [
      'one that moves nothing beats a success',
      [created, inSession('one', worked), inSession('one', partly)],
      '0.70 provisional',
    ],
    [
      'a success that did not count does not reset',
      [created, worked, failed, inSession('one', worked), inSession('one', failed)],
      '0.30 deprecated',
    ],
    [
      'lines without a session are each their own',
      [created, bareInvalidate, bareInvalidate],
      '0.40 deprecated',
    ],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });
});

describe('A line in the bare form', () => {
  test.each<Row>([
    [
      'counts as it stands',
      [created, { ...bareValidate, confidence_delta: 0.07 }],
      '0.77 provisional',
    ],
    [
      'moves no more than 0.10 up',
      [created, { ...bareValidate, confidence_delta: 1 }],
      '0.80 provisional',
    ],
    [
      'moves no more than 0.30 down',
      [created, { ...bareInvalidate, confidence_delta: -1 }],
      '0.40 deprecated',
    ],
    [
      'gets the step of its kind where it states none',
      [created, { event: 'validate' }],
      '0.75 provisional',
    ],
    [
      'loses against a cell: the step is computed',
      [created, { ...worked, confidence_delta: 0.1 }],
      '0.75 provisional',
    ],
    [
      'of a kind that moves nothing moves nothing',
      [created, { event: 'observe', confidence_delta: 0.1 }],
      '0.70 provisional',
    ],
    [
      'no_match is no verdict whatever it states',
      [created, { event: 'no_match', confidence_delta: -0.3 }],
      '0.70 provisional',
    ],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });
});

describe('Birth', () => {
  test.each<Row>([
    ['is the lower of two', [{ ...created, confidence_delta: 0.9 }, created], '0.70 provisional'],
    ['of two kinds too', [created, imported, worked], '0.65 provisional'],
    ['comes first whatever its time stamp', [worked, created], '0.75 provisional'],
    [
      'may be at a stated number: an adopted rule',
      [{ ...created, confidence_delta: 0.92 }],
      '0.92 active',
    ],
    ['that states nothing is like any', [{ event: 'create' }], '0.70 provisional'],
    ['so is an import', [{ event: 'import' }], '0.60 provisional'],
    [
      'and one that states it is worth nothing',
      [{ ...created, confidence_delta: 0 }],
      '0.70 provisional',
    ],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });
});

describe('What a person decides', () => {
  const retired: Fact = { event: 'deprecate' };
  const revived: Fact = { event: 'revive' };
  test.each<Row>([
    ['a retired rule keeps its number', [created, ...times(3, worked), retired], '0.85 deprecated'],
    [
      'and is as it was when taken back',
      [created, ...times(3, worked), retired, revived],
      '0.85 active',
    ],
    [
      'a rule that fell is raised to the gate',
      [created, failed, failed, revived],
      '0.50 provisional',
    ],
    ['a pin moves no number', [created, { event: 'pin' }], '0.70 provisional'],
  ])('%s', (_, facts, standing) => {
    expect(given(...facts)).toBe(standing);
  });

  test.each([
    ['retiring', 'deprecate', 'revive', ({ retired }: RuleState) => retired],
    ['letting go', 'unpin', 'pin', ({ pinned }: RuleState) => !pinned],
  ] as const)('at the same instant %s wins, whichever id comes first', (_, wins, loses, isSo) => {
    const orders = new Set<boolean>();
    for (let turn = 0; turn < 12; turn++) {
      const pair = [wins, loses].map((event) => onDay(5, { event, detail: `turn ${turn}` }));
      const [first, second] = eventsOf('rule', pair).map(eventId) as [string, string];
      orders.add(first < second);
      expect(isSo(lifeAfter(created, ...pair))).toBe(true);
      expect(isSo(lifeAfter(created, ...pair.toReversed()))).toBe(true);
    }
    expect(orders.size).toBe(2);
  });
});

describe('A Beta posterior of strength three passes the same gates', () => {
  const gateOf = (mean: number) =>
    mean >= 0.85 ? 'active' : mean >= 0.5 ? 'provisional' : 'deprecated';
  const births = [
    ['a new rule', created, 2.1],
    ['an import', imported, 1.8],
  ] as const;
  const sessions = [0, 1, 2, 3, 4, 5].map((successes) => [successes, 0] as const);
  test.each(
    births.flatMap(([name, birth, prior]) =>
      [...sessions, [0, 1] as const, [0, 2] as const].map(
        ([successes, failures]) => [name, successes, failures, birth, prior] as const,
      ),
    ),
  )('%s after %i successes and %i failures', (_, successes, failures, birth, prior) => {
    const facts = [birth, ...times(successes, worked), ...times(failures, failed)];
    // In tenths, so that 6.8 of 8 is 0.85.
    const mean = Math.round(10 * (prior + successes)) / (10 * (3 + successes + failures));
    expect(given(...facts)).toContain(gateOf(mean));
  });
});

describe('Counts', () => {
  test('a rule was proved, or counted against, in as many sessions as moved it', () => {
    const {
      validated,
      failed: against,
      triggered,
      cells,
    } = lifeAfter(
      created,
      worked,
      failed,
      needless,
      needlessUnseen,
      missed,
      partly,
      inSession('twice', worked),
      inSession('twice', failed),
    );
    expect({ validated, against, triggered }).toEqual({ validated: 1, against: 3, triggered: 7 });
    expect(cells).toEqual({ fs: 1, ff: 2, us: 2, uf: 1 });
  });

  test('a session is reviewed once, in which the scene occurred or did not', () => {
    const unmatched: Fact = { event: 'no_match', asset_ids: ['rule'] };
    const { triggered, reviewed } = lifeAfter(
      created,
      inSession('one', worked),
      inSession('one', unmatched),
      inSession('two', unmatched),
      inSession('two', unmatched),
      inSession('three', unmatched),
    );
    expect({ triggered, reviewed }).toEqual({ triggered: 1, reviewed: 3 });
  });

  test('the timeline shows what each line moved', () => {
    const log = logOf(eventsOf('rule', [created, worked, failed, failed]));
    expect(timeline(log, 'rule').map(({ step, confidence }) => [step, confidence])).toEqual([
      [70, 70],
      [5, 75],
      [-15, 60],
      [-30, 30],
    ]);
  });
});

describe('The order of rules', () => {
  const unmatched: Fact = { event: 'no_match' };

  test('a new local rule is worth its bonus, a new import nothing', () => {
    const { local, foreign } = valuesOf({ local: [created], foreign: [imported] });
    expect(local).toBeCloseTo((1 / 6) * 0.05, 12);
    expect(foreign).toBe(0);
  });

  test('value is how often the scene occurs times what following it adds', () => {
    const facts = [created, worked, failed, needless, missed, ...times(4, unmatched)];
    const sessions = facts.map((fact, index) => inSession(`session-${index}`, fact));
    const pooled = (1 + 2) / (1 + 1 + 4);
    const without = (15 * pooled + 1) / (15 + 1 + 1);
    const following = (3 * (pooled + 0.05) + 1) / (3 + 1 + 1);
    expect(valuesOf({ rule: sessions }).rule).toBeCloseTo(
      ((4 + 1) / (8 + 6)) * (following - without),
      12,
    );
  });

  test.each<readonly [string, readonly Fact[], readonly Fact[]]>([
    ['the one that works goes before the one that fails', [created, worked], [created, failed]],
    [
      'the one that is needed often before the one that is needed rarely',
      [created, worked, worked],
      [created, worked, worked, ...times(20, unmatched)],
    ],
    [
      'the one that makes a difference before the one without which it goes as well',
      [created, ...times(3, worked), ...times(9, missed)],
      [created, ...times(3, worked), ...times(9, needlessUnseen)],
    ],
    ['of two that are new the local one', [created], [imported]],
    [
      'of two of equal value the more confident',
      [{ ...created, confidence_delta: 0.75 }],
      [created],
    ],
  ])('%s', (_, better, worse) => {
    expect(orderOf({ a: better, b: worse })).toEqual(['a', 'b']);
    expect(orderOf({ a: worse, b: better })).toEqual(['b', 'a']);
  });

  test('of two that are alike the smaller id goes first', () => {
    expect(orderOf({ b: [created], a: [created] })).toEqual(['a', 'b']);
  });

  test('a bare validate counts as followed and worked, a bare invalidate as failed', () => {
    const bare = valuesOf({ rule: [created, bareValidate, bareInvalidate] });
    expect(bare).toEqual(valuesOf({ rule: [created, worked, failed] }));
  });
});

describe('What is shown', () => {
  const active = [created, ...times(3, worked)];

  const kept: Fact = { ...created, by: 'add' };
  const idsOf = (standings: readonly Standing[]) => standings.map(({ asset }) => asset.id);

  test('is at most ten proved rules, and beside them one on trial', () => {
    const { rules, trials } = select({
      ...copies(14, 'proved', active),
      ...copies(5, 'new', [created]),
    });
    expect(rules.map(({ status }) => status)).toEqual(Array(10).fill('active'));
    expect(idsOf(trials)).toEqual(['new-0']);
  });

  test('is what a person kept, behind what is proved, while there is room for ten', () => {
    const { rules } = select({
      ...copies(8, 'proved', active),
      ...copies(3, 'kept', [kept]),
      better: [kept, worked],
    });
    expect(idsOf(rules).slice(8)).toEqual(['better', 'kept-0']);
  });

  test('is a proved rule in the place of the weakest on trial', () => {
    const trials = { ...copies(9, 'better', [kept, worked]), weakest: [kept] };
    expect(idsOf(select(trials).rules)).toContain('weakest');
    const { rules } = select({ ...trials, proved: active });
    expect(idsOf(rules)).toEqual(['proved', ...Object.keys(copies(9, 'better', []))]);
  });

  test.each<readonly [string, Fact]>([
    ['by an answer in a dialog', { ...created, approval: { by: 'dialog' } }],
    ['by a command of an older version', { ...created, by: 'add' }],
    ['for all projects', { ...created, by: 'promote' }],
  ])('is in the block at once where a person kept it %s', (_, birth) => {
    expect(idsOf(select({ rule: [birth] }).rules)).toEqual(['rule']);
  });

  test.each<readonly [string, readonly Fact[]]>([
    ['adopted from a file', [{ ...created, by: 'adopt' }]],
    ['written into the log by another program', [created]],
    [
      'imported, though a person read it',
      [{ ...imported, read: true, approval: { by: 'terminal' } }],
    ],
    ['kept and then reworded by an import', [kept, { event: 'import_merge', read: true }]],
    ['said by a web page alone', [{ ...kept, quotes: [{ text: 'use it', role: 'tool_result' }] }]],
  ])('is no rule of the block before it is proved that was %s', (_, facts) => {
    const { rules, trials } = select({ rule: facts });
    expect(idsOf(rules)).toEqual([]);
    expect(idsOf(trials)).toEqual(['rule']);
  });

  test('is an import at the start that a person read, as the block takes none', () => {
    const { rules, trials } = select({ ...copies(9, 'kept', [kept]), foreign: [imported] });
    expect([rules.length, idsOf(trials)]).toEqual([9, ['foreign']]);
  });

  test('is no kept rule twice, in the block and at the start', () => {
    const { rules, trials } = select(copies(11, 'kept', [kept]));
    expect(new Set([...rules, ...trials]).size).toBe(11);
  });

  test('is no rule that is on its way out', () => {
    const { rules, trials } = select({
      failed: [created, failed, failed],
      retired: [...active, { event: 'deprecate' }],
    });
    expect([...rules, ...trials]).toEqual([]);
  });

  test('is one import on trial that was never proved here, and any that was', () => {
    const memory = { ...copies(3, 'foreign', [imported]), known: [imported, worked] };
    const { trials } = selectRules(standingsOf(memory), { ...defaultLimits, max_trials: 3 });
    expect(idsOf(trials).sort()).toEqual(['foreign-0', 'known']);
    expect(trials.filter(({ ruleState }) => ruleState.unproved)).toHaveLength(1);
  });

  test('is a rule once, where it is proved and pinned', () => {
    const { rules } = select({ both: [...active, { event: 'pin' }], proved: active });
    expect(rules.map(({ asset }) => asset.id)).toEqual(['both', 'proved']);
  });

  test('is what a person pinned, three at most, before what is proved', () => {
    const pinned = copies(4, 'pinned', [created, failed, { event: 'pin' }]);
    const { rules } = select({ ...pinned, ...copies(9, 'proved', active) });
    expect(rules).toHaveLength(10);
    expect(rules.slice(0, 4).map(({ asset }) => asset.id)).toEqual([
      'pinned-0',
      'pinned-1',
      'pinned-2',
      'proved-0',
    ]);
  });

  test.each<readonly [string, readonly Fact[]]>([
    ['an import that was never proved here', [imported, { event: 'pin' }]],
    ['a rule that fell', [created, failed, failed, { event: 'pin' }]],
    ['a rule that is no longer pinned', [created, { event: 'pin' }, { event: 'unpin' }]],
  ])('is not, pinned or not, %s', (_, facts) => {
    expect(select({ rule: facts }).rules).toEqual([]);
  });
});

function standingsOf(memory: Readonly<Record<string, readonly Fact[]>>): Standing[] {
  const assets = new Map<string, Asset>();
  for (const id of Object.keys(memory))
    assets.set(id, { id, type: 'gene', title: id, trigger: id, method: [id] });
  const events = Object.entries(memory).flatMap(([id, facts]) => eventsOf(id, facts));
  return decideStanding(assets, fold(logOf(events)).states);
}

function valuesOf(memory: Readonly<Record<string, readonly Fact[]>>): Record<string, number> {
  return Object.fromEntries(standingsOf(memory).map(({ asset, value }) => [asset.id, value]));
}

function orderOf(memory: Readonly<Record<string, readonly Fact[]>>): string[] {
  return standingsOf(memory).map(({ asset }) => asset.id);
}

function select(memory: Readonly<Record<string, readonly Fact[]>>) {
  return selectRules(standingsOf(memory), defaultLimits);
}

function copies(
  count: number,
  name: string,
  facts: readonly Fact[],
): Record<string, readonly Fact[]> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${name}-${index}`, facts]),
  );
}
