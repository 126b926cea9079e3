import type { Tally } from '../../messages/rules/watch.js';
import { type SimpleCommand, simpleCommands } from '../../observe/shell.js';
import type { CommandStep, EditStep, SessionSteps } from '../../observe/summary.js';
import type { Watch } from '../../schema.gen.js';
import { groupBy } from '../../text.js';
import { matchesCommand, spellingsOf } from '../guards/command-pattern.js';
import { isFilter } from '../guards/judge.js';
import { isNamed } from '../guards/named-paths.js';
import { folderOfCall, isOnBranch, type Standing } from './branch.js';
import { isExcepted, isPartOfRun, isProse, kinOf, kinOfPattern, momentOf } from './match.js';
import { codeGlob } from './tables.js';
import { globsAfter } from './watch.js';

/** When a watch was in force: from the first instant to the second, in ISO 8601; open without the second. */
export interface Span {
  readonly since: string;
  readonly until: string | null;
}

/** A watch that is counted. */
export interface Counted {
  readonly watch: Watch;
  readonly spans: readonly Span[];
  /** Whether a session had it, in place of the spans; undefined where nobody can tell. */
  readonly heldIn?: (session: CountedSession) => boolean | undefined;
  /** Without the person's word a breach cannot be told from what was asked for. */
  readonly isAllowedOnRequest?: true;
  /** The folder it is about; absent for the whole project. */
  readonly within?: string;
}

type NotJudged =
  | 'no-edits'
  | 'docs-only'
  | 'refused'
  | 'agent-unseen'
  | 'commit-hook'
  | 'open'
  | 'asked'
  | 'branch'
  | 'merge';
type Breach = 'not-run' | 'stale-run' | 'part-run' | 'ran' | 'edited';

/** A call that a watch is about, and what came of it. */
export interface Occasion {
  /** Index of the watch in the list that was counted. */
  readonly of: number;
  readonly session: string;
  readonly line: number;
  readonly time: string;
  readonly model: string;
  /** `stopped`: held back and not repeated. */
  readonly verdict: 'kept' | 'stopped' | 'broken' | 'not_judged';
  readonly why?: NotJudged | Breach;
  /** The commit, the command that ran, or the file that was edited. */
  readonly command: string;
  /** Something of the same kind that ran instead. */
  readonly other?: string;
  /** The sub-agent's transcript that holds the line. */
  readonly agent?: string;
  /** Of a moment: the last edit of code before it. */
  readonly edit?: Edit;
}

interface Edit {
  readonly path: string;
  readonly line: number;
  readonly agent?: string;
}

/** A session with the folder that its paths are relative to. */
export interface CountedSession {
  readonly summary: SessionSteps;
  readonly root: string;
}

export interface CountOptions {
  /** What the commit hooks of the project run, as text. */
  readonly commitHooks?: string;
  /** Every call that a documented command ran in: its index and the session. */
  readonly documented?: readonly string[];
}

export interface Counting {
  readonly occasions: readonly Occasion[];
  /** Commits of the agent in the project. */
  readonly commits: number;
  /** For each documented command: the sessions that ran it. */
  readonly uses: readonly ReadonlySet<string>[];
}

/**
 * Counts watches over sessions: a pure function. A session counts for a watch if it began while that was in force. It
 * says that a command ran, never that it passed: most runs end in a pipe that hides their status.
 */
