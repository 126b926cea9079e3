import { faults, noVerdict, proofOf } from '../messages/problems/reflect.js';
import { hintOf, type Problem, problem, type Sentence, type Wording } from '../problem.js';
import type {
  Asset,
  Candidate,
  Cell,
  Cited,
  Deviation,
  Event,
  Facet,
  Quote,
  Verdict,
} from '../schema.gen.js';
import { head } from '../text.js';
import { explain, type Violation } from '../validation.js';
import { verdict as isVerdict } from './validators.gen.js';

/** Share of the steps done from which on a rule counts as followed, or below which as not. */
export interface Gates {
  readonly full: number;
  readonly none: number;
}

/** The steps of a rule in the words in which they are judged. */
export function judgedSteps(asset: Asset): readonly string[] {
  switch (asset.type) {
    case 'gene':
      return asset.method;
    case 'sop':
      return asset.steps.toSorted((a, b) => a.seq - b.seq).map(({ action }) => action);
    case 'pref': {
      const { prefer, reject, title } = asset;
      if (prefer === undefined) return [reject === undefined ? title : `not ${reject}`];
      return [reject === undefined ? prefer : `${prefer}, not ${reject}`];
    }
    default:
      return asset satisfies never;
  }
}

/** One verdict or several, as they are handed in. */
export function parseVerdicts(
  value: unknown,
  file: string,
): { verdicts: readonly { at: string; verdict: Verdict }[]; problems: readonly Problem[] } {
  const items = Array.isArray(value) ? value : [value];
  if (items.length === 0)
    return {
      verdicts: [],
      problems: [wrong(file, '', { at: '', says: noVerdict, isUnknown: false })],
    };
  const problems: Problem[] = [];
  const verdicts = items.flatMap((item, index) => {
    const at = Array.isArray(value) ? `/${index}` : '';
    if (isVerdict(item)) return [{ at, verdict: item as Verdict }];
    problems.push(...explain(isVerdict.errors, item).map((one) => wrong(file, at, one)));
    return [];
  });
  return { verdicts, problems };
}

const computed =
  /\/(?:delta|confidence\w*|compliance\w*|percent\w*|followed|shown|score|step_count|cell|validated\w*|failed\w*|status)$/;

function wrong(file: string, at: string, { at: place, says, isUnknown }: Violation): Problem {
  const isNumber = computed.test(place) && isUnknown;
  return problem(
    isNumber ? 'verdict/number' : 'verdict/schema',
    { file, at: at + place },
    faults.verdictSchema(says, isNumber),
  );
}

type Gap = (where: string, wording: Wording) => Problem;

/** What a verdict lacks in view of its rule. */
export function verdictGaps(verdict: Verdict, asset: Asset, file: string, at: string): Problem[] {
  const { scene, steps = [], outcome, deviations = [] } = verdict;
  const gap: Gap = (where, wording) =>
    problem(
      'verdict/incomplete',
      { file, at: at + where },
      faults.verdictAgain(wording, hintOf(wording)),
    );
  if (scene.occurred)
    return [
      ...sceneGaps(verdict, gap),
      ...stepGaps(steps, judgedSteps(asset), gap),
      ...outcomeGaps(verdict, gap),
      ...deviationGaps(verdict, asset, gap),
      ...proofGaps(verdict, gap),
    ];
  if (steps.length === 0 && outcome === undefined && deviations.length === 0) return [];
  return [gap('/scene/occurred', faults.sceneDidNotOccur)];
}

function sceneGaps({ scene }: Verdict, gap: Gap): Problem[] {
  if (scene.quote !== undefined) return [];
  return [gap('/scene/quote', faults.sceneUnproved)];
}

function outcomeGaps({ outcome }: Verdict, gap: Gap): Problem[] {
  if (outcome === undefined) return [gap('/outcome', faults.noOutcome)];
  const role = outcome.quote?.role;
  if (
    outcome.result === 'achieved' &&
    (role === 'assistant' || role === 'thinking' || role === 'tool_input')
  )
    return [gap('/outcome/quote', faults.byAgent(role))];
  if (outcome.result === 'unclear' || outcome.quote !== undefined) return [];
  return [gap('/outcome/quote', faults.outcomeUnproved(outcome.result))];
}

/** A quote of a verdict, and the part of it that it is meant to prove. */
interface Proof {
  readonly part: Sentence;
  readonly at: string;
  readonly quote: Cited;
}

