import { statSync } from 'node:fs';
import { join } from 'node:path';
import { askedChange } from '../../application/approval/pending-change.js';
import { type Item, readWaiting } from '../../application/approval/pending-items.js';
import { sentenceOf } from '../../application/approval/question.js';
import { unreadName } from '../../learn/fold/unread-imports.js';
import { words } from '../../messages/memory/review.js';
import type { Opened } from '../../store/store.js';
import { titleOf } from './review-lines.js';

/** Something that waits for the person's decision, as `status` lists it. */
export interface WaitingRow {
  readonly id: string;
  readonly kind: 'damaged' | Item['kind'];
  readonly title: string;
  /** ISO 8601; null where nothing tells since when. */
  readonly since: string | null;
}

/** All that `madness review` would ask about, by title. */
export function waitingRows(opened: Opened): readonly WaitingRow[] {
  const { location, memory } = opened;
  const { language } = memory;
  const say = words[language];
  const { items, problems } = readWaiting(opened);
  const titled = (item: Item) => {
    if (item.kind !== 'change') return titleOf(item, say);
    const asked = askedChange(item.pending, location.isUser ? 'everywhere' : undefined);
    const sentence = sentenceOf(asked, language);
    const title = item.pending.requests?.[0]?.asset?.title;
    return title === undefined || sentence.includes(title) ? sentence : `${sentence} “${title}”`;
  };
  return [
    ...items.map((item) => ({
      id: idOf(item),
      kind: item.kind,
      title: titled(item),
      since: sinceOf(item, location.memory),
    })),
    ...[...new Set(problems.map(({ file }) => file))].map((file) => ({
      id: baseOf(file),
      kind: 'damaged' as const,
      title: say.damaged(file),
      since: timeOf(join(location.memory, file)),
    })),
  ];
}

function idOf(item: Item): string {
  if (item.kind === 'proposal') return item.proposal.id;
  // A stranger chose the id of an unread rule.
  return item.kind === 'unread' ? unreadName(item.asset.id) : baseOf(item.file);
}

function sinceOf(item: Item, memory: string): string | null {
  if (item.kind === 'change') return item.pending.made_at;
  if (item.kind === 'proposal') return item.proposal.made_at;
  if (item.kind === 'unread') return item.asset.origin?.imported_at ?? null;
  if (item.kind === 'wording' && item.of !== undefined) return item.of.waits.event.ts;
  return timeOf(join(memory, 'work', item.file));
}

function timeOf(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false })?.mtime.toISOString() ?? null;
}

function baseOf(file: string): string {
  return file.replace(/^.*\/|\.\w+$/g, '');
}
