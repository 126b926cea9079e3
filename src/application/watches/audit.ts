import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { contradicts, readWatch } from '../../learn/likeness.js';
import {
  type ContextReading,
  shellLanguages,
  type Unit,
} from '../../learn/watches/context-file.js';
import {
  byModel,
  type Counted,
  type CountedSession,
  type Counting,
  countWatches,
  isInForce,
  tally,
} from '../../learn/watches/count.js';
import { type DatedDuty, historyOfFile, keysReader } from '../../learn/watches/history.js';
import { maskOperands } from '../../learn/watches/operands.js';
import { type Receipt, receiptsOf } from '../../learn/watches/receipt.js';
import { type ProjectTree, staleReferences } from '../../learn/watches/stale.js';
import { kindOfWatch, watchKey } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/sessions.js';
import { came, type Tally, watchSentence } from '../../messages/rules/watch.js';
import { words } from '../../messages/sessions/audit.js';
import { type FoundSession, findSessions, sessionsAmong } from '../../observe/sessions.js';
import { summaryOfSession } from '../../observe/summary.js';
import { type Environment, ownFolder, sessionFolders } from '../../platform/folders.js';
import { type Problem, problem } from '../../problem.js';
import type { Watch } from '../../schema.gen.js';
import { groupBy, shellWord } from '../../text.js';
import {
  type ClientMemory,
  clientMemoryOf,
  type MemoryCall,
  memoryCalls,
  spansOfLine,
} from './client-memory.js';
import { type ContextFile, contextFilesOf } from './context-files.js';
import { historyAt } from './file-history.js';
import { commitHooksOf, treeOf } from './project-tree.js';
import { beginReading, leftOut, readContext } from './read-context.js';
import { lineId, type Readings, readingsOf, withReadings } from './readings.js';
import { withRoots } from './session-roots.js';
import { transcriptsBelow } from './sessions-below.js';

type Language = keyof typeof words;
type RowKind = 'before' | 'after' | 'use' | 'never' | 'no_edit' | 'documented' | 'stale' | 'nearly';

/** A line of the table, as `--json` gives it. */
export interface AuditRow extends Tally {
  readonly id: string;
  readonly kind: RowKind;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** The branches that it is counted on; null for all. */
  readonly on: readonly string[] | null;
  readonly read_by: 'table' | 'model';
  /** Days; null where nothing is dated. */
  readonly since: string | null;
  readonly until: string | null;
  /** How many sessions began while it stood. */
  readonly sessions: number;
  readonly not_judged: Readonly<Record<string, number>>;
  readonly by_model: Readonly<Record<string, Tally>>;
  readonly last_broken: {
    readonly session: string;
    readonly line: number;
    readonly command: string;
    readonly date: string;
  } | null;
  /** Rules by their ids, and lines, that cannot be kept together with it. */
  readonly contradicts: readonly string[];
  /** A command that goes on from here; null where there is none. */
  readonly next: string | null;
}

export interface Audit {
  readonly from: string | null;
  readonly to: string | null;
  readonly sessions: number;
  readonly models: readonly string[];
  /** `understood` by a table; `by_model`: what a model read beside that, lines with nothing to count included. */
  readonly lines: { readonly all: number; readonly understood: number; readonly by_model: number };
  /** `left_out`: larger than what is read, or too slow to read; nothing of it is counted. */
  readonly files: readonly { readonly path: string; readonly left_out?: true }[];
  readonly rows: readonly AuditRow[];
}

export interface AuditRequest {
  readonly env: Environment;
  /** The top of the project. */
  readonly root: string;
  readonly now: Date;
  readonly language: Language;
  /** Named files; those that the client reads if none is named. */
  readonly files: readonly string[];
  /** Folders whose transcripts count as this project's; the agents' own if there are none. */
  readonly sessions: readonly string[];
  /** Milliseconds since 1970: only sessions that began later. */
  readonly since: number | undefined;
  /** Rules of the memory that a program counts. */
  readonly rules?: readonly { readonly id: string; readonly watch: Watch }[] | undefined;
  readonly step: (done: number, total: number) => void;
}

export interface AuditResult {
  readonly audit: Audit;
  readonly receipts: (row: AuditRow) => readonly Receipt[];
  readonly problems: readonly Problem[];
}

