import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const points = (share: number): string => {
  const rounded = Math.round(share * 100);
  return `${rounded < 0 ? '−' : rounded > 0 ? '+' : ''}${Math.abs(rounded)}`;
};

const en = {
  span: (sessions: number, from: string, to: string) =>
    `${counted(sessions, 'session')} noted, ${from} to ${to}`,
  none: 'No session was noted yet: the hooks note what fails while you work.',
  repeat: (first: number, again: number, rate: number | null) =>
    `failures       ${first} kinds, ${again} of them came back in a later session${rate === null ? '' : ` (${percent(rate)})`}`,
  firstTry: (met: number, well: number) =>
    `first try      ${well} of ${counted(met, 'rule')} ended well when their scene was met first`,
  hints: (given: number, helped: number, repeated: number) =>
    `hints          ${given} given: ${helped} helped, ${repeated} did not`,
  guards: (stopped: number, overridden: number) =>
    `guards         ${counted(stopped, 'call')} held back, ${overridden} of them allowed all the same`,
  noHoldout:
    'hold-out       off: `madness config set holdout 0.1` keeps a tenth of the sessions free of hints, to compare with',
  holdout: (share: number, held: string, told: string) =>
    `hold-out       ${percent(share)}: a failure that a rule names came in ${held} sessions without hints and trials, ${told} with`,
  withheld: (given: number, helped: number, repeated: number) =>
    `  not given    ${counted(given, 'hint')}: without it ${helped} went well, ${repeated} did not`,
  block: '  The rule block is a file that every session reads, so it cannot be held out.',
  rule: (id: string) => `\n${id}`,
  change: (before: string, after: string) =>
    `  failed in    ${before} sessions before it, ${after} after`,
  ended: (followed: string, unfollowed: string) =>
    `  ended well   ${followed} when followed, ${unfollowed} when not`,
  tooFew: '  difference   too few: five sessions on each side are needed',
  uplift: (uplift: number, low: number, high: number) =>
    `  difference   ${points(uplift)} points (95 %: ${points(low)} to ${points(high)})${low > 0 ? ': it helps' : high < 0 ? ': it harms' : ': no effect is shown'}`,
  harm: (sessions: number) =>
    `  harm         followed and failed in ${counted(sessions, 'session')}`,
  unnamed: (before: string, after: string) =>
    `Beside it, failures that no rule names: ${before} sessions before the second time, ${after} after.`,
  compared: (rules: number) =>
    `${counted(rules, 'rule')} compared: of forty that do nothing, about one looks as if it helped.`,
  power:
    'A rule that halves a failure of every second session is seen in four of five memories from about 120 sessions with its scene on, if it was followed in half of them.',
  confounded:
    'Rules are made where things went wrong, so later sessions are better anyway, and easy sessions follow more rules: these are comparisons, no proof of a cause.',
  counting: 'Counting sessions',
  rebuilt: (sessions: number) =>
    `${counted(sessions, 'session')} counted from transcripts that the hooks knew nothing of`,
  page: (path: string) => `the page is ${path}`,
  noBrowser: (opener: string) => `${opener} cannot be started: open the file yourself`,
  percent,
  points,
  interval: (low: number, high: number) => `${points(low)} to ${points(high)}`,
  few: 'too few',
  past: 'how a past session overcame it',
  unread: (rules: number) => `${counted(rules, 'imported rule')} that no person has read`,
  status: { active: 'proved', provisional: 'on trial', deprecated: 'retired' },
  day: (at: number) => dateIn('en-GB', at, { day: 'numeric', month: 'short' }),
  date: (at: number) => dateIn('en-GB', at, { day: 'numeric', month: 'short', year: 'numeric' }),
  of: (part: number, whole: number) => `${part} of ${whole}`,
};

export type Words = typeof en;

const zh: Words = {
  span: (sessions, from, to) => `记录了 ${sessions} 次会话，${from} 至 ${to}`,
  none: '还没有记录任何会话：工作时，钩子会记下失败。',
  repeat: (first, again, rate) =>
    `失败    ${first} 种，其中 ${again} 种在以后的会话中再次出现${rate === null ? '' : `（${percent(rate)}）`}`,
  firstTry: (met, well) => `首次    ${met} 条规则首次遇到其场景，${well} 条结果良好`,
  hints: (given, helped, repeated) =>
    `提示    给出 ${given} 次：${helped} 次有用，${repeated} 次无用`,
  guards: (stopped, overridden) => `守卫    拦下 ${stopped} 次调用，其中 ${overridden} 次仍被允许`,
  noHoldout: '留出    未开启：`madness config set holdout 0.1` 让十分之一的会话没有提示，以便比较',
  holdout: (share, held, told) =>
    `留出    ${percent(share)}：规则提到的失败，没有提示和试用的会话中出现 ${held}，有的会话中 ${told}`,
  withheld: (given, helped, repeated) =>
    `  未给出  ${given} 次提示：没有它，${helped} 次顺利，${repeated} 次仍失败`,
  block: '  规则块是每次会话都会读的文件，无法留出。',
  rule: (id) => `\n${id}`,
  change: (before, after) => `  失败    之前 ${before} 次会话，之后 ${after}`,
  ended: (followed, unfollowed) => `  结果好  遵循时 ${followed}，未遵循时 ${unfollowed}`,
  tooFew: '  差异    数据太少：两边各需五次会话',
  uplift: (uplift, low, high) =>
    `  差异    ${points(uplift)} 个百分点（95 %：${points(low)} 至 ${points(high)}）${low > 0 ? '：有帮助' : high < 0 ? '：有害' : '：看不出效果'}`,
  harm: (sessions) => `  有害    遵循后仍失败 ${sessions} 次会话`,
  unnamed: (before, after) =>
    `作为对照，没有规则提到的失败：第二次出现之前 ${before} 次会话，之后 ${after}。`,
  compared: (rules) => `比较了 ${rules} 条规则：四十条无效规则中，约有一条会显得有帮助。`,
  power:
    '一条规则若把每两次会话一次的失败减半，且一半会话遵循了它，那么约从 120 次遇到其场景的会话起，五份记忆中有四份能看出来。',
  confounded:
    '规则产生于出错之处，之后的情况本来就会好转，而且容易的会话更常遵循规则：这些只是比较，不能证明因果。',
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
  status: { active: '已验证', provisional: '试用', deprecated: '停用' },
  day: (at) => dateIn('zh-CN', at, { day: 'numeric', month: 'short' }),
  date: (at) => dateIn('zh-CN', at, { day: 'numeric', month: 'long', year: 'numeric' }),
  of: (part, whole) => `${part}/${whole}`,
};

function dateIn(locale: string, at: number, form: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleDateString(locale, { timeZone: 'UTC', ...form });
}

/** Shared with the page, whose other texts are in its template. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
