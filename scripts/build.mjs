// Bundles src/ into dist/, which a plugin installed from git runs as it is.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, relative } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

// Commander loads it for commands that are programs of their own, which ours are not; it costs 5 ms at every start.
const withoutChildProcess = {
  name: 'without-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('/commander/') ? { path: 'none', namespace: 'none' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {};' }));
  },
};

// Loading a dozen modules takes longer than a search, so this command is one file, and CommonJS.
const standaloneRecall = {
  name: 'standalone-recall',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]cli[\\/]command-table\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(
        "await import('../commands/sessions/recall.js')",
        "require('../recall.cjs')",
      );
      if (contents === source)
        throw new Error(
          'src/cli/command-table.ts no longer imports ../commands/sessions/recall.js',
        );
      return { contents, loader: 'ts' };
    });
  },
};

// Its CommonJS hides what it loads from a bundler.
const alias = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

const buildId = hashOfSources();

const options = {
  alias,
  write: false,
  outdir: 'dist',
  bundle: true,
  plugins: [withoutChildProcess, standaloneRecall],
  external: ['../recall.cjs'],
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  define: { VERSION: JSON.stringify(version), BUILD: JSON.stringify(buildId) },
};
// A hook is a process of its own for each event: it loads the file that begins, and then, with the code of an earlier run
// (src/hooks/warm.ts), what this event needs; of packages none.
const handlers = startingWith('// When: ', 'src/hooks/events');
const withDoor = Object.fromEntries(
  Object.keys(handlers).map((name) => [name, `with-door:${name}`]),
);
// The door and a handler are one file where the event is known before: each file costs a hundredth of a start.
const besideTheDoor = {
  name: 'beside-the-door',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^with-door:/ }, ({ path }) => ({
      path: path.replace('with-door:', ''),
      namespace: 'with-door',
    }));
    onLoad({ filter: /./, namespace: 'with-door' }, ({ path: name }) => ({
      contents: `export { hear } from './dispatch.js'; export { handle } from './events/${name}.js';`,
      resolveDir: 'src/hooks',
    }));
  },
};
// What few runs of a hook need is a file of its own, too: in other files a call loads it.
const apart = startingWith('// Apart: ', 'src/observe');
const loadedWhenCalled = {
  name: 'loaded-when-called',
  setup({ onResolve, onLoad }) {
    const names = Object.keys(apart);
    onResolve({ filter: new RegExp(`/(?:${names.join('|')})\\.js$`) }, ({ path }) => ({
      path: basename(path, '.js'),
      namespace: 'apart',
    }));
    onLoad({ filter: /./, namespace: 'apart' }, ({ path: name }) => ({
      contents: exportsOf(apart[name])
        .map((one) => `export const ${one} = (...args) => apart('${name}').${one}(...args);`)
        .join('\n'),
    }));
  },
};
// A fifth of a millisecond for nothing but the home folder's name.
const withoutOs = {
  name: 'without-os',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:os$/ }, () => ({ path: 'home', namespace: 'home' }));
    onLoad({ filter: /./, namespace: 'home' }, () => ({
      contents: `const name = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
        export const homedir = () => process.env[name] || process.getBuiltinModule('node:os').homedir();
        export default { homedir };`,
    }));
  },
};
const hookOptions = {
  ...options,
  plugins: [withoutOs, loadedWhenCalled, besideTheDoor],
  outExtension: { '.js': '.cjs' },
  format: 'esm',
  // See ascii below.
  charset: 'ascii',
  minify: true,
};
const starter = await build({
  ...hookOptions,
  entryPoints: { hook: 'src/hooks/main.ts' },
  // A Node too old for the program still reads the file, and then does nothing.
  target: 'node14',
});
const loadedByHooks = await build({
  ...hookOptions,
  entryPoints: Object.fromEntries(
    Object.entries({ door: 'src/hooks/dispatch.ts', ...withDoor, ...apart }).map(([name, path]) => [
      `hooks/${name}`,
      path,
    ]),
  ),
});
const hookOutputs = [starter, loadedByHooks].flatMap(({ metafile }) =>
  Object.values(metafile.outputs),
);
const foreign = [
  ...hookOutputs
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((path) => !/^(?:src\/|home:|apart:|with-door:)/.test(path)),
  ...hookOutputs
    .flatMap(({ imports }) => imports.map(({ path }) => path))
    .filter((path) => !isBuiltin(path)),
];
if (foreign.length > 0) throw new Error(`Expected hooks to load only Node's own, got ${foreign}`);
// The file that begins gives it to those that it loads.
const builtin = 'var builtin=process.getBuiltinModule||(process.getBuiltinModule=require);';
// The others begin with the build that they are of: an update writes one file after another.
const asHook = ({ path, text }, before) => ({
  path,
  contents: before + ascii(asCommonJs(text)),
});
const hookFiles = [
  ...starter.outputFiles.map((file) => asHook(file, builtin)),
  ...loadedByHooks.outputFiles.map((file) => asHook(file, `//${buildId}\n`)),
];
const largestHook = 64_000;
for (const { path, contents } of hookFiles)
  if (contents.length > largestHook)
    throw new Error(`Expected at most ${largestHook}, got ${contents.length}: ${path}`);

