import { readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { claudeFolder, type Environment, ownFolder } from '../house.js';
import { isAlive } from '../liveness.js';
import { readPart } from '../observe/file-part.js';
import { pausedName, readJournal, sessionFolderName } from '../observe/journal.js';
import { findOvercome, overcomeName } from '../observe/overcome.js';
import { projectRoot } from '../observe/project-folder.js';
import { once } from '../once.js';
import { join } from '../plain-path.js';
import { read, readObject } from './file.js';
import type { Project, Session, Settings } from './handler.js';
import { openMemories } from './memory.js';
import { type Payload, textOf } from './payload.js';
import { asRecord, mostRecords, type ProjectRecord, recordPath } from './records.js';
import { shortHash } from './short-hash.js';

/** Of the journal and the transcript, from their ends: what a hook reads at most. */
const mostBytes = 256 << 10;
const reviewPause = 60;

/** The session as it lies on the disk; nothing is read before it is asked for. */
export function openSession(payload: Payload, env: Environment, now: number): Session {
  const own = ownFolder(env);
  const id = textOf(payload, 'session_id');
  const cwd = textOf(payload, 'cwd') || process.cwd();
  const project = once(() => projectOf(cwd));
  const folder = sessionFolderName(id);
  const record = once(() => asRecord(readObject(join(own, recordPath(project().key, folder)))));
  return {
    id,
    now,
    folder,
    folderOf: sessionFolderName,
    journal: () => readJournal(own, id, mostBytes),
    journalOf: (session) => readJournal(own, session, mostBytes),
    memories: once(() => openMemories(cwd, env, claudeFolder(env))),
    overcome: (signal, fingerprint) =>
      findOvercome(read(join(own, overcomeName)), signal, fingerprint),
    unread: once(() => unreadOf(textOf(payload, 'transcript_path'), record()?.offset ?? 0)),
    project,
    page: (key) => readObject(join(own, 'pages', `${key}.json`)),
    record,
    records: once(() => recordsIn(join(own, 'state', 'projects', project().key))),
    isAlive,
  };
}

export function openSettings(payload: Payload, env: Environment): Settings {
  const own = ownFolder(env);
  const config = readObject(join(own, 'config.json'));
  const pause = config.review_pause_minutes;
  return {
    paused: isPaused(payload, readObject(join(own, 'state', pausedName))),
    archive: config.archive === true,
    page_cache: config.page_cache === true,
    review_pause_minutes: typeof pause === 'number' && pause >= 0 ? pause : reviewPause,
    client_pid: Number(env.CLAUDE_PID) || 0,
    attended: env.CLAUDE_CODE_SESSION_ATTENDED !== '0',
  };
}

function isPaused(payload: Payload, { sessions, projects }: Payload): boolean {
  if (Array.isArray(sessions) && sessions.includes(textOf(payload, 'session_id'))) return true;
  if (!Array.isArray(projects) || projects.length === 0) return false;
  return projects.includes(projectRoot(textOf(payload, 'cwd') || process.cwd()));
}

function projectOf(cwd: string): Project {
  const root = projectRoot(cwd);
  const name = basename(root)
    .replace(/[^\w-]+/g, '-')
    .slice(0, 40);
  return { key: `${name}-${shortHash(root)}` };
}

function unreadOf(file: string, known: number): { text: string; offset: number } {
  // A transcript that became shorter is another one.
  const fromFor = (size: number) => (known > size ? 0 : known);
  const part = readPart(file, mostBytes, (size) => Math.max(fromFor(size), size - mostBytes));
  if (part === undefined) return { text: '', offset: known };
  const { bytes, start, size } = part;
  const end = bytes.lastIndexOf(0x0a) + 1;
  const text = bytes.toString('utf8', 0, end);
  const isCut = start > fromFor(size);
  return { text: isCut ? text.slice(text.indexOf('\n') + 1) : text, offset: start + end };
}

function recordsIn(folder: string): ProjectRecord[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return newest(
    folder,
    names.filter((name) => name.endsWith('.json')),
  )
    .flatMap((name) => asRecord(readObject(join(folder, name))) ?? [])
    .sort((a, b) => b.last - a.last);
}

/** Their names say nothing of their age. */
function newest(folder: string, names: readonly string[]): readonly string[] {
  if (names.length <= mostRecords) return names;
  const ageOf = (name: string) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return names
    .map((name) => ({ name, at: ageOf(name) }))
    .sort((a, b) => b.at - a.at)
    .slice(0, mostRecords)
    .map(({ name }) => name);
}
