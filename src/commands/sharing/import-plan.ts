import { shelfOf } from '../../application/memory/asset-editor.js';
import { liveAmong } from '../../learn/fold/fold.js';
import { usedIds } from '../../learn/log/id-history.js';
import type { Words } from '../../messages/import.js';
import type { Origin } from '../../schema.gen.js';
import type { Incoming } from '../../share/parse-import.js';
import { type Fate, type Planned, planImport } from '../../share/plan-import.js';
import type { Opened } from '../../store/store.js';

/** What would become of each rule of a file in this memory. */
export function planHere(opened: Opened, items: readonly Incoming[]): Planned[] {
  const shelf = shelfOf(opened);
  const { assets, log } = shelf;
  const seen = liveAmong(opened.kept, shelf).map(({ event }) => event.asset_id ?? '');
  return planImport(items, {
    assets,
    ids: new Set([...assets.keys(), ...usedIds(log)]),
    seen: new Set(seen),
  });
}

export function idsOf(plan: readonly Planned[], ...fates: readonly Fate[]): string[] {
  return plan.filter(({ fate }) => fates.includes(fate)).map(({ id }) => id);
}

export function planLines(
  plan: readonly Planned[],
  origin: Origin | undefined,
  say: Words,
): string[] {
  const by = origin?.exported_by === undefined ? '' : say.by(origin.exported_by);
  const lines = [`${origin?.source ?? say.noRules}${by}`];
  for (const [fate, label] of Object.entries(say.fates)) {
    const ids = idsOf(plan, fate as Fate);
    if (ids.length > 0) lines.push(`${label} ${ids.length}  ${ids.slice(0, 12).join(', ')}`);
  }
  const held = plan.filter(({ fate }) => fate === 'held');
  for (const { id, holds } of held.slice(0, 40))
    for (const { rule, message, at = '' } of holds.slice(0, 3))
      lines.push(`  ${id}${at}: ${message} (${rule})`);
  return lines;
}