/** Counts what the context files of a project ask for over its sessions. It asks no model and needs no memory. */
export function auditProject(request: AuditRequest): AuditResult {
  const { root, language } = request;
  beginReading();
  const tree = treeOf(root);
  const readings = readingsOf(request.env, root);
  const memory = request.files.length > 0 ? undefined : clientMemoryOf(request.env, root);
  const { sessions, problems, calls } = sessionsOf(request, tree, memory);
  const history = historyAt(root);
  // As they stand they are read first: the past takes what time is left.
  const all: ContextFile[] = [
    ...contextFilesOf(root, request.files),
    ...(memory === undefined ? [] : [memory]),
  ];
  const present = all.map((file) => {
    const read = (text: string) => {
      const found = readContext(text);
      return found && withReadings(found, file, readings);
    };
    return { ...file, read, found: file.isTooLarge ? undefined : read(file.text) };
  });
  const files = present.map(({ found, read, ...file }) => {
    if (file.path === memory?.path) return readMemory(file, read, found, calls);
    const { mtime } = statSync(join(root, file.path));
    const written = mtime < request.now ? mtime : request.now;
    const past = file.isTooLarge
      ? { revisions: [], textsAt: () => [] }
      : history.pastOf(file.names, { text: file.text, written }, sessions);
    return {
      ...file,
      ...past,
      read,
      history: historyOfFile(past.revisions, read),
      reading: found ?? noReading,
      isLeftOut: found === undefined,
      unread: past.revisions.filter(({ text }) => read(text) === undefined).length,
    };
  });
  const duties = joined(
    files.flatMap(({ path, text, within, history, textsAt, read }) => {
      const keysOf = keysReader((one) => read(one) ?? noReading);
      const kept = history.duties.filter(
        ({ watch }) => !isOfPaths(path, text) || watch.no_edit !== undefined,
      );
      return kept.map((duty) => ({
        ...inFolder(duty, within),
        file: path,
        heldIn: heldBy((session) => {
          if (path === memory?.path) return [isInForce(duty.spans, session.summary.first)];
          const key = watchKey(duty.watch);
          return textsAt(session).map(
            // What nobody read of the past is dated by what was.
            (text) => keysOf(text)?.has(key) ?? isInForce(duty.spans, session.summary.first),
          );
        }),
      }));
    }),
  );
  const documented = files.flatMap(({ path, history }) =>
    history.documented.map((one) => ({ ...one, file: path })),
  );
  const counting = countWatches(sessions, duties, {
    commitHooks: commitHooksOf(root),
    documented: documented.map(({ command }) => command),
  });
  const say = words[language];
  const rowOf = rowsWithIds(memory?.path);
  const rowsOfDuties = dutyRows(duties, counting, {
    ...{ language, sessions, rowOf },
    rules: request.rules ?? [],
  });
  const rows = [
    ...rowsOfDuties.keys(),
    ...files.flatMap(({ path, reading }) =>
      staleReferences(reading.units, path === memory?.path ? beside(tree, memory) : tree).map(
        (one) => rowOf('stale', path, one.line, say.stale(one)),
      ),
    ),
    ...hardlyUsed(documented, counting, sessions).map((one) =>
      rowOf('documented', one.file, one.line, say.documented(one.command, one.uses, one.of), {
        since: one.since.slice(0, 10),
      }),
    ),
    ...files.flatMap(({ path, reading }) =>
      nearly(reading).map(({ line, text }) => rowOf('nearly', path, line, text)),
    ),
  ].sort(worstFirst);
  const dates = sessions.map(({ summary }) => summary).filter(({ first }) => first !== '');
  const audit: Audit = {
    from: dates.map(({ first }) => first).sort()[0] ?? null,
    to:
      dates
        .map(({ last }) => last)
        .sort()
        .at(-1) ?? null,
    sessions: sessions.length,
    models: modelsOf(sessions),
    lines: linesOf(files, readings),
    files: files.map(({ path, isLeftOut }) => ({
      path,
      ...(isLeftOut && { left_out: true as const }),
    })),
    rows,
  };
  const receipts = (row: AuditRow) => {
    const of = rowsOfDuties.get(row) ?? -1;
    const mine = counting.occasions.filter((one) => one.of === of);
    return receiptsOf(duties[of]?.watch ?? {}, mine, sessions);
  };
  const { begins } = history;
  const shallow = begins === undefined ? [] : [shallowSince(begins.slice(0, 10))];
  return { audit, receipts, problems: [...files.flatMap(leftOutOf), ...problems, ...shallow] };
}

