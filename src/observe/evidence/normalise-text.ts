/** The form in which texts are compared. */
export function normalise(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII
  const plain = /^[\x00-\x7f]*$/.test(text)
    ? text
    : text.normalize('NFC').replace(/[\uff01-\uffee]+/g, (wide) => wide.normalize('NFKC'));
  return plain.replace(/\s+/g, ' ').trim();
}

/**
 * The original spelling of normalised words in a text; any white space is one blank. Returns the words themselves if
 * the text has them unchanged, or not at all.
 */
export function asWritten(text: string, words: string): string {
  if (text.includes(words)) return words;
  let plain = '';
  const starts: number[] = [];
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const form = normalise(segment) || ' ';
    if (form === ' ' && plain.endsWith(' ')) continue;
    plain += form;
    starts.push(...Array<number>(form.length).fill(index));
  }
  const at = plain.indexOf(words);
  if (at < 0) return words;
  const last = starts[at + words.length - 1] ?? 0;
  const end = starts.find((start) => start > last);
  return text.slice(starts[at], end).replace(/\s+/g, ' ');
}
