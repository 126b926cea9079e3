import type { Language } from '../compile/template.js';
import { faults } from '../messages/problems/platform.js';
import { MadnessError } from '../problem.js';
import { type Context, text } from './context.js';

/** What --language asks for, else the language of the terminal. */
export function languageOf(context: Context): Language {
  const asked = text(context, 'language');
  if (asked !== undefined && asked !== 'en' && asked !== 'zh')
    throw new MadnessError(faults.language(asked));
  const locale = context.env.LC_ALL || context.env.LC_MESSAGES || context.env.LANG || '';
  return asked ?? (/^zh/i.test(locale) ? 'zh' : 'en');
}
