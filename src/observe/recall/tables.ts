import { sep } from 'node:path';
import { slugOf } from '../sessions/project-folder.js';
import {
  type Chunks,
  type SaidPlace,
  saidColumns,
  type WindowPlace,
  windowColumns,
} from './chunks.js';
import type { Database, Row, Statement, Value } from './engine.js';
import { type Ledger, version } from './sources.js';

/** Tells our database from any other. */
const application = 0x6d61646e;

/** A transcript in the tables. Times in milliseconds since 1970. */
export interface IndexedFile {
  /** Relative to the configuration folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
  /** The session that its passages count for. An agent counts for the session that started it. */
  readonly session: string;
  /** The project's root; see `projectRoot`. Empty if unknown. */
  readonly root: string;
  readonly cwd: string;
  /** The folder below `projects/` that names the project if `cwd` does not; see `belongs`. Otherwise empty. */
  readonly filed: string;
  /** The session that its agent can resume; empty if it cannot be resumed. */
  readonly resume: string;
  readonly first: number;
  readonly last: number;
  /** The client's own; empty without one. */
  readonly title: string;
}

/** A row of a full-text table: the higher the score, the better. */
export interface Hit {
  readonly file: number;
  readonly row: number;
  readonly score: number;
}

export type Table = 'said' | 'windows';

// Bytes gathered in memory before a piece of the index is written: fewer pieces are faster to ask.
const batchBytes = 32 << 20;
/** The rows of a transcript are contiguous, so a row number identifies its file. */
const rowsPerFile = 2 ** 20;

export function createTables(database: Database): void {
  // The tables keep no text: snippets are read from the transcripts.
  const fullText = "content='', contentless_delete=1, tokenize='porter unicode61', detail=full";
  database.exec(`
    create table file (
      id integer primary key, path text not null unique, bytes integer not null, modified real not null,
      session text not null, root text not null, cwd text not null, filed text not null, resume text not null,
      first real not null, last real not null, title text not null, said integer not null, windows integer not null
    );
    create table place (file integer primary key, places blob not null);
    create virtual table said using fts5 (text, ${fullText});
    create virtual table windows using fts5 (text, ${fullText});
    insert into said(said, rank) values ('hashsize', ${batchBytes});
    insert into windows(windows, rank) values ('hashsize', ${batchBytes});
    pragma application_id = ${application};
    pragma user_version = ${version};
  `);
}

/** `older`: written by another version of ours. Throws for a foreign database. */
export function stateOf(database: Database): 'empty' | 'ours' | 'older' {
  if (numberOf(database, 'pragma application_id') === application) {
    return numberOf(database, 'pragma user_version') === version ? 'ours' : 'older';
  }
  if (numberOf(database, 'select count(*) from sqlite_schema') === 0) return 'empty';
  throw new Error('a database of another program');
}

function numberOf(database: Database, sql: string): Value | undefined {
  return Object.values(database.prepare(sql).all()[0] ?? {})[0];
}

/** The sources that the tables were made from. */
export function sourceListIn(database: Database): Ledger {
  const rows = database.prepare('select path, bytes, modified from file').all();
  return new Map(
    rows.map(({ path, bytes, modified }) => [
      path as string,
      [bytes as number, modified as number] as const,
    ]),
  );
}

export interface Writer {
  readonly add: (file: IndexedFile, units: Chunks) => void;
  readonly remove: (path: string) => void;
}

