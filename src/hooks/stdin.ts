import { fstatSync, readSync } from 'node:fs';

/** What came on standard input: all of it, or its first and last bytes. */
export interface Input {
  readonly head: Buffer;
  readonly tail: Buffer | undefined;
}

/** Milliseconds without a byte, and in all, after which what is there must do. */
const patience = { idle: 800, total: 1200, step: 2 };
const most = 32 << 20;
const kept = 128 << 10;
const piece = 1 << 16;

/**
 * Reads one JSON object from standard input, to the object's end, the input's, or the end of patience: the client closes
 * its end, and whoever does not is not waited for. No stream: `process.stdin` costs a tenth of a start.
 */
export function readInput(wholeBytes: number): Input {
  if (fstatSync(0).isCharacterDevice()) return { head: Buffer.alloc(0), tail: undefined };
  stopBlocking();
  const chunks: Buffer[] = [];
  let size = 0;
  let tail: Buffer | undefined;
  for (const chunk of pieces()) {
    size += chunk.length;
    if (tail === undefined && size <= wholeBytes) {
      chunks.push(chunk);
      if (isWhole(chunks)) break;
    } else tail = Buffer.concat([tail ?? Buffer.concat(chunks), chunk]).subarray(-kept);
    if (size > most) break;
  }
  const head = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  return { head: tail === undefined ? head : head.subarray(0, kept), tail };
}

function* pieces(): Generator<Buffer> {
  const start = Date.now();
  let last = start;
  for (;;) {
    const buffer = Buffer.allocUnsafe(piece);
    const read = readSome(buffer);
    if (read === 0) return;
    const now = Date.now();
    if (read === undefined) {
      if (now - last > patience.idle || now - start > patience.total) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
      continue;
    }
    last = now;
    yield buffer.subarray(0, read);
    if (now - start > patience.total) return;
  }
}

/** Bytes read; 0 at the end, undefined where there are none yet. */
function readSome(buffer: Buffer): number | undefined {
  try {
    return readSync(0, buffer, 0, buffer.length, null);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return undefined;
    if (code === 'EOF') return 0;
    throw error;
  }
}

function isWhole(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1)?.toString('latin1').trimEnd();
  if (last?.endsWith('}') !== true) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * A read of an open pipe without bytes would never return. Node has no call that ends this but opening the pipe as a
 * handle, which is what `node:net` does; that module alone takes 4 ms to load. Where a Node has no such binding the read
 * blocks, and the client's own time limit holds.
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
