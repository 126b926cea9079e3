import type { Language } from '../../problem.js';

const en = {
  /** Above columns of 22, 11 and 11 on a terminal. */
  head: `${'event'.padEnd(22)}${'node'.padStart(11)}${'hook'.padStart(11)}  ratio`,
  unawaited: '  nothing waits for it',
  medians: 'Medians in milliseconds, in turn with bare node. A call that goes well waits for none.',
};

const zh: typeof en = {
  head: `${'事件'.padEnd(20)}${'node'.padStart(11)}${'钩子'.padStart(9)}  倍数`,
  unawaited: '  不必等它',
  medians: '以上是中位数，单位毫秒，与单独的 node 交替测得。顺利完成的调用不等待任何钩子。',
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
