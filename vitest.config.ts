import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { signsIn } from './src/platform/agent-signs.js';
import { type Room, rooms } from './test/support/rooms.js';

// The tests say themselves who runs a program and how: neither the agent that started them nor this person's settings do.
const settings =
  /^(?:CLAUDE|CODEX_|OPENCODE|XDG_|GIT_|LC_|LANG|EDITOR$|VISUAL$|NO_COLOR|FORCE_COLOR)/;
const ofAgents = signsIn(process.env).map(([name]) => name);
for (const name of Object.keys(process.env))
  if (settings.test(name) || ofAgents.includes(name)) delete process.env[name];

// What day it is where they run must not decide either: "yesterday" is meant as the person's own.
process.env.TZ = 'UTC';

// Each room reads this file anew.
if (!process.env.HOME?.endsWith('/madness-test-home')) {
  const scratch = mkdtempSync(join(process.env.TMPDIR ?? quickFolder(), 'madness-test-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  Object.assign(process.env, { TMPDIR: scratch, HOME: join(scratch, 'madness-test-home') });
}

/** Where memory serves as a disk, the tests write there: most of what they wait for is a disk that makes sure. */
function quickFolder(): string {
  const inMemory = '/dev/shm';
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > 4 * 1024 ** 3 ? inMemory : tmpdir();
}

/** What takes minutes begins first: behind everything else it would keep one core waiting for the other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(?:clones|sync|faults|targets|pattern-cost|quote|transcript|digest|links|bare-environment)\.test\.ts$/.test(
        moduleId,
      );
    return [...others.filter(isLong), ...others.filter((file) => !isLong(file))];
  }
}

const project = (name: Room, include: readonly string[]) => ({
  extends: true as const,
  test: {
    name,
    include: [...include],
    // What no test of a room changes is loaded once for all of them.
    isolate: name === 'alone',
    ...(name === 'unit'
      ? { pool: 'threads' as const }
      : { globalSetup: ['test/support/build.ts'] }),
  },
});

export default defineConfig({
  define: { VERSION: '"0.11.0"', BUILD: '"test"' },
  test: {
    projects: Object.entries(rooms('test')).map(([name, files]) => project(name as Room, files)),
    // By this Clack knows that a terminal of Windows has its signs.
    env: { WT_SESSION: 'test' },
    // What one room has compiled, the others read.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: join(process.env.TMPDIR ?? tmpdir(), 'vitest-cache'),
    },
    reporters: ['default', './test/support/summary.ts'],
    // One worker fewer than cores is the default: of two cores half would idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: 'slow', description: 'Takes seconds, of a subject that a quick test shows too.' },
    ],
    // Only what hangs reaches them, on however busy a machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
