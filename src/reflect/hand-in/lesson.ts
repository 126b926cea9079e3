import { refusals } from '../../messages/retrospective/hand-in.js';
import { isCorrection } from '../../observe/evidence.js';
import type { Problem } from '../../problem.js';
import type { Asset, AssetType, Evidence, Lesson, NotedLine } from '../../schema.gen.js';
import { head, textsIn } from '../../text.js';
import { columns, cutToColumns } from '../../validation.js';
import { refusal } from './lines.js';
import { tellingWords } from './verdict.js';

/** Columns of a quote that is stored whole. */
const clauseColumns = 150;

const relations = ['sharpens', 'same', 'opposes', 'premise'] as const;

/** What a lesson is to a rule that stands; `new` to none. */
export interface Relation {
  readonly kind: (typeof relations)[number] | 'new';
  readonly rule?: string;
}

export function relationOf(lesson: Pick<Lesson, (typeof relations)[number]>): Relation {
  const kind = relations.find((one) => lesson[one] !== undefined);
  const rule = kind && lesson[kind];
  return kind === undefined || rule === undefined ? { kind: 'new' } : { kind, rule };
}

/** Evidence of a lesson already has lines; a sentence of the person is one by itself. */
type Worded = Omit<Lesson, 'lines'>;

/** A rejected option makes a preference, several steps a procedure, anything else a method. */
export function typeOf({ over, steps = [] }: Worded): AssetType {
  return over !== undefined ? 'pref' : steps.length > 1 ? 'sop' : 'gene';
}

/** What a lesson lacks before any line is looked at. `before`: the rule that it sharpens. */
export function lessonGaps(lesson: Worded, at: string, before?: Asset): Problem[] {
  const { kind } = relationOf(lesson);
  const named = relations.filter((one) => lesson[one] !== undefined);
  const acts = [lesson.then, lesson.steps].filter((one) => one !== undefined).length;
  const isWhole = kind === 'new' || kind === 'opposes' || kind === 'premise';
  const refused: Problem[] = [];
  if (named.length > 1)
    refused.push(refusal(`${at}.${named[1]}`, refusals.twoRelations(named.join(', '))));
  if (isWhole && lesson.if === undefined) refused.push(refusal(`${at}.if`, refusals.noScene));
  if (isWhole && acts === 0) refused.push(refusal(`${at}.then`, refusals.noAction));
  if (acts > 1) refused.push(refusal(`${at}.steps`, refusals.bothActions));
  if (lesson.skip_line !== undefined && lesson.skip === undefined)
    refused.push(refusal(`${at}.skip_line`, refusals.skipLineAlone));
  if (kind === 'sharpens' && before !== undefined && before.type !== 'pref' && lesson.over)
    refused.push(refusal(`${at}.over`, refusals.otherKind(before.id, before.type)));
  return refused;
}

/** What the lines of a lesson lack as proof: the person's word or change, else two sessions. */
export function proofGaps(
  lesson: Worded,
  evidence: readonly Pick<NotedLine, 'session' | 'by'>[],
  at: string,
): Problem[] {
  if (evidence.some(({ by }) => by === 'person')) return [];
  const sessions = new Set(evidence.map(({ session }) => session));
  if (lesson.over !== undefined) return [refusal(`${at}.lines`, refusals.noPersonForChoice)];
  const [only = ''] = sessions;
  return sessions.size > 1
    ? []
    : [refusal(`${at}.lines`, refusals.oneSession(head(only, 8)), 'hand-in/one-session')];
}

/**
 * Columns, and a number of lines, within which every lesson fits into CLAUDE.md and into its question; the page names
 * them. What is longer may fit too.
 */
export const lessonBudgets = { scene: 100, act: 130, title: 45, watch: 60, lines: 6 } as const;

