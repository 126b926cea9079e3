import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Engine, nodeEngine } from '../../src/observe/recall/engine.js';
import { wasmEngine } from '../../src/observe/recall/engine-wasm.js';

const ofNode = nodeEngine();
/** What can run on this Node: SQLite as WebAssembly, and Node's own where it has one. */
export const engines: readonly (readonly [name: string, Engine])[] = [
  ['WebAssembly', wasmEngine],
  ...(ofNode === undefined ? [] : [['Node', ofNode] as const]),
];
export const engine: Engine = ofNode ?? wasmEngine;

interface Made {
  readonly id: string;
  readonly directory: string;
  readonly parent?: string;
  readonly permission?: string;
  /** The role, and what else the message holds, with its parts. */
  readonly messages: readonly (readonly [message: object, ...parts: readonly object[]])[];
}

export const user = { role: 'user' };
export const answer = { role: 'assistant', time: { completed: 1 } };

export function words(text: string, more = {}): object {
  return { type: 'text', text, ...more };
}

export function tool(name: string, input: object, state: object): object {
  return {
    type: 'tool',
    tool: name,
    callID: 'call',
    state: { status: 'completed', input, ...state },
  };
}

/** A store as opencode 1.2 and later keep it, with as much of its tables as is read. */
export async function makeStore(data: string, sessions: readonly Made[]): Promise<string> {
  const file = join(data, 'opencode', 'opencode.db');
  mkdirSync(dirname(file), { recursive: true });
  const database = await engine.open(file, { mode: 'write', work: 'little' });
  database.exec(`
    drop table if exists session; drop table if exists message; drop table if exists part;
    create table session (id text primary key, parent_id text, directory text not null, title text not null,
      version text not null, permission text, time_created integer not null, time_updated integer not null);
    create table message (id text primary key, session_id text not null, time_created integer not null,
      time_updated integer not null, data text not null);
    create table part (id text primary key, message_id text not null, session_id text not null,
      time_created integer not null, time_updated integer not null, data text not null);
  `);
  let time = Date.UTC(2026, 10, 26, 10);
  const add = (table: string, values: readonly (string | number | null)[]) =>
    database
      .prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`)
      .run(...values);
  for (const { id, directory, parent = null, permission = null, messages } of sessions) {
    add('session', [id, parent, directory, `Title of ${id}`, '1.18.33', permission, time, time]);
    for (const [at, [message, ...parts]] of messages.entries()) {
      const name = `msg_${id}_${String(at).padStart(3, '0')}`;
      add('message', [name, id, time, ++time, JSON.stringify(message)]);
      for (const [index, part] of parts.entries())
        add('part', [`prt_${name}_${index}`, name, id, time, ++time, JSON.stringify(part)]);
    }
  }
  database.close();
  return file;
}
