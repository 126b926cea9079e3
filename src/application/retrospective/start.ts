import { randomInt } from 'node:crypto';
import type { Plan } from '../../compile/compile.js';
import { placeInWords } from '../../compile/reads.js';
import { faults } from '../../messages/problems/retrospective.js';
import { startWords } from '../../messages/retrospective/start.js';
import { tallySentence } from '../../messages/rules/watch.js';
import { addResolvedFailures } from '../../observe/recall.js';
import type { FoundSession } from '../../observe/sessions.js';
import { readTranscript, typedWords, utcOf } from '../../observe/transcript.js';
import { sessionIn } from '../../platform/agent-signs.js';
import { sessionFolders } from '../../platform/folders.js';
import { type Language, MadnessError, type Sentence } from '../../problem.js';
import { emptyNoted, isAsking, notedAtStart, sessionsOpen } from '../../reflect/hand-in/noted.js';
import { type Arranged, arrange, isTelling, printedAt } from '../../reflect/reading/arrange.js';
import type { SessionReading } from '../../reflect/reading/session-reading.js';
import type { PrintedPart, Retrospective, ReviewedSession } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { targetsOf } from '../../store/targets.js';
import type { Caller } from '../memory/run-context.js';
import { type Decision, instantOf, open, previewCompile, transact } from '../memory/transaction.js';
import { countsOfRules } from '../watches/rule-counts.js';
import { frozenReading, lineHash } from './frozen-lines.js';
import { withPrepared } from './hand-in/prepared.js';
import { type ReadOfSession, readWholeSession } from './read-session.js';
import {
  formerFile,
  isLookedAt,
  latestRetrospective,
  retrospectiveFile,
  retrospectiveInWork,
  retrospectiveNames,
  ruleLinesIn,
  setAside,
  standingRows,
} from './repository.js';
import { namedBy, ruleLine, rulesTold } from './rules-told.js';
import { projectOf } from './session-reader.js';
import { unreadSessions } from './unreviewed-sessions.js';

/** What the client shows a model whole, in bytes of UTF-8: a longer result becomes a file and a preview. */
export const maxPrint = 28_000;
const maxParts = 3;
/** Only the newest unread sessions are read; the rest waits. */
const maxSessionsRead = 300;
const maxRuleBytes = 6_000;

export type Mode = Retrospective['mode'];

export interface StartOptions {
  readonly mode?: Mode | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Names of sessions; else all that are unread. */
  readonly sessions?: readonly string[];
  readonly part?: number | undefined;
  readonly isTaking?: boolean;
  /** The page of instruction in the memory's language. */
  readonly page: (mode: Mode) => string;
  /** A command as the caller types it. */
  readonly typed: (command: string) => string;
  readonly progress?: (total: number) => { step: (done: number) => void; end: () => void };
}

/** What `retro start` prints; at most `maxPrint` bytes. */
export interface Start {
  readonly text: string;
  readonly retro?: Retrospective;
}

/** Begins a retrospective, prints a part of a running one, or says where it stands. */
export async function startRetrospective(caller: Caller, options: StartOptions): Promise<Start> {
  const opened = open(caller, isLookedAt);
  const running = retrospectiveInWork(opened.location);
  if (running === undefined) return begin(caller, opened, options);
  const mine = await ownedBy(caller, running, options);
  if (options.part !== undefined) return printPart(caller, mine, options.part, options);
  return { text: stateOf(opened, mine, options), retro: mine };
}

/** The running one if it belongs to this session, or after `--take`; else an error that says whose it is. */
async function ownedBy(
  caller: Caller,
  retro: Retrospective,
  { isTaking }: StartOptions,
): Promise<Retrospective> {
  const own = sessionIn(caller.env) ?? '';
  const { by = '' } = retro;
  if (by === own || by === '' || own === '') return retro;
  if (!isTaking)
    throw new MadnessError(faults.ofAnother(retro.id, by.slice(0, 8), retro.started_at));
  const taken = { ...retro, by: own };
  await keep(caller, taken);
  return taken;
}

async function keep(caller: Caller, retro: Retrospective): Promise<void> {
  await transact(caller, () => ({ change: { work: new Map([retrospectiveFile(retro)]) } }));
}