/** Its lines are dated by the calls that wrote them, the rest is in force in no session. */
function readMemory(
  file: ContextFile,
  read: (text: string) => ContextReading | undefined,
  found: ContextReading | undefined,
  calls: readonly MemoryCall[],
) {
  const lines = file.text.split('\n');
  const { duties } = historyOfFile([{ date: new Date(0).toISOString(), text: file.text }], read);
  return {
    ...{ ...file, read, unread: 0, textsAt: () => [], isLeftOut: found === undefined },
    history: {
      duties: duties.map((duty) => ({
        ...duty,
        spans: spansOfLine(lines[duty.line - 1] ?? '', calls),
      })),
      documented: [],
    },
    reading: found ?? noReading,
  };
}

/** A memory names the files beside it. */
function beside(tree: ProjectTree, { topics }: ClientMemory): ProjectTree {
  return { ...tree, files: [...tree.files, ...topics] };
}

const noReading: ContextReading = { duties: [], documented: [], judge: [], units: [] };

/** What was not read of a file. */
function leftOutOf(file: {
  readonly path: string;
  readonly isTooLarge: boolean;
  readonly isLeftOut: boolean;
  readonly unread: number;
}): Problem[] {
  const { path, isTooLarge, isLeftOut, unread } = file;
  if (isLeftOut) return [leftOut(path, isTooLarge)];
  const where = { severity: 'warning', file: path } as const;
  return unread === 0 ? [] : [problem('audit/left-out', where, faults.olderUnread(unread))];
}

function worstFirst(one: AuditRow, other: AuditRow): number {
  const lastOf = ({ last_broken: last }: AuditRow) => last?.date ?? '';
  return (
    other.broken - one.broken ||
    lastOf(other).localeCompare(lastOf(one)) ||
    one.file.localeCompare(other.file) ||
    one.line - other.line
  );
}

/** Rules with `paths` hold once such a file was read, which no count sees: of them the files alone are counted. */
function isOfPaths(path: string, text: string): boolean {
  return path.startsWith('.claude/rules/') && /^---\r?\n(?:(?!---).*\n)*?paths:/.test(text);
}

function shallowSince(day: string): Problem {
  const place = { severity: 'warning', file: '.git/shallow' } as const;
  return problem('audit/shallow', place, faults.shallow(day));
}

/** True where all say so, undefined where they differ; asked once of each session. */
function heldBy(textsHold: (session: CountedSession) => readonly boolean[]) {
  const known = new Map<CountedSession, boolean | undefined>();
  return (session: CountedSession): boolean | undefined => {
    if (!known.has(session)) {
      const all = textsHold(session);
      known.set(session, all.every((one) => one === all[0]) ? all[0] : undefined);
    }
    return known.get(session);
  };
}

/** A line that moved to another file keeps its dates: the place that it left is no row of its own. */
function joined(duties: readonly FiledDuty[]): FiledDuty[] {
  const same = groupBy(duties, ({ watch, within }) => `${within} ${watchKey(watch)}`);
  return [...same.values()].flatMap((all) => {
    const gone = all.filter((one) => endOf(one) !== null);
    const [stays, ...others] = all.filter((one) => endOf(one) === null);
    if (stays === undefined || gone.length === 0) return all;
    const parts = [stays, ...gone];
    const held = (session: CountedSession) => parts.map((one) => one.heldIn?.(session) ?? null);
    const spans = parts.flatMap((one) => one.spans);
    return [
      {
        ...stays,
        spans: spans.sort((one, other) => Date.parse(one.since) - Date.parse(other.since)),
        heldIn: (session) => {
          const each = held(session);
          return each.includes(true) || (each.includes(null) ? undefined : false);
        },
      },
      ...others,
    ];
  });
}

/** A nested file speaks of its own folder. */
function inFolder(duty: DatedDuty, within: string): DatedDuty & Counted {
  if (within === '') return duty;
  const below = (globs: readonly string[]) => globs.map((glob) => `${within}/${glob}`);
  const { after, no_edit } = duty.watch;
  return {
    ...duty,
    within,
    watch: {
      ...duty.watch,
      ...(after === undefined || after === 'code' ? {} : { after: below(after) }),
      ...(no_edit === undefined ? {} : { no_edit: below(no_edit) }),
    },
  };
}

function sessionsOf(
  { env, root, sessions: named, since, step }: AuditRequest,
  tree: ProjectTree,
  memory: ClientMemory | undefined,
): {
  readonly sessions: CountedSession[];
  readonly problems: readonly Problem[];
  readonly calls: readonly MemoryCall[];
} {
  const found =
    named.length === 0
      ? findSessions(sessionFolders(env), root)
      : { sessions: sessionsAmong(named.flatMap(transcriptsBelow)), problems: [] };
  const chosen = found.sessions.filter((one: FoundSession) => one.file !== '');
  const summaries = chosen.map((one, index) => {
    step(index, chosen.length);
    return summaryOfSession(one, ownFolder(env), ['steps']);
  });
  const kept = summaries.filter(
    ({ steps, first }) => steps.length > 0 && (since === undefined || Date.parse(first) >= since),
  );
  const calls = chosen.flatMap((one, index) => {
    const summary = summaries[index];
    return memory === undefined || summary === undefined ? [] : memoryCalls(memory, one, summary);
  });
  return { sessions: withRoots(kept, tree), problems: found.problems, calls };
}

