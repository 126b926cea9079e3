/** The first `length` UTF-16 units, never half a character. */
export function head(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** One line without control and invisible characters, at most `length` units of it. */
export function oneLine(text: string, length: number): string {
  const plain = text.replace(UNPRINTABLE, ' ').trim();
  return plain.length <= length ? plain : `${head(plain, length - 1)}…`;
}

/** Named one by one: `\p{Cf}` takes 4 ms to compile. */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /(?:[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3000\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff])+/g;

/** "1 rule", "2 rules"; `many` where an s does not make it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The text as a pattern that matches it literally. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * A text as one word of a shell command. A Windows path gets double quotes, which cmd, PowerShell and Git Bash accept.
 * Anything else is quoted for a POSIX shell.
 */
export function shellWord(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  if (/^(?:[A-Za-z]:)?\\[^"$`]*$/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Names that were probably meant: they contain the text, have its letters, or at most a third differ. Nearest first. */
export function nearest(got: string, names: readonly string[]): string[] {
  const near = names.flatMap((name) => {
    const isPart = got !== '' && (name.includes(got) || got.includes(name));
    const steps = isPart ? 0 : letters(got) === letters(name) ? 1 : editDistance(got, name);
    return steps <= Math.max(got.length, name.length) / 3 ? [{ name, steps }] : [];
  });
  const farBy = ({ length }: string) => Math.abs(length - got.length);
  return near
    .sort((a, b) => a.steps - b.steps || farBy(a.name) - farBy(b.name))
    .map(({ name }) => name);
}

const letters = (word: string): string => [...word].sort().join('');

/** Levenshtein. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] as number;
}

/** FNV-1a, 8 hex digits: names a hint, guards nothing. */
export function fnv1a(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** Computes the value on first use and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Han, kana, Hangul, iteration marks; the first half of a character beyond U+20000. */
export function isCjkUnit(unit: number): boolean {
  return (
    unit >= 0x3005 &&
    ((unit >= 0x4e00 && unit <= 0x9fff) ||
      (unit >= 0x3041 && unit <= 0x3096) ||
      (unit >= 0x309d && unit <= 0x30ff) ||
      (unit >= 0xac00 && unit <= 0xd7a3) ||
      (unit >= 0x3400 && unit <= 0x4dbf) ||
      (unit >= 0xf900 && unit <= 0xfaff) ||
      unit <= 0x3007 ||
      (unit >= 0x31f0 && unit <= 0x31ff) ||
      (unit >= 0xd840 && unit <= 0xd8bf))
  );
}

/** The day by the local clock, YYYY-MM-DD. Milliseconds since 1970. */
export function localDay(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A day, YYYY-MM-DD, as a person reads it: `20 Nov`, `11月20日`. Any other text stays. */
export function dayIn(day: string, language: 'en' | 'zh'): string {
  const [, month, date] = /^\d{4}-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (month === undefined || months[month - 1] === undefined) return day;
  return language === 'zh' ? `${month} 月 ${date} 日` : `${date} ${months[month - 1]}`;
}

/** From one day, YYYY-MM-DD, to another: `3 to 28 Nov`, `11月3日至11月28日`. */
export function rangeIn(from: string, to: string, language: 'en' | 'zh'): string {
  const days = [...new Set([from, to])];
  if (language === 'zh') return days.map((day) => dayIn(day, 'zh')).join(' 至 ');
  const isOneMonth = days.length > 1 && from.slice(0, 7) === to.slice(0, 7);
  return days
    .map((day, at) => (isOneMonth && at === 0 ? `${Number(day.slice(8))}` : dayIn(day, 'en')))
    .join(' to ');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

interface PlacedText {
  /** JSON pointer. */
  readonly at: string;
  readonly text: string;
}

/** Every text in a value, in order; keys are none. `at` is the pointer of the value itself. */
export function textsIn(value: unknown, at = ''): PlacedText[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${at}/${key}`));
}

/** Tokens by rule of thumb: one for four letters, one for each Chinese character. */
export function roughTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}

/** Day and minute by the local clock, YYYY-MM-DD HH:MM. Milliseconds since 1970. */
export function localMinute(time: number): string {
  const date = new Date(time);
  return `${localDay(time)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The values by their key, in the order in which they come. */
export function groupBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

/** The words of a list, which stand in its source as they are read. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** A table that stands in its source as it is read: `a=b c=d`. */
export function tableIn(pairs: string): ReadonlyMap<string, string> {
  return new Map(
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]),
  );
}

/** `gene:ID` is the schema's name for a rule, ID the person's. */
export const bareId = (rule: string): string => rule.replace(/^\w+:/, '');

/**
 * Bytes of each kind of file that are read. A file that is larger is left out and named, or refused; none is cut, and a
 * target of the rule block least of all.
 */
export const budgets = {
  /** CLAUDE.md and its kind, in the present and in the past, and what a project's runners are told by. */
  contextFile: 1 << 20,
  /** A file that gets the rule block. */
  target: 64 << 20,
  /** Of a target, where fences or comments nest: the parser's time grows with the square. */
  nestedMarkdown: 256 << 10,
  /** JSON of a memory, of a client's settings and of our own folder. */
  json: 16 << 20,
  /** A line of a memory's log. */
  logLine: 16 << 20,
  /** What a teammate sent. */
  import: 16 << 20,
  /** A change that waits for an answer. */
  pendingChange: 1 << 20,
  /** What a person switched on, as hooks read it. */
  guards: 1 << 20,
  /** A hook of git. */
  gitHook: 64 << 10,
  /** A line of a transcript. */
  transcriptLine: 8 << 20,
} as const;
