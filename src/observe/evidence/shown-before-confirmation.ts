import { isOwnWords, type Turn, typedWords } from '../transcript/turn.js';
import { normalise } from './normalise-text.js';
import { passagesOf } from './passages.js';

/**
 * The line on which the agent showed these words before the person said the others. Ignores case, markup, white space
 * and a short final question. Undefined if it did not.
 */
export function lineReadBack(
  turns: Iterable<Turn>,
  shown: string,
  answer: string,
): number | undefined {
  const [wanted, yes] = [withoutMarkup(shown.replace(closing, '')), normalise(answer)];
  let line: number | undefined;
  for (const turn of turns) {
    if (turn.is_sidechain) continue;
    if (line !== undefined && isOwnWords(turn) && normalise(typedWords(turn)).includes(yes))
      return line;
    if (isShown(wanted, turn)) line = turn.line;
  }
  return undefined;
}

/** Does the agent show these words, in a message or a dialog? */
function isShown(wanted: string, turn: Turn): boolean {
  const isAsking = turn.role === 'tool_input' && turn.tool?.name === 'AskUserQuestion';
  if (wanted === '' || (turn.kind !== 'text' && !isAsking)) return false;
  return shownBy(turn).some((text) => withoutMarkup(text).includes(wanted));
}

/** From a dialog: its question, and the preview if there is only one. Other options may not have been chosen. */
function shownBy(turn: Turn): string[] {
  if (turn.kind === 'text') return passagesOf(turn).map(({ text }) => text);
  const { questions } = (turn.tool?.input ?? {}) as { questions?: unknown };
  if (!Array.isArray(questions)) return [];
  return questions.flatMap(({ question, options }) => {
    const all: unknown[] = Array.isArray(options) ? options : [];
    const previews = all.flatMap((one) => (one as { preview?: unknown })?.preview ?? []);
    const shown = [question, ...(previews.length === 1 ? previews : [])];
    return shown.filter((one): one is string => typeof one === 'string');
  });
}

/** "Is that right?" behind a rule. */
const closing = /(?<=[.,;:!?。，；：！？…\n])[^.,;:!?。，；：！？…\n]{0,30}[?？]\s*$/u;

/** Letters, numbers with what parts them, comparisons, and, or and not; an arrow may be drawn in any way. */
function withoutMarkup(text: string): string {
  const plain = normalise(text.replace(/^[ \t]*>[ \t>]*/gm, ''))
    .replace(/[-=]>/g, '')
    .replaceAll('≥', '>=')
    .replaceAll('≤', '<=')
    .replaceAll('≠', '!=');
  const markup = /(?<!\p{N})[.,:/-]|[.,:/-](?!\p{N})|!(?![=\p{L}])|[^\p{L}\p{N}<>=!&.,:/-]+/gu;
  return plain.replace(markup, '').toLowerCase();
}

/** Is all of it a question? */
export function isQuestion(words: string): boolean {
  return /^[^.!。！…]*[?？]\s*$/u.test(words);
}