export function countWatches(
  sessions: readonly CountedSession[],
  counted: readonly Counted[],
  { commitHooks = '', documented = [] }: CountOptions = {},
): Counting {
  const occasions: Occasion[] = [];
  const uses = documented.map(() => new Set<string>());
  let commits = 0;
  const read = new Set<string>();
  const tasks = documented.map(wordsOf);
  for (const session of sessions) {
    const live = counted.flatMap((one, of) => {
      const isHeld =
        one.heldIn === undefined
          ? isInForce(one.spans, session.summary.first)
          : one.heldIn(session);
      return isHeld === false ? [] : [{ ...one, of, isUnsure: isHeld === undefined }];
    });
    if (live.length === 0 && documented.length === 0) continue;
    const state = newState(session, live, commitHooks);
    const isRelevant = relevance(session.summary, live);
    for (const step of session.summary.steps) {
      if (step.id !== '' && read.size === read.add(step.id).size) continue;
      if (step.kind === 'command' && tasks.length > 0)
        for (const [index, words] of tasks.entries())
          if (step.outcome !== 'refused' && hasWords(step.command, words))
            uses[index]?.add(session.summary.session);
      if (step.kind === 'agent') state.agents.push(state.order);
      else if (step.kind === 'edit') noteEdit(state, step);
      else if (isRelevant(step.command)) readCommand(state, step);
      else state.passed.push({ step, after: state.order });
    }
    state.isHeld = false;
    for (const one of state.pending) state.add({ ...one, verdict: 'not_judged', why: 'open' });
    const unsure = new Set(live.flatMap(({ of, isUnsure }) => (isUnsure ? [of] : [])));
    occasions.push(
      ...state.occasions.map(
        (one): Occasion =>
          unsure.has(one.of) ? { ...one, verdict: 'not_judged', why: 'merge' } : one,
      ),
    );
    commits += state.commits;
  }
  return { occasions, commits, uses };
}

/** `claude-opus-4-5-20251101` is opus-4-5. */
function shortModel(model: string): string {
  return model.replace(/^claude-/, '').replace(/-\d{8}$/, '') || '?';
}

export function tally(occasions: readonly Occasion[]): Tally {
  const of = (wanted: Occasion['verdict']) =>
    occasions.filter(({ verdict }) => verdict === wanted).length;
  return { kept: of('kept'), stopped: of('stopped'), broken: of('broken') };
}

/** What was judged, by model. */
export function byModel(occasions: readonly Occasion[]): ReadonlyMap<string, readonly Occasion[]> {
  const judged = occasions.filter(({ verdict }) => verdict !== 'not_judged');
  return groupBy(judged, ({ model }) => shortModel(model));
}

/** Was it in force when the session began, which is when the client read the file? */
export function isInForce(spans: readonly Span[], began: string): boolean {
  const start = Date.parse(began);
  return spans.some(
    ({ since, until }) =>
      start >= Date.parse(since) && (until === null || start < Date.parse(until)),
  );
}

function patternsIn({ watch: { run = [], use, not = [], never = [], unless = [] } }: Counted) {
  return [...run, ...(use === undefined ? [] : [use]), ...not, ...never, ...unless];
}

/** Most commands are none that anything is about; reading a command costs more than this. */
function relevance(
  { steps }: SessionSteps,
  live: readonly Counted[],
): (command: string) => boolean {
  const hasMoment = steps.some((one) => one.kind === 'command' && moments.test(one.command));
  // A duty before a moment that never came has no occasion.
  const words = live
    .filter(({ watch }) => hasMoment || watch.before === undefined)
    .flatMap(patternsIn)
    .flatMap(wordsInAnySpelling);
  const isOfFiles = hasMoment || live.some(({ watch }) => watch.after ?? watch.no_edit);
  return (command) =>
    moments.test(command) ||
    (isOfFiles && writing.test(command)) ||
    words.some((each) => hasWords(command, each));
}

/** The words of a pattern that a command that fits it holds. */
function wordsOf(pattern: string): string[] {
  return pattern
    .split(/\s+/)
    .filter((word) => /^[\w@.:/-]+$/.test(word) && !/^(?:-|run$|r$|x$)/.test(word));
}

/** The same with each short name of a task and each other name of its program. */
function wordsInAnySpelling(pattern: string): string[][] {
  const [programs = [], tasks, ...more] = spellingsOf(pattern);
  const rest = more.flatMap(([word = '']) => wordsOf(word));
  return programs.flatMap((program) =>
    (tasks ?? ['']).map((task) => [...wordsOf(program), ...wordsOf(task), ...rest]),
  );
}

