import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  elsewhere: (root: string) => `This is not the main worktree: what a retrospective writes here is in no commit and goes when the worktree goes. To keep it, run it in ${root}.`,
  archived: (count: number, restore: string) => `${counted(count, 'unread session')} ${count === 1 ? 'is' : 'are'} only in the archive: ${restore} restores ${count === 1 ? 'it' : 'the newest'} for reading`,
  checked: 'the report says what was recorded, and nothing else',
  noReport: 'No retrospective has ended yet: /madness begins one.',
};

export type Words = typeof en;

const zh: Words = {
  elsewhere: (root) => `这里不是主工作树：复盘的记录、候选规则和报告不归 git 管，会随它一起消失。要保留，就在 ${root} 里复盘。`,
  archived: (count, restore) => `有 ${count} 个未读会话只在存档里：${restore} 可恢复${count === 1 ? '它' : '最新的一个'}来读`,
  checked: '报告所说与记录一致，没有多一个字',
  noReport: '还没有做完的复盘：/madness 可以开始一次。',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
