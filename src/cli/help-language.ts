import { languageIn } from '../application/memory/find-memory.js';
import { houseIfAny } from '../application/memory/resolve-memory.js';
import { chineseHelp } from '../messages/help.js';
import { ifPossible } from '../problem.js';
import type { Context } from '../terminal/context.js';
import { languageOf } from '../terminal/language.js';

/** Gives a sentence of the help in the language of the memory here, or of the terminal where there is none. */
export function helpIn(context: Context): (english: string) => string {
  const house = ifPossible(() => houseIfAny(context));
  const language = house === undefined ? languageOf(context) : languageIn(house);
  return language === 'zh' ? (english) => chineseHelp[english] ?? english : (english) => english;
}
