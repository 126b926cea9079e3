import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Transcript } from '../../observe/transcript.js';

/** The transcripts below a folder. The caller takes them as one project's, for measurements and checks on a server. */
export function transcriptsBelow(folder: string): Transcript[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      const starter = /(?:^|[/\\])([^/\\]+)[/\\]subagents[/\\]/.exec(name)?.[1];
      return {
        agent: 'claude',
        session: basename(name, '.jsonl'),
        file,
        slug: basename(dirname(file)),
        started_by: starter,
      };
    });
}
