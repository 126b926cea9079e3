import type { Language } from '../../problem.js';

const en = {
  noSentence: (got: string) => `Expected a rule as one sentence, got ${got || 'nothing'}.`,
  noSentenceHint:
    'For example: madness add "use pnpm, never npm". A whole rule from a file: madness add gene --file F.',
  /** For the person, at the next hook that may speak. */
  offer: (sentence: string, id: string) =>
    `madness: “${sentence}”: keep it as a rule? type: /madness keep ${id}`,
  pinNow: 'Pin it now? Then Claude reads it in every session from now on.',
  make: (folder: string) =>
    `${folder} has no memory yet. Make one, a folder memory/ to commit with the project?`,
};

const zh: typeof en = {
  noSentence: (got) => `需要一句话作为规则，得到的是${got ? ` ${got}` : '空的'}。`,
  noSentenceHint:
    '例如：madness add "用 pnpm，不要用 npm"。从文件添加完整的规则：madness add gene --file F。',
  offer: (sentence, id) => `madness：“${sentence}”要留作规则吗？输入：/madness 留下 ${id}`,
  pinNow: '现在置顶吗？置顶后，Claude 从现在起每次会话都会读到它。',
  make: (folder) => `${folder} 还没有记忆库。要建一个吗？它是随项目一起提交的目录 memory/。`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
