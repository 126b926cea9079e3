import fs from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { databaseFiles } from '../../platform/folders.js';
import { type Database, type Engine, nodeEngine, type Row, type Use } from './engine.js';

type Sqlite = typeof import('node-sqlite3-wasm');

/** SQLite of the running Node where it can search full texts, else SQLite as WebAssembly. */
export function chooseEngine(): Engine {
  return nodeEngine() ?? wasmEngine;
}

export const wasmEngine: Engine = {
  file: databaseFiles.wasm,
  open: async (path, { mode, work }) => {
    loading ??= load(work);
    const { Database: WasmDatabase } = await loading;
    return wrapped(withoutLocks(() => new WasmDatabase(path, { readOnly: mode === 'read' })));
  },
};

let loading: Promise<Sqlite> | undefined;

async function load(work: Use['work']): Promise<Sqlite> {
  // Optimising the machine code pays where much is written, not where one question is asked.
  if (work === 'little') setFlagsFromString('--liftoff-only');
  const loaded: Sqlite & { default?: Sqlite } = await import('node-sqlite3-wasm');
  return loaded.default ?? loaded;
}

function wrapped(database: InstanceType<Sqlite['Database']>): Database {
  const statements = new Set<{ finalize(): void }>();
  return {
    exec: (sql) => withoutLocks(() => database.exec(sql)),
    prepare: (sql) => {
      const statement = withoutLocks(() => database.prepare(sql));
      statements.add(statement);
      return {
        run: (...values) => {
          withoutLocks(() => statement.run([...values]));
        },
        all: (...values) => withoutLocks(() => statement.all([...values])) as Row[],
      };
    },
    close: () =>
      withoutLocks(() => {
        for (const statement of statements) statement.finalize();
        database.close();
      }),
  };
}

/**
 * Disables locks. The engine locks a file by a folder beside it, for reading too: readers would block each other, and a
 * killed one would block everyone. No lock is needed, because files are never written once they are visible.
 */
function withoutLocks<T>(work: () => T): T {
  const calls: { mkdirSync: unknown; rmdirSync: unknown } = fs;
  const { mkdirSync, rmdirSync } = fs;
  calls.mkdirSync = () => undefined;
  calls.rmdirSync = () => undefined;
  try {
    return work();
  } finally {
    calls.mkdirSync = mkdirSync;
    calls.rmdirSync = rmdirSync;
  }
}
