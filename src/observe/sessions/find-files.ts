import { foldersOf, type SessionFolders } from '../../platform/folders.js';
import type { Found, Transcript } from '../transcript/agent.js';
import { agents } from '../transcript/agents.js';
import { type Copyable, firstLineIn, withoutCopies } from './dedupe.js';
import { statOf } from './stamp.js';

export type { Transcript } from '../transcript/agent.js';

/** Every transcript of every agent, each agent's sorted by path; of copies of one session the longest. */
export function findTranscripts(folders: SessionFolders | string): Found {
  const found = [...agents].reverse().map((agent) => agent.find(foldersOf(folders)));
  const transcripts = found.flatMap(({ transcripts }) => transcripts);
  return {
    transcripts: withoutCopies(transcripts, lookAt),
    problems: found.flatMap(({ problems }) => problems),
  };
}

function lookAt({ session, started_by, file }: Transcript): Copyable {
  return {
    session,
    started_by,
    size: () => statOf(file)?.size ?? 0,
    firstLine: () => firstLineIn(file),
  };
}