function modelsOf(sessions: readonly CountedSession[]): string[] {
  return [...new Set(sessions.map(({ summary }) => summary.models[0] ?? ''))].filter(Boolean);
}

interface RowScene {
  readonly language: Language;
  readonly sessions: readonly CountedSession[];
  readonly rules: NonNullable<AuditRequest['rules']>;
  readonly rowOf: ReturnType<typeof rowsWithIds>;
}

const minUnseen = 30;

type FiledDuty = DatedDuty & Counted & { readonly file: string };

/** A row for each duty, with its place among them. */
function dutyRows(
  duties: readonly FiledDuty[],
  { occasions }: Counting,
  { language, sessions, rules, rowOf }: RowScene,
): Map<AuditRow, number> {
  const read = duties.map(({ watch }) => readWatch(watch));
  const ofMemory = rules.map(({ id, watch }) => ({ at: id, watch: readWatch(watch) }));
  const living = duties.flatMap((duty, of) => {
    const watch = read[of];
    return watch === undefined || endOf(duty) !== null ? [] : [{ at: placeOf(duty), watch }];
  });
  const rows = new Map<AuditRow, number>();
  for (const [of, duty] of duties.entries()) {
    const mine = occasions.filter((one) => one.of === of);
    const counts = tally(mine);
    const until = endOf(duty);
    // A line that is gone matters only where it was counted.
    if (until !== null && came(counts) === 0) continue;
    const last = mine.findLast(({ verdict }) => verdict === 'broken');
    const own = read[of];
    const against = until !== null || own === undefined ? [] : [...ofMemory, ...living];
    const row = rowOf(
      kindOfWatch(duty.watch) ?? 'before',
      duty.file,
      duty.line,
      watchSentence(duty.watch, language),
      {
        ...counts,
        key: watchKey(duty.watch),
        on: duty.watch.on ?? null,
        read_by: duty.readBy ?? 'table',
        since: duty.spans[0]?.since.slice(0, 10) ?? null,
        until: until?.slice(0, 10) ?? null,
        sessions: sessions.filter((one) => duty.heldIn?.(one) !== false).length,
        not_judged: countBy(
          mine.filter(({ verdict }) => verdict === 'not_judged').map(({ why }) => why ?? ''),
        ),
        by_model: Object.fromEntries([...byModel(mine)].map(([model, all]) => [model, tally(all)])),
        last_broken:
          last === undefined
            ? null
            : {
                session: last.session,
                line: last.line,
                command: last.command,
                date: last.time.slice(0, 10),
              },
        contradicts: against.flatMap(({ at, watch }) =>
          own !== undefined && contradicts(own, watch) ? [at] : [],
        ),
        isTakeable:
          until === null &&
          duty.within === undefined &&
          duties.filter((one) => placeOf(one) === placeOf(duty)).length === 1,
      },
    );
    rows.set(row, of);
  }
  return rows;
}

const endOf = ({ spans }: DatedDuty): string | null =>
  spans.some(({ until }) => until === null) ? null : (spans.at(-1)?.until ?? null);
const placeOf = ({ file, line }: Pick<FiledDuty, 'file' | 'line'>): string => `${file}:${line}`;

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const nothing = {
  on: null,
  read_by: 'table' as const,
  since: null,
  until: null,
  sessions: 0,
  ...{ kept: 0, stopped: 0, broken: 0 },
  not_judged: {},
  by_model: {},
  last_broken: null,
  contradicts: [],
};

interface More extends Partial<AuditRow> {
  /** What identifies it in its file. */
  readonly key?: string;
  /** The line can move into a memory. */
  readonly isTakeable?: boolean;
}

/** Makes rows; the id of each, four of [a-z0-9], follows from its file and what is counted. */
function rowsWithIds(memory?: string) {
  const taken = new Set<string>();
  return (
    kind: RowKind,
    file: string,
    line: number,
    text: string,
    { key = text, isTakeable = false, ...more }: More = {},
  ): AuditRow => {
    const hash = createHash('sha256').update([kind, file, key].join('\n')).digest('hex');
    const digits = BigInt(`0x${hash}`).toString(36);
    let at = 0;
    while (taken.has(digits.slice(at, at + idLength)) && at + idLength < digits.length) at++;
    const id = digits.slice(at, at + idLength);
    taken.add(id);
    const row = { id, kind, text, file, line, ...nothing, ...more };
    return { ...row, next: file === memory ? null : nextOf(row, isTakeable) };
  };
}

