import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  asRecord,
  carriedName,
  clientName,
  drawnName,
  findResolvedFailure,
  holdoutShare,
  isKnownBefore,
  lookedBackName,
  maxRecords,
  type ProjectRecord,
  pausedName,
  readJournal,
  readShownQuestion,
  recordPath,
  resolvedFailuresName,
  type SessionClient,
  sessionFolderName,
  sideOf,
  stateFolder,
  tellName,
  trustPageName,
  typedFolder,
} from '../observe/journal.js';
import { projectKey, projectRoot } from '../observe/sessions.js';
import { claudeFolder, type Environment, namesIn, ownFolder } from '../platform/folders.js';
import { readPart } from '../platform/fs.js';
import { commandBelow, isAlive } from '../platform/process-info.js';
import { jsonIn, read, readObject } from '../platform/read-object.js';
import { reflectionSettings } from '../store/reading-settings.js';
import { trustOf } from '../store/trust.js';
import { trustPages } from '../store/trust-pages.js';
import { once } from '../text.js';
import type { ReferenceHit } from './detect-session-reference.js';
import { type HookMemories, openMemories } from './memory-reader.js';
import { clientNameOf, isByProgram } from './other-agents.js';
import { type Payload, recordOf, textOf } from './payload.js';

/** The most a hook reads: from the end of the journal, and of the transcript. */
const maxBytes = 256 << 10;
/** The part of it that covers the start of a long turn, where its prompt is. */
const promptBytes = 32 << 10;
const reviewPauseMinutes = 60;

/** Everything a hook can read. */
export type Session = ReturnType<typeof openSession>;

