// Bundles src/ into dist/, which a plugin installed from git runs as it is.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { cli: 'src/cli.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  define: { VERSION: JSON.stringify(version) },
  banner: {
    // Dependencies in CommonJS call require() for Node's built-ins; SQLite looks for its .wasm beside itself.
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;",
  },
});

const sqlite = 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm';
copyFileSync(sqlite, 'dist/chunks/node-sqlite3-wasm.wasm');

// One list of what is bundled, for the licences.
const packages = Object.keys(metafile.inputs)
  .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  .filter((name) => name !== undefined);
writeFileSync('dist/packages.json', `${JSON.stringify([...new Set(packages)].sort(), null, 2)}\n`);
