import picomatch from 'picomatch';
import { matchTerms } from '../observe/recall.js';
import type { Asset, Prematch, When } from '../schema.gen.js';
import { isCjkUnit, literalPattern } from '../text.js';
import type { SceneSpot, Scenes } from './matching-features.js';

/** In which order rules are looked at in a session: none is left out. */
interface Prematched {
  /** Shown in the session or matched, likeliest first. */
  readonly prematched: readonly Prematch[];
  /** All others: the judge hears of each in one line. */
  readonly weak: readonly string[];
}

const maxRules = 40;
const maxLines = 6;
const maxWords = 8;
/** One spot must hold so many words of the rule, and such a share of them. */
const spot = { words: 2, share: 0.2 };
/** A machine-checkable match counts more than words. */
const certain = 2;

/**
 * Orders the rules for the agent that judges. Words only guess, so they decide nothing but the order; what was shown in
 * the session always comes whole.
 */
export function matchRules(
  rules: readonly PreparedRule[],
  scenes: Scenes,
  shown: ReadonlySet<string> = new Set(),
): Prematched {
  const rarity = rarityOf(scenes);
  const found = rules.flatMap((rule): (Prematch & { score: number })[] => {
    const match = byWhen(rule.when, scenes) ?? byWords(rule, scenes, rarity);
    if (shown.has(rule.id)) return [{ asset: rule.id, ...(match ?? unmatched), score: certain }];
    return match === undefined ? [] : [{ asset: rule.id, ...match }];
  });
  found.sort((a, b) => b.score - a.score || (a.asset < b.asset ? -1 : 1));
  const prematched = found
    .filter(({ asset }, at) => at < maxRules || shown.has(asset))
    .map(({ score, ...match }) => match);
  const known = new Set(prematched.map(({ asset }) => asset));
  const weak = rules.flatMap(({ id }) => (known.has(id) ? [] : id));
  return { prematched, weak: weak.sort() };
}

const unmatched: Omit<Prematch, 'asset'> = { lines: [], by: 'shown', words: [] };

/** The rules that some words match: those of a facet, for example. */
export function matchWords(rules: readonly PreparedRule[], texts: readonly string[]): string[] {
  const talk = texts.map((text, at) => ({ line: at + 1, terms: matchTerms(text) }));
  const scenes = { prompts: [], talk, commands: [], paths: [], tools: [], signals: [] };
  return matchRules(rules, scenes).prematched.map(({ asset }) => asset);
}

/** A rule made ready to be looked for in many sessions. */
export interface PreparedRule {
  readonly id: string;
  readonly when: When;
  /** Its words by their stems. */
  readonly terms: ReadonlyMap<string, string>;
}

export function prepareRule({ id, when, trigger, title, tags }: Asset): PreparedRule {
  return { id, when: when ?? {}, terms: matchTerms([trigger, title, ...(tags ?? [])].join(' ')) };
}

type Match = Omit<Prematch, 'asset'> & { score: number };

function byWhen(when: When, scenes: Scenes): Match | undefined {
  const telling = checks.filter(({ field }) => (when[field]?.length ?? 0) > 0);
  // Nearly every session uses Bash, so a tool counts only if nothing else is named.
  const counted = telling.length > 1 ? telling.filter(({ field }) => field !== 'tools') : telling;
  const hits = counted.flatMap(({ field, spots, matcher }) => {
    const matchers = (when[field] ?? []).map((wanted) => ({ wanted, fits: matcher(wanted) }));
    return spots(scenes).flatMap(({ line, text }) =>
      matchers.filter(({ fits }) => fits(text)).map(({ wanted }) => ({ line, wanted })),
    );
  });
  if (hits.length === 0) return undefined;
  const words = new Set(hits.map(({ wanted }) => wanted));
  const lines = [...new Set(hits.map(({ line }) => line))].sort((a, b) => a - b);
  return {
    lines: lines.slice(0, maxLines),
    by: 'when',
    words: [...words].slice(0, maxWords),
    score: certain + words.size,
  };
}

const checks: readonly {
  readonly field: keyof When;
  readonly spots: (scenes: Scenes) => readonly SceneSpot[];
  readonly matcher: (wanted: string) => (text: string) => boolean;
}[] = [
  { field: 'signals', spots: ({ signals }) => signals, matcher: beginsWith },
  { field: 'commands', spots: ({ commands }) => commands, matcher: beginsWith },
  { field: 'paths', spots: ({ paths }) => paths, matcher: matchesGlob },
  { field: 'prompts', spots: ({ prompts }) => prompts, matcher: holds },
  { field: 'tools', spots: ({ tools }) => tools, matcher: (wanted) => (text) => text === wanted },
];

/** git rebase fits "git rebase --continue" and not "git rebase-todo". */
function beginsWith(wanted: string): (text: string) => boolean {
  const start = wanted.trim();
  return (text) => text.startsWith(start) && !/^[\w-]/.test(text.slice(start.length));
}

/**
 * Matches in any folder: a worktree, or one of several packages. A parenthesis is literal, as in `app/(shop)`; as a
 * group it could backtrack for hours. A bracket may be either: `app/[...slug]`.
 */
function matchesGlob(wanted: string): (text: string) => boolean {
  const glob = wanted.replace(/^\.?\//, '').replace(/(?<!\\)[()|]/g, '\\$&');
  const named = glob.replace(/(?<!\\)[[\]]/g, '\\$&');
  const globs = [glob, named].flatMap((one) => [one, `**/${one}`]);
  const fits = picomatch(globs, { dot: true, noextglob: true });
  return (text) => fits(text.replace(/^\//, ''));
}

function holds(wanted: string): (text: string) => boolean {
  const lower = wanted.toLowerCase();
  return /^[\x20-\x7e]+$/.test(lower)
    ? (text) => new RegExp(`(?<![a-z0-9_])${literalPattern(lower)}(?![a-z0-9_])`).test(text)
    : (text) => text.includes(lower);
}

/** The spots that hold most of a rule's words, weighed by how rare these are in the session. */
function byWords(
  { terms }: PreparedRule,
  { talk }: Scenes,
  rarity: ReadonlyMap<string, number>,
): Match | undefined {
  const size = sizeOf(terms);
  const spots = talk.flatMap(({ line, terms: said }) => {
    const words = [...terms.keys()].filter((term) => said.has(term));
    if (words.length < spot.words || words.length < spot.share * size) return [];
    const score = words.reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0) / size;
    return [{ line, words, score }];
  });
  if (spots.length === 0) return undefined;
  spots.sort((a, b) => b.score - a.score || a.line - b.line);
  const best = spots.slice(0, maxLines);
  return {
    lines: [...new Set(best.map(({ line }) => line))].sort((a, b) => a - b),
    by: 'words',
    words: [...new Set(best.flatMap(({ words }) => words))]
      .map((word) => (terms.get(word) ?? word).slice(0, 120))
      .slice(0, maxWords),
    score: best[0]?.score ?? 0,
  };
}

/** In words. About half of the pairs cut from a Chinese text are no words. */
function sizeOf(terms: ReadonlyMap<string, string>): number {
  let size = 0;
  for (const term of terms.keys()) size += isCjkUnit(term.charCodeAt(0)) ? 0.5 : 1;
  return size;
}

/** 1 for a word in one place, near 0 for a word in all of them. */
function rarityOf({ talk }: Scenes): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of talk)
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const whole = Math.log(talk.length + 1);
  return new Map(
    [...counts].map(([term, times]) => [term, whole === 0 ? 1 : 1 - Math.log(times) / (whole + 1)]),
  );
}
