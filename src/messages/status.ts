import type { Language } from '../compile/template.js';
import { counted } from '../text.js';

type Label =
  | 'memory'
  | 'trust'
  | 'active'
  | 'provisional'
  | 'deprecated'
  | 'retrospective'
  | 'goal'
  | 'observed'
  | 'waiting'
  | 'next';

const en = {
  /** Each as wide as the others on a terminal. */
  labels: {
    memory: 'memory         ',
    trust: 'trust          ',
    active: 'active         ',
    provisional: 'provisional    ',
    deprecated: 'deprecated     ',
    retrospective: 'retrospective  ',
    goal: 'goal           ',
    observed: 'observed       ',
    waiting: 'waiting        ',
    next: 'next           ',
  } satisfies Record<Label, string>,
  unreviewed: 'none yet',
  /** `late`: days since the next one was due. */
  reviews: (last: string, due: string, late: number) =>
    `${last}, next ${due}${late < 0 ? '' : late === 0 ? ': due today' : `: overdue by ${counted(late, 'day')}`}`,
  goal: (goal: string, progress: string) => `${goal}: ${progress}`,
  unseen: 'no review has looked at it yet',
  kept: (count: number) => `${count}, for the next review`,
  more: (count: number) => `… and ${count} more`,
  upToDate: 'nothing: everything is up to date',
};

export type Words = typeof en;

const zh: Words = {
  labels: {
    memory: '记忆库  ',
    trust: '信任    ',
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
  more: (count) => `……还有 ${count} 项`,
  upToDate: '没有：一切都是最新的',
};

/** What `status` says, in both languages. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