function hasWords(command: string, words: readonly string[]): boolean {
  return words.every((word) => {
    for (let at = command.indexOf(word); at >= 0; at = command.indexOf(word, at + 1))
      if (isEdge(command[at - 1]) && isEdge(command[at + word.length])) return true;
    return false;
  });
}

function isEdge(sign: string | undefined): boolean {
  return sign === undefined || /[\s;&|()'"`/]/.test(sign);
}

/** Moments and new repositories; commands that write files. */
const moments = /\bgit\b[^|;&]*\b(?:commit|push|init)\b|\b(?:gh|glab)\s+(?:pr|mr)\s+create\b/;
const writing = /\bsed\b[^|;&]*\s-[a-z]*i|>\s*[\w./~-]+\.\w/;

interface Run {
  readonly command: SimpleCommand;
  readonly text: string;
  /** How many edits came before it. */
  readonly edits: number;
  readonly step: CommandStep;
  readonly isRefused: boolean;
}

interface State {
  readonly session: CountedSession;
  readonly live: readonly (Counted & { readonly of: number })[];
  readonly commitHooks: string;
  readonly edits: (Edit & { readonly order: number })[];
  readonly runs: Run[];
  /** Commands that were not read yet, and when they came. */
  readonly passed: { readonly step: CommandStep; readonly after: number }[];
  readonly agents: number[];
  pending: Omit<Occasion, 'verdict'>[];
  readonly occasions: Occasion[];
  readonly add: (occasion: Occasion) => void;
  /** Counts what happened; a moment resets what came before it. */
  order: number;
  commits: number;
  /** A hook held the call back that is read. */
  isHeld: boolean;
  readonly last: Record<
    NonNullable<Watch['before']>,
    { edits: number; runs: number; order: number }
  >;
}

function newState(session: CountedSession, live: State['live'], commitHooks: string): State {
  const occasions: Occasion[] = [];
  const stopped = new Map<number, Occasion>();
  const start = () => ({ edits: 0, runs: 0, order: 0 });
  const state: State = {
    session,
    live,
    commitHooks,
    edits: [],
    runs: [],
    passed: [],
    agents: [],
    pending: [],
    occasions,
    add: (occasion) => {
      const { of, verdict } = occasion;
      const held = stopped.get(of);
      if (state.isHeld) {
        if (held !== undefined || verdict !== 'broken') return;
        const one: Occasion = { ...occasion, verdict: 'stopped' };
        stopped.set(of, one);
        occasions.push(one);
        return;
      }
      // What was held back and done right is one occasion; done all the same, it is a breach.
      if (held !== undefined && verdict !== 'not_judged') stopped.delete(of);
      if (held !== undefined && verdict === 'broken') occasions.splice(occasions.indexOf(held), 1);
      const isOver = verdict === 'kept' || occasion.why === 'open';
      if (held === undefined || !isOver) occasions.push(occasion);
    },
    order: 0,
    commits: 0,
    isHeld: false,
    last: { commit: start(), push: start(), pr: start() },
  };
  return state;
}

function placeOf({ session }: State, of: number, { line, time, agent }: CommandStep | EditStep) {
  const { summary } = session;
  const model = summary.models[0] ?? '';
  return { of, session: summary.session, line, time, model, ...(agent && { agent }) };
}

/** Relative to the project; undefined if it lies elsewhere. */
function inProject(root: string, cwd: string, path: string): string | undefined {
  const plain = path.replaceAll('\\', '/');
  const absolute = normalised(
    /^(?:[/~]|[A-Za-z]:)/.test(plain) ? plain : `${cwd || root}/${plain}`,
  );
  return absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : undefined;
}

function normalised(path: string): string {
  if (!/\/(?:\/|\.{1,2}(?:\/|$))/.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  return parts.join('/');
}

function noteEdit(state: State, step: EditStep): void {
  state.isHeld = step.outcome === 'held';
  if (step.outcome === 'ok' || state.isHeld) changed(state, step, step.path, step.cwd);
}

function changed(state: State, step: CommandStep | EditStep, named: string, cwd: string): void {
  const path = inProject(state.session.root, cwd, named);
  if (path === undefined) return;
  const { line, agent } = step;
  if (!state.isHeld)
    state.edits.push({ path, line, ...(agent && { agent }), order: ++state.order });
  for (const { of, watch, isAllowedOnRequest, within } of state.live) {
    if (within !== undefined && !path.startsWith(`${within}/`)) continue;
    const isExempt = watch.unless !== undefined && isNamed(path, watch.unless);
    if (isExempt) continue;
    const place = { ...placeOf(state, of, step), command: path };
    if (watch.no_edit !== undefined && isNamed(path, watch.no_edit))
      state.add(
        watch.on === undefined
          ? breach(place, 'edited', isAllowedOnRequest)
          : { ...place, verdict: 'not_judged', why: 'branch' },
      );
    if (!state.isHeld && isNamed(path, globsAfter(watch)))
      state.pending = [...state.pending.filter((one) => one.of !== of), place];
  }
}

function breach(
  place: Omit<Occasion, 'verdict'>,
  why: Breach,
  isAllowedOnRequest: true | undefined,
): Occasion {
  return isAllowedOnRequest
    ? { ...place, verdict: 'not_judged', why: 'asked' }
    : { ...place, verdict: 'broken', why };
}

function readCommand(state: State, step: CommandStep): void {
  const commands = simpleCommands(step.command);
  const text = ({ words }: SimpleCommand) => words.map((word) => word ?? '…').join(' ');
  const hasRun = isRun(step);
  state.isHeld = step.outcome === 'held';
  for (const command of commands) {
    const run = { command, text: text(command), edits: state.edits.length, step };
    state.runs.push({ ...run, isRefused: step.outcome === 'refused' });
    if (!hasRun && !state.isHeld) continue;
    for (const path of writtenBy(command)) changed(state, step, path, step.cwd);
    // What the person typed is a run, and none of the agent's occasions.
    if (step.outcome === 'typed') continue;
    // What git does elsewhere is none of the project's.
    if (command.words[0] !== 'git' || isInHere(state, step, command, commands))
      for (const one of state.live)
        judgeCommand(
          state,
          one,
          step,
          command,
          run.text,
          isThere(one.watch, step, command, commands),
        );
    for (const one of state.isHeld ? [] : state.pending.slice()) {
      const { watch } = state.live.find(({ of }) => of === one.of) ?? { watch: {} as Watch };
      if (!(watch.run ?? []).some((pattern) => matchesCommand(pattern, command))) continue;
      const isPart = isPartOfRun(command, one.command);
      const { why: _, ...place } = one;
      if (!isPart) state.add({ ...place, verdict: 'kept' });
      state.pending = state.pending.flatMap((other) =>
        other !== one ? other : isPart ? { ...one, why: 'part-run' as const } : [],
      );
    }
    const moment = momentOf(command);
    if (moment !== undefined && isInHere(state, step, command, commands))
      atMoment(state, moment, step, command, run.text, (watch) =>
        isThere(watch, step, command, commands),
      );
  }
}

/** Whether a call is on a branch that the watch is about; undefined where nobody can tell. */
function isThere(
  { on }: Watch,
  { branch, pushed, cwd }: CommandStep,
  command: SimpleCommand,
  line: readonly SimpleCommand[],
): boolean | undefined {
  // The record names the branch of its own work tree alone.
  const at = (folder: string | null): Standing =>
    folder === null || isOtherTree(folder, cwd) ? { pushed } : { branch, pushed };
  return on === undefined || isOnBranch(on, command, line, at);
}

/** Whether a folder may be another work tree than the one of `cwd`: outside of it, or where work trees lie. */
function isOtherTree(folder: string, cwd: string): boolean {
  const place = placeFrom(cwd, folder);
  return !`${place}/`.startsWith(`${cwd}/`) || /worktrees?\//.test(`${place}/`.slice(cwd.length));
}

function placeFrom(cwd: string, folder: string): string {
  return normalised(/^(?:[/~]|[A-Za-z]:)/.test(folder) ? folder : `${cwd}/${folder}`).replace(
    /(?<=.)\/$/,
    '',
  );
}

/** Code files that a command line writes. */
function writtenBy({ words, writes }: SimpleCommand): string[] {
  const isInPlace =
    words[0] === 'sed' && words.some((word) => /^(?:-[a-z]*i|--in-place)/.test(word ?? ''));
  const edited = isInPlace ? words.slice(2).filter((word) => /\.\w+$/.test(word ?? '')) : [];
  return [
    ...edited.flatMap((word) => word ?? []),
    ...writes.filter((path) => isNamed(path, [codeGlob])),
  ];
}

function judgeCommand(
  state: State,
  { of, watch, isAllowedOnRequest, within }: State['live'][number],
  step: CommandStep,
  command: SimpleCommand,
  text: string,
  isHere: boolean | undefined,
): void {
  if (isHere === false) return;
  const { use, not, never } = watch;
  const folder = `${normalised(step.cwd)}/`;
  if (within !== undefined && !folder.startsWith(`${state.session.root}/${within}/`)) return;
  if (use !== undefined && isFilter(command)) return;
  const place = { ...placeOf(state, of, step), command: text };
  const banned = not ?? never ?? [];
  if (isHere === undefined) {
    const isAbout = [...banned, ...(use === undefined ? [] : [use])].some((pattern) =>
      matchesCommand(pattern, command, banned),
    );
    if (isAbout) state.add({ ...place, verdict: 'not_judged', why: 'branch' });
    return;
  }
  if (use !== undefined && matchesCommand(use, command, banned))
    state.add({ ...place, verdict: 'kept' });
  else if (
    banned.some((pattern) => matchesCommand(pattern, command, use === undefined ? [] : [use])) &&
    !isExcepted(watch, command)
  )
    state.add(breach(place, 'ran', isAllowedOnRequest));
}

/** A repository that the line makes, or one elsewhere, is not the project. */
function isInHere(
  { session: { root } }: State,
  { cwd }: CommandStep,
  command: SimpleCommand,
  line: readonly SimpleCommand[],
): boolean {
  if (line.some(({ words }) => words[0] === 'git' && words[1] === 'init')) return false;
  const target = placeFrom(cwd || root, folderOfCall(command) ?? '');
  return target === root || target.startsWith(`${root}/`) || root.startsWith(`${target}/`);
}

function atMoment(
  state: State,
  moment: NonNullable<Watch['before']>,
  step: CommandStep,
  command: SimpleCommand,
  text: string,
  isThereFor: (watch: Watch) => boolean | undefined,
): void {
  if (moment === 'commit' && !state.isHeld) state.commits++;
  // What failed (a hook said no, nothing to commit) is no commit.
  if (moment === 'commit' && step.outcome === 'failed' && step.commit === undefined) return;
  for (const one of state.live) {
    const isHere = isThereFor(one.watch);
    if (one.watch.before !== moment || isExcepted(one.watch, command) || isHere === false) continue;
    const unknown = { verdict: 'not_judged', why: 'branch' } as const;
    state.add({
      ...placeOf(state, one.of, step),
      command: text.slice(0, 120),
      ...editBefore(state, one, moment),
      ...(isHere === undefined ? unknown : verdictBefore(state, one, moment)),
    });
  }
  const now = { edits: state.edits.length, runs: state.runs.length, order: ++state.order };
  if (!state.isHeld) state.last[moment] = now;
  if (moment !== 'commit') return;
  for (const one of state.pending) {
    const isHere = isThereFor(state.live.find(({ of }) => of === one.of)?.watch ?? {});
    if (isHere === true) state.add({ why: 'not-run', ...one, verdict: 'broken' });
    if (isHere === undefined) state.add({ ...one, verdict: 'not_judged', why: 'branch' });
  }
  if (!state.isHeld) state.pending = [];
}

/** What was refused or held back, and what has no result, did not run. */
export function isRun({ outcome }: CommandStep): boolean {
  return outcome !== 'refused' && outcome !== 'held' && outcome !== 'none';
}

function editBefore(
  { edits, last }: State,
  { within }: Counted,
  moment: NonNullable<Watch['before']>,
): Pick<Occasion, 'edit'> {
  const found = edits
    .slice(last[moment].edits)
    .findLast(
      ({ path }) => !isProse(path) && (within === undefined || path.startsWith(`${within}/`)),
    );
  if (found === undefined) return {};
  const { order: _, ...edit } = found;
  return { edit };
}

type Verdict = Pick<Occasion, 'verdict' | 'why' | 'other'>;

function verdictBefore(
  state: State,
  { watch: { run = [] }, within }: Counted,
  moment: NonNullable<Watch['before']>,
): Verdict {
  const from = state.last[moment];
  const edits = state.edits.slice(from.edits);
  const isAbout = (path: string) => within === undefined || path.startsWith(`${within}/`);
  const lastEdit = edits.findLastIndex(({ path }) => !isProse(path) && isAbout(path));
  if (lastEdit < 0)
    return {
      verdict: 'not_judged',
      why: edits.some(({ path }) => isAbout(path)) ? 'docs-only' : 'no-edits',
    };
  if (run.some((pattern) => state.commitHooks.includes(pattern)))
    return { verdict: 'not_judged', why: 'commit-hook' };
  const freshFrom = from.edits + lastEdit;
  const runs = state.runs.slice(from.runs);
  const mine = runs.filter(({ command }) =>
    run.some((pattern) => matchesCommand(pattern, command)),
  );
  const done = mine.filter(({ step }) => isRun(step));
  const fresh = done.filter(({ edits: before }) => before > freshFrom);
  if (fresh.some(({ command }) => !isPartOfRun(command))) return { verdict: 'kept' };
  if (fresh.length > 0) return { verdict: 'broken', why: 'part-run' };
  if (mine.some(({ isRefused, edits: before }) => isRefused && before > freshFrom))
    return { verdict: 'not_judged', why: 'refused' };
  if (!state.session.summary.hasAgents && state.agents.some((order) => order >= from.order))
    return { verdict: 'not_judged', why: 'agent-unseen' };
  const other = otherOf(state, run, edits[lastEdit]?.order ?? 0, from, freshFrom);
  const why = done.length > 0 ? 'stale-run' : 'not-run';
  return { verdict: 'broken', why, ...(other === undefined ? {} : { other }) };
}

/** What else of its kind ran since the last edit. */
function otherOf(
  { runs, passed }: State,
  run: readonly string[],
  lastEdit: number,
  { runs: fromRun }: { readonly runs: number },
  freshFrom: number,
): string | undefined {
  const kin = kinOfPattern(run[0] ?? '');
  if (kin === undefined) return undefined;
  const read = runs
    .slice(fromRun)
    .filter(
      ({ edits, command }) =>
        edits > freshFrom &&
        kinOf(command.words) === kin &&
        !run.some((each) => matchesCommand(each, command)),
    )
    .map(({ text }) => text);
  const unread = passed
    .filter(({ step, after }) => after >= lastEdit && step.outcome !== 'refused')
    .flatMap(({ step }) => simpleCommands(step.command))
    .filter(({ words }) => kinOf(words) === kin)
    .map(({ words }) => words.map((word) => word ?? '…').join(' '));
  return [...read, ...unread].at(-1);
}
