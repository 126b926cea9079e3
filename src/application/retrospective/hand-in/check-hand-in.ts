import { isDeepStrictEqual } from 'node:util';
import { policy } from '../../../learn/fold/policy.js';
import { refusals } from '../../../messages/retrospective/hand-in.js';
import { type Problem, type Sentence, wordingOfProblem } from '../../../problem.js';
import {
  fullestThatFits,
  overBudget,
  relationOf,
  type Shorter,
} from '../../../reflect/hand-in/lesson.js';
import {
  type LineAt,
  lineAt,
  linesAt,
  notedLine,
  refusal,
} from '../../../reflect/hand-in/lines.js';
import { type Counts, countNoted, isWorse, nextAt } from '../../../reflect/hand-in/noted.js';
import { type Items, type Placed, parseHandIn } from '../../../reflect/hand-in/parse.js';
import { contestedIn, roundsNeeded } from '../../../reflect/hand-in/rounds.js';
import { checkVerdict, type Judging } from '../../../reflect/hand-in/verdict.js';
import { taught } from '../../../reflect/verdict.js';
import type {
  Asset,
  HandedFinding,
  HandedLeftOut,
  HandedRetire,
  HandedSession,
  HandedVerdict,
  Lesson,
  Noted,
  NotedLesson,
  NotedLine,
} from '../../../schema.gen.js';
import type { Opened } from '../../../store/store.js';
import { type AssetSet, assetSetOf } from '../../memory/asset-set.js';
import { secretsIn } from '../../memory/secret-screen.js';
import { judgeableOn } from '../repository.js';
import { checkLesson, standing } from './check-lesson.js';

/** What a reading is held against: its lines, its sessions, what a program counted in them. */
export interface Source {
  readonly look: LineAt;
  readonly entriesOf: Judging['entriesOf'];
  /** The sessions by the number that the reading gives them, or by the beginning of their id. */
  readonly sessions: ReadonlyMap<string, { readonly session: string; readonly project: string }>;
  readonly countOf: Judging['countOf'];
  /** The line of a person's answer to a round, in the session that asks. */
  readonly answerAt: (place: string) => NotedLine | undefined;
  /** Has the question about a lesson room for it? */
  readonly fits: (lesson: NotedLesson, before: Asset | undefined) => boolean;
  readonly today: string;
  /** In a final one, a lesson about a contested rule has its rounds. */
  readonly isFinal?: boolean;
}

export interface Checked {
  readonly noted: Noted;
  /** How many of each came to it. */
  readonly added: Counts;
  readonly refused: readonly Problem[];
  /** Verdicts whose *well* or *badly* counts as unclear. */
  readonly unclear: readonly { readonly at: string; readonly why: Sentence }[];
  /** Fields of lessons for which their questions have no room. */
  readonly without: readonly { readonly at: string; readonly fields: readonly string[] }[];
}

/**
 * Holds a hand-in against the memory and what was read, item by item, and adds what holds to `before`. What was noted
 * already stays as it is. Undefined if no hand-in could be read.
 */
export function checkHandIn(
  opened: Opened,
  before: Noted,
  value: unknown,
  source: Source,
): Checked | { readonly noted: undefined; readonly refused: readonly Problem[] } {
  const { items, refused: misshapen } = parseHandIn(value);
  if (items === undefined) return { noted: undefined, refused: misshapen };
  const checking: Checking = {
    opened,
    assetSet: assetSetOf(opened),
    source,
    refused: [...misshapen],
    unclear: [],
    without: [],
  };
  const open = withoutSecrets(items, checking);
  let noted = before;
  // What a verdict says of a rule decides what a lesson about it needs.
  for (const one of open.verdicts) noted = withVerdict(noted, one, checking);
  for (const one of open.lessons) noted = withLesson(noted, one, checking);
  for (const one of open.retire) noted = withRetire(noted, one, checking);
  for (const one of open.findings) noted = withFinding(noted, one, checking);
  for (const one of open.left_out) noted = withLeftOut(noted, one, checking);
  for (const one of open.sessions) noted = withSession(noted, one, checking);
  const [was, is] = [countNoted(before), countNoted(noted)];
  const added = Object.fromEntries(
    Object.entries(is).map(([part, count]) => [part, count - was[part as keyof Counts]]),
  ) as unknown as Counts;
  const { refused, unclear, without } = checking;
  return { noted, added, refused, unclear, without };
}

interface Checking {
  readonly opened: Opened;
  readonly assetSet: AssetSet;
  readonly source: Source;
  readonly refused: Problem[];
  readonly unclear: { readonly at: string; readonly why: Sentence }[];
  readonly without: { readonly at: string; readonly fields: readonly string[] }[];
}

