import { type Ending, withoutUnwanted } from './ending.js';
import { normalise } from './evidence/normalise-text.js';
import { passagesOf } from './evidence/passages.js';
import { holds, sentencesOf } from './evidence/quote.js';
import { isOwnWords, type Turn, typedWords, withoutReminders } from './transcript/turn.js';

/** Where the person said it. */
export interface Approval {
  readonly line: number;
  /** The words, white space and width normalised. */
  readonly text: string;
  /** Whether the person can have known of it. Where not, the newest calls may not stand in the transcript yet. */
  readonly isSeen: boolean;
}

/**
 * Why words approve nothing: nothing was said in them; they refuse; the person never said them; they are cut out of
 * a sentence, which may turn its meaning round; too brief to be about anything but the last question; said before
 * there was anything to approve; an option about something else; words that say nothing of the matter.
 */
export type Refusal =
  | 'empty'
  | 'refuses'
  | 'absent'
  | 'part'
  | 'brief'
  | 'early'
  | 'other'
  | 'unrelated';

/** What is to be approved, as far as words can be held against it. */
export interface Matter {
  /** Printed when it came up, such as the id of a candidate: words from before are not about it. */
  readonly name?: string;
  /** What it would read like: words that follow where the agent showed it are about it, before its name is printed, too. */
  readonly shown?: { readonly lines: string; readonly rule: string } | undefined;
  /** What an option must say that is about it. */
  readonly option?: RegExp;
  /** What words that tell something must speak of, option or typed: for what reaches beyond a memory. */
  readonly topic?: RegExp;
  /** What ends by it: not to want it is to approve. */
  readonly ending?: { readonly kind: Ending; readonly name?: string };
}

/**
 * Did the person say these words, and can they be meant as an approval? One or more whole sentences of theirs do,
 * wherever they stand, and so does a telling part of a sentence that denies nothing. A bare "yes" does as long as it
 * is all they said and the last thing they said: it answers the question before it and no other, so that it tells
 * nothing in a dialog where they gave another answer too. Compared as quotes are; nothing that stands in a result, a
 * hook, a skill, a summary or a notification was said by the person.
 */
export function findApproval(
  turns: Iterable<Turn>,
  words: string,
  { name, shown, option, topic, ending }: Matter = {},
): Approval | Refusal {
  const text = normalise(words);
  if (lettersIn(text) < 2) return 'empty';
  const left = ending === undefined ? text : withoutUnwanted(text, ending.kind, ending.name);
  if (left === undefined || refuses(left)) return 'refuses';
  if (isTelling(text) && topic?.test(text) === false) return 'unrelated';
  const wanted: Wanted = { text, sentences: sentencesOf(words), isBrief: !isTelling(text), option };
  let hit: { readonly line: number; readonly isAboutIt: boolean } | undefined;
  let closest: Refusal = 'absent';
  const matter = comingUp(name);
  const isShownSince = showing(shown);
  // Words that name it are about it, whenever they were said.
  const isNamed = name !== undefined && text.includes(name);
  /** Where the person spoke last; mixed, if they replied something else there too. */
  let last = { line: 0, isMixed: false };
  for (const turn of turns) {
    if (matter.comesUpIn(turn) && hit?.isAboutIt === false) {
      closest = 'early';
      hit = undefined;
    }
    if (turn.is_sidechain) continue;
    const isShownNow = isShownSince(turn);
    if (!isOwnWords(turn)) continue;
    if (turn.line !== last.line) last = { line: turn.line, isMixed: false };
    const isAboutIt = isNamed || isShownNow || hit?.isAboutIt === true;
    const readings = textsOf(turn).map((said) => readingOf(said, turn.kind, wanted));
    for (const reading of readings)
      if (reading === 'approval') hit = { line: turn.line, isAboutIt };
      else closest = reading ?? closest;
    if (readings.includes('approval')) continue;
    if (replies.has(turn.kind)) last.isMixed = true;
    // Whoever speaks of it again may have thought better of it.
    if (!isNamed && hit?.isAboutIt && shown && typedWords(turn).includes(shown.rule)) {
      closest = 'early';
      hit = undefined;
    }
  }
  if (hit === undefined) return closest;
  const isSeen = matter.hasComeUp() || hit.isAboutIt;
  // Made by a call that has no result yet, nobody can have seen it.
  if (!isSeen && matter.isCalled()) return 'early';
  if (wanted.isBrief && (hit.line !== last.line || last.isMixed)) return 'brief';
  return { line: hit.line, text, isSeen };
}

/** Told each turn, in order: does a result print the name for the first time? What has none was there before. */
function comingUp(name: string | undefined) {
  const calls = new Set<string>();
  let hasComeUp = name === undefined;
  return {
    comesUpIn({ role, text, tool }: Turn): boolean {
      if (role === 'tool_input') calls.add(tool?.id ?? '');
      if (role !== 'tool_result') return false;
      calls.delete(tool?.id ?? '');
      const isFirst = !hasComeUp && text.includes(name as string);
      hasComeUp ||= isFirst;
      return isFirst;
    },
    hasComeUp: () => hasComeUp,
    /** Is there a call without a result yet? */
    isCalled: () => calls.size > 0,
  };
}

/**
 * Of each turn, in order: were the lines shown when the person spoke last, and after what they had said before that? What
 * they heard earlier may have been amended since.
 */
function showing(shown: Matter['shown']): (turn: Turn) => boolean {
  const lines = shown === undefined ? '' : withoutMarkup(shown.lines);
  const at = { shown: 0, spoken: 0 };
  let isFresh = false;
  return (turn) => {
    if (isShown(lines, turn)) at.shown = turn.line;
    if (!isOwnWords(turn) || turn.line === at.spoken) return isFresh;
    isFresh = at.shown > at.spoken;
    at.spoken = turn.line;
    return isFresh;
  };
}

