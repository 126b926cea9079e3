import { defineConfig } from 'vitest/config';

if (!process.env.MADNESS_CLIENT) {
  process.stderr.write('Skipped: set MADNESS_CLIENT to the executable of Claude Code 2.1.330.\n');
}

// The tests say themselves who runs a program: what started them must not.
for (const name of Object.keys(process.env))
  if (/^CLAUDE|^AI_AGENT$/.test(name)) delete process.env[name];

// biome-ignore lint/style/noDefaultExport: vitest expects one
export default defineConfig({
  // As the build defines them: some scenes call a service in their own process.
  define: { VERSION: '"0.11.0"', BUILD: '"test"' },
  test: {
    include: ['test/client/**/*.client.ts'],
    // One after the other: a client of one file would count as open where another has no memory yet.
    fileParallelism: false,
    // A terminal that another program fills is late at times: a scene may be played once more.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
