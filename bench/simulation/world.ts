/**
 * A world in which the truth about every rule is known: how often its scene occurs, how often things
 * go well without it, and what following it changes. The memory sees none of this, only what a judge
 * of 85 % attention and 90 % accuracy makes of each session.
 *
 * Everything random is drawn by name (seed, purpose, session, rule), never in sequence. Two ways to
 * keep a memory therefore live through the same days, and differ only in what they show.
 */
export interface WorldKind {
  readonly sessions: number;
  readonly projects: number;
  /** Rules known on the first day; afterwards one more is learnt every so many sessions. */
  readonly known: number;
  readonly learnt_every: number;
  /** Sessions after which a teammate's file is imported, and how many rules it holds. */
  readonly imports_after: readonly number[];
  readonly imported: number;
  /** Shares of good and of neutral rules; the rest does harm. */
  readonly local: Mix;
  readonly foreign: Mix;
  /** How much following a good rule adds to the chance of success, and a harmful one takes. */
  readonly effect: Range;
  /** A neutral rule's effect lies within ± this. */
  readonly neutral_effect: number;
  /** In how many sessions the scene of a rule occurs; log-uniform. */
  readonly trigger_rate: Range;
  /** Chance that things go well without the rule, over rules. */
  readonly base_success: { readonly mean: number; readonly deviation: number };
  /** Chance that a rule is followed when its scene occurs. */
  readonly followed_when_shown: number;
  readonly followed_when_not: number;
  /** Share of the rules whose effect turns into its opposite, some 20 to 120 sessions after they were learnt. */
  readonly turning?: number;
  /** Beyond so many rules in a session attention is shared: each is followed less. Without it every rule is followed alike. */
  readonly attention?: number;
  /** Chance that the judge notices that the scene occurred. */
  readonly detection: number;
  /** Chance that the judge is wrong about what was done, and about what came of it. */
  readonly misjudged_compliance: number;
  readonly false_success: number;
  readonly false_failure: number;
  /** What was judged counts, and what was learnt can be shown, from the next retrospective on. */
  readonly sessions_per_retrospective: number;
}

