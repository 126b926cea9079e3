import type { SessionClient } from '../observe/journal/answer-notes.js';
import type { Fact } from '../observe/journal/journal.js';
import type { Overcome } from '../observe/journal/resolved-failures.js';
import type { TrustEntry } from '../store/trust-file.js';
import type { ReflectionSettings } from '../worker/settings.js';
import type { Memory, Silent, UnreadRule } from './memory-reader.js';
import type { Payload } from './payload.js';
import type { ProjectRecord } from './session-record.js';

/** A fact before `dispatch` adds its time. */
export type NewFact = Fact extends infer One ? (One extends Fact ? Omit<One, 'ts'> : never) : never;

/** What a hook asks for: what the model is told, what is written down, and nothing else. */
export interface Handled {
  /** Told to the model as additional context. */
  readonly context?: string;
  /** What a session that begins changes in the file of trust. */
  readonly trust?: {
    readonly memory: string;
    readonly entry: TrustEntry;
    /** Hashes of wordings whose titles the person is shown now. */
    readonly named: readonly string[];
  };
  /** Why a tool call does not take place. */
  readonly deny?: string;
  /** What the person is asked before a tool call; a denial of another handler wins. */
  readonly ask?: string;
  /** What the tool gets instead of its input. */
  readonly input?: Payload;
  /** What the model sees instead of the tool's output, in the tool's own form. */
  readonly output?: Payload;
  /** Text that is printed as it stands, where an event takes nothing else. */
  readonly plain?: string;
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
  /** Path below our own folder → a line behind those that stand there. */
  readonly append?: Readonly<Record<string, string>>;
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
  /** The project's memory, then the user's: those that may be told. */
  readonly memories: () => readonly Memory[];
  /** Why the project's memory is not among them; undefined where it is, and where there is none. */
  readonly silent: () => Silent | undefined;
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
  /** The client that runs it. */
  readonly client: () => SessionClient;
  /** What a pending change says to the person; undefined where none of this id waits. */
  readonly pending: (id: string) => string | undefined;
  /** The text of an imported rule that no person has read; undefined for any other. */
  readonly unreadRule: (id: string) => UnreadRule | undefined;
  /** The question about a change as it was shown in this session; undefined where it was not. */
  readonly shown: (id: string) => string | undefined;
  /** Whether an answer of a session is still to be tested again. */
  readonly hasCarried: (session: string) => boolean;
  /** What became of an answer of a session, for the person. */
  readonly tell: (session: string) => string;
  /**
   * The command line of the process right below another one, on the way to this one; its words end with NUL. Empty where
   * that is no ancestor, undefined where the system tells nothing of ancestors.
   */
  readonly commandBelow: (pid: number) => string | undefined;
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
  /** Whether a standing instruction is offered as a rule. */
  readonly standing: boolean;
  readonly client_pid: number;
  /** How the client was started: `cli` in a terminal. */
  readonly entrypoint: string;
  /** Does a person read along? Otherwise a program takes what is said last. */
  readonly attended: boolean;
  /** Switches of guards: name → on, off, or the settings of one that is on. */
  readonly guards: Payload;
  /** Sessions are read in the background. */
  readonly reflection: ReflectionSettings;
  /** Where a share of the sessions is told nothing of rules: whether this one is. */
  readonly holdout: 'held' | 'told' | undefined;
  /** Our own folder. */
  readonly own: string;
}
