import type { LogEntry } from '../../learn/log/entry.js';
import { watchOf } from '../../learn/watches/watch.js';
import type { WatchCounts } from '../../messages/rules/watch.js';
import type { Environment } from '../../platform/folders.js';
import type { Asset, Watch } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf } from '../memory/asset-set.js';
import { keptCount } from './kept-counts.js';

/** What a watch would have counted in past sessions, as if it had stood then. */
export interface Backtest {
  readonly followed: number;
  readonly broken: number;
  readonly sessions: number;
  readonly examples: readonly {
    readonly session: string;
    readonly line: number;
    readonly command: string;
  }[];
}

export interface Range {
  /** Milliseconds: what came before is left out. */
  readonly from?: number | undefined;
  /** Also how the same model did before the rule stood. */
  readonly before?: boolean;
}

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

export interface WatchedRule {
  readonly asset: Asset;
  /** Milliseconds. */
  readonly birth: number;
  readonly watch: Watch;
}

export function watchedRules(opened: Opened): WatchedRule[] {
  const { assets, states, live } = assetSetOf(opened);
  const born = new Map(live.map((entry: LogEntry) => [entry.id, entry.at]));
  return [...assets.values()].flatMap((asset) => {
    const birth = born.get(states.get(asset.id)?.baseline?.event ?? '');
    const found = watchOf(asset);
    if (birth === undefined || found === undefined) return [];
    return [{ asset, birth, watch: found.watch }];
  });
}
