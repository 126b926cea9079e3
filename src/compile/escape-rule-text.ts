import type { Language } from '../problem.js';
import type { Asset, Status } from '../schema.gen.js';

/** The words of compiled files that are no template: headings, and what a kind or a status is called. */
export const words = {
  en: {
    status: { active: 'active', provisional: 'provisional', deprecated: 'deprecated' },
    kind: { gene: 'method', sop: 'procedure', pref: 'trade-off' },
    kinds: { gene: 'Methods', sop: 'Procedures', pref: 'Trade-offs' },
    all: 'All rules',
    domain: (name: string) => `Rules about ${name}`,
    retired: 'removed by a person',
    absorbed: (into: string) => `absorbed into \`${into}\``,
    faded: 'confidence below 0.50',
  },
  zh: {
    status: { active: '生效', provisional: '试用', deprecated: '停用' },
    kind: { gene: '方法', sop: '规程', pref: '取舍' },
    kinds: { gene: '方法', sop: '规程', pref: '取舍' },
    all: '全部规则',
    domain: (name: string) => `${name} 领域的规则`,
    retired: '人工停用',
    absorbed: (into: string) => `已并入 \`${into}\``,
    faded: '置信度低于 0.50',
  },
} as const satisfies Record<
  Language,
  {
    status: Record<Status, string>;
    kind: Record<Asset['type'], string>;
    kinds: Record<Asset['type'], string>;
    [key: string]: unknown;
  }
>;

export function twoDecimals(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

/**
 * Words of a rule as Markdown. Escapes whatever would vanish as HTML, become emphasis, or begin a heading, quote, list,
 * indented code or fence. Keeps code.
 */
export function prose(text: string): string {
  const line = text.trim();
  const escaped = line.replace(
    /(`+)[^`](?:.*?[^`])??\1(?!`)|[\\<*[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|~(?=~)|(?<=\s)#(?=#*$)|`+/gsu,
    (part, ticks: string | undefined) => (ticks === undefined ? part.replace(/./g, '\\$&') : part),
  );
  return escaped.replace(
    /^(?:#(?=#{0,5}(?:\s|$))|[+-](?=\s|$)|-(?=[-\s]+$)|>|\d+(?=[.)](?:\s|$)))/,
    (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`),
  );
}

/** The same within a cell of a table. */
export function proseCell(text: string): string {
  // Readers differ on a pipe behind a backslash within code: there all of it is text.
  const safe = /\\\|/.test(text) ? text.replaceAll('`', "'") : text;
  return prose(safe).replaceAll('|', '\\|');
}

/** Pseudo-code as a code span, with any number of backticks inside. */
export function codeSpan(text: string): string {
  const longest = longestTicks(text);
  if (longest === 0) return `\`${text}\``;
  const ticks = '`'.repeat(longest + 1);
  return `${ticks} ${text} ${ticks}`;
}

/** A fence longer than any run of backticks in the text. */
export function fenceFor(text: string): string {
  return '`'.repeat(Math.max(2, longestTicks(text)) + 1);
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
}
