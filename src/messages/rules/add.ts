import type { Language } from '../../problem.js';

const en = {
  noSentence: (got: string) => (got === '' ? 'Say the rule in one sentence.' : `A rule is one sentence; this is ${got}.`),
  noSentenceHint: 'For example: madness add "use pnpm, never npm". A whole rule from a file: madness add gene --file F.',
  /** For the person, at the next hook that may speak. */
  offer: (sentence: string, id: string) => `madness: “${sentence}”: keep it as a rule? type: /madness keep ${id}`,
  pinNow: 'Pin it? CLAUDE.md holds ten rules, and a pinned one stays there even when better ones come.',
  contradicts: (title: string, id: string) => `Cannot be kept together with: ${title} (${id})`,
  whatBecomes: (title: string) => `${title}: keep it?`,
  replaceIt: (ids: string) => `Replace ${ids}`,
  keepBoth: 'Keep both',
  dropIt: 'Drop the new one',
  dropped: 'Nothing was kept.',
  look: 'Rules of the same words, look at them first:',
  make: (folder: string) => `${folder} has no memory yet. Make one, a folder memory/ to commit with the project?`,
};

const zh: typeof en = {
  noSentence: (got) => (got === '' ? '请用一句话写出规则。' : `规则要写成一句话，这里是 ${got}。`),
  noSentenceHint: '例如：madness add "用 pnpm，不要用 npm"。从文件添加完整的规则：madness add gene --file F。',
  offer: (sentence, id) => `madness：“${sentence}”要留作规则吗？输入：/madness 留下 ${id}`,
  pinNow: '要置顶吗？CLAUDE.md 只放十条规则，置顶的即使有更好的也留在那里。',
  contradicts: (title, id) => `不能与这一条同时遵守：${title}（${id}）`,
  whatBecomes: (title) => `${title}：要留下吗？`,
  replaceIt: (ids) => `代替 ${ids}`,
  keepBoth: '两条都留',
  dropIt: '不要新的',
  dropped: '什么都没有留下。',
  look: '用词相同的规则，请先看一看：',
  make: (folder) => `${folder} 还没有记忆库。要建一个吗？它是随项目一起提交的文件夹 memory/。`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
