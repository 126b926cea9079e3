import { instant } from '../../learn/log/event.js';
import { estimateTokens } from '../../observe/digest.js';
import { type Hint, readHints, readShown, readTold } from '../../observe/journal.js';
import { utcOf } from '../../observe/transcript.js';
import { ownFolder } from '../../platform/folders.js';
import { ifPossible } from '../../problem.js';
import { isTelling } from '../../reflect/citation.js';
import { matchWords, type PreparedRule, prepareRule } from '../../reflect/match-rules.js';
import { openRules, type ToJudge } from '../../reflect/progress.js';
import { judgedSteps } from '../../reflect/verdict.js';
import type { Asset, Event, Facet, Prematch } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { head, oneLine } from '../../text.js';
import { type AssetSet, assetSetOf } from '../memory/asset-set.js';
import type { Caller } from '../memory/run-context.js';
import { occasionsIn, type RuleOccasion } from '../watches/count-rules.js';
import { judgeableOn, readFacet, recordedIn, retrospectiveInWork } from './repository.js';
import type { ReadSession, SessionReader, ShownLine } from './session-reader.js';

/** What a judgement may cost, by the upper bound of `estimateTokens`. What is said around it takes the rest of 6,000. */
const budget = { whole: 1800, all: 4700 };
const lineTokens = 60;
/** From so many others on, forms and passages would leave no room for their lines. */
const manyRules = 60;

/** What a judge is given of one session. */
export interface Judgement {
  /** Shown, matched, or named by the facet. */
  readonly rules: readonly RuleToJudge[];
  /** All others, one line each. */
  readonly named: readonly NamedRule[];
  /** So many that each stands without its form. */
  readonly isLarge: boolean;
  readonly facet: Pick<Facet, 'friction_detail' | 'loops'> | undefined;
}

export interface RuleToJudge {
  readonly asset: string;
  readonly type: Asset['type'];
  readonly title: string;
  readonly trigger: string;
  readonly skip_when: string;
  readonly expected_outcome?: string;
  /** Where the scene may have occurred; absent where no line pointed to the rule. */
  readonly look?: Pick<Prematch, 'lines' | 'by' | 'words'> & {
    readonly shown: readonly ShownLine[];
  };
  /** What a program counted of it in this session; the form is filled in as far as that tells. */
  readonly counted?: readonly RuleOccasion[];
  /** Set if a hook gave the rule after a failure. */
  readonly hints?: readonly Omit<Hint, 'rule'>[];
  readonly form: Form;
}

interface NamedRule {
  readonly asset: string;
  readonly trigger: string;
  readonly title: string;
}

/** The session of a name as it is to be judged: as a review has it, or with the rules that a hook gave it. */
export function sessionToJudge(
  caller: Caller,
  { location }: Opened,
  read: SessionReader,
  name: string,
): ToJudge {
  const session = read(name).whole;
  const running = retrospectiveInWork(location)?.sessions;
  const reviewed = running?.find((one) => one.session === session);
  // A session may continue during its review and get more rules.
  const known = new Set(reviewed?.prematched.map(({ asset }) => asset));
  const told = toldIn(caller, session).filter((asset) => !known.has(asset));
  const prematched = [...(reviewed?.prematched ?? []), ...told.map((asset) => ({ asset }))];
  return { ...reviewed, session, prematched };
}

export function toldIn(caller: Caller, session: string): string[] {
  return [...readTold(ownFolder(caller.env), session)].map(idIn);
}

/**
 * Splits the open rules of a session into those shown whole and those named in one line. Which is which depends on what
 * is recorded of the session before it is judged, so that a verdict moves no rule from one to the other. `only` asks for
 * some rules whole.
 */
