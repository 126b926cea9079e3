import { readFileSync } from 'node:fs';
import type { Source } from './sources.js';

/** Raised whenever what the tables hold changes its meaning: an older database is rebuilt. */
export const version = 7;

/** Path, bytes, and the time of the last change in milliseconds. */
export type Ledger = ReadonlyMap<string, readonly [bytes: number, modified: number]>;

/**
 * What a database was made from, as the text of the file beside it: where it is the same there is nothing new, and
 * the database need not be opened.
 */
export function ledgerText(sources: readonly Source[]): string {
  const files = sources.map(({ path, bytes, modified }) => [path, bytes, modified]);
  return `${JSON.stringify({ version, files })}\n`;
}

/** Empty where there is none. */
export function readLedgerText(database: string): string {
  try {
    return readFileSync(ledgerFile(database), 'utf8');
  } catch {
    return '';
  }
}

/** Beside its database. */
export function ledgerFile(database: string): string {
  return database.replace(/\.db$/, '.files.json');
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
