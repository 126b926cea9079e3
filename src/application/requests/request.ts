import type { Words } from '../../messages/approval.js';
import type { Language, Problem } from '../../problem.js';
import type { Approval } from '../../schema.gen.js';
import type { Caller } from '../memory/run-context.js';

/** The values that a question about a request shows, all that it names. */
export type Facts = Readonly<Record<string, string>>;

/** What an agent may ask for beside a change of rules. */
export type RequestName = keyof Words['command'];

/** The call of a command, as far as its request needs it. */
export interface RequestCall extends Caller {
  readonly args: readonly string[];
  readonly language: () => Language;
  readonly options: Caller['options'] & Readonly<Record<string, string | boolean | undefined>>;
}

/** A request that could be carried out as things are. What differs from its facts later makes another request. */
export interface Prepared {
  readonly facts: Facts;
  /** With an error among them it is neither asked nor done. */
  readonly problems?: readonly Problem[];
  /** The call without what depends on where it runs. */
  readonly call?: Partial<Pick<RequestCall, 'args' | 'options'>>;
  /** Carries it out. Without an answer to its question a person typed it. */
  readonly do: (answer?: Approval) => Done | Promise<Done>;
}

export interface Done {
  readonly problems: readonly Problem[];
  readonly done?: string;
}

/** Reads what the call would do, and changes nothing. Throws if it is none that could be carried out. */
export type Prepare = (call: RequestCall) => Prepared | Promise<Prepared>;

export function textIn({ options }: RequestCall, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
