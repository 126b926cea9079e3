import { conditionOf, headOf } from '../asset-wording.js';
import { fileNameOf } from '../learn/asset.js';
import { policy } from '../learn/fold/policy.js';
import type { Selection, Standing } from '../learn/fold/rank.js';
import { shortHash } from '../learn/log/event.js';
import { faults } from '../messages/problems/compile.js';
import { type Language, type Problem, problem } from '../problem.js';
import type { Asset } from '../schema.gen.js';
import { columns } from '../validation.js';
import { fenceFor, twoDecimals } from './escape-rule-text.js';
import { renderTemplate } from './render-template.js';

export const startMarker = '<!-- madness:memory-inject start -->';
export const endMarker = '<!-- madness:memory-inject end -->';

/** Part of both markers, and of nothing else. */
export const blockName = 'madness:memory-inject';
/** The UTF-8 mark as a binary string. */
export const byteOrderMark = '\u00ef\u00bb\u00bf';

/** The heading of the templates, now and once. Anything else in its place is a person's text. */
const ownHeading =
  /^## (?:Rules learnt from past sessions \(v\d+, [\d-]+\)|(?:(?:本|所有)项目的规则|复盘沉淀规则集)（v\d+, [\d-]+）)$/;

const arrow = ' → ';

/** The lines inside the fence, one LF-separated text; empty without rules. */
export function renderRules({ rules }: Pick<Selection, 'rules'>): string {
  return rules.map((standing, index) => renderRule(standing, index + 1)).join('\n\n');
}

export function hashRules(rules: string): string {
  return shortHash(rules);
}

/** The whole block, markers included, without a line break behind it. */
export function renderBlock(
  language: Language,
  rules: string,
  version: number,
  date: string,
  of: 'project' | 'user' = 'project',
): string {
  const fence = fenceFor(rules);
  return renderTemplate(language, 'block', {
    rules,
    version,
    date,
    fence,
    own: of === 'user',
  }).trimEnd();
}

/** The rule lines of a block that compile wrote, however a formatter spaced it; undefined when it has another shape. */
export function rulesOfBlock(block: string): string | undefined {
  const lines = block.replaceAll('\r\n', '\n').split('\n');
  const isBlank = (line: string) => /^[ \t]*$/.test(line);
  const [first = '', last = ''] = [lines.shift(), lines.pop()];
  if (plainDashes(first) !== startMarker || plainDashes(last) !== endMarker) return undefined;
  while (isBlank(lines[0] ?? 'none')) lines.shift();
  if (!ownHeading.test(lines.shift() ?? '')) return undefined;
  while (isBlank(lines[0] ?? 'none')) lines.shift();
  while (isBlank(lines.at(-1) ?? 'none')) lines.pop();
  const [fence = '', ...rest] = lines;
  if (rest.length === 0)
    return /^(?:No rule has been proved yet\.|还没有经过验证的规则。)$/.test(fence)
      ? ''
      : undefined;
  const ticks = /^(`{3,})text$/.exec(fence)?.[1];
  return ticks !== undefined && rest.pop() === ticks ? untabbed(rest.join('\n')) : undefined;
}

/** An editor may turn two hyphens into a dash. */
function plainDashes(marker: string): string {
  return marker.replace(/[\u2013\u2014]/g, '--');
}

/** Or the indent of a line into a tab. */
function untabbed(text: string): string {
  return text.replace(/^\t/gm, '    ');
}

/** True if two blocks differ only by blank lines. Formatters insert some between a comment and a heading. */
export function isSpacing(block: string, other: string): boolean {
  const tight = (text: string) => untabbed(text).replace(/(\r?\n)(?:[ \t]*\r?\n)+/g, '$1');
  return rulesOfBlock(block) === rulesOfBlock(other) && tight(block) === tight(other);
}

/** True if only compile wrote this block; it knows the hashes of the rules it wrote. */
export function isOwnBlock(block: string, isKnown: (hash: string) => boolean): boolean {
  // Two markers with nothing between them mark the place for the block.
  if (block.slice(startMarker.length, -endMarker.length).trim() === '') return true;
  return sidesOf(block).every((side) => {
    const rules = rulesOfBlock(side);
    return rules !== undefined && isKnown(hashRules(rules));
  });
}

/**
 * Splits conflict markers into both sides; any other text is returned twice. Reads by line, because one pattern took
 * minutes.
 */
function sidesOf(text: string): readonly [ours: string, theirs: string] {
  const sides: [string, string] = ['', ''];
  let open:
    | { readonly raw: string[]; readonly parts: [string, string]; at: 0 | 1 | 'base' }
    | undefined;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (open === undefined) {
      if (line.startsWith('<<<<<<< ') && line.endsWith('\n'))
        open = { raw: [line], parts: ['', ''], at: 0 };
      else for (const side of [0, 1] as const) sides[side] += line;
      continue;
    }
    open.raw.push(line);
    if (open.at !== 1 && /^={7}\r?\n$/.test(line)) open.at = 1;
    else if (open.at === 0 && line.startsWith('|||||||')) open.at = 'base';
    else if (open.at === 1 && line.startsWith('>>>>>>> ')) {
      for (const side of [0, 1] as const) sides[side] += open.parts[side];
      open = undefined;
    } else if (open.at !== 'base') open.parts[open.at] += line;
  }
  const rest = open?.raw.join('') ?? '';
  return [sides[0] + rest, sides[1] + rest];
}

/** The file in the memory that keeps an edited block. */
export function savedBlockName(block: string): string {
  return `work/block-${hashRules(block)}.md`;
}

/**
 * True if exactly this block is in the file and is certainly a block. Binary strings. Saves the parse if nothing
 * changed.
 */
export function holdsBlock(text: string, block: string): boolean {
  const own = block.replaceAll('\n', lineEnd(text));
  const at = text.indexOf(own);
  if (at < 0 || text.indexOf(blockName) < at || text.indexOf(blockName, at + own.length) >= 0)
    return false;
  const before = text.slice(0, at);
  const isAlone = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(at + own.length, at + own.length + 200));
  if (!isAlone || !/^(?:\u00ef\u00bb\u00bf)?$|[\r\n]$/.test(before)) return false;
  return endsPlainly(before);
}

/**
 * True if the text certainly ends outside any fence, comment and raw HTML. If in doubt the answer is false and the
 * parser decides, which takes seconds per megabyte.
 */
export function endsPlainly(text: string): boolean {
  const body = text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
  // A comment over several lines, or raw HTML that no blank line ends.
  if (/<!--(?!.*?-->)|^ {0,3}<(?:script|pre|style|textarea|\?|!(?!--))/im.test(body)) return false;
  const fences = [...body.matchAll(/^((?:[ \t>]|[-+*][ \t]|\d+[.)][ \t])*)(`{3,}|~{3,})(.*)/gm)];
  if (fences.length === 0) return true;
  // Inside other HTML a fence is plain text up to the next blank line.
  if (fences.length % 2 === 1 || /^[ \t>]*<[a-z/]/im.test(body)) return false;
  return fences.every(([, indent, ticks, info = ''], index) => {
    if (index % 2 === 0) return !info.includes('`');
    const [, openIndent, openTicks] = fences[index - 1] as RegExpExecArray;
    return indent === openIndent && ticks === openTicks && info.trim() === '';
  });
}

