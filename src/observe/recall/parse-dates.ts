/** A stretch of time in milliseconds since 1970, end exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Dated {
  /** The text without its time words. Dates that may occur in the content stay. */
  readonly rest: string;
  /** "last week", 上周: results from that time only. */
  readonly within: Range | undefined;
  /** "5 January", 2026-01-05: results from that time are preferred. */
  readonly near: Range | undefined;
  /** Words that say when, and that are not read here. */
  readonly unread: string | undefined;
}

/**
 * Reads the one time that a question names, in the wordings that people type most. Days and weeks (from Monday) use the
 * local clock. The time between two others is not read: `--since` and `--until` say it.
 */
export function takeDates(text: string, now: Date): Dated {
  const words = text.normalize('NFKC');
  const { times, left } = timesIn(words, now);
  const relative = times.filter(({ isDate }) => !isDate);
  const chosen = relative.length > 0 ? relative : times;
  const [time] = chosen;
  if (time === undefined) return { ...none, rest: text, unread: timeLike.exec(left)?.[0] };
  const { index, end } = time;
  // "last year in May" is one time, said by two.
  const joined = times.filter(
    (other) => other === time || beside.test(words.slice(...gapOf(time, other))),
  );
  const said = chosen.length > 1 ? chosen : joined;
  const before = words.slice(0, index);
  const behind = words.slice(end);
  const [part, more] = [partBefore.exec(before)?.[0] ?? '', goesOn.exec(behind)?.[0] ?? ''];
  if (said.length > 1 || part !== '' || more !== '') {
    const from = Math.min(said[0]?.index ?? index, index - part.length);
    const to = Math.max(said.at(-1)?.end ?? end, end + more.length);
    return { ...none, rest: text, unread: words.slice(from, to) };
  }
  const isSince = sinceBefore.test(before) || sinceBehind.test(behind);
  const range = isSince ? { from: time.range.from, to: days(now, 0).to } : time.range;
  const lead = before.replace(sinceBefore, '').replace(leads, '');
  const rest = `${lead} ${behind.replace(sinceBehind, '').replace(/^的/, '')}`;
  if (onlyAsks(rest)) return { ...none, rest: '', within: range };
  if (time.isDate && !isSince) return { ...none, rest: words, near: range };
  return { ...none, rest, within: range };
}

const none = { within: undefined, near: undefined, unread: undefined };

interface Time {
  readonly range: Range;
  readonly index: number;
  readonly end: number;
  /** It may also be what is looked for. */
  readonly isDate: boolean;
}

function gapOf(one: Time, other: Time): [from: number, to: number] {
  return one.index < other.index ? [one.end, other.index] : [other.end, one.index];
}

/** All times in their order, and the text without them. */
function timesIn(words: string, now: Date): { times: readonly Time[]; left: string } {
  const times: Time[] = [];
  let left = words;
  for (const [pattern, rangeOf] of [...saidTimes, ...dates])
    left = left.replace(pattern, (all: string, ...more: unknown[]) => {
      const range = rangeOf(now, ...(more.slice(0, -2) as string[]));
      const index = Number(more.at(-2));
      if (range === undefined) return all;
      times.push({ range, index, end: index + all.length, isDate: !isSaid.has(pattern) });
      return '\0'.repeat(all.length);
    });
  return { times: times.sort((one, other) => one.index - other.index), left };
}