/** An item that holds a secret costs itself alone. */
function withoutSecrets(items: Items, { refused }: Checking): Items {
  const clean = <T>(all: readonly Placed<T>[]) =>
    all.filter(({ at, item }) => {
      const found = secretsIn(item, at);
      refused.push(...found.map((one) => refusal(at, wordingOfProblem(one), 'hand-in/secret')));
      return found.length === 0;
    });
  const { lessons, verdicts, findings, left_out, sessions, retire } = items;
  return {
    ...{ lessons: clean(lessons), verdicts: clean(verdicts), findings: clean(findings) },
    ...{ left_out: clean(left_out), sessions: clean(sessions), retire: clean(retire) },
  };
}

function withLesson(noted: Noted, { at, item }: Placed<Lesson>, checking: Checking): Noted {
  const { opened, source, refused } = checking;
  if (noted.lessons.some((one) => isSameLesson(one, item))) return noted;
  const found: Problem[] = [];
  const evidence = linesAt(source.look, item.lines, `${at}.lines`, found).map(notedLine);
  const skip_by = skipOf(item, at, source.look, found);
  const answers = answersOf(item, at, source, found);
  const isOpen = ({ state, prepared }: NotedLesson) => state === 'question' || prepared === true;
  const first = noted.lessons.find((one) => isOpen(one) && sharesLine(one, item));
  const { rule = '' } = relationOf(item);
  const isContested = source.isFinal === true && contestedIn(noted).has(rule);
  const questioned = first?.state === 'question' ? (first.asset.id as string) : rule;
  const needsRounds = first?.state === 'question' || isContested;
  if (needsRounds && answers.length < roundsNeeded && found.length === 0)
    found.push(refusal(`${at}.rounds`, refusals.roundsMissing(questioned), 'hand-in/rounds'));
  if (found.length > 0) {
    refused.push(...found);
    return noted;
  }
  const others = noted.lessons.filter((one) => one !== first);
  const taken = others.map(({ asset }) => asset.id as string);
  const projectOf = (session: string) => projectIn(source, session) ?? opened.memory.project;
  const common = {
    at: first?.at ?? nextAt(noted),
    state: 'waiting' as const,
    evidence,
    ...(skip_by && { skip_by }),
    ...(answers.length > 0 && { answers }),
  };
  const made = (asset: Asset): NotedLesson => ({ ...item, ...common, asset: { ...asset } });
  const where = { at, taken, today: source.today };
  const checkedIn = ({ lesson, quote }: Pick<Shorter, 'lesson' | 'quote'>) =>
    checkLesson(opened, lesson, { lines: evidence, projectOf, quote }, where);
  const fullest = fullestThatFits(item, (shorter) => {
    const { asset, before, refused: faults } = checkedIn(shorter);
    // What is refused in any case is not tried in fewer words.
    const isRefused = asset === undefined || faults.length > 0;
    return isRefused || source.fits(made(asset), before);
  });
  if (fullest === undefined) {
    const over = overBudget(item, at);
    const tooLong = refusal(at, refusals.questionTooLong, 'hand-in/too-long');
    refused.push(...(over.length > 0 ? over : [tooLong]));
    return noted;
  }
  const { asset, refused: faults } = checkedIn(fullest);
  refused.push(...faults);
  if (asset === undefined || faults.length > 0) return noted;
  const { without } = fullest;
  if (without.length > 0) checking.without.push({ at, fields: without });
  const lessons =
    first === undefined
      ? [...noted.lessons, made(asset)]
      : noted.lessons.map((one) => (one === first ? made(asset) : one));
  return { ...noted, lessons };
}

function isSameLesson(noted: NotedLesson, lesson: Lesson): boolean {
  const { at, state, pending, evidence, skip_by, asset, answers, prepared, became, reads, ...own } =
    noted;
  return isDeepStrictEqual(own, lesson);
}

function sharesLine({ lines }: NotedLesson, lesson: Pick<Lesson, 'lines'>): boolean {
  return lines.some((one) => lesson.lines.includes(one));
}

function skipOf({ skip, skip_line }: Lesson, at: string, look: LineAt, refused: Problem[]) {
  if (skip === undefined) return undefined;
  if (skip_line === undefined) return 'claude' as const;
  const line = lineAt(look, skip_line, `${at}.skip_line`, refused);
  if (line !== undefined && line.by !== 'person')
    refused.push(
      refusal(`${at}.skip_line`, refusals.skipNotPerson(skip_line), 'hand-in/skip-line'),
    );
  return 'person' as const;
}

function answersOf({ rounds = [] }: Lesson, at: string, { answerAt }: Source, refused: Problem[]) {
  return rounds.flatMap(({ answer }, index) => {
    const line = answerAt(answer);
    if (line === undefined)
      refused.push(
        refusal(
          `${at}.rounds[${index}].answer`,
          refusals.notThePersonsAnswer(answer),
          'hand-in/answer',
        ),
      );
    return line ?? [];
  });
}