/** State, open items and the next command of a running retrospective. */
function stateOf({ memory }: Opened, retro: Retrospective, { typed }: StartOptions): string {
  const say = startWords[memory.language];
  const { noted = emptyNoted, parts = [], id } = retro;
  const next = parts.find(({ printed_at }) => printed_at === undefined)?.part;
  const printed = parts.filter(({ printed_at }) => printed_at !== undefined).length;
  const waiting = [...noted.lessons, ...noted.retire].filter(
    ({ state }) => state === 'asked' || state === 'question',
  );
  const open = {
    id,
    printed,
    parts: parts.length,
    sessions: sessionsOpen(retro),
    lessons: noted.lessons.length,
    asked: waiting.length,
  };
  const command =
    next !== undefined
      ? `madness retro start --part ${next}`
      : isAsking(noted)
        ? 'madness ask'
        : 'madness retro add --file -';
  return [
    ...say.running(open),
    say.again(typed('madness retro start --part 1')),
    say.next(typed(command)),
  ].join('\n');
}

/** Prints a part again, or for the first time. */
async function printPart(
  caller: Caller,
  retro: Retrospective,
  part: number,
  options: StartOptions,
): Promise<Start> {
  const opened = open(caller, isLookedAt);
  const parts = retro.parts ?? [];
  if (!parts.some((one) => one.part === part))
    throw new MadnessError(faults.noPart(part, parts.length));
  const { plan } = await previewCompile(caller);
  const rules = rulesTold(opened, plan);
  const isNamed = namedBy(rules);
  const arranged = retro.sessions
    .filter((one) => one.part === part)
    .map((one) => {
      const { s = 0, level = 0 } = one;
      const reading = frozenReading(one, isNamed);
      return { s, part, reading, ...printedAt(reading, String(s), level, maxPrint) };
    });
  const now = instantOf(caller);
  const next: Retrospective = {
    ...retro,
    parts: parts.map((one) => (one.part === part ? { ...one, printed_at: now } : one)),
  };
  await keep(caller, next);
  return {
    text: await partText(caller, opened, next, arranged, { part, plan }, options),
    retro: next,
  };
}

async function begin(caller: Caller, opened: Opened, options: StartOptions): Promise<Start> {
  const { location, memory } = opened;
  const say = startWords[memory.language];
  const former = latestRetrospective(location);
  const mode = options.mode ?? (former === undefined ? 'init' : 'mid');
  const { plan } = await previewCompile(caller);
  const rules = rulesTold(opened, plan);
  const read = readAll(caller, opened, options, namedBy(rules));
  await keepEnds(caller, memory.language, read);
  const told = read.filter(({ reading }) => isTelling(reading));
  if (told.length === 0 && mode !== 'final')
    return { text: [say.nothing(read.length), say.nothingNext].join('\n') };
  const id = idOf(caller, opened, mode);
  const head = await headText(caller, opened, { id, mode, plan, read, rules, options });
  const rooms = [maxPrint - bytesOf(head) - 700, maxPrint - 400, maxPrint - 400];
  const { sessions, rest } = arrange(
    told.map(({ reading }) => reading),
    rooms.slice(0, maxParts),
  );
  const byReading = new Map(told.map((one) => [one.reading, one]));
  const now = instantOf(caller);
  const begun: Retrospective = {
    id,
    mode,
    by: sessionIn(caller.env) ?? '',
    started_at: now,
    language: memory.language,
    project: memory.project,
    sessions: sessions.map((one) => reviewed(one, byReading.get(one.reading) as Read)),
    rest: restOf(rest),
    parts: partsOf(sessions, now),
    before:
      plan === undefined
        ? { block: [], standings: [] }
        : { block: ruleLinesIn(plan).slice(0, 200), standings: standingRows(plan) },
  };
  const noted = withPrepared(notedAtStart(former), location, begun.sessions);
  const retro = { ...begun, noted };
  await transact(caller, (fresh): Decision => {
    const other = retrospectiveInWork(fresh.location);
    if (other !== undefined)
      throw new MadnessError(
        faults.ofAnother(other.id, (other.by ?? '').slice(0, 8), other.started_at),
      );
    const old = former === undefined ? [] : [formerFile(closed(former, now))];
    const aside = setAside(fresh.location);
    const work = new Map([retrospectiveFile(retro), ...old, ...aside.work]);
    if (aside.work.length > 0) caller.say(say.aside(aside.work.length));
    return { change: { work, afterwards: new Map(aside.afterwards) } };
  });
  return {
    text: await partText(caller, opened, retro, sessions, { part: 1, plan, head }, options),
    retro,
  };
}

/** Hooks tell later how a failure like these was overcome. */
async function keepEnds(caller: Caller, language: Language, read: readonly Read[]): Promise<void> {
  const found = read.flatMap(({ reading: { session, ended } }) =>
    ended().map((one) => ({ ...one, session })),
  );
  const sessions = new Set(read.map(({ reading }) => reading.session));
  const say = (sentence: Sentence) => caller.say(sentence[language]);
  await addResolvedFailures(sessionFolders(caller.env), found, sessions, say);
}

