import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const repository = resolve(import.meta.dirname, '..');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly printed: string;
  readonly said: string;
}

export interface Program {
  /** Runs it with the arguments, in the environment of this process and `env`. */
  readonly start: (args: readonly string[], env: NodeJS.ProcessEnv) => Running;
  readonly remove: () => void;
}

export interface Running {
  readonly process: ChildProcess;
  readonly finished: Promise<Finished>;
}

/** Bundles the command-line program from its sources, to run it as processes that can meet or be killed. */
export async function bundleProgram(): Promise<Program> {
  const modules = join(repository, 'node_modules');
  mkdirSync(modules, { recursive: true });
  // Within node_modules, so that packages that are left out of the bundle are found.
  const folder = mkdtempSync(join(modules, '.madness-test-'));
  await build({
    entryPoints: { cli: join(repository, 'src', 'start.ts') },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    external: ['node-sqlite3-wasm'],
    define: { VERSION: '"0.0.0"', BUILD: '"test"' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return {
    start: (args, env) => start([join(folder, 'cli.mjs'), ...args], env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function start(args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
  let printed = '';
  let said = '';
  child.stdout.on('data', (data) => {
    printed += data;
  });
  child.stderr.on('data', (data) => {
    said += data;
  });
  const finished = new Promise<Finished>((settle) => {
    child.on('close', (code, signal) => settle({ code, signal, printed, said }));
  });
  return { process: child, finished };
}
