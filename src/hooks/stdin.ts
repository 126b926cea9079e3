import { fstatSync, readSync } from 'node:fs';

/** What came on standard input: all of it, or its first and last bytes. */
export interface Input {
  readonly head: Buffer;
  readonly tail: Buffer | undefined;
}

/** Milliseconds without a byte, and in all, after which what is there must do. */
const patience = { idle: 800, total: 1200 };
const most = 32 << 20;
const kept = 128 << 10;

/**
 * Reads one JSON object from standard input, to the object's end, the input's, or the end of patience. A blocking read of
 * a pipe that stays open would never return, and `process.stdin` costs a tenth of a start: hence the pipe's own handle.
 */
export async function readInput(wholeBytes: number): Promise<Input> {
  const gather = gatherer(wholeBytes);
  const stat = fstatSync(0);
  if (stat.isFile()) readFile(gather);
  else if (!stat.isCharacterDevice()) await readPipe(gather);
  return gather.input();
}

interface Gatherer {
  /** False when there is no need for more. */
  readonly take: (chunk: Buffer) => boolean;
  readonly input: () => Input;
}

function gatherer(wholeBytes: number): Gatherer {
  const chunks: Buffer[] = [];
  let size = 0;
  let tail: Buffer | undefined;
  return {
    take: (chunk) => {
      size += chunk.length;
      if (size <= wholeBytes) chunks.push(chunk);
      else {
        const before = tail ?? Buffer.concat(chunks);
        tail = chunk.length >= kept ? chunk : Buffer.concat([before, chunk]).subarray(-kept);
      }
      if (size > most) return false;
      return tail !== undefined || !isWhole(chunks);
    },
    input: () => ({
      head: Buffer.concat(chunks).subarray(0, tail === undefined ? undefined : kept),
      tail,
    }),
  };
}

/** The client closes its end; whoever does not is not waited for. */
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

function readFile({ take }: Gatherer): void {
  const buffer = Buffer.allocUnsafe(1 << 16);
  for (;;) {
    const read = readSync(0, buffer, 0, buffer.length, null);
    if (read === 0 || !take(Buffer.from(buffer.subarray(0, read)))) return;
  }
}

function readPipe({ take }: Gatherer): Promise<void> {
  return new Promise((resolve) => {
    let idle: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(idle);
      clearTimeout(total);
      close();
      resolve();
    };
    const close = openPipe((chunk) => {
      clearTimeout(idle);
      idle = setTimeout(done, patience.idle);
      if (chunk === undefined || !take(chunk)) done();
    });
    const total = setTimeout(done, patience.total);
    idle = setTimeout(done, patience.idle);
  });
}

type OnChunk = (chunk: Buffer | undefined) => void;

/** Calls with each piece, and with undefined at the end; returns what closes it. */
function openPipe(onChunk: OnChunk): () => void {
  try {
    return openHandle(onChunk);
  } catch {
    const { Socket } = process.getBuiltinModule('node:net');
    const socket = new Socket({ fd: 0, readable: true, writable: false });
    socket.on('data', onChunk);
    for (const end of ['end', 'error']) socket.on(end, () => onChunk(undefined));
    return () => socket.destroy();
  }
}

interface Handle {
  readonly open: (fd: number) => number;
  readonly readStart: () => number;
  readonly close: () => void;
  onread: (bytes: ArrayBuffer | undefined) => void;
}

/** What `node:net` stands on, without the 4 ms it takes to load; where a Node has it no more, that is used. */
function openHandle(onChunk: OnChunk): () => void {
  const { binding } = process as unknown as { binding: (name: string) => unknown };
  const warns = process.noDeprecation;
  process.noDeprecation = true;
  const pipes = binding('pipe_wrap') as {
    Pipe: new (type: number) => Handle;
    constants: { SOCKET: number };
  };
  const pipe = new pipes.Pipe(pipes.constants.SOCKET);
  process.noDeprecation = warns ?? false;
  if (pipe.open(0) !== 0) throw new Error('not a pipe');
  pipe.onread = (bytes) => onChunk(bytes === undefined ? undefined : Buffer.from(bytes));
  if (pipe.readStart() !== 0) throw new Error('not readable');
  return () => pipe.close();
}
