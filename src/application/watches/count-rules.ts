import { byModel, countWatches, type Occasion, tally } from '../../learn/watches/count.js';
import { splitWatch } from '../../learn/watches/watch.js';
import { came, type Tally, type WatchCounts } from '../../messages/rules/watch.js';
import { maskSecrets } from '../../observe/secrets.js';
import { findSessions, statOf } from '../../observe/sessions.js';
import { type SessionSteps, summaryOfSession } from '../../observe/summary.js';
import { type Environment, ownFolder, sessionFolders } from '../../platform/folders.js';
import { mondayOf } from '../../report/measure-effect.js';
import type { Watch } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { groupBy, head } from '../../text.js';
import { withRoots } from './session-roots.js';
import { type Backtest, type Range, type WatchedRule, watchedRules } from './watched-rules.js';

const maxExamples = 3;
/** The newest: a question waits for no more. */
const maxSessions = 150;
const dayMs = 86_400_000;

/** Counts rules that have a watch, each over the sessions that began since it was kept. */
export function countRules(
  opened: Opened,
  env: Environment,
  watched: readonly WatchedRule[],
  { from = 0, before = false }: Range,
): ReadonlyMap<string, WatchCounts> {
  return new Map(
    sidesOf(opened, env, watched, { from, before }).map(({ id, at, earlier, since }) => [
      id,
      countsOf(since, before ? earlier : [], dateOf(at).slice(0, 10)),
    ]),
  );
}

/** The counts of a rule week by week, those of before it stood included. */
interface RuleWeeks {
  /** Milliseconds since 1970. */
  readonly born: number;
  /** Each week with a count, from its Monday in UTC, the oldest first. */
  readonly weeks: readonly (Tally & { readonly from: number })[];
}

export function weeksOfRules(
  opened: Opened,
  env: Environment,
  from = 0,
): ReadonlyMap<string, RuleWeeks> {
  return new Map(
    sidesOf(opened, env, watchedRules(opened), { from, before: true }).map(
      ({ id, birth, earlier, since }) => {
        const timed = [...earlier, ...since].filter(({ time }) => time !== '');
        const weeks = [...groupBy(timed, ({ time }) => String(mondayOf(Date.parse(time))))]
          .map(([monday, all]) => ({ from: Number(monday), ...tally(all) }))
          .filter((week) => came(week) > 0)
          .sort((one, other) => one.from - other.from);
        return [id, { born: birth, weeks }];
      },
    ),
  );
}

/** For each rule what its watch is about: in the sessions that began before it stood, and in those since. */
function sidesOf(
  opened: Opened,
  env: Environment,
  rules: readonly WatchedRule[],
  { from = 0, before = false }: Range,
) {
  const watched = rules.map((one) => ({ ...one, at: Math.max(one.birth, from) }));
  if (watched.length === 0) return [];
  const first = before ? from : Math.min(...watched.map(({ at }) => at));
  const sessions = sessionsSince(opened, env, first);
  const counted = watched.flatMap(({ asset, birth, at, watch }) =>
    splitWatch(watch).flatMap((one) => [
      { asset, watch: one, isBefore: false, spans: [{ since: dateOf(at), until: null }] },
      { asset, watch: one, isBefore: true, spans: [{ since: dateOf(from), until: dateOf(birth) }] },
    ]),
  );
  const { occasions } = countWatches(sessions, counted);
  return watched.map(({ asset: { id }, birth, at }) => {
    const side = (isBefore: boolean) =>
      occasions.filter(
        ({ of }) => counted[of]?.asset.id === id && counted[of]?.isBefore === isBefore,
      );
    return { id, birth, at, earlier: side(true), since: side(false) };
  });
}

/** A call that a rule is about, as the transcript has it. */
export interface RuleOccasion {
  readonly isKept: boolean;
  readonly line: number;
  /** Stands on that line, secrets masked. */
  readonly quote: string;
}

const maxQuote = 200;

/** What one session did about each rule that stood when it began, in its order; nothing stopped or not judged. */
export function occasionsIn(
  opened: Opened,
  summary: SessionSteps,
): ReadonlyMap<string, readonly RuleOccasion[]> {
  const counted = watchedRules(opened).flatMap(({ asset, birth, watch }) =>
    splitWatch(watch).map((one) => ({
      ...{ asset, watch: one },
      spans: [{ since: dateOf(birth), until: null }],
    })),
  );
  const { occasions } = countWatches(withRoots([summary], { files: [] }), counted);
  const found = new Map<string, RuleOccasion[]>();
  for (const { of, verdict, line, command } of occasions) {
    const id = counted[of]?.asset.id;
    if (id === undefined || verdict === 'not_judged' || verdict === 'stopped') continue;
    const quote = quoteOf(summary, line, command);
    found.set(id, [...(found.get(id) ?? []), { isKept: verdict === 'kept', line, quote }]);
  }
  return found;
}

/** The row of the call's text that holds the command. */
function quoteOf({ steps }: SessionSteps, line: number, command: string): string {
  const texts = steps.flatMap((step) =>
    step.line !== line
      ? []
      : step.kind === 'command'
        ? step.command.split('\n')
        : step.kind === 'edit'
          ? step.path
          : [],
  );
  const beginning = command.split(' ').slice(0, 2).join(' ');
  const row = texts.find((text) => text.includes(beginning)) ?? texts[0] ?? command;
  return maskSecrets(head(row.trim(), maxQuote));
}

const dateOf = (at: number): string => new Date(at).toISOString();

/** A difference is said within one model alone, and of so many on each side. */
const least = { occasions: 20, sessions: 5 };

function countsOf(
  since: readonly Occasion[],
  before: readonly Occasion[],
  day: string,
): WatchCounts {
  const earlier = byModel(before);
  const isEnough = (all: readonly Occasion[]) =>
    all.length >= least.occasions &&
    new Set(all.map(({ session }) => session)).size >= least.sessions;
  const by_model = Object.fromEntries(
    [...byModel(since)].sort().map(([model, later]) => {
      const then = earlier.get(model) ?? [];
      const isCompared = isEnough(then) && isEnough(later);
      return [model, { ...tally(later), ...(isCompared ? { before: tally(then) } : {}) }];
    }),
  );
  return { ...tally(since), since: day, by_model };
}

/** Counts a watch over the sessions that are there already. */
export function backtest(opened: Opened, env: Environment, watch: Watch): Backtest {
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

function sessionsSince({ location }: Opened, env: Environment, since: number) {
  const project = location.isUser ? undefined : location.root;
  const { sessions } = findSessions(sessionFolders(env), project);
  const changed = (file: string) => statOf(file)?.mtimeMs ?? 0;
  const newest = sessions
    .map((one) => ({ one, at: changed(one.file) }))
    .filter(({ at }) => at >= since - dayMs)
    .sort((left, right) => right.at - left.at)
    .slice(0, maxSessions);
  const summaries = newest.map(({ one }) => summaryOfSession(one, ownFolder(env), ['steps']));
  return withRoots(
    summaries.filter(({ steps }) => steps.length > 0),
    { files: [] },
  );
}
