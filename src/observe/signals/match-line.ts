import { once } from '../../text.js';
import { namedRows, namelessRows, type SignalRow } from './signal-table.js';

/**
 * The signal of a line by the table's words and shapes, if any; `lower` is the line in lower case. The last rows, for
 * unnamed failures, are tried only with `isNameless`, because their patterns are the slowest.
 */
type Naming = (
  line: string,
  lower: string,
  weakCounts: boolean,
  isNameless: boolean,
) => string | undefined;

/** Builds the matcher for the lines of one output, given unchanged and in lower case. */
export function namingIn(text: string, lowerText: string): Naming {
  const stands = once(() => standingIn(lowerText));
  const named = once(() => withKeys(possibleRows(namedRows, text, stands())));
  const all = once(() =>
    withKeys([...named().tried, ...possibleRows(namelessRows, text, stands())]),
  );
  return (line, lower, weakCounts, isNameless) =>
    nameOf(line, lower, weakCounts, (isNameless ? all : named)());
}

interface Tried {
  readonly tried: readonly SignalRow[];
  readonly keys: readonly string[];
}

function withKeys(tried: readonly SignalRow[]): Tried {
  return { tried, keys: keysOf(tried) };
}

function nameOf(
  line: string,
  lower: string,
  weakCounts: boolean,
  { tried, keys }: Tried,
): string | undefined {
  if (!keys.some((key) => lower.includes(key))) return undefined;
  const rowFor = (text: string, words: string): SignalRow | undefined =>
    tried.find((row) => (row.weak !== true || weakCounts) && fits(row, text, words));
  const row = rowFor(line, lower);
  if (row === undefined || !NAMED.test(lower)) return row?.signal;
  const rest = withoutHarmless(lower);
  return (rest === lower ? row : rowFor(withoutSame(line, lower), rest))?.signal;
}

/** The rows reduced to the phrases and shapes whose words occur in the text; each is searched in every line. */
function possibleRows(
  rows: readonly SignalRow[],
  text: string,
  stands: (phrase: string) => boolean,
): SignalRow[] {
  const standsExactly = (words: string) => text.includes(words);
  const possible: SignalRow[] = [];
  for (const row of rows) {
    const phrases = row.phrases.filter(stands);
    const shapes = row.shapes
      .filter(
        ({ words, capitals }) =>
          words.every((list) => list.some(stands)) &&
          (capitals.length === 0 || capitals.some(standsExactly)),
      )
      .map((shape) => ({ ...shape, words: shape.words.map((list) => list.filter(stands)) }));
    if (phrases.length > 0 || shapes.length > 0) possible.push({ ...row, phrases, shapes });
  }
  return possible;
}

/** Tests whether a phrase is in the text. A long text repeats few words, which rule most phrases out. */
function standingIn(text: string): (phrase: string) => boolean {
  const words = [...new Set(text.replaceAll('\n', ' ').split(' '))].join(' ');
  return (phrase) => {
    const blank = phrase.indexOf(' ');
    if (blank < 0) return words.includes(phrase);
    return words.includes(phrase.slice(0, blank)) && text.includes(phrase);
  };
}

/** A line that no row names has none of these: most lines of a long output. */
function keysOf(tried: readonly SignalRow[]): string[] {
  const words = tried.flatMap((row) => [
    ...row.phrases,
    ...row.shapes.flatMap((shape) => shape.words[0] ?? []),
  ]);
  const keys = [...new Set(words)];
  return keys.filter((key) => !keys.some((other) => other !== key && key.includes(other)));
}

/** Removes grave words that are part of a name or that are counted as zero. */
function withoutHarmless(lower: string): string {
  const said = GRAVE.some((word) => lower.includes(word)) ? lower.replace(NAMES, 'x') : lower;
  return withoutCounts(said, () => '');
}

/** Cuts the same counts out of the original line: capitals do not turn "0 errors" into a failure. */
function withoutSame(line: string, lower: string): string {
  if (line.length !== lower.length) return line;
  const left = withoutCounts(lower, (count) => CUT.repeat(count.length));
  return [...line.split('')].filter((_, index) => left.charAt(index) !== CUT).join('');
}