function closed(former: Retrospective, now: string): Retrospective {
  const { finished_at, abandoned_at, dropped_at } = former;
  return (finished_at ?? abandoned_at ?? dropped_at) ? former : { ...former, abandoned_at: now };
}

interface Read extends ReadOfSession {
  readonly found: FoundSession;
  readonly since: number;
  readonly until: number;
  readonly project: string;
}

/** All unread sessions in the order of time; the one in which this was asked for up to that line. */
function readAll(
  caller: Caller,
  opened: Opened,
  { sessions: names = [], since: from, progress }: StartOptions,
  isNamed: ReturnType<typeof namedBy>,
): readonly Read[] {
  const own = sessionIn(caller.env);
  const unread = unreadSessions(caller, opened, names).slice(0, maxSessionsRead).reverse();
  const seen = new Set<string>();
  const line = progress?.(unread.length);
  const read = unread.flatMap(({ one, since }, at): Read[] => {
    line?.step(at);
    const isOwn = own !== undefined && (one.session === own || one.session_id === own);
    const until = isOwn ? askedAt(one.file) : undefined;
    const result = readWholeSession(one, {
      isNamed,
      seen,
      ...(since > 0 ? { since } : {}),
      ...(until === undefined ? {} : { until }),
    });
    if (result.coverage.read === 'skipped') return [];
    const last = Date.parse(utcOf(result.coverage.last) ?? '');
    if (from !== undefined && !(last >= from)) return [];
    const cwd = one.cwd ?? (opened.location.isUser ? undefined : caller.cwd);
    const project = projectOf(one, cwd, opened.location, opened.memory.project);
    return [{ ...result, found: one, since, until: until ?? result.coverage.lines, project }];
  });
  line?.end();
  return read.sort((a, b) => timeOf(a) - timeOf(b));
}

