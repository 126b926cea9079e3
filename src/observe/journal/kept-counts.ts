import { join } from 'node:path';
import { namesIn } from '../../platform/folders.js';
import { readPart } from '../../platform/fs.js';
import { readJournal } from './journal.js';
import { countsOf, mergeCounts, type SessionCounts } from './session-counts.js';

/** In our own folder: one line per session, or more if it was folded again. */
export const countsName = 'counts.jsonl';
const maxBytes = 64 << 20;

/** The lines that must be kept before these folders of `state/` go. */
export function countLines(
  own: string,
  folders: readonly string[],
  projects: ReadonlyMap<string, string>,
): string[] {
  return folders.flatMap((folder) => {
    const counts = countsOf(folder, projects.get(folder) ?? '', readJournal(own, folder, maxBytes));
    return counts === undefined ? [] : [JSON.stringify(counts)];
  });
}

/** (folder in `state/` → key of its project), as far as its record is there. */
export function projectsOfSessions(own: string): Map<string, string> {
  const root = join(own, 'state', 'projects');
  return new Map(
    namesIn(root).flatMap((project) =>
      namesIn(join(root, project)).map((name) => [name.replace(/\.json$/, ''), project] as const),
    ),
  );
}

/** Every session that is known: those that were folded and those whose journal is there. */
export function readCounts(own: string): SessionCounts[] {
  const text = readPart(join(own, countsName), maxBytes, (size) => Math.max(0, size - maxBytes));
  const kept = (text?.bytes.toString('utf8') ?? '')
    .split('\n')
    .flatMap((line) => parse(line) ?? []);
  const projects = projectsOfSessions(own);
  const live = namesIn(join(own, 'state')).flatMap(
    (folder) =>
      countsOf(folder, projects.get(folder) ?? '', readJournal(own, folder, maxBytes)) ?? [],
  );
  return mergeCounts([...kept, ...live]);
}

/** Undefined for a torn line and for what another program wrote. */
function parse(line: string): SessionCounts | undefined {
  try {
    const read = JSON.parse(line) as SessionCounts;
    // Lines of older versions lack some.
    const value = {
      ...read,
      guards: read.guards ?? [],
      reminders: read.reminders ?? [],
      holdout: read.holdout ?? [],
    };
    const { session, project, first, last, shown, failures, hints, guards, reminders, holdout } =
      value;
    const texts: string[] = [session, project, first, last, ...shown, ...holdout];
    for (const one of failures) texts.push(one.signal, one.fingerprint, one.at);
    for (const one of hints) texts.push(one.hint, one.rule ?? '', one.outcome);
    for (const one of guards) texts.push(one.guard, one.call);
    for (const one of reminders) texts.push(one.rule, one.call, one.outcome);
    const times = [first, last, ...failures.map(({ at }) => at)];
    const isWhole = texts.every((text) => typeof text === 'string');
    return isWhole && times.every((time) => !Number.isNaN(Date.parse(time))) ? value : undefined;
  } catch {
    return undefined;
  }
}
