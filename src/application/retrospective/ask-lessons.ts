import type { Problem } from '../../problem.js';
import type { Retrospective } from '../../schema.gen.js';
import type { Caller } from '../memory/run-context.js';

/** The next dialog about what was noted; the retrospective as it is to be written. */
export async function askNext(
  _caller: Caller,
  retro: Retrospective,
): Promise<{
  readonly retro: Retrospective;
  readonly dialog?: object;
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
}> {
  return { retro, ids: [], problems: [] };
}
