import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { scratchFolders } from './support/scratch.js';

const scratch = scratchFolders();
const kept = 12 << 10;
let program = '';

/** Prints what was read: the value as JSON, else the bytes of both ends. */
beforeAll(() => {
  program = join(scratch('stdin'), 'reader.cjs');
  const contents = `import { readInput } from './src/hooks/stdin.ts';
    import { writeSync } from 'node:fs';
    const input = readInput(Number(process.argv[2]));
    const ends = 'value' in input ? [JSON.stringify(input.value)] : [input.head, input.tail ?? ''];
    for (const end of ends) for (let at = 0; at < end.length; ) at += writeSync(1, end.slice(at));`;
  buildSync({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    bundle: true,
    platform: 'node',
    outfile: program,
  });
});

function read(input: Uint8Array | string, wholeBytes: number): Buffer {
  const { stdout, status }: SpawnSyncReturns<Buffer> = spawnSync(
    process.execPath,
    [program, String(wholeBytes)],
    { input },
  );
  expect(status).toBe(0);
  return stdout;
}

/** No two places in it are alike for long. */
function bytes(length: number): Buffer {
  return Buffer.from(
    Array.from({ length: Math.ceil(length / 8) }, (_, at) => `${at}`.padStart(8)).join(''),
  ).subarray(0, length);
}

test.each([0, 100, 1 << 16])('of an input of %s bytes, no value, all are kept', (length) => {
  const input = bytes(length);
  expect(read(input, (1 << 16) + 1).equals(input)).toBe(true);
});

test.each([1, 5, 8191, 65_536, 65_537, 300_001, 1_000_000])(
  'of one that is longer by %s bytes both ends are kept, byte for byte',
  (more) => {
    const input = bytes((1 << 16) + more);
    const ends = Buffer.concat([input.subarray(0, kept), input.subarray(-kept)]);
    expect(read(input, 1 << 16).equals(ends)).toBe(true);
  },
);

test.each(['{"a":"é"}', '{"a":{"b":1}}\n', '{"a":"}"}'])('%j is read as a value', (input) => {
  expect(read(input, 1 << 16).toString()).toBe(JSON.stringify(JSON.parse(input)));
});
