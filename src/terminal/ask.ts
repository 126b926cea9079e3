import { Interrupted, type Language } from '../problem.js';
import type { Terminal } from './context.js';

type Prompts = typeof import('@clack/prompts');

/**
 * Asks a person by a prompt of Clack; undefined where they left it with Esc. Ctrl-C ends the program, as it does
 * elsewhere, and so does Ctrl-D, which Clack waits on for ever.
 */
export async function asked<T>(
  { input, output }: Terminal,
  ask: (prompts: Prompts, terminal: Terminal) => Promise<T>,
): Promise<Exclude<T, symbol> | undefined> {
  const prompts = await import('@clack/prompts');
  let interrupt: (() => void) | undefined;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => reject(new Interrupted());
  });
  const onKey = (_: unknown, key: { ctrl?: boolean; name?: string } | undefined): void => {
    if (key?.ctrl === true && (key.name === 'c' || key.name === 'd')) interrupt?.();
  };
  input.on('keypress', onKey);
  try {
    const answer = await Promise.race([ask(prompts, { input, output }), interrupted]);
    return prompts.isCancel(answer) ? undefined : (answer as Exclude<T, symbol>);
  } catch (error) {
    // The cursor, which the prompt hid.
    output.write('\u001b[?25h');
    throw error;
  } finally {
    input.off('keypress', onKey);
  }
}

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
