import { win32 } from 'node:path';
import { head, wordSet } from '../../text.js';
import { onOneLine } from '../signals/tool-summary.js';
import {
  type Cue,
  type Digest,
  type DigestCall,
  type DigestFailure,
  type Draft,
  isUrgent,
  type Words,
} from './digest.js';
import type { Form } from './format.js';

/**
 * Maximum shares of the budget, in per cent. Unused budget passes to later parts. The user's words may exceed theirs,
 * except into the share of the tools.
 */
const shares = {
  urgent: 60,
  loops: 8,
  failures: 15,
  cues: 12,
  files: 8,
  said: 25,
  tools: 20,
} as const;

/**
 * The digest within `budget` tokens in this form, by `estimateTokens`. Rejections come first and whole, then
 * corrections, then the rest. An item says how much was left out.
 */
export function fitDigest(draft: Draft, budget: number, form: Form): Digest {
  for (let target = budget; ; target = Math.floor(target * 0.9)) {
    const digest = fitOnce(draft, target, form);
    const tokens = estimateTokens(form.whole(digest));
    if (tokens <= budget || target < 10) return { ...digest, tokens };
  }
}

function fitOnce(draft: Draft, budget: number, form: Form): Digest {
  const empty = { user: [], tools: [], failures: [], loops: [], files: [], cues: [] };
  let left =
    budget - estimateTokens(form.whole({ ...draft, ...empty, tokens: budget })) - headingTokens;
  const place = <Item>(items: Item[], line: (item: Item) => string): Item[] => {
    left -= costOf(items, line);
    return items;
  };
  const room = (share: number): number => Math.max(0, Math.min(left, (budget * share) / 100));
  const user = place(fitUrgent(draft.user, room(shares.urgent), form), form.user);
  const loops = place(fitLoops(draft, room(shares.loops), form), form.loops);
  const failures = place(fitFailures(draft.failures, room(shares.failures), form), form.failures);
  const cues = place(fitCues(draft.cues, room(shares.cues), form), form.cues);
  const files = place(fitFiles(draft.files, room(shares.files), form), form.files);
  const spare = left - Math.min(costOf(draft.tools, form.tools), room(shares.tools));
  const others = draft.user.filter((item) => !isUrgent(item));
  const said = place(fitWords(others, Math.max(room(shares.said), spare), form), form.user);
  const tools = fitCalls(draft.tools, left, form);
  const { session } = draft;
  return { session, tokens: budget, user: [...user, ...said], tools, failures, loops, files, cues };
}

// Headings and brackets of the parts, which an empty digest does not show.
const headingTokens = 75;

/** Rejections before corrections if there is no room for both. */
function fitUrgent(words: readonly Words[], room: number, form: Form): Words[] {
  const rejections = words.filter(({ kind }) => kind === 'rejection');
  const kept = fitWords(rejections, room, form);
  const corrections = words.filter(({ kind }) => kind === 'correction');
  kept.push(...fitWords(corrections, room - costOf(kept, form.user), form));
  return kept.sort(byLine);
}

function fitFailures(
  failures: readonly DigestFailure[],
  room: number,
  form: Form,
): DigestFailure[] {
  return ends(failures, form.failures, room, (gone) => ({
    line: gone[0]?.line ?? 0,
    signal: 'left_out',
    text: form.left.items(gone.length),
  }));
}

function fitFiles(files: readonly string[], room: number, form: Form): string[] {
  return ends(files, form.files, room, (gone) => form.left.items(gone.length));
}

function byLine(left: { line: number }, right: { line: number }): number {
  return left.line - right.line;
}

function costOf<Item>(items: readonly Item[], line: (item: Item) => string): number {
  return items.reduce((sum, item) => sum + estimateTokens(line(item)) + 1, 0);
}

/** The first and the last items, as many as there is room for, with one between them for the others. */
function ends<Item>(
  items: readonly Item[],
  line: (item: Item) => string,
  room: number,
  gap: (gone: readonly Item[]) => Item,
): Item[] {
  const costs = items.map((item) => costOf([item], line));
  if (costs.reduce((sum, cost) => sum + cost, 0) <= room) return [...items];
  let left = room - costOf([gap(items)], line) - 2;
  let first = 0;
  let last = items.length;
  for (let turn = 0; first < last; turn++) {
    const cost = costs[turn % 2 === 0 ? first : last - 1] ?? 0;
    if (cost > left) break;
    left -= cost;
    if (turn % 2 === 0) first++;
    else last--;
  }
  if (left < 0) return [];
  return [...items.slice(0, first), gap(items.slice(first, last)), ...items.slice(last)];
}

/** Whole where there is room, else the longest cut short, else the first and the last. */
function fitWords(words: readonly Words[], room: number, form: Form): Words[] {
  let short = [...words];
  for (const length of [Number.POSITIVE_INFINITY, 4000, 2000, 1000, 600, 400, 250, 150, 80]) {
    short = words.map((item) => ({ ...item, text: cut(item.text, length, form) }));
    if (costOf(short, form.user) <= room) return short;
  }
  return ends(short, form.user, room, (gone) => ({
    line: gone[0]?.line ?? 0,
    text: form.left.items(gone.length),
    kind: 'left_out',
  }));
}

function cut(text: string, length: number, form: Form): string {
  if (text.length <= length + 20) return text;
  return `${head(text, length)}… (+${form.left.characters(text.length - length)})`;
}

function fitLoops(draft: Draft, room: number, form: Form): Draft['loops'] {
  const loops = draft.loops
    .map((loop) => ({ ...loop, lines: loop.lines.slice(0, 12) }))
    .toSorted((left, right) => right.count - left.count);
  while (loops.length > 0 && costOf(loops, form.loops) > room) loops.pop();
  return loops;
}

