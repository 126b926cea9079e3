import { maskSecrets } from '../observe/secrets.js';
import { codeSpan } from './escape-rule-text.js';

/**
 * Any text as one line of plain Markdown. No heading, list, table, code, link, comment or HTML begins or ends in it.
 * Keeps code spans and masks secrets. Blank text becomes a dash.
 */
export function plainLine(text: string): string {
  const line = maskedLine(text);
  if (line === '') return text === '' ? '' : '—';
  const escaped = line.replace(
    /(?<!`)(`+)[^`](?:.*?[^`])??\1(?!`)|[\\`*[\]<>|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#a-z\d])/giu,
    (part, ticks: string | undefined) => (ticks === undefined ? `\\${part}` : part),
  );
  return escaped.replace(/^(?:[#+=-]|\d+(?=[.)]))/, (start) =>
    /\d/.test(start) ? `${start}\\` : `\\${start}`,
  );
}

/** The same within a cell of a table. */
export function cell(text: string): string {
  const line = plainLine(text);
  // Readers differ on a pipe behind a backslash within code: there all of it is text.
  const safe = /\\\|/.test(maskedLine(text)) ? plainLine(text.replaceAll('`', "'")) : line;
  return escapePipes(safe) || '—';
}

/** Pseudo-code, an id or a path within a cell of a table. */
export function codeCell(text: string): string {
  const line = maskedLine(text);
  if (line === '') return '—';
  return /\\\|/.test(line) ? cell(line) : escapePipes(codeSpan(line));
}

/** Pseudo-code, an id or a path in a line. */
export function code(text: string): string {
  return codeSpan(maskedLine(text) || ' ');
}

/** Without secrets, line breaks and characters that control or reorder others. */
export function maskedLine(text: string): string {
  return maskSecrets(text)
    .replace(/[\s\p{Cc}\p{Bidi_C}]+/gu, ' ')
    .trim();
}

/** A pipe ends a cell, in code too. */
function escapePipes(line: string): string {
  return line.replace(/\\?\|/g, '\\|');
}
