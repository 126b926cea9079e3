import { type AssetSet, assetSetOf, pick } from '../../application/memory/asset-set.js';
import { open } from '../../application/memory/transaction.js';
import { completeAsset, wordingIn } from '../../application/memory/wording.js';
import { unrecognised } from '../../application/retrospective/backtest-candidate.js';
import { wholeDraft } from '../../application/retrospective/candidate-draft.js';
import { judgeableOn } from '../../application/retrospective/repository.js';
import { sessionReader } from '../../application/retrospective/session-reader.js';
import { blockLines } from '../../compile/rule-block.js';
import { assetTypes } from '../../learn/asset.js';
import {
  findSimilar,
  type Similar,
  type SimilarPair,
  similarPairs,
} from '../../learn/similarity/similarity.js';
import { type Words, words } from '../../messages/memory/similar.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import { misshapen } from '../../reflect/candidate.js';
import type { Candidate } from '../../schema.gen.js';
import { type CommandDefinition, fromFile, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, text } from '../../terminal/context.js';
import { readJson } from '../../terminal/read-input.js';
import type { Violation } from '../../validation.js';

export const similarCommand: CommandDefinition = {
  usage: 'similar [id]',
  summary: {
    en: 'Show rules that say the same, are alike or opposite; never merge them.',
    zh: '显示意思相同、相近或相反的规则；不会自动合并。',
  },
  group: 'rules',
  listed: 'all',
  agent: 'free',
  options: [fromFile, ofUser],
  run: (context) => similar(context),
};

const again = 'madness similar --file - again';

/** Look-alikes of one asset, of one in a file, or among all that are in use. Never merges. */
export const similar: Command = async (context) => {
  const opened = open(context);
  const assetSet = assetSetOf(opened);
  const assets = [...assetSet.told.values()];
  const id = context.args[0];
  if (id !== undefined)
    return show(context, assetSet, pairsOf(id, findSimilar(pick(assetSet, id), assets)));
  if (text(context, 'file') === undefined) {
    // Retired and merged rules were decided already.
    const inUse = judgeableOn(assetSet);
    const pairs = similarPairs(assets.filter((asset) => inUse.has(asset.id)));
    return show(context, assetSet, pairs);
  }
  const { name, value } = await readJson(context, again);
  const draft = wordingIn(draftIn(value), name);
  if (draft.wording === undefined) return { problems: draft.problems };
  const type = assetTypes.find((one) => one === draft.wording?.type) ?? 'gene';
  const { asset, problems } = completeAsset(draft.wording, { type }, name);
  if (asset === undefined) return { problems };
  const wrong = isCandidate(value) ? misshapen(value, ['decision', 'quotes', 'sessions']) : [];
  if (wrong.length > 0) return { problems: wrong.map(problemIn(name)) };
  if (assetSet.assets.has(asset.id)) context.say(words[context.language()].taken(asset.id));
  // A draft may say the same as the rule of its name; it is not that rule.
  const pairs = pairsOf(asset.id, findSimilar({ ...asset, id: '' }, assets));
  const shown = show(context, assetSet, pairs);
  if (!isCandidate(value) || flag(context, 'json')) return shown;
  // What the user should know before being asked.
  const lines = blockLines(wholeDraft(value, assetSet, () => '').asset);
  const read = sessionReader(context, opened.location, opened.memory.project);
  const whole = [...shown.text, words[context.language()].inTheBlock, ...lines];
  return { ...shown, text: whole, problems: unrecognised(value, read, name) };
};

function problemIn(file: string): (wrong: Violation) => Problem {
  return ({ at, says }) => problem('candidate/schema', { file, at }, faults.draftSchema(says));
}

function isCandidate(value: unknown): value is Candidate {
  return (value as Partial<Candidate> | null)?.asset !== undefined;
}

/** A candidate has its draft inside, and the trigger beside it. */
function draftIn(value: unknown): unknown {
  const { asset, if: trigger, skip } = (value ?? {}) as Partial<Candidate>;
  if (asset === undefined) return value;
  return {
    ...(trigger === undefined ? {} : { trigger }),
    ...(skip ? { skip_when: skip } : {}),
    ...asset,
  };
}

function pairsOf(a: string, found: readonly Similar[]): SimilarPair[] {
  return found.map(({ id, kind, score }) => ({ a, b: id, kind, score }));
}

/** More than anybody reads; `--json` has them all. */
const maxShown = 20;

function show(context: Context, assetSet: AssetSet, rows: readonly SimilarPair[]) {
  const say = words[context.language()];
  const text = rows.slice(0, maxShown).map((row) => {
    const pair = `${row.a} ~ ${row.b}${past(assetSet, row.b, say)}`;
    return `${row.score.toFixed(2)}  ${say.kinds[row.kind]}  ${pair}`;
  });
  const more = rows.length - maxShown;
  const talk = rows.length === 0 ? [say.none] : more > 0 ? [say.more(more)] : [];
  return { json: rows, text, talk };
}

/** The outcome of a rule that is no longer in use. */
function past({ states }: AssetSet, id: string, say: Words): string {
  const { absorbedInto, retired } = states.get(id) ?? {};
  if (absorbedInto !== undefined) return say.absorbed(absorbedInto);
  return retired ? say.retired : '';
}
