import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  exported: (rules: number, path: string) => `exported ${counted(rules, 'rule')} to ${path}`,
  noneActive:
    'Only what sessions have proved is exported, and no rule is active yet: madness status',
  noneMeant: (active: number) =>
    `Of ${counted(active, 'active rule')} none is what --domain and --min-confidence ask for.`,
  refused: 'Nothing was exported.',
};

export type Words = typeof en;

const zh: Words = {
  exported: (rules, path) => `已导出 ${rules} 条规则到 ${path}`,
  noneActive: '只导出经过会话验证的规则，而现在还没有生效的规则：madness status',
  noneMeant: (active) =>
    `${active} 条生效的规则里，没有一条符合 --domain 和 --min-confidence 的要求。`,
  refused: '没有导出任何内容。',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
