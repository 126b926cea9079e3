import { lazyPattern } from '../lazy-pattern.js';
import { oneOf } from '../one-of.js';

/**
 * Does the person take the work back in another direction? Told by how they open, in English and in Chinese; a
 * request may slip in, a correction in other words may be missed: for order and length in a digest, and for when to ask for a look back: no number rests on it.
 */
export function isCorrection(words: string): boolean {
  const start = words.slice(0, 400);
  const lower = start.toLowerCase();
  return (
    (mayOpen(lower) && opening().test(lower)) ||
    (marks.some((mark) => lower.includes(mark)) && anywhere().test(lower)) ||
    (Buffer.byteLength(start) > start.length && chinese().test(start))
  );
}

function mayOpen(text: string): boolean {
  const word = /[a-z]+/.exec(text)?.[0] ?? '';
  return isOpener(word) || word.startsWith('hmm');
}

// What the patterns below cannot do without. Most texts hold none of it: making the patterns takes a hook longer than all else.
const isOpener = oneOf(
  'no nope nah wait hold stop don dont do not never instead rather actually wrong incorrect revert undo roll rollback why you that thats this it its still but again please i',
);
const marks =
  'not|only|never|shouldn|instead of|wrong|broken|doesn|didn|said|told|forgot|missed|broke'.split(
    '|',
  );

// In lower case: a pattern that tells no case apart has a hook load the tables of all letters.
const opening = lazyPattern(
  () =>
    /^[^\w\u3040-\u9fff]*(?:no|nope|nah|wait|hold on|stop|don['’]?t|do not|not (?:quite|what|that|like|yet)|never|instead|rather|actually|hmm+|wrong|incorrect|revert|undo|roll ?back|why (?:did|are|do|would|is|not)|you (?:forgot|missed|should|shouldn['’]?t|didn['’]?t|don['’]?t|are wrong|removed|broke|still)|that['’]?s (?:not|wrong|incorrect)|this is (?:not|wrong)|it['’]?s (?:not|still|wrong)|still|but|again|please (?:don['’]?t|stop|undo|revert)|i (?:said|asked|told|meant|don['’]?t|didn['’]?t|never|would rather|prefer))(?!-?\w)/,
);

const anywhere = lazyPattern(
  () =>
    /\b(?:(?:should|must|need) (?:not|only|never)|shouldn['’]?t|instead of|(?:is|are|was) (?:still )?(?:wrong|broken|not (?:right|correct|what))|(?:does|did)(?:n['’]?t| not) (?:work|help|fix)|not what i|as i said|i (?:already )?(?:said|told you)|you (?:forgot|missed|broke))\b/,
);

const chinese = lazyPattern(
  () =>
    /^(?:\s|[，。！])*(?:不对|不是|不要|不行|不用|别|错了|停|等等|等一下|重新|还是|为什么|怎么还|应该|撤销|回滚|我说的是|我要的是)|不应该|我不是说|改回|没有(?:解决|修好|生效)|还是不行|而不是|(?:你|又)(?:忘|漏|错)了/,
);
