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
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { throughDoors, withoutDoors } from './doors.mjs';
import { licencesOf } from './licences.mjs';

/** dist/hooks/NAME.cjs → the client's event, and the modules of src/hooks whose `handle` answers it, in this order. */
const hookBundles = {
  'session-start': [
    'SessionStart',
    [
      'events/session-start',
      'events/inbox',
      'events/recheck-approvals',
      'events/compile-behind',
      'events/restart-worker',
      'events/start-consolidation',
      'events/weekly-line',
      'events/fetch-user-memory',
      'events/install-answers',
    ],
  ],
  'user-prompt-submit': [
    'UserPromptSubmit',
    ['events/user-prompt-submit', 'events/suggest-earlier-session'],
  ],
  'post-ask-user-question': ['PostToolUse', ['events/post-ask-user-question']],
  'pre-web-fetch': ['PreToolUse', ['events/pre-web-fetch']],
  'post-tool-use': [
    'PostToolUse',
    ['events/post-tool-use', 'events/inbox', 'guards/override-count'],
  ],
  'file-changed': ['FileChanged', ['events/inbox']],
  'post-web-fetch': ['PostToolUse', ['events/post-web-fetch']],
  'post-tool-use-failure': [
    'PostToolUseFailure',
    ['events/post-tool-use-failure', 'guards/override-count', 'guards/duty-undone'],
  ],
  'subagent-start': ['SubagentStart', ['events/subagent-start']],
  stop: ['Stop', ['events/stop', 'events/recheck-approvals']],
  'session-end': [
    'SessionEnd',
    [
      'events/session-end',
      'events/recheck-approvals',
      'events/restart-worker',
      'events/weekly-line',
    ],
  ],
  'post-compact': ['PostCompact', ['events/post-compact']],
  'prompt-guards': ['UserPromptSubmit', []],
  'pre-shell': ['PreToolUse', []],
  'pre-edit': ['PreToolUse', []],
  'pre-agent': ['PreToolUse', []],
  'pre-question': ['PreToolUse', []],
  'post-guards': ['PostToolUse', []],
  'pre-compact': ['PreCompact', []],
};
/** The only packages of a hook: the parser of shell commands, which starts where a guard's words occur. */
const packagesOfHooks = { 'pre-shell': 'node_modules/unbash/', 'pre-edit': 'node_modules/unbash/' };

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const buildId = hashOfSources();

const withoutSignalHandlers = {
  name: 'without-signal-handlers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^signal-exit$/ }, () => ({ path: 'signal-exit', namespace: 'none' }));
    onLoad({ filter: /^signal-exit$/, namespace: 'none' }, () => ({
      contents: 'module.exports = () => () => {};',
    }));
  },
};

const options = {
  write: false,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  // The lock's library would catch Ctrl-C in JavaScript, which long work never lets run. A lock whose owner died is free.
  plugins: [withoutDoors, withoutSignalHandlers],
  define: { VERSION: JSON.stringify(version), BUILD: JSON.stringify(buildId) },
};

/** What runs in a paused project too: the witness of an answer, its tests, and the guards that a person set. */
const unpaused = new Set(['events/post-ask-user-question', 'events/recheck-approvals']);

// Guards follow in the order of their table.
for (const { name, hooks } of await guardTable()) {
  unpaused.add(`guards/${name}`);
  for (const hook of hooks) hookBundles[hook][1].push(`guards/${name}`);
}

const hookOptions = { ...options, format: 'cjs', outExtension: { '.js': '.cjs' } };
const starter = await build({
  ...hookOptions,
  entryPoints: { hook: 'src/hooks/main.ts' },
});
const events = await Promise.all(
  Object.entries(hookBundles).map(([name, [event, handlers]]) =>
    build({
      ...hookOptions,
      stdin: {
        sourcefile: `src/hooks/${name}.entry`,
        resolveDir: 'src/hooks',
        contents: [
          `import { dispatch } from './dispatch.js';`,
          ...handlers.map((path, at) => `import { handle as handle${at} } from './${path}.js';`),
          `dispatch('${event}', [${handlers.map((_, at) => `handle${at}`)}], [${handlers.flatMap((path, at) => (unpaused.has(path) ? `handle${at}` : []))}]);`,
        ].join('\n'),
      },
      outdir: undefined,
      outfile: `dist/hooks/${name}.cjs`,
    }),
  ),
);
const hooks = [starter, ...events];
assertOnlyBuiltins(hooks);
const hookFiles = hooks.flatMap(({ outputFiles }) => outputFiles);

const programOptions = {
  ...options,
  entryPoints: { cli: 'src/cli/main.ts' },
  // Its CommonJS hides from a bundler what it loads.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  format: 'esm',
  banner: {
    // Dependencies in CommonJS call require() for Node's built-ins, and look for files beside themselves.
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;",
  },
};
const { metafile: apart } = await build(programOptions);
const shared = sharedByMost(apart);
const program = await build({
  ...programOptions,
  plugins: [oneChunkOf(shared, lazyEntries(apart, shared)), ...options.plugins],
});

// Only now: a build that fails leaves the old one.
rmSync('dist', { recursive: true, force: true });
for (const { path, contents } of [...named(program), ...hookFiles]) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
chmodSync('dist/cli.mjs', 0o755);
const wasm = 'node-sqlite3-wasm.wasm';
copyFileSync(`node_modules/node-sqlite3-wasm/dist/${wasm}`, `dist/chunks/${wasm}`);
writeFileSync(
  'dist/third-party-licences.txt',
  licencesOf([program, ...hooks].flatMap(({ metafile }) => Object.keys(metafile.inputs))),
);

