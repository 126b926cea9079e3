import { refusals } from '../../messages/retrospective/hand-in.js';
import { isCorrection } from '../../observe/evidence.js';
import type { Problem } from '../../problem.js';
import type { Asset, AssetType, Evidence, Lesson, NotedLine } from '../../schema.gen.js';
import { head } from '../../text.js';
import { columns, cutToColumns } from '../../validation.js';
import { refusal } from './lines.js';

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
    title: lesson.title ?? head(first?.do ?? '', 160),
    ...besides(lesson, undefined),
    trigger: lesson.if ?? 'always',
    ...(lesson.skip !== undefined && { skip_when: lesson.skip }),
  };
  return { type, ...common, ...bodyOf(type, lesson, words) } as Omit<Asset, 'id'>;
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

/** Columns of a quote that is stored whole. */
const clauseColumns = 150;

/** The clause of a text that corrects or orders, at most 150 columns of it: what a rule keeps as its quote. */
export function clauseOf(text: string): string {
  const whole = text.replace(/\s+/g, ' ').trim();
  if (columns(whole) <= clauseColumns) return whole;
  // A dot inside a name or a number ends no sentence.
  const sentences = whole.split(/(?<=[.!?])\s+|(?<=[。！？])/).map((one) => one.trim());
  const clauses = sentences.flatMap((one) =>
    columns(one) <= clauseColumns ? [one] : one.split(/(?<=[,;:，；：])\s*/),
  );
  const short = clauses.filter((one) => one !== '' && columns(one) <= clauseColumns);
  return short.find((one) => isCorrection(one)) ?? short[0] ?? cutToColumns(whole, clauseColumns);
}

/** The evidence of a rule: the person's plainest line with its clause, the others by session and line. */
export function evidenceOf(
  lines: readonly NotedLine[],
  why: string | undefined,
  projectOf: (session: string) => string,
): Evidence[] {
  const first = lines.find(({ by }) => by === 'person') ?? lines[0];
  const others = lines.filter((one) => one !== first);
  return [first, ...others].flatMap((one, index): Evidence[] => {
    if (one === undefined) return [];
    const { session, line, file, quote, by } = one;
    return [
      {
        ...{ project: projectOf(session), session },
        // The line belongs to the session's own transcript.
        ...(file === undefined && { line }),
        role: roleOf(one),
        ...(index === 0 && {
          quote: by === 'person' ? clauseOf(quote) : cutToColumns(quote, clauseColumns),
        }),
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
