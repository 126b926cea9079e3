import { words } from './messages/problem-line.js';

export type Language = 'en' | 'zh';

/** One sentence, or a part of one, in every language. */
export type Sentence = Readonly<Record<Language, string>>;

/** The wording of a problem or an error: its message in every language, then its remedy, if there is one. */
export type Wording =
  | readonly [en: string, zh: string]
  | readonly [en: string, zh: string, hintEn: string, hintZh: string];

/** A catalogue of wordings by id; those that name something take it as values. */
export type Wordings = Readonly<Record<string, Wording | ((...values: never[]) => Wording)>>;

/** The Chinese of a problem. JSON and all that compares problems stay English. */
const inChinese: unique symbol = Symbol.for('madness.chinese');

/** A fault in the user's data. Collected, never thrown. Rule ids are API, wording is not. */
export interface Problem {
  readonly [inChinese]?: readonly [message: string, hint: string | undefined];
  rule: `${string}/${string}`;
  severity: 'error' | 'warning';
  /** Path for people; relative where it can be. */
  file: string;
  /** Line (from 1) or JSON pointer. */
  at?: number | string;
  /** What is wrong. */
  message: string;
  /** The edit or command that mends it. */
  hint?: string;
}

interface Where {
  readonly file: string;
  readonly at?: string | number | undefined;
  readonly severity?: Problem['severity'];
}

/** An error unless a severity is given. */
export function problem(
  rule: Problem['rule'],
  { severity = 'error', file, at }: Where,
  [message, zh, hint, hintZh]: Wording,
): Problem {
  return {
    rule,
    severity,
    file,
    ...(at === undefined ? {} : { at }),
    message,
    ...(hint === undefined ? {} : { hint }),
    [inChinese]: [zh, hintZh],
  };
}

/** The wording of a problem. Without a translation both languages get the English. */
export function wordingOfProblem({ message, hint, [inChinese]: zh }: Problem): Wording {
  const said = zh?.[0] ?? message;
  return hint === undefined ? [message, said] : [message, said, hint, zh?.[1] ?? hint];
}

/** The wording that `say` has in each language. */
export function inBoth(say: (language: Language) => readonly [string, string]): Wording {
  const [en, hintEn] = say('en');
  const [zh, hintZh] = say('zh');
  return [en, zh, hintEn, hintZh];
}

/** A wording in one language. */
export function messageIn(
  [en, zh, hintEn, hintZh]: Wording,
  language: Language,
): { readonly message: string; readonly hint: string | undefined } {
  return language === 'zh' ? { message: zh, hint: hintZh } : { message: en, hint: hintEn };
}

/** The same with each text changed. */
export function mapTexts(wording: Wording, change: (text: string) => string): Wording {
  return wording.map(change) as unknown as Wording;
}

/** The hint in each language, empty if there is none. */
export function hintOf([, , en = '', zh = '']: Wording): Sentence {
  return { en, zh };
}

/** The run cannot go on and the user can do something. Anything else thrown is a bug. */
export class MadnessError extends Error {
  readonly wording: Wording;
  readonly rule: Problem['rule'] | undefined;

  /** Takes a wording and a rule id, or message and hint that are in the language of the memory already. */
  constructor(wording: Wording, rule?: Problem['rule']);
  constructor(wording: Wording | string, hint?: string);
  constructor(wording: Wording | string, more?: string) {
    const both = typeof wording === 'string' ? sameInBoth(wording, more) : wording;
    super(both[0]);
    this.name = 'MadnessError';
    this.wording = both;
    this.rule = typeof wording === 'string' ? undefined : (more as Problem['rule'] | undefined);
  }

  get hint(): string | undefined {
    return this.wording[2];
  }
}

/** The person ended a question with Ctrl-C. */
export class Interrupted extends Error {}

/** The wording of any error. Foreign errors keep the system's words. */
export function wordingOfError(error: unknown): Wording {
  return error instanceof MadnessError
    ? error.wording
    : sameInBoth((error as Error).message, undefined);
}

function sameInBoth(message: string, hint: string | undefined): Wording {
  return hint === undefined ? [message, message] : [message, message, hint, hint];
}

/** The error that stopped one part of a run, as a problem of that part. A bug is thrown on. */
export function problemOf(
  error: unknown,
  rule: Problem['rule'],
  where: { readonly file: string; readonly at?: string },
): Problem {
  if (!(error instanceof MadnessError)) throw error;
  return problem(rule, where, error.wording);
}

/** The result of `work`, or undefined if it throws an error that the caller can do without. */
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

/**
 * Each problem in two lines: message and place, then the remedy. Equal remedies in a row are printed once, after the
 * last.
 */
export function renderProblems(problems: readonly Problem[], language: Language = 'en'): string[] {
  return problems.map((one, index) => {
    const { rule, severity, file, at } = one;
    const { message, hint } = messageIn(wordingOfProblem(one), language);
    const place = at === undefined || at === '' ? file : `${file}:${at}`;
    const isLeftOut = hint === undefined || problems[index + 1]?.hint === one.hint;
    const line = words[language].problem(severity, place, message, rule);
    return `${line}${isLeftOut ? '' : `\n    ${hint}`}`;
  });
}
