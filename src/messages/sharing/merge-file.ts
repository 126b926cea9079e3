import type { Language } from '../../problem.js';

const en = {
  noAssets: (path: string) =>
    `madness: ${path} is no array of assets, each with an id of its own, on every side.`,
  reworded: (id: string, version: number, title: string, file: string) =>
    `madness: ${id} was reworded on both sides; version ${version} “${title}” stays, the other is in ${file}`,
  notMerged: (path: string, why: string) => `madness: git could not merge ${path}: ${why}`,
};

const zh: typeof en = {
  noAssets: (path) => `madness：${path} 在某一边不是各有 id 的规则数组。`,
  reworded: (id, version, title, file) =>
    `madness：${id} 在两边都改过写法；保留第 ${version} 版“${title}”，另一种写法在 ${file}`,
  notMerged: (path, why) => `madness：git 无法合并 ${path}：${why}`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