// Kinds by importance. The last cue of each kind matters most.
const cueRank = [
  ...wordSet(
    'forked last_words rejected interrupted thanks commit pull_request tests_passed client_error pushed compacted',
  ),
];

const stops: ReadonlySet<string> = new Set(['rejected', 'interrupted']);

function fitCues(cues: readonly Cue[], room: number, form: Form): Cue[] {
  const seen = new Map<string, number>();
  const ranked = cues
    .toReversed()
    .map((cue) => {
      const nth = seen.get(cue.kind) ?? 0;
      seen.set(cue.kind, nth + 1);
      // Refusals and interrupts weigh more than any other kind.
      const weight = stops.has(cue.kind) ? 0.2 : 1;
      return { cue, rank: nth * weight * cueRank.length + cueRank.indexOf(cue.kind) };
    })
    .sort((left, right) => left.rank - right.rank)
    .map(({ cue }) => cue);
  const gap: Cue = {
    line: cues[0]?.line ?? 0,
    kind: 'left_out',
    text: form.left.items(cues.length),
  };
  if (costOf(cues, form.cues) <= room) return [...cues];
  const kept: Cue[] = [];
  let left = room - costOf([gap], form.cues);
  for (const cue of ranked) {
    const cost = costOf([cue], form.cues);
    if (cost > left) continue;
    left -= cost;
    kept.push(cue);
  }
  if (left < 0) return [];
  return [...kept.sort(byLine), { ...gap, text: form.left.items(cues.length - kept.length) }];
}

/** One line per call. If that is too long, successful calls in a row share a line, more and more of them. */
function fitCalls(calls: readonly DigestCall[], room: number, form: Form): DigestCall[] {
  const ways: readonly (() => DigestCall[])[] = [
    () => [...calls],
    () => shortened(calls, 80),
    () => shortened(calls, 50),
    () => merged(shortened(calls, 60), (one, next) => one.tool === next.tool, form),
    () => merged(shortened(calls, 50), () => true, form),
  ];
  for (const way of ways) {
    const fewer = way();
    if (costOf(fewer, form.tools) <= room) return fewer;
  }
  return ends(
    merged(shortened(calls, 50), () => true, form),
    form.tools,
    room,
    (gone) => ({
      line: gone[0]?.line ?? 0,
      tool: '…',
      summary: form.left.calls(gone.length),
      failed: false,
    }),
  );
}

function shortened(calls: readonly DigestCall[], length: number): DigestCall[] {
  return calls.map((call) => ({ ...call, summary: shorter(call.summary, length) }));
}

/** The end of a path is the most informative. */
function shorter(summary: string, length: number): string {
  const isPath = summary.length > length && /^[^\s"]*[\\/][^\s"]*$/.test(summary);
  return isPath ? `…${summary.slice(1 - length)}` : onOneLine(summary, length);
}

function merged(
  calls: readonly DigestCall[],
  alike: (one: DigestCall, next: DigestCall) => boolean,
  form: Form,
): DigestCall[] {
  const runs: DigestCall[][] = [];
  for (const call of calls) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous && !previous.failed && !call.failed && alike(previous, call))
      run.push(call);
    else runs.push([call]);
  }
  return runs.map((run) => oneOf(run, form));
}

/** `Read ×3: a.ts, b.ts`, or `calls` with how many of each tool. */
function oneOf(run: readonly DigestCall[], form: Form): DigestCall {
  const [first] = run;
  if (first === undefined || run.length === 1) return first as DigestCall;
  const counts = new Map<string, number>();
  for (const { tool } of run) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  if (counts.size === 1) {
    const names = [...new Set(run.map(({ summary }) => lastPart(summary)))];
    return { ...first, summary: onOneLine(`×${run.length}: ${names.join(', ')}`, 100) };
  }
  const each = [...counts].map(([tool, count]) => (count === 1 ? tool : `${tool} ×${count}`));
  return { ...first, tool: form.left.run(run.length), summary: onOneLine(each.join(', '), 100) };
}

function lastPart(summary: string): string {
  return /^\S+$/.test(summary) ? win32.basename(summary) : onOneLine(summary, 30);
}

/**
 * An upper bound of a text's tokens, without a tokenizer. A word or a hump of a name counts one per four letters, mixed
 * letters and digits four per five, a digit and a sign one each, a Chinese, Japanese or Korean character one and a
 * half, any other letter one, a line break or an indentation one, anything else three. On 1,400 pieces of real
 * transcripts, outputs and Chinese dialogues it is 1.3 to 1.4 times the largest count of o200k, cl100k and the public
 * Claude tokenizer (Chinese 1.26, random letters and digits 1.15).
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const match of text.matchAll(piece)) {
    const [found, mixed, hump, digits, sign, ideograph, letter, gap] = match;
    if (mixed !== undefined) tokens += found.length / 1.25;
    else if (hump !== undefined) tokens += Math.ceil(found.length / 4);
    else if (digits !== undefined || sign !== undefined) tokens += found.length;
    else if (ideograph !== undefined) tokens += 1.5;
    else if (letter !== undefined || gap !== undefined) tokens += 1;
    else tokens += 3;
  }
  return Math.ceil(tokens);
}

const piece =
  /((?<![A-Za-z\d])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{6,})|([A-Z]?[a-z]+|[A-Z]+)|(\d+)|([!-/:-@[-`{-~])|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef])|(\p{L}|\p{M})|([\r\n]|[ \t]{2,})|[^ \t]/gu;
