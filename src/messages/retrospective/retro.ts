import type { Language } from '../../problem.js';
import type { ReviewedSession } from '../../schema.gen.js';
import { counted } from '../../text.js';
import { reasonIn } from '../reasons.js';

type Told = readonly [message: string, hint: string];

const en = {
  elsewhere: (root: string) => `This is not the main worktree: what a retrospective writes here is in no commit and goes when the worktree goes. To keep it, run it in ${root}.`,
  counting: 'Counting rejections and loops',
  started: (id: string, sessions: number, later: number) => `started ${id}: ${counted(sessions, 'session')} to read, ${later} left for later`,
  session: ({ rejections, loops, prematched, weak, since, read, reason }: ReviewedSession) =>
    [counted(rejections, 'rejection'), counted(loops, 'loop'), `${counted(prematched.length, 'rule')} to judge`, ...(weak.length === 0 ? [] : [`${weak.length} more by one line each`]), ...(since === undefined ? [] : [`from line ${since + 1} on`]), ...(read === 'whole' ? [] : [`read partly (${reason})`])].join(', '),
  /** `all`: how many, where some are not named. */
  leftOut: (named: readonly string[], all: number, reason: string) => `left out ${named.join(', ')}${all > named.length ? `, … (${all})` : ''}: ${reason}`,
  observed: (count: number) => `${counted(count, 'observation')} of before: madness retro status lists them`,
  archived: (count: number, restore: string) => `${counted(count, 'unread session')} ${count === 1 ? 'is' : 'are'} only in the archive: ${restore} restores ${count === 1 ? 'it' : 'the newest'} for reading`,
  goesOn: (id: string) => `${id} was not given up: madness retro status goes on with it.`,
  /** Why no review can begin, and the remedy; `more` is appended. */
  nothing: {
    leftOut: (count: number, session: string, reason: string, more: string): Told => [`There is no session to read: ${count === 1 ? 'the only new one is' : `all ${count} new ones are`} left out (${session}: ${reason}).`, `madness sessions says how each was read.${more}`],
    reviewed: (count: number, more: string): Told => [`There is no session to read: a retrospective has read all ${count}.`, `Come back when there are new ones; madness status shows how the rules do.${more}`],
    none: (folder: string, more: string): Told => [`${folder} has no session of this project.`, `Run it where you work with Claude Code; madness sessions --all lists every session.${more}`],
  },
  unfinished: 'No report was written: mend this first, then madness retro finish.',
  finished: (id: string, path: string) => `${id} is done: ${path}`,
  exported: (rules: number) => `exported ${counted(rules, 'rule')} to exports/portable.json`,
  checked: 'the report says what was recorded, and nothing else',
  noReport: 'No retrospective has ended yet: /madness begins one.',
  show: (day: string) => `show the report to the user; the next retrospective is due on ${day}`,
};

export type Words = typeof en;

const zh: Words = {
  elsewhere: (root) => `这里不是主工作树：复盘的记录、候选规则和报告不归 git 管，会随它一起消失。要保留，就在 ${root} 里复盘。`,
  counting: '正在统计拒绝和循环',
  started: (id, sessions, later) => `已开始 ${id}：复盘 ${sessions} 个会话，另有 ${later} 个留待以后`,
  session: ({ rejections, loops, prematched, weak, since, read, reason }) =>
    [`拒绝或纠正 ${rejections} 次`, `循环 ${loops} 处`, `待评判规则 ${prematched.length} 条`, ...(weak.length === 0 ? [] : [`另有 ${weak.length} 条各看一行`]), ...(since === undefined ? [] : [`从第 ${since + 1} 行起`]), ...(read === 'whole' ? [] : [`只读到一部分（${reasonIn('zh', reason ?? '')}）`])].join('，'),
  leftOut: (named, all, reason) => `略过 ${named.join('、')}${all > named.length ? ` 等 ${all} 个` : ''}：${reasonIn('zh', reason)}`,
  observed: (count) => `此前留下的线索 ${count} 条：madness retro status 会列出`,
  archived: (count, restore) => `有 ${count} 个未读会话只在存档里：${restore} 可恢复${count === 1 ? '它' : '最新的一个'}来读`,
  goesOn: (id) => `${id} 没有放弃：madness retro status 会继续它。`,
  nothing: {
    leftOut: (count, session, reason, more) => [`没有会话可以复盘：${count === 1 ? '唯一的新会话' : `${count} 个新会话`}都略过了（${session}：${reason}）。`, `madness sessions 会说明每个会话读得怎样。${more}`],
    reviewed: (count, more) => [`没有会话可以复盘：${count} 个都复盘过了。`, `先和智能体干活，有了新会话再来；madness status 会显示规则用得怎样。${more}`],
    none: (folder, more) => [`${folder} 里没有这个项目的会话。`, `请在使用 Claude Code 的地方运行；madness sessions --all 会列出所有会话。${more}`],
  },
  unfinished: '没有写出报告：先解决上面的问题，再运行 madness retro finish。',
  finished: (id, path) => `${id} 已完成：${path}`,
  exported: (rules) => `已导出 ${rules} 条规则到 exports/portable.json`,
  checked: '报告所说与记录一致，没有多一个字',
  noReport: '还没有做完的复盘：/madness 可以开始一次。',
  show: (day) => `把报告给用户看；下次复盘 ${day}`,
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
