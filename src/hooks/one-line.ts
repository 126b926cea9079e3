import { head } from '../head.js';
import { once } from '../once.js';

/** One line without control and invisible characters, at most `length` units of it. */
export function oneLine(text: string, length: number): string {
  const plain = (UNPLAIN.test(text) ? text.replace(UNPRINTABLE(), ' ') : text).trim();
  return plain.length <= length ? plain : `${head(plain, length - 1)}…`;
}

/** Most texts are plain, and the pattern below takes long to compile. */
const UNPLAIN = /[^ -~]| {2}/;
/** Named one by one: `\p{Cf}` takes 4 ms to compile. */
const UNPRINTABLE = once(
  () =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    /(?:[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3000\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff])+/g,
);
