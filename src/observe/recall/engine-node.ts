import process from 'node:process';
import {
  type Database,
  databaseFiles,
  type Engine,
  type Row,
  type Use,
  type Value,
} from './engine.js';

/** What we use of `node:sqlite`; the types of Node 20 do not know it. */
interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readOnly: boolean },
  ) => {
    exec(sql: string): void;
    prepare(sql: string): { run(...values: Value[]): unknown; all(...values: Value[]): unknown[] };
    close(): void;
  };
}

export function nodeEngine(): Engine | undefined {
  const sqlite = loadQuietly();
  if (sqlite === undefined || !hasFullText(sqlite)) return undefined;
  return {
    file: databaseFiles.node,
    open: async (path, { mode }) => open(sqlite, path, mode),
  };
}

/** Some releases warn of an experiment whenever it is loaded: that is not the user's to know. */
function loadQuietly(): Sqlite | undefined {
  const builtin = (process as { getBuiltinModule?: (name: string) => unknown }).getBuiltinModule;
  if (builtin === undefined) return undefined;
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return builtin('node:sqlite') as Sqlite | undefined;
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function hasFullText(sqlite: Sqlite): boolean {
  const database = new sqlite.DatabaseSync(':memory:', { readOnly: false });
  try {
    const sql = "select sqlite_compileoption_used('ENABLE_FTS5') as used";
    return (database.prepare(sql).all()[0] as Row).used === 1;
  } finally {
    database.close();
  }
}

function open({ DatabaseSync }: Sqlite, path: string, mode: Use['mode']): Database {
  const database = new DatabaseSync(path, { readOnly: mode === 'read' });
  database.exec('pragma mmap_size = 1073741824');
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => {
          statement.run(...values);
        },
        all: (...values) => statement.all(...values) as Row[],
      };
    },
    close: () => database.close(),
  };
}
