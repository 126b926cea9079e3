import type { Language } from '../problem.js';
import { oneLine } from '../text.js';
import { screen } from './screen-import.js';

const maxCharacters = 120;

const marks: Readonly<Record<Language, (note: string) => string>> = {
  en: (note) => `“${note}” (a model's note, not checked)`,
  zh: (note) => `“${note}”（模型的笔记，未核对）`,
};

/**
 * What a model wrote freely, as a later model may read it: short, in quotation marks and marked. Empty where an import
 * of these words would be held: a session's summary is no place for orders.
 */
export function modelNote(text: string, language: Language): string {
  const note = oneLine(text, maxCharacters).replace(/[“”"]/g, "'");
  return note === '' || screen({ text }).length > 0 ? '' : marks[language](note);
}
