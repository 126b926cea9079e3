import type { Language } from '../../compile/template.js';

const en = {
  noSentence: (got: string) => `Expected gene, sop, pref or a sentence, got ${got}.`,
  noSentenceHint:
    'madness add "use pnpm, never npm"; or madness add gene --file F for a whole rule.',
  /** For the person, at the next hook that may speak. */
  offer: (sentence: string, id: string) =>
    `madness: “${sentence}”: keep it as a rule? type: /madness keep ${id}`,
  pinNow: 'Pin it now? Then the block has it at once.',
};

const zh: typeof en = {
  noSentence: (got) => `需要 gene、sop、pref 或一句话，得到的是 ${got}。`,
  noSentenceHint: 'madness add "用 pnpm，不要用 npm"；完整的规则用 madness add gene --file F。',
  offer: (sentence, id) => `madness：“${sentence}”要留作规则吗？输入：/madness 留下 ${id}`,
  pinNow: '现在置顶吗？置顶后立刻写进规则块。',
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
