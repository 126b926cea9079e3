import type { SessionClient } from '../observe/journal/answer-notes.js';
import type { Fact } from '../observe/journal/journal.js';
import type { ResolvedFailure } from '../observe/journal/resolved-failures.js';
import type { ProjectRecord } from '../observe/journal/session-record.js';
import type { ReflectionSettings } from '../store/reading-settings.js';
import type { TrustEntry } from '../store/trust-file.js';
import type { TrustPages } from '../store/trust-pages.js';
import type { ReferenceHit } from './detect-session-reference.js';
import type { HookMemory, Silent, UnreadRule } from './memory-reader.js';
import type { Payload } from './payload.js';

/** A fact before `dispatch` adds its time. */
export type NewFact = Fact extends infer One ? (One extends Fact ? Omit<One, 'ts'> : never) : never;

/** Everything a hook can ask for: text for the model, files to write, and nothing else. */
export interface Handled {
  /** Given to the model as additional context. */
  readonly context?: string;
  /** Changes to the file of trust when a session begins. */
  readonly trust?: {
    readonly memory: string;
    readonly entry: TrustEntry;
    /** Hashes of wordings whose titles the person is shown now. */
    readonly named: readonly string[];
  };
  /** Files that the client watches from now on, absolute; only of SessionStart. */
  readonly watch?: readonly string[];
  /** Why a tool call does not take place. */
  readonly deny?: string;
  /** A question to the person before a tool call. A denial by another handler wins. */
  readonly ask?: string;
  readonly input?: Payload;
  /** Replaces the tool's output for the model, in the tool's own format. */
  readonly output?: Payload;
  /** Printed unchanged, for events that take plain text only. */
  readonly plain?: string;
  /** One line that only the person sees. Synchronous hooks only: the model reads those of asynchronous hooks. */
  readonly system_message?: string;
  /** Why the person's prompt does not reach the model. The person reads this in its place; only of UserPromptSubmit. */
  readonly block?: string;
  readonly facts?: readonly NewFact[];
  /**
   * File names in the session's folder. This process must create one of each list, or it does nothing. That makes a
   * limit hold for parallel hooks and for a journal of any length.
   */
  readonly claims?: readonly (readonly string[])[];
  /** Path below our own folder → text, or undefined for a file that goes. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  /** Set where one of the files is a new job: how many a day may have. */
  readonly max_per_day?: number;
  /** Path below our own folder → a line to append. */
  readonly append?: Readonly<Record<string, string>>;
  /** A good moment to forget what the oldest sessions left. */
  readonly tidy?: true;
  /** Arguments of our program, to be run in the background. */
  readonly start?: readonly string[];
  /** Called after the facts are in the journal. Exactly one of several parallel hooks is the second. */
  readonly next?: (session: Session) => Handled | undefined;
}

export type Handler = (
  payload: Payload,
  session: Session,
  settings: Settings,
) => Handled | undefined;

/** Everything a hook can read. Each part is loaded on demand. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The agent, by the name that a person knows. */
  readonly agentName: string;
  readonly journal: () => readonly Fact[];
  /** Time of any session's last look back, in milliseconds since 1970; 0 if none. */
  readonly lookedBack: () => number;
  /** Of another session. */
  readonly journalOf: (session: string) => readonly Fact[];
  /** Name of its folder, and of its record. */
  readonly folder: string;
  readonly folderOf: (session: string) => string;
  /** The memories that may be used: the project's, then the user's. */
  readonly memories: () => readonly HookMemory[];
  /** Why the project's memory is not among them; undefined if it is, and if there is none. */
  readonly silent: () => Silent | undefined;
  readonly overcome: (signal: string, fingerprint: string) => ResolvedFailure | undefined;
  /** The part of the transcript that no Stop hook has read. Above 256 kB: the first 32 and the last 224. */
  readonly unread: () => { readonly text: string; readonly offset: number };
  /** The same, read anew. */
  readonly unreadNow: () => { readonly text: string; readonly offset: number };
  readonly project: () => Project;
  readonly page: (key: string) => unknown;
  /** Its own. */
  readonly record: () => ProjectRecord | undefined;
  /** Records of the project's sessions, newest first. */
  readonly records: () => readonly ProjectRecord[];
  /** The sessions that the index holds about these words, the best first; none where that takes long, or there is no index. */
  readonly recall: (words: string) => readonly ReferenceHit[];
  /** Can past sessions be searched here? */
  readonly hasIndex: () => boolean;
  /** When a session of any project wrote last, milliseconds. */
  readonly lastActivity: () => number;
  readonly isAlive: (pid: number) => boolean;
  /** The client that runs it. */
  readonly client: () => SessionClient;
  /** Did the mod say in this session that it draws the band? */
  readonly hasBand: () => boolean;
  /** The question of a pending change; undefined if none of this id waits. */
  readonly pending: (id: string) => string | undefined;
  /** The text of an imported rule that no person has read; undefined for any other. */
  readonly unreadRule: (id: string) => UnreadRule | undefined;
  /** The question about a change as it was shown in this session; undefined if it was not. */
  readonly shown: (id: string) => string | undefined;
  /** The title of the rule that a pending change is about; empty without one. */
  readonly pendingTitle: (id: string) => string;
  /** What the project's memory would tell, trusted or not; undefined if there is none. */
  readonly trustPages: () => TrustPages | undefined;
  /** How far the person has read it in this session, and in which state. */
  readonly trustPage: () => { readonly state: string; readonly page: number };
  /** True if an answer of this session has to be tested again, or something typed waits to be carried out. */
  readonly isUndecided: (session: string) => boolean;
  /** Lines for the person about the outcome of earlier answers. */
  readonly tell: (session: string) => string;
  /**
   * The command line of the process directly below `pid`, on the way to this process; words end with NUL. Empty if
   * `pid` is no ancestor, undefined if the system shows no ancestors.
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
  /** Between the look backs of two sessions. */
  readonly review_pause_minutes: number;
  /** True if a turn may end with a look back. */
  readonly look_back: boolean;
  /** True if a line once a week says how the rules did. */
  readonly weekly: boolean;
  /** True if standing instructions are offered as rules. */
  readonly standing: boolean;
  /** True if the band above the prompt may be drawn. */
  readonly band: boolean;
  readonly client_pid: number;
  /** How the client was started: `cli` in a terminal. */
  readonly entrypoint: string;
  /** True if a person reads along. Otherwise a program takes the last output. */
  readonly attended: boolean;
  /** Switches of guards: name → on, off, or the settings of one that is on. */
  readonly guards: Payload;
  /** Sessions are read in the background. */
  readonly reflection: ReflectionSettings;
  /** Which side of the hold-out this session is on, if a share of the sessions gets no rules. */
  readonly holdout: 'held' | 'told' | undefined;
  /** Our own folder. */
  readonly own: string;
}
