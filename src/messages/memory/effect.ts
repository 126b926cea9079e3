import type { Language } from '../../problem.js';

import { counted } from '../../text.js';

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const points = (share: number): string => {
  const rounded = Math.round(share * 100);
  return `${rounded < 0 ? '−' : rounded > 0 ? '+' : ''}${Math.abs(rounded)}`;
};

/** Calls that rules refused once, and what came of them. */
export interface Reminders {
  readonly given: number;
  readonly heeded: number;
  readonly repeated: number;
  /** The person's words let these pass; not among those given. */
  readonly waived: number;
}

const en = {
  language: 'en' as Language,
  span: (sessions: number, from: string, to: string) => `${counted(sessions, 'session')} noted, ${from} to ${to}`,
  none: 'No session was noted yet: the hooks note what fails while you work.',
  /** Told of a rule, each in a line below its title. */
  kept: (since: string, before: string | null) => `${since}${before === null ? '' : `; before it ${before}`}`,
  reminded: ({ given, heeded, repeated }: Reminders) => `Claude was reminded ${counted(given, 'time')}: heeded ${heeded}, ignored ${repeated}`,
  failed: (after: string, before: string | null) => `what it is about failed in ${after} sessions${before === null ? '' : `; before it in ${before}`}`,
  ended: (followed: string, unfollowed: string) => `${followed} sessions that followed it went well, ${unfollowed} that did not follow it`,
  helps: 'it helps',
  harms: 'it harms: look at it again',
  noDifference: 'no difference can be seen between following it and not',
  missing: (followed: number, unfollowed: number) => `too early to say whether it helps: ${[...(followed > 0 ? [`${counted(followed, 'more session')} that follow it`] : []), ...(unfollowed > 0 ? [`${counted(unfollowed, 'more session')} that do not`] : [])].join(', ')}`,
  ofModel: (model: string, line: string) => `${model}: ${line}`,
  quiet: (rules: number) => `${counted(rules, 'rule')} did not come up yet.`,
  hints: (given: number, helped: number, repeated: number) => (given === 0 ? 'Claude needed no hint yet.' : `Claude was given ${counted(given, 'hint')} at a failure: ${helped} helped, ${repeated} did not.`),
  repeat: (first: number, again: number) => (first === 0 ? 'Nothing failed yet.' : `${again} of ${counted(first, 'kind')} of failures came back in a later session.`),
  waived: (waived: number) => `You let ${counted(waived, 'reminder')} pass by your own words.`,
  guards: (stopped: number, overridden: number) => `${counted(stopped, 'call')} held back by your guards; you let ${overridden} of them run.`,
  more: 'With intervals, and what these numbers cannot prove: madness effect --details',
  /** Only with --details. */
  firstTry: (met: number, well: number) => `first try      ${well} of ${counted(met, 'rule')} ended well when their scene was met first`,
  rate: (rate: string) => `failures       ${rate} of the kinds came back in a later session`,
  noHoldout: 'hold-out       off: `madness config set holdout 0.1` keeps a tenth of the sessions free of hints, to compare with',
  holdout: (share: number, held: string, told: string) => `hold-out       ${percent(share)}: a failure that a rule names came in ${held} sessions without hints and trials, ${told} with`,
  withheld: (given: number, helped: number, repeated: number) => `  not given    ${counted(given, 'hint')}: without it ${helped} went well, ${repeated} did not`,
  block: '  The rule block is a file that every session reads, so it cannot be held out.',
  tooFew: 'difference: too few, five sessions on each side are needed',
  uplift: (uplift: number, low: number, high: number) => `difference: ${points(uplift)} points (95 %: ${points(low)} to ${points(high)})`,
  share: (part: string, low: number, high: number) => `${part} kept is ${percent(low)} to ${percent(high)} (95 %)`,
  harm: (sessions: number) => `followed, and the session failed: ${counted(sessions, 'time')}`,
  unnamed: (before: string, after: string) => `Beside it, failures that no rule names: ${before} sessions before the second time, ${after} after.`,
  compared: (rules: number) => `${counted(rules, 'rule')} compared: of forty that do nothing, about one looks as if it helped.`,
  power: 'A rule that halves a failure of every second session is seen in four of five memories from about 120 sessions with its scene on, if it was followed in half of them.',
  confounded: 'Rules are made where things went wrong, so later sessions are better anyway, and easy sessions follow more rules: these are comparisons, no proof of a cause.',
  counting: 'Counting sessions',
  rebuilt: (sessions: number) => `${counted(sessions, 'session')} counted from transcripts that the hooks knew nothing of`,
  page: (path: string) => `the page is ${path}`,
  noBrowser: (opener: string) => `${opener} cannot be started: open the file yourself`,
  percent,
  points,
  interval: (low: number, high: number) => `${points(low)} to ${points(high)}`,
  few: 'too few',
  past: 'how a past session overcame it',
  unread: (rules: number) => `${counted(rules, 'imported rule')} that no person has read`,
  status: { active: 'proved', provisional: 'on trial', deprecated: 'removed' },
  day: (at: number) => dateIn('en-GB', at, { day: 'numeric', month: 'short' }),
  date: (at: number) => dateIn('en-GB', at, { day: 'numeric', month: 'short', year: 'numeric' }),
  of: (part: number, whole: number) => `${part} of ${whole}`,
};