// By these doctor knows a copy of the plugin that lost some of it.
const programOptions = {
  ...options,
  define: { ...options.define, HOOK_FILES: JSON.stringify(hashesOfHooks()) },
};
const program = await build({
  ...programOptions,
  entryPoints: { cli: 'src/cli/main.ts' },
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  format: 'esm',
  banner: {
    // Dependencies in CommonJS call require() for Node's built-ins.
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
const recall = await build({
  ...programOptions,
  entryPoints: { recall: 'src/commands/sessions/recall.ts' },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
});

// Only now: a build that fails leaves the old one.
rmSync('dist', { recursive: true, force: true });
for (const { path, contents } of [...program.outputFiles, ...recall.outputFiles, ...hookFiles]) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
chmodSync('dist/cli.mjs', 0o755);
// SQLite looks for it beside itself.
writeFileSync(
  'dist/node-sqlite3-wasm.wasm',
  readFileSync('node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm'),
);

writeFileSync(
  'dist/third-party-licences.txt',
  licencesOf(Object.keys({ ...program.metafile.inputs, ...recall.metafile.inputs })),
);

/** Name → path of the modules of a folder that begin with these words. */
function startingWith(words, folder) {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [basename(name, '.ts'), `${folder}/${name}`])
      .filter(([, path]) => readFileSync(path, 'utf8').startsWith(words)),
  );
}

/**
 * An ES module costs a hook 3 ms; and what esbuild makes of one for CommonJS asks a module for a function at each call. Here
 * each is asked for once, of what Node has without looking for files of its name.
 */
function asCommonJs(text) {
  const names = new Map();
  const body = text
    .replace(/import\{([^}]*)\}from"([^"]+)";/g, (_, list, module) => {
      names.set(module, [...(names.get(module) ?? []), ...list.split(',')]);
      return '';
    })
    .replace(/export\{([^}]*)\};/g, (_, list) => list.split(',').map(exported).join(''));
  const left = /(?:^|;)(?:import|export)[ *{"][^;]{0,80}/m.exec(body)?.[0];
  if (left !== undefined) throw new Error(`Expected named imports and exports, got ${left}`);
  const imports = [...names].map(([module, list]) => {
    const used = list.filter((one) =>
      new RegExp(`(?<![\\w$])${one.split(' as ').at(-1).replaceAll('$', '\\$')}(?![\\w$])`).test(
        body,
      ),
    );
    return `var{${used.map((one) => one.replace(' as ', ':'))}}=builtin("${module.replace('node:', '')}");`;
  });
  return `${imports.join('')}${body}`;
}

function exported(name) {
  const [own, given = own] = name.split(' as ');
  return `exports.${given}=${own};`;
}

/** What esbuild leaves, in patterns: a text of ASCII alone is read in half the time. */
function ascii(text) {
  return text.replace(
    /[^\0-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The functions that a module exports. */
function exportsOf(path) {
  return [...readFileSync(path, 'utf8').matchAll(/^export (?:function|const) (\w+)/gm)].map(
    ([, name]) => name,
  );
}

function hashesOfHooks() {
  const written = ['hooks/hooks.json', 'hooks/start.sh'].map((path) => [path, readFileSync(path)]);
  const built = hookFiles.map(({ path, contents }) => [
    relative('.', path).replaceAll('\\', '/'),
    contents,
  ]);
  const hash = (contents) => createHash('sha256').update(contents).digest('hex');
  return Object.fromEntries([...written, ...built].map(([path, text]) => [path, hash(text)]));
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const { parentPath, name } of readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .sort((a, b) => (`${a.parentPath}/${a.name}` < `${b.parentPath}/${b.name}` ? -1 : 1)))
    hash.update(name).update(readFileSync(`${parentPath}/${name}`));
  return hash.digest('hex').slice(0, 16);
}
