import { findSimilar, type Similar } from '../../src/learn/similarity/similarity.js';
import type { Gene } from '../../src/schema.gen.js';

export interface Match {
  readonly kind: Similar['kind'] | null;
  /** 0 where there is no match. */
  readonly score: number;
}

/** Two rules of one sentence each: "IF X THEN Y", "when X, Y", "如果X，则Y" or plain "Y". */
export function compareTexts(a: string, b: string): Match {
  const [found] = findSimilar(ruleOf('a', a), [ruleOf('b', b)]);
  return found ?? { kind: null, score: 0 };
}

/** As its author would have parted it; where nothing parts it, all of it is what to do. */
function ruleOf(id: string, sentence: string): Gene {
  const text = sentence.normalize('NFKC');
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups);
  const { trigger = '', action = text } = parts ?? {};
  return { id, type: 'gene', title: 'A rule', trigger, method: [action] };
}

const MARKUP = '^[^\\p{L}\\p{N}]*';
const IF = '如果|若是?|假如|要是|当|一旦|每当|只要|凡是?|遇到';
const WHEN = '时|的话|的时候|的情况下|(?<=次)之?后';

const FORMS: readonly RegExp[] = [
  `${MARKUP}IF\\s+(?<trigger>.+?),?\\s+THEN:?\\s+(?<action>.+)$`,
  // 则 is a connective unless it ends a word: 规则, 原则, 否则.
  `${MARKUP}(?:${IF})(?<trigger>.+?)(?:${WHEN})?,?\\s*(?<![规原否准法守])(?:则|那么),?\\s*(?<action>.+)$`,
  `${MARKUP}(?:if|when|whenever|once|as soon as|in case)\\s+(?<trigger>[^,]+?),\\s+(?:then\\s+)?(?<action>.+)$`,
  `${MARKUP}(?:${IF}|在)?(?<trigger>[^,。]{2,}?)(?:${WHEN}),\\s*(?:就|应|要)?(?<action>.+)$`,
  `${MARKUP}(?:${IF})(?<trigger>[^,。]{2,}?),\\s*(?:就|应|要)?(?<action>.+)$`,
].map((pattern) => new RegExp(pattern, 'isu'));