/** What most of the commands that a person runs most load in any case. */
function sharedByMost(metafile) {
  const everyday = ['rules/list', 'rules/show', 'rules/add', 'memory/status', 'memory/compile'];
  const loaded = everyday.map((name) => loadedBy(`src/commands/${name}.ts`, metafile));
  const isShared = (path) => loaded.filter((all) => all.has(path)).length >= 3;
  return Object.keys(metafile.inputs).filter(
    (path) => /^src\/.*\.ts$/.test(path) && isShared(path),
  );
}

/** What is loaded later than the program itself, but for what its help and the server begin with. */
function lazyEntries(metafile, shared) {
  const early = ['cli/main', 'cli/program', 'cli/help-texts', 'mcp/server'].flatMap((name) => [
    ...loadedBy(`src/${name}.ts`, metafile),
  ]);
  const apart = new Set([...early, ...shared]);
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  return new Set(entries.filter((path) => /^src\//.test(path) && !apart.has(path)));
}

/** A source file and what it imports, at once and not lazily. */
function loadedBy(file, { inputs }) {
  const found = new Set([file]);
  for (const at of found)
    for (const { path, kind } of inputs[at].imports)
      if (kind === 'import-statement' && path in inputs) found.add(path);
  return found;
}

/**
 * For esbuild: every file of `shared` in one chunk. A chunk holds what the same entries reach, so that each entry is
 * made to reach them all; apart they would be forty files, each of which costs as much to open as 10 kB to read.
 */
function oneChunkOf(shared, entries) {
  const slashes = (path) => relative('.', path).replaceAll('\\', '/');
  return {
    name: 'one-chunk',
    setup(build) {
      const hasEffects = { sideEffects: true };
      build.onResolve({ filter: /^shared:/ }, () => ({
        path: 'all',
        namespace: 'shared',
        ...hasEffects,
      }));
      build.onLoad({ filter: /./, namespace: 'shared' }, () => ({
        contents: shared.map((path) => `import './${path.replace(/\.ts$/, '.js')}';`).join('\n'),
        resolveDir: '.',
      }));
      build.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path.replace(/\.js$/, '.ts'));
        return shared.includes(slashes(file)) ? { path: file, ...hasEffects } : undefined;
      });
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        if (!entries.has(slashes(path))) return undefined;
        const text = throughDoors(readFileSync(path, 'utf8'), slashes(path));
        return { contents: `import 'shared:all';\n${text}`, loader: 'ts' };
      });
    },
  };
}

/**
 * The chunks, each named after its first source instead of a hash. A chunk whose name follows its content renames all
 * that import it, so that one changed line would touch most files of dist/ in git.
 */
function named({ metafile, outputFiles }) {
  const isOurs = (path) => path.startsWith('src/');
  const names = Object.entries(metafile.outputs).flatMap(([path, { entryPoint, inputs }]) => {
    if (!path.startsWith('dist/chunks/')) return [];
    const sources = Object.keys(inputs).sort();
    // Without a source it holds what esbuild itself adds.
    const source = entryPoint ?? sources.find(isOurs) ?? sources[0] ?? 'bundler';
    const stem = source.replace(/^(?:src|node_modules)\//, '').replace(/\.[cm]?[jt]s$/, '');
    // An entry without code of its own leads to the chunk that has it.
    const kind = sources.length === 0 && entryPoint !== undefined ? '.entry' : '';
    return [[basename(path), `${stem.replace(/[^\w.]+/g, '-').replace(/^-|-$/g, '')}${kind}.mjs`]];
  });
  const renamed = new Map(names);
  if (new Set(renamed.values()).size < renamed.size) throw new Error('Two chunks have one name.');
  return outputFiles.map(({ path, text }) => ({
    path: join(dirname(path), renamed.get(basename(path)) ?? basename(path)),
    contents: text.replace(/[\w.-]+-[A-Z0-9]{8}\.mjs/g, (name) => renamed.get(name) ?? name),
  }));
}

async function guardTable() {
  const { outputFiles } = await build({
    ...options,
    entryPoints: ['src/store/built-in-guards.ts'],
    format: 'esm',
  });
  const text = encodeURIComponent(outputFiles[0].text);
  return (await import(`data:text/javascript,${text}`)).guardTable;
}

/** Hooks start at every event, so they load no package but those that are named above. */
function assertOnlyBuiltins(results) {
  for (const { metafile } of results) {
    const [output] = Object.keys(metafile.outputs);
    const allowed = packagesOfHooks[basename(output, '.cjs')] ?? 'src/';
    // What a door of observe/ names beside it is looked at too, and left out.
    const packages = Object.entries(metafile.outputs[output].inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path)
      .filter((path) => !path.startsWith('src/') && !path.startsWith(allowed));
    const loaded = Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports.map(({ path }) => path))
      .filter((path) => !isBuiltin(path));
    const foreign = [...packages, ...loaded];
    if (foreign.length > 0)
      throw new Error(`Expected hooks to load only built-ins, got ${foreign}`);
  }
}

function hashOfSources() {
  const hash = createHash('sha256');
  const paths = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('\\', '/'))
    .sort();
  for (const path of paths) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}