/** The words that are to be found. */
interface Wanted {
  readonly text: string;
  readonly sentences: readonly string[];
  /** Too brief to be about anything but the last question. */
  readonly isBrief: boolean;
  readonly option: RegExp | undefined;
}

/**
 * What the words are in something the person said, as far as one can tell without the rest of the conversation;
 * undefined where they do not stand in it.
 *
 * An option they chose in a dialog is their decision, but a model worded it and may have put anything into it. So it
 * counts as it stood before their eyes, from its first word to its last, and no part of it does; nor do the question,
 * a description, a preview, or an option they did not choose. What they typed into the dialog counts like a prompt.
 */
function readingOf(
  said: string,
  kind: Turn['kind'],
  { text, sentences: wanted, isBrief, option }: Wanted,
): 'approval' | Refusal | undefined {
  const sentences = sentencesOf(said);
  const isChoice = kind === 'choice';
  const mustBeWhole = isBrief || isChoice;
  if (!holds(sentences, wanted) && (mustBeWhole || !isClause(sentences, wanted)))
    return normalise(said).includes(text) ? 'part' : undefined;
  if (mustBeWhole && sentences.length !== wanted.length) return isChoice ? 'part' : 'brief';
  return isChoice && !isBrief && option?.test(text) === false ? 'other' : 'approval';
}

/** In a dialog; several of them can stand on one line. */
const replies: ReadonlySet<Turn['kind']> = new Set(['answer', 'choice']);

// Whoever begins like this has said no, or not yet; 停用 and 取消置顶 are how one retires and unpins,
// 没问题 and 没错 are a yes.
const refusal =
  /^(?!no problem)(?:(?:no|none|nope|nah|neither|never|not|don['’]?t|do not|stop|cancel|reject|drop|discard|skip|wait|later)(?![\p{L}\p{N}-])|不(?![错錯])|[先暂暫都]不|[暂暫][时時]不|[别別]|否|[没沒](?!(?:什[么麼])?(?:[错錯事]|[问問][题題]|[关關][系係]|意[见見]|[异異][议議]))|[无無](?:需|须|須)|停(?!用)|取消(?!置[顶頂])|拒[绝絕]|放[弃棄]|[丢丟][弃棄]|跳[过過]|算了|等)/iu;

// Wherever it stands, if it is about the matter itself: "I don't want mocks" is how people word a rule.
const unwilling =
  /(?<![\p{L}\p{N}])(?:i|we)(?: really| just| still)? (?:don['’]?t|do not|would(?:n['’]?t| not)) (?:(?:agree|approve)(?![\p{L}\p{N}])|(?:want|wish|like|need) (?:to (?:keep|add|pin|store|save|import|merge)|it(?![\p{L}\p{N}])|(?:this|that|the|these|those) (?:rule|candidate|change|import|one)))|不(?:[想愿願]意?|希望|打算)(?:再?[留加存钉釘]|保留|[导導]入|合[并併]|要?[这這它])|不(?:同意|[赞贊]成|[认認]可)(?=$|[，。！,.!这這它])|算了(?!\p{Script=Han})|算了[吧罢罷]/iu;

function refuses(text: string): boolean {
  return refusal.test(text) || unwilling.test(text);
}

/** Is an answer a no, or a not yet? */
export function isRefusal(words: string): boolean {
  return refuses(normalise(words));
}

/**
 * The line on which the agent showed these words, in a message or a dialog, before the person said the others. But for
 * case, markup, white space and a brief question at their end; undefined where it did not.
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

/** Of a dialog what it asks, and the preview of a question that has but one: other options may not have been chosen. */
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

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** A character of Chinese, Japanese or Korean says as much as two letters. */
function lettersIn(text: string): number {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + (text.match(cjk)?.length ?? 0);
}

/** Three words, or four characters of Chinese: what nobody says by chance. */
function isTelling(text: string): boolean {
  const characters = text.match(cjk)?.length ?? 0;
  const words = text.replace(cjk, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words + characters * 0.75 >= 3 && lettersIn(text) >= 6;
}

function textsOf(turn: Turn): string[] {
  if (turn.kind === 'bash_input') return [];
  const typed = withoutReminders(typedWords(turn));
  return turn.kind === 'command' ? [typed, typed.replace(/^\/\S+\s*/, '')] : [typed];
}

// Cut out of a sentence with one of these, a part may say the opposite of the whole.
const denial =
  /(?<![\p{L}\p{N}])(?:no|not|never|cannot|without|unless|until|before|if|instead|rather|stop|nobody|nothing)(?![\p{L}\p{N}])|n['’]t(?![\p{L}])|[不没沒别別勿未无無非否]|除非|如果|取消|停止/iu;

/** Are the words a part of one sentence, from word to word, that keeps its meaning? */
function isClause(sentences: readonly string[], [words = '', ...more]: readonly string[]): boolean {
  return (
    more.length === 0 &&
    sentences.some((sentence) => standsIn(sentence, words) && !denial.test(sentence))
  );
}

function standsIn(sentence: string, words: string): boolean {
  const isLatin = (character = '') => /[\p{L}\p{N}]/u.test(character.replace(cjk, ''));
  for (let at = sentence.indexOf(words); at >= 0; at = sentence.indexOf(words, at + 1)) {
    const isCut =
      (isLatin(sentence[at - 1]) && isLatin(words[0])) ||
      (isLatin(sentence[at + words.length]) && isLatin(words.at(-1)));
    if (!isCut) return true;
  }
  return false;
}
