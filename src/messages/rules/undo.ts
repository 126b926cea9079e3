import type { Language } from '../../problem.js';
import { done } from '../memory/log.js';
import { eventNames } from '../memory/why.js';

const en = {
  uncounted: (event: string, kind: string) => `${event} (${kind}) was taken back before`,
  undid: (event: string, kind: string, asset: string | undefined) => `undid: ${done[kind as keyof typeof done] ?? kind}${asset === undefined ? '' : ` ${asset}`} (${event.slice(0, 8)})`,
  /** An undo was undone, but another one of the same event counts too. */
  stillUndone: (other: string) => `what it had undone stays undone, by ${other} as well`,
  stays: (asset: string) => `the wording of ${asset} stays as it is`,
  movedOn: (asset: string, file: string) => `the wording of ${asset} has changed since and stays; the other one is in ${file}`,
  /** What stood there held words that nobody has read. */
  unreadGoes: (asset: string, file: string) => `${asset} reads as before the import; what had been changed in it since is in ${file}`,
  noDecision: 'There is nothing left to take back.',
  noDecisionHint: 'madness why ID lists the events of a rule.',
  list: (done: readonly string[]) => done.join('; '),
  decision: (day: string, who: string | null, what: string, rule: string | null) => `${day}, ${who ?? 'not in this clone'}: ${what}${rule === null ? '' : ` “${rule}”`}`,
  newer: (decision: string, event: string) => `There is a newer decision of somebody else (${decision}): madness undo ${event} would take that one back, for everybody.`,
  notYours: (decision: string) => `The last decision was not made here (${decision}).`,
  notYoursHint: (event: string) => `To take it back for everybody: madness undo ${event}.`,
  takeTheirs: (decision: string) => `The last decision was not made here (${decision}). Take it back for everybody?`,
};

export type Words = typeof en;

const nameOf = (kind: string): string => eventNames[kind as keyof typeof eventNames] ?? kind;

const zh: Words = {
  uncounted: (event, kind) => `${event}（${nameOf(kind)}）早已撤销`,
  undid: (event, kind, asset) => `已撤销${nameOf(kind)}${asset === undefined ? '' : ` ${asset}`}（${event.slice(0, 8)}）`,
  stillUndone: (other) => `它撤销过的内容仍未恢复，因为 ${other} 也撤销了它`,
  stays: (asset) => `${asset} 的写法保持不变`,
  movedOn: (asset, file) => `${asset} 的写法后来又改过，予以保留；另一种写法在 ${file}`,
  unreadGoes: (asset, file) => `${asset}恢复为导入之前的写法；导入之后又改过的写法在 ${file}`,
  noDecision: '没有可以撤销的决定了。',
  noDecisionHint: 'madness why ID 会列出一条规则的事件。',
  list: (done) => done.join('；'),
  decision: (day, who, what, rule) => `${day} ${who ?? '不在这份克隆里'}：${what}${rule === null ? '' : `“${rule}”`}`,
  newer: (decision, event) => `还有一个更新的决定，是别人做的（${decision}）。要为所有人撤销它：madness undo ${event}`,
  notYours: (decision) => `最近的决定不是在这里做的（${decision}）。`,
  notYoursHint: (event) => `要为所有人撤销它：madness undo ${event}`,
  takeTheirs: (decision) => `最近的决定不是在这里做的（${decision}）。要为所有人撤销它吗？`,
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
