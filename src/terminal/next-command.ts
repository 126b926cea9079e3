import type { Sentence } from '../problem.js';
import { shellWord } from '../text.js';
import { summaries } from './command-summaries.gen.js';
import { type Context, flag, text } from './context.js';

const ofMemory = /(?<!\/)\bmadness (?:retro [a-z]+|add|check|compile|init|review|sync)\b/g;

/** What an agent may run, by its name; of two words the first is enough. */
const offered = new Set(
  Object.entries(summaries).flatMap(([name, { agent }]) =>
    agent === undefined ? [] : [name.split(' ')[0]],
  ),
);

/** Names commands as the caller types them. An agent types `madness agent` first. */
export function asTyped({ door }: Pick<Context, 'door'>, words: string): string {
  if (door === undefined) return words;
  return words.replace(/(?<![/\w])madness (?=([a-z-]+))/g, (typed, name) =>
    offered.has(name) ? `${typed}${door} ` : typed,
  );
}

/** Adds --memory or --user to the suggested commands, if this run had it. */
export function suggestCommand(context: Context, words: string): string {
  const named = text(context, 'memory');
  const folder = named === undefined ? '' : ` --memory ${shellWord(named)}`;
  const address = flag(context, 'user') ? ' --user' : folder;
  return asTyped(
    context,
    words.replace(ofMemory, (command) => `${command}${address}`),
  );
}

/** A next step with its address; JSON has the English. Null for none. */
export function suggestStep(context: Context, step: Sentence | null): string | null {
  return step === null ? null : told(context, step);
}

/** A next step as printed. JSON output is in English. */
export function told(context: Context, step: Sentence): string {
  return suggestCommand(context, step[flag(context, 'json') ? 'en' : context.language()]);
}
