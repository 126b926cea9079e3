import type { Language } from '../../problem.js';
import { counted, dayIn } from '../../text.js';
import { kindNames } from './field-names.js';

const en = {
  unread: (source: string) => `from ${source}: no person has read it yet (madness review)`,
  status: { active: 'proved', provisional: 'on trial', deprecated: 'removed' },
  /** Where Claude reads a rule; the file of the block says itself. */
  reads: {
    start: 'at session start',
    paths: (path: string) => `when ${path} is read`,
    failure: (command: string) => `when ${command} fails`,
    nowhere: 'nowhere',
    removed: 'it was removed',
    merged: (into: string) => `merged into ${into}`,
    fell: (id: string, confidence: string, isPinned: boolean) => (isPinned ? `pinned, but its confidence fell to ${confidence}: madness revive ${id} keeps it, madness remove ${id} ends it` : `its confidence fell to ${confidence}`),
    unread: 'its wording is imported, and nobody has read it (madness review)',
    unknown: 'it is not among the rules that may be told here',
    unproved: 'it waits for a first success here',
    long: 'too long for the block',
    full: (better: number) => `${better} better ones; pin it, or remove one of them`,
    unkept: 'not proved yet; pin it, or judge it in a retrospective',
  },
  pinned: 'pinned',
  more: (count: number) => `… and ${counted(count, 'more rule')}: madness list --all`,
  /** By what it does. */
  switched: { tell: 'reminder on', ask: 'guard on', deny: 'guard on' },
  off: (what: string, id: string) => `${what} (off: madness guard ${id} --off)`,
  none: 'No rule yet. Keep one: madness add "use pnpm, never npm"',
  noneSo: 'No rule has this status; madness list shows all of them.',
  badStatus: (got: string) => `There is no status ${got}: active, provisional or deprecated.`,
  type: kindNames.en,
  since: (day: string) => `kept since ${day}`,
  keptBy: (day: string, how: string, who: string | undefined, by: string | undefined) => `${how === 'import' ? 'imported' : by === undefined ? 'kept' : 'asked for'}${who === undefined ? (by === undefined || how === 'import' ? '' : ' by you') : ` by ${who}`} on ${dayIn(day, 'en')}`,
  log: (id: string) => `What led there: madness show ${id} --log`,
  read: (where: string) => `Claude reads it: ${where}`,
  evidence: (quote: string, place: string) => `said: “${quote}”${place}`,
  saysMore: (id: string) => `${id} says more than one sentence.`,
  saysMoreHint: (id: string) => `madness edit ${id} opens it in your editor; madness revise ${id} --file F takes it whole.`,
  noEditor: 'The editor ended with an error: nothing was changed.',
  unchanged: 'The text is as it was: nothing was changed.',
  shells: (got: string) => `There is no completion for ${got}: bash, zsh or fish.`,
  counted: (rules: number) => counted(rules, 'rule'),
};

export type Words = typeof en;

const zh: Words = {
  unread: (source) => `来自 ${source}：还没有人读过（madness review）`,
  status: { active: '已验证', provisional: '试用', deprecated: '已停用' },
  reads: {
    start: '会话开始时',
    paths: (path) => `读到 ${path} 时`,
    failure: (command) => `${command} 失败时`,
    nowhere: '哪里都不读',
    removed: '已停用',
    merged: (into) => `已并入 ${into}`,
    fell: (id, confidence, isPinned) => (isPinned ? `虽已置顶，置信度降到了 ${confidence}：madness revive ${id} 留下它，madness remove ${id} 停用它` : `置信度降到了 ${confidence}`),
    unread: '文字是导入的，还没有人读过（madness review）',
    unknown: '它不在这里可以告知的规则之中',
    unproved: '还没有在这里成功过',
    long: '规则块放不下',
    full: (better) => `有 ${better} 条更好的；置顶它，或停用其中一条`,
    unkept: '还没有验证；置顶它，或在复盘中评判',
  },
  pinned: '已置顶',
  more: (count) => `……还有 ${count} 条规则：madness list --all`,
  switched: { tell: '提醒已打开', ask: '守卫已打开', deny: '守卫已打开' },
  off: (what, id) => `${what}（关闭：madness guard ${id} --off）`,
  none: '还没有规则。留下一条：madness add "用 pnpm，不要用 npm"',
  noneSo: '没有这种状态的规则；madness list 会列出全部。',
  badStatus: (got) => `没有 ${got} 这种状态，只有 active、provisional 和 deprecated。`,
  type: kindNames.zh,
  since: (day) => `自 ${day} 起`,
  keptBy: (day, how, who, by) => `${dayIn(day, 'zh')}${who !== undefined ? `由${who}` : by === undefined || how === 'import' ? '' : '由你'}${how === 'import' ? '导入' : '留下'}`,
  log: (id) => `来龙去脉：madness show ${id} --log`,
  read: (where) => `Claude 在哪里读到：${where}`,
  evidence: (quote, place) => `原话：“${quote}”${place}`,
  saysMore: (id) => `${id} 不止一句话。`,
  saysMoreHint: (id) => `madness edit ${id} 在编辑器里打开它；madness revise ${id} --file F 整条替换。`,
  noEditor: '编辑器出错退出：没有任何改动。',
  unchanged: '内容没有变：没有任何改动。',
  shells: (got) => `没有 ${got} 的补全，只有 bash、zsh 和 fish。`,
  counted: (rules) => `${rules} 条规则`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
