import { instant } from '../../../learn/log/event.js';
import { readShown } from '../../../observe/journal.js';
import { ownFolder } from '../../../platform/folders.js';
import type { Event } from '../../../schema.gen.js';
import type { Caller } from '../../memory/run-context.js';

/** When a session began and ended, ISO 8601. */
interface Times {
  readonly session: string;
  readonly first?: string | undefined;
  readonly last: string;
}

/** The rules that count as told in a session: those of its journal, else those of the block when it began. */
export function shownRules(
  caller: Caller,
  past: readonly Event[],
  { session, first, last }: Times,
): ReadonlySet<string> {
  const journal = readShown(ownFolder(caller.env), session);
  if (journal !== undefined) return journal;
  const start = instant(first ?? last);
  // Of several blocks in one second the last line counts.
  const block = past
    .filter(({ event, ts }) => event === 'inject_reflection' && instant(ts) <= start)
    .sort((a, b) => instant(a.ts) - instant(b.ts))
    .at(-1);
  return new Set(block?.rules ?? []);
}

/** `gene:some-id` → `some-id`. */
export function idIn(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
