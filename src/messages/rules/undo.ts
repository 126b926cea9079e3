import type { Language } from '../../compile/render-template.js';
import { eventNames } from '../memory/why.js';

const en = {
  uncounted: (event: string, kind: string) => `${event} (${kind}) does not count already`,
  undid: (event: string, kind: string, asset: string | undefined) =>
    `undid ${kind} ${event}${asset === undefined ? '' : ` of ${asset}`}`,
  /** An undo was undone, but another one of the same event counts too. */
  stillUndone: (other: string) => `what it had undone stays undone, by ${other} as well`,
  stays: (asset: string) => `the wording of ${asset} stays as it is`,
  movedOn: (asset: string, file: string) =>
    `the wording of ${asset} has changed since and stays; the other one is in ${file}`,
  back: (event: string) => `madness undo ${event} restores it`,
  noDecision: 'No decision is left to be taken back.',
  noDecisionHint: 'madness why ID lists the events of a rule.',
  list: (done: readonly string[]) => done.join('; '),
};

export type Words = typeof en;

const nameOf = (kind: string): string => eventNames[kind as keyof typeof eventNames] ?? kind;

const zh: Words = {
  uncounted: (event, kind) => `${event}（${nameOf(kind)}）本来就不算数`,
  undid: (event, kind, asset) =>
    `已撤销${nameOf(kind)} ${event}${asset === undefined ? '' : `（${asset}）`}`,
  stillUndone: (other) => `它撤销过的内容仍未恢复，因为 ${other} 也撤销了它`,
  stays: (asset) => `${asset} 的写法保持不变`,
  movedOn: (asset, file) => `${asset} 的写法后来又改过，予以保留；另一种写法在 ${file}`,
  back: (event) => `madness undo ${event} 可恢复`,
  noDecision: '没有可以撤销的决定了。',
  noDecisionHint: 'madness why ID 会列出一条规则的事件。',
  list: (done) => done.join('；'),
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