function timeOf({ coverage }: Read): number {
  const time = Date.parse(utcOf(coverage.first) ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** The line before the one in which the retrospective was asked for last; the last line where none asks. */
function askedAt(file: string): number | undefined {
  let asked: number | undefined;
  for (const turn of readTranscript(file).turns)
    if (turn.kind === 'command' && /^\/madness(?::|\s|$)/.test(typedWords(turn))) asked = turn.line;
  return asked === undefined ? undefined : asked - 1;
}

function reviewed(
  { s, part, level, printed, until, reading }: Arranged,
  { found, coverage, since, until: end, project }: Read,
): ReviewedSession {
  const [first, last] = [utcOf(coverage.first), utcOf(coverage.last)];
  const { weight, loops, signals, files, title, model } = reading;
  return {
    s,
    part,
    level,
    whole: printed.isWhole && until === undefined,
    session: reading.session,
    file: found.file,
    ...(found.agents.length > 0 ? { agents: found.agents.map(({ file }) => file) } : {}),
    project,
    read: coverage.read === 'whole' ? 'whole' : 'partly',
    ...(coverage.reason === '' ? {} : { reason: coverage.reason.slice(0, 500) }),
    ...(title === undefined ? {} : { title: title.slice(0, 200) }),
    ...(model === undefined ? {} : { model: model.slice(0, 80) }),
    refusals: weight.refusals,
    loops,
    signals: signals.slice(0, 100),
    files: files.slice(0, 500).map((file) => file.slice(0, 400)),
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    lines: until ?? end,
    ...(since > 0 ? { since } : {}),
  };
}

/** The hash of each printed line and the ranges, by part. Only the first is printed now. */
function partsOf(sessions: readonly Arranged[], now: string): PrintedPart[] {
  const numbers = [...new Set(sessions.map(({ part }) => part))].sort();
  return (numbers.length === 0 ? [1] : numbers).map((part) => {
    const printed: Record<string, string> = {};
    const ranges: [string, string][] = [];
    for (const one of sessions.filter((session) => session.part === part)) {
      const label = String(one.s);
      const hashes = new Map(
        one.reading.entries().map((entry) => [placeIn(label, entry), lineHash(entry)]),
      );
      for (const line of one.printed.lines) {
        if (line.to !== undefined)
          ranges.push([line.place, `${line.place.split(':')[0]}:${line.to}`]);
        else
          for (const place of [line.place, ...line.others]) {
            const hash = hashes.get(place);
            if (hash !== undefined) printed[place] = hash;
          }
      }
    }
    return { part, printed, ranges, ...(part === 1 ? { printed_at: now } : {}) };
  });
}

function placeIn(label: string, { line, agent }: { line: number; agent?: number }): string {
  return `${label}${agent === undefined ? '' : `a${agent}`}:${line}`;
}

function restOf(rest: readonly SessionReading[]): NonNullable<Retrospective['rest']> {
  const days = rest.map(({ day }) => day).filter((day) => day !== '');
  return {
    count: rest.length,
    ...(days[0] === undefined ? {} : { from: days[0], to: days.at(-1) ?? days[0] }),
    sessions: rest.slice(0, 500).map(({ session }) => session.slice(0, 8)),
  };
}

function idOf(caller: Caller, { location, config }: Opened, mode: Mode): string {
  const name = `${instantOf(caller).slice(0, 10)}-${mode}`;
  const taken = new Set([latestRetrospective(location)?.id, ...retrospectiveNames(location)]);
  // A colleague may review on the same day: git could not take two reports of one name.
  let id = config.share_reviews === true ? `${name}-${randomInt(1000, 10_000)}` : name;
  for (let count = 2; taken.has(id); count++) id = `${name}-${count}`;
  return id;
}

interface HeadOf {
  readonly id: string;
  readonly mode: Mode;
  readonly plan: Plan | undefined;
  readonly read: readonly Read[];
  readonly rules: ReturnType<typeof rulesTold>;
  readonly options: StartOptions;
}

/** What stands before the first reading but its first line: what lies ahead, the page, the rules. */
async function headText(
  caller: Caller,
  opened: Opened,
  { mode, plan, read, rules, options }: HeadOf,
): Promise<string> {
  const { language } = opened.memory;
  const say = startWords[language];
  const days = read.map(({ reading }) => reading.day).filter((day) => day !== '');
  const weights = read.map(({ reading }) => reading.weight);
  const ahead = {
    sessions: read.length,
    spoken: weights.filter(({ words }) => words > 0).length,
    corrected: weights.filter((one) => one.corrections + one.refusals + one.changed > 0).length,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
  };
  return [
    read.length === 0 ? say.nothing(0) : say.ahead(ahead),
    '',
    options.page(mode),
    '',
    await rulesText(caller, opened, plan, rules),
  ].join('\n');
}

async function rulesText(
  caller: Caller,
  opened: Opened,
  plan: Plan | undefined,
  rules: ReturnType<typeof rulesTold>,
): Promise<string> {
  const { language } = opened.memory;
  const say = startWords[language];
  const counts = await countsOfRules(opened, caller.env);
  const scope = plan && {
    selection: plan.selection,
    limits: opened.memory.limits,
    target: targetsOf(opened.location, opened.config)[0] ?? '',
  };
  const standing = new Map(plan?.standings.map((one) => [one.asset.id, one]));
  const lines: string[] = [];
  const left: string[] = [];
  let bytes = 0;
  for (const rule of rules) {
    const one = standing.get(rule.id);
    const where = one && scope ? say.reads(placeInWords(one, scope, language)) : '';
    const count = counts.get(rule.id);
    const counted = count === undefined ? '' : tallySentence(count, language);
    const line = ruleLine(rule, [where, counted], language);
    bytes += bytesOf(line) + 1;
    if (bytes > maxRuleBytes) left.push(rule.id);
    else lines.push(line);
  }
  return [
    say.rules(rules.length),
    ...lines,
    ...(left.length > 0 ? [say.moreRules(left.slice(0, 40).join(', '))] : []),
  ].join('\n');
}

interface PartOf {
  readonly part: number;
  readonly plan: Plan | undefined;
  /** Given where the part is printed for the first time. */
  readonly head?: string;
}

async function partText(
  caller: Caller,
  opened: Opened,
  retro: Retrospective,
  sessions: readonly Arranged[],
  { part, plan, head }: PartOf,
  options: StartOptions,
): Promise<string> {
  const say = startWords[opened.memory.language];
  const { parts = [], rest, id, mode } = retro;
  const rules = rulesTold(opened, plan);
  const about =
    head ??
    (part === 1
      ? [options.page(mode), '', await rulesText(caller, opened, plan, rules)].join('\n')
      : '');
  const more = parts.some((one) => one.part === part + 1);
  const command = options.typed(
    more ? `madness retro start --part ${part + 1}` : 'madness retro add --file -',
  );
  const ids = (rest?.sessions ?? []).slice(0, 20).join(', ');
  const waiting =
    part === 1 && rest !== undefined && rest.count > 0
      ? [say.rest(rest.count, rest.from ?? '', rest.to ?? '', ids)]
      : [];
  return [
    say.head(id, part, Math.max(1, parts.length)),
    ...(about === '' ? [] : [about, '']),
    ...waiting,
    say.data,
    say.readings,
    sessions
      .filter((one) => one.part === part)
      .map(({ text }) => text)
      .join('\n\n'),
    '',
    more ? say.nextPart(command) : say.next(command),
  ].join('\n');
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
