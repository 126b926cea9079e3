import { eastAsianWidth } from 'get-east-asian-width';

/** Width on a terminal: a Chinese character takes two columns. */
export function columns(text: string): number {
  let width = 0;
  for (const character of text) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}