export function judgementOf(
  caller: Caller,
  opened: Opened,
  read: SessionReader,
  entry: ToJudge,
  only: readonly string[] = [],
): Judgement {
  const { told: assets } = assetSetOf(opened);
  const facet = readFacet(opened.location, entry.session);
  const { prematched, weak = [] } = entry;
  const seen = new Set(prematched.map(({ asset }) => asset));
  const others = weak.filter((id) => !seen.has(id));
  const named = new Set(
    facet === undefined ? [] : matchWords(preparedOf(assets, others), saidBy(facet)),
  );
  const counted = ifPossible(() => occasionsIn(opened, read(entry.session).summary())) ?? new Map();
  const inOrder = [
    ...others.filter((id) => counted.has(id)).map((asset) => ({ asset })),
    ...prematched,
    ...others.filter((id) => named.has(id) && !counted.has(id)).map((asset) => ({ asset })),
  ];
  const lines = shownIn(read, entry);
  const hints = readHints(ownFolder(caller.env), entry.session);
  // None of these is left to one line.
  const shown = new Set([...shownIdsOf(caller, entry), ...counted.keys()]);
  const open = new Set(openRules(entry, recordedIn(opened)));
  const isLarge = others.length > manyRules;
  const whole = Math.max(budget.whole, budget.all - others.length * lineTokens);
  const rules: RuleToJudge[] = [];
  let used = 0;
  for (const match of inOrder) {
    const asset = assets.get(match.asset);
    if (asset === undefined) continue;
    const rule = ruleToJudge(asset, entry.session, match, { lines, hints, counted });
    const cost =
      estimateTokens(
        isLarge ? `${rule.title}${rule.trigger}${rule.skip_when}` : JSON.stringify(rule),
      ) +
      lineTokens / 4;
    if (used + cost > whole && !shown.has(asset.id)) continue;
    used += cost;
    rules.push(rule);
  }
  const isWhole = new Set(rules.map(({ asset }) => asset));
  const rest = [...others, ...seen].filter((id) => open.has(id) && !isWhole.has(id));
  const wanted = only.flatMap((id) => {
    const asset = open.has(id) ? assets.get(id) : undefined;
    return asset && !isWhole.has(id)
      ? [ruleToJudge(asset, entry.session, { asset: id }, { lines: [], hints, counted })]
      : [];
  });
  const room = Math.max(0, budget.all - used) / Math.max(1, rest.length);
  return {
    rules:
      only.length > 0
        ? [...rules.filter(({ asset }) => only.includes(asset)), ...wanted]
        : rules.filter(({ asset }) => open.has(asset)),
    named: rest.flatMap((id) => {
      const asset = assets.get(id);
      return asset === undefined ? [] : [inOneLine(asset, Math.min(lineTokens, room))];
    }),
    isLarge,
    facet: facet && {
      friction_detail: head(facet.friction_detail, 300),
      loops: facet.loops.slice(0, 5),
    },
  };
}

/** The rules that count as told in a session: those of its journal, else those of the block when it began. */
export function shownRules(
  caller: Caller,
  past: readonly Event[],
  { session, coverage, last }: Pick<ReadSession, 'session' | 'coverage' | 'last'>,
): ReadonlySet<string> {
  const journal = readShown(ownFolder(caller.env), session);
  if (journal !== undefined) return journal;
  const start = instant(utcOf(coverage.first) ?? last);
  // Of several blocks in one second the last line counts.
  const block = past
    .filter(({ event, ts }) => event === 'inject_reflection' && instant(ts) <= start)
    .sort((a, b) => instant(a.ts) - instant(b.ts))
    .at(-1);
  return new Set(block?.rules ?? []);
}

