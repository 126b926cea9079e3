import type { Language } from '../../problem.js';

const en = {
  taken: (id: string) => `there is a rule ${id} already: give the new one another id`,
  none: 'nothing looks alike',
  /** Each as wide as the others on a terminal. */
  kinds: {
    duplicate: 'says the same',
    alike: 'alike        ',
    contradiction: 'opposite     ',
  },
  more: (count: number) => `… and ${count} more, less alike: --json has them all`,
  absorbed: (into: string) => ` (absorbed into ${into})`,
  retired: ' (removed)',
  inTheBlock: 'in the block it would read:',
};

export type Words = typeof en;

const zh: Words = {
  taken: (id) => `已经有规则叫 ${id}：请给新规则换一个 id`,
  none: '没有相似的规则',
  kinds: { duplicate: '意思相同', alike: '相近', contradiction: '相反' },
  more: (count) => `……还有 ${count} 对，不那么相似：--json 会列出全部`,
  absorbed: (into) => `（已并入 ${into}）`,
  retired: '（已停用）',
  inTheBlock: '在规则块里写作：',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
