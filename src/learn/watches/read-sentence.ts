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
  for (const sentence of sentencesIn(withoutLabel(masked))) {
    const hasOwn = lead !== '' && /^\s*(?:never|do not|don['’]?t|不要|禁止)/i.test(sentence);
    const said = lead === '' || hasOwn ? sentence : `${lead} ${uncapitalised(sentence)}`;
    const reading = readClause({ text: said, operands }, before);
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

function sentencesIn(masked: string): string[] {
  return masked
    .split(/(?<=[.!?])\s+(?=[A-Z⟦"(*])|(?<=[。！？；])|;\s+|\n{2,}/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function uncapitalised(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
