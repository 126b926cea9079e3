import { fold, liveAmong } from '../learn/confidence.js';
import type { Origin } from '../schema.gen.js';
import { type Fate, type Planned, planImport } from '../share/import.js';
import type { Incoming } from '../share/incoming.js';
import type { Opened } from '../store.js';
import { shelfOf } from './memory/edit.js';

/** What would become of each rule of a file in this memory. */
export function planHere(opened: Opened, items: readonly Incoming[]): Planned[] {
  const { assets, lives } = shelfOf(opened);
  const { log } = opened.memory.log;
  const seen = liveAmong(opened.kept, log, fold(log)).map(({ event }) => event.asset_id ?? '');
  return planImport(items, {
    assets,
    ids: new Set([...assets.keys(), ...born(lives)]),
    seen: new Set(seen),
  });
}

/** A birth that was undone leaves the id free. */
function born(lives: ReadonlyMap<string, { baseline?: unknown }>): string[] {
  return [...lives].filter(([, life]) => life.baseline !== undefined).map(([id]) => id);
}

export function idsOf(plan: readonly Planned[], ...fates: readonly Fate[]): string[] {
  return plan.filter(({ fate }) => fates.includes(fate)).map(({ id }) => id);
}

const labels: readonly (readonly [Fate, string])[] = [
  ['new', 'new'],
  ['same', 'the same'],
  ['seen', 'imported'],
  ['other', 'other words'],
  ['held', 'held'],
];

export function planLines(plan: readonly Planned[], origin: Origin | undefined): string[] {
  const by = origin?.exported_by === undefined ? '' : `, exported by ${origin.exported_by}`;
  const lines = [`${origin?.source ?? 'no rules'}${by}`];
  for (const [fate, label] of labels) {
    const ids = idsOf(plan, fate);
    if (ids.length > 0)
      lines.push(`${label.padEnd(12)} ${ids.length}  ${ids.slice(0, 12).join(', ')}`);
  }
  const held = plan.filter(({ fate }) => fate === 'held');
  for (const { id, holds } of held.slice(0, 40))
    for (const { rule, message, at = '' } of holds.slice(0, 3))
      lines.push(`  ${id}${at}: ${message} (${rule})`);
  return lines;
}
