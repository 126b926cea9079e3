import { fromMarkdown } from 'mdast-util-from-markdown';
import { faults } from '../messages/problems/compile.js';
import type { Wording } from '../problem.js';
import { budgets } from '../text.js';
import {
  blockName,
  byteOrderMark,
  endMarker,
  endsPlainly,
  lineEnd,
  rulesOfBlock,
  startMarker,
} from './rule-block.js';

/**
 * Texts here are "binary strings": one character a byte (latin1). Every structure of Markdown that
 * matters is ASCII, offsets are bytes, and a file in any superset of ASCII survives.
 */
type Located =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly start: number; readonly end: number }
  | Refusal;

export interface Refusal {
  readonly kind: 'refused';
  /** Line of the file, from 1. */
  readonly line: number;
  readonly says: Wording;
}

/** Only the structure of blocks matters; inline constructs cost most of the time. */
const blocksOnly = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
};

/** The parser needs ten seconds for this much, and its time grows with the square. */
/** And as long for one line within ten times as many lists and quotes: there it grows with the cube. */
const tooDeep = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){500}/m;

/** Finds the block by parsing Markdown: a marker inside a fence or a comment is text. */
export function locateBlock(text: string): Located {
  if (!text.includes(blockName)) return { kind: 'none' };
  const plain = locatePlainly(text);
  if (plain !== undefined) return plain;
  const parsed = tooMuch(text) ?? parseBlock(text);
  return parsed.kind === 'none' ? locateDashed(text) : parsed;
}

