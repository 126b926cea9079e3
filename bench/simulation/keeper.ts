import { fold } from '../../src/learn/fold/fold.js';
import { policy } from '../../src/learn/fold/policy.js';
import {
  decideStanding,
  defaultLimits,
  type Limits,
  type Standing,
  selectRules,
  type TrialPlace,
} from '../../src/learn/fold/rank.js';
import { logOf, withEvents } from '../../src/learn/log/parse-log.js';
import type { Asset, Cell, Event } from '../../src/schema.gen.js';
import { judge, projectOf, type Rule, type Verdict, type World } from './world.js';

/** A way to keep a memory: the product's, and those it is measured against. */
export interface Keeper {
  readonly name: string;
  /** What a session is shown, block and trials alike. */
  readonly show: (standings: readonly Standing[]) => readonly Standing[];
  /** Which rules a retrospective judges. */
  readonly judges: 'all' | 'active';
  /** What the journal says of a rule that was not shown: `shown` switches the exposure gate off. */
  readonly unshown: 'not shown' | 'shown';
  readonly imports_as: 'import' | 'create';
  /** What it makes of the product's standings; `ever`: rules that were active once. */
  readonly adjust?: (
    standings: readonly Standing[],
    ever: ReadonlySet<string>,
    stated: (id: string) => number,
  ) => readonly Standing[];
}

const product = { judges: 'all', unshown: 'not shown', imports_as: 'import' } as const;
const firstDesign = { judges: 'all', unshown: 'shown', imports_as: 'create' } as const;
const threeTrials: Limits = { ...defaultLimits, max_trials: 3 };

/**
 * `product` is what ships: a block of ten, proved rules before those that a person kept, and one trial that the start of
 * a session adds. `tenInAll` gives that trial a seat of the block, so that it has no more seats than the oracle.
 * `provedAlone` keeps whatever is not proved out of the block, and has three trials beside it. `firstDesign` shows the ten most confident of the active rules and judges no others;
 * every rule is born at 0.70, and blamed for a success without it whether it was shown or not.
 */
export const keepers = {
  product: { name: 'product: proved, then kept; 1 beside', ...product, show: withTrials() },
  tenInAll: {
    name: 'product, 10 in all: 9 and 1 beside',
    ...product,
    show: withTrials({ ...defaultLimits, max_rules: 9 }),
  },
  provedAlone: {
    name: 'proved alone in the block, 3 trials beside',
    ...product,
    show: withTrials(threeTrials, 'session'),
  },
  noTrials: { name: 'product without trials', ...product, show: withTrials(defaultLimits, 'off') },
  ungated: {
    name: 'product without the exposure gate',
    ...product,
    unshown: 'shown',
    show: withTrials(),
  },
  firstDesign: {
    name: 'first design, literally',
    ...firstDesign,
    judges: 'active',
    show: mostConfident,
  },
  firstDesignJudgingAll: {
    name: 'first design, every rule judged',
    ...firstDesign,
    show: mostConfident,
  },
} as const satisfies Record<string, Keeper>;

/** The product with one of its parts taken out. */
export const ablations = {
  noRetirement: {
    name: 'no retirement: what was active once stays',
    ...product,
    show: withTrials(),
    adjust: (standings, ever) =>
      standings.map((one) => {
        const status = ever.has(one.asset.id) ? 'active' : 'provisional';
        return one.status === 'deprecated' ? { ...one, status } : one;
      }),
  },
  earlyRetirement: {
    name: 'early retirement: out after one failure',
    ...product,
    show: withTrials(),
    adjust: (standings) =>
      standings.map((one) => (one.ruleState.cells.ff > 0 ? { ...one, status: 'deprecated' } : one)),
  },
  unbounded: {
    name: 'unbounded block: every active rule',
    ...product,
    show: (standings) => [...new Set([...standings.filter(isActive), ...withTrials()(standings)])],
  },
  believed: {
    name: 'believed confidence: as the model states it',
    ...product,
    show: (standings) => standings.slice(0, defaultLimits.max_rules + defaultLimits.max_trials),
    adjust: (standings, _, stated) =>
      [...standings]
        .sort((a, b) => stated(b.asset.id) - stated(a.asset.id))
        .map((one) => ({ ...one, status: 'active' })),
  },
} as const satisfies Record<string, Keeper>;

/** What was shown in each session, and everything that was written. */
export interface Run {
  readonly world: World;
  readonly shown: readonly (readonly Rule[])[];
  readonly events: readonly Event[];
  /** Rule → the first session in which it was active. */
  readonly promoted: ReadonlyMap<Rule, number>;
}

