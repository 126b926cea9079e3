import type { LogEntry } from '../../learn/log/entry.js';
import { countWatches, type Occasion } from '../../learn/watches/count.js';
import { splitWatch, watchOf } from '../../learn/watches/watch.js';
import { statOf } from '../../observe/sessions/find-files.js';
import { findSessions } from '../../observe/sessions/sessions.js';
import { summaryOfSession } from '../../observe/summary/kept-summaries.js';
import { type Environment, ownFolder, sessionFolders } from '../../platform/folders.js';
import type { Watch } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf } from '../memory/asset-set.js';
import { withRoots } from './session-roots.js';

/** How often a rule was followed since it stands, as `list --json` gives it. */
export interface WatchCounts {
  readonly followed: number;
  readonly broken: number;
  /** Day. */
  readonly since: string;
}

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

const maxExamples = 3;
/** The newest: a question waits for no more. */
const maxSessions = 150;
const dayMs = 86_400_000;

/**
 * Counts the rules of a memory that have a watch, each over the sessions that began since it was kept, and since `from`,
 * milliseconds.
 */
export function countsOfRules(
  opened: Opened,
  env: Environment,
  from = 0,
): ReadonlyMap<string, WatchCounts> {
  const { assets, states, live } = assetSetOf(opened);
  const born = new Map(live.map((entry: LogEntry) => [entry.id, entry.at]));
  const watched = [...assets.values()].flatMap((asset) => {
    const birth = states.get(asset.id)?.baseline?.event;
    const at = birth === undefined ? undefined : born.get(birth);
    const found = watchOf(asset);
    return at === undefined || found === undefined
      ? []
      : [{ asset, at: Math.max(at, from), watch: found.watch }];
  });
  if (watched.length === 0) return new Map();
  const first = Math.min(...watched.map(({ at }) => at));
  const sessions = sessionsSince(opened, env, first);
  const counted = watched.flatMap(({ asset, at, watch }) =>
    splitWatch(watch).map((one) => ({
      asset,
      watch: one,
      spans: [{ since: new Date(at).toISOString(), until: null }],
    })),
  );
  const { occasions } = countWatches(sessions, counted);
  return new Map(
    watched.map(({ asset, at }) => {
      const mine = occasions.filter(({ of }) => counted[of]?.asset.id === asset.id);
      return [asset.id, { ...tally(mine), since: new Date(at).toISOString().slice(0, 10) }];
    }),
  );
}

/** Counts a watch over the sessions that are there already. */
export function backtestWatch(opened: Opened, env: Environment, watch: Watch): Backtest {
  const sessions = sessionsSince(opened, env, 0);
  const spans = [{ since: new Date(0).toISOString(), until: null }];
  const { occasions } = countWatches(
    sessions,
    splitWatch(watch).map((one) => ({ watch: one, spans })),
  );
  const broken = occasions.filter(({ verdict }) => verdict === 'broken');
  return {
    ...tally(occasions),
    sessions: sessions.length,
    examples: broken
      .slice(-maxExamples)
      .map(({ session, line, command }) => ({ session, line, command })),
  };
}

function tally(occasions: readonly Occasion[]): { followed: number; broken: number } {
  const of = (wanted: Occasion['verdict']) =>
    occasions.filter(({ verdict }) => verdict === wanted).length;
  return { followed: of('followed'), broken: of('broken') };
}

function sessionsSince({ location }: Opened, env: Environment, since: number) {
  const project = location.isUser ? undefined : location.root;
  const { sessions } = findSessions(sessionFolders(env), project);
  const changed = (file: string) => statOf(file)?.mtimeMs ?? 0;
  const newest = sessions
    .map((one) => ({ one, at: changed(one.file) }))
    .filter(({ at }) => at >= since - dayMs)
    .sort((left, right) => right.at - left.at)
    .slice(0, maxSessions);
  const summaries = newest.map(({ one }) => summaryOfSession(one, ownFolder(env)));
  return withRoots(
    summaries.filter(({ steps }) => steps.length > 0),
    { files: [] },
  );
}
