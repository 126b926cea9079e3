// node bench/simulation/run.mjs [SEEDS]: how well the rules are chosen, in several worlds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'madness-simulation-'));
try {
  const outfile = join(folder, 'main.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    banner: {
      // Dependencies in CommonJS call require() for Node's built-ins.
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  await import(pathToFileURL(outfile));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
