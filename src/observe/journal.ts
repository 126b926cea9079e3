import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from './turn.js';

/** Where a session's journal lies, in our own folder. */
export function journalFile(own: string, session: string): string {
  return join(own, 'state', session, 'journal.jsonl');
}

/** The rules a session was shown, as type:id; undefined where it has no journal. */
export function readShown(own: string, session: string): ReadonlySet<string> | undefined {
  const text = readText(journalFile(own, session));
  if (text === undefined) return undefined;
  const rules = text
    .split('\n')
    .map(recordOn)
    .flatMap((record) => (record?.kind === 'shown' ? (record.rules as unknown) : []));
  return new Set(rules.filter((rule) => typeof rule === 'string'));
}

/** Torn lines and what is none of ours count for nothing. */
function recordOn(line: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
