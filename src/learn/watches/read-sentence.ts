import { type MaskedText, maskOperands } from './operands.js';
import { type FoundWatch, readClause } from './sentence.js';

/** What one text asks for, sentence by sentence; the masked text is read, so that a path holds no full stop. */
interface SentenceReading {
  readonly found: readonly FoundWatch[];
  /** Some of it is an instruction that no program can count. */
  readonly needsJudge: boolean;
}

const maxCharacters = 4000;

/** Reads a sentence, or a few, of a rule. `lead` is put before each, as "never" of a heading is. */
export function readSentence(text: string, lead = '', mask?: MaskedText): SentenceReading {
  // Nobody writes a rule of this length, and hostile ones cost seconds.
  if (text.length > maxCharacters) return { found: [], needsJudge: true };
  const { text: masked, operands } = mask ?? maskOperands(text);
  const found: FoundWatch[] = [];
  let needsJudge = false;
  let before = '';
  const unlabelled = withoutLabel(masked);
  // What a label names is what the sentence speaks of.
  before = masked.slice(0, masked.length - unlabelled.length);
  for (const { sentence, isOfOthers } of sentencesIn(unlabelled)) {
    const hasOwn = lead !== '' && /^\s*(?:never|do not|don['’]?t|不要|禁止)/i.test(sentence);
    const said = lead === '' || hasOwn ? sentence : `${lead} ${uncapitalised(sentence)}`;
    const reading = isOfOthers ? 'judge' : readClause({ text: said, operands }, before);
    if (reading === 'judge') needsJudge = true;
    else if (reading !== undefined) found.push(reading);
    before = sentence;
  }
  return { found, needsJudge };
}

/** The watch of a rule of one sentence; undefined where a program cannot count surely whether it is followed. */
export function watchOfSentence(text: string): FoundWatch | undefined {
  const { found } = readSentence(text);
  return found.length === 1 ? found[0] : undefined;
}

/** "Testing: run …": the label says what it is about, the rest is the sentence. */
function withoutLabel(masked: string): string {
  return /^(?:for\b|.{0,40}\bonly\s*[:：])/i.test(masked)
    ? masked
    : masked.replace(/^[\w /&+-]{2,40}[:：]\s+(?=[A-Z⟦])/, '');
}

interface Sentence {
  readonly sentence: string;
  /** A clause behind `;` keeps its subject: what others may do is none of the agent's. */
  readonly isOfOthers: boolean;
}

const others =
  /^(?:only\s+)?(?:the|an?|our|their)\s+(?:[\w-]+\s+){1,4}(?:may|can|must|should|will|(?:is|are) allowed)\b|^(?:只有|仅)[^，。；⟦]{1,14}(?:可以|能|允许|才)/i;

function sentencesIn(masked: string): Sentence[] {
  return masked.split(/(?<=[.!?])\s+(?=[A-Z⟦"(*])|(?<=[。！？])|\n{2,}/).flatMap((whole) => {
    const clauses = whole.split(/;\s+|(?<=；)/).map((clause) => clause.trim());
    const isOfOthers = others.test(clauses[0] ?? '');
    return clauses
      .map((sentence, at) => ({ sentence, isOfOthers: isOfOthers && at > 0 }))
      .filter(({ sentence }) => sentence !== '');
  });
}

function uncapitalised(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
