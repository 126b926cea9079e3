import { defineConfig } from 'vitest/config';

if (!process.env.MADNESS_CLIENT) {
  process.stderr.write('Skipped: set MADNESS_CLIENT to the executable of Claude Code 2.1.330.\n');
}

// biome-ignore lint/style/noDefaultExport: vitest expects one
export default defineConfig({
  test: {
    include: ['test/client/**/*.client.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
