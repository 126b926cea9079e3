/** What is wrong with the user's data. Collected, never thrown; rule ids are API, wording is not. */
export interface Problem {
  rule: `${string}/${string}`;
  severity: 'error' | 'warning';
  /** Path for people; relative where it can be. */
  file: string;
  /** Line (from 1) or JSON pointer. */
  at?: number | string;
  /** Expected X, got Y. */
  message: string;
  /** The edit or command that mends it. */
  hint?: string;
}

/** The run cannot go on and the user can do something. Anything else thrown is a bug. */
export class MadnessError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'MadnessError';
    this.hint = hint;
  }

  /** By name: a command that is bundled apart brings a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'MadnessError';
  }
}

/** What `work` gives; undefined where it cannot go on and the caller can do without. */
export function ifPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof MadnessError) return undefined;
    throw error;
  }
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/** Each problem as two lines of text: what and where, then the remedy; of several in a row with one remedy behind the last. */
export function renderProblems(problems: readonly Problem[]): string[] {
  return problems.map(({ rule, severity, file, at, message, hint }, index) => {
    const place = at === undefined || at === '' ? file : `${file}:${at}`;
    const isLeftOut = hint === undefined || problems[index + 1]?.hint === hint;
    return `${severity}: ${place}: ${message} (${rule})${isLeftOut ? '' : `\n    ${hint}`}`;
  });
}
