import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import {
  countLines,
  countsName,
  type Fact,
  faultLogName,
  lookedBackName,
  maxRecords,
  pausedName,
  projectsOfSessions,
} from '../observe/journal.js';
import { makeFolder, makeOwnFolder, openOwn, removeFile, replaceOwnFile } from '../platform/fs.js';
import { sleep } from '../platform/process-info.js';
import type { NewFact } from './handler.js';

const maxLineBytes = 2000;
const maxLogBytes = 64 << 10;
const maxPages = 300;
/** Sessions whose journal is kept: more than a review looks back on. */
const maxSessions = 1000;

/**
 * Appends each fact in one write, so that parallel hooks lose none. Starts with a line break if the last line is torn.
 */
export function appendFacts(file: string, facts: readonly NewFact[], now: number): void {
  if (facts.length === 0) return;
  const ts = new Date(now).toISOString();
  const lines = facts
    .map((fact) => JSON.stringify({ ts, ...fact } as Fact))
    .filter((line) => Buffer.byteLength(line) <= maxLineBytes);
  appendTo(file, lines);
}

function appendTo(file: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const open = openAppend(file);
  try {
    const { size } = fstatSync(open);
    const last = Buffer.alloc(1);
    const torn = size > 0 && readSync(open, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    writeSync(open, `${torn ? '\n' : ''}${lines.join('\n')}\n`);
  } finally {
    closeSync(open);
  }
}

/** One line into each file, by its path below our own folder. */
export function appendEach(own: string, lines: Readonly<Record<string, string>>): void {
  for (const [name, line] of Object.entries(lines)) appendTo(join(own, name), [line]);
}

/** Makes the first of the files that is not there yet; false where all are. */
export function claimOne(files: readonly string[]): boolean {
  return files.some((file) => {
    try {
      makeFolder(dirname(file), 0o700);
      closeSync(openSync(file, 'wx', 0o600));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

function openAppend(file: string): number {
  try {
    return openOwn(file, 'a+', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(dirname(file), 0o700);
    return openOwn(file, 'a+', 0o600);
  }
}

/** Replaces small files, each in one step. */
export function writeFiles(own: string, files: Readonly<Record<string, string | undefined>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(own, name);
    if (text === undefined) removeFile(file);
    else replaceOwnFile(file, text);
    if (name.startsWith('pages/')) makeRoom(dirname(file), maxPages);
  }
}

interface Leaving {
  /** Names that never go. */
  readonly stay?: readonly string[];
  /** Receives the names before they are removed. If it throws, nothing is removed. */
  readonly before?: (names: readonly string[]) => void;
}

/** Removes the oldest entries of a folder above `most`. */
function makeRoom(
  folder: string,
  most: number,
  { stay = [], before = () => undefined }: Leaving = {},
): void {
  const names = readdirSync(folder).filter((name) => !stay.includes(name));
  if (names.length <= most) return;
  const aged = names.map((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return { name, at: stat?.mtimeMs ?? 0 };
  });
  const leaving = aged
    .sort((a, b) => a.at - b.at)
    .slice(0, -most)
    .map(({ name }) => name);
  before(leaving);
  for (const name of leaving) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Forgets what the oldest sessions left, but for its counts. A record goes before its journal, and knows the project. */
export function tidy(own: string): void {
  makeOwnFolder(own);
  const state = join(own, 'state');
  const projects = join(state, 'projects');
  const keep = (names: readonly string[]): void => {
    const folders = names.map((name) => name.replace(/\.json$/, ''));
    appendTo(join(own, countsName), countLines(own, folders, projectsOfSessions(own)));
  };
  if (existsSync(projects))
    for (const name of readdirSync(projects))
      makeRoom(join(projects, name), maxRecords, { before: keep });
  const stay = ['projects', pausedName, lookedBackName, faultLogName, `${faultLogName}.old`];
  makeRoom(state, maxSessions, { stay, before: keep });
}

/** One line a fault, in `state/hooks.log`; `doctor` shows them. A log that cannot be written is no reason to fail. */
export function logFault(own: string, event: string, error: unknown, now: number): void {
  try {
    const file = join(own, 'state', faultLogName);
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > maxLogBytes) renameSync(file, `${file}.old`);
    const { code, message } = error as NodeJS.ErrnoException;
    const said = String(message ?? error)
      .replace(/\s+/g, ' ')
      .slice(0, 300);
    appendTo(file, [`${new Date(now).toISOString()} ${event} ${code ?? 'fault'} ${said}`]);
  } catch {
    // There is no place left to report it.
  }
}

/** All of it, also where the reader is slow; a reader that stops reading is not waited for. */
export function print(text: string): void {
  const bytes = Buffer.from(text);
  let tries = 0;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++tries > 100) return;
      sleep(5);
    }
  }
}
