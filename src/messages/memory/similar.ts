import type { Language } from '../../problem.js';

const en = {
  inTheBlock: 'in the block it would read:',
};

const zh: typeof en = {
  inTheBlock: '在规则块里写作：',
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
