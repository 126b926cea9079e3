import type { Language } from '../../compile/template.js';
import { counted } from '../../text.js';

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const points = (share: number): string =>
  `${share < 0 ? '−' : '+'}${Math.abs(Math.round(share * 100))}`;

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
    `\nBeside it, failures that no rule names: ${before} sessions before the second time, ${after} after.`,
  compared: (rules: number) =>
    `${counted(rules, 'rule')} compared: of forty that do nothing, about one looks as if it helped.`,
  confounded:
    'Rules are made where things went wrong, so later sessions are better anyway, and easy sessions follow more rules: these are comparisons, no proof of a cause.',
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
  rule: (id) => `\n${id}`,
  change: (before, after) => `  失败    之前 ${before} 次会话，之后 ${after}`,
  ended: (followed, unfollowed) => `  结果好  遵循时 ${followed}，未遵循时 ${unfollowed}`,
  tooFew: '  差异    数据太少：两边各需五次会话',
  uplift: (uplift, low, high) =>
    `  差异    ${points(uplift)} 个百分点（95 %：${points(low)} 至 ${points(high)}）${low > 0 ? '：有帮助' : high < 0 ? '：有害' : '：看不出效果'}`,
  harm: (sessions) => `  有害    遵循后仍失败 ${sessions} 次会话`,
  unnamed: (before, after) =>
    `\n作为对照，没有规则提到的失败：第二次出现之前 ${before} 次会话，之后 ${after}。`,
  compared: (rules) => `比较了 ${rules} 条规则：四十条无效规则中，约有一条会显得有帮助。`,
  confounded:
    '规则产生于出错之处，之后的情况本来就会好转，而且容易的会话更常遵循规则：这些只是比较，不能证明因果。',
  of: (part, whole) => `${part}/${whole}`,
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
