import { unfitReason } from '../../compile/rule-block.js';
import { JsonFault, parseJson } from '../../json.js';
import { compiledOf, validateAsset, withoutCompiled } from '../../learn/asset.js';
import { brokenSyntax, faults, notObject } from '../../messages/problems/memory.js';
import { type Problem, problem, type Sentence } from '../../problem.js';
import type { Asset, AssetType } from '../../schema.gen.js';
import { hiddenIn } from '../../validation.js';
import { secretsIn } from './secret-screen.js';

export interface ReadAsset {
  readonly asset: Asset | undefined;
  readonly problems: readonly Problem[];
}

export interface ReadWording {
  /** An object of some fields of an asset, not yet checked. */
  readonly wording: Asset | undefined;
  /** Fields that were left out of it: compile writes them. */
  readonly computed: readonly string[];
  readonly problems: readonly Problem[];
}

/** Parses the fields that a person may write. */
export function parseWording({ name, content }: { name: string; content: string }): ReadWording {
  try {
    return wordingIn(parseJson(content), name);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return nothingRead(name, { ...brokenSyntax, en: error.message }, error.at);
  }
}

/** The same of a value that was read already. */
export function wordingIn(value: unknown, name: string): ReadWording {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return nothingRead(name, notObject);
  const computed = Object.keys(compiledOf(value as Asset));
  return { wording: withoutCompiled(value) as Asset, computed, problems: [] };
}

function nothingRead(name: string, why: Sentence, at?: string): ReadWording {
  return { wording: undefined, computed: [], problems: [notAnObject(name, why, at)] };
}

/** The wording with what it leaves out, valid, free of secrets and short enough for the block, or its problems. */
export function completeAsset(
  wording: Asset,
  defaults: Partial<Asset> & { type: AssetType },
  name: string,
): ReadAsset {
  const asset = { ...defaults, ...wording };
  const problems = [
    ...validateAsset(asset, defaults.type, name),
    ...sameSteps(asset, name),
    ...blankTexts(asset, name),
    ...secretsIn(asset, name),
  ];
  if (problems.length > 0) return { asset: undefined, problems };
  const unfit = unfitReason(asset, name);
  return unfit === undefined ? { asset, problems } : { asset: undefined, problems: [unfit] };
}

/** The texts in a value that a person would not see whole. */
export function blankTexts(value: unknown, file: string, at = ''): Problem[] {
  if (typeof value === 'string') {
    const found = hiddenIn(value);
    const isBlank = at === '/title' && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(value);
    if (found === undefined && !isBlank) return [];
    return [problem('asset/blank', { file, at }, faults.blank(codePoints(found ?? '')))];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => blankTexts(inner, file, `${at}/${key}`));
}

/** The first signs of a passage that are not plain ASCII, by their numbers. */
function codePoints(passage: string): string {
  const signs = new Set([...passage].filter((sign) => !/[!-~]/.test(sign)));
  const name = (sign: string) =>
    `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  return [...signs].slice(0, 3).map(name).join(' ');
}

/** A verdict names a step by its number. */
function sameSteps(asset: object, file: string): Problem[] {
  const { steps } = asset as { readonly steps?: unknown };
  const numbers = (Array.isArray(steps) ? steps : []).map((step) => step?.seq);
  return numbers.flatMap((seq, index) =>
    seq === undefined || numbers.indexOf(seq) === index
      ? []
      : problem('asset/schema', { file, at: `/steps/${index}/seq` }, faults.sameStep(seq)),
  );
}

function notAnObject(file: string, why: Sentence, at?: string): Problem {
  return problem('asset/schema', { file, at }, faults.noObject(why));
}