const CUT = '\0';

function withoutCounts(text: string, cut: (count: string) => string): string {
  return text.replace(NONE, cut).replace(CHINESE_NONE, cut).replace(OTHER_NONE, cut);
}

/** 没有测试失败, 0 个错误, 失败：0 个, 错误：无. */
const CHINESE_NONE =
  /(?:没有|无)[^，。；,;\s]{0,4}(?:失败|错误|异常)|(?<![\d.])0 ?[个项条]?[^，。；,;\s\d]{0,6}(?:失败|错误|异常)|(?:失败|错误|异常)[^，。；,;:：\d]{0,10}[:：]? ?0(?![\d.])(?: ?[个项条])?|(?:失败|错误|异常)[^，。；,;:：\s\d]{0,4} ?[:：] ?(?:暂?无|没有)(?=[\s，。；,;]|$)/g;

/** エラー: 0, 失敗 0 件, 오류: 없음, 0 erreur, Fehler: keine. */
const OTHER_NONE =
  /(?:エラー|失敗|錯誤|오류|실패|ошиб(?:ок|ки|ка)|сбо(?:ев|й)|erreurs?|échecs?|fehler|errores|fallos?|errori|erros|falhas?)[^\s，。、；,;:：\d]{0,4} ?[:：=]? ?(?:0(?![\d.])(?: ?[件個개건])?|なし|無し?|ありません|없음|нет|keine?|aucune?|ninguno?|nessuno?|nenhuma?)(?=[\s，。、；,;]|$)|(?<![\d.,])(?:0|keine?|aucune?|ningún|sin|nessuno?|nenhuma?|нет) ?(?:[件個]の|[개건]의? ?)?(?:エラー|失敗|오류|실패|ошибок|сбоев|erreurs?|échecs?|fehler|errores|fallos?|errori|erros|falhas?)/g;

/** A name, or a count of none: in a line without either nothing is harmless. */
const NAMED =
  /[\w)][-_./][a-z]|\b0\b|\bno(?:ne)?\b|\bn(?:il|ull|\/a)\b|false|without|error [rphb]|失败|错误|异常|エラー|失敗|오류|실패|0개|keine|aucun|ningun|nessun|nenhum|нет/;
const GRAVE =
  'error fail fatal invalid missing found denied unknown timeout exception panic refused reject abort illegal unable critical'.split(
    ' ',
  );
const NAMES = new RegExp(
  `(?<![\\w./@-])(?=[\\w./@-]*(?:${GRAVE.join('|')}))[\\w@-]*(?:[./_-]+\\w+)+`,
  'g',
);
/** 0 errors, errors: none, 0 of 12 failed; an error page is no error. */
const NONE =
  /\b(?:0|no|without)(?: (?!tests? (?:found|ran))[a-z]+){0,2} (?:errors?|failed|failures?|failing|problems?|issues?|violations?|offenses?)\b|\b0(?: ?\/ ?| (?:out )?of )\d+ (?:[a-z]+ ){0,2}(?:errors?|failed|failures?|failing|failed)\b|\b(?:error\(?s?\)?|fail(?:ed|ures?|ing)?|problems?|issues?)(?: [a-z]{1,20})?(?: \(0\)| ?[:=] {0,12}(?:0\b(?!\.\d)|(?:none|nil|null|n\/a|no|false|nothing|<none>|\[\])(?=[\s"',;)]*$)))|\b(?:error|fail(?:ed|ures?)) {2,20}(?:<?none>?|null|nil)$|\berror[ -](?:rate|page|handl\w+|boundar\w+|budget|report\w+)s?\b/g;

function fits({ phrases, shapes }: SignalRow, text: string, lower: string): boolean {
  const standsInLower = (word: string): boolean => lower.includes(word);
  return (
    phrases.some(standsInLower) ||
    shapes.some(
      ({ words, capitals, pattern, exact }) =>
        words.every((list) => list.some(standsInLower)) &&
        (capitals.length === 0 || capitals.some((word) => text.includes(word))) &&
        pattern.test(exact ? text : lower),
    )
  );
}