export type Words = typeof en;

const zh: Words = {
  language: 'zh',
  span: (sessions, from, to) => `记录了 ${sessions} 个会话，${from} 至 ${to}`,
  none: '还没有数据：装好插件，用上几次就有了。',
  kept: (since, before) => `${since}${before === null ? '' : `；有这条规则之前${before}`}`,
  reminded: ({ given, heeded, repeated }) => `提醒过 Claude ${given} 次：照做 ${heeded} 次，没照做 ${repeated} 次`,
  failed: (after, before) => `它针对的失败出现在 ${after} 个会话里${before === null ? '' : `；之前是 ${before}`}`,
  ended: (followed, unfollowed) => `遵守它的会话 ${followed} 个顺利，没遵守的 ${unfollowed} 个顺利`,
  helps: '它有用',
  harms: '它有害：请重新看看这条规则',
  noDifference: '遵守与不遵守，看不出差别',
  missing: (followed, unfollowed) => `还看不出是否有用：${[...(followed > 0 ? [`还差 ${followed} 个遵守它的会话`] : []), ...(unfollowed > 0 ? [`还差 ${unfollowed} 个没遵守的`] : [])].join('，')}`,
  ofModel: (model, line) => `${model}：${line}`,
  quiet: (rules) => `${rules} 条规则还没有用上过。`,
  hints: (given, helped, repeated) => (given === 0 ? '还没有提示过 Claude。' : `失败时提示了 Claude ${given} 次：${helped} 次有用，${repeated} 次没用。`),
  repeat: (first, again) => (first === 0 ? '还没有失败。' : `记录到 ${first} 种失败，${again === 0 ? '之后没有再出现' : `其中 ${again} 种后来又出现了`}。`),
  waived: (waived) => `有 ${waived} 次提醒，你用自己的话放行了。`,
  guards: (stopped, overridden) => `守卫拦下 ${stopped} 次调用，其中 ${overridden} 次你放行了。`,
  more: '看区间，以及这些数字证明不了什么：madness effect --details',
  firstTry: (met, well) => `首次    ${met} 条规则第一次用上时，${well} 条顺利`,
  rate: (rate) => `失败    后来又出现的种类占 ${rate}`,
  noHoldout: '留出    未开启：`madness config set holdout 0.1` 让十分之一的会话没有提示，以便比较',
  holdout: (share, held, told) => `留出    ${percent(share)}：规则针对的失败，没有提示和试用的会话中出现 ${held}，有的会话中 ${told}`,
  withheld: (given, helped, repeated) => `  未给出  ${given} 次提示：没有它，${helped} 次顺利，${repeated} 次仍失败`,
  block: '  规则块是每个会话都会读的文件，无法留出。',
  tooFew: '差异：数据太少，两边各要五个会话',
  uplift: (uplift, low, high) => `差异：${points(uplift)} 个百分点（95 %：${points(low)} 至 ${points(high)}）`,
  share: (part, low, high) => `遵守 ${part}，即 ${percent(low)} 至 ${percent(high)}（95 %）`,
  harm: (sessions) => `遵守了，会话仍失败：${sessions} 次`,
  unnamed: (before, after) => `作为对照，没有规则针对的失败：第二次出现之前 ${before} 个会话，之后 ${after}。`,
  compared: (rules) => `比较了 ${rules} 条规则：即使全都没用，每四十条也会有一条碰巧显得有用。`,
  power: '粗略地说：规则要让失败减半，并有约 120 个用得上它的会话，才有八成把握看出效果。',
  confounded: '规则产生于出错之处，之后本来就会好转，而且容易的会话更常遵守规则：这些只是比较，不能证明因果。',
  counting: '统计会话',
  rebuilt: (sessions) => `从会话记录补计了钩子不知道的 ${sessions} 次会话`,
  page: (path) => `页面在 ${path}`,
  noBrowser: (opener) => `无法启动 ${opener}：请自己打开该文件`,
  percent,
  points,
  interval: (low, high) => `${points(low)} 至 ${points(high)}`,
  few: '数据太少',
  past: '过去的会话如何解决',
  unread: (rules) => `${rules} 条导入的规则还没有人读过`,
  status: { active: '已验证', provisional: '试用', deprecated: '已停用' },
  day: (at) => dateIn('zh-CN', at, { day: 'numeric', month: 'short' }),
  date: (at) => dateIn('zh-CN', at, { day: 'numeric', month: 'long', year: 'numeric' }),
  of: (part, whole) => `${part}/${whole}`,
};

function dateIn(locale: string, at: number, form: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleDateString(locale, { timeZone: 'UTC', ...form });
}

/** Shared with the page, whose other texts are in its template. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
