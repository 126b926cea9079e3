import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { twoDecimals } from '../../compile/escape-rule-text.js';
import { fileNameOf } from '../../learn/asset.js';
import { parseProposal, proposalOf, type Request } from '../../learn/change-request.js';
import { policy } from '../../learn/fold/policy.js';
import { unreadAssets } from '../../learn/fold/unread-imports.js';
import type { TwoWordings } from '../../learn/history/two-wordings.js';
import { words } from '../../messages/memory/review.js';
import { faults } from '../../messages/problems/memory.js';
import { readRegular } from '../../platform/fs.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset, Proposal } from '../../schema.gen.js';
import { isConflict, isWaiting } from '../../store/file-name-kinds.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf } from '../memory/asset-set.js';
import { openWordings } from '../team/open-wordings.js';
import { type ChangeItem, changeItem, listPending } from './pending-change.js';

/** What waits for a person: filed as a file of work/, or computed from the memory. */
export type Item = ChangeItem | OtherItem;

/** What nobody filed through the dialog: it is decided in `review` alone. */
export type OtherItem =
  | {
      readonly kind: 'proposal';
      readonly file: string;
      readonly proposal: Proposal;
      /** It follows from the log alone: a pinned rule fell below 0.50. Nothing lies at `file`. */
      readonly isFallen?: true;
    }
  /** Another wording of a rule: of an undo that came too late, or of the other side of a merge. */
  | {
      readonly kind: 'wording';
      readonly file: string;
      readonly asset: Asset;
      /** Set where the log alone says so: then `file` is a name, and nothing lies there. */
      readonly of?: TwoWordings;
    }
  /** An imported rule that no person has read; `file` names its file. */
  | { readonly kind: 'unread'; readonly file: string; readonly asset: Asset }
  /** A rule block that a person edited by hand. */
  | { readonly kind: 'block'; readonly file: string; readonly text: string };

interface WaitingItems {
  readonly items: readonly Item[];
  readonly problems: readonly Problem[];
}

/** The one list of what waits in a memory: what was filed in work/, and what follows from the memory. */
export function readWaiting(opened: Opened): WaitingItems {
  const { location } = opened;
  const filed = listPending(location);
  const folder = join(location.memory, 'work');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const { items, problems } = waitingItems(
    new Map(names.filter(isWaiting).map((name) => [name, readRegular(join(folder, name))])),
  );
  const forks = openWordings(opened);
  const others = items.filter((item) => !forks.some(({ rule }) => isConflictAbout(item, rule)));
  return {
    items: [
      ...filed.changes.map(changeItem),
      ...others,
      ...forks.map(wordingOfFork),
      ...unreadIn(opened),
      ...fallenPins(opened),
    ],
    problems: [...filed.problems, ...problems],
  };
}

/** The clone that merged has a file of it too; the log says it to all. */
function isConflictAbout(item: Item, rule: string): boolean {
  return item.kind === 'wording' && isConflict(item.file) && item.asset.id === rule;
}

function wordingOfFork(of: TwoWordings): Item {
  const file = `rewording-${of.rule}-${of.waits.id.slice(0, 8)}`;
  return { kind: 'wording', file, asset: of.asset, of };
}

function unreadIn(opened: Opened): Item[] {
  const { assets, states } = assetSetOf(opened);
  return unreadAssets(assets, states).map((asset) => {
    return { kind: 'unread', file: fileNameOf(asset.type), asset };
  });
}

/** A pin leaves the block by a person's act alone, or by this, which a person decides. */
function fallenPins(opened: Opened): Item[] {
  const { told, states } = assetSetOf(opened);
  return [...told.values()].flatMap((asset): Item[] => {
    const state = states.get(asset.id);
    const isAway = !state?.pinned || state.retired || state.absorbedInto !== undefined;
    if (isAway || state.confidence >= policy.gate.provisional) return [];
    const reason = words[opened.memory.language].fallen(twoDecimals(state.confidence));
    const made_at = new Date(state.lastFailed ?? 0).toISOString();
    const request = {
      action: 'revive',
      asset_type: asset.type,
      asset_id: asset.id,
      reason,
    } as const;
    const proposal = proposalOf(request, made_at);
    return [{ kind: 'proposal', file: `fallen-${asset.id}`, proposal, isFallen: true }];
  });
}

/** What an item would do to a rule; undefined where that is no single request. */
export function actionOf(item: Item): Request['action'] | undefined {
  if (item.kind === 'proposal') return item.proposal.action;
  return item.kind === 'change' ? item.pending.requests?.[0]?.action : undefined;
}

/** The rule that an item is about; undefined for a block. */
export function subjectOf(item: Item): string | undefined {
  if (item.kind === 'block') return undefined;
  if (item.kind === 'change') {
    const [first] = item.pending.requests ?? [];
    return first?.asset_id ?? first?.asset?.id;
  }
  if (item.kind === 'wording' || item.kind === 'unread') return item.asset.id;
  return item.proposal.asset_id ?? item.proposal.asset?.id;
}

/** Parses the files in work/. Proposals come first, oldest first. */
function waitingItems(files: ReadonlyMap<string, string>) {
  const problems: Problem[] = [];
  const items = [...files].flatMap(([file, text]): OtherItem[] => {
    const read = readItem(file, text);
    if (read !== undefined && 'problems' in read) problems.push(...read.problems);
    return read === undefined || 'problems' in read ? [] : [read];
  });
  return { items: items.sort(byAge), problems };
}

function readItem(
  file: string,
  text: string,
): OtherItem | { readonly problems: readonly Problem[] } | undefined {
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

/** An undo has one wording, a merge has two. */
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
  return problem('work/unreadable', { severity: 'warning', file }, faults.unreadableWording);
}

function byAge(a: OtherItem, b: OtherItem): number {
  const age = (item: OtherItem) =>
    item.kind === 'proposal' ? item.proposal.made_at : `~${item.file}`;
  return age(a) < age(b) ? -1 : 1;
}
