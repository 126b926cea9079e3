// MADNESS_CLIENT=/path/to/claude node bench/effect/run.mjs [SESSIONS]: what reaches the model, and what comes of it where
// the model does what it is told. With --real and ANTHROPIC_API_KEY a real model is asked, which costs money.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Below node_modules: from there packages are found.
const outfile = new URL('../../node_modules/.effect-bench.mjs', import.meta.url);
try {
  await build({
    entryPoints: [new URL('main.ts', import.meta.url).pathname],
    outfile: outfile.pathname,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    packages: 'external',
    // Paths are told from the place of a source.
    define: {
      'import.meta.dirname': JSON.stringify(new URL('../../test/client', import.meta.url).pathname),
    },
  });
  await import(pathToFileURL(outfile.pathname));
} finally {
  rmSync(outfile, { force: true });
}
