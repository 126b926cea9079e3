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
  /** Takes problems that are not talk but the result. */
  readonly collect?: (problems: readonly Problem[]) => void;
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
  /** With --json it is printed with the problems and the next step; a list is printed alone. */
  readonly json: object;
  /** The lines of the result for a person. */
  readonly text?: readonly string[];
  /** Lines about it, to standard error. */
  readonly talk?: readonly string[];
  /** The next step, as `suggestStep` gives it. */
  readonly next?: string | null;
}

/** Returns its result, or an exit code: 0 fine, 1 an error in the data, 2 could not run. Never ends the process. */
export type Command = (context: Context) => Promise<number | Result> | number | Result;

/** A command whose result is printed; returns the exit code. */
export type Run = (context: Context) => Promise<number> | number;

export function text(context: Pick<Context, 'options'>, name: string): string | undefined {
  const value = context.options[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag(context: Context, name: string): boolean {
  return context.options[name] === true;
}

export function printJson(context: Context, value: unknown): void {
  context.print(JSON.stringify(value, null, 2));
}

/** With --json the command's only result is its problems; other lines go to standard error. */
export function problemsOnly(command: Run): Run {
  return async (context) => {
    if (!flag(context, 'json')) return command(context);
    const problems: Problem[] = [];
    const collect = (found: readonly Problem[]) => void problems.push(...found);
    const code = await command({ ...context, print: context.say, collect });
    printJson(context, { problems });
    return code;
  };
}

/** Prints a sentence to standard error in the language of the output. */
export function sayer(context: Context): (sentence: Sentence) => void {
  return (sentence) => context.say(sentence[context.language()]);
}

/** Problems as talk; the exit code they ask for. */
export function report(context: Context, problems: readonly Problem[]): number {
  if (context.collect !== undefined) context.collect(problems);
  else for (const told of renderProblems(problems, context.language())) context.say(told);
  return hasErrors(problems) ? 1 : 0;
}

/** Prints the result of a command and returns its exit code. */
export function answer(context: Context, result: number | Result): number {
  if (typeof result === 'number') return result;
  const { problems = [], json, text: lines = [], talk = [], next } = result;
  if (!flag(context, 'json')) {
    const code = report(context, problems);
    for (const line of lines) context.print(line);
    for (const line of talk) context.say(line);
    if (next) context.print(words[context.language()].next(next));
    return code;
  }
  if (Array.isArray(json)) {
    printJson(context, json);
    return report(context, problems);
  }
  printJson(context, {
    ...json,
    ...(next === undefined ? {} : { next }),
    ...(result.problems && { problems }),
  });
  return hasErrors(problems) ? 1 : 0;
}

/** Problems of what was handed in; nothing was written. */
export function refuse(context: Context, problems: readonly Problem[]): number {
  if (flag(context, 'json')) {
    printJson(context, { problems });
    return 1;
  }
  report(context, problems);
  context.say(words[context.language()].refused);
  return 1;
}
