import { matchesGlob } from './glob.js';

const maxPaths = 20;

/** The paths and file names in a text, as globs. */
export function namedPaths(text: string): string[] {
  const words = [...text.matchAll(/[\w@*+./-]+/g)].map(({ 0: word, index }) => {
    const isCut = /^\p{L}/u.test(text.slice(index + word.length, index + word.length + 2));
    return plainPath(word, isCut);
  });
  return [...new Set(words.filter(isPath))].slice(0, maxPaths);
}

/** Without the end of a sentence; of a path with a name in other letters nothing is known but its beginning. */
function plainPath(word: string, isCut: boolean): string {
  let end = word.length;
  while (/[.-]/.test(word.charAt(end - 1))) end--;
  if (isCut && word.charAt(end - 1) === '/') end--;
  return word.slice(word.startsWith('./') ? 2 : 0, end);
}

/** The rest of an address begins with two slashes. */
function isPath(word: string): boolean {
  const isFile = /^[\w@-]{2,}(?:\.[\w@-]+)*\.[A-Za-z]\w{0,6}$/.test(word);
  return isFile || /^[\w@*.][\w@*+.-]*(?:\/[\w@*+.-]+)+\/?$|^[\w@][\w@.-]+\/$/.test(word);
}

/** A folder names what lies in it, with or without a slash. */
export function isNamed(path: string, globs: readonly string[]): boolean {
  return globs.some(
    (glob) => matchesGlob(path, glob) || (glob.includes('/') && matchesGlob(path, `${glob}/**`)),
  );
}
