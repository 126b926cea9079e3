import { refusals, words as say } from '../../messages/retrospective/hand-in.js';
import { stopWords } from '../../observe/recall.js';
import type { Problem, Sentence } from '../../problem.js';
import type {
  Asset,
  Cell,
  HandedVerdict,
  NotedLine,
  NotedVerdict,
  Quote,
} from '../../schema.gen.js';
import { head, textsIn } from '../../text.js';
import type { Entry } from '../reading/session-reading.js';
import { judgedSteps } from '../verdict.js';
import { type FrozenLine, type LineAt, lineAt, linesAt, notedLine, refusal } from './lines.js';

/** Share of the steps done from which on a rule counts as followed, or below which as not. */
export interface Gates {
  readonly full: number;
  readonly none: number;
}

/** What a program counted of a rule in a session. */
export interface Count {
  readonly kept: number;
  readonly broken: number;
}

export interface Judging {
  readonly look: LineAt;
  /** Everything that happened in a session, in order. */
  readonly entriesOf: (session: string) => readonly Entry[];
  readonly countOf: (rule: string, session: string) => Count | undefined;
  readonly gates: Gates;
}

type Line = FrozenLine & { readonly place: string };

interface CheckedVerdict {
  /** Undefined if it is refused. */
  readonly noted: Omit<NotedVerdict, 'at'> | undefined;
  readonly refused: readonly Problem[];
  /** Why the model's *well* or *badly* counts as unclear. */
  readonly unclear?: Sentence;
}

/** A verdict with its lines, or what is wrong with it. */
export function checkVerdict(
  verdict: HandedVerdict,
  asset: Asset,
  at: string,
  judging: Judging,
): CheckedVerdict {
  const refused: Problem[] = [];
  const { look } = judging;
  const scene = lineAt(look, verdict.scene, `${at}.scene`, refused);
  const lines = linesAt(look, verdict.lines ?? [], `${at}.lines`, refused);
  if (scene === undefined || refused.length > 0) return { noted: undefined, refused };
  const strays = [...lines.entries()].filter(([, one]) => one.session !== scene.session);
  for (const [index, { place }] of strays)
    refused.push(refusal(`${at}.lines[${index}]`, refusals.otherSession(place, scene.s)));
  const counted = judging.countOf(asset.id, scene.session);
  const steps = judgedSteps(asset);
  const done = doneIn(verdict, asset, steps.length, counted, scene, at, refused);
  const shown = resultOf(verdict, scene, lines, at, look, refused);
  if (done === undefined || refused.length > 0) return { noted: undefined, refused };
  const { outcome, unclear } = outcomeOf(verdict, asset, scene, lines, shown, judging);
  const left = steps.filter((_, index) => !done.includes(index + 1));
  const { lines: _lines, result: _result, ...own } = verdict;
  const isAll = done.length === steps.length;
  const quotes = quotesOf([scene, ...lines, ...(shown ? [shown] : [])]);
  const noted = {
    ...own,
    ...(verdict.lines !== undefined && { lines: verdict.lines }),
    ...(shown !== undefined && { result: shown.place }),
    done: isAll || (done.length === 0 ? false : [...done]),
    session: scene.session,
    steps: steps.length,
    left,
    followed: followedOf(done.length, steps.length, judging.gates),
    outcome,
    quotes,
    ...(counted && { counted }),
  };
  return { noted, refused, ...(unclear && { unclear }) };
}

