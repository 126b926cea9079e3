import { join } from 'node:path';
import { readObject } from '../../platform/read-object.js';

/** Names of a session, kept after its transcript is gone. Secrets are masked. */
export interface SessionName {
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  /** The client's own summary, of the last compaction. */
  readonly compacted?: string;
}

/** Below our own folder; a file for each session. */
export const namesFolder = 'names';

export function namePath(session: string): string {
  return `${namesFolder}/${session}.json`;
}

/** The text of a session's file with `more` added; undefined for an invalid file name. */
export function nameText(own: string, session: string, more: SessionName): string | undefined {
  if (!/^[\w-]{1,100}$/.test(session)) return undefined;
  return `${JSON.stringify({ ...readName(own, session), ...more }, null, 2)}\n`;
}

/** Empty if nothing is kept, or the file is damaged. */
export function readName(own: string, session: string): SessionName {
  const { name, tags, summary, compacted } = readObject(join(own, namePath(session)));
  return {
    ...(typeof name === 'string' && { name }),
    ...(Array.isArray(tags) && { tags: tags.filter((tag) => typeof tag === 'string') }),
    ...(typeof summary === 'string' && { summary }),
    ...(typeof compacted === 'string' && { compacted }),
  };
}
