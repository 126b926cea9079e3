import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  carriedName,
  clientName,
  drawnName,
  readShownQuestion,
  type SessionClient,
  tellName,
  trustPageName,
  typedFolder,
} from '../observe/journal/answer-notes.js';
import { holdoutShare, sideOf } from '../observe/journal/holdout.js';
import {
  lookedBackName,
  pausedName,
  readJournal,
  sessionFolderName,
  stateFolder,
} from '../observe/journal/journal.js';
import { findResolvedFailure, resolvedFailuresName } from '../observe/journal/resolved-failures.js';
import {
  asRecord,
  isKnownBefore,
  maxRecords,
  type ProjectRecord,
  recordPath,
} from '../observe/journal/session-record.js';
import { projectKey, projectRoot } from '../observe/sessions/project-folder.js';
import { claudeFolder, type Environment, namesIn, ownFolder } from '../platform/folders.js';
import { readPart } from '../platform/fs.js';
import { commandBelow, isAlive } from '../platform/process-info.js';
import { read, readObject } from '../platform/read-object.js';
import { reflectionSettings } from '../store/reading-settings.js';
import { trustOf } from '../store/trust.js';
import { trustPages } from '../store/trust-pages.js';
import { once } from '../text.js';
import type { ReferenceHit } from './detect-session-reference.js';
import type { Project, Session, Settings } from './handler.js';
import { type HookMemories, openMemories } from './memory-reader.js';
import { clientNameOf, isByProgram } from './other-agents.js';
import { type Payload, recordOf, textOf } from './payload.js';

/** The most a hook reads: from the end of the journal, and of the transcript. */
const maxBytes = 256 << 10;
/** The part of it that covers the start of a long turn, where its prompt is. */
const promptBytes = 32 << 10;
const reviewPauseMinutes = 60;

/** The session as it lies on the disk; nothing is read before it is asked for. */
export function openSession(payload: Payload, env: Environment, now: number): Session {
  const own = ownFolder(env);
  const id = textOf(payload, 'session_id');
  const cwd = textOf(payload, 'cwd') || process.cwd();
  const project = once(() => projectOf(cwd));
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
    now,
    agentName: clientNameOf(payload),
    folder,
    folderOf: sessionFolderName,
    journal: () => readJournal(own, id, maxBytes),
    lookedBack: () => Date.parse(read(join(own, 'state', lookedBackName))) || 0,
    journalOf: (session) => readJournal(own, session, maxBytes),
    memories: () => memories().heard,
    silent: () => memories().silent,
    overcome: (signal, fingerprint) =>
      findResolvedFailure(read(join(own, resolvedFailuresName)), signal, fingerprint),
    unread: once(unreadNow),
    unreadNow,
    project,
    page: (key) => readObject(join(own, 'pages', `${key}.json`)),
    record,
    records: once(() => recordsIn(join(own, 'state', 'projects', project().key))),
    recall: (words) => recallAside(words, cwd, id),
    hasIndex: () => namesIn(own).some((name) => /^recall.*\.db$/.test(name)),
    lastActivity: () => {
      const projects = join(own, 'state', 'projects');
      // Each record takes the place of another, which changes its folder.
      const times = namesIn(projects).map(
        (name) => statSync(join(projects, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      );
      return Math.max(0, ...times);
    },
    isAlive,
    client: once(() => asClient(readObject(join(stateFolder(own, id), clientName)))),
    hasBand: () => read(join(stateFolder(own, id), drawnName)).trim() !== '',
    pending: (change) =>
      memories()
        .heard.map((memory) => memory.pending(change))
        .find((text) => text !== undefined),
    pendingTitle: (change) =>
      memories()
        .heard.map((memory) => memory.pendingTitle(change))
        .find((title) => title !== '') ?? '',
    trustPages: () => {
      const { heard, silent } = memories();
      const memory = silent?.memory ?? heard.find(({ isUser }) => !isUser)?.trust?.memory;
      return memory === undefined ? undefined : trustPages(memory);
    },
    trustPage: () => {
      const { state, page } = readObject(join(stateFolder(own, id), trustPageName));
      return { state: String(state), page: Number(page) || 0 };
    },
    unreadRule: (id) =>
      memories()
        .heard.map((memory) => memory.unread(id))
        .find((rule) => rule !== undefined),
    shown: (change) => readShownQuestion(own, id, change),
    isUndecided: (session) =>
      existsSync(join(stateFolder(own, session), carriedName)) ||
      namesIn(join(stateFolder(own, session), typedFolder)).length > 0,
    tell: (session) => read(join(stateFolder(own, session), tellName)).trim(),
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
  try {
    const hits: unknown = JSON.parse(stdout);
    return Array.isArray(hits) ? hits : [];
  } catch {
    return [];
  }
}

export function openSettings(payload: Payload, env: Environment): Settings {
  const own = ownFolder(env);
  const config = readObject(join(own, 'config.json'));
  const pause = config.review_pause_minutes;
  return {
    paused: isPaused(payload, readObject(join(own, 'state', pausedName))),
    archive: config.archive === true,
    page_cache: config.page_cache === true,
    standing: isOn(config.standing),
    look_back: isOn(config.look_back),
    weekly: isOn(config.weekly),
    // Elsewhere nothing tells who pressed a key.
    band: isOn(config.band) && process.platform === 'linux',
    review_pause_minutes: typeof pause === 'number' && pause >= 0 ? pause : reviewPauseMinutes,
    client_pid: Number(env.CLAUDE_PID) || 0,
    entrypoint: env.CLAUDE_CODE_ENTRYPOINT ?? '',
    attended: env.CLAUDE_CODE_SESSION_ATTENDED !== '0' && !isByProgram(payload),
    guards: recordOf(config, 'guards'),
    reflection: reflectionSettings(config.reflection),
    holdout: sideOf(textOf(payload, 'session_id'), holdoutShare(config.holdout)),
    own,
  };
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

function projectOf(cwd: string): Project {
  return { key: projectKey(cwd) };
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
