import { languageIn, locationIfAny } from '../application/memory/find-memory.js';
import { faults } from '../messages/problems/platform.js';
import { ifPossible, type Language, MadnessError } from '../problem.js';
import { type Context, text } from './context.js';

/** The language of --language, else of the terminal. */
export function languageOf(context: Omit<Context, 'language'>): Language {
  const asked = text(context, 'language');
  if (asked !== undefined && asked !== 'en' && asked !== 'zh')
    throw new MadnessError(faults.language(asked));
  const locale = context.env.LC_ALL || context.env.LC_MESSAGES || context.env.LANG || '';
  return asked ?? (/^zh/i.test(locale) ? 'zh' : 'en');
}

/** The language of the memory that this run is about, or of the terminal if there is none. */
export function languageHere(context: Omit<Context, 'language'>): Language {
  const location = ifPossible(() => locationIfAny(context));
  return location === undefined
    ? (ifPossible(() => languageOf(context)) ?? 'en')
    : languageIn(location);
}
