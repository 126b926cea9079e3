import type { Readable, Writable } from 'node:stream';
import type { Caller } from '../application/memory/run-context.js';
import { words } from '../messages/problem-line.js';
import {
  hasErrors,
  type Language,
  type Problem,
  renderProblems,
  type Sentence,
} from '../problem.js';
import type { Tone } from './colour.js';

/** Everything a command knows of the world. */
export interface Context extends Caller {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Asks for the person's terminal; absent if input or output is none. */
  readonly terminal?: () => Terminal | undefined;
  /** All of standard input; bytes where they come from a process. */
  readonly stdin: () => Promise<string | Buffer>;
  /** A line of the result, to standard output. */
  readonly print: (text: string) => void;
  /** A line of talk, to standard error. */
  readonly say: (text: string) => void;
  /** Colours words of the result; absent where none are wanted. */
  readonly paint?: (tone: Tone, words: string) => string;
  /** Every command there is, for what tells of them. */
  readonly commands?: () => Promise<readonly CommandName[]>;
  /** The language of the memory that this run is about, or of the terminal if there is none. */
  readonly language: () => Language;
}

/** A command as a person types it. */
export interface CommandName {
  readonly name: string;
  /** Its long options. */
  readonly flags: readonly string[];
}

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** What a command found or did; `answer` prints it. */
export interface Result {
  readonly problems?: readonly Problem[];
  /**
   * With --json it is printed with the problems and the next step; a list, or a text that is JSON, alone. Without it
   * the problems are all that JSON has, and the lines go to standard error.
   */
  readonly json?: object | string;
  /** The JSON is printed alone, as a list is: its problems go to standard error. */
  readonly bare?: true;
  /** The lines of the result for a person. */
  readonly text?: readonly string[];
  /** Lines about it, to standard error. */
  readonly talk?: readonly string[];
  /** The next step, as `suggestStep` gives it. */
  readonly next?: string | null;
  /** The exit code where its problems do not say it. */
  readonly code?: number;
}

/**
 * Returns its result; what prints by itself, such as questions, an exit code: 0 fine, 1 an error in the data, 2 could
 * not run. Never ends the process.
 */
export type Command = (context: Context) => Promise<number | Result> | number | Result;

export function text(context: Pick<Context, 'options'>, name: string): string | undefined {
  const value = context.options[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag(context: Context, name: string): boolean {
  return context.options[name] === true;
}

/** Prints a sentence to standard error in the language of the output. */
export function sayer(context: Context): (sentence: Sentence) => void {
  return (sentence) => context.say(sentence[context.language()]);
}

/** There an error is in Chinese, whatever the memory's language. */
export function isChineseTerminal(env: Context['env']): boolean {
  return /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '');
}

/** Problems as talk; the exit code they ask for. */
export function report(context: Context, problems: readonly Problem[]): number {
  const language = isChineseTerminal(context.env) ? 'zh' : context.language();
  for (const told of renderProblems(problems, language)) context.say(told);
  return hasErrors(problems) ? 1 : 0;
}

/** Runs a command and prints its result; returns the exit code. With --json nothing else is on standard output. */
export async function runAndPrint(context: Context, command: Command): Promise<number> {
  const print = flag(context, 'json') ? context.say : context.print;
  return answer(context, await command({ ...context, print }));
}

/** Prints the result of a command and returns its exit code. */
export function answer(context: Context, result: number | Result): number {
  if (typeof result === 'number') return result;
  const { problems = [], json, text: lines = [], talk = [], next } = result;
  const { code = hasErrors(problems) ? 1 : 0 } = result;
  const isJson = flag(context, 'json');
  const isAlone = typeof json === 'string' || Array.isArray(json) || result.bare;
  if (!isJson || isAlone) report(context, problems);
  if (isJson) {
    const beside = result.problems === undefined ? {} : { problems };
    const whole = { ...(json as object), ...(next === undefined ? {} : { next }), ...beside };
    const shown = isAlone ? json : json === undefined ? { problems } : whole;
    context.print(typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2));
    if (json !== undefined) return code;
  }
  const tell = isJson ? context.say : context.print;
  for (const line of lines) tell(line);
  for (const line of talk) context.say(line);
  if (next) tell(words[context.language()].next(next));
  return code;
}

/** Problems of what was handed in; nothing was written. */
export function refuse(context: Context, problems: readonly Problem[]): Result {
  return { problems, json: {}, talk: [words[context.language()].refused], code: 1 };
}
