import type { Asset } from '../../schema.gen.js';
import { once } from '../../text.js';
import type { Entry, Profile } from './contradiction.js';
import { type Part, readWording, type Wording } from './parse-wording.js';
import { CONTENT } from './tokenize.js';

/** A rule as it is compared. */
export interface Rule {
  readonly trigger: Side;
  readonly action: Side;
  /** Asked of suspects only. */
  readonly skip: () => Side;
  readonly whole: () => Side;
  readonly steps: () => readonly Side[];
}

export interface Side extends Profile {
  /** The leading English word of an action of one sentence: what it tells to do. */
  readonly head: string | undefined;
}

const known = new WeakMap<Asset, Rule>();

/** Kept as long as the asset object lives: comparing all with all reads each once. */
export function ruleOfAsset(asset: Asset): Rule {
  const before = known.get(asset);
  if (before !== undefined) return before;
  const trigger = { text: asset.trigger };
  const actions = actionsOf(asset);
  const ordered = asset.type !== 'pref' && actions.length > 1;
  const rule: Rule = {
    trigger: sideOf([trigger]),
    action: sideOf(actions),
    skip: once(() => sideOf([{ text: asset.skip_when ?? '' }])),
    whole: once(() => sideOf([trigger, ...actions])),
    steps: once(() => (ordered ? actions.map((step) => sideOf([step])) : [])),
  };
  known.set(asset, rule);
  return rule;
}

function actionsOf(asset: Asset): Part[] {
  switch (asset.type) {
    case 'gene':
      return asset.method.map((text) => ({ text }));
    case 'sop':
      return asset.steps.map(({ action }) => ({ text: action }));
    case 'pref': {
      const { prefer, reject, rationale } = asset;
      if (prefer === undefined && reject === undefined) return [{ text: rationale }];
      return [{ text: prefer ?? '' }, { text: reject ?? '', negated: true }];
    }
    default:
      return asset satisfies never;
  }
}

function sideOf(parts: readonly Part[]): Side {
  const wording = readWording(parts.filter(({ text }) => text !== ''));
  const bag = new Map<string, Entry>();
  let weight = 0;
  for (const term of wording.terms) {
    if (term.weight === 0) continue;
    let entry = bag.get(term.text);
    if (entry === undefined) {
      entry = { weight: term.weight, said: 0, negated: 0, unsure: 0 };
      bag.set(term.text, entry);
      weight += term.weight;
    }
    if (term.sign === 1) entry.said += 1;
    else if (term.sign === -1) entry.negated += 1;
    else entry.unsure += 1;
  }
  return { wording, bag, weight, head: headOf(wording) };
}

function headOf({ terms }: Wording): string | undefined {
  if (terms.at(-1)?.sentence !== 0) return undefined;
  const head = terms.find((term) => term.weight >= CONTENT);
  return head !== undefined && head.weight >= 1 && /^[a-z]/u.test(head.text)
    ? head.text
    : undefined;
}
