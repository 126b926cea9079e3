import type { Fact } from '../observe/journal.js';
import type { TrustEntry } from '../store/trust-file.js';
import type { Payload } from './payload.js';
import type { Session, Settings } from './session-state.js';

export type { Session, Settings };

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
