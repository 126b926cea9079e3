import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { VERSION: '"0.0.0"', BUILD: '"test"' },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
