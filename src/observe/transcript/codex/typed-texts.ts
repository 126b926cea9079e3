import path from 'node:path';
import { readPart } from '../../../platform/fs.js';
import { jsonIn } from '../../../platform/read-object.js';
import { isObject } from '../turn.js';

const maxBytes = 32 << 20;

/** What was typed in a session, by the client's `history.jsonl`: nothing that a program sent stands in it. */
export function typedTexts(file: string, session: string | undefined): ReadonlySet<string> {
  const home = /^(.*)[\\/](?:archived_)?sessions[\\/]/.exec(file)?.[1];
  if (home === undefined || session === undefined) return new Set();
  const text = readPart(path.join(home, 'history.jsonl'), maxBytes)?.bytes.toString('utf8') ?? '';
  const lines = text.split('\n').filter((line) => line.includes(session));
  return new Set(
    lines.flatMap((line) => {
      const entry = jsonIn(line);
      const isOurs = isObject(entry) && entry.session_id === session;
      return isOurs && typeof entry.text === 'string' ? [entry.text.trim()] : [];
    }),
  );
}
