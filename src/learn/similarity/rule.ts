import { once } from '../../once.js';
import type { Asset } from '../../schema.gen.js';
import { CONTENT } from './lex.js';
import type { Entry, Profile } from './opposition.js';
import { type Part, readWording, type Wording } from './wording.js';

/** explicit: the author parted trigger and action. leading: "when X, Y". loose: "Y if X". order: "before X, Y". */
type Form = 'explicit' | 'leading' | 'loose' | 'order';

/** A rule as it is compared, whether it was an asset or a sentence. */
export interface Rule {
  readonly form: Form;
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
    form: 'explicit',
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

export function ruleOfText(sentence: string): Rule {
  const text = sentence.normalize('NFKC');
  const { trigger = '', action = text, form } = split(text);
  return {
    form,
    trigger: sideOf([{ text: trigger }]),
    action: sideOf([{ text: action }]),
    skip: () => NOTHING,
    whole: once(() => sideOf([{ text }])),
    steps: () => [],
  };
}

function split(text: string): {
  trigger?: string | undefined;
  action?: string | undefined;
  form: Form;
} {
  // Nobody writes such a sentence, and the patterns would take their time over it.
  if (text.length > 4000) return { form: 'loose' };
  for (const [pattern, form] of FORMS) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined) return { trigger: groups.trigger, action: groups.action, form };
  }
  return { form: 'loose' };
}

const MARKUP = '^[^\\p{L}\\p{N}]*';
const IF = '如果|若是?|假如|要是|当|一旦|每当|只要|凡是?|遇到';
const WHEN = '时|的话|的时候|的情况下';

const FORMS: readonly (readonly [RegExp, Form])[] = [
  form('explicit', `${MARKUP}IF\\s+(?<trigger>.+?),?\\s+THEN:?\\s+(?<action>.+)$`),
  // 则 is a connective unless it ends a word: 规则, 原则, 否则.
  form(
    'explicit',
    `${MARKUP}(?:${IF})(?<trigger>.+?)(?:${WHEN})?,?\\s*(?<![规原否准法守])(?:则|那么),?\\s*(?<action>.+)$`,
  ),
  form(
    'leading',
    `${MARKUP}(?:if|when|whenever|once|as soon as|in case)\\s+(?<trigger>[^,]+?),\\s+(?:then\\s+)?(?<action>.+)$`,
  ),
  form(
    'leading',
    `${MARKUP}(?:${IF}|在)?(?<trigger>[^,。]{2,}?)(?:${WHEN}),\\s*(?:就|应|要)?(?<action>.+)$`,
  ),
  form('leading', `${MARKUP}(?:${IF})(?<trigger>[^,。]{2,}?),\\s*(?:就|应|要)?(?<action>.+)$`),
  form('loose', '^(?<trigger>[^→⇒]+?)\\s*(?:→|⇒|=>|->)\\s*(?<action>[^→⇒]+)$'),
  form('order', `${MARKUP}(?<trigger>(?:before|after)\\s[^,]+?),\\s+(?<action>.+)$`),
  form(
    'order',
    '^(?<trigger>[^,。]{2,}?(?:之前|之后|以前|以后|(?<![当目提最今])[前后](?![端缀者台续置退门面提果备]))),?\\s*(?<action>.{2,})$',
  ),
  form('loose', '^(?<action>[^(]+?),?\\s+(?<trigger>(?:when|whenever|if)\\s+[^()]+?)\\.?$'),
  form('order', '^(?<action>[^(]+?),?\\s+(?<trigger>(?:before|after)\\s+[^()]+?)\\.?$'),
];

function form(name: Form, pattern: string): readonly [RegExp, Form] {
  return [new RegExp(pattern, 'isu'), name];
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

const NOTHING = sideOf([]);
