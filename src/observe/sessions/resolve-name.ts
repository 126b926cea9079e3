import path from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { foldersOf, type SessionFolders } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import { findTranscripts, type Transcript } from './find-files.js';
import { belongs, projectRoot } from './project-folder.js';
import { isAgent, type Peek, readPeek } from './sessions.js';
import { statOf } from './stamp.js';

/**
 * The transcript that `name` selects: its base name, its session id, or a unique prefix. Searches the project at `cwd`,
 * then everywhere. Throws with suggestions if none or several match.
 */
export function resolveSession(
  name: string,
  folders: SessionFolders | string,
  cwd: string,
): Transcript {
  const wanted = name.replace(/\.jsonl$/, '');
  const { transcripts } = findTranscripts(folders);
  if (transcripts.length === 0) {
    throw new MadnessError(faults.noTranscripts(path.join(foldersOf(folders).claude, 'projects')));
  }
  const root = projectRoot(cwd);
  const peeks = new Map<string, Peek>();
  const peek = (transcript: Transcript): Peek => {
    const seen = peeks.get(transcript.file) ?? readPeek(transcript.file);
    peeks.set(transcript.file, seen);
    return seen;
  };
  const ways: readonly ((transcript: Transcript) => boolean)[] = [
    ({ session }) => session === wanted,
    (transcript) => !isAgent(transcript) && peek(transcript).session_id === wanted,
    (transcript) => wanted !== '' && transcript.session.startsWith(wanted),
    (transcript) =>
      wanted !== '' &&
      !isAgent(transcript) &&
      (peek(transcript).session_id?.startsWith(wanted) ?? false),
  ];
  for (const fits of ways) {
    const everywhere = transcripts.filter(fits);
    const here = everywhere.filter((transcript) => belongs(transcript, peek(transcript), root));
    const candidates = here.length > 0 ? here : everywhere;
    const only = candidates[0];
    if (only === undefined) continue;
    if (candidates.length === 1) return only;
    // Files of different names that name one session are its copies: the longest tells most. Files of one name that are
    // copies were joined when they were found, so two that are left differ.
    const isCopied = new Set(candidates.map(({ session }) => session)).size === candidates.length;
    if (isCopied && candidates.every((one) => !isAgent(one) && peek(one).session_id === wanted))
      return candidates.reduce((most, one) => (sizeOf(one) > sizeOf(most) ? one : most));
    throw ambiguous(name, candidates, peek);
  }
  throw unknown(name, wanted, transcripts);
}

function sizeOf({ file }: Transcript): number {
  return statOf(file)?.size ?? 0;
}

function ambiguous(
  name: string,
  candidates: readonly Transcript[],
  peek: (transcript: Transcript) => Peek,
): MadnessError {
  const lines = candidates.slice(0, 5).map((transcript) => {
    const { cwd } = peek(transcript);
    return `${transcript.session}  ${cwd ?? transcript.slug}`;
  });
  return new MadnessError(faults.ambiguous(name, candidates.length, lines));
}

function unknown(name: string, wanted: string, transcripts: readonly Transcript[]): MadnessError {
  const near = transcripts
    .map(({ session }) => ({ session, likeness: likeness(session, wanted) }))
    .filter(({ likeness }) => likeness >= 0.5)
    .sort(
      (left, right) => right.likeness - left.likeness || (left.session < right.session ? -1 : 1),
    )
    .slice(0, 3)
    .map(({ session }) => session);
  return new MadnessError(faults.unknown(name, near.join(', ')));
}

/** Share of the wanted name's letter pairs that the other name has too. */
function likeness(name: string, wanted: string): number {
  const pairs = pairsOf(wanted.toLowerCase());
  const others = new Set(pairsOf(name.toLowerCase()));
  return pairs.length === 0 ? 0 : pairs.filter((pair) => others.has(pair)).length / pairs.length;
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
