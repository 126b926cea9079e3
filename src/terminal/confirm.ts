import type { Language } from '../problem.js';
import { asked } from './ask.js';
import type { Terminal } from './context.js';

const labels: Readonly<Record<Language, { readonly active: string; readonly inactive: string }>> = {
  en: { active: 'Yes', inactive: 'No' },
  zh: { active: '是', inactive: '否' },
};

/** The default answer is no. */
export async function askYes(
  terminal: Terminal,
  language: Language,
  message: string,
): Promise<boolean> {
  const answer = await asked(terminal, ({ confirm }, at) =>
    confirm({ message, ...labels[language], initialValue: false, ...at }),
  );
  return answer === true;
}
