import type { Language } from '../compile/template.js';

export interface Words {
  readonly uncounted: (event: string, kind: string) => string;
  readonly undid: (event: string, kind: string, asset: string | undefined) => string;
  /** An undo was undone, but another one of the same event counts too. */
  readonly stillUndone: (other: string) => string;
  readonly stays: (asset: string) => string;
  /** `fields`: those that stay, where others are taken back. */
  readonly movedOn: (asset: string, fields: readonly string[], file: string) => string;
  readonly back: (event: string) => string;
  /** What was done, piece by piece, as one line. */
  readonly list: (done: readonly string[]) => string;
}

/** What `undo` says, in both languages. */
export const words: Readonly<Record<Language, Words>> = {
  en: {
    uncounted: (event, kind) => `${event} (${kind}) does not count already`,
    undid: (event, kind, asset) =>
      `undid ${kind} ${event}${asset === undefined ? '' : ` of ${asset}`}`,
    stillUndone: (other) => `what it had undone stays undone, by ${other} as well`,
    stays: (asset) => `the wording of ${asset} stays as it is`,
    movedOn: (asset, fields, file) =>
      `the wording of ${asset}${fields.length === 0 ? '' : ` (${fields.join(', ')})`} has changed since and stays; the older one is in ${file}`,
    back: (event) => `madness undo ${event} brings it back`,
    list: (done) => done.join('; '),
  },
  zh: {
    uncounted: (event, kind) => `${event}（${kind}）本来就不算数`,
    undid: (event, kind, asset) =>
      `已撤销 ${kind} ${event}${asset === undefined ? '' : `（${asset}）`}`,
    stillUndone: (other) => `它撤销过的内容仍未恢复，因为 ${other} 也撤销了它`,
    stays: (asset) => `${asset} 的写法保持不变`,
    movedOn: (asset, fields, file) =>
      `${asset} 的写法${fields.length === 0 ? '' : `（${fields.join('、')}）`}后来又改过，予以保留；较早的写法在 ${file}`,
    back: (event) => `madness undo ${event} 可恢复`,
    list: (done) => done.join('；'),
  },
};
