import type { Language } from '../problem.js';
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
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message, ...labels[language], initialValue: false, ...terminal });
  return answer === true;
}