export function writerOf(database: Database): Writer {
  const find = database.prepare('select id, said, windows from file where path = ?');
  const newest = database.prepare('select coalesce(max(id), 0) as id from file');
  const insert = database.prepare(
    'insert into file values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  // Node 22 takes bytes of length zero for null.
  const insertPlaces = database.prepare("insert into place values (?, ifnull(?, x''))");
  const forget = [
    database.prepare('delete from file where id = ?'),
    database.prepare('delete from place where file = ?'),
  ];
  const rows = { said: rowWriter(database, 'said'), windows: rowWriter(database, 'windows') };
  let newestId = newest.all()[0]?.id as number;
  const remove = (path: string): void => {
    const found = find.all(path)[0];
    if (found === undefined) return;
    const id = found.id as number;
    for (const table of ['said', 'windows'] as const) {
      rows[table].remove(id, found[table] as number);
    }
    for (const statement of forget) statement.run(id);
  };
  const add = (file: IndexedFile, units: Chunks): void => {
    remove(file.path);
    const id = ++newestId;
    const { path, bytes, modified, session, root, cwd, filed, resume, first, last, title } = file;
    const said = rows.said.add(id, units.said);
    const windows = rows.windows.add(id, units.windows);
    const { buffer, byteOffset, byteLength } = units.places;
    const about = [path, bytes, modified, session, root, cwd, filed, resume, first, last, title];
    insert.run(id, ...about, said, windows);
    insertPlaces.run(id, new Uint8Array(buffer, byteOffset, byteLength));
  };
  return { add, remove };
}

function rowWriter(
  database: Database,
  table: Table,
): {
  add: (file: number, texts: readonly string[]) => number;
  remove: (file: number, count: number) => void;
} {
  const insert = database.prepare(`insert into ${table}(rowid, text) values (?, cast(? as text))`);
  const remove = database.prepare(`delete from ${table} where rowid = ?`);
  return {
    add: (file, texts) => {
      const count = Math.min(texts.length, rowsPerFile);
      for (let row = 0; row < count; row++) {
        // Bytes go into the engine in one piece, a string unit by unit.
        insert.run(file * rowsPerFile + row, Buffer.from(texts[row] as string));
      }
      return count;
    },
    remove: (file, count) => {
      for (let row = 0; row < count; row++) remove.run(file * rowsPerFile + row);
    },
  };
}

export interface Scope {
  /** Only this project: its root, folders below it, and its worktrees. */
  readonly root?: string | undefined;
  /** Only files with text in this interval, end exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Finds the rows of a table that an FTS5 expression gets the best scores from, best first, by BM25. */
export function matcher(
  database: Database,
  table: Table,
  scope: Scope,
  limit: number,
): (expression: string) => Hit[] {
  const { condition, values } = conditionOf(scope);
  const inScope =
    condition === '' ? '' : `and (rowid >> 20) in (select id from file where ${condition})`;
  // Sorted here: with `order by rank` FTS5 carries the position of every word along.
  const statement = database.prepare(
    `select rowid as id, bm25(${table}) as rank from ${table} where ${table} match ? ${inScope} order by 2 limit ${limit}`,
  );
  return (expression) =>
    statement
      .all(expression, ...values)
      .map(({ id, rank }) => ({ ...placeOfRow(id as number), score: -(rank as number) }));
}

/** Counts the rows of `windows` that an FTS5 expression matches: all that is in the tables is in some window. */
export function counter(database: Database): (expression: string) => number {
  const statement = database.prepare('select count(*) as count from windows where windows match ?');
  return (expression) => statement.all(expression)[0]?.count as number;
}

/** The rows of some files that hold a word: one scan, because single look-ups by row are slow. */
export function rowsWith(
  database: Database,
  table: Table,
  files: ReadonlySet<number>,
): (expression: string) => Omit<Hit, 'score'>[] {
  const statement = database.prepare(
    `select rowid as id from ${table} where ${table} match ? and (rowid >> 20) in (${[...files].join(',')})`,
  );
  return (expression) => statement.all(expression).map(({ id }) => placeOfRow(id as number));
}

function placeOfRow(id: number): Omit<Hit, 'score'> {
  return { file: Math.floor(id / rowsPerFile), row: id % rowsPerFile };
}

export function filesOfSession(database: Database, session: string): number[] {
  const rows = database.prepare('select id from file where session = ?').all(session);
  return rows.map(({ id }) => id as number);
}

export function countWindows(database: Database): number {
  return numberOf(database, 'select coalesce(sum(windows), 0) from file') as number;
}

export function sessionsOf(
  database: Database,
  files: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const sql = `select id, session from file where id in (${[...files].join(',')})`;
  const rows = database.prepare(sql).all();
  return new Map(rows.map(({ id, session }) => [id as number, session as string]));
}

function conditionOf({ root, from, to }: Scope): { condition: string; values: Value[] } {
  const parts: [string, ...Value[]][] = [];
  if (root !== undefined) {
    const inside = root.endsWith(sep) ? root : root + sep;
    // The engine counts whole characters, a string its halves.
    const { length } = [...inside];
    parts.push([
      '(root = ? or substr(root, 1, ?) = ? or substr(cwd, 1, ?) = ? or filed = ?)',
      ...[root, length, inside, length, inside, slugOf(root)],
    ]);
  }
  if (from !== undefined) parts.push(['last >= ?', from]);
  if (to !== undefined) parts.push(['first < ?', to]);
  return {
    condition: parts.map(([sql]) => sql).join(' and '),
    values: parts.flatMap(([, ...values]) => values),
  };
}

export interface StoredFile extends IndexedFile {
  readonly id: number;
  readonly said: number;
  readonly windows: number;
}

/** Newest first. */
export function filesIn(database: Database, scope: Scope): StoredFile[] {
  const { condition, values } = conditionOf(scope);
  const where = condition === '' ? '' : `where ${condition}`;
  const sql = `select ${fileColumns} from file ${where} order by last desc, path`;
  return database
    .prepare(sql)
    .all(...values)
    .map(fileOf);
}

export interface FileReader {
  readonly file: (id: number) => StoredFile;
  readonly places: (id: number) => Places;
}

export interface Places {
  readonly saidCount: number;
  readonly said: (row: number) => SaidPlace;
  readonly window: (row: number) => WindowPlace;
}

export function fileReader(database: Database): FileReader {
  const about = once(database.prepare(`select ${fileColumns} from file where id = ?`), fileOf);
  const places = once(
    database.prepare('select said, places from file join place on file = id where id = ?'),
    placesOf,
  );
  return { file: about, places };
}

const fileColumns =
  'id, path, bytes, modified, session, root, cwd, filed, resume, first, last, title, said, windows';

function fileOf(row: Row): StoredFile {
  return row as unknown as StoredFile;
}

function placesOf(row: Row): Places {
  const saidCount = row.said as number;
  const bytes = row.places as Uint8Array;
  // A blob may start anywhere in memory, a column of numbers may not.
  const numbers = new Float64Array(bytes.slice().buffer);
  const number = (at: number): number => numbers[at] ?? 0;
  return {
    saidCount,
    said: (index) => {
      const at = index * saidColumns;
      return {
        offset: number(at),
        line: number(at + 1),
        time: number(at + 2),
        turn: number(at + 3),
        window: number(at + 4),
        last_window: number(at + 5),
      };
    },
    window: (index) => {
      const at = saidCount * saidColumns + index * windowColumns;
      return { offset: number(at), line: number(at + 1), time: number(at + 2) };
    },
  };
}

function once<T>(statement: Statement, make: (row: Row) => T): (id: number) => T {
  const seen = new Map<number, T>();
  return (id) => {
    const known = seen.get(id);
    if (known !== undefined) return known;
    const row = statement.all(id)[0];
    if (row === undefined) throw new Error(`the index names file ${id} and does not hold it`);
    const made = make(row);
    seen.set(id, made);
    return made;
  };
}
