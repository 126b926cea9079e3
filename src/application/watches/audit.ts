import { createHash } from 'node:crypto';
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
  type Occasion,
  type Tally,
  tally,
} from '../../learn/watches/count.js';
import { type DatedDuty, historyOfFile } from '../../learn/watches/history.js';
import { maskOperands } from '../../learn/watches/operands.js';
import { type ProjectTree, staleReferences } from '../../learn/watches/stale.js';
import { kindOfWatch, watchKey } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/sessions.js';
import { watchSentence } from '../../messages/rules/watch.js';
import { words } from '../../messages/sessions/audit.js';
import { type FoundSession, findSessions, sessionsAmong } from '../../observe/sessions.js';
import { summaryOfSession } from '../../observe/summary.js';
import { type Environment, ownFolder, sessionFolders } from '../../platform/folders.js';
import { type Problem, problem } from '../../problem.js';
import { shellWord } from '../../text.js';
import { type ContextFile, commitHooksOf, contextFilesOf, treeOf } from './context-files.js';
import { leftOut, readContext } from './read-context.js';
import { lineId, type Readings, readingsOf, withReadings } from './readings.js';
import { withRoots } from './session-roots.js';
import { transcriptsBelow } from './sessions-below.js';

type Language = keyof typeof words;
type RowKind = 'before' | 'after' | 'use' | 'never' | 'no_edit' | 'documented' | 'stale' | 'nearly';

/** A line of the table, as `--json` gives it. */
export interface AuditRow {
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
  readonly followed: number;
  readonly broken: number;
  readonly not_judged: Readonly<Record<string, number>>;
  readonly by_model: Readonly<Record<string, Tally>>;
  readonly last_broken: {
    readonly session: string;
    readonly line: number;
    readonly command: string;
    readonly date: string;
  } | null;
  /** A command that goes on from here. */
  readonly next: string;
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
  readonly step: (done: number, total: number) => void;
}

