import type { Language } from '../../problem.js';

const en = {
  taken: (id: string) => `${id} is the id of a rule that is here: a new rule needs another one`,
  none: 'nothing looks alike',
  /** Each as wide as the others on a terminal. */
  kinds: {
    duplicate: 'says the same',
    alike: 'alike        ',
    contradiction: 'opposite     ',
  },
  more: (count: number) => `… and ${count} more, less alike: --json has them all`,
  absorbed: (into: string) => ` (absorbed into ${into})`,
  retired: ' (retired)',
  inTheBlock: 'in the block it would read:',
};

export type Words = typeof en;

const zh: Words = {
  taken: (id) => `${id} 是已有规则的 id：新规则需要另一个`,
  none: '没有相似的规则',
  kinds: { duplicate: '意思相同', alike: '相近', contradiction: '相反' },
  more: (count) => `……还有 ${count} 对，不那么相似：--json 会列出全部`,
  absorbed: (into) => `（已并入 ${into}）`,
  retired: '（已停用）',
  inTheBlock: '在规则块里写作：',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