/** The session as it lies on the disk; nothing is read before it is asked for. */
export function openSession(payload: Payload, env: Environment, now: number) {
  const own = ownFolder(env);
  const id = textOf(payload, 'session_id');
  const cwd = textOf(payload, 'cwd') || process.cwd();
  /** `key` names its folder below `state/projects/`. */
  const project = once(() => ({ key: projectKey(cwd) }));
  const folder = sessionFolderName(id);
  const starting = textOf(payload, 'hook_event_name') === 'SessionStart' ? id : undefined;
  const memories = once(
    (): HookMemories =>
      openMemories(cwd, env, claudeFolder(env), (location) =>
        trustOf(own, location, () => isKnownBefore(own, location.memory), starting),
      ),
  );
  const record = once(() => asRecord(readObject(join(own, recordPath(project().key, folder)))));
  const unreadNow = () => unreadOf(textOf(payload, 'transcript_path'), record()?.offset ?? 0);
  return {
    id,
    /** Milliseconds since 1970. */
    now,
    /** The agent, by the name that a person knows. */
    agentName: clientNameOf(payload),
    /** Name of its folder, and of its record. */
    folder,
    folderOf: sessionFolderName,
    journal: () => readJournal(own, id, maxBytes),
    /** Time of any session's last look back, in milliseconds since 1970; 0 if none. */
    lookedBack: () => Date.parse(read(join(own, 'state', lookedBackName))) || 0,
    /** Of another session. */
    journalOf: (session: string) => readJournal(own, session, maxBytes),
    /** The memories that may be used: the project's, then the user's. */
    memories: () => memories().heard,
    /** Why the project's memory is not among them; undefined if it is, and if there is none. */
    silent: () => memories().silent,
    overcome: (signal: string, fingerprint: string) =>
      findResolvedFailure(read(join(own, resolvedFailuresName)), signal, fingerprint),
    /** The part of the transcript that no Stop hook has read. Above 256 kB: the first 32 and the last 224. */
    unread: once(unreadNow),
    /** The same, read anew. */
    unreadNow,
    project,
    page: (key: string): unknown => readObject(join(own, 'pages', `${key}.json`)),
    /** Its own. */
    record,
    /** Records of the project's sessions, newest first. */
    records: once(() => recordsIn(join(own, 'state', 'projects', project().key))),
    /** The sessions that the index holds about these words, the best first; none where that takes long, or there is no index. */
    recall: (words: string) => recallAside(words, cwd, id),
    /** Can past sessions be searched here? */
    hasIndex: () => namesIn(own).some((name) => /^recall.*\.db$/.test(name)),
    /** When a session of any project wrote last, milliseconds. */
    lastActivity: () => {
      const projects = join(own, 'state', 'projects');
      // Each record takes the place of another, which changes its folder.
      const times = namesIn(projects).map(
        (name) => statSync(join(projects, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      );
      return Math.max(0, ...times);
    },
    isAlive,
    /** The client that runs it. */
    client: once(() => asClient(readObject(join(stateFolder(own, id), clientName)))),
    /** Did the mod say in this session that it draws the band? */
    hasBand: () => read(join(stateFolder(own, id), drawnName)).trim() !== '',
    /** The question of a pending change; undefined if none of this id waits. */
    pending: (change: string) =>
      memories()
        .heard.map((memory) => memory.pending(change))
        .find((text) => text !== undefined),
    /** The title of the rule that a pending change is about; empty without one. */
    pendingTitle: (change: string) =>
      memories()
        .heard.map((memory) => memory.pendingTitle(change))
        .find((title) => title !== '') ?? '',
    /** What the project's memory would tell, trusted or not; undefined if there is none. */
    trustPages: () => {
      const { heard, silent } = memories();
      const memory = silent?.memory ?? heard.find(({ isUser }) => !isUser)?.trust?.memory;
      return memory === undefined ? undefined : trustPages(memory);
    },
    /** How far the person has read it in this session, and in which state. */
    trustPage: () => {
      const { state, page } = readObject(join(stateFolder(own, id), trustPageName));
      return { state: String(state), page: Number(page) || 0 };
    },
    /** The text of an imported rule that no person has read; undefined for any other. */
    unreadRule: (id: string) =>
      memories()
        .heard.map((memory) => memory.unread(id))
        .find((rule) => rule !== undefined),
    /** The question about a change as it was shown in this session; undefined if it was not. */
    shown: (change: string) => readShownQuestion(own, id, change),
    /** True if an answer of this session has to be tested again, or something typed waits to be carried out. */
    isUndecided: (session: string) =>
      existsSync(join(stateFolder(own, session), carriedName)) ||
      namesIn(join(stateFolder(own, session), typedFolder)).length > 0,
    /** Lines for the person about the outcome of earlier answers. */
    tell: (session: string) => read(join(stateFolder(own, session), tellName)).trim(),
    /**
     * The command line of the process directly below `pid`, on the way to this process; words end with NUL. Empty if
     * `pid` is no ancestor, undefined if the system shows no ancestors.
     */
    commandBelow,
  };
}

const recallMs = 1500;

/** Our own program asks the index as it lies: SQLite is no matter for a hook, and nothing is built while a person waits. */
function recallAside(words: string, cwd: string, session: string): ReferenceHit[] {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const program = join(__dirname, '../cli.mjs');
  const { stdout } = spawnSync(process.execPath, [program, 'recall', '--asked', '--json'], {
    cwd,
    input: words,
    encoding: 'utf8',
    timeout: recallMs,
    windowsHide: true,
    env: { ...process.env, CLAUDE_CODE_SESSION_ID: session },
  });
  const hits = jsonIn(stdout);
  return Array.isArray(hits) ? hits : [];
}

/** `config.json` of our own folder, and what was paused. */
export type Settings = ReturnType<typeof openSettings>;

export function openSettings(payload: Payload, env: Environment) {
  const own = ownFolder(env);
  const config = readObject(join(own, 'config.json'));
  const pause = config.review_pause_minutes;
  return {
    paused: isPaused(payload, readObject(join(own, 'state', pausedName))),
    archive: config.archive === true,
    page_cache: config.page_cache === true,
    /** True if standing instructions are offered as rules. */
    standing: isOn(config.standing),
    /** True if a turn may end with a look back. */
    look_back: isOn(config.look_back),
    /** True if a line once a week says how the rules did. */
    weekly: isOn(config.weekly),
    // Elsewhere nothing tells who pressed a key.
    /** True if the band above the prompt may be drawn. */
    band: isOn(config.band) && process.platform === 'linux',
    /** Between the look backs of two sessions. */
    review_pause_minutes: typeof pause === 'number' && pause >= 0 ? pause : reviewPauseMinutes,
    client_pid: Number(env.CLAUDE_PID) || 0,
    /** How the client was started: `cli` in a terminal. */
    entrypoint: env.CLAUDE_CODE_ENTRYPOINT ?? '',
    /** True if a person reads along. Otherwise a program takes the last output. */
    attended: env.CLAUDE_CODE_SESSION_ATTENDED !== '0' && !isByProgram(payload),
    /** Switches of guards: name → on, off, or the settings of one that is on. */
    guards: recordOf(config, 'guards'),
    /** Sessions are read in the background. */
    reflection: reflectionSettings(config.reflection),
    /** Which side of the hold-out this session is on, if a share of the sessions gets no rules. */
    holdout: sideOf(textOf(payload, 'session_id'), holdoutShare(config.holdout)),
    /** What the person answered at install; undefined what they were not asked or left. */
    answers: {
      background_reading: answered(env.CLAUDE_PLUGIN_OPTION_BACKGROUND_READING),
      archive: answered(env.CLAUDE_PLUGIN_OPTION_ARCHIVE),
    },
    /** Our own folder. */
    own,
  };
}

function answered(value: string | undefined): boolean | undefined {
  return value === undefined || value === '' ? undefined : value === 'true';
}

/** A switch that is on unless the person turned it off. */
function isOn(value: unknown): boolean {
  return value !== false && value !== 'off';
}

function asClient({ pid, ended }: Payload): SessionClient {
  return { pid: typeof pid === 'number' ? pid : 0, ended: ended === true };
}

function isPaused(payload: Payload, { sessions, projects }: Payload): boolean {
  if (Array.isArray(sessions) && sessions.includes(textOf(payload, 'session_id'))) return true;
  if (!Array.isArray(projects) || projects.length === 0) return false;
  return projects.includes(projectRoot(textOf(payload, 'cwd') || process.cwd()));
}

/** Reads both ends of a long turn, because it begins with the person's prompt. */
function unreadOf(file: string, known: number): { text: string; offset: number } {
  // A transcript that became shorter is another one.
  const head = readPart(file, promptBytes, (size) => (known > size ? 0 : known));
  if (head === undefined) return { text: '', offset: known };
  const seam = head.start + head.bytes.length;
  const rest = maxBytes - promptBytes;
  const tail = readPart(file, rest, (size) => Math.max(seam, size - rest));
  if (tail === undefined || tail.start === seam) {
    const { text, length } = wholeLines(Buffer.concat([head.bytes, tail?.bytes ?? none]));
    return { text, offset: head.start + length };
  }
  const { text, length } = wholeLines(tail.bytes);
  const last = text.slice(text.indexOf('\n') + 1);
  return { text: `${wholeLines(head.bytes).text}${last}`, offset: tail.start + length };
}

const none = Buffer.alloc(0);

/** Up to the last line break; `length` in bytes. */
function wholeLines(bytes: Buffer): { text: string; length: number } {
  const length = bytes.lastIndexOf(0x0a) + 1;
  return { text: bytes.toString('utf8', 0, length), length };
}

function recordsIn(folder: string): ProjectRecord[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => asRecord(readObject(join(folder, name))) ?? [])
    .sort((a, b) => b.last - a.last)
    .slice(0, maxRecords);
}
