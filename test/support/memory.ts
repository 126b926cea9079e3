import type { Memory } from '../../src/compile/compile.js';
import type { Target } from '../../src/compile/place-block.js';
import { renderItems } from '../../src/learn/asset.js';
import { defaultLimits } from '../../src/learn/fold/rank.js';
import { serializeEvent } from '../../src/learn/log/event.js';
import { parseLog } from '../../src/learn/log/parse-log.js';
import type { Asset, Event, Gene } from '../../src/schema.gen.js';
import { put } from './scratch.js';

export function gene(id: string, more: Partial<Gene> = {}): Gene {
  return {
    id,
    type: 'gene',
    title: `What ${id} taught`,
    domain: ['process'],
    trigger: 'items > 10 AND categories_undefined',
    method: ['define the standard', 'sort', 'revise'],
    created_at: '2026-01-02',
    ...more,
  };
}

/** A rule whose every word is its own, so that no other rule of a test is its look-alike. */
export function unlike(id: string, more: Partial<Gene> = {}): Gene {
  const words = [...id].map((_, at) => `w${Buffer.from(`${id}${at}`).toString('hex')}`);
  const [first = id, second = first, third = second] = words;
  return gene(id, {
    title: `What ${id} taught ${first}`,
    trigger: `${first} ${second}`,
    method: [`${second} ${third}`, ...words.slice(3, 6)],
    ...more,
  });
}

/** A birth; at 0.90 the rule stands in the block. */
export function born(id: string, confidence = 0.9, more: Partial<Event> = {}): Event {
  return {
    ts: '2026-01-02T08:00:00Z',
    event: 'create',
    asset_type: 'gene',
    asset_id: id,
    detail: 'born',
    confidence_delta: confidence,
    project: 'home',
    ...more,
  };
}

/** Followed, and it worked. */
export function proved(id: string, session: string, more: Partial<Event> = {}): Event {
  return {
    ts: '2026-02-03T08:00:00Z',
    event: 'validate',
    asset_type: 'gene',
    asset_id: id,
    detail: 'followed, and it worked',
    confidence_delta: 0.05,
    session,
    project: 'home',
    cell: { shown: true, followed: 'full', outcome: 'achieved' },
    ...more,
  };
}

/** Followed, and it did not work. */
export function refuted(id: string, session: string, more: Partial<Event> = {}): Event {
  return {
    ...proved(id, session),
    event: 'invalidate',
    detail: 'followed, and it did not work',
    confidence_delta: -0.15,
    cell: { shown: true, followed: 'full', outcome: 'not_achieved' },
    ...more,
  };
}

export function logText(events: readonly Event[]): string {
  return events.map((event) => `${serializeEvent(event)}\n`).join('');
}

/** A memory as the compiler sees it, without a disk. Texts of targets are binary strings. */
export function memoryOf(
  assets: readonly Asset[],
  events: readonly Event[],
  targets: readonly Target[] = [],
  more: Partial<Memory> = {},
): Memory {
  const ofType = (type: Asset['type']) => renderItems(assets.filter((one) => one.type === type));
  return {
    project: 'home',
    language: 'en',
    limits: defaultLimits,
    trial: 'session',
    texts: new Map([
      ['genes.json', ofType('gene')],
      ['sops.json', ofType('sop')],
      ['prefs.json', ofType('pref')],
    ]),
    log: parseLog([Buffer.from(logText(events))]),
    views: [],
    targets,
    ...more,
  };
}

export interface OnDisk {
  readonly assets?: readonly Asset[];
  readonly events?: readonly Event[];
  /** CLAUDE.md; none for undefined. */
  readonly target?: string | Uint8Array | undefined;
  readonly config?: object;
}

/** The same on a disk: memory/ and, beside it, CLAUDE.md. */
export function putMemory(
  folder: string,
  { assets = [], events = [], target, config }: OnDisk,
): void {
  const { texts } = memoryOf(assets, []);
  for (const [name, text] of texts) put(folder, `memory/${name}`, text);
  put(folder, 'memory/evolution.jsonl', logText(events));
  put(folder, 'memory/config.json', JSON.stringify({ project: 'home', language: 'en', ...config }));
  if (target !== undefined) put(folder, 'CLAUDE.md', target);
}