/** Each passage proves one thing, and the outcome must come after the work. */
function proofGaps({ scene, steps = [], outcome }: Verdict, gap: Gap): Problem[] {
  const shown: readonly Proof[] = [
    ...proof(proofOf.scene, '/scene/quote', scene.quote),
    ...steps.flatMap(({ quote }, index) =>
      proof(proofOf.step(index + 1), `/steps/${index}/quote`, quote),
    ),
  ];
  const result = proof(proofOf.outcome, '/outcome/quote', outcome?.quote);
  const all = [...shown, ...result];
  const twice = all.flatMap((one, index) => {
    const other = all.slice(0, index).find((before) => isSamePassage(before, one));
    return other === undefined
      ? []
      : [
          gap(
            one.at,
            faults.usedTwice(one.part, JSON.stringify(head(one.quote.text, 80)), other.part),
          ),
        ];
  });
  return twice.length > 0 ? twice : result.flatMap((one) => tooEarly(one, shown, gap));
}

function proof(part: Sentence, at: string, quote: Cited | undefined): Proof[] {
  return quote === undefined ? [] : [{ part, at, quote }];
}

/** True for the same words, or for overlapping words of one row. The scene's row proves no step. */
function isSamePassage(one: Proof, other: Proof): boolean {
  const [left, right] = [plain(one.quote.text), plain(other.quote.text)];
  if (left === right) return true;
  if (one.quote.file !== other.quote.file || one.quote.line !== other.quote.line) return false;
  const isOfScene = one.part === proofOf.scene && other.quote.line !== undefined;
  return isOfScene || left.includes(right) || right.includes(left);
}

function tooEarly({ at, quote }: Proof, shown: readonly Proof[], gap: Gap): Problem[] {
  const lines = shown
    .filter((one) => one.quote.file === quote.file)
    .map((one) => one.quote.line ?? 0);
  const last = Math.max(0, ...lines);
  if (quote.line === undefined || quote.line > last) return [];
  return [gap(at, faults.outcomeTooEarly(last, quote.line))];
}

function deviationGaps(verdict: Verdict, asset: Asset, gap: Gap): Problem[] {
  const shown = deviationKinds(verdict, asset);
  return (verdict.deviations ?? []).flatMap(({ kind }, index) => {
    // A preference without options leaves it to the judge what speaks against its rationale.
    const isJudged = asset.type === 'pref' && !asset.reject && kind === 'rejected_chosen';
    if (kind === 'new_pattern' || isJudged || shown.has(kind)) return [];
    return [gap(`/deviations/${index}/kind`, faults.unfitDeviation(kind))];
  });
}

function stepGaps(
  steps: NonNullable<Verdict['steps']>,
  expected: readonly string[],
  gap: Gap,
): Problem[] {
  const isSame = (left: string, right: string) => plain(left) === plain(right);
  if (
    steps.length !== expected.length ||
    steps.some(({ step }, index) => !isSame(step, expected[index] as string))
  )
    return [
      gap(
        '/steps',
        faults.otherSteps(
          expected.length,
          steps.length,
          JSON.stringify(steps.map(({ step }) => step)),
          JSON.stringify(expected),
        ),
      ),
    ];
  return steps.flatMap(({ step, done, quote }, index) => {
    const unshown = quote === undefined ? unshownStep(step, done) : undefined;
    return unshown === undefined ? [] : [gap(`/steps/${index}/quote`, unshown)];
  });
}