export interface AuditResult {
  readonly audit: Audit;
  readonly commits: number;
  readonly notes: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

const maxOfKind = { documented: 4, stale: 5, nearly: 3 } as const;

/** Counts what the context files of a project ask for over its sessions. It asks no model and needs no memory. */
export function auditProject(request: AuditRequest): AuditResult {
  const { root, language } = request;
  const tree = treeOf(root);
  const readings = readingsOf(request.env, root);
  // As they stand they are read first: the past takes what time is left.
  const present = contextFilesOf(root, request.files, request.now).map((file) => {
    const read = (text: string) => {
      const found = readContext(text);
      return found && withReadings(found, file, readings);
    };
    return { ...file, read, found: file.isTooLarge ? undefined : read(file.text) };
  });
  const files = present.map(({ read, found, ...file }) => ({
    ...file,
    history: historyOfFile(file.revisions, read),
    reading: found ?? noReading,
    isLeftOut: found === undefined,
    unread: file.revisions.filter(({ text }) => read(text) === undefined).length,
  }));
  const { sessions, problems } = sessionsOf(request, tree);
  const duties = files.flatMap(({ path, within, history }) =>
    history.duties.map((duty) => ({ ...inFolder(duty, within), file: path })),
  );
  const documented = files.flatMap(({ path, history }) =>
    history.documented.map((one) => ({ ...one, file: path })),
  );
  const counting = countWatches(sessions, duties, {
    commitHooks: commitHooksOf(root),
    documented: documented.map(({ command }) => command),
  });
  const newest = newestModel(sessions);
  const say = words[language];
  const notes = new Map<string, string>();
  const rowOf = rowsWithIds();
  const rows = [
    ...dutyRows(duties, counting, { newest, total: sessions.length, language, notes, rowOf }),
    ...take(
      'stale',
      files.flatMap(({ path, reading }) =>
        staleReferences(reading.units, tree).map((one) =>
          rowOf('stale', path, one.line, say.stale(one), editAt(path, one.line)),
        ),
      ),
    ),
    ...take(
      'documented',
      hardlyUsed(documented, counting, sessions).map((one) =>
        rowOf(
          'documented',
          one.file,
          one.line,
          say.documented(one.command, one.uses, one.of),
          editAt(one.file, one.line),
          { since: one.since.slice(0, 10) },
        ),
      ),
    ),
    ...take(
      'nearly',
      files.flatMap(({ path, reading }) =>
        nearly(reading).map(({ line, text }) =>
          rowOf('nearly', path, line, text, editAt(path, line)),
        ),
      ),
    ),
  ];
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
  return {
    audit,
    commits: counting.commits,
    notes,
    problems: [...files.flatMap(leftOutOf), ...problems],
  };
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
): { readonly sessions: CountedSession[]; readonly problems: readonly Problem[] } {
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
  return { sessions: withRoots(kept, tree), problems: found.problems };
}

function modelsOf(sessions: readonly CountedSession[]): string[] {
  return [...new Set(sessions.map(({ summary }) => summary.models[0] ?? ''))].filter(Boolean);
}

function newestModel(sessions: readonly CountedSession[]): string {
  return sessions.findLast(({ summary }) => summary.models.length > 0)?.summary.models[0] ?? '';
}

interface RowScene {
  readonly newest: string;
  readonly total: number;
  readonly language: Language;
  readonly notes: Map<string, string>;
  readonly rowOf: ReturnType<typeof rowsWithIds>;
}

const minBreaches = 3;
const minSessions = 2;
const minUnseen = 30;

function dutyRows(
  duties: readonly (DatedDuty & { readonly file: string })[],
  { occasions }: Counting,
  { newest, total, language, notes, rowOf }: RowScene,
): AuditRow[] {
  const say = words[language];
  const rows = duties.flatMap((duty, of): AuditRow[] => {
    const mine = occasions.filter((one) => one.of === of);
    const judged = mine.filter(({ verdict }) => verdict !== 'not_judged');
    const until = duty.spans.at(-1)?.until ?? null;
    // A line that is gone matters only where it was counted.
    if (until !== null && judged.length === 0) return [];
    const broken = judged.filter(({ verdict }) => verdict === 'broken');
    const last = broken.at(-1);
    const sentence = watchSentence(duty.watch, language);
    const lately = broken.filter(({ model }) => model === newest);
    const isMissed =
      until === null &&
      lately.length >= minBreaches &&
      new Set(lately.map(({ session }) => session)).size >= minSessions;
    const instead = broken.filter(({ other }) => other !== undefined);
    const keep = `madness add ${shellWord(sentence)} --remind`;
    const isReplaced = instead.length * 2 > broken.length;
    const row = rowOf(
      kindOfWatch(duty.watch) ?? 'before',
      duty.file,
      duty.line,
      sentence,
      isMissed && !isReplaced
        ? keep
        : broken.length > 0 && until === null
          ? isReplaced
            ? editAt(duty.file, duty.line)
            : keep
          : judged.length === 0 && total >= minUnseen
            ? editAt(duty.file, duty.line)
            : `madness audit ${shellWord(duty.file)}${total === 0 ? '' : ' --since 7d'}`,
      {
        key: watchKey(duty.watch),
        on: duty.watch.on ?? null,
        read_by: duty.readBy ?? 'table',
        since: duty.spans[0]?.since.slice(0, 10) ?? null,
        until: until?.slice(0, 10) ?? null,
        followed: judged.length - broken.length,
        broken: broken.length,
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
      },
    );
    const stale = broken.filter(({ why }) => why === 'stale-run').length;
    const part = broken.filter(({ why }) => why === 'part-run').length;
    const note = [
      ...(stale > 0 ? [say.staleRuns(stale, broken.length)] : []),
      ...(part > 0 ? [say.partRuns(part, broken.length)] : []),
      ...(instead.length > 0
        ? [say.insteadRuns(instead.length, broken.length, mostCommon(instead))]
        : []),
    ].join('; ');
    if (note !== '') notes.set(row.id, note);
    return [row];
  });
  const lastOf = ({ last_broken: last }: AuditRow) => last?.date ?? '';
  return rows.sort(
    (one, other) =>
      other.broken - one.broken ||
      lastOf(other).localeCompare(lastOf(one)) ||
      one.file.localeCompare(other.file) ||
      one.line - other.line,
  );
}

function mostCommon(occasions: readonly Occasion[]): string {
  const counts = countBy(
    occasions.map(({ other = '' }) => other.split(/\s+/).slice(0, 3).join(' ')),
  );
  return Object.entries(counts).sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

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
  followed: 0,
  broken: 0,
  not_judged: {},
  by_model: {},
  last_broken: null,
};

/** Makes rows; the id of each, four of [a-z0-9], follows from its file and what is counted. */
function rowsWithIds() {
  const taken = new Set<string>();
  return (
    kind: RowKind,
    file: string,
    line: number,
    text: string,
    next: string,
    { key = text, ...more }: Partial<AuditRow> & { readonly key?: string } = {},
  ): AuditRow => {
    const hash = createHash('sha256').update([kind, file, key].join('\n')).digest('hex');
    const digits = BigInt(`0x${hash}`).toString(36);
    let at = 0;
    while (taken.has(digits.slice(at, at + idLength)) && at + idLength < digits.length) at++;
    const id = digits.slice(at, at + idLength);
    taken.add(id);
    return { id, kind, text, file, line, ...nothing, ...more, next };
  };
}

const idLength = 4;

/** Opens the line in the person's editor. */
function editAt(file: string, line: number): string {
  return `\${EDITOR:-vi} +${line} ${shellWord(file)}`;
}

function take(kind: keyof typeof maxOfKind, rows: readonly AuditRow[]): AuditRow[] {
  return rows.slice(0, maxOfKind[kind]);
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
  request: Pick<AuditRequest, 'env' | 'root' | 'now' | 'files'>,
  { isWhole = false } = {},
): { readonly lines: readonly UnreadLine[]; readonly more: number } {
  const { env, root, now } = request;
  const readings = readingsOf(env, root);
  const all = contextFilesOf(root, request.files, now);
  const loaded = all.filter(({ isLoaded }) => isLoaded);
  const found = new Map<string, UnreadLine>();
  for (const file of loaded.length > 0 ? loaded : all)
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
