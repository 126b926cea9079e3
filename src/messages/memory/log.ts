import type { Language } from '../../problem.js';
import type { Event } from '../../schema.gen.js';
import { eventNames } from './why.js';

type Kind = Event['event'];

/** What an event did, for one line. */
export interface Decided {
  readonly kind: Kind;
  readonly by: string | undefined;
  readonly session: string | undefined;
  /** The rule that survives a merge. */
  readonly into: string | undefined;
  /** The kind of event that a revert takes back. */
  readonly undone: Kind | undefined;
  readonly change: readonly [from: string, to: string] | undefined;
  readonly reason: string | undefined;
  /** False of an event that was taken back itself. */
  readonly isLive: boolean;
}

export const done: Readonly<Record<Kind, string>> = {
  create: 'added',
  import: 'imported',
  validate: 'worked',
  invalidate: 'failed',
  observe: 'seen',
  no_match: 'not needed',
  pending_observation: 'kept in view',
  revise: 'reworded',
  merge: 'merged',
  deprecate: 'removed',
  revive: 'brought back',
  pin: 'pinned',
  unpin: 'unpinned',
  revert: 'took back',
  inject_reflection: 'block written',
  import_merge: 'took the imported wording',
  import_skip: 'import skipped',
  import_read: 'read the import',
};

const en = {
  text: ({ kind, by, session, into, undone, change, reason, isLive }: Decided): string =>
    [
      by === 'adopt' ? 'written into the file by hand' : done[kind],
      ...(into === undefined ? [] : [` into “${into}”`]),
      ...(undone === undefined ? [] : [`: ${done[undone]}`]),
      ...(change === undefined ? [] : [`: “${change[0]}” → “${change[1]}”`]),
      ...(session === undefined || !/validate$/.test(kind) ? [] : [` in session ${session.slice(0, 8)}`]),
      ...(reason === undefined || reason === 'premise' ? [] : [`, because: ${reason}`]),
      ...(isLive ? [] : [' (taken back since)']),
    ].join(''),
  row: (day: string, id: string, who: string | null, title: string | null, text: string) => `${day}  ${id}  ${who ?? '—'}  ${text}${title === null ? '' : `  “${title}”`}`,
  none: 'Nothing was decided.',
  noneSince: (since: string) => `Nothing was decided since ${since}.`,
  more: (count: number) => `${count} older: madness log --since DATE shows them.`,
  heading: (count: number) => `### Rules: ${count} ${count === 1 ? 'change' : 'changes'}`,
  item: (day: string, who: string | null, title: string | null, rule: string, text: string) => `- ${day} ${who === null ? '' : `**${who}** `}${text}${title === null ? '' : `: ${title}`} ${rule}`,
  undo: 'Take one back: `madness undo ID`.',
};

const zh: typeof en = {
  text: ({ kind, by, session, into, undone, change, reason, isLive }) =>
    [
      by === 'adopt' ? '直接写进了文件' : eventNames[kind],
      ...(into === undefined ? [] : [`到“${into}”`]),
      ...(undone === undefined ? [] : [`了${eventNames[undone]}`]),
      ...(change === undefined ? [] : [`：“${change[0]}” → “${change[1]}”`]),
      ...(session === undefined || !/validate$/.test(kind) ? [] : [`（会话 ${session.slice(0, 8)}）`]),
      ...(reason === undefined || reason === 'premise' ? [] : [`，原因：${reason}`]),
      ...(isLive ? [] : ['（后来撤销了）']),
    ].join(''),
  row: (day, id, who, title, text) => `${day}  ${id}  ${who ?? '—'}  ${text}${title === null ? '' : `  “${title}”`}`,
  none: '还没有做过决定。',
  noneSince: (since) => `${since} 以来没有做过决定。`,
  more: (count) => `更早的还有 ${count} 条：madness log --since 日期`,
  heading: (count) => `### 规则：${count} 处变化`,
  item: (day, who, title, rule, text) => `- ${day} ${who === null ? '' : `**${who}** `}${text}${title === null ? '' : `：${title}`} ${rule}`,
  undo: '撤销其中一个：`madness undo ID`',
};

/** What `log` says. */
export const words: Readonly<Record<Language, typeof en>> = { en, zh };

/** Said once a machine, before the first event with a name. */
export const whoWords: Readonly<Record<Language, { readonly signed: string }>> = {
  en: {
    signed: "Your decisions carry git's user.name in the log of a project: teammates see who decided what. To leave it out on this machine: madness config set who off",
  },
  zh: {
    signed: '你的决定会在项目日志里带上 git 的 user.name，同事能看到是谁做的决定。本机不署名：madness config set who off',
  },
};
