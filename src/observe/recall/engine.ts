import { nodeEngine } from './engine-node.js';

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

/** One for each engine: two must not write one file. */
export const databaseFiles = { node: 'recall.db', wasm: 'recall-wasm.db' } as const;

export interface Engine {
  /** In our own folder. */
  readonly file: string;
  readonly open: (path: string, use: Use) => Promise<Database>;
}

export interface Use {
  readonly mode: 'read' | 'write';
  /** What the process will do with it: much, or answer one question. */
  readonly work: 'much' | 'little';
}

/** `node:sqlite` where the running Node has it with full-text search, else SQLite as WebAssembly. */
export async function chooseEngine(): Promise<Engine> {
  return nodeEngine() ?? (await import('./engine-wasm.js')).wasmEngine;
}
