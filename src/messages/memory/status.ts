import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

/** `since`: ISO 8601 of the first session with a reminder. */
export interface Reminders {
  readonly given: number;
  readonly well: number;
  readonly since: string;
}

type Label = 'memory' | 'trust' | 'active' | 'provisional' | 'deprecated' | 'retrospective' | 'goal' | 'observed' | 'waiting' | 'sessions' | 'reminder' | 'guard' | 'reminders' | 'readings' | 'watch' | 'effect' | 'next';

const en = {
  /** Each as wide as the others on a terminal. */
  labels: {
    memory: 'memory         ',
    trust: 'trust          ',
    active: 'proved         ',
    provisional: 'on trial       ',
    deprecated: 'removed        ',
    retrospective: 'retrospective  ',
    goal: 'goal           ',
    observed: 'noticed        ',
    waiting: 'waits for you  ',
    sessions: 'sessions       ',
    reminder: 'reminder       ',
    guard: 'guard          ',
    reminders: 'reminded       ',
    readings: 'background     ',
    watch: 'counted        ',
    effect: 'effect         ',
    next: 'next           ',
  } satisfies Record<Label, string>,
  own: 'your own, for all your projects',
  inBlock: (file: string) => `in ${file}`,
  why: (reason: string) => `: ${reason}`,
  reminders: ({ given, well, since }: Reminders) => `${counted(given, 'time')} since ${dayIn('en-GB', since)}, ${well} of them worked`,
  switched: (title: string, id: string) => `on for “${title}” (off: madness guard ${id} --off)`,
  effect: ({ first, again, helps, harms }: Readonly<Record<'first' | 'again' | 'helps' | 'harms', number>>) =>
    `${[`${again} of ${counted(first, 'failure')} came back later`, ...(helps > 0 ? [`${counted(helps, 'rule')} clearly helped`] : []), ...(harms > 0 ? [`${counted(harms, 'rule')} did harm`] : [])].join(', ')} (madness effect)`,
  unreviewed: 'none yet',
  /** `late`: days since the next one was due. */
  reviews: (last: string, due: string, late: number) => `${last}, next ${due}${late < 0 ? '' : late === 0 ? ': due today' : `: overdue by ${counted(late, 'day')}`}`,
  goal: (goal: string, progress: string) => `${goal}: ${progress}`,
  unseen: 'no retrospective has looked at it yet',
  kept: (count: number) => `${count}, for the next retrospective`,
  more: (count: number) => `… and ${count} more`,
  sessions: (count: number) => `${counted(count, 'session')} that no retrospective has read`,
  upToDate: 'nothing waits for you',
  inClient: (command: string) => `in Claude Code: ${command}`,
};

export type Words = typeof en;

const zh: Words = {
  labels: {
    memory: '记忆库    ',
    trust: '信任      ',
    active: '已验证    ',
    provisional: '试用      ',
    deprecated: '已停用    ',
    retrospective: '复盘      ',
    goal: '目标      ',
    observed: '线索      ',
    waiting: '等你决定  ',
    sessions: '会话      ',
    reminder: '提醒      ',
    guard: '守卫      ',
    reminders: '提醒过    ',
    readings: '后台      ',
    watch: '计数      ',
    effect: '效果      ',
    next: '下一步    ',
  },
  own: '你自己的，用于所有项目',
  inBlock: () => '规则块',
  why: (reason) => `：${reason}`,
  reminders: ({ given, well, since }) => `${dayIn('zh-CN', since)}以来 ${given} 次，其中 ${well} 次起了作用`,
  switched: (title, id) => `已打开：“${title}”（关闭：madness guard ${id} --off）`,
  effect: ({ first, again, helps, harms }) => `${[`${first} 种失败中 ${again} 种后来又出现了`, ...(helps > 0 ? [`${helps} 条规则明显有用`] : []), ...(harms > 0 ? [`${harms} 条有害`] : [])].join('，')}（madness effect）`,
  unreviewed: '还没有做过',
  reviews: (last, due, late) => `${last}，下次 ${due}${late < 0 ? '' : late === 0 ? '：今天到期' : `：已超期 ${late} 天`}`,
  goal: (goal, progress) => `${goal}：${progress}`,
  unseen: '还没有复盘看过它',
  kept: (count) => `${count} 条，留给下次复盘`,
  more: (count) => `……还有 ${count} 项`,
  sessions: (count) => `有 ${count} 个还没有复盘`,
  upToDate: '没有事情等你决定',
  inClient: (command) => `在 Claude Code 里输入 ${command}`,
};

function dayIn(locale: string, time: string): string {
  return new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'long' });
}

export const words: Readonly<Record<Language, Words>> = { en, zh };
