import { fstatSync, readSync } from 'node:fs';
import { nap } from '../nap.js';

/** What came on standard input: a whole JSON value, or all there was, or its first and last bytes. */
export type Input =
  | { readonly value: unknown }
  | { readonly head: Buffer; readonly tail: Buffer | undefined };

/**
 * Milliseconds without a byte, and in all, after which what is there must do; how long to sleep in between, at most, and
 * how often to look before.
 */
const patience = { idle: 800, total: 1200, step: 2, tries: 6 };
const most = 32 << 20;
/** Of a payload too long to keep, bytes from either end: as much as is looked through for failures. */
const kept = 12 << 10;
const pipeful = 64 << 10;

/**
 * Reads one JSON object from standard input, to the object's end, the input's, or the end of patience: the client closes
 * its end, and whoever does not is not waited for. No stream: `process.stdin` costs a tenth of a start.
 */
export function readInput(wholeBytes: number): Input {
  if (fstatSync(0).isCharacterDevice()) return { head: Buffer.alloc(0), tail: undefined };
  stopBlocking();
  const clock = { start: Date.now(), last: Date.now() };
  const space = Buffer.allocUnsafe(wholeBytes);
  let size = 0;
  while (size < space.length) {
    const read = readSome(space, size, clock);
    size += read;
    const head = space.subarray(0, size);
    const whole = read === 0 ? undefined : wholeIn(head);
    if (whole !== undefined) return whole;
    if (read === 0) return { head, tail: undefined };
  }
  return { head: space.subarray(0, kept), tail: readTail(space, clock) };
}

/** What follows is read a pipeful at a time, behind the last of what came before: only that is kept. */
function readTail(before: Buffer, clock: Clock): Buffer {
  const space = Buffer.allocUnsafe(kept + pipeful);
  before.copy(space, 0, before.length - kept);
  for (let size = before.length; size < most; ) {
    const read = readSome(space, kept, clock);
    if (read === 0) break;
    size += read;
    space.copyWithin(0, read, kept + read);
  }
  return space.subarray(0, kept);
}

interface Clock {
  readonly start: number;
  last: number;
}

/** Bytes read; 0 at the end of the input or of patience. */
function readSome(buffer: Buffer, at: number, clock: Clock): number {
  for (let tries = 0; ; tries++) {
    const now = Date.now();
    if (now - clock.last > patience.idle || now - clock.start > patience.total) return 0;
    try {
      const read = readSync(0, buffer, at, buffer.length - at, null);
      clock.last = now;
      return read;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // Who writes much needs a moment for each pipeful, shorter than any nap.
      if (tries >= patience.tries)
        nap(Math.min(patience.step, 0.05 * 2 ** (tries - patience.tries)));
    }
  }
}

function wholeIn(bytes: Buffer): { readonly value: unknown } | undefined {
  if (!bytes.subarray(-8).toString('latin1').trimEnd().endsWith('}')) return undefined;
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return undefined;
  }
}

/**
 * A read of an open pipe without bytes would never return. Node has no call that ends this but opening the pipe as a
 * handle, which is what `node:net` does; that module alone takes 4 ms to load. On Windows, and where a Node has no such
 * binding, the read blocks, and the client's own time limit holds.
 */
function stopBlocking(): void {
  try {
    const { noDeprecation } = process;
    process.noDeprecation = true;
    const { Pipe, constants } = (process as unknown as Bindings).binding('pipe_wrap');
    process.noDeprecation = noDeprecation ?? false;
    new Pipe(constants.SOCKET).open(0);
  } catch {
    // Reads block.
  }
}

interface Bindings {
  readonly binding: (name: 'pipe_wrap') => {
    readonly Pipe: new (type: number) => { readonly open: (fd: number) => number };
    readonly constants: { readonly SOCKET: number };
  };
}
