import { blockLines, fitsBlock } from '../../../compile/rule-block.js';
import { relationsOf } from '../../../learn/likeness.js';
import { verifyWatch } from '../../../learn/watches/verify-watch.js';
import { refusals } from '../../../messages/retrospective/hand-in.js';
import { watchFaultSentence } from '../../../messages/rules/watch.js';
import { hintOf, type Problem, type Wording, wordingOfProblem } from '../../../problem.js';
import {
  clauseOf,
  evidenceOf,
  lessonGaps,
  newDraft,
  overBudget,
  proofGaps,
  type Relation,
  relationOf,
  sharperDraft,
} from '../../../reflect/hand-in/lesson.js';
import { refusal } from '../../../reflect/hand-in/lines.js';
import type { Asset, Evidence, Lesson, NotedLine } from '../../../schema.gen.js';
import type { Opened } from '../../../store/store.js';
import { nearest } from '../../../text.js';
import { newIdFor } from '../../decisions/new-rule.js';
import { type AssetSet, assetSetOf, joinedEvidence } from '../../memory/asset-set.js';
import { completeAsset } from '../../memory/wording.js';

/** What shows a lesson: its lines, or what a person said now. */
export type Proof =
  | {
      readonly lines: readonly NotedLine[];
      readonly projectOf: (session: string) => string;
      /** Columns of the quote. */
      readonly quote: number;
    }
  | { readonly sentence: string; readonly evidence?: readonly Evidence[] };

export interface CheckedLesson {
  /** The rule as it would stand; undefined if the lesson is refused. */
  readonly asset: Asset | undefined;
  readonly relation: Relation;
  /** The rule that it is about, as it stands. */
  readonly before?: Asset;
  readonly refused: readonly Problem[];
}

/**
 * Holds a lesson against the memory and makes the rule that it would become. `lines` of the lesson are not looked at:
 * `proof` has what stands there. `taken` are ids that other drafts will have. Each refusal is at `at` and below.
 */
export function checkLesson(
  opened: Opened,
  lesson: Omit<Lesson, 'lines'>,
  proof: Proof,
  { at, taken = [], today }: { at: string; taken?: readonly string[]; today: string },
): CheckedLesson {
  const assetSet = assetSetOf(opened);
  const relation = relationOf(lesson);
  const { kind, rule } = relation;
  const before = rule === undefined ? undefined : standing(assetSet, rule);
  if (before !== undefined && !('id' in before)) {
    const refused = [refusal(`${at}.${kind}`, before.fault, 'hand-in/no-rule')];
    return { asset: undefined, relation, refused };
  }
  const gaps = [
    ...lessonGaps(lesson, at, before),
    ...('lines' in proof ? proofGaps(lesson, proof.lines, at) : []),
  ];
  const texts = textsOf(lesson, proof);
  const watched = watchFaults(lesson, texts, at);
  if (gaps.length + watched.length > 0)
    return { asset: undefined, relation, refused: [...gaps, ...watched] };
  const draft = draftFor(opened, lesson, proof, { before, relation, texts, taken });
  const refused = [
    ...(kind === 'sharpens' && before ? nothingChanged(before, draft, at) : []),
    ...(kind === 'new' ? saidAlready(assetSet, draft, at) : []),
    ...widthFaults(draft, lesson, at),
  ];
  if (refused.length > 0) return { asset: undefined, relation, refused };
  const { asset, problems } = completeAsset(draft, { type: draft.type, created_at: today }, at);
  const faults = problems.map((one) => inLesson(one, at));
  const about = before && { before };
  return { asset, relation, ...about, refused: faults };
}

/** The rule of this id as it stands, or why there is none that a model may name. */
export function standing(
  { told, states }: AssetSet,
  id: string,
): Asset | { readonly fault: Wording } {
  const asset = told.get(id);
  const state = states.get(id);
  const isGone = state?.retired === true || state?.absorbedInto !== undefined;
  if (asset !== undefined && !isGone) return asset;
  if (asset !== undefined) return { fault: refusals.notStanding(id) };
  return { fault: refusals.noRule(id, nearest(id, [...told.keys()])[0] ?? '') };
}

/** All texts whose words a watch may use. */
function textsOf({ steps = [], ...lesson }: Omit<Lesson, 'lines'>, proof: Proof): string[] {
  const acts = steps.map((one) => (typeof one === 'string' ? one : one.do));
  const said = 'lines' in proof ? proof.lines.map(({ quote }) => quote) : [proof.sentence];
  const own = [lesson.if, lesson.then, lesson.skip, lesson.over, lesson.title, ...acts];
  return [...own, ...said].filter((one) => one !== undefined);
}

function watchFaults({ watch }: Partial<Lesson>, texts: readonly string[], at: string): Problem[] {
  if (watch === undefined) return [];
  return verifyWatch(watch, texts).faults.map((fault) => {
    const place = `${at}.watch`;
    const says = (language: 'en' | 'zh') =>
      watchFaultSentence(fault, '', language).replace(/^[^:：]*[:：]\s*/, '');
    return refusal(place, [says('en'), says('zh')], 'hand-in/watch');
  });
}

