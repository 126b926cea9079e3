import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { faults, remedies } from '../messages/problems/platform.js';
import { MadnessError } from '../problem.js';
import { sleep } from './process-info.js';

const leftover = /\.madness-[0-9a-f]{12}$/;
const renameTimeoutMs = 2000;
const isWindows = process.platform === 'win32';

/**
 * The real path behind `path`, which need not exist yet. Refuses one that leaves `root` by `..` or
 * through a link: a memory may come from a stranger's repository.
 */
export function resolveInside(root: string, path: string): string {
  const real = realpathOfPlanned(path);
  const top = realpath(root);
  // Nearly always; `relative` takes longer than all else here.
  if (real.startsWith(top + sep)) return real;
  const inside = relative(top, real);
  if (
    inside === '..' ||
    inside.startsWith('../') ||
    inside.startsWith('..\\') ||
    isAbsolute(inside)
  )
    throw new MadnessError(faults.leadsOut(path, root, real));
  return real;
}

/**
 * Replaces a file in one step: a reader sees the old bytes or the new ones, even if this process dies or the disk is
 * full. Keeps mode and owner. The existing libraries rename after a short write, which a full disk causes without an
 * error.
 */
export function replaceFile(
  path: string,
  data: string | Uint8Array,
  own?: { readonly mode: number },
): void {
  makeFolderOf(path);
  const scratch = `${path}.madness-${randomName()}`;
  try {
    // Never follows a link that lies in wait: the name is random and must be new. What only its owner
    // may read is so from the first byte.
    const mode =
      own?.mode ?? statSync(path, { throwIfNoEntry: false })?.mode ?? modeIn(dirname(path));
    const file = openSync(scratch, 'wx', mode & 0o777);
    try {
      writeFileSync(file, data);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    keepOwner(path, scratch, own?.mode);
    moveOver(scratch, path);
  } catch (error) {
    rmSync(scratch, { force: true });
    throw cannotWrite(path, error);
  }
}

/** Replaces a file of ours in one step, mode 0600. Creates its folder. */
export function replaceOwnFile(file: string, text: string | Uint8Array): void {
  const scratch = `${file}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(file), 0o700);
    rmSync(scratch, { force: true });
    writeFileSync(scratch, text, { mode: 0o600, flag: 'wx' });
    renameStubbornly(scratch, file);
  } catch (error) {
    rmSync(scratch, { force: true });
    throw error;
  }
}

/** Nothing if there is none. */
export function removeFile(file: string): void {
  rmSync(file, { force: true });
}

/** False where another process moved or removed it before. */
export function renameOnce(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** False where another process removed it before. */
export function removeFileOnce(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}

/** A file that is mounted alone, as into a container, cannot be replaced, so it is written in place. */
function moveOver(scratch: string, path: string): void {
  try {
    renameStubbornly(scratch, path);
  } catch (error) {
    const isMount = (error as NodeJS.ErrnoException).code === 'EBUSY' && !isWindows;
    if (!isMount || !lstatSync(path).isFile()) throw error;
    const before = readFileSync(path);
    try {
      overwriteFile(path, readFileSync(scratch));
    } catch (failure) {
      overwriteFile(path, before);
      throw failure;
    }
    rmSync(scratch);
  }
}

/** The mode of a new file. Files in a private folder are private, whatever the umask. */
function modeIn(folder: string): number {
  return isPrivate(folder) ? 0o600 : 0o666;
}

/** Creates our own folder, or makes one private that an earlier version left open. New files in it are private too. */
export function makeOwnFolder(own: string): void {
  try {
    makeFolder(own, 0o700);
    if (process.platform !== 'win32' && !isPrivate(own)) chmodSync(own, 0o700);
  } catch (error) {
    throw cannotWrite(own, error);
  }
}

function makeFolderOf(path: string): void {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

// Loading all of node:crypto costs a fifth of a bare start: only who writes pays.
function randomName(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex');
}

/**
 * Writes in place, for what is checked before it is used: torn, it counts as absent. Never through a link.
 */
export function overwriteFile(path: string, data: string | Uint8Array, mode?: number): void {
  try {
    const file = openOwn(path, 'w', mode);
    try {
      writeFileSync(file, data);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/**
 * Opens a file of ours to write it (`w`, emptied) or to append (`a+`). Refuses a link, which may lead to a file of the
 * user's, and anything that is no file.
 */
export function openOwn(path: string, flags: 'w' | 'a+', mode = modeIn(dirname(path))): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR } = constants;
  refuseNoFile(path);
  const how = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | (flags === 'a+' ? O_APPEND : 0);
  const file = openSync(path, how, mode);
  if (flags === 'w') ftruncateSync(file);
  return file;
}

/** Opens a file to read it. Refuses a pipe or a device at once, where to open it would wait for a writer. */
export function openRegular(path: string): number {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const found = fstatSync(file);
  // Reading it will report that it is a folder.
  if (found.isFile() || found.isDirectory()) return file;
  closeSync(file);
  throw new MadnessError(faults.noRegularFile(path));
}

/** The text of a file, in UTF-8; refuses what `openRegular` refuses. */
export function readRegular(path: string): string {
  return readRegularBytes(path).toString('utf8');
}

/** The bytes of a file; refuses what `openRegular` refuses. */
export function readRegularBytes(path: string): Buffer {
  const file = openRegular(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows has no flag for it; elsewhere this gives the plain words. */
function refuseNoFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  throw new MadnessError(faults.noFile(path, found.isSymbolicLink()));
}

/** Appends in one write, behind a line break; after a short write the file is as it was before. */
export function appendLines(path: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  let file: number | undefined;
  try {
    makeFolder(dirname(path));
    file = openOwn(path, 'a+');
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    const torn = size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    const bytes = Buffer.from(`${torn ? '\n' : ''}${lines.join('\n')}\n`);
    try {
      if (writeSync(file, bytes) < bytes.length)
        throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
      fsyncSync(file);
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    }
  } catch (error) {
    throw cannotWrite(path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Removes what a killed process left beside its file. Only under the lock. */
export function sweep(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (leftover.test(name)) rmSync(join(folder, name), { force: true });
}

/** Turns a write error into one that the user can act on. Returns bugs unchanged. */
/** False where a folder, or the nearest above it that is there, takes no file. */
export function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isAbsent && dirname(folder) !== folder && mayWrite(dirname(folder));
  }
}

export function cannotWrite(path: string, error: unknown): unknown {
  const isNowhere = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return isNowhere ? nowhere(path) : refused('write', path, error);
}

function nowhere(path: string): MadnessError {
  return new MadnessError(faults.nowhere(path));
}

/** Turns a system error about a path into a readable one. Returns other errors unchanged. */
export function asRefusal(error: unknown): unknown {
  const { path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd') return new MadnessError(faults.folderGone);
  // Some file systems take no folder, and say that it is not there.
  if (syscall === 'mkdir' && path !== undefined) return cannotWrite(path, error);
  return path === undefined ? error : refused(syscall ?? 'use', path, error);
}

function refused(what: string, path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const hint = remedies[code];
  return hint === undefined ? error : new MadnessError(faults.refused(what, path, code, hint));
}

function realpathOfPlanned(path: string): string {
  try {
    return realpath(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Nothing can be created below a file; the write reports that.
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    const parent = dirname(path);
    if (parent === path) throw error;
    if (code === 'ENOENT' && isDangling(path)) throw new MadnessError(faults.dangling(path));
    return join(realpathOfPlanned(parent), basename(path));
  }
}

/** A link whose goal is absent: writing through it would create that goal. */
function isDangling(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function keepOwner(path: string, scratch: string, mode?: number): void {
  const old = statSync(path, { throwIfNoEntry: false });
  if (old === undefined) return;
  chmodSync(scratch, mode ?? old.mode & 0o7777);
  try {
    if (process.platform !== 'win32') chownSync(scratch, old.uid, old.gid);
  } catch {
    // Only root may give a file away; the content matters more than its owner.
  }
}

/** Windows reports these while another process holds the file, or the folder is being deleted. */
export function isPassing(code: string): boolean {
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
}

/** On Windows a file held by an indexer, an editor or another process cannot be replaced for a moment. */
export function renameStubbornly(from: string, to: string): void {
  const giveUp = Date.now() + renameTimeoutMs;
  for (;;) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!isPassing(code) || Date.now() > giveUp) throw error;
      sleep(50);
    }
  }
}

/** The system's own, which knows the true case of a name. On Windows it replaces a mapped drive, so Node's is taken. */
export const realpath: (path: string) => string =
  process.platform === 'win32' ? realpathSync : realpathSync.native;

/** With those above it. The `recursive` of Node never ends if nothing can be made in a folder that is there, as in /proc. */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode: isPrivate(above) ? mode & 0o700 : mode });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

/** Only its owner may look into it; Windows tells nothing of it. */
export function isPrivate(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o777;
  return (mode & 0o077) === 0;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

interface FilePart {
  readonly bytes: Buffer;
  /** Offset of the first of them, and how long the whole file is. */
  readonly start: number;
  readonly size: number;
}

/** At most `most` bytes of a file, from an offset computed from its size. Undefined if it cannot be read. */
export function readPart(
  file: string,
  most: number,
  startFor: (size: number) => number = () => 0,
): FilePart | undefined {
  let open: number | undefined;
  try {
    // To open a named pipe would wait for its writer.
    if (!statSync(file).isFile()) return undefined;
    open = openSync(file, 'r');
    const { size } = fstatSync(open);
    const start = startFor(size);
    const buffer = Buffer.allocUnsafe(Math.min(most, size - start));
    const read = readSync(open, buffer, 0, buffer.length, start);
    return { bytes: buffer.subarray(0, read), start, size };
  } catch {
    return undefined;
  } finally {
    if (open !== undefined) closeSync(open);
  }
}
