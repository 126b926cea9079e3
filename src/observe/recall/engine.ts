import process from 'node:process';
import { databaseFiles } from '../../platform/folders.js';

/** One open SQLite database, whichever engine runs it. Values: text, numbers, blobs, null. */
export interface Database {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => Statement;
  readonly close: () => void;
}

export interface Statement {
  readonly run: (...values: readonly Value[]) => void;
  readonly all: (...values: readonly Value[]) => readonly Row[];
}

export type Value = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, Value>>;

export interface Engine {
  /** A file name in our own folder. */
  readonly file: string;
  readonly open: (path: string, use: Use) => Promise<Database>;
}

export interface Use {
  readonly mode: 'read' | 'write';
  /** The expected work: much, or one question. */
  readonly work: 'much' | 'little';
}

/** The part of `node:sqlite` that we use; Node 20 has no types for it. */
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

/** Undefined if the running Node has no `node:sqlite` with full-text search. */
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
