import { columns } from '../validation.js';
import type { Tone } from './colour.js';
import type { Context } from './context.js';

/** A line of a screen: a mark, a sentence that may wrap, and short facts in columns beside it. */
export interface Row {
  readonly mark?: string;
  readonly tone?: Tone;
  readonly text: string;
  readonly facts?: readonly string[];
}

/** How wide a screen is, and how many lines it has; a pipe has no end. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of the caller's terminal: 24 lines, at most 80 columns; all of what goes through a pipe. */
export function screenSize({ terminal }: Pick<Context, 'terminal'>): Size {
  const output = terminal?.()?.output as { readonly columns?: number } | undefined;
  if (output === undefined)
    return { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };
  return { width: Math.min(80, output.columns || 80), height: 24 };
}

const gap = '   ';
/** A sentence that has less goes above its facts. */
const minText = 24;

/** Each row as lines: facts stand in columns where the sentence has room beside them, else below it. */
export function table(
  rows: readonly Row[],
  width: number,
  paint: Context['paint'] = (_, words) => words,
): string[][] {
  const widest = (cells: readonly string[]) => Math.max(0, ...cells.map(columns));
  const mark = widest(rows.map((row) => row.mark ?? ''));
  const indent = mark === 0 ? 0 : mark + 2;
  const count = Math.max(0, ...rows.map(({ facts = [] }) => facts.length));
  // A column that is empty in each row takes no room.
  const facts = Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const most = widest(rows.map((row) => row.facts?.[at] ?? ''));
    return most === 0 ? [] : [{ at, most }];
  });
  const beside = facts.reduce((sum, { most }) => sum + gap.length + most, 0);
  const room = width - indent - beside;
  const isBeside = room >= Math.min(minText, widest(rows.map(({ text }) => text)));
  const most = isBeside ? Math.min(room, widest(rows.map(({ text }) => text))) : width - indent;
  return rows.map((row) => {
    const own = row.facts ?? [];
    const cells = facts.map(({ at, most: all }) => padded(own[at] ?? '', all)).join(gap);
    const text = wrapped(row.text, most);
    const below = own.filter((one) => one !== '').join(gap);
    const lines = isBeside
      ? [`${cells === '' ? text[0] : padded(text[0] ?? '', most) + gap + cells}`, ...text.slice(1)]
      : [...text, ...(below === '' ? [] : wrapped(below, most - 2).map((one) => `  ${one}`))];
    const head = padded(row.mark ?? '', indent);
    return lines.map((line, at) => {
      const whole = `${at > 0 ? ' '.repeat(indent) : ''}${line}`.trimEnd();
      return at > 0 ? whole : `${row.tone ? paint(row.tone, head) : head}${whole}`.trimEnd();
    });
  });
}

/** As many of the blocks as fit into so many lines. */
export function blocksThatFit(blocks: readonly (readonly string[])[], most: number): number {
  let used = 0;
  const end = blocks.findIndex((lines) => {
    used += lines.length;
    return used > most;
  });
  return end < 0 ? blocks.length : end;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

/** Breaks at blanks and behind Chinese characters; a closing mark stays with what it closes; a longer word is cut. */
export function wrapped(text: string, most: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const piece of (paragraph.match(pieces) ?? []).flatMap((one) => cut(one, most))) {
      const line = lines.at(-1) ?? '';
      if (line !== '' && columns(line + piece.trimEnd()) > most) lines.push(piece);
      else lines[lines.length - 1] = line + piece;
    }
    return lines.map((line) => line.trimEnd());
  });
}

const pieces =
  /[“（《]*(?:\p{Script=Han}|[^\s\p{Script=Han}“（《，。；：、！？）”》]+)[，。；：、！？）”》]*\s*|\s+|./gu;

function cut(word: string, most: number): string[] {
  if (columns(word.trimEnd()) <= most) return [word];
  const parts = [''];
  for (const sign of word) {
    const part = parts.at(-1) ?? '';
    if (part !== '' && columns(part + sign) > most) parts.push(sign);
    else parts[parts.length - 1] = part + sign;
  }
  return parts;
}
