import type { Language } from '../compile/template.js';
import { counted } from './talk/counted.js';

type Label =
  | 'memory'
  | 'active'
  | 'provisional'
  | 'deprecated'
  | 'retrospective'
  | 'goal'
  | 'observed'
  | 'waiting'
  | 'next';

export interface Words {
  /** Each as wide as the others on a terminal. */
  readonly labels: Readonly<Record<Label, string>>;
  readonly unreviewed: string;
  /** `late`: days since the next one was due. */
  readonly reviews: (last: string, due: string, late: number) => string;
  readonly goal: (goal: string, progress: string) => string;
  readonly unseen: string;
  readonly kept: (count: number) => string;
  readonly upToDate: string;
}

/** What `status` says, in both languages. */
export const words: Readonly<Record<Language, Words>> = {
  en: {
    labels: {
      memory: 'memory         ',
      active: 'active         ',
      provisional: 'provisional    ',
      deprecated: 'deprecated     ',
      retrospective: 'retrospective  ',
      goal: 'goal           ',
      observed: 'observed       ',
      waiting: 'waiting        ',
      next: 'next           ',
    },
    unreviewed: 'none yet',
    reviews: (last, due, late) =>
      `${last}, next ${due}${late < 0 ? '' : late === 0 ? ': due today' : `: overdue by ${counted(late, 'day')}`}`,
    goal: (goal, progress) => `${goal}: ${progress}`,
    unseen: 'no review has looked at it yet',
    kept: (count) => `${count}, for the next review`,
    upToDate: 'nothing: everything is up to date',
  },
  zh: {
    labels: {
      memory: '记忆库  ',
      active: '生效    ',
      provisional: '试用    ',
      deprecated: '停用    ',
      retrospective: '复盘    ',
      goal: '目标    ',
      observed: '线索    ',
      waiting: '待决定  ',
      next: '下一步  ',
    },
    unreviewed: '还没有做过',
    reviews: (last, due, late) =>
      `${last}，下次 ${due}${late < 0 ? '' : late === 0 ? '：今天到期' : `：已超期 ${late} 天`}`,
    goal: (goal, progress) => `${goal}：${progress}`,
    unseen: '还没有复盘看过它',
    kept: (count) => `${count} 条，留给下次复盘`,
    upToDate: '没有：一切都是最新的',
  },
};
