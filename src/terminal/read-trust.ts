import { headLines } from '../application/memory/trust.js';
import { words } from '../messages/setup/trust.js';
import type { MemoryLocation } from '../store/location.js';
import { trustPages } from '../store/trust-pages.js';
import { askYes } from './ask.js';
import type { Context, Terminal } from './context.js';

/** Prints all that a memory would tell, and asks after each page. Without a terminal nobody is asked. */
export async function readsAndTrusts(
  context: Context,
  location: MemoryLocation,
  terminal: Terminal | undefined,
): Promise<boolean> {
  const language = context.language();
  const say = words[language];
  const { pages, rules, state } = trustPages(location.memory);
  for (const line of headLines(location, rules, say)) context.print(line);
  for (const [at, page] of pages.entries()) {
    for (const line of page) context.print(line);
    const isLast = at === pages.length - 1;
    if (isLast) context.print(say.all(rules, state));
    const question = isLast ? say.question : say.nextPage(at + 1, pages.length);
    if (terminal !== undefined && !(await askYes(terminal, language, question))) return false;
  }
  return trustPages(location.memory).state === state;
}
