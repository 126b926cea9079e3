import type { Language } from '../../problem.js';

const en = {
  /** In the order of the output. All have the same width on a terminal. */
  fates: {
    new: 'new         ',
    same: 'the same    ',
    seen: 'imported    ',
    other: 'other words ',
    held: 'held        ',
  },
  noRules: 'no rules',
  by: (whom: string) => `, exported by ${whom}`,
  question: (clean: number, rest: number) => `Import ${clean} on trial, and keep ${rest} for review?`,
  imported: (rules: string | number) => `imported ${rules} on trial; told to no model before a person has read it: madness review`,
  forReview: {
    here: (count: number) => `${count} for review: madness import --review`,
    elsewhere: (count: number) => `${count} for review: a person decides, madness review`,
  },
  /** `more`: how many beside those that are named. */
  leftOut: (named: readonly string[], more: number) => `left out: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  reworded: (id: string, source: string) => `${id} has the words of ${source} now; on trial until it has worked here with them`,
  dropped: (id: string, fields: readonly string[]) => `${id}: left out ${fields.join(', ')}, which such a rule does not have`,
  held: (why: string) => `held: ${why}`,
  unasked: 'nothing was imported; --yes imports what is new and clean, and files the rest for review',
  personDecides: 'nothing was imported: no rule in it is new and clean. The user decides about the rest at a terminal, with the same command',
  empty: 'the file holds no rules',
  nothingNew: 'nothing new: this very file was imported before',
  refused: 'Nothing was imported.',
  /** To an agent, in place of a message that may repeat words of the file. */
  heldUnseen: 'a person sees why: madness review',
  refusedUnseen: 'This is no exported memory. A person sees why: run the same command in a terminal of your own.',
};

export type Words = typeof en;

const zh: Words = {
  fates: {
    new: '新增     ',
    same: '相同     ',
    seen: '导入过   ',
    other: '写法不同 ',
    held: '待审阅   ',
  },
  noRules: '没有规则',
  by: (whom) => `，由 ${whom} 导出`,
  question: (clean, rest) => `导入 ${clean} 条先试用，另外 ${rest} 条留着等你审阅？`,
  imported: (rules) => `已导入 ${rules}${typeof rules === 'number' ? ' 条' : ''}，有人读过之后才会试用：madness review`,
  forReview: {
    here: (count) => `${count} 条等你审阅：madness import --review`,
    elsewhere: (count) => `${count} 条等人决定：madness review`,
  },
  leftOut: (named, more) => `未收下：${named.join('、')}${more > 0 ? ` 等 ${named.length + more} 条` : ''}`,
  reworded: (id, source) => `${id} 已换成 ${source} 的写法，在这里奏效之前一直试用`,
  dropped: (id, fields) => `${id}：这类规则没有字段 ${fields.join('、')}，已略去`,
  held: (why) => `待审阅：${why}`,
  unasked: '没有导入任何内容；--yes 导入没有疑点的新规则，其余留待审阅',
  personDecides: '没有导入任何内容：其中没有全新且没有疑点的规则。其余请用户在终端用同一命令决定',
  empty: '文件里没有规则',
  nothingNew: '没有新内容：这份文件以前导入过',
  refused: '没有导入任何内容。',
  heldUnseen: '原因只给人看：madness review',
  refusedUnseen: '这不是导出的记忆库文件；原因只给人看：请在自己的终端里运行同一条命令。',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