export function lineEnd(text: string): string {
  const first = text.indexOf('\n');
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n';
}

/** What the block's lines are made of. */
export type BlockWording = Pick<Asset, 'type' | 'trigger' | 'title'> & Partial<Asset>;

/** Columns by which a wording is too long for the block; 0 and 0 where it fits. A Chinese character takes two. */
export interface Excess {
  /** Of condition and action together. */
  readonly rule: number;
  /** Of the title, or of `inject.note` in its place. */
  readonly title: number;
}

/**
 * Whether the block can hold a wording: condition and action wrap at 120 columns into at most three lines, and the
 * title is a fourth. Pure; asked of every draft before a person is asked about it. Undefined where it fits.
 */
export function fitsBlock(wording: BlockWording): Excess | undefined {
  const { columns: width, lines: most } = policy.block;
  const over = (line: string) => Math.max(0, columns(line) - width);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const lines = ruleLines(wording);
  const beyond = lines.slice(most).map((line) => columns(line.trim()) + 1);
  const rule = sum([...lines.slice(0, most).map(over), ...beyond]);
  const title = isTitleDrawn(wording) ? over(`# ${commentOf(wording)}`) : 0;
  return rule + title === 0 ? undefined : { rule, title };
}

/** The same as a problem (an error), which says how many columns to lose. */
export function unfitReason(wording: Asset, file = fileNameOf(wording.type)): Problem | undefined {
  const excess = fitsBlock(wording);
  return (
    excess &&
    problem('block/left-out', { file, at: wording.id }, faults.tooLong(policy.block, excess))
  );
}

function renderRule({ asset, ruleState, status }: Standing, number: number): string {
  const marks = [
    `${asset.type}:${asset.id}`,
    `c:${twoDecimals(ruleState.confidence)}`,
    `v:${ruleState.version}`,
    ...(ruleState.pinned ? ['pinned'] : status === 'provisional' ? ['trial'] : []),
  ];
  return [`# R${number} [${marks.join(', ')}]`, ...blockLines(asset)].join('\n');
}

/**
 * The lines of a rule in the block, without name and numbers: condition and action, then the title if it adds
 * something. Pure; a question shows the same, at its own `width` in columns.
 */
export function blockLines(wording: BlockWording, width?: number): readonly string[] {
  const lines = ruleLines(wording, width);
  return isTitleDrawn(wording) ? [...lines, `# ${commentOf(wording)}`] : lines;
}

/** Does the title add something to the action? */
function isTitleDrawn(wording: BlockWording): boolean {
  return wording.inject !== undefined || action(wording as Asset) !== commentOf(wording);
}

function commentOf({ inject, title }: BlockWording): string {
  return inject?.note ?? title;
}

function ruleLines(wording: BlockWording, width: number = policy.block.columns): readonly string[] {
  if (wording.inject?.lines !== undefined) return wording.inject.lines;
  const head = headOf(conditionOf(wording.trigger, wording.skip_when));
  const text = action(wording as Asset);
  // A long condition goes on below its first word, a long action below itself.
  return head === ''
    ? wrap(text, width, '')
    : [...wrap(head, width, '   ', ''), ...wrap(text, width)];
}

function action(asset: Asset): string {
  switch (asset.type) {
    case 'gene':
      return asset.method.join(arrow);
    case 'sop': {
      const steps = [...asset.steps].sort((a, b) => a.seq - b.seq);
      return `check(${steps.map((step) => step.action).join(', ')})`;
    }
    case 'pref':
      if (asset.prefer === undefined) return asset.rationale;
      return `prefer ${asset.prefer}${asset.reject === undefined ? '' : ` over ${asset.reject}`}`;
    default:
      return asset satisfies never;
  }
}

/**
 * Breaks lines at spaces and between Chinese characters, so that none is wider than `width` columns if possible.
 * `first` indents the first line, `indent` the others.
 */
export function wrap(
  text: string,
  width: number = policy.block.columns,
  indent = '    ',
  first = indent,
): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.match(
    /\s*(?:[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+)/gu,
  ) ?? []) {
    if (!isEmpty && columns(line + word) > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word.trimStart() : word;
    isEmpty = false;
  }
  return [...lines, line];
}
