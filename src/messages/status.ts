import type { Language } from '../compile/template.js';
import type { RecordedEffect } from '../schema.gen.js';
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
  | 'effect'
  | 'next';

const en = {
  /** Each as wide as the others on a terminal. */
  labels: {
    memory: 'memory         ',
    trust: 'trust          ',
    active: 'proved         ',
    provisional: 'on trial       ',
    deprecated: 'retired        ',
    retrospective: 'retrospective  ',
    goal: 'goal           ',
    observed: 'observed       ',
    waiting: 'waiting        ',
    effect: 'helped         ',
    next: 'next           ',
  } satisfies Record<Label, string>,
  inTarget: (file: string) => `in ${file}`.padEnd(15),
  effect: ({ first, again, given, helped, compared, helps, harms }: RecordedEffect) =>
    `${again} of ${first} failures came back, ${helped} of ${counted(given, 'hint')} helped; of ${counted(compared, 'rule')} compared ${helps} helped, ${harms} harmed (madness effect)`,
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
    active: '已验证  ',
    provisional: '试用    ',
    deprecated: '停用    ',
    retrospective: '复盘    ',
    goal: '目标    ',
    observed: '线索    ',
    waiting: '待决定  ',
    effect: '效果    ',
    next: '下一步  ',
  },
  inTarget: (file) => `在 ${file} 里  `,
  effect: ({ first, again, given, helped, compared, helps, harms }) =>
    `${first} 种失败中 ${again} 种再次出现，${given} 次提示中 ${helped} 次有用；比较的 ${compared} 条规则中 ${helps} 条有帮助、${harms} 条有害（madness effect）`,
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
