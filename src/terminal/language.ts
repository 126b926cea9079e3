import { languageIn, locationIfAny } from '../application/memory/find-memory.js';
import { faults } from '../messages/problems/platform.js';
import { ifPossible, type Language, MadnessError } from '../problem.js';
import { type Context, isChineseTerminal, text } from './context.js';

/** The language of --language, else of the terminal. */
export function languageOf(context: Omit<Context, 'language'>): Language {
  const asked = text(context, 'language');
  if (asked !== undefined && asked !== 'en' && asked !== 'zh')
    throw new MadnessError(faults.language(asked));
  return asked ?? (isChineseTerminal(context.env) ? 'zh' : 'en');
}

/** The language of the memory that this run is about, or of the terminal if there is none. */
export function languageHere(context: Omit<Context, 'language'>): Language {
  const location = ifPossible(() => locationIfAny(context));
  return location === undefined
    ? (ifPossible(() => languageOf(context)) ?? 'en')
    : languageIn(location);
}
