import type { EventKind } from '../../learn/log/event.js';
import { type Counting, countingFor, takenBackBy } from '../../learn/log/id-history.js';
import type { Problem } from '../../problem.js';
import { counted } from '../../text.js';
import type { Shelf } from './asset-editor.js';

const names: Readonly<Partial<Record<EventKind, string>>> = {
  create: 'birth',
  import: 'birth',
  validate: 'verdict',
  invalidate: 'verdict',
  observe: 'verdict',
  revise: 'revision',
  import_merge: 'revision',
  deprecate: 'retirement',
  revive: 'revival',
};

/** "2 verdicts, 1 pin". */
export function tally(events: readonly Counting[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of events) {
    const name = names[kind] ?? kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => counted(count, name)).join(', ');
}

/** Nobody types more of them at once. */
const mostUndone = 20;

/** The commands that take events back, the newest first: each finds the memory as it was when it was written. */
export function undoing(ids: readonly string[], isUser: boolean): string {
  const address = isUser ? ' --user' : '';
  const commands = ids.slice(0, mostUndone).map((id) => `madness undo ${id.slice(0, 8)}${address}`);
  const more = ids.length - commands.length;
  return `${commands.join('; ')}${more > 0 ? `; then this again, which names the other ${more}` : ''}`;
}

/** Why no rule may be born under an id that is free: it would inherit what the log still holds under it. */
export function formerLife(shelf: Shelf, id: string, file: string, isUser: boolean): Problem[] {
  const events = countingFor(shelf.log, shelf, id);
  if (events.length === 0) return [];
  const back = takenBackBy(shelf.log, shelf, id);
  const bringing = `${undoing(back, isUser)} ${back.length === 1 ? 'brings' : 'bring'} the former rule back`;
  return [
    {
      rule: 'asset/former-life',
      severity: 'error',
      file,
      at: id,
      message: `Expected an id that nothing in the log is about, got ${id}: the log still holds ${tally(events)} of a former rule, which would count for this one.`,
      hint: [
        'Choose another id',
        ...(back.length === 0 ? [] : [bringing]),
        `or take back what it holds first: ${undoing(events.map((one) => one.id).reverse(), isUser)}`,
      ].join('; '),
    },
  ];
}