/** What to shorten by how much so that a lesson keeps its budgets; empty if it does. */
export function overBudget(lesson: Partial<Lesson>, at: string): Problem[] {
  const { if: scene = '', skip = '', over = '', title = '', watch = {}, lines = [] } = lesson;
  const steps = lesson.steps?.map((one) => (typeof one === 'string' ? one : one.do)) ?? [];
  const act = [lesson.then ?? steps.join(', '), over].filter(Boolean);
  const commands = textsIn(watch).map(({ text }) => text);
  const acting = steps.length > 0 ? 'steps' : 'then';
  const wide: [field: string, texts: string[], most: number, both: string][] = [
    ['if', [scene, skip], lessonBudgets.scene, skip === '' ? '' : 'if + skip'],
    [acting, act, lessonBudgets.act, over === '' ? '' : 'then + over'],
    ['title', [title], lessonBudgets.title, ''],
    ['watch', commands, lessonBudgets.watch, ''],
  ];
  const faults = wide.flatMap(([field, texts, most, both]) => {
    const width = texts.reduce((sum, text) => sum + columns(text), 0);
    const place = `${at}.${field}`;
    return width > most ? [refusal(place, refusals.overBudget(both, width, most), tooLong)] : [];
  });
  const spare = lines.length - lessonBudgets.lines;
  if (spare > 0) faults.push(refusal(`${at}.lines`, refusals.spareLines(spare), tooLong));
  return faults;
}

const tooLong = 'hand-in/too-long';

/** What a rule can be without, what goes first in front. */
const optional = [
  'tags',
  'domain',
  'expect',
  'price',
  'check',
  'hint',
  'paths',
  'why',
  'title',
] as const;

/** A lesson in fewer words: columns of its quote, and fields that it can be without. */
export interface Shorter {
  readonly lesson: Lesson;
  readonly quote: number;
  readonly without: readonly (typeof optional)[number][];
}

/**
 * The fullest form of a lesson that fits: as it is, with a shorter quote, then without fields it can be without. Undefined
 * if none fits. Pure but for `fits`.
 */
export function fullestThatFits(
  lesson: Lesson,
  fits: (shorter: Shorter) => boolean,
): Shorter | undefined {
  const formOf = (quote: number, without: Shorter['without']): Shorter => ({
    ...{ lesson: lessWords(lesson, without), quote, without },
  });
  const named = optional.filter((field) => isNamed(lesson, field));
  const forms = [
    ...quotes.map((quote) => formOf(quote, [])),
    ...named.map((_, at) => formOf(shortest, named.slice(0, at + 1))),
  ];
  const first = forms.find(fits);
  if (first === undefined) return undefined;
  // What went before the last one may have had to go for nothing.
  return first.without.toReversed().reduce((best, field) => {
    const more = formOf(
      best.quote,
      best.without.filter((one) => one !== field),
    );
    return best.without.length > 0 && fits(more) ? more : best;
  }, first);
}

const quotes = [clauseColumns, 100, 60] as const;
const shortest = 60;

function isNamed({ steps = [], ...lesson }: Lesson, field: (typeof optional)[number]): boolean {
  const hasCheck = steps.some((one) => typeof one !== 'string' && one.check !== undefined);
  return lesson[field] !== undefined || (field === 'check' && hasCheck);
}

function lessWords(lesson: Lesson, without: Shorter['without']): Lesson {
  const rest = { ...lesson };
  for (const field of without) delete rest[field];
  const { steps } = rest;
  if (steps === undefined || !without.includes('check')) return rest;
  return { ...rest, steps: steps.map((one) => (typeof one === 'string' ? one : one.do)) };
}

/** The steps of a lesson, each with its check. */
function stepsOf({ then, steps = [] }: Worded): { do: string; check?: string }[] {
  if (then !== undefined) return [{ do: then }];
  return steps.map((one) => (typeof one === 'string' ? { do: one } : one));
}

