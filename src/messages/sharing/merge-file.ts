import type { Language } from '../../problem.js';

const en = {
  noAssets: (path: string) => `madness: ${path} is not a list of rules with different ids on both sides.`,
  reworded: (id: string, version: number, title: string, file: string) => `madness: ${id} was reworded on both sides; version ${version} “${title}” stays, the other is in ${file}`,
  notMerged: (path: string, why: string) => `madness: git could not merge ${path}: ${why}`,
};

const zh: typeof en = {
  noAssets: (path) => `madness：${path} 在某一边不是规则的列表，或有重复的 id。`,
  reworded: (id, version, title, file) => `madness：${id} 在两边都改过写法；保留第 ${version} 版“${title}”，另一种写法在 ${file}`,
  notMerged: (path, why) => `madness：git 无法合并 ${path}：${why}`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
