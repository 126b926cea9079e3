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

const long = '~'.repeat(1000);

/** The pattern itself, as machine code. */
export function prepared(pattern: RegExp): RegExp {
  pattern.test(long);
  pattern.lastIndex = 0;
  return pattern;
}
