import { join } from 'node:path';
import { namesIn } from '../../platform/folders.js';
import { readPart } from '../../platform/fs.js';
import { type Fact, readJournal } from './journal.js';

/** What is kept of a session's journal: names, hashes and times, no text. */
export interface SessionCounts {
  /** The name of its folder in `state/`. */
  readonly session: string;
  /** Key of the project, '' where unknown. */
  readonly project: string;
  /** ISO 8601, of the first and the last fact. */
  readonly first: string;
  readonly last: string;
  /** `type:id`, sorted. */
  readonly shown: readonly string[];
  /** Each fingerprint once, with its first time. */
  readonly failures: readonly KeptFailure[];
  readonly hints: readonly KeptHint[];
}

export interface KeptFailure {
  readonly signal: string;
  readonly fingerprint: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface KeptHint {
  readonly hint: string;
  readonly rule: string | null;
  readonly outcome: 'helped' | 'repeated' | 'unknown';
}

/** In our own folder: one line per session, or more if it was folded again. */
export const countsName = 'counts.jsonl';
const maxBytes = 64 << 20;

/** The counts of a journal; undefined if it is empty. */
export function countsOf(
  session: string,
  project: string,
  facts: readonly Fact[],
): SessionCounts | undefined {
  if (facts.length === 0) return undefined;
  const times = facts.map(({ ts }) => ts).sort();
  const outcomes = new Map(
    facts.flatMap((fact) =>
      fact.kind === 'hint_outcome' ? [[fact.hint, fact.outcome] as const] : [],
    ),
  );
  return normal({
    session,
    project,
    first: times[0] as string,
    last: times.at(-1) as string,
    shown: facts.flatMap((fact) => (fact.kind === 'shown' ? fact.rules : [])),
    failures: facts.flatMap((fact) =>
      fact.kind === 'signal'
        ? [{ signal: fact.signal, fingerprint: fact.fingerprint, at: fact.ts }]
        : [],
    ),
    hints: facts.flatMap((fact) =>
      fact.kind === 'hint'
        ? [
            {
              hint: fact.hint,
              rule: fact.rule ?? null,
              outcome: outcomes.get(fact.hint) ?? 'unknown',
            } as const,
          ]
        : [],
    ),
  });
}

/** One entry a session, by its name. A union, so order and repetition of the input change nothing. */
export function mergeCounts(all: readonly SessionCounts[]): SessionCounts[] {
  const merged = new Map<string, SessionCounts[]>();
  for (const one of all) merged.set(one.session, [...(merged.get(one.session) ?? []), one]);
  return [...merged]
    .sort(([a], [b]) => compare(a, b))
    .map(([session, parts]) =>
      normal({
        session,
        project: parts.map(({ project }) => project).reduce(larger),
        first: parts.map(({ first }) => first).reduce(smaller),
        last: parts.map(({ last }) => last).reduce(larger),
        shown: parts.flatMap(({ shown }) => shown),
        failures: parts.flatMap(({ failures }) => failures),
        hints: parts.flatMap(({ hints }) => hints),
      }),
    );
}

function normal(counts: SessionCounts): SessionCounts {
  const failures = new Map<string, KeptFailure>();
  for (const one of counts.failures) {
    const key = `${one.signal} ${one.fingerprint}`;
    const other = failures.get(key);
    if (other === undefined || one.at < other.at) failures.set(key, one);
  }
  const hints = new Map<string, KeptHint>();
  for (const one of counts.hints) {
    const other = hints.get(one.hint);
    if (other === undefined || rank(one) > rank(other)) hints.set(one.hint, one);
  }
  return {
    ...counts,
    shown: [...new Set(counts.shown)].sort(),
    failures: byKey(failures),
    hints: byKey(hints),
  };
}

/** The worst that is known of a hint counts. */
function rank({ outcome, rule }: KeptHint): string {
  return `${['unknown', 'helped', 'repeated'].indexOf(outcome)} ${rule ?? ''}`;
}

function byKey<T>(map: ReadonlyMap<string, T>): T[] {
  return [...map].sort(([a], [b]) => compare(a, b)).map(([, value]) => value);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const smaller = (a: string, b: string): string => (a < b ? a : b);
const larger = (a: string, b: string): string => (a > b ? a : b);

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
    const value = JSON.parse(line) as SessionCounts;
    const { session, project, first, last, shown, failures, hints } = value;
    const texts = [session, project, first, last, ...shown];
    for (const one of failures) texts.push(one.signal, one.fingerprint, one.at);
    for (const one of hints) texts.push(one.hint, one.rule ?? '', one.outcome);
    return texts.every((text) => typeof text === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}
