import { styleText } from 'node:util';

/** What a line tells: it went well, it wants a look, it is wrong. */
export type Tone = 'good' | 'look' | 'wrong';

const colours = { good: 'green', look: 'yellow', wrong: 'red' } as const;

/** Colours the words on a terminal that wants colours, and nowhere else. */
export function painter(
  { isTTY }: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): (tone: Tone, words: string) => string {
  const isOn = isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return (tone, words) =>
    isOn ? styleText(colours[tone], words, { validateStream: false } as never) : words;
}

const severities = /^(error|warning|错误|警告)(?=[:：])/;

/** Colours the word that says how bad a problem is. */
export function paintSeverity(line: string, paint: (tone: Tone, words: string) => string): string {
  return line.replace(severities, (word) =>
    paint(word === 'error' || word === '错误' ? 'wrong' : 'look', word),
  );
}
