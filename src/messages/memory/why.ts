import type { Language } from '../../problem.js';
import type { Approval, Cell, Event, Quote, Status } from '../../schema.gen.js';

type QuoteRole = NonNullable<Quote['role']>;

/** What a verdict found missing: steps, the preferred option, the rejected one. */
interface Missed {
  readonly left: readonly string[];
  readonly unchosen: readonly string[];
  readonly chosen: readonly string[];
}

const statuses: Readonly<Record<Language, Readonly<Record<Status, string>>>> = {
  en: { active: 'proved', provisional: 'on trial', deprecated: 'removed' },
  zh: { active: '已验证', provisional: '试用', deprecated: '已停用' },
};
export const roles: Readonly<Record<QuoteRole, string>> = {
  user: '用户',
  assistant: '智能体',
  thinking: '智能体的思考',
  tool_input: '工具的输入',
  tool_result: '工具的输出',
};

const rolesInEnglish: Readonly<Record<QuoteRole, string>> = {
  user: 'what the user said',
  assistant: 'what the agent said',
  thinking: "the agent's thinking",
  tool_input: 'what a tool was given',
  tool_result: 'what a tool printed',
};
export const eventNames: Readonly<Record<Event['event'], string>> = {
  create: '建立',
  import: '导入',
  validate: '奏效',
  invalidate: '失灵',
  observe: '观察',
  no_match: '未用到',
  pending_observation: '待观察',
  revise: '改写',
  merge: '合并',
  deprecate: '停用',
  revive: '恢复',
  pin: '置顶',
  unpin: '取消置顶',
  revert: '撤销',
  inject_reflection: '写入规则块',
  import_merge: '采用导入的写法',
  import_skip: '跳过导入',
  import_read: '读过导入',
};

const en = {
  stands: (confidence: string, status: Status, note: string) => `confidence ${confidence}, ${statuses.en[status]}${note}`,
  absorbed: (into: string) => `, absorbed into ${into}`,
  retired: ', removed by a person',
  pinned: ', pinned',
  unproved: ', on trial until it has worked here',
  brought: (id: string) => `absorbed ${id}, without its verdicts`,
  elsewhere: 'does not count here',
  outcome: {
    achieved: 'achieved',
    not_achieved: 'not achieved',
    unclear: 'unclear',
  } satisfies Record<Cell['outcome'], string>,
  steps: (done: string, all: string, outcome: string, { left, unchosen, chosen }: Missed) =>
    [`${done} of ${all} steps, ${outcome}`, ...(left.length > 0 ? [`not done: ${left.join(' · ')}`] : []), ...unchosen.map((option) => `not chosen: ${option}`), ...chosen.map((option) => `chosen, though it is rejected: ${option}`)].join('; '),
  premise: (by: string) => `${by} changed what it rests on`,
  judged: (detail: string, shown: boolean) => `${detail}; the rule was ${shown ? 'shown' : 'not shown'}`,
  reworded: (from: string, to: string) => `“${from}” → “${to}”`,
  because: (reason: string) => `because: ${reason}`,
  session: (session: string) => `  session ${session}`,
  source: (role: QuoteRole, file: string | undefined, line: number | undefined) => ` (${role}${file === undefined ? '' : `, ${file}`}${line ? `, line ${line}` : ''})`,
  allowed: ({ by, choice, text, session, line }: Approval) => (by === 'terminal' ? 'decided by a person at a terminal' : `allowed by the user: “${choice ?? text}” (session ${session}, line ${line})`),
  /** The least trusted of all quotes. */
  trust: (role: QuoteRole | undefined) => (role === undefined ? 'evidence: only its own sentence; no session is quoted' : `weakest evidence: ${rolesInEnglish[role]}`),
  noQuote: 'evidence: none yet',
  event: (kind: Event['event']): string => kind,
  undo: 'madness undo ID takes one of these events back',
};

export type Words = typeof en;

const zh: Words = {
  stands: (confidence, status, note) => `置信度 ${confidence}，${statuses.zh[status]}${note}`,
  absorbed: (into) => `，已并入 ${into}`,
  retired: '，由人停用',
  pinned: '，已置顶',
  unproved: '，在这里奏效之前一直试用',
  brought: (id) => `并入了 ${id}，不含它的评判`,
  elsewhere: '在这里不算数',
  outcome: { achieved: '达成', not_achieved: '未达成', unclear: '说不清' },
  steps: (done, all, outcome, { left, unchosen, chosen }) => [`${all} 步做了 ${done} 步，结果${outcome}`, ...(left.length > 0 ? [`没有做：${left.join(' · ')}`] : []), ...unchosen.map((option) => `没有选：${option}`), ...chosen.map((option) => `选了不该选的：${option}`)].join('；'),
  premise: (by) => `${by} 动摇了它的前提`,
  judged: (detail, shown) => `${detail}；当时${shown ? '展示过' : '没有展示'}这条规则`,
  reworded: (from, to) => `“${from}” → “${to}”`,
  because: (reason) => `原因：${reason}`,
  session: (session) => `  会话 ${session}`,
  source: (role, file, line) => `（${roles[role]}${file === undefined ? '' : `，${file}`}${line ? `，第 ${line} 行` : ''}）`,
  allowed: ({ by, choice, text, session, line }) => (by === 'terminal' ? '由人在终端决定' : `用户准许：“${choice ?? text}”（会话 ${session}，第 ${line} 行）`),
  trust: (role) => (role === undefined ? '依据：只有规则自己这句话，没有引用会话' : role === 'user' ? '依据：你说的原话' : `依据：最弱的一条出自${roles[role]}`),
  noQuote: '依据：还没有',
  event: (kind) => eventNames[kind],
  undo: 'madness undo ID 可撤销其中一个事件',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
