import { faults } from '../../messages/problems/retrospective.js';
import { utcOf } from '../../observe/transcript.js';
import { isRecord } from '../../platform/read-object.js';
import { hasErrors, type Problem, problem, problemOf } from '../../problem.js';
import { type MeasuredFacet, measured, parseFacet } from '../../reflect/facet.js';
import { anecdotes, findingId, parseFindings } from '../../reflect/finding.js';
import { parseVerdicts } from '../../reflect/verdict.js';
import type { Finding, Verdict } from '../../schema.gen.js';
import type { Caller } from '../memory/run-context.js';
import { type Decision, open, transact } from '../memory/transaction.js';
import {
  type CheckedVerdict,
  isLookedAt,
  judgeAll,
  type VerdictResults,
} from './record-verdicts.js';
import { facetFile, readFacet, retrospectiveFile, runningRetrospective } from './repository.js';
import {
  checkCitations,
  type ReadSession,
  type SessionReader,
  sessionReader,
} from './session-reader.js';

/** What became of something handed in; without `done` nothing was written. */
export interface Handed<T> {
  readonly problems: readonly Problem[];
  readonly done?: T;
}

/** What a reader of sessions hands in, and what became of each part of it. */
export interface HandIn {
  readonly session?: string;
  readonly facet?: Handed<KeptFacet>;
  readonly verdicts?: Handed<VerdictResults>;
  readonly findings?: Handed<NotedFindings>;
  readonly problems: readonly Problem[];
}

const parts = ['session', 'facet', 'verdicts', 'findings'];

/** Keeps each part that holds; a fault in one costs no other. A verdict and a quote are of `session` if they name none. */
export async function handIn(caller: Caller, value: unknown, file: string): Promise<HandIn> {
  const handed = (isRecord(value) ? value : {}) as Readonly<Record<string, unknown>>;
  const { session, facet, verdicts, findings } = handed;
  const unknown = Object.keys(handed).find((key) => !parts.includes(key));
  const isNamed = typeof session === 'string' || (session === undefined && facet === undefined);
  const isEmpty = [facet, verdicts, findings].every((one) => one === undefined);
  if (unknown !== undefined || !isNamed || isEmpty) {
    const at = unknown !== undefined ? `/${unknown}` : isEmpty ? '' : '/session';
    return { problems: [problem('hand-in/schema', { file, at }, faults.handIn(unknown))] };
  }
  const of = typeof session === 'string' ? { session } : {};
  const kept: Pick<HandIn, 'facet' | 'verdicts' | 'findings'> = {
    ...(facet !== undefined && {
      facet: below('facet', await keepFacet(caller, String(session), facet, file)),
    }),
    ...(verdicts !== undefined && {
      verdicts: below('verdicts', await recordVerdicts(caller, each(verdicts, of), file)),
    }),
    ...(findings !== undefined && {
      findings: below('findings', await noteFindings(caller, each(findings, of, 'quotes'), file)),
    }),
  };
  return { ...of, ...kept, problems: Object.values(kept).flatMap(({ problems }) => problems) };
}

/** The items with what they leave out: in themselves, or in each item of one of their lists. */
function each(items: unknown, left: object, list?: string): unknown {
  if (Array.isArray(items)) return items.map((one) => each(one, left, list));
  if (!isRecord(items)) return items;
  if (list === undefined) return { ...left, ...items };
  return list in items ? { ...items, [list]: each(items[list], left) } : items;
}

function below<T>(part: string, { problems, ...rest }: Handed<T>): Handed<T> {
  return { ...rest, problems: problems.map((one) => ({ ...one, at: `/${part}${one.at ?? ''}` })) };
}

export interface KeptFacet {
  readonly session: string;
  readonly changed: boolean;
}

/** Keeps what a session was, once every quote was found in it. */
export async function keepFacet(
  caller: Caller,
  name: string,
  value: unknown,
  file: string,
): Promise<Handed<KeptFacet>> {
  const read = readerFor(caller);
  const session = read(name);
  const own = withoutSession(value, session);
  const { facet, problems } = parseFacet(own, file, session.session);
  if (facet === undefined) return { problems };
  const where = { file, session: session.session };
  const checked = checkCitations(facet, read, where);
  if (hasErrors(checked.problems)) return { problems: checked.problems };
  const kept = measured(checked.value, measuresOf(session));
  let changed = false;
  const outcome = await transact(caller, ({ location }): Decision => {
    const before = readFacet(location, session.session);
    changed = JSON.stringify(before) !== JSON.stringify(kept);
    if (!changed) return {};
    return { change: { afterwards: new Map([facetFile(kept, session.session)]) } };
  });
  if (hasErrors(outcome.problems)) return { problems: outcome.problems };
  return { problems: outcome.problems, done: { session: session.session, changed } };
}