/** The rule that a lesson would become, without id and evidence. `words`: what it rests on, as the person said it. */
export function newDraft(lesson: Worded, words: string): Omit<Asset, 'id'> {
  const type = typeOf(lesson);
  const steps = stepsOf(lesson);
  const [first] = steps;
  const common = {
    title: lesson.title ?? titleFrom(first?.do ?? '', type),
    ...besides(lesson, undefined),
    trigger: lesson.if ?? 'always',
    ...(lesson.skip !== undefined && { skip_when: lesson.skip }),
  };
  return { type, ...common, ...bodyOf(type, lesson, words) } as Omit<Asset, 'id'>;
}

/** A method is called by what it says, whole: then no line of the block says it twice. */
function titleFrom(act: string, type: AssetType): string {
  return type === 'gene' && columns(act) <= 160 ? act : wholeWords(act, lessonBudgets.title);
}

/** A rule that stands, in a better wording: fields that the lesson does not name stay. */
export function sharperDraft(before: Asset, lesson: Worded): Asset {
  const { inject, ...rest } = before;
  const isReworded = Object.keys(lesson).some((key) =>
    ['if', 'then', 'steps', 'skip', 'over', 'title'].includes(key),
  );
  const note = inject?.note === undefined ? {} : { inject: { note: inject.note } };
  return {
    ...rest,
    ...(isReworded ? note : inject === undefined ? {} : { inject }),
    ...(lesson.title !== undefined && { title: lesson.title }),
    ...besides(lesson, before.when),
    ...(lesson.if !== undefined && { trigger: lesson.if }),
    ...(lesson.skip !== undefined && { skip_when: exceptionOf(before, lesson) }),
    ...bodyOf(before.type, lesson, undefined),
  } as Asset;
}

/** An exception alone is a special case beside those that stand; with other words it is the whole one. */
function exceptionOf({ skip_when }: Asset, { skip = '', ...rest }: Worded): string {
  const isAlone = rest.if === undefined && rest.then === undefined && rest.steps === undefined;
  return isAlone && skip_when && !skip.includes(skip_when) ? `${skip_when} OR ${skip}` : skip;
}

function besides({ domain, tags, watch, hint, paths }: Worded, when: Asset['when']) {
  const told = { ...(hint && { commands: hint }), ...(paths && { paths }) };
  return {
    ...(domain && { domain }),
    ...(tags && { tags }),
    ...(Object.keys(told).length > 0 && { when: { ...when, ...told } }),
    ...(watch && { watch }),
  };
}

/** What a rule of a kind says to do, and what stands beside it; `words` are a preference's reason where it has none. */
function bodyOf(type: AssetType, lesson: Worded, words: string | undefined): object {
  const steps = stepsOf(lesson);
  const { check, expect, over, why, price } = lesson;
  switch (type) {
    case 'gene':
      return {
        ...(steps.length > 0 && { method: steps.map((step) => step.do) }),
        ...((check ?? steps.at(-1)?.check) && { checkpoint: check ?? steps.at(-1)?.check }),
        ...(expect && { expected_outcome: expect }),
      };
    case 'sop': {
      const last = check ?? expect;
      const checks = steps.map((step, index) =>
        index === steps.length - 1 ? (step.check ?? last) : step.check,
      );
      const rows = steps.map((step, index) => ({
        ...{ seq: index + 1, action: step.do },
        ...(checks[index] && { checkpoint: checks[index] }),
      }));
      return rows.length > 0 ? { steps: rows } : {};
    }
    case 'pref': {
      const rationale = why ?? words;
      return {
        ...(lesson.then !== undefined && { prefer: lesson.then }),
        ...(over && { reject: over }),
        ...(rationale && { rationale: head(rationale, 600) }),
        ...(price && { tradeoff: price }),
      };
    }
    default:
      return type satisfies never;
  }
}

/**
 * The clauses of a text that say what a rule says, at most so many columns of it: what the rule keeps as its quote. Those
 * that share most words with it win, then those that correct, then the longest stretch.
 */