/** `gene:some-id` → `some-id`. */
export function idIn(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Every rule that may be judged, ready to be looked for. */
export function preparedRules(assetSet: AssetSet): readonly PreparedRule[] {
  return preparedOf(assetSet.assets, [...judgeableOn(assetSet)]);
}

function preparedOf(assets: ReadonlyMap<string, Asset>, ids: readonly string[]): PreparedRule[] {
  return ids.flatMap((id) => {
    const asset = assets.get(id);
    return asset === undefined ? [] : [prepareRule(asset)];
  });
}

/** A rule that the session was shown stands whole, however many there are. */
function shownIdsOf(caller: Caller, { session, prematched }: ToJudge): readonly string[] {
  const journal = [...(readShown(ownFolder(caller.env), session) ?? [])].map(idIn);
  return [...journal, ...prematched.flatMap(({ asset, by }) => (by === 'shown' ? asset : []))];
}

function saidBy(facet: Facet): string[] {
  const { underlying_goal, brief_summary, friction_detail, loops, learnings } = facet;
  return [
    ...[underlying_goal, brief_summary, friction_detail],
    ...loops.map(({ description }) => description),
    ...learnings.map(({ learning }) => learning),
  ];
}

/** Reads the lines of all rules at once. A transcript that is gone shows nothing. */
function shownIn(read: SessionReader, { session, prematched }: ToJudge): ShownLine[] {
  const lines = new Map<number, readonly string[]>();
  for (const { lines: own = [], words = [] } of prematched)
    for (const line of own) lines.set(line, [...(lines.get(line) ?? []), ...words]);
  if (lines.size === 0) return [];
  return ifPossible(() => read(session).show(lines)) ?? [];
}

/** More would say no more. */
const maxCounted = 5;

interface Known {
  readonly lines: readonly ShownLine[];
  readonly hints: readonly Hint[];
  readonly counted: ReadonlyMap<string, readonly RuleOccasion[]>;
}

function ruleToJudge(
  asset: Asset,
  session: string,
  { lines = [], by, words }: Partial<Prematch>,
  known: Known,
): RuleToJudge {
  const { id, type, title, trigger, skip_when = '' } = asset;
  const counted = known.counted.get(id);
  const shown = known.lines.filter(({ line }) => lines.includes(line));
  const hints = known.hints
    .filter(({ rule }) => rule === `${type}:${id}`)
    .map(({ rule, ...hint }) => hint);
  const expected = 'expected_outcome' in asset ? asset.expected_outcome : undefined;
  return {
    asset: id,
    type,
    title,
    trigger,
    skip_when,
    ...(expected ? { expected_outcome: expected } : {}),
    ...(lines.length > 0 && by && words ? { look: { lines, by, words, shown } } : {}),
    ...(counted === undefined ? {} : { counted: counted.slice(0, maxCounted) }),
    ...(hints.length > 0 ? { hints } : {}),
    form: formOf(asset, session, counted),
  };
}

/** A verdict form. What came of it is blank, so it cannot pass unchanged. */
type Form = ReturnType<typeof formOf>;

function formOf(asset: Asset, session: string, counted: readonly RuleOccasion[] = []) {
  const blank = { text: '' };
  const canProve = ({ quote }: RuleOccasion) => isTelling({ text: quote });
  const cited = (one: RuleOccasion | undefined) =>
    one === undefined ? blank : { text: one.quote, line: one.line };
  const steps = judgedSteps(asset);
  const broken = counted.filter(({ isFollowed }) => !isFollowed);
  const scene = (broken.length > 0 ? broken : counted).find(canProve);
  // One passage proves one thing.
  const proof = counted.find((one) => one.isFollowed && one.line !== scene?.line && canProve(one));
  const isClear = steps.length === 1 && (broken.length === 0 || broken.length === counted.length);
  const done = counted.length > 0 && isClear ? broken.length === 0 : null;
  return {
    session,
    asset: asset.id,
    scene: { occurred: counted.length > 0 ? true : null, quote: cited(scene) },
    steps: steps.map((step) => ({
      ...{ step, done },
      ...(done === false ? {} : { quote: done ? cited(proof) : blank }),
    })),
    outcome: { result: null, quote: blank },
  };
}

/** Cut without a mark where the memory is large: a mark costs as much as a word. */
function inOneLine({ id, trigger, title }: Asset, tokens: number): NamedRule {
  const cut = (text: string, room: number) => {
    const line = oneLine(text, 300);
    const cost = estimateTokens(line);
    return cost <= room ? line : head(line, Math.max(5, Math.floor((line.length * room) / cost)));
  };
  // A rule of one sentence has no trigger of its own.
  const when = trigger === 'always' ? '' : trigger;
  const left = tokens - estimateTokens(id) - 3;
  const half = Math.max(left / 2, left - estimateTokens(title));
  const shortened = when === '' ? '' : cut(when, half);
  return { asset: id, trigger: shortened, title: cut(title, left - estimateTokens(shortened)) };
}
