import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The tests say themselves who runs a program: what started them must not.
for (const name of Object.keys(process.env))
  if (/^CLAUDE|^AI_AGENT$/.test(name)) delete process.env[name];

// What day it is where they run must not decide either: "yesterday" is meant as the person's own.
process.env.TZ = 'UTC';

/** What takes minutes begins first: behind everything else it would keep one core waiting for the other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(?:clones|sync|faults|targets|pattern-cost|quote)\.test\.ts$/.test(moduleId);
    return [...others.filter(isLong), ...others.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  define: { VERSION: '"0.9.0"', BUILD: '"test"', HOOK_FILES: '{}' },
  test: {
    include: ['test/**/*.test.ts'],
    // By this Clack knows that a terminal of Windows has its signs.
    env: { WT_SESSION: 'test' },
    globalSetup: ['test/support/build.ts'],
    reporters: ['default', './test/support/summary.ts'],
    // One worker fewer than cores is the default: of two cores half would idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
