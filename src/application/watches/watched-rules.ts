import type { LogEntry } from '../../learn/log/entry.js';
import { watchOf } from '../../learn/watches/watch.js';
import type { Tally } from '../../messages/rules/watch.js';
import type { Asset, Watch } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf } from '../memory/asset-set.js';

/** What a watch would have counted in past sessions, as if it had stood then. */
export interface Backtest extends Tally {
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