/** The steps done, from 1. A watch fills the one step of a rule that it covers; another word of the model is refused. */
function doneIn(
  { done, took = false }: HandedVerdict,
  asset: Asset,
  steps: number,
  counted: Count | undefined,
  { s }: Line,
  at: string,
  refused: Problem[],
): readonly number[] | undefined {
  const refuse = (field: string, wording: Parameters<typeof refusal>[1]) => {
    refused.push(refusal(`${at}.${field}`, wording));
    return undefined;
  };
  if (took && asset.type !== 'pref')
    return refuse('took', refusals.tookOther(asset.id, asset.type));
  const isAll = done === true || (Array.isArray(done) && done.length === steps);
  if (took && isAll) return refuse('took', refusals.doneAndTook);
  const over = Array.isArray(done) ? done.find((step) => step > steps) : undefined;
  if (over !== undefined) return refuse('done', refusals.tooManySteps(asset.id, steps, over));
  const isCounted = counted !== undefined && steps === 1;
  const word = took ? false : done === undefined ? undefined : isAll;
  if (isCounted && word !== undefined && word !== (counted.broken === 0))
    return refuse('done', refusals.counted(asset.id, counted.kept, counted.broken, s));
  if (isCounted) return counted.broken === 0 ? [1] : [];
  if (word === undefined) return refuse('done', refusals.notDone);
  return isAll ? range(steps) : Array.isArray(done) ? done : [];
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Full and none by the share of steps that were done, partial between the two gates. */
function followedOf(done: number, steps: number, { full, none }: Gates): Cell['followed'] {
  // Whole numbers: 4 of 5 is 0.8 and must not depend on how a float falls.
  if (100 * done >= Math.round(100 * full) * steps) return 'full';
  return 100 * done < Math.round(100 * none) * steps ? 'none' : 'partial';
}

/** The line that shows what came of it: the one named, else the last of `lines` that can. */
function resultOf(
  { went, result, scene: _ }: HandedVerdict,
  scene: Line,
  lines: readonly Line[],
  at: string,
  look: LineAt,
  refused: Problem[],
): Line | undefined {
  if (went !== 'well' && went !== 'badly') return undefined;
  const place = `${at}.result`;
  if (result === undefined) {
    const found = lines.findLast((one) => isLater(one, scene) && contrary(one, went) === undefined);
    if (found !== undefined && isEnd(found)) return found;
    refused.push(refusal(place, refusals.noResult(went, scene.s), 'hand-in/no-result'));
    return undefined;
  }
  const shown = lineAt(look, result, place, refused);
  if (shown === undefined) return undefined;
  const acts = [scene, ...lines.filter((one) => one.by !== 'person' && one.place !== shown.place)];
  const last = acts.reduce((one, other) => (isLater(other, one) ? other : one));
  const why =
    shown.session !== scene.session
      ? refusals.otherSession(shown.place, scene.s)
      : !isLater(shown, last)
        ? refusals.resultTooEarly(shown.place, last.place)
        : !isEnd(shown)
          ? refusals.resultOfClaude(shown.place)
          : contrary(shown, went);
  if (why === undefined) return shown;
  refused.push(refusal(place, why));
  return undefined;
}

function isLater(one: Line, other: Line): boolean {
  return one.file === other.file ? one.line > other.line : one.session === other.session;
}

/** The end of a program, or words or a deed of the person. */
function isEnd({ by, kind }: Line): boolean {
  return by === 'person' || ends.has(kind);
}

const ends: ReadonlySet<string> = new Set(['failed', 'worked', 'ran', 'well']);
/** What a person does when it went badly. */
const stops: ReadonlySet<string> = new Set(['refused', 'changed', 'stopped']);

function contrary({ by, kind, place }: Line, went: 'well' | 'badly') {
  if (went === 'well')
    return kind === 'failed' || stops.has(kind) ? refusals.resultContrary(place, true) : undefined;
  return by !== 'person' && kind !== 'failed' && ends.has(kind)
    ? refusals.resultContrary(place, false)
    : undefined;
}

/** What came of a scene. Thanks and the next request name no work; trouble in between makes *well* unclear. */
function outcomeOf(
  { went = 'unclear' }: HandedVerdict,
  asset: Asset,
  scene: Line,
  lines: readonly Line[],
  result: Line | undefined,
  { entriesOf }: Judging,
): { readonly outcome: Cell['outcome']; readonly unclear?: Sentence } {
  if (result === undefined || went === 'unclear') return { outcome: 'unclear' };
  const isDeed = stops.has(result.kind);
  if (result.by === 'person' && !isDeed && !namesTheWork(result.quote, asset, [scene, ...lines]))
    return { outcome: 'unclear', unclear: { en: say.en.thanks, zh: say.zh.thanks } };
  if (went === 'badly') return { outcome: 'not_achieved' };
  const between = entriesOf(scene.session).filter(
    ({ line, agent }) => agent === undefined && line >= scene.line && line < result.line,
  );
  if (between.some(({ kind }) => kind === 'refused'))
    return { outcome: 'unclear', unclear: { en: say.en.refusal, zh: say.zh.refusal } };
  const isLoop = between.some(
    ({ kind, line, again = [] }) =>
      kind === 'failed' && [line, ...again].filter((one) => one < result.line).length >= loopOf,
  );
  if (isLoop) return { outcome: 'unclear', unclear: { en: say.en.loop, zh: say.zh.loop } };
  return { outcome: 'achieved' };
}

/** So many like failures are a loop. */
const loopOf = 3;
/** Fewer words name no work. */
const leastWords = 4;

/** Four words or more, one of which the rule or the work itself has too. */
function namesTheWork(said: string, asset: Asset, lines: readonly Line[]): boolean {
  const heard = wordsIn(said);
  if (heard.length < leastWords) return false;
  const { evidence: _, ...rule } = asset;
  const acts = lines.filter(({ by }) => by !== 'person').map(({ quote }) => quote);
  const texts = textsIn(rule).map(({ text }) => text);
  const work = new Set([...texts, ...acts].flatMap(tellingWords));
  return tellingWords(said).some((word) => work.has(word));
}

/** The words by which two texts can be about the same, each by its beginning. */
export function tellingWords(text: string): string[] {
  return wordsIn(text).filter(isTelling).map(stem);
}

/** Latin words and names; each pair of Chinese characters that stand together. */
function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((run) => {
    const parts = run.match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? [];
    return parts.flatMap((part) =>
      /\p{Script=Han}/u.test(part)
        ? Array.from({ length: Math.max(1, part.length - 1) }, (_, at) => part.slice(at, at + 2))
        : [part],
    );
  });
}

/** Short words of every sentence tell nothing. */
function isTelling(word: string): boolean {
  return /\p{Script=Han}/u.test(word) || (word.length > 2 && !stopWords.has(word));
}

function stem(word: string): string {
  return /\p{Script=Han}/u.test(word) ? word : word.slice(0, 5);
}

function quotesOf(lines: readonly Line[]): NotedLine[] {
  const known = new Map(lines.map((one) => [one.place, notedLine(one)]));
  return [...known.values()];
}

/** For people: how many steps were done, and which were not. */
export function detailOf({ steps = 1, left = [], outcome }: NotedVerdict): string {
  const missing = left.length === 0 ? '' : `; not done: ${left.join(' · ')}`;
  return head(`${steps - left.length} of ${steps} steps, ${outcome}${missing}`, 1900);
}

/** Lines as an event holds them, each once, the scene's first. */
export function eventQuotes(lines: readonly NotedLine[]): Quote[] {
  return lines.slice(0, 40).flatMap(({ file, line, role, quote }) => {
    const text = head(quote.trim(), 1000);
    return text === '' ? [] : [{ ...(file === undefined ? {} : { file }), line, role, text }];
  });
}
