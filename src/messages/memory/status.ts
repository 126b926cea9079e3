import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

/** What the hooks did: `last` and `since` (of the first session with a reminder) in ISO 8601. */
export interface HooksTold {
  readonly last: string | null;
  readonly given: number;
  readonly well: number;
  readonly since: string;
}

type Label = 'memory' | 'trust' | 'retrospective' | 'goal' | 'waiting' | 'sessions' | 'hooks' | 'readings' | 'effect' | 'next';

const en = {
  labels: {
    memory: 'memory',
    trust: 'trust',
    retrospective: 'retrospective',
    goal: 'goal',
    waiting: 'waits for you',
    sessions: 'sessions',
    hooks: 'hooks',
    readings: 'background',
    effect: 'effect',
    next: 'next',
  } satisfies Record<Label, string>,
  own: 'your own, for all your projects',
  rules: ({ active, provisional, deprecated }: Standings) => `${active} proved, ${provisional} on trial${deprecated > 0 ? `, ${deprecated} removed` : ''}`,
  moreRules: (count: number) => `… and ${counted(count, 'more rule')}: madness list`,
  hooks: ({ last, given, well, since }: HooksTold) => (last === null ? 'they noted no session here yet (madness doctor tells whether they run)' : `last ran ${timeIn('en-GB', last)}${given > 0 ? `; reminded ${counted(given, 'time')} since ${dayIn('en-GB', since)}, ${well} of them worked` : ''}`),
  effect: ({ first, again, helps, harms }: Readonly<Record<'first' | 'again' | 'helps' | 'harms', number>>) =>
    `${[`${again} of ${counted(first, 'failure')} came back later`, ...(helps > 0 ? [`${counted(helps, 'rule')} clearly helped`] : []), ...(harms > 0 ? [`${counted(harms, 'rule')} did harm`] : [])].join(', ')} (madness effect)`,
  unreviewed: 'none yet',
  /** `late`: days since the next one was due. */
  reviews: (last: string, due: string, late: number) => `${last}, next ${due}${late < 0 ? '' : late === 0 ? ': due today' : `: overdue by ${counted(late, 'day')}`}`,
  goal: (goal: string, progress: string) => `${goal}: ${progress}`,
  unseen: 'no retrospective has looked at it yet',
  more: (count: number) => `… and ${count} more`,
  sessions: (count: number) => `${counted(count, 'session')} that no retrospective has read`,
  upToDate: 'nothing waits for you',
  inClient: (command: string) => `in Claude Code: ${command}`,
};

export type Words = typeof en;

const zh: Words = {
  labels: { memory: '记忆库', trust: '信任', retrospective: '复盘', goal: '目标', waiting: '等你决定', sessions: '会话', hooks: '钩子', readings: '后台', effect: '效果', next: '下一步' },
  own: '你自己的，用于所有项目',
  rules: ({ active, provisional, deprecated }) => `已验证 ${active}，试用 ${provisional}${deprecated > 0 ? `，已停用 ${deprecated}` : ''}`,
  moreRules: (count) => `……还有 ${count} 条规则：madness list`,
  hooks: ({ last, given, well, since }) => (last === null ? '在这里还没有记下任何会话（madness doctor 会说明它们是否在运行）' : `上次运行 ${timeIn('zh-CN', last)}${given > 0 ? `；${dayIn('zh-CN', since)}以来提醒 ${given} 次，其中 ${well} 次起了作用` : ''}`),
  effect: ({ first, again, helps, harms }) => `${[`${first} 种失败中 ${again} 种后来又出现了`, ...(helps > 0 ? [`${helps} 条规则明显有用`] : []), ...(harms > 0 ? [`${harms} 条有害`] : [])].join('，')}（madness effect）`,
  unreviewed: '还没有做过',
  reviews: (last, due, late) => `${last}，下次 ${due}${late < 0 ? '' : late === 0 ? '：今天到期' : `：已超期 ${late} 天`}`,
  goal: (goal, progress) => `${goal}：${progress}`,
  unseen: '还没有复盘看过它',
  more: (count) => `……还有 ${count} 项`,
  sessions: (count) => `有 ${count} 个还没有复盘`,
  upToDate: '没有事情等你决定',
  inClient: (command) => `在 Claude Code 里输入 ${command}`,
};

interface Standings {
  readonly active: number;
  readonly provisional: number;
  readonly deprecated: number;
}

function timeIn(locale: string, time: string): string {
  return new Date(time).toLocaleString(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
}

function dayIn(locale: string, time: string): string {
  return new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'long' });
}

export const words: Readonly<Record<Language, Words>> = { en, zh };
