import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { VERSION: '"0.0.0"', BUILD: '"test"' },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
