/** One line of a reading. Its text is masked. */
export interface ReadingLine {
  /** 1-based line of the transcript by which it is named; `agent` counts the sub-agents of its session from 1. */
  readonly line: number;
  readonly agent?: number;
  /** The last line that it stands for, of a range. */
  readonly to?: number;
  readonly kind: LineKind;
  /** Whose words or deed it is: what evidence from this line counts as. */
  readonly by: 'person' | 'claude' | 'program';
  /** What is printed behind `S:N `. */
  readonly text: string;
  /** What a quote of it stores: whole words, or the call and how it ended. At most 2,000 characters. */
  readonly quote: string;
}

export type LineKind =
  | 'you'
  | 'answered'
  | 'refused'
  | 'changed'
  | 'perhaps'
  | 'stopped'
  | 'claude'
  | 'failed'
  | 'worked'
  | 'ran'
  | 'well';

/** What happened in a session, from its own transcript and those of its sub-agents. */
export interface SessionReading {
  readonly session: string;
  /** YYYY-MM-DD, of its first record; empty where none tells. */
  readonly day: string;
  readonly title?: string;
  readonly model?: string;
  /** In the order of the files: its own, then those of its sub-agents. */
  readonly entries: () => readonly Entry[];
  readonly weight: Weight;
  /** Failures that came again. */
  readonly loops: number;
  /** What failed, by kind. */
  readonly signals: readonly string[];
  readonly ended: () => readonly Ended[];
  /** Each failure of its own transcript, also those that no line shows. */
  readonly failures: () => readonly Failure[];
  /** Files that were changed, relative to the session's folder where they lie in it. */
  readonly files: readonly string[];
}

/** A failure as it was shown, masked. */
export interface Failure {
  /** Of the result. */
  readonly line: number;
  readonly signal: string;
  readonly text: string;
}

/** How a failure ended: what was done between it and a like call that went well. */
export interface Ended {
  readonly signal: string;
  readonly fingerprint: string;
  /** ISO 8601, empty where the transcript gives no time. */
  readonly date: string;
  /** The line of the success. */
  readonly line: number;
  readonly followed: readonly string[];
}

/** How much of each kind is in it. */
export interface Weight {
  /** What the person typed or answered. */
  readonly words: number;
  /** Those that read like a correction, by a small table: for the order of sessions only. */
  readonly corrections: number;
  readonly refusals: number;
  readonly changed: number;
  readonly stops: number;
  /** Failures that another call mended. */
  readonly mends: number;
  readonly calls: number;
}

/** A thing that happened; all texts are masked and on one line. */
export interface Entry {
  readonly line: number;
  readonly agent?: number;
  readonly kind: LineKind;
  readonly by: ReadingLine['by'];
  /** The person's words, Claude's sentence, or the call in words. */
  readonly text: string;
  readonly quote: string;
  /** The transcript's own role of the line, and its instant. */
  readonly role: string;
  readonly at: string | undefined;
  /** Shorter forms of the person's words: 200 and 120 characters. */
  readonly short?: readonly [number200: string, number120: string];
  /** What failed, what the person said to a refusal, how it was changed, how it ended. */
  readonly detail?: string;
  /** Of a call: what it is counted under in a range; empty if it only looks. */
  readonly group?: string;
  readonly file?: string;
  /** The line of its result. */
  readonly result?: number;
  /** A commit, or a call that a rule names: it has a line of its own. */
  readonly isNamed?: boolean;
  /** Its failure is no line, or stands under another. */
  readonly isQuiet?: boolean;
  /** The same failure again before anything mended it. */
  readonly again?: readonly number[];
  /** Other failures that the same call mended. */
  readonly also?: readonly { readonly line: number; readonly text: string }[];
  readonly mend?: Mend;
}

/** The call that worked behind a failure. */
export interface Mend {
  readonly line: number;
  readonly text: string;
  /** The one call between them. */
  readonly between?: { readonly line: number; readonly text: string };
  /** How many calls stand between, where it is not one. */
  readonly calls: number;
}