export function clauseOf(text: string, rule = '', most = clauseColumns): string {
  const whole = text.replace(/\s+/g, ' ').trim();
  if (columns(whole) <= most) return whole;
  // A dot inside a name or a number ends no sentence.
  const ends = /[.!?]["')\]”’]?(?=\s)|[。！？][”’」]?|[,;:](?=\s)|[，；：]/g;
  const breaks = [0, ...[...whole.matchAll(ends)].map((end) => end.index + end[0].length)];
  const named = new Set(tellingWords(rule));
  const known = (part: string) => new Set(tellingWords(part).filter((one) => named.has(one))).size;
  const stretches = breaks.flatMap((from, at) =>
    [...breaks.slice(at + 1), whole.length].map((to) =>
      whole
        .slice(from, to)
        .replace(/(?<![\s,;:，；：])[\s,;:，；：]+$/, '')
        .trim(),
    ),
  );
  const [best] = stretches
    .filter((one) => one !== '' && columns(one) <= most)
    .map((one) => ({ one, rank: [known(one), Number(isCorrection(one)), columns(one)] }))
    .sort((a, b) => compare(b.rank, a.rank));
  return best?.one ?? wholeWords(whole, most);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** The beginning of a text, without half a word. */
function wholeWords(text: string, most: number): string {
  if (columns(text) <= most) return text;
  const cut = cutToColumns(text, most);
  if (/^[\s\p{Script=Han}]/u.test(text.slice(cut.length))) return cut;
  return cut.replace(/(?<=\s)\S+$|(?<=\p{Script=Han})[^\s\p{Script=Han}]+$/u, '').trim() || cut;
}

/** A text that is too long by its beginning and its end, where a failure says what was wrong. */
function bothEnds(text: string, most: number): string {
  if (columns(text) <= most) return text;
  const opening = wholeWords(text, Math.floor((most - 3) * 0.4));
  const words = text.slice(opening.length).split(/(?=\s)|(?<=\p{Script=Han})/u);
  let closing = '';
  for (const word of words.toReversed()) {
    if (columns(`${opening} … ${word}${closing}`.trimEnd()) > most) break;
    closing = word + closing;
  }
  return `${opening} … ${closing.trim()}`;
}

/** What a line shows: words by their clause; a call with its failure, an edit as − and +, each by whole words. */
export function quoteOf({ quote, by, kind }: NotedLine, rule: string, most: number): string {
  const parts = { changed: '   + ', failed: ' → ' } as const;
  const mark = kind === 'changed' || kind === 'failed' ? parts[kind] : undefined;
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  if (mark === undefined)
    return by === 'person' ? clauseOf(quote, rule, most) : wholeWords(plain(quote), most);
  const short = mark.trim();
  const [first = '', ...rest] = quote.split(mark).map(plain);
  const second = rest.join(mark);
  const room = most - short.length - 2;
  // What one side leaves the other may have.
  const share = Math.floor(room * (kind === 'failed' ? 0.35 : 0.5));
  const before = wholeWords(first, Math.max(share, room - columns(second)));
  return `${before} ${short} ${bothEnds(second, room - columns(before))}`.trim();
}

/** The evidence of a rule: the person's plainest line with its clause, the others by session and line. */
export function evidenceOf(
  lines: readonly NotedLine[],
  { why, rule, most }: { why: string | undefined; rule: string; most: number },
  projectOf: (session: string) => string,
): Evidence[] {
  const first = lines.find(({ by }) => by === 'person') ?? lines[0];
  const others = lines.filter((one) => one !== first);
  return [first, ...others].flatMap((one, index): Evidence[] => {
    if (one === undefined) return [];
    const { session, line, file } = one;
    return [
      {
        ...{ project: projectOf(session), session },
        // The line belongs to the session's own transcript.
        ...(file === undefined && { line }),
        role: roleOf(one),
        ...(index === 0 && { quote: quoteOf(one, rule, most) }),
        ...(index === 0 && why !== undefined && { lesson: why }),
      },
    ];
  });
}

/** What a person did is theirs; a failure stands at the call that failed, which Claude made. */
function roleOf({ role, by, kind }: NotedLine): NotedLine['role'] {
  if (by === 'person') return 'user';
  return kind === 'failed' || kind === 'worked' ? 'tool_input' : role;
}
