import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  exported: (rules: number, path: string) => `exported ${counted(rules, 'rule')} to ${path}`,
  noneActive: 'Only proved rules are exported, and there is none yet: madness status',
  noneMeant: (active: number) => `None of ${counted(active, 'proved rule')} fits --domain and --min-confidence.`,
  refused: 'Nothing was exported.',
};

export type Words = typeof en;

const zh: Words = {
  exported: (rules, path) => `已导出 ${rules} 条规则到 ${path}`,
  noneActive: '只导出已验证的规则，现在还没有：madness status',
  noneMeant: (active) => `${active} 条已验证的规则里，没有一条符合 --domain 和 --min-confidence 的要求。`,
  refused: '没有导出任何内容。',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
