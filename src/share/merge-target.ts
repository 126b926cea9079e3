import { locateBlock } from '../compile/managed-block.js';

/** Three versions of a target that differ only outside the block of rules; ours is in all three. */
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
  return [put(base), put(ours), put(theirs)];
}

function blockOf(text: string): string | undefined {
  const located = locateBlock(text);
  return located.kind === 'found' ? text.slice(located.start, located.end) : undefined;
}
