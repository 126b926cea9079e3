import { defineConfig } from 'vitest/config';

// The tests say themselves who runs a program: what started them must not.
for (const name of Object.keys(process.env))
  if (/^CLAUDE|^AI_AGENT$/.test(name)) delete process.env[name];

export default defineConfig({
  define: { VERSION: '"0.0.0"', BUILD: '"test"' },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    // One worker fewer than cores is the default: of two cores half would idle.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
