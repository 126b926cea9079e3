import type { WatchCounts } from '../../messages/rules/watch.js';
import type { Environment } from '../../platform/folders.js';
import type { Watch } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { keptCount } from './kept-counts.js';
import { type Backtest, type Range, watchedRules } from './watched-rules.js';

/** Counts the rules of a memory that have a watch, each over the sessions that began since it was kept. */
export async function countsOfRules(
  opened: Opened,
  env: Environment,
  range: Range = {},
): Promise<ReadonlyMap<string, WatchCounts>> {
  const watched = watchedRules(opened);
  if (watched.length === 0) return new Map();
  const asked = watched.map(({ asset: { id }, birth, watch }) => ({ id, birth, watch }));
  const counts = await keptCount(opened.location, env, { asked, range }, async () => {
    // Reading sessions and their shell lines is most of what a listing would load.
    const { countRules } = await import('./count-rules.js');
    return [...countRules(opened, env, watched, range)];
  });
  return new Map(counts);
}

/** Counts a watch over the sessions that are there already. */
export async function backtestWatch(
  opened: Opened,
  env: Environment,
  watch: Watch,
): Promise<Backtest> {
  return keptCount(opened.location, env, { watch }, async () => {
    const { backtest } = await import('./count-rules.js');
    return backtest(opened, env, watch);
  });
}
