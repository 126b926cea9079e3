import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { SessionFolders } from '../../../platform/folders.js';
import { makeOwnFolder, replaceFile } from '../../../platform/fs.js';
import type { Database, Engine, Row } from '../../recall/engine.js';
import { chooseEngine } from '../../recall/engine-wasm.js';
import { isObject, type Json } from '../turn.js';
import { type CopyState, copiesFolder, readCopyState, storesIn } from './find.js';
import { copyStore, sizeOf, stampOf } from './store-copy.js';

type Trouble = CopyState['troubles'][string];

/**
 * Brings our files of opencode's sessions up to date: one for each, replaced whole when the session changed, removed when
 * it was. Nothing is done while the database is as it was. Never throws for what is in it.
 */
export async function updateCopies(
  { opencode, home }: SessionFolders,
  chosen?: Engine,
): Promise<void> {
  if (opencode === undefined || home === undefined) return;
  const before = readCopyState(home);
  const stores = storesIn(opencode);
  if (stores.length === 0 && Object.keys(before.stores).length === 0) return;
  const isNews = (file: string) =>
    before.stores[file] !== `${stampOf(file)} ${sizeOf(`${file}-wal`)}`;
  if (stores.every((file) => !isNews(file))) return;
  const folder = copiesFolder(home);
  makeOwnFolder(home);
  makeOwnFolder(folder);
  const scratch = mkdtempSync(path.join(folder, 'copy-'));
  const made: {
    stores: Record<string, string>;
    sessions: Record<string, string>;
    troubles: Record<string, Trouble>;
  } = { stores: {}, sessions: {}, troubles: {} };
  try {
    for (const file of stores) {
      const engine = chosen ?? chooseEngine();
      const copy = path.join(scratch, 'copy.db');
      const found = await readStore(file, copy, engine, {
        folder,
        before,
        sessions: made.sessions,
      });
      if (found.stamp !== undefined) made.stores[file] = found.stamp;
      if (found.trouble === undefined) continue;
      made.troubles[file] = found.trouble;
      // What was copied before stays.
      Object.assign(made.sessions, before.sessions);
    }
    for (const id of Object.keys(before.sessions))
      if (made.sessions[id] === undefined) rmSync(fileOf(folder, id), { force: true });
    replaceFile(path.join(folder, 'state.json'), `${JSON.stringify(made)}\n`, { mode: 0o600 });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Target {
  readonly folder: string;
  readonly before: CopyState;
  readonly sessions: Record<string, string>;
}

async function readStore(
  file: string,
  copy: string,
  engine: Engine,
  target: Target,
): Promise<{ stamp?: string; trouble?: Trouble }> {
  const copied = await copyStore(file, copy, (whole) => isWhole(engine, whole));
  if (typeof copied === 'string') return { trouble: copied };
  const database = await openCopy(engine, copy);
  try {
    if (!hasShape(database)) return { ...copied, trouble: 'unknown' };
    writeSessions(database, target);
    return copied;
  } catch {
    return { ...copied, trouble: 'unknown' };
  } finally {
    database.close();
  }
}

/** No shared memory is asked for. Only who may write reads a WAL without it, and the copy is ours. */
export async function openCopy(engine: Engine, copy: string): Promise<Database> {
  const database = await engine.open(copy, { mode: 'write', work: 'little' });
  database.exec('pragma locking_mode = exclusive');
  return database;
}

export async function isWhole(engine: Engine, copy: string): Promise<boolean> {
  let database: Database | undefined;
  try {
    database = await openCopy(engine, copy);
    return Object.values(database.prepare('pragma quick_check').all()[0] ?? {})[0] === 'ok';
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

const shape = {
  session: ['id', 'directory', 'time_created', 'time_updated'],
  message: ['id', 'session_id', 'time_created', 'data'],
  part: ['id', 'message_id', 'session_id', 'time_created', 'data'],
} as const;

function columnsOf(database: Database, table: string): unknown[] {
  return database
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name);
}

function hasShape(database: Database): boolean {
  return Object.entries(shape).every(([table, needed]) => {
    const columns = columnsOf(database, table);
    return needed.every((name) => columns.includes(name));
  });
}

function writeSessions(database: Database, { folder, before, sessions }: Target): void {
  const counted = (table: string) =>
    new Map(
      database
        .prepare(
          `select session_id, count(*) as n, max(time_updated) as t from ${table} group by session_id`,
        )
        .all()
        .map(({ session_id, n, t }) => [session_id, `${n} ${t}`]),
    );
  const [messages, parts] = [counted('message'), counted('part')];
  for (const session of database.prepare('select * from session').all()) {
    const id = String(session.id);
    if (!/^[\w-]{1,100}$/.test(id)) continue;
    const key = `${session.time_updated} ${messages.get(id)} ${parts.get(id)}`;
    sessions[id] = key;
    const file = fileOf(folder, id);
    if (before.sessions[id] === key && existsSync(file)) continue;
    replaceFile(file, textOf(database, session), { mode: 0o600 });
  }
}

function fileOf(folder: string, id: string): string {
  return path.join(folder, `${id}.jsonl`);
}

/** The head, then each part of the finished messages, in their order. */
function textOf(database: Database, session: Row): string {
  const {
    id,
    parent_id = null,
    directory,
    title = null,
    version = null,
    permission = null,
  } = session;
  const head = { type: 'opencode_session', id, parent_id, directory, title, version, permission };
  const lines = [JSON.stringify({ ...head, timestamp: timeOf(session.time_created) })];
  const messages = database
    .prepare('select id, data from message where session_id = ? order by time_created, id')
    .all(String(id));
  const partsOf = database.prepare(
    'select id, time_created, data from part where message_id = ? order by id',
  );
  for (const [index, { id: message_id, data }] of messages.entries()) {
    const message = objectIn(data);
    // The last answer may still be written; earlier ones that were broken off are not.
    if (index === messages.length - 1 && isOpen(message)) break;
    for (const part of partsOf.all(String(message_id)))
      lines.push(
        JSON.stringify({
          type: 'opencode_part',
          message_id,
          part_id: part.id,
          timestamp: timeOf(part.time_created),
          message: withoutBulk(message),
          part: lean(objectIn(part.data)),
        }),
      );
  }
  return `${lines.join('\n')}\n`;
}

function isOpen({ role, time, error }: Json): boolean {
  const isDone = isObject(time) && time.completed !== undefined;
  return role === 'assistant' && !isDone && error === undefined;
}

function objectIn(data: unknown): Json {
  const value: unknown = JSON.parse(String(data));
  return isObject(value) ? value : {};
}

function timeOf(milliseconds: unknown): string | undefined {
  return typeof milliseconds === 'number' ? new Date(milliseconds).toISOString() : undefined;
}

function withoutBulk({ role, parentID, summary, path, modelID, time }: Json): Json {
  return { role, parentID, ...(summary === true && { summary }), path, modelID, time };
}

/** Without what a tool's result repeats: of the rest only the exit status is read. */
function lean(part: Json): Json {
  if (!isObject(part.state)) return part;
  const { metadata, attachments, ...state } = part.state;
  const exit = isObject(metadata) ? metadata.exit : undefined;
  return { ...part, state: { ...state, metadata: { exit } } };
}