/** Judges rules by what sessions show. A verdict with a fault costs no other one. */
export async function recordVerdicts(
  caller: Caller,
  value: unknown,
  file: string,
): Promise<Handed<VerdictResults>> {
  const read = readerFor(caller);
  const { verdicts, problems } = parseVerdicts(value, file);
  const refused = [...problems];
  const checked = verdicts.flatMap(({ at, verdict }) => {
    const found = checkVerdict(verdict, read, { file, at });
    refused.push(...found.problems);
    return found.checked;
  });
  if (checked.length === 0) return { problems: refused };
  const done: VerdictResults = { recorded: [], unchanged: [], problems: refused };
  const outcome = await transact(caller, (opened) => judgeAll(caller, opened, checked, done), {
    keep: isLookedAt,
  });
  if (hasErrors(outcome.problems)) return { problems: outcome.problems };
  return { problems: [...refused, ...outcome.problems], done };
}

export interface NotedFindings {
  readonly noted: readonly Finding[];
  /** Ids of those that were noted before. */
  readonly unchanged: readonly (string | undefined)[];
}

/** Keeps findings of the analysis for the report; one with a fault costs all. */
export async function noteFindings(
  caller: Caller,
  value: unknown,
  file: string,
): Promise<Handed<NotedFindings>> {
  const { location, memory, config } = open(caller);
  runningRetrospective(location);
  const { findings, problems } = parseFindings(value, file);
  const goals = (config.goals ?? []).map(({ goal }) => goal);
  const read = sessionReader(caller, location, memory.project);
  const refused = [...problems, ...findings.flatMap((one) => unknownGoal(one, goals, file))];
  const checked = findings.flatMap(({ at, finding }): Finding[] => {
    const one = checkCitations(finding, read, { file, at });
    const wholeOf = (name: string) => read(name).whole;
    const lone = hasErrors(one.problems) ? [] : anecdotes(one.value, wholeOf, { file, at });
    refused.push(...one.problems, ...lone);
    return [{ id: findingId(one.value), ...one.value }];
  });
  if (hasErrors(refused)) return { problems: refused };
  let noted: Finding[] = [];
  const outcome = await transact(caller, ({ location: now }) => {
    const retro = runningRetrospective(now);
    const known = new Set(retro.findings.map(({ id }) => id));
    const byId = new Map(checked.map((one) => [one.id, one]));
    noted = [...byId.values()].filter(({ id }) => !known.has(id));
    if (noted.length === 0) return {};
    const next = { ...retro, findings: [...retro.findings, ...noted] };
    return { change: { work: new Map([retrospectiveFile(next)]) } };
  });
  if (hasErrors(outcome.problems)) return { problems: outcome.problems };
  const unchanged = checked.filter((one) => !noted.includes(one)).map(({ id }) => id);
  return { problems: outcome.problems, done: { noted, unchanged } };
}

function readerFor(caller: Caller): SessionReader {
  const { location, memory } = open(caller);
  return sessionReader(caller, location, memory.project);
}

/** The client's own facets name their session. */
function withoutSession(value: unknown, { session }: ReadSession): unknown {
  if (!isRecord(value)) return value;
  const { session_id, ...facet } = value;
  return session_id === session ? facet : value;
}

function measuresOf({ session, project, coverage, last }: ReadSession): MeasuredFacet {
  const read = coverage.read === 'whole' ? 'whole' : 'partly';
  const { lines, reason } = coverage;
  return { session, project, first: utcOf(coverage.first), last, lines, read, reason };
}

function checkVerdict(
  verdict: Verdict,
  read: SessionReader,
  where: { readonly file: string; readonly at: string },
): { checked: CheckedVerdict[]; problems: readonly Problem[] } {
  try {
    const session = read(verdict.session);
    const { value, problems } = checkCitations(verdict, read, {
      ...where,
      session: session.session,
    });
    if (hasErrors(problems)) return { checked: [], problems };
    // The work of an agent is its session's: judged by both names it would count twice.
    const whole = session.whole === session.session ? session : read(session.whole);
    return { checked: [{ ...where, verdict: value, session: whole }], problems };
  } catch (error) {
    const at = `${where.at}/session`;
    const missing = problemOf(error, 'verdict/no-session', { ...where, at });
    return { checked: [], problems: [missing] };
  }
}

/** Progress must name a configured goal in its exact words. */
function unknownGoal(
  { at, finding }: { at: string; finding: Finding },
  goals: readonly string[],
  file: string,
): Problem[] {
  const { kind, goal } = finding;
  if (kind !== 'goal' || goal === undefined || goals.includes(goal)) return [];
  const wording = faults.noSuchGoal(JSON.stringify(goal), goals);
  return [problem('finding/no-goal', { file, at: `${at}/goal` }, wording)];
}
