import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Room, rooms } from './test/support/rooms.js';

// The tests say themselves who runs a program: what started them must not.
for (const name of Object.keys(process.env))
  if (/^CLAUDE|^AI_AGENT$/.test(name)) delete process.env[name];

// What day it is where they run must not decide either: "yesterday" is meant as the person's own.
process.env.TZ = 'UTC';

/** Where memory serves as a disk, the tests write there: most of what they wait for is a disk that makes sure. */
const inMemory = '/dev/shm';
if (process.env.TMPDIR === undefined && existsSync(inMemory)) {
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize > 4 * 1024 ** 3) {
    const scratch = mkdtempSync(`${inMemory}/madness-tests-`);
    process.env.TMPDIR = scratch;
    process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  }
}

/** What takes minutes begins first: behind everything else it would keep one core waiting for the other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(?:clones|sync|faults|targets|pattern-cost|quote)\.test\.ts$/.test(moduleId);
    return [...others.filter(isLong), ...others.filter((file) => !isLong(file))];
  }
}

const project = (name: Room, include: readonly string[]) => ({
  extends: true as const,
  test: {
    name,
    include: [...include],
    // What no test of a room changes is loaded once for all of them. A process that grows starts git and others slowly.
    isolate: name === 'cli' || name === 'git',
    ...(name === 'unit'
      ? { pool: 'threads' as const }
      : { globalSetup: ['test/support/build.ts'] }),
  },
});

export default defineConfig({
  define: { VERSION: '"0.9.0"', BUILD: '"test"' },
  test: {
    projects: Object.entries(rooms('test')).map(([name, files]) => project(name as Room, files)),
    // By this Clack knows that a terminal of Windows has its signs.
    env: { WT_SESSION: 'test' },
    reporters: ['default', './test/support/summary.ts'],
    // One worker fewer than cores is the default: of two cores half would idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
