import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

export interface FilePart {
  readonly bytes: Buffer;
  /** Offset of the first of them, and how long the whole file is. */
  readonly start: number;
  readonly size: number;
}

/** At most so many bytes of a file, from an offset that its size decides; undefined where it cannot be read. */
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
