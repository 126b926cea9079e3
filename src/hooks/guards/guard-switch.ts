import { guardNamed } from '../../store/guard-table.js';
import type { Session, Settings } from '../handler.js';
import { isRecord, type Payload } from '../payload.js';

/** The settings of a guard that is on, empty if it has none; undefined if it is off. */
export function switchOf(name: string, session: Session, settings: Settings): Payload | undefined {
  const row = guardNamed(name);
  const set = settings.guards[name];
  if (row === undefined || set === false) return undefined;
  if (isRecord(set)) return set.on === false ? undefined : set;
  if (set === true || row.isDefault === true) return {};
  const isWished =
    row.byProject === true && session.memories().some(({ guards }) => guards.includes(name));
  return isWished ? {} : undefined;
}

/** How often the client has compacted this session: what was shown before is forgotten. */
export function compactionsOf(session: Session): number {
  return session.journal().filter(({ kind }) => kind === 'compaction').length;
}
