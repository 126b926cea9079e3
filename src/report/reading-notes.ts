import type { Words } from '../messages/memory/effect.js';
import { type Effect, type Measured, measureUnnamed, summarise } from './effect.js';

/** What a reader must know of the numbers: how many were compared, from when on one shows, and what is confounded. */
export function readingNotes(found: Effect, measured: Measured, say: Words): string[] {
  const { before, after } = measureUnnamed(measured);
  const sides = [before, after].map(({ failures, sessions }) => say.of(failures, sessions));
  const [first = '', then = ''] = sides;
  return [
    say.compared(summarise(found).compared),
    say.power,
    say.confounded,
    ...(before.sessions > 0 ? [say.unnamed(first, then)] : []),
  ];
}
