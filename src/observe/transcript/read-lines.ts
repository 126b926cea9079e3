import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { budgets } from '../../text.js';

/** A file that was opened, and how it was then. */
export interface OpenFile {
  readonly fd: number;
  readonly stat: fs.Stats;
}

/** A line of a file, as bytes. */
export interface Line {
  /** Valid until the next line is asked for. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly length: number;
  readonly offset: number;
  /** Ended by a line feed. */
  readonly complete: boolean;
  /** Longer than the limit: `bytes` holds nothing of it. */
  readonly tooLong: boolean;
}

const bufferBytes = 1 << 20;
// Text, string and object of a longer line would not stay within 100 MB.

/** Opens a regular file, or says why not. O_NONBLOCK: opening a FIFO without a writer would block forever. */
export function openFile(file: string): OpenFile | string {
  let fd: number;
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return openFailures[(error as NodeJS.ErrnoException).code ?? ''] ?? message(error);
  }
  const stat = fs.fstatSync(fd);
  if (stat.isFile() && stat.size > 0) return { fd, stat };
  fs.closeSync(fd);
  if (stat.isFile()) return 'the file is empty';
  return stat.isDirectory() ? 'a folder, not a file' : 'not a regular file';
}

const openFailures: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file',
  EISDIR: 'a folder, not a file',
  ENXIO: 'not a regular file',
  ELOOP: 'a symbolic link that leads in a circle',
};

export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A change of the file that harmed the reading. Appended lines are left for the next reading. */
export function harmDone({ fd, stat }: OpenFile): string | undefined {
  const after = fs.fstatSync(fd);
  if (after.size < stat.size) return 'the file shrank while it was read';
  const rewritten = after.size === stat.size && after.mtimeMs !== stat.mtimeMs;
  return rewritten ? 'the file was rewritten while it was read' : undefined;
}

// One reading at a time is the rule; a second one gets a buffer of its own.
let spare: Buffer | undefined;

/**
 * The lines of a file from an offset, up to its size when opened. Uses one buffer of 1 MB that grows up to 8 MB for a
 * longer line.
 */
export function* readLines({ fd, stat }: OpenFile, from: number): Generator<Line, void> {
  const { size } = stat;
  let bytes = spare ?? Buffer.allocUnsafeSlow(bufferBytes);
  spare = undefined;
  let start = 0; // of the line, in the buffer
  let filled = 0;
  let position = from; // of the next byte to read, in the file
  let dropped = 0; // bytes of an over-long line that were let go
  try {
    for (;;) {
      const wanted = Math.min(bytes.length - filled, size - position);
      const got = wanted > 0 ? fs.readSync(fd, bytes, filled, wanted, position) : 0;
      if (got === 0) break;
      const window = bytes.subarray(0, filled + got);
      let feed = window.indexOf(10, filled);
      filled += got;
      position += got;
      while (feed >= 0) {
        const offset = position - filled + start - dropped;
        const length = feed - start + dropped;
        yield { bytes, start, length, offset, complete: true, tooLong: dropped > 0 };
        dropped = 0;
        start = feed + 1;
        feed = window.indexOf(10, start);
      }
      if (start > 0) {
        bytes.copyWithin(0, start, filled);
        filled -= start;
        start = 0;
      } else if (filled === bytes.length) {
        if (filled < budgets.transcriptLine) {
          const larger = Buffer.allocUnsafeSlow(filled * 2);
          bytes.copy(larger, 0, 0, filled);
          bytes = larger;
        } else {
          dropped += filled;
          filled = 0;
        }
      }
    }
    if (filled + dropped > 0) {
      const offset = position - filled - dropped;
      const length = filled + dropped;
      yield { bytes, start: 0, length, offset, complete: false, tooLong: dropped > 0 };
    }
  } finally {
    if (bytes.length === bufferBytes) spare = bytes;
  }
}
