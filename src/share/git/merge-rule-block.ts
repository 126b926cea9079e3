import { locateBlock, spliceBlock } from '../../compile/managed-block.js';

/**
 * Three versions of a target that differ only outside the block of rules; ours is in all three. Where none had a block
 * before, both put theirs at the end: the same block, in the same place.
 */
export function withOneBlock(
  base: string,
  ours: string,
  theirs: string,
): readonly [string, string, string] {
  const block = blockOf(ours) ?? blockOf(theirs);
  if (block === undefined) return [base, ours, theirs];
  const put = (text: string) => {
    const located = locateBlock(text);
    if (located.kind !== 'found') return text;
    return text.slice(0, located.start) + block + text.slice(located.end);
  };
  const both = blockOf(ours) !== undefined && blockOf(theirs) !== undefined;
  return [both ? withBlock(base, block, put) : put(base), put(ours), put(theirs)];
}

/** Puts the block at the place where it would have been. */
function withBlock(text: string, block: string, put: (text: string) => string): string {
  if (locateBlock(text).kind !== 'none') return put(text);
  const next = spliceBlock(text, block.replaceAll('\r\n', '\n'));
  return typeof next === 'string' ? next : text;
}

function blockOf(text: string): string | undefined {
  const located = locateBlock(text);
  return located.kind === 'found' ? text.slice(located.start, located.end) : undefined;
}