function draftFor(
  opened: Opened,
  lesson: Omit<Lesson, 'lines'>,
  proof: Proof,
  given: {
    readonly before: Asset | undefined;
    readonly relation: Relation;
    readonly texts: readonly string[];
    readonly taken: readonly string[];
  },
): Asset {
  const { before, relation, texts, taken } = given;
  const evidence = evidenceFor(lesson, proof);
  if (before !== undefined && (relation.kind === 'same' || relation.kind === 'sharpens')) {
    const worded = relation.kind === 'same' ? before : sharperDraft(before, lesson);
    const joined = { ...worded, evidence: joinedEvidence(before, { evidence }) };
    return lesson.watch === undefined && relation.kind === 'sharpens'
      ? withoutOldWatch(joined, texts)
      : joined;
  }
  // A deed of Claude's is no reason for a preference.
  const theirs =
    'lines' in proof
      ? proof.lines.find(({ by, kind }) => by === 'person' && kind !== 'changed')
      : undefined;
  const words = 'lines' in proof ? (theirs?.quote ?? lesson.then ?? '') : proof.sentence;
  const most = 'lines' in proof ? proof.quote : undefined;
  const draft = newDraft(lesson, clauseOf(words, wordsOf(lesson), most));
  const id = newIdFor(opened, lesson.title ?? draft.title, taken);
  return { ...draft, id, evidence } as Asset;
}

/** What a quote of it should speak of. */
function wordsOf({
  then = '',
  over = '',
  steps = [],
  if: scene = '',
}: Omit<Lesson, 'lines'>): string {
  return [then, over, ...steps.map((one) => (typeof one === 'string' ? one : one.do)), scene].join(
    ' ',
  );
}

function evidenceFor(lesson: Omit<Lesson, 'lines'>, proof: Proof): Evidence[] {
  const { why } = lesson;
  if ('lines' in proof) {
    const { lines, quote: most, projectOf } = proof;
    return evidenceOf(lines, { why, rule: wordsOf(lesson), most }, projectOf);
  }
  const [first, ...rest] = proof.evidence ?? [{ quote: proof.sentence }];
  return [{ ...first, ...(why === undefined ? {} : { lesson: why }) }, ...rest];
}

/** An old watch stays while its commands and paths stand in the new words. */
function withoutOldWatch(draft: Asset, texts: readonly string[]): Asset {
  const { watch, ...rest } = draft;
  if (watch === undefined) return draft;
  const isStanding = verifyWatch(watch, [...texts, ...blockLines(draft)]).watch !== undefined;
  return isStanding ? draft : (rest as Asset);
}

function nothingChanged(before: Asset, draft: Asset, at: string): Problem[] {
  const { evidence: _, ...own } = before;
  const { evidence: __, ...next } = draft;
  if (JSON.stringify(sorted(own)) !== JSON.stringify(sorted(next))) return [];
  return [refusal(`${at}.sharpens`, refusals.nothingSharper(before.id), 'hand-in/unchanged')];
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A rule that stands and says this already. */
function saidAlready({ told, states }: AssetSet, draft: Asset, at: string): Problem[] {
  const others = [...told.values()].filter(({ id }) => states.get(id)?.retired !== true);
  const same = relationsOf(draft, others).find(({ kind }) => kind !== 'contradicts');
  const other = others.find(({ id }) => id === same?.id);
  if (other === undefined) return [];
  const wording = refusals.saysAlready(other.id, blockLines(other).join(' ').replace(/\s+/g, ' '));
  return [refusal(at, wording, 'hand-in/said-already')];
}

/** Before anybody is asked: what CLAUDE.md has no room for. */
function widthFaults(draft: Asset, lesson: Partial<Lesson>, at: string): Problem[] {
  const over = fitsBlock(draft);
  if (over === undefined) return [];
  const faults = overBudget(lesson, at);
  if (faults.length > 0) return faults;
  const rule = over.rule > 0 ? [refusal(`${at}.then`, refusals.doesNotFit(over.rule))] : [];
  const title =
    over.title > 0 ? [refusal(`${at}.title`, refusals.titleDoesNotFit(over.title))] : [];
  return [...rule, ...title];
}

const fieldOf: Readonly<Record<string, string>> = {
  trigger: 'if',
  skip_when: 'skip',
  method: 'then',
  steps: 'steps',
  prefer: 'then',
  reject: 'over',
  rationale: 'why',
  tradeoff: 'price',
  checkpoint: 'check',
  expected_outcome: 'expect',
  when: 'hint',
  evidence: 'lines',
};

/** A fault of the draft at the field of the lesson that it comes from. */
function inLesson(one: Problem, at: string): Problem {
  const [, key = ''] = String(one.at ?? '').split('/');
  const wording = wordingOfProblem(one);
  const hint = hintOf(wording);
  const field = fieldOf[key] ?? key;
  const place = field === '' ? at : `${at}.${field}`;
  return refusal(place, [wording[0], wording[1], hint.en, hint.zh], one.rule);
}