/** A claim about a step without a quote. For `not: …`, done false is a claim too. */
function unshownStep(step: string, done: boolean): Wording | undefined {
  const isRejected = step.startsWith('not: ');
  if (!done && !isRejected) return undefined;
  return faults.stepUnproved(JSON.stringify(step), done, isRejected);
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

function deviationKinds(verdict: Verdict, asset: Asset): Set<Deviation['kind']> {
  return new Set(stepDeviations(verdict, asset).map(({ kind }) => kind));
}

/** Deviations that follow from the steps of a procedure or the options of a preference. */
function stepDeviations({ steps = [], scene }: Verdict, asset: Asset): Deviation[] {
  return steps
    .filter(({ done }) => !done)
    .flatMap(({ step, quote }): Deviation[] => {
      const shown = quote ?? scene.quote;
      const more = {
        asset: asset.id,
        words: step,
        ...(shown === undefined ? {} : { quote: shown }),
      };
      if (asset.type === 'sop') return [{ ...more, kind: 'step_skipped' }];
      return asset.type === 'pref' && step.startsWith('not: ')
        ? [{ ...more, kind: 'rejected_chosen', words: step.slice('not: '.length) }]
        : [];
    });
}

/** All deviations of a verdict. Where the steps show one already, the model's text is kept as its words. */
export function deviationsOf(verdict: Verdict, asset: Asset): Deviation[] {
  const told = (verdict.deviations ?? []).map(
    ({ kind, words, quote }): Deviation => ({
      asset: asset.id,
      kind,
      words,
      ...(quote === undefined ? {} : { quote }),
    }),
  );
  return [...stepDeviations(verdict, asset), ...told];
}

/** Full and none by the share of steps that were done, partial between the two gates. */
export function followedOf(verdict: Verdict, gates: Gates): Cell['followed'] {
  const steps = verdict.steps ?? [];
  // Whole numbers: 4 of 5 is 0.8 and must not depend on how a float falls.
  const done = 100 * steps.filter((step) => step.done).length;
  if (done >= Math.round(100 * gates.full) * steps.length) return 'full';
  return done < Math.round(100 * gates.none) * steps.length ? 'none' : 'partial';
}

/**
 * What came of a scene. What was reached only after the same trouble came again, between the scene and its outcome, is
 * not clearly reached.
 */
export function outcomeIn({ scene, outcome }: Verdict, facet: Facet | undefined): Cell['outcome'] {
  const result = outcome?.result ?? 'unclear';
  const [from, to] = [scene.quote, outcome?.quote];
  if (result !== 'achieved' || from?.line === undefined || to?.line === undefined) return result;
  const isWithin = ({ file, line = 0 }: Cited) =>
    file === from.file && line >= Number(from.line) && line <= Number(to.line);
  return facet?.loops.some(({ quotes }) => quotes.some(isWithin)) ? 'unclear' : result;
}

/** The kind of event a cell gives: what moves nothing is observed. */
export function eventKindOf({
  shown,
  followed,
  outcome,
}: Cell): 'validate' | 'invalidate' | 'observe' {
  if (outcome === 'unclear' || followed === 'partial') return 'observe';
  if (followed === 'full') return outcome === 'achieved' ? 'validate' : 'invalidate';
  return outcome === 'achieved' && shown ? 'invalidate' : 'observe';
}

/**
 * The session that taught a rule cannot prove it, so its verdict is an observation. The log and the candidates remember
 * that session even if a rewording drops the evidence.
 */
export function taught(
  { id, evidence = [] }: Asset,
  session: string,
  births: readonly Event[],
  candidates: readonly Candidate[] = [],
): boolean {
  const isBorn = ({ asset_id, session: own, quotes = [] }: Event) =>
    asset_id === id && (own === session || quotes.some(({ file }) => file === session));
  return (
    evidence.some((one) => one.session === session) ||
    births.some((event) => event.event === 'create' && isBorn(event)) ||
    candidates.some(({ became, sessions }) => became === id && sessions.includes(session))
  );
}

/** For people: how many steps were done, and which were not. */
export function detailOf({ steps = [], outcome }: Verdict): string {
  const left = steps.filter(({ done }) => !done).map(({ step }) => step);
  const missing = left.length === 0 ? '' : `; not done: ${left.join(' · ')}`;
  const text = `${steps.length - left.length} of ${steps.length} steps, ${outcome?.result ?? 'unclear'}${missing}`;
  return text.length > 1900 ? `${head(text, 1899)}…` : text;
}

/** The quotes of a verdict in the form of an event, each once, the scene's first. */
export function quotesOf({ scene, steps = [], outcome, deviations = [] }: Verdict): Quote[] {
  const all = [
    scene.quote,
    outcome?.quote,
    ...steps.map(({ quote }) => quote),
    ...deviations.map(({ quote }) => quote),
  ];
  const known = new Map<string, Quote>();
  for (const cited of all)
    if (cited !== undefined) known.set(`${cited.file}:${cited.line}:${cited.text}`, quoteOf(cited));
  return [...known.values()].slice(0, 40);
}

function quoteOf({ file, line, role, text }: Cited): Quote {
  return {
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(role === undefined ? {} : { role }),
    text,
  };
}
