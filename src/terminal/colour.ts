import { styleText } from 'node:util';

/** What a line tells: it went well, it wants a look, it is wrong, or it is a heading. */
export type Tone = 'good' | 'look' | 'wrong' | 'strong';

const colours = { good: 'green', look: 'yellow', wrong: 'red', strong: 'bold' } as const;

const between = '-';

/** Stands for the escape in our colours until they are written. No text that is shown knows it. */
export const ownEscape = `\u0000${Math.random().toString(36).slice(2)}`;

/** Colours the words on a terminal that wants colours, and nowhere else. */
export function painter(
  { isTTY }: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): (tone: Tone, words: string) => string {
  const isOn = isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return (tone, words) => {
    if (!isOn) return words;
    const [before = '', after = ''] = styleText(colours[tone], between, {
      validateStream: false,
    } as never)
      .replaceAll('\u001b', ownEscape)
      .split(between);
    return `${before}${words}${after}`;
  };
}

const severities = /^(error|warning|错误|警告)(?=[:：])/;

/** Colours the word that says how bad a problem is. */
export function paintSeverity(line: string, paint: (tone: Tone, words: string) => string): string {
  return line.replace(severities, (word) =>
    paint(word === 'error' || word === '错误' ? 'wrong' : 'look', word),
  );
}