const idLength = 4;

/** Broken: make it a rule that reminds; what names nothing, or nobody runs: look at the line. */
function nextOf(row: Omit<AuditRow, 'next'>, isTakeable: boolean): string | null {
  const { id, file, line, broken, until } = row;
  if (until !== null || (row.since !== null && row.kind !== 'documented' && broken === 0))
    return null;
  return isTakeable ? `madness audit --take ${id}` : `\${EDITOR:-vi} +${line} ${shellWord(file)}`;
}

interface Documented {
  readonly command: string;
  readonly line: number;
  readonly since: string;
  readonly file: string;
}

/** Documented commands that at most one of thirty sessions or more ran since. */
function hardlyUsed(
  documented: readonly Documented[],
  { uses }: Counting,
  sessions: readonly CountedSession[],
) {
  return documented
    .map((one, index) => {
      const since = Date.parse(one.since);
      const later = sessions.filter(({ summary }) => Date.parse(summary.first) >= since);
      return { ...one, uses: uses[index]?.size ?? 0, of: later.length };
    })
    .filter(({ command, uses: times, of }) => of >= minUnseen && times <= 1 && /\s/.test(command));
}

const asksToRun =
  /\b(?:run|execute|re-?run)\b.{0,200}\b(?:when|before|after|if)\b|\b(?:when|before|after|if)\b.{0,200}\b(?:run|execute|re-?run)\b|(?:时|前|后).{0,100}(?:运行|跑|执行)/i;

/** Instructions that name a command but no moment that a program can see. */
function nearly({ judge }: ContextReading) {
  return judge.filter(
    ({ text }) =>
      text.length < 200 &&
      asksToRun.test(text) &&
      /`/.test(text) &&
      maskOperands(text).operands.some(({ kind }) => kind === 'command'),
  );
}

type ReadFile = ContextFile & { readonly reading: ContextReading };

/** Lines in another language than the shell's are examples, and nobody obeys them. */
function isReadable({ kind, language = '' }: Unit): boolean {
  return kind !== 'code' || shellLanguages.includes(language);
}

function linesOf(files: readonly ReadFile[], readings: Readings): Audit['lines'] {
  const lines = files.flatMap((file) =>
    file.reading.units.filter(isReadable).map((unit) => ({ file, unit })),
  );
  const rest = lines.filter(({ unit }) => !unit.isCounted);
  const read = rest.filter(({ file, unit }) => readings.of(file, unit) !== undefined);
  return { all: lines.length, understood: lines.length - rest.length, by_model: read.length };
}

/** A line that no table and no model read, as a model is shown it. */
export interface UnreadLine {
  /** Eight digits. */
  readonly id: string;
  readonly file: ContextFile;
  readonly unit: Unit;
}

const maxUnread = 80;

/**
 * The lines of the files that Claude Code loads here which nobody read, instructions first where there are too many; with
 * how many were left out. Where it loads none, those of other agents' files.
 */
export function unreadLines(
  request: Pick<AuditRequest, 'env' | 'root' | 'files'>,
  { isWhole = false } = {},
): { readonly lines: readonly UnreadLine[]; readonly more: number } {
  const { env, root } = request;
  const readings = readingsOf(env, root);
  const all = contextFilesOf(root, request.files);
  const loaded = all.filter(({ isLoaded }) => isLoaded);
  const found = new Map<string, UnreadLine>();
  const memory = request.files.length > 0 ? undefined : clientMemoryOf(env, root);
  for (const file of [...(loaded.length > 0 ? loaded : all), ...(memory ? [memory] : [])])
    for (const unit of readContext(file.text)?.units ?? []) {
      if (unit.isCounted || !isReadable(unit)) continue;
      if (!isWhole && readings.of(file, unit) !== undefined) continue;
      const id = lineId(root, file, unit);
      if (!found.has(id)) found.set(id, { id, file, unit });
    }
  const lines = [...found.values()];
  const rank = ({ unit: { isLeft, text } }: UnreadLine) => (isLeft ? 0 : /`/.test(text) ? 1 : 2);
  const best = new Set(lines.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxUnread));
  return isWhole
    ? { lines, more: 0 }
    : { lines: lines.filter((one) => best.has(one)), more: lines.length - best.size };
}
