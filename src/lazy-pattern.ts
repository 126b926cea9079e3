/**
 * A pattern made when it is first asked for, and then as machine code. For a first use V8 makes bytecode, in four times
 * the time, and machine code only for the second; but for a text of a thousand characters it does so at once
 * (`kTierUpForSubjectLengthValue` in its js-regexp.h). In a process as short as a hook's, patterns are much of the work.
 */
export function lazyPattern(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= prepared(make());
    return made;
  };
}

const narrow = '~'.repeat(1000);
const wide = '～'.repeat(1000);
let long = narrow;

/**
 * From now on patterns are made for texts like this one: V8 has one code for texts of a byte a character and another for
 * those with a character beyond them, like a tick or 中文, also for the parts of such a text that have none.
 */
export function preparePatternsFor(text: string): void {
  const isPlain = Buffer.byteLength(text) === text.length;
  long = isPlain || !/[^\0-\xff]/.test(text) ? narrow : wide;
}

/** The pattern itself, as machine code. */
export function prepared(pattern: RegExp): RegExp {
  pattern.test(long);
  pattern.lastIndex = 0;
  return pattern;
}
