import type { Change } from 'diff';
import { parseProposal, type Request, requestOf } from '../learn/proposal.js';
import type { Problem } from '../problem.js';
import type { Asset, Candidate, Proposal } from '../schema.gen.js';

/** What waits for a person, each in a file of work/. */
export type Item =
  | { readonly kind: 'proposal'; readonly file: string; readonly proposal: Proposal }
  /** Another wording of a rule: of an undo that came too late, or of the other side of a merge. */
  | { readonly kind: 'wording'; readonly file: string; readonly asset: Asset }
  /** A rule that a retrospective has found, not yet decided. */
  | {
      readonly kind: 'candidate';
      readonly file: string;
      readonly candidate: Candidate & { id: string };
    }
  /** A rule block as somebody edited it by hand. */
  | { readonly kind: 'block'; readonly file: string; readonly text: string };

export type Choice = 'approve' | 'edit' | 'merge' | 'pin' | 'drop' | 'later' | 'quit';

export interface Waiting {
  readonly items: readonly Item[];
  readonly problems: readonly Problem[];
}

/** From the names and texts of the files in work/, proposals first, oldest first. */
export function waitingItems(files: ReadonlyMap<string, string>): Waiting {
  const problems: Problem[] = [];
  const items = [...files].flatMap(([file, text]): Item[] => {
    const read = readItem(file, text);
    if (read !== undefined && 'problems' in read) problems.push(...read.problems);
    return read === undefined || 'problems' in read ? [] : [read];
  });
  return { items: items.sort(byAge), problems };
}

function readItem(
  file: string,
  text: string,
): Item | { readonly problems: readonly Problem[] } | undefined {
  if (/^block-.*\.md$/.test(file)) return { kind: 'block', file, text };
  if (/^proposal-.*\.json$/.test(file)) {
    const proposal = parseProposal(`work/${file}`, text);
    return 'id' in proposal ? { kind: 'proposal', file, proposal } : { problems: proposal };
  }
  if (!/^(?:undo|conflict)-.*\.json$/.test(file)) return undefined;
  const asset = wordingIn(text);
  return asset === undefined
    ? { problems: [unreadable(`work/${file}`)] }
    : { kind: 'wording', file, asset };
}

/** An undo leaves the wording alone, a merge both. */
function wordingIn(text: string): Asset | undefined {
  try {
    const value = JSON.parse(text) as Asset & { other?: Asset };
    const asset = value.other ?? value;
    return typeof asset.id === 'string' ? asset : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(file: string): Problem {
  return {
    rule: 'work/unreadable',
    severity: 'warning',
    file,
    message: 'Expected a wording as JSON, got something else.',
    hint: 'Look at it, then delete it.',
  };
}

function byAge(a: Item, b: Item): number {
  const age = (item: Item) => (item.kind === 'proposal' ? item.proposal.made_at : `~${item.file}`);
  return age(a) < age(b) ? -1 : 1;
}

/** What a person may answer. An import can be pinned only when it was proved here. */
export function choicesFor(item: Item): readonly Choice[] {
  if (item.kind === 'block') return ['drop', 'later', 'quit'];
  if (item.kind === 'wording') return ['approve', 'edit', 'drop', 'later', 'quit'];
  if (item.kind === 'candidate') return ['approve', 'merge', 'pin', 'drop', 'later', 'quit'];
  const { action, asset } = item.proposal;
  return [
    'approve',
    ...(asset === undefined ? [] : (['edit'] as const)),
    ...(action === 'add' ? (['merge', 'pin'] as const) : []),
    ...(action === 'revise' ? (['pin'] as const) : []),
    'drop',
    'later',
    'quit',
  ];
}

/** The rule that an item is about; undefined for a block. */
export function subjectOf(item: Item): string | undefined {
  if (item.kind === 'block') return undefined;
  if (item.kind === 'wording') return item.asset.id;
  if (item.kind === 'candidate') return item.candidate.decision?.into ?? item.candidate.asset?.id;
  return item.proposal.asset_id ?? item.proposal.asset?.id;
}

/** What is to be carried out, one after the other, when a person gives this answer. */
export function requestsFor(
  item: Item,
  choice: Choice,
  given: { readonly asset?: Asset; readonly into?: string } = {},
): readonly Request[] {
  if (item.kind === 'block' || item.kind === 'candidate') return [];
  if (!['approve', 'edit', 'merge', 'pin'].includes(choice)) return [];
  const asset_id = subjectOf(item) as string;
  const base: Request =
    item.kind === 'wording'
      ? { action: 'revise', asset_id, asset: item.asset }
      : requestOf(item.proposal);
  const request = given.asset === undefined ? base : { ...base, asset: given.asset };
  if (choice === 'pin') return [request, { action: 'pin', asset_id }];
  if (choice === 'merge')
    return [request, { action: 'merge', asset_id, into: given.into as string }];
  return [request];
}

/** The fields of a wording, a line each, for people. */
export function wordingLines(asset: Partial<Asset>): string[] {
  return Object.entries(asset).flatMap(([key, value]) => {
    if (key === 'evidence' || value === undefined) return [];
    if (!Array.isArray(value)) return [`${key}: ${plain(value)}`];
    return key === 'domain' || key === 'tags'
      ? [`${key}: ${value.join(', ')}`]
      : value.map((one, index) => `${key} ${index + 1}: ${plain(one)}`);
  });
}

/** Two wordings as lines that stay, go and come. */
export async function wordingDiff(before: Asset, after: Asset): Promise<string[]> {
  const { diffLines } = await import('diff');
  const text = (asset: Asset) =>
    wordingLines(asset)
      .map((line) => `${line}\n`)
      .join('');
  return diffLines(text(before), text(after)).flatMap(({ added, removed, value }: Change) => {
    const sign = added ? '+' : removed ? '-' : ' ';
    return value
      .trimEnd()
      .split('\n')
      .map((line) => `${sign} ${line}`);
  });
}

/** The quotes of a rule's evidence, a line each. */
export function quoteLines({ evidence = [] }: Asset): string[] {
  return evidence.flatMap(({ quote, session, line }) => {
    return quote ? [quoteLine(quote, session, line)] : [];
  });
}

export function quoteLine(quote: string, session?: string, line?: number): string {
  const where = session === undefined ? '' : ` (${session}${line ? `:${line}` : ''})`;
  return `“${quote.replace(/\s+/g, ' ')}”${where}`;
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${Array.isArray(inner) ? inner.join(', ') : String(inner)}`)
    .join('; ');
}
