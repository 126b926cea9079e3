import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord } from '../../platform/read-object.js';
import { sessionFolderName, stateFolder } from './journal.js';

/**
 * What our own hook saw when the dialog closed, as a second witness beside the transcript. `answers`: shown question →
 * answer that the model was told; `taken`: those that the dialog took, absent in older clients. `session_pid`: the session's client at that time, 0 if no SessionStart was seen. `client_pid`: the client
 * that ran the hook.
 */
export interface WitnessNote {
  readonly call: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly taken?: Readonly<Record<string, string>>;
  readonly client_pid: number;
  readonly session_pid: number;
  readonly entrypoint: string;
  readonly attended: boolean;
  readonly ts: string;
}

/**
 * A command that the person typed instead of answering a dialog. It counts once the transcript shows that the prompt
 * was blocked.
 */
export interface TypedNote {
  readonly id: string;
  readonly verb: TypedVerb;
  /** Our line in place of the prompt, as the client records it. */
  readonly reason: string;
  readonly client_pid: number;
  readonly ts: string;
}

/** `trust`: its id is the state of the memory as the person read it. */
export type TypedVerb = 'keep' | 'pin' | 'drop' | 'show' | 'trust';

/** The client that a session runs in. */
export interface SessionClient {
  /** 0 where unknown. */
  readonly pid: number;
  readonly ended: boolean;
}

// Names below the folder of a session.
export const clientName = 'client.json';
/** Answers that were carried out and are tested again; its being there is what a hook looks at. */
export const carriedName = 'carried.json';
/** Lines that the next hook shows to the person. */
export const tellName = 'tell.txt';
/** How far the person has read a memory that nobody trusts. */
export const trustPageName = 'trust.json';
/** The clause that is offered as a rule, as the Stop hook found it. */
export const standingName = 'standing.txt';
/** What the band needs to know of the session; without it, none is drawn. */
export const bandName = 'band.json';
/** The mod says in it that the band is drawn, and empties it when our program cannot be run. */
export const drawnName = 'band.txt';
export const typedFolder = 'typed';

/** The client chose the id of a call, so it is not used in a path directly. */
export function witnessName(call: string): string {
  return `answers/${sessionFolderName(call)}.json`;
}

export function shownName(id: string): string {
  return `shown/${sessionFolderName(id)}.txt`;
}

export function typedName(id: string): string {
  return `${typedFolder}/${sessionFolderName(id)}.json`;
}

/** `damaged`: the note exists but cannot be read. */
export function readWitness(
  own: string,
  session: string,
  call: string,
): WitnessNote | 'damaged' | undefined {
  let text: string;
  try {
    text = readFileSync(join(stateFolder(own, session), witnessName(call)), 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'damaged';
  }
  const note = parseRecord(text) as Partial<WitnessNote> | undefined;
  const isWhole =
    typeof note?.call === 'string' &&
    typeof note.answers === 'object' &&
    note.answers !== null &&
    typeof note.client_pid === 'number' &&
    typeof note.session_pid === 'number';
  return isWhole ? (note as WitnessNote) : 'damaged';
}

/** True if a hook of ours saw this session start. */
export function isHooked(own: string, session: string): boolean {
  return existsSync(join(stateFolder(own, session), clientName));
}

/** The question as our dialog or a line of a hook showed it in this session; undefined if neither did. */
export function readShownQuestion(own: string, session: string, id: string): string | undefined {
  try {
    return readFileSync(join(stateFolder(own, session), shownName(id)), 'utf8');
  } catch {
    return undefined;
  }
}

export function parseTypedNote(text: string): TypedNote | undefined {
  const note = parseRecord(text) as Partial<TypedNote> | undefined;
  const isWhole =
    typeof note?.id === 'string' &&
    typeof note.verb === 'string' &&
    typeof note.reason === 'string' &&
    typeof note.ts === 'string';
  return isWhole ? (note as TypedNote) : undefined;
}
