// Bundles src/ into dist/, which a plugin installed from git runs as it is.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const { metafile, outputFiles } = await build({
  write: false,
  entryPoints: { cli: 'src/start.ts' },
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
  define: { VERSION: JSON.stringify(version), BUILD: JSON.stringify(hashOfSources()) },
  banner: {
    // Dependencies in CommonJS call require() for Node's built-ins; SQLite looks for its .wasm beside itself.
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;",
  },
});

// Only now: a build that fails leaves the old one.
rmSync('dist', { recursive: true, force: true });
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
chmodSync('dist/cli.mjs', 0o755);
const sqlite = 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm';
copyFileSync(sqlite, 'dist/chunks/node-sqlite3-wasm.wasm');

// One list of what is bundled, for the licences.
const packages = Object.keys(metafile.inputs)
  .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  .filter((name) => name !== undefined);
writeFileSync('dist/packages.json', `${JSON.stringify([...new Set(packages)].sort(), null, 2)}\n`);

function hashOfSources() {
  const hash = createHash('sha256');
  for (const { parentPath, name } of readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .sort((a, b) => (`${a.parentPath}/${a.name}` < `${b.parentPath}/${b.name}` ? -1 : 1)))
    hash.update(name).update(readFileSync(`${parentPath}/${name}`));
  return hash.digest('hex').slice(0, 16);
}