const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const monthEnds = '(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?';
const beside = /^(?:[\s,(的到至–~-]|in|of|on|the|and|to|until)*$/i;
const leads = /\b(?:in|on|at|from|during|over|the)(?: the)? ?$/i;
const sinceBefore = /(?:\bsince (?:the )?|自[从從]?)$/i;
const sinceBehind = /^(?:以[来來]|至今)/;
const partBefore =
  /\b(?:early|mid|late|(?:beginning|middle|end|\d+(?:st|nd|rd|th)) of)[ -](?:the )?$|\d ?(?:to|and|[-–]) ?$/i;
/** The other end of a stretch, or the part of a month or a year. */
const goesOn = new RegExp(
  `^(?:份?的?年?[初底末]|[上中下]旬| ?(?:to|until|till|through|[-–~到至])(?: the)? ?(?:\\d|now|today|mon|tues|wednes|thurs|fri|satur|sun|${monthNames}|现在|周|星期|今天))`,
  'i',
);
/** Looks like a time, and is none that is read. */
const timeLike = new RegExp(
  [
    '\\b[\\w-]+ (?:and a half )?(?:minutes?|hours?|days?|weeks?|months?|years?)(?: and a half)? ago\\b',
    `\\b(?:early|mid|late|(?:beginning|middle|end) of)[ -](?:\\d{4}|(?:${monthNames})${monthEnds})\\b`,
    '\\b(?:week|month|year) before last\\b|\\b(?:from|between) (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b|\\b(?:last|this|past) (?:quarter|spring|summer|autumn|winter)\\b',
    '[\\d一二三四五六七八九十两几半]+[个個]?半?(?:小时|天|周|星期|月|年)半?之?前',
    '(?:前|最近|过去)[\\d一二三四五六七八九十两半]+[个個]?(?:天|周|星期|月|年)',
    '年[初底末](?![\\p{L}])|[上本这]个?季度',
  ].join('|'),
  'iu',
);

/** Does a question hold nothing but words of asking, so that only its time is looked for? */
function onlyAsks(rest: string): boolean {
  return rest.length <= 200 && !/[\p{L}\p{N}]/u.test(rest.replace(askingWords, ' '));
}

// "sessions" and "work" are subjects only if other words are present.
const askingWords = new RegExp(
  [
    '\\b(?:what|which|who|how|when|where|why|did|do|does|done|doing|have|has|had|was|were|is|are|been|be|i|we|you|me|my|our|us|it|they|there|that|this|any|all|every|the|a|an|s|d|ve',
    'on|in|at|of|for|from|about|during|to|up|with|over|and|or|so|just|please|happen(?:ed|ing)?|work(?:ed|ing)?|go(?:ing)?|went|get|got|make|made|talk(?:ed)?|discuss(?:ed)?|said|say',
    'anything|everything|something|nothing|stuff|things?|sessions?|conversations?|history|progress|tasks?|show|list|find|give|tell|see|look|recap|summary|summarize|remind|remember|recall|can|could)\\b',
    '什么|怎么样|哪些|哪个|我们|咱们|一下|东西|事情|会话|对话|聊天|记录|情况|工作|内容|发生|进展|总结|回顾|讨论|列出来|列出|给我|告诉|看看|干嘛|有没有|所有|全部|时候',
    '[都干做作了啥些哪的我你有在事聊列看请帮找给过吗呢吧啊说写弄搞那这里内时到出来得也又就把和跟]',
  ].join('|'),
  'giu',
);

type RangeOf = (now: Date, ...groups: string[]) => Range | undefined;
type Form = readonly [pattern: RegExp, rangeOf: RangeOf];

const parts: Readonly<Record<string, string>> = {
  n: '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|(?:a )?couple of)',
  unit: '(day|week|month|year)',
  weekday: '(mon|tues|wednes|thurs|fri|satur|sun)day',
  month: `(${monthNames})${monthEnds}\\.?`,
  d: '(\\d{1,2})(?:st|nd|rd|th)?',
  数: '(\\d{1,3}|[一二两兩三四五六七八九十]{1,3})',
  单位: '[个個]?(天|日|周|週|星期|月|年)',
  周: '[个個]?(?:周|週|星期)',
  几: '([一二三四五六日天])',
  哪: '(上上|上|这|本)',
  年: '([今去前])年的?',
};

function en(pattern: string): RegExp {
  return new RegExp(`(?<![\\w.-])${filled(pattern)}(?![\\w-])`, 'gi');
}

function zh(pattern: string): RegExp {
  return new RegExp(filled(pattern), 'g');
}

function filled(pattern: string): string {
  return pattern.replace(/<(\p{L}+)>/gu, (_, name: string) => parts[name] ?? '');
}

// A longer wording stands before the shorter one it contains: what one takes the later ones do not see.
const saidTimes: readonly Form[] = [
  [en('day before yesterday'), (now) => days(now, -2)],
  [en('(?:yesterday|last night)'), (now) => days(now, -1)],
  [en('(?:today|this (?:morning|afternoon|evening)|tonight)'), (now) => days(now, 0)],
  [en('(?:(?:last|past) few days|(?:a few|several) days ago)'), (now) => days(now, -7, 8)],
  [en('(?<!half )<n> <unit>s? ago'), (now, n, unit) => unitOf(now, unit, -number(n))],
  [en('(?:last|past) <n> <unit>s?'), (now, n, unit) => lately(now, unit, number(n))],
  [en('past <unit>'), (now, unit) => lately(now, unit, 1)],
  [en('(?:last|over the) weekend'), (now) => days(now, -2 - mondayBased(now), 2)],
  [en('last <unit>'), (now, unit) => unitOf(now, unit, -1)],
  [en('this <unit>'), (now, unit) => unitOf(now, unit, 0)],
  [en('(?:on |last |(?<=since ))<weekday>'), (now, day) => pastWeekday(now, englishDay(day))],
  [zh('(?:前|这|最近)几天|几天之?前'), (now) => days(now, -7, 8)],
  [zh('大前天'), (now) => days(now, -3)],
  [zh('前天'), (now) => days(now, -2)],
  [zh('昨[天日晚]'), (now) => days(now, -1)],
  [zh('今[天日晚早]'), (now) => days(now, 0)],
  [zh('<数><单位>之?前'), (now, n, unit) => unitOf(now, unit, -number(n))],
  [zh('(?:最近|过去)<数><单位>'), (now, n, unit) => lately(now, unit, number(n))],
  [zh('(?<!上)上?[个個]?[周週]末'), (now) => days(now, -2 - mondayBased(now), 2)],
  [zh('<哪><周><几>'), (now, which, day) => weekdayOf(now, back(which), day)],
  [zh('<哪><周>'), (now, which) => unitOf(now, 'week', back(which))],
  [zh('<哪>[个個]?月的?<数>[日号]'), (now, which, d) => dayOfMonth(now, back(which), number(d))],
  [zh('<哪>[个個]?月'), (now, which) => unitOf(now, 'month', back(which))],
  [zh('<年><数>月<数>[日号]'), (now, y, m, d) => dayOf(yearOf(now, y), number(m), number(d))],
  [zh('<年><数>月份?'), (now, y, m) => monthOf(yearOf(now, y), number(m))],
  [zh('<年>'), (now, y) => unitOf(now, 'year', -'今去前'.indexOf(y))],
  // 一周三次 is how often.
  [
    zh('(?<![一两兩二三每几\\d])(?:[周週]|星期)<几>(?![次回天])'),
    (now, day) => pastWeekday(now, chineseDay(day)),
  ],
];

const dates: readonly Form[] = [
  [zh('(?<!\\d)(\\d{4})[-/.](\\d\\d?)[-/.](\\d\\d?)(?!\\d)'), (_, y, m, d) => dayOf(+y, +m, +d)],
  [zh('(?<!\\d)(\\d{4})-(\\d\\d)(?![\\d-])'), (_, y, m) => monthOf(+y, +m)],
  [zh('(20\\d\\d)年<数>月<数>[日号]'), (_, y, m, d) => dayOf(+y, number(m), number(d))],
  [zh('(20\\d\\d)年<数>月'), (_, y, m) => monthOf(+y, number(m))],
  [zh('(?<!年)<数>月<数>[日号]'), (now, m, d) => pastDay(now, number(m), number(d))],
  [
    zh('(?<![个個年])<数>月份?(?![\\d一二三四五六七八九十])'),
    (now, m) => pastMonth(now, number(m)),
  ],
  [en('<d>(?: of)? <month>,? (\\d{4})'), (_, d, m, y) => dayOf(+y, englishMonth(m), +d)],
  [en('<month> <d>,? (\\d{4})'), (_, m, d, y) => dayOf(+y, englishMonth(m), +d)],
  [en('<month> (\\d{4})'), (_, m, y) => monthOf(+y, englishMonth(m))],
  [en('<d>(?: of)? <month>'), (now, d, m) => pastDay(now, englishMonth(m), +d)],
  [en('<month> <d>'), (now, m, d) => pastDay(now, englishMonth(m), +d)],
  [en('(?<=(?:in|during|since) )(20\\d\\d)'), (_, y) => monthsFrom(+y, 0, 12)],
  [en('(?<=(?:in|during|last|since) )<month>'), (now, m) => pastMonth(now, englishMonth(m))],
];

const isSaid = new Set(saidTimes.map(([pattern]) => pattern));

function days(now: Date, from: number, length = 1): Range {
  const at = (offset: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).getTime();
  return { from: at(from), to: at(from + length) };
}

/** The day, week, month or year that is so many from this one. */
function unitOf(now: Date, unit: string, offset: number): Range | undefined {
  if (/^(?:day|天|日)/i.test(unit)) return days(now, offset);
  if (/^(?:week|周|週|星期)/i.test(unit)) return days(now, 7 * offset - mondayBased(now), 7);
  if (/^(?:month|月)/i.test(unit)) return monthsFrom(now.getFullYear(), now.getMonth() + offset, 1);
  return monthsFrom(now.getFullYear() + offset, 0, 12);
}

/** So many days, weeks, months of 30 days or years up to today. */
function lately(now: Date, unit: string, many: number): Range {
  const lengths = { d: 1, 天: 1, 日: 1, m: 30, 月: 30, y: 365, 年: 365 };
  const length = many * (lengths[unit.charAt(0).toLowerCase() as keyof typeof lengths] ?? 7);
  return days(now, 1 - length, length);
}

/** The last such day before today. */
function pastWeekday(now: Date, day: number): Range {
  return days(now, -((mondayBased(now) - day + 6) % 7) - 1);
}

function weekdayOf(now: Date, week: number, sign: string): Range {
  return days(now, 7 * week - mondayBased(now) + chineseDay(sign));
}

function mondayBased(now: Date): number {
  return (now.getDay() + 6) % 7;
}

function monthsFrom(year: number, index: number, many: number): Range {
  return { from: new Date(year, index).getTime(), to: new Date(year, index + many).getTime() };
}

/** Months count from 1. */
function monthOf(year: number, month: number): Range | undefined {
  return month >= 1 && month <= 12 ? monthsFrom(year, month - 1, 1) : undefined;
}

function dayOf(year: number, month: number, day: number): Range | undefined {
  const date = new Date(year, month - 1, day);
  // Otherwise 30 February would become a day of March.
  return month <= 12 && date.getDate() === day ? days(date, 0) : undefined;
}

function dayOfMonth(now: Date, offset: number, day: number): Range | undefined {
  const first = new Date(now.getFullYear(), now.getMonth() + offset);
  return dayOf(first.getFullYear(), first.getMonth() + 1, day);
}

/** That month, the last time it was. */
function pastMonth(now: Date, month: number): Range | undefined {
  return monthOf(now.getFullYear() - (month > now.getMonth() + 1 ? 1 : 0), month);
}

/** That day of the year, the last time it was. */
function pastDay(now: Date, month: number, day: number): Range | undefined {
  const isAhead = new Date(now.getFullYear(), month - 1, day) > now;
  return dayOf(now.getFullYear() - (isAhead ? 1 : 0), month, day);
}

/** 上上 is two back, 上 one, 这 and 本 none. */
function back(which: string): number {
  return -which.replace(/[这本]/, '').length;
}

function yearOf(now: Date, sign: string): number {
  return now.getFullYear() - '今去前'.indexOf(sign);
}

const named = 'zero one two three four five six seven eight nine ten'.split(' ');

/** Up to ninety-nine where it is written out: ten, 三, 十二, 二十, 三十一. */
function number(word: string): number {
  if (/^\d/.test(word)) return Number(word);
  if (/^an?$/i.test(word)) return 1;
  if (/[a-z]/i.test(word)) return /couple/i.test(word) ? 2 : named.indexOf(word.toLowerCase());
  const [tens = '', ones = ''] = word.replace(/[两兩]/, '二').split('十');
  const digit = (sign: string) => '零一二三四五六七八九'.indexOf(sign || '零');
  return word.includes('十') ? 10 * (digit(tens) || 1) + digit(ones) : digit(tens);
}

function englishDay(name: string): number {
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(name.slice(0, 3).toLowerCase());
}

function chineseDay(sign: string): number {
  return sign === '天' ? 6 : '一二三四五六日'.indexOf(sign);
}

function englishMonth(name: string): number {
  return monthNames.split('|').indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
