import { eastAsianWidth } from 'get-east-asian-width';

/** Width on a terminal: a Chinese character takes two columns. */
export function columns(text: string): number {
  let width = 0;
  for (const character of text) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}

/**
 * Breaks lines at spaces and between Chinese characters, so that none is wider than `width` columns if possible.
 * `first` indents the first line, `indent` the others.
 */
export function wrap(text: string, width: number, indent = '    ', first = indent): string[] {
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
