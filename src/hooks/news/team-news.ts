import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logged, twoWordings } from '../../learn/history/two-wordings.js';
import {
  parseRecord,
  read,
  readList,
  readObject,
  textOf,
  textsOf,
} from '../../platform/read-object.js';
import type { Asset, Event } from '../../schema.gen.js';
import { clonePath, ownDecisionsIn } from '../../store/own-decisions.js';
import { oneLine } from '../../text.js';
import { newsWords } from '../messages.js';
import type { Payload } from '../payload.js';

type Entry = Logged & { readonly event: Pick<Event, 'reverts' | 'detail'> };

const told = /"event":"(?:create|revise|import_merge|merge|deprecate|revive|pin|unpin|revert)"/;
const leaving = ['deprecate', 'merge', 'unpin'];
const maxLines = 5;

export interface TeamNews {
  readonly lines: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/**
 * What git brought beside new wordings: rules that left, and rules with two wordings, each once and with its author. Reads
 * the log only after it has changed. The first time it names no rule that left.
 */
export function teamNews(own: string, memory: string, language: 'en' | 'zh'): TeamNews {
  const log = join(memory, 'evolution.jsonl');
  const found = statSync(log, { throwIfNoEntry: false });
  if (found === undefined) return { lines: [], files: {} };
  const path = clonePath(memory, 'news');
  const stamp = `${found.size} ${found.mtimeMs}`;
  const before = readObject(join(own, path)) as Payload;
  if (textOf(before, 'log') === stamp) return { lines: [], files: {} };
  const isFirst = textOf(before, 'log') === '';
  const known = new Set(textsOf(before, 'said'));
  const live = liveIn(read(log));
  const assets = assetsIn(memory);
  const ownIds = ownDecisionsIn(own, memory);
  const left = live.filter(
    ({ event }, at) => leaving.includes(event.event) && !isBack(event, live, at),
  );
  const forks = twoWordings(live, assets);
  const say = newsWords(language);
  const titleOf = ({ asset_id = '', detail = '' }: Entry['event']) =>
    oneLine(assets.get(asset_id)?.title ?? (detail || asset_id), 80);
  const lines = [
    ...left
      .filter(({ id }) => !isFirst && !known.has(id) && !ownIds.has(id))
      .map(({ event }) => say.left(titleOf(event), event.event, event.who)),
    ...forks
      .filter(({ waits, stands }) => !known.has(`${waits.id} ${stands.id}`))
      .map(({ rule, fields: [field = 'title'], asset, stands, waits }) =>
        say.twoWordings(
          [fieldOf(assets.get(rule), field), stands.event.who],
          [fieldOf(asset, field), waits.event.who],
        ),
      ),
  ];
  const more = lines.length - maxLines;
  const said = [
    ...left.map(({ id }) => id),
    ...forks.map(({ waits, stands }) => `${waits.id} ${stands.id}`),
  ];
  return {
    lines: more > 0 ? [...lines.slice(0, maxLines), say.more(more)] : lines,
    files: { [path]: `${JSON.stringify({ log: stamp, said })}\n` },
  };
}

/** Events that count, the oldest first, each once. */
function liveIn(log: string): Entry[] {
  const events = new Map<string, Entry>();
  for (const line of log.split('\n')) {
    if (!told.test(line)) continue;
    // A line that is broken is named by check.
    const event = parseRecord(line) as Event | undefined;
    if (event?.id !== undefined) events.set(event.id, { id: event.id, event });
  }
  const all = [...events.values()].sort((a, b) => Date.parse(a.event.ts) - Date.parse(b.event.ts));
  const reverters = new Map<string, string[]>();
  for (const {
    id,
    event: { reverts },
  } of all)
    if (reverts !== undefined) reverters.set(reverts, [...(reverters.get(reverts) ?? []), id]);
  const isLive = (id: string, depth = 0): boolean =>
    depth > 50 || !(reverters.get(id) ?? []).some((one) => isLive(one, depth + 1));
  return all.filter(({ id, event }) => event.event !== 'revert' && isLive(id));
}

/** Was the rule brought back, or pinned again, since? */
function isBack({ event, asset_id }: Entry['event'], live: readonly Entry[], at: number): boolean {
  const back = { deprecate: 'revive', unpin: 'pin' }[event as string];
  return live.some(
    (one, index) => index > at && one.event.event === back && one.event.asset_id === asset_id,
  );
}

function assetsIn(memory: string): ReadonlyMap<string, Asset> {
  const all = ['genes', 'sops', 'prefs'].flatMap((name) => readList(join(memory, `${name}.json`)));
  return new Map(all.map((one) => [textOf(one, 'id'), one as unknown as Asset]));
}

function fieldOf(asset: Asset | undefined, field: string): string {
  const value = (asset as unknown as Payload | undefined)?.[field];
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value ?? ''), 100);
}
