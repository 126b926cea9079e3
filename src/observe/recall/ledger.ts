import { chmodSync, readFileSync } from 'node:fs';
import { replaceFile } from '../../files.js';
import type { Source } from './sources.js';

/** Raised whenever what the tables hold changes its meaning: an older database is rebuilt. */
export const version = 1;

/**
 * What the database was made from, in a file beside it: with nothing new the database need not be opened.
 * A row is a path, bytes, and the time of the last change in milliseconds.
 */
export type Ledger = ReadonlyMap<string, readonly [bytes: number, modified: number]>;

/** Empty where there is none, or one of another version. */
export function readLedger(file: string): Ledger {
  try {
    const ledger = JSON.parse(readFileSync(file, 'utf8')) as {
      version: number;
      files: [string, number, number][];
    };
    if (ledger.version !== version) return new Map();
    return new Map(ledger.files.map(([path, bytes, modified]) => [path, [bytes, modified]]));
  } catch {
    return new Map();
  }
}

export function writeLedger(file: string, sources: readonly Source[]): void {
  const files = sources.map(({ path, bytes, modified }) => [path, bytes, modified]);
  replaceFile(file, `${JSON.stringify({ version, files })}\n`);
  chmodSync(file, 0o600);
}

export interface Changes {
  readonly added: readonly Source[];
  readonly removed: readonly string[];
}

export function changesSince(ledger: Ledger, sources: readonly Source[]): Changes {
  const present = new Set(sources.map(({ path }) => path));
  return {
    added: sources.filter(({ path, bytes, modified }) => {
      const known = ledger.get(path);
      return known?.[0] !== bytes || known[1] !== modified;
    }),
    removed: [...ledger.keys()].filter((path) => !present.has(path)),
  };
}
