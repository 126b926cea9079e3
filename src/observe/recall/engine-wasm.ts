import { rmdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { type Database, databaseFiles, type Engine, type Row, type Use } from './engine.js';

type Sqlite = typeof import('node-sqlite3-wasm');

export const wasmEngine: Engine = {
  name: 'wasm',
  file: databaseFiles.wasm,
  open: async (path, { mode, work }) => {
    loading ??= load(work);
    const { Database: WasmDatabase } = await loading;
    return wrapped(new WasmDatabase(path, { readOnly: mode === 'read' }), path);
  },
};

let loading: Promise<Sqlite> | undefined;

async function load(work: Use['work']): Promise<Sqlite> {
  // Optimising the machine code pays where much is written, not where one question is asked.
  if (work === 'little') setFlagsFromString('--liftoff-only');
  const loaded: Sqlite & { default?: Sqlite } = await import('node-sqlite3-wasm');
  return loaded.default ?? loaded;
}

function wrapped(database: InstanceType<Sqlite['Database']>, path: string): Database {
  const statements = new Set<{ finalize(): void }>();
  return {
    exec: (sql) => unlocked(path, () => database.exec(sql)),
    prepare: (sql) => {
      const statement = unlocked(path, () => database.prepare(sql));
      statements.add(statement);
      return {
        run: (...values) => {
          unlocked(path, () => statement.run([...values]));
        },
        all: (...values) => unlocked(path, () => statement.all([...values])) as Row[],
      };
    },
    close: () => {
      for (const statement of statements) statement.finalize();
      database.close();
    },
  };
}

const attempts = 50;

/**
 * The engine locks a file by a folder beside it, for reading too, and one that was killed leaves it behind.
 * No file of ours is ever written once others can see it, so such a lock protects nothing: away with it.
 */
function unlocked<T>(path: string, work: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return work();
    } catch (error) {
      if (attempt === attempts || !/locked/.test(String(error))) throw error;
      try {
        rmdirSync(`${path}.lock`);
      } catch {
        // Its owner was quicker.
      }
    }
  }
}