export function simulate(keeper: Keeper, world: World): Run {
  const ruleOf = new Map(world.rules.map((rule) => [rule.id, rule]));
  const rulesIn = (standings: readonly Standing[]) =>
    standings.map(({ asset }) => ruleOf.get(asset.id) as Rule);
  const learntIn = (session: number) =>
    world.rules.filter(({ learnt_in }) => learnt_in === session);
  const assets = new Map(world.rules.map((rule) => [rule.id, assetOf(rule)]));
  const shown: (readonly Rule[])[] = [];
  const promoted = new Map<Rule, number>();
  const events = learntIn(-1).map((rule) => birthOf(rule, keeper));
  let log = logOf(events);
  let read = events.length;
  let standings = decideStanding(assets, fold(log).states);
  const ever = new Set<string>();
  const stated = (id: string) => ruleOf.get(id)?.stated ?? 0;
  for (let session = 0; session < world.kind.sessions; session++) {
    const kept = keeper.adjust?.(standings, ever, stated) ?? standings;
    const seated = rulesIn(keeper.show(kept));
    const judged = keeper.judges === 'all' ? standings : standings.filter(isActive);
    shown.push(seated);
    events.push(...review(rulesIn(judged), new Set(seated), keeper, world, session));
    events.push(...learntIn(session).map((rule) => birthOf(rule, keeper)));
    if ((session + 1) % world.kind.sessions_per_retrospective !== 0) continue;
    log = withEvents(log, events.slice(read));
    read = events.length;
    standings = decideStanding(assets, fold(log).states);
    for (const rule of rulesIn(standings.filter(isActive))) {
      ever.add(rule.id);
      if (!promoted.has(rule)) promoted.set(rule, session + 1);
    }
  }
  return { world, shown, events, promoted };
}

function isActive({ status }: Standing): boolean {
  return status === 'active';
}

function withTrials(limits: Limits = defaultLimits, trial: TrialPlace = 'block'): Keeper['show'] {
  return (standings) => {
    const { rules, trials } = selectRules(standings, limits, { trial });
    return [...rules, ...trials];
  };
}

function mostConfident(standings: readonly Standing[]): readonly Standing[] {
  return standings
    .filter(isActive)
    .sort((a, b) => b.ruleState.confidence - a.ruleState.confidence)
    .slice(0, defaultLimits.max_rules);
}

/** The events of one judged session: a verdict where a scene occurred, one no_match for the rest. */
function review(
  judged: readonly Rule[],
  seated: ReadonlySet<Rule>,
  keeper: Keeper,
  world: World,
  session: number,
): Event[] {
  const about = {
    ts: endOf(session),
    session: `session-${session}`,
    project: projectOf(world, session),
  };
  const unmatched: string[] = [];
  const events: Event[] = [];
  for (const rule of judged) {
    const isShown = seated.has(rule);
    const verdict = judge(world, session, rule, isShown, seated.size);
    if (verdict === undefined) unmatched.push(rule.id);
    else {
      const cell = cellOf(verdict, isShown || keeper.unshown === 'shown');
      const event = kindOf(cell);
      events.push({ ...about, event, asset_type: 'gene', asset_id: rule.id, cell });
    }
  }
  return unmatched.length === 0
    ? events
    : [...events, { ...about, event: 'no_match', asset_ids: unmatched }];
}

function cellOf({ followed, achieved }: Verdict, shown: boolean): Cell {
  return {
    shown,
    followed: followed ? 'full' : 'none',
    outcome: achieved ? 'achieved' : 'not_achieved',
  };
}

/** What a judged session says of a rule, as the table of steps has it. */
function kindOf({ shown, followed, outcome }: Cell): 'validate' | 'invalidate' | 'observe' {
  if (followed === 'full' && outcome === 'achieved') return 'validate';
  if (followed === 'full' && outcome === 'not_achieved') return 'invalidate';
  return followed === 'none' && outcome === 'achieved' && shown ? 'invalidate' : 'observe';
}

function birthOf(rule: Rule, keeper: Keeper): Event {
  const event = rule.origin === 'imported' ? keeper.imports_as : 'create';
  return {
    ts: endOf(rule.learnt_in),
    event,
    asset_type: 'gene',
    asset_id: rule.id,
    project: rule.project,
    ...(event === 'create' ? { by: 'add' } : {}),
    confidence_delta: policy.baseline[event] / 100,
  };
}

/** A session every eight hours. */
function endOf(session: number): string {
  const at = Date.UTC(2026, 0, 1) + session * 8 * 3_600_000;
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

function assetOf({ id }: Rule): Asset {
  return { id, type: 'gene', title: id, trigger: id, method: [id] };
}
