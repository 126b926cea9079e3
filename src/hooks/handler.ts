import type { Fact } from '../observe/journal/journal.js';
import type { Overcome } from '../observe/journal/resolved-failures.js';
import type { Memory } from './memory-reader.js';
import type { Payload } from './payload.js';
import type { ProjectRecord } from './session-record.js';

/** A fact before `dispatch` adds its time. */
export type NewFact = Fact extends infer One ? (One extends Fact ? Omit<One, 'ts'> : never) : never;

/** What a hook asks for: what the model is told, what is written down, and nothing else. */
export interface Handled {
  /** Told to the model as additional context. */
  readonly context?: string;
  /** Why a tool call does not take place. */
  readonly deny?: string;
  /** One line for the person, who alone sees it. Only from a synchronous hook: the model reads that of an asynchronous one. */
  readonly system_message?: string;
  /** Why the person's prompt does not reach the model. The person reads this in its place; only of UserPromptSubmit. */
  readonly block?: string;
  readonly facts?: readonly NewFact[];
  /**
   * Names of files in the session's folder: this very process must make one of each list, or nothing here is done.
   * So a limit holds for parallel hooks, and however long the journal grew.
   */
  readonly claims?: readonly (readonly string[])[];
  /** Path below our own folder → text, or undefined for a file that goes. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  /** A good moment to forget what the oldest sessions left. */
  readonly tidy?: true;
  /** Arguments of our program, to be run in the background. */
  readonly start?: readonly string[];
  /** Asked when the facts above stand in the journal: among parallel hooks one is the second. */
  readonly next?: (session: Session) => Handled | undefined;
}

export type Handler = (
  payload: Payload,
  session: Session,
  settings: Settings,
) => Handled | undefined;

/** What a hook may know; each part is read when it is asked for, so that nothing is read for nothing. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly journal: () => readonly Fact[];
  /** Of another session. */
  readonly journalOf: (session: string) => readonly Fact[];
  /** Name of its folder, and of its record. */
  readonly folder: string;
  readonly folderOf: (session: string) => string;
  /** The project's memory, then the user's. */
  readonly memories: () => readonly Memory[];
  readonly overcome: (signal: string, fingerprint: string) => Overcome | undefined;
  /** Of the transcript, what no Stop hook has read yet: of more than 256 kB the first 32 and the last 224. */
  readonly unread: () => { readonly text: string; readonly offset: number };
  readonly project: () => Project;
  readonly page: (key: string) => unknown;
  /** Its own. */
  readonly record: () => ProjectRecord | undefined;
  /** Of the project's sessions, newest first. */
  readonly records: () => readonly ProjectRecord[];
  readonly isAlive: (pid: number) => boolean;
}

export interface Project {
  /** Name of its folder below `state/projects/`. */
  readonly key: string;
}

/** `config.json` of our own folder, and what was paused. */
export interface Settings {
  readonly paused: boolean;
  readonly archive: boolean;
  readonly page_cache: boolean;
  readonly review_pause_minutes: number;
  readonly client_pid: number;
  /** Does a person read along? Otherwise a program takes what is said last. */
  readonly attended: boolean;
}