/** A dash of an editor in both markers, which are text then; only around what compile wrote. */
function locateDashed(text: string): Located {
  const found = dashed.exec(text);
  if (found === null) return { kind: 'none' };
  const block = Buffer.from(found[0], 'latin1').toString('utf8');
  const isOpen = (text.slice(0, found.index).match(/^(?:`{3}|~{3})/gm)?.length ?? 0) % 2 === 1;
  if (isOpen || rulesOfBlock(block) === undefined) return { kind: 'none' };
  return { kind: 'found', start: found.index, end: found.index + found[0].length };
}

/** In bytes: an en or em dash in UTF-8. */
const dashed =
  /^<!\xe2\x80[\x93\x94] madness:memory-inject start \xe2\x80[\x93\x94]>$[\s\S]*?^<!\xe2\x80[\x93\x94] madness:memory-inject end \xe2\x80[\x93\x94]>$/m;

/** The same without a short cut. */
export function parseBlock(text: string): Located {
  const marks = findMarkers(text);
  const starts = marks.filter((mark) => mark.marker === startMarker);
  const [start, second] = starts;
  const end = marks.find((mark) => mark.marker === endMarker);
  const refuse = (offset: number, says: Wording): Refusal => ({
    kind: 'refused',
    line: lineAt(text, offset),
    says,
  });
  if (second !== undefined) return refuse(second.offset, faults.secondStart);
  if (end !== undefined && (start === undefined || end.offset < start.offset))
    return refuse(end.offset, faults.noStart(startMarker));
  if (start === undefined) return { kind: 'none' };
  if (end === undefined) return refuse(start.offset, faults.noEnd(endMarker));
  return { kind: 'found', start: start.offset, end: end.offset + endMarker.length };
}

/**
 * The text with the block replaced or, if there is none, appended. `block` is a binary string with
 * LF; it takes the line ends of the file. Refuses when the result would not be found again.
 */
export function spliceBlock(text: string, block: string): string | Refusal {
  const located = locateBlock(text);
  if (located.kind === 'refused') return located;
  const eol = lineEnd(text);
  const own = block.replaceAll('\n', eol);
  if (located.kind === 'found') {
    return text.slice(0, located.start) + own + text.slice(located.end);
  }
  const next = text + separatorAfter(text, eol) + own + (endsOpen(text) ? '' : eol);
  const there = locateBlock(next);
  if (there.kind === 'found') return next;
  return tooMuch(next) ?? openEnd(text, next);
}

/** The text without the block and without the blank line that came with it. */
export function removeBlock(text: string): string | Refusal {
  const located = locateBlock(text);
  if (located.kind === 'refused') return located;
  if (located.kind === 'none') return text;
  // Line ends may be mixed, or have changed since the block was put there.
  const before = text.slice(0, located.start);
  const after = text.slice(located.end);
  if (after === '') return before.replace(/(?:\r\n|\n|\r)(?:\r\n|\n)$/, '');
  const bare = before.replace(/(?<=[\r\n])(?:\r\n|(?<!\r)\n|\r)$/, '');
  return bare + after.replace(/^(?:\r\n|\n|\r)/, '');
}

/** One block in a file without anything that could hide it: no need to parse. */
function locatePlainly(text: string): Located | undefined {
  const start = text.indexOf(startMarker);
  const end = text.indexOf(endMarker, start);
  if (start < 0 || end < 0 || text.split(blockName).length !== 3) return undefined;
  const close = end + endMarker.length;
  const before = text.slice(0, start);
  const isFlush = before === byteOrderMark || /^$|[\r\n]$/.test(before);
  if (!isFlush || !/[\r\n]$/.test(text.slice(0, end))) return undefined;
  if (!isAlone(text, start, start + startMarker.length) || !isAlone(text, end, close))
    return undefined;
  if (!endsPlainly(before) || !endsPlainly(text.slice(0, end))) return undefined;
  return { kind: 'found', start, end: close };
}

/** Refuses a text that would take the parser too long. */
function tooMuch(text: string): Refusal | undefined {
  const deep = tooDeep.exec(text);
  if (deep !== null)
    return { kind: 'refused', line: lineAt(text, deep.index), says: faults.nested };
  if (text.length <= budgets.nestedMarkdown) return undefined;
  return {
    kind: 'refused',
    line: lineAt(text, text.indexOf(blockName)),
    says: faults.tooComplex(budgets.nestedMarkdown / 1024, Math.ceil(text.length / 1024)),
  };
}

interface Mark {
  readonly marker: string;
  readonly offset: number;
}

/** Their content is shown or run unchanged. An unclosed one swallows everything after it. */
const rawText = /^<(pre|script|style|textarea)(?=[\s>]).*<\/\1>/is;

/** Markers that are comments on their own line at the top level. */
function findMarkers(text: string): Mark[] {
  const skipped = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const tree = fromMarkdown(text.slice(skipped), { extensions: [blocksOnly] });
  return tree.children.flatMap((node) => {
    const offset = node.position?.start.offset;
    if (node.type !== 'html' || offset === undefined || rawText.test(node.value)) return [];
    return commentsIn(text, offset + skipped, (node.position?.end.offset ?? 0) + skipped);
  });
}

function commentsIn(text: string, from: number, to: number): Mark[] {
  const marks: Mark[] = [];
  for (let at = text.indexOf('<!--', from); at >= 0 && at < to; ) {
    const close = text.indexOf('-->', at + 4);
    const end = close < 0 ? to : close + 3;
    const comment = text.slice(at, end);
    const isMarker = comment === startMarker || comment === endMarker;
    if (isMarker && isAlone(text, at, end)) marks.push({ marker: comment, offset: at });
    at = text.indexOf('<!--', end);
  }
  return marks;
}

function isAlone(text: string, from: number, to: number): boolean {
  const lineStart =
    Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf('\r', from - 1)) + 1;
  const before = text.slice(lineStart, from);
  const after = /[^\r\n]*/.exec(text.slice(to, to + 200))?.[0] ?? '';
  return (before.trim() === '' || before === byteOrderMark) && after.trim() === '';
}

/** No final line break: the file keeps that property behind the block. */
function endsOpen(text: string): boolean {
  return text !== '' && text !== byteOrderMark && !/[\r\n]$/.test(text);
}

function separatorAfter(text: string, eol: string): string {
  if (text === '' || text === byteOrderMark) return '';
  // Behind a lone carriage return a line feed would be half of a CRLF, not a blank line.
  if (text.endsWith('\r')) return '\r';
  return endsOpen(text) ? eol + eol : eol;
}

/** Names what swallowed a block at the end of the file. */
function openEnd(text: string, appended: string): Refusal {
  const skipped = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const tree = fromMarkdown(appended.slice(skipped), { extensions: [blocksOnly] });
  const holder = tree.children.findLast(
    (node) => (node.position?.start.offset ?? 0) + skipped < text.length,
  );
  return {
    kind: 'refused',
    line: lineAt(text, (holder?.position?.start.offset ?? 0) + skipped),
    says: faults.openEnd(holder?.type === 'code'),
  };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