function projectIn({ sessions }: Source, session: string): string | undefined {
  return [...sessions.values()].find((one) => one.session === session)?.project;
}

function withRetire(noted: Noted, { at, item }: Placed<HandedRetire>, checking: Checking): Noted {
  const { assetSet, source, refused } = checking;
  if (noted.retire.some(({ rule }) => rule === item.rule)) return noted;
  const rule = standing(assetSet, item.rule);
  const found: Problem[] =
    'id' in rule ? [] : [refusal(`${at}.rule`, rule.fault, 'hand-in/no-rule')];
  const evidence = linesAt(source.look, item.lines, `${at}.lines`, found).map(notedLine);
  refused.push(...found);
  if (found.length > 0) return noted;
  const made = { ...item, at: nextAt(noted), state: 'waiting' as const, evidence };
  return { ...noted, retire: [...noted.retire, made] };
}

function withVerdict(noted: Noted, { at, item }: Placed<HandedVerdict>, checking: Checking): Noted {
  const { assetSet, source, refused, unclear, opened } = checking;
  const rule = assetSet.told.get(item.rule);
  if (rule === undefined || !judgeableOn(assetSet).has(item.rule)) {
    const found = standing(assetSet, item.rule);
    const fault = 'id' in found ? refusals.notStanding(item.rule) : found.fault;
    refused.push(refusal(`${at}.rule`, fault, 'hand-in/no-rule'));
    return noted;
  }
  const checked = checkVerdict(item, rule, at, { ...source, gates: policy.compliance });
  refused.push(...checked.refused);
  if (checked.noted === undefined) return noted;
  if (checked.unclear !== undefined) unclear.push({ at, why: checked.unclear });
  const { session } = checked.noted;
  const other = noted.verdicts.find((one) => one.rule === item.rule && one.session === session);
  if (other !== undefined && !isWorse(checked.noted, other)) return noted;
  const births = opened.kept.map(({ event }) => event);
  const made = {
    ...checked.noted,
    at: nextAt(noted),
    ...(taught(rule, session, births) && { taught: true }),
  };
  return { ...noted, verdicts: [...noted.verdicts.filter((one) => one !== other), made] };
}

/** Of these a single session is an anecdote. */
const across: ReadonlySet<HandedFinding['kind']> = new Set(['bottleneck', 'friction']);

function withFinding(noted: Noted, { at, item }: Placed<HandedFinding>, checking: Checking): Noted {
  const found: Problem[] = [];
  const quotes = linesAt(checking.source.look, item.lines, `${at}.lines`, found).map(notedLine);
  const sessions = new Set(quotes.map(({ session }) => session));
  if (found.length === 0 && across.has(item.kind) && sessions.size < 2)
    found.push(
      refusal(`${at}.lines`, refusals.oneSessionFinding(item.kind), 'hand-in/one-session'),
    );
  checking.refused.push(...found);
  const isKnown = noted.findings.some((one) => one.kind === item.kind && one.text === item.text);
  if (found.length > 0 || isKnown) return noted;
  return { ...noted, findings: [...noted.findings, { ...item, at: nextAt(noted), quotes }] };
}

function withLeftOut(noted: Noted, { at, item }: Placed<HandedLeftOut>, checking: Checking): Noted {
  const found: Problem[] = [];
  const { lines = [], what, why } = item;
  const quotes = linesAt(checking.source.look, lines, `${at}.lines`, found).map(notedLine);
  if (why === 'pending_observation' && lines.length === 0)
    found.push(refusal(`${at}.lines`, refusals.needsLines, 'hand-in/no-lines'));
  checking.refused.push(...found);
  if (found.length > 0 || noted.left_out.some((one) => one.what === what)) return noted;
  const made = { ...item, at: nextAt(noted), ...(quotes.length > 0 && { quotes }) };
  const ended = why === 'clarified' ? why : why === 'pending_observation' ? 'pending' : undefined;
  const lessons = noted.lessons.map((one) =>
    ended !== undefined && one.state === 'question' && sharesLine(one, { lines })
      ? { ...one, state: ended as NotedLesson['state'] }
      : one,
  );
  return { ...noted, lessons, left_out: [...noted.left_out, made] };
}

function withSession(noted: Noted, { at, item }: Placed<HandedSession>, checking: Checking): Noted {
  const found = checking.source.sessions.get(String(item.s));
  if (found === undefined) {
    checking.refused.push(
      refusal(`${at}.s`, refusals.unlistedSession(item.s), 'hand-in/no-session'),
    );
    return noted;
  }
  const { session } = found;
  if (noted.sessions.some((one) => one.session === session)) return noted;
  return { ...noted, sessions: [...noted.sessions, { ...item, session }] };
}
