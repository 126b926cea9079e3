import { chineseHelp } from '../messages/help-zh.js';
import { chineseUsage } from '../messages/usage.js';
import type { Context } from '../terminal/context.js';
import { languageHere } from '../terminal/language.js';

/** Translates help texts into the language of the memory, or of the terminal if there is no memory. */
export function helpIn(context: Context): (english: string) => string {
  return languageHere(context) === 'zh'
    ? (english) => chineseHelp[english] ?? english
    : (english) => english;
}

/** Gives what is wrong with a command line in that language. */
export function usageIn(context: Context, english: string): string {
  return languageHere(context) === 'zh' ? chineseUsage(english) : english;
}