interface Mix {
  readonly good: number;
  readonly neutral: number;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

export const everyday: WorldKind = {
  sessions: 240,
  projects: 3,
  known: 12,
  learnt_every: 3,
  imports_after: [40, 120],
  imported: 20,
  local: { good: 0.45, neutral: 0.35 },
  foreign: { good: 0.35, neutral: 0.4 },
  effect: { low: 0.12, high: 0.35 },
  neutral_effect: 0.04,
  trigger_rate: { low: 0.03, high: 0.45 },
  base_success: { mean: 0.65, deviation: 0.12 },
  followed_when_shown: 0.78,
  followed_when_not: 0.25,
  detection: 0.85,
  misjudged_compliance: 0.1,
  false_success: 0.1,
  false_failure: 0.1,
  sessions_per_retrospective: 5,
};

/** What is true of a rule. */
export interface Rule {
  readonly index: number;
  readonly id: string;
  readonly origin: 'local' | 'imported';
  readonly character: 'good' | 'neutral' | 'harmful';
  /** −1 is before the first session. */
  readonly learnt_in: number;
  readonly project: string;
  readonly trigger_rate: number;
  /** Chance of success without it and with it. */
  readonly without: number;
  readonly with: number;
  /** Successes that showing it adds to a session, on average: what an oracle knows. */
  readonly worth: number;
  /** From this session on following it does the opposite. */
  readonly turns_in: number;
  /** How sure the model says it is when the rule is born, 0 to 1: it knows a little, and is sure of most. */
  readonly stated: number;
}

/** What following it makes of the chance of success in a session, and what showing it adds there. */
export function truthIn(rule: Rule, session: number): Pick<Rule, 'with' | 'worth'> {
  if (session < rule.turns_in) return rule;
  return { with: clamp(2 * rule.without - rule.with, 0.02, 0.98), worth: -rule.worth };
}

/** What a judge makes of a session in which the scene of a rule occurred. */
export interface Verdict {
  readonly followed: boolean;
  readonly achieved: boolean;
}

/** One world of its kind. */
export interface World {
  readonly kind: WorldKind;
  readonly seed: number;
  /** In the order in which they are learnt. */
  readonly rules: readonly Rule[];
}

export function createWorld(kind: WorldKind, seed: number): World {
  const births: Birth[] = [];
  const add = (count: number, birth: Birth) => {
    for (let i = 0; i < count; i++) births.push(birth);
  };
  add(kind.known, { learnt_in: -1, origin: 'local' });
  for (let session = 1; session < kind.sessions; session++) {
    if (session % kind.learnt_every === 0) add(1, { learnt_in: session, origin: 'local' });
    if (kind.imports_after.includes(session))
      add(kind.imported, { learnt_in: session, origin: 'imported' });
  }
  return { kind, seed, rules: births.map((birth, index) => createRule(kind, seed, index, birth)) };
}

export function projectOf({ kind, seed }: Pick<World, 'kind' | 'seed'>, session: number): string {
  return `project-${Math.floor(chance(seed, purpose.project, session, 0) * kind.projects)}`;
}

/** What the judge reports; undefined where the scene did not occur or was not noticed. */
export function judge(
  { kind, seed }: World,
  session: number,
  rule: Rule,
  isShown: boolean,
  seats = 0,
): Verdict | undefined {
  const happens = (what: number, probability: number) =>
    chance(seed, what, session, rule.index) < probability;
  if (!happens(purpose.scene, rule.trigger_rate)) return undefined;
  if (!happens(purpose.detection, kind.detection)) return undefined;
  const compliance = isShown ? complianceAmong(kind, seats) : kind.followed_when_not;
  const followed = happens(purpose.compliance, compliance);
  const achieved = happens(purpose.outcome, followed ? truthIn(rule, session).with : rule.without);
  const error = achieved ? kind.false_failure : kind.false_success;
  return {
    followed: followed !== happens(purpose.complianceError, kind.misjudged_compliance),
    achieved: achieved !== happens(purpose.outcomeError, error),
  };
}

/** Chance that a rule is followed that stands among so many. */
export function complianceAmong(kind: WorldKind, seats: number): number {
  const { attention = Number.POSITIVE_INFINITY, followed_when_shown, followed_when_not } = kind;
  return Math.max(followed_when_not, followed_when_shown * Math.min(1, attention / seats));
}

/** The most that so many rules could add to this session. */
export function oracle({ rules }: World, session: number, slots: number): number {
  return rules
    .filter(({ learnt_in }) => learnt_in < session)
    .map((rule) => truthIn(rule, session).worth)
    .filter((worth) => worth > 0)
    .sort((a, b) => b - a)
    .slice(0, slots)
    .reduce((sum, worth) => sum + worth, 0);
}

const purpose = {
  project: 1,
  character: 2,
  effect: 3,
  triggerRate: 4,
  baseRadius: 5,
  baseAngle: 6,
  scene: 7,
  detection: 8,
  compliance: 9,
  outcome: 10,
  complianceError: 11,
  outcomeError: 12,
  statedRadius: 13,
  statedAngle: 14,
  turns: 15,
  turnsAfter: 16,
} as const;

type Birth = Pick<Rule, 'learnt_in' | 'origin'>;

function createRule(kind: WorldKind, seed: number, index: number, birth: Birth): Rule {
  const draw = (what: number) => chance(seed, what, 0, index);
  const character = characterOf(
    draw(purpose.character),
    birth.origin === 'local' ? kind.local : kind.foreign,
  );
  const effect = effectOf(draw(purpose.effect), character, kind);
  const { low, high } = kind.trigger_rate;
  const trigger_rate = low * (high / low) ** draw(purpose.triggerRate);
  const { mean, deviation } = kind.base_success;
  const normal = gaussian(draw(purpose.baseRadius), draw(purpose.baseAngle));
  const without = clamp(mean + deviation * normal, 0.15, 0.95);
  const success = clamp(without + effect, 0.02, 0.98);
  const moreOften = kind.followed_when_shown - kind.followed_when_not;
  return {
    ...birth,
    index,
    id: `rule-${String(index).padStart(3, '0')}`,
    character,
    // The rules known on the first day come from as many days before it.
    project: projectOf({ kind, seed }, birth.learnt_in < 0 ? -1 - index : birth.learnt_in),
    trigger_rate,
    without,
    with: success,
    worth: trigger_rate * moreOften * (success - without),
    turns_in:
      draw(purpose.turns) < (kind.turning ?? 0)
        ? birth.learnt_in + 20 + Math.floor(100 * draw(purpose.turnsAfter))
        : Number.POSITIVE_INFINITY,
    stated: clamp(
      0.85 +
        0.1 * gaussian(draw(purpose.statedRadius), draw(purpose.statedAngle)) +
        0.05 * Math.sign(effect),
      0,
      1,
    ),
  };
}

function characterOf(share: number, { good, neutral }: Mix): Rule['character'] {
  if (share < good) return 'good';
  return share < good + neutral ? 'neutral' : 'harmful';
}

function effectOf(share: number, character: Rule['character'], kind: WorldKind): number {
  const size = kind.effect.low + share * (kind.effect.high - kind.effect.low);
  switch (character) {
    case 'good':
      return size;
    case 'harmful':
      return -size;
    case 'neutral':
      return (2 * share - 1) * kind.neutral_effect;
    default:
      return character satisfies never;
  }
}

/** Standard normal, after Box and Muller. */
function gaussian(radius: number, angle: number): number {
  return Math.sqrt(-2 * Math.log(1 - radius)) * Math.cos(2 * Math.PI * angle);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** A number in [0, 1) that belongs to these four and to nothing else. */
function chance(seed: number, what: number, session: number, rule: number): number {
  let bits = 0;
  bits = scramble(bits + seed);
  bits = scramble(bits + what);
  bits = scramble(bits + session);
  bits = scramble(bits + rule);
  return bits / 2 ** 32;
}

/** The finalizer of MurmurHash3 over a golden-ratio step: every bit in changes half of those out. */
function scramble(value: number): number {
  let bits = (value + 0x9e3779b9) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
