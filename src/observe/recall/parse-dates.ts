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
}

/** Extracts the first time expression from a query. Days and weeks (from Monday) use the local clock. */
export function takeDates(text: string, now: Date): Dated {
  // The rules take longer than a search, and most questions hold nothing like a date.
  if (!likely.test(text)) return { rest: text, within: undefined, near: undefined };
  const plain = withoutDayNames(text.normalize('NFKC'));
  const words = withYears(plain, now);
  const none = { rest: words, within: undefined, near: undefined };
  const stretch = rangeIn(words, now);
  if (stretch !== undefined) {
    const { range, rest, isDated } = stretch;
    const isAll = onlyAsks(rest);
    if (isDated && !isAll && words === plain) return { ...none, near: range };
    return { rest: isAll ? '' : rest, within: range, near: undefined };
  }
  for (const [pattern, rangeOf] of relative()) {
    const match = pattern.exec(words);
    const range = match === null ? undefined : rangeOf(now, match);
    if (match === null || range === undefined) continue;
    const { rest, isSince, part } = around(words, match, range);
    return {
      rest: onlyAsks(rest) ? '' : rest,
      within: isSince ? until(now, part) : part,
      near: undefined,
    };
  }
  for (const [pattern, rangeOf] of absolute()) {
    const match = pattern.exec(words);
    const range = match === null ? undefined : rangeOf(now, match);
    if (match === null || range === undefined) continue;
    const { rest, isSince, part } = around(words, match, range);
    const isAll = onlyAsks(rest);
    // A year that was told from today is no part of what was said then.
    if (isSince || words !== plain) {
      const within = isSince ? until(now, part) : part;
      return { rest: isAll ? '' : rest, within, near: undefined };
    }
    return isAll ? { rest: '', within: part, near: undefined } : { ...none, near: part };
  }
  const alone = aloneMonth.exec(words);
  if (alone === null || !onlyAsks(words.replace(aloneMonth, ' '))) return none;
  return { rest: '', within: pastMonth(now, monthOf(alone[1])), near: undefined };
}

/** "Wednesday, November 18", 星期三(11月18日): the date says it all. */
function withoutDayNames(words: string): string {
  return words.replace(dayNameBefore, '').replace(dayNameBehind, '');
}

interface Stretch {
  readonly range: Range;
  readonly rest: string;
  /** Both ends are dates, which may also be what is looked for. */
  readonly isDated: boolean;
}

interface End {
  readonly range: Range;
  readonly said: string;
  readonly kind: 'relative' | 'absolute' | 'bare';
}

const maxJoins = 12;
const maxEndCharacters = 32;

/** "from Monday to Wednesday", "3 to 9 November", 上周一到周三, 半年前到现在. */
function rangeIn(words: string, now: Date): Stretch | undefined {
  let tried = 0;
  for (const join of words.matchAll(joins)) {
    if (++tried > maxJoins) return undefined;
    const before = words.slice(0, join.index);
    const behind = words.slice(join.index + join[0].length);
    const right = behind.slice(0, maxEndCharacters);
    const left = endIn(before.slice(-maxEndCharacters), now, true) ?? dayBefore(before, right, now);
    const last = left && (lastOf(left, right, now) ?? endIn(right, now, false));
    if (left === undefined || last === undefined) continue;
    const lead = before.slice(0, before.length - left.said.length);
    const isLed = leads.test(lead) || /^from /i.test(left.said);
    const rest = `${lead.replace(leads, '')} ${behind.slice(last.said.length).replace(/^(?:期间|之间)?[的の]?/, '')}`;
    const isLoose = left.kind === 'bare' && !isLed && !onlyAsks(rest);
    if (isLoose || (/and/i.test(join[0]) && !isLed)) continue;
    const { from } = left.range;
    const { to } = last.range;
    if (to <= from) continue;
    const isDated = left.kind !== 'relative' && last.kind !== 'relative';
    return { range: { from, to }, rest, isDated: isDated && !dayNames.test(left.said) };
  }
  return undefined;
}

/** The time that a text ends or begins with. */
function endIn(text: string, now: Date, isLast: boolean): End | undefined {
  const lists = [
    ['relative', relative()],
    ['absolute', absolute()],
    ['bare', bare],
  ] as const;
  for (const [kind, rules] of lists)
    for (const [pattern, rangeOf] of rules) {
      const match = pattern.exec(text);
      const fits =
        match !== null &&
        (isLast ? match.index + match[0].length === text.length : match.index === 0);
      const range = fits ? rangeOf(now, match) : undefined;
      if (match !== null && range !== undefined) return { range, said: match[0], kind };
    }
  return undefined;
}

/** The 3 of "3 to 9 November" takes its month from the end. */
function dayBefore(before: string, right: string, now: Date): End | undefined {
  const said = /(?<![\w.-])\d{1,2}(?:st|nd|rd|th)?$/.exec(before)?.[0];
  const end = said === undefined ? undefined : endIn(right, now, false);
  if (said === undefined || end?.kind !== 'absolute') return undefined;
  const at = new Date(end.range.from);
  const range = dayIn(at.getFullYear(), at.getMonth(), Number.parseInt(said, 10));
  return range && { range, said, kind: 'absolute' };
}

/** An end that is told by its beginning: 上周一到周三, "November 3 to 9", 11月3日到9日, and "now". */
function lastOf(
  { range: { from, to }, kind, said }: End,
  right: string,
  now: Date,
): End | undefined {
  const until = /^(?:now\b|today\b|现在|目前|如今|今天)/i.exec(right)?.[0];
  if (until !== undefined) return { range: days(now, 0, 1), said: until, kind: 'relative' };
  const start = new Date(from);
  const name = dayNames.exec(right);
  if (name?.index === 0) {
    const day = name[1] === undefined ? weekdayOf(name[2]) : chineseWeekday(name[1]);
    const ahead = (day - mondayBased(start.getDay()) + 7) % 7;
    return { range: days(start, ahead, 1), said: name[0], kind };
  }
  // 去年3月到5月 ends in the year of its beginning.
  const later = /^20\d\d年/.test(said)
    ? new RegExp(`^${numeral}月(?!\\s?[\\d一二三四五六七八九十])`).exec(right)
    : null;
  if (later !== null) {
    const range = monthIn(start.getFullYear(), number(later[1]) - 1);
    return range && { range, said: later[0], kind };
  }
  const dayOnly = new RegExp(
    `^${numeral}(?:[日号號]|(?:st|nd|rd|th)?(?![\\w月.:/-]| ?(?:${month}|days?|weeks?|months?)))`,
    'i',
  ).exec(right);
  const isMonth = to - from > 8 * 86_400_000;
  if (dayOnly === null || kind === 'bare' || isMonth) return undefined;
  const range = dayIn(start.getFullYear(), start.getMonth(), number(dayOnly[1]));
  return range && { range, said: dayOnly[0], kind };
}

/** 去年12月25日, "25 December last year": the year of a date as a number, so that the date can be read. */
function withYears(words: string, now: Date): string {
  const thisYear = now.getFullYear();
  const said = (which: string) => thisYear - (/^this/i.test(which) ? 0 : 1);
  return words
    .replace(yearBefore, (_, which: string) => `${thisYear - '今去前'.indexOf(which)}年`)
    .replace(yearBehind, (_, date: string, which: string) => `${date} ${said(which)}`)
    .replace(yearInFront, (_, which: string, date: string) => `in ${date} ${said(which)}`);
}

interface Around {
  readonly rest: string;
  readonly isSince: boolean;
  /** The third of a month or a year that is named with it, else the whole. */
  readonly part: Range;
}

/** Removes the time words, and tells whether they mean "since". */
function around(words: string, match: RegExpExecArray, range: Range): Around {
  const named = partBehind.exec(words.slice(match.index + match[0].length));
  const lead = partBefore.exec(words.slice(0, match.index));
  const isLong = range.to - range.from > 27 * 86_400_000;
  const third = isLong ? thirdOf(named?.[1] ?? named?.[2] ?? lead?.[1]) : undefined;
  const before = words.slice(0, third === undefined || lead === null ? match.index : lead.index);
  const behind = words
    .slice(match.index + match[0].length)
    .slice(third === undefined ? 0 : (named?.[0].length ?? 0));
  const isSince = /^since /i.test(match[0]) || sinceBefore.test(before) || sinceBehind.test(behind);
  const left = before
    .replace(sinceBefore, '')
    .replace(/\b(?:in|on|at|from|during)(?: the)? ?$/i, '');
  const right = behind.replace(sinceBehind, '').replace(/^[的の]/, '');
  return {
    rest: `${left} ${right}`,
    isSince,
    part: third === undefined ? range : partOf(range, third),
  };
}

const yearBefore = /([今去前])年(?:的?\s?)(?=(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s?月)/;
const partBehind = /^(?:份?的?|年)(?:(上旬|中旬|下旬|末)|([初中底])(?![始步層层部座间間端旬]))/u;
const partWords = '\\b(early|mid|late|(?:the )?(?:beginning|start|middle|end) of)(?: in)?[ -]';
const partBefore = new RegExp(`${partWords}$`, 'i');
const behindPart = `(?<=${partWords.replace('(early', '(?:early')})`;

function thirdOf(word: string | undefined): 0 | 1 | 2 | undefined {
  if (word === undefined) return undefined;
  if (/^(?:初|上旬|early|(?:the )?(?:beginning|start))/i.test(word)) return 0;
  return /^(?:中|mid|(?:the )?middle)/i.test(word) ? 1 : 2;
}

/** A third of a month in days, of a year in months. */
function partOf({ from, to }: Range, third: 0 | 1 | 2): Range {
  const start = new Date(from);
  const isYear = to - from > 40 * 86_400_000;
  const at = (index: number) =>
    isYear
      ? new Date(start.getFullYear(), 4 * index, 1).getTime()
      : new Date(start.getFullYear(), start.getMonth(), 1 + 10 * index).getTime();
  return { from: at(third), to: third === 2 ? to : at(third + 1) };
}

/** Does a question hold nothing but words of asking, so that only its time is looked for? */
function onlyAsks(rest: string): boolean {
  return rest.length <= 200 && !/[\p{L}\p{N}]/u.test(rest.replace(askingWords, ' '));
}

// "sessions" and "work" are subjects only if other words are present.
const askingWords = new RegExp(
  [
    `\\b(?:(?:what|which|who|whom|how|when|where|why)(?:'?s|'?d|'?re)?|did|do|does|done|doing|have|has|had|having|was|were|is|are|am|been|be|being
    |i|i'?ve|i'?d|we|we'?ve|we'?d|you|me|my|mine|our|us|it|they|he|she|them|there|here|that|this|these|those|some|any|all|every|the|a|an
    |on|in|at|of|for|from|about|during|between|to|up|with|by|over|through|around|back|until|till|off|out|into|and|or|so|just|again|please|ok|hey
    |happen(?:s|ed|ing)?|work(?:s|ed|ing)?|go(?:es|ing|ne)?|went|get|gets|got|getting|take|took|make|made|talk(?:s|ed|ing)?|discuss(?:ed|ing)?|chat(?:s|ted|ting)?|said|say
    |anything|everything|something|nothing|stuff|things?|sessions?|conversations?|history|activity|activities|progress|logs?|tasks?|work|notes?
    |show|list|find|give|tell|see|look|display|recap|summar(?:y|ies|ise|ize|ised|ized)|overview|remind|remember|recall|know|can|could|would|will|exactly|actually|mostly
    |(?:mon|tues|wednes|thurs|fri|satur|sun)days?|days?|weeks?|months?|years?|mornings?|afternoons?|evenings?|nights?|time|date|dated)\\b`.replace(
      /(?<!\s)\s*\n\s*/g,
      '',
    ),
    '什么|甚么|什麼|怎么样|怎样|哪些|哪个|哪里|我们|咱们|你们|大家|一下|东西|事情|会话|對話|对话|聊天|记录|紀錄|情况|工作|内容|发生|發生|进展|進展|总结|回顾|讨论|讨過|列出来|列出|给我|告诉|帮忙|看看|干嘛|做过|干过|都有|有没有|所有|全部|当天|那天|的时候|时候|期间|里面',
    '[都干幹做作了啥些哪的我你他有是在事聊列看请帮找给过過吗嗎呢吧呀啊说說写弄搞那这天里内时到出来得也还又就把和跟]',
    'なに|しました|したっけ|した|やった|こと|作業|会話|セッション|教えて|見せて|ください|何を|何|っけ|でし|たか|[をのにはがとでかもねよ]',
    '무엇|뭐|뭘|무슨|했어|했지|했나요|했나|했습니까|했|한|일|세션|대화|작업|보여줘|알려줘|있었|[을를은는이가에의도어지요나]',
  ].join('|'),
  'giu',
);

const sinceBefore = /(?:\bsince (?:the )?|自[从從]?)$/i;
const sinceBehind = /^(?:以[来來]|至今|から)/;

const likely =
  /[Dd]ay|[Nn]ight|[Mm]onth|[Yy]ear|[Ww]eek|[Hh]our|[Mm]inute|[Tt]his |(?:[Ii]n|[Dd]uring|[Ll]ast|[Ss]ince) [A-Za-z]|\d{4}|\d\d? ?(?:st|nd|rd|th)?,? ?(?:of )?[A-Za-z]|[a-z]\.? \d|\b(?:[Jj]an|[Ff]eb|Mar|[Aa]pr|May|[Jj]u[nl]|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec)|[\u3041-\uffef]/;

type RangeOf = (now: Date, match: RegExpExecArray) => Range | undefined;
type DateRule = readonly [pattern: RegExp, rangeOf: RangeOf];

const count =
  '(\\d{1,3}|[一二两兩三四五六七八九十几幾]{1,3}|数|an?|one|two|three|four|five|six|seven|eight|nine|ten|(?:a )?few|several|(?:a )?couple(?: of)?)';
const weekday = '(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const chineseWeek = '(?:个|個)?(?:周(?![期边])|週|星期|礼拜|禮拜)';
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const numeral = '(\\d{1,2}|[一二三四五六七八九十]{1,3})';
const year = '(?<!\\d)(20\\d\\d|[一二][〇○零一二三四五六七八九]{3})\\s?年';
const alone = '(?<![\\d一二三四五六七八九十个個.])';

const leads = /(?:\b(?:from|between)(?: the)? |[从從自])$/i;
const joins =
  /\s?(?:到|至|[-–—~〜]{1,2}|から)\s?|\s(?:to|until|till|through|thru|and)\s(?:the )?/gi;
const dayNames = new RegExp(
  `(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])|\\b${weekday}(?![\\w-])`,
  'i',
);
const dayNameBefore = new RegExp(
  `(?:(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]\\s?[(,]?\\s?(?=\\d{1,2}\\s?月\\s?\\d|\\d{4}\\s?[-年])|\\b${weekday},? (?:the )?(?=\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month}\\.? \\d))`,
  'gi',
);
const dayNameBehind = /(?<=\d\s?[日号號])\s?\(?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]\)?/g;
const yearBehind = new RegExp(
  `\\b(${month.replace('(', '(?:')}\\.?(?: \\d{1,2}(?:st|nd|rd|th)?)?|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month.replace('(', '(?:')}),? (?:of )?((?:last|this) year)\\b`,
  'i',
);
const yearInFront = new RegExp(
  `\\b((?:last|this) year),? (?:in )?(${month.replace('(', '(?:')})\\b(?! \\d)`,
  'i',
);
/** In lower case both are other words too. */
const aloneMonth =
  /\b([Jj]anuary|[Ff]ebruary|March|[Aa]pril|May|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|[Nn]ovember|[Dd]ecember)\b/;

function en(pattern: string): RegExp {
  return new RegExp(
    `(?<![\\w-])(?:(?:in|on|from|during|since) )?(?:the )?${pattern}(?![\\w-])`,
    'i',
  );
}

function zh(pattern: string): RegExp {
  return new RegExp(pattern);
}

// Longer wordings before the shorter ones they contain.
const relative = (): readonly DateRule[] => [
  [en('day before yesterday'), (now) => days(now, -2, 1)],
  [
    en('(?:yesterday|last night)(?: (?:morning|afternoon|evening|night))?'),
    (now) => days(now, -1, 1),
  ],
  [en('(?:today|this (?:morning|afternoon|evening)|tonight)'), (now) => days(now, 0, 1)],
  [en(`${count} (?:hours?|minutes?|hrs?|mins?) ago`), (now) => days(now, 0, 1)],
  [
    en('(?:(?:last|past|previous|recent) (?:few|several) days|(?:a )?(?:few|several) days ago)'),
    (now) => days(now, -7, 8),
  ],
  [en(`${count} days? ago`), (now, [, n]) => days(now, -number(n), 1)],
  [en(`${count} weeks? ago`), (now, [, n]) => weeks(now, -number(n))],
  [en('half a year ago'), (now) => months(now, -6)],
  [
    en(`${count} (?:and a half (month|year)s?|(month|year)s? and a half) ago`),
    (now, [, n, one, other]) => halfMonths(now, number(n), one ?? other),
  ],
  [
    en('(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(last|this) month'),
    (now, [, d, which]) => dayOfMonth(now, which === 'this' ? 0 : -1, number(d)),
  ],
  [en(`${count} months? ago`), (now, [, n]) => months(now, -number(n))],
  [
    en(`(?:last|past|previous|recent) ${count} days?`),
    (now, [, n]) => days(now, 1 - number(n), number(n)),
  ],
  [
    en(`(?:last|past|previous|recent) ${count} weeks?`),
    (now, [, n]) => days(now, 1 - 7 * number(n), 7 * number(n)),
  ],
  [
    en(`(?:last|past|previous|recent) ${count} months?`),
    (now, [, n]) => days(now, 1 - 30 * number(n), 30 * number(n)),
  ],
  [en(`${count} years? ago`), (now, [, n]) => years(now, -number(n))],
  [en('past year'), (now) => days(now, -364, 365)],
  [en('past week'), (now) => days(now, -6, 7)],
  [en('past month'), (now) => days(now, -29, 30)],
  [en('week before last'), (now) => weeks(now, -2)],
  [en('(?:over |last |past |previous |this past )(?:the )?weekend'), (now) => lastWeekend(now)],
  [en('(?:last|previous) week'), (now) => weeks(now, -1)],
  [en('this week'), (now) => weeks(now, 0)],
  [en('(?:last|previous) month'), (now) => months(now, -1)],
  [en('this month'), (now) => months(now, 0)],
  [en('last year'), (now) => years(now, -1)],
  [en('this year'), (now) => years(now, 0)],
  [en(`(?:last |on |(?<=since ))${weekday}`), (now, [, day]) => pastWeekday(now, weekdayOf(day))],
  [
    zh(
      '(去|今)年\\s?(?:的\\s?)?(\\d{1,2}|[一二三四五六七八九十]{1,3})\\s?月(?!\\s?[\\d一二三四五六七八九十])',
    ),
    (now, [, year, m]) => monthIn(now.getFullYear() - (year === '去' ? 1 : 0), number(m) - 1),
  ],
  [zh('(?:前|这|這|最?近|过去|過去)[几幾]天|[几幾]天前'), (now) => days(now, -7, 8)],
  [zh('上上(?:个|個)?周末'), (now) => lastWeekend(now, 1)],
  [zh('上(?:个|個)?周末|週末|주말|周末'), (now) => lastWeekend(now)],
  [zh('大前天'), (now) => days(now, -3, 1)],
  [zh('前天|一昨日|おととい|그저께'), (now) => days(now, -2, 1)],
  [zh('昨天|昨日|昨晚|어제'), (now) => days(now, -1, 1)],
  [zh('今天|今日|今晚|今早|오늘'), (now) => days(now, 0, 1)],
  [zh(`${count}\\s?(?:天|日|일)\\s?(?:之?前|전)`), (now, [, n]) => days(now, -number(n), 1)],
  [
    zh(`${count}\\s?(?:个|個)?(?:周|週|星期|礼拜|禮拜|週間|주)\\s?(?:之?前|전)`),
    (now, [, n]) => weeks(now, -number(n)),
  ],
  [
    zh(`${count}\\s?(?:个|個|か|ヶ)?(?:月|달)\\s?(?:之?前|전)`),
    (now, [, n]) => months(now, -number(n)),
  ],
  [zh('半年之?前'), (now) => months(now, -6)],
  [zh('(?:最近|过去|過去|近)的?半年'), (now) => days(now, -182, 183)],
  [
    zh(`${count}\\s?(?:个|個)?(?:半(月)|(年)半)之?前`),
    (now, [, n, one]) => halfMonths(now, number(n), one),
  ],
  [
    zh(
      `(?<![目以之提当從从])前${count}\\s?(?:(天|日)|(?:个|個)?(周|週|星期|礼拜|禮拜)|(?:个|個)月)`,
    ),
    (now, [, n, day, week]) =>
      days(
        now,
        -number(n) * (day === undefined ? (week === undefined ? 30 : 7) : 1),
        number(n) * (day === undefined ? (week === undefined ? 30 : 7) : 1) + 1,
      ),
  ],
  [
    zh(`(?:最近|过去|過去|近)的?${count}\\s?(?:天|日)`),
    (now, [, n]) => days(now, 1 - number(n), number(n)),
  ],
  [
    zh(`(?:最近|过去|過去|近)的?${count}\\s?(?:个|個)?(?:周|週|星期)`),
    (now, [, n]) => days(now, 1 - 7 * number(n), 7 * number(n)),
  ],
  [
    zh(`(?:最近|过去|過去|近)的?${count}\\s?(?:个|個)?月`),
    (now, [, n]) => days(now, 1 - 30 * number(n), 30 * number(n)),
  ],
  [
    zh(`(上上?)${chineseWeek}([一二三四五六日天])`),
    (now, [, before = '', day]) => dayOfWeek(now, -before.length, chineseWeekday(day)),
  ],
  [zh(`(上上?)${chineseWeek}`), (now, [, before = '']) => weeks(now, -before.length)],
  [zh('先週|지난\\s?주'), (now) => weeks(now, -1)],
  [
    zh(`(?:这|這|本)${chineseWeek}([一二三四五六日天])`),
    (now, [, day]) => dayOfWeek(now, 0, chineseWeekday(day)),
  ],
  [zh(`(?:这|這|本)${chineseWeek}|今週|이번\\s?주`), (now) => weeks(now, 0)],
  [
    zh(`(上上?|这|這|本)(?:个|個)?月的?\\s?${numeral}\\s?[日号號]`),
    (now, [, which = '', d]) =>
      dayOfMonth(now, which.startsWith('上') ? -which.length : 0, number(d)),
  ],
  [zh('上上(?:个|個)?月'), (now) => months(now, -2)],
  [zh('(?:上(?:个|個)?月|先月|지난\\s?달)'), (now) => months(now, -1)],
  [zh('(?:(?:这|這)(?:个|個)?月|本月|今月|이번\\s?달)'), (now) => months(now, 0)],
  [zh(`${count}\\s?年之?前`), (now, [, n]) => years(now, -number(n))],
  [zh('前年|재작년'), (now) => years(now, -2)],
  [zh('去年|작년'), (now) => years(now, -1)],
  [zh('今年|올해'), (now) => years(now, 0)],
  [
    zh('(?:星期|礼拜|禮拜)([一二三四五六日天])'),
    (now, [, day]) => pastWeekday(now, chineseWeekday(day)),
  ],
  // 一周三次 is how often.
  [
    zh('(?<![一两兩二三每几幾\\d])[周週]([一二三四五六日天])(?![次回天])'),
    (now, [, day]) => pastWeekday(now, chineseWeekday(day)),
  ],
  [
    zh('(?:先週の?)?([月火水木金土日])曜日?'),
    (now, [, day = '']) => pastWeekday(now, '月火水木金土日'.indexOf(day)),
  ],
  [
    zh('([월화수목금토일])요일'),
    (now, [, day = '']) => pastWeekday(now, '월화수목금토일'.indexOf(day)),
  ],
];

const absolute = (): readonly DateRule[] => [
  [
    /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/,
    (_, [, y, m, d]) => dayIn(Number(y), Number(m) - 1, Number(d)),
  ],
  [
    zh(`${year}\\s?${numeral}\\s?月\\s?${numeral}\\s?[日号號]?`),
    (_, [, y, m, d]) => dayIn(yearIn(y), number(m) - 1, number(d)),
  ],
  [zh(`${year}\\s?${numeral}\\s?月`), (_, [, y, m]) => monthIn(yearIn(y), number(m) - 1)],
  [
    zh(`${alone}${numeral}\\s?月\\s?${numeral}\\s?[日号號]`),
    (now, [, m, d]) => pastDay(now, number(m) - 1, number(d)),
  ],
  [
    // 11月3-9日: the second day follows.
    zh(`${alone}${numeral}\\s?月\\s?${numeral}(?=$|\\s?[-–—~〜到至])`),
    (now, [, m, d]) => pastDay(now, number(m) - 1, number(d)),
  ],
  [
    /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\d.])/,
    (_, [, d, m, y]) => dayIn(Number(y), Number(m) - 1, Number(d)),
  ],
  [/(?<!\d)(\d{1,2})월\s?(\d{1,2})일/, (now, [, m, d]) => pastDay(now, Number(m) - 1, Number(d))],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\\.?,? (\\d{4})\\b`, 'i'),
    (_, [, d, m, y]) => dayIn(Number(y), monthOf(m), Number(d)),
  ],
  [
    new RegExp(`\\b${month}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'i'),
    (_, [, m, d, y]) => dayIn(Number(y), monthOf(m), Number(d)),
  ],
  [new RegExp(`\\b${month},? (\\d{4})\\b`, 'i'), (_, [, m, y]) => monthIn(Number(y), monthOf(m))],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\\b`, 'i'),
    (now, [, d, m]) => pastDay(now, monthOf(m), Number(d)),
  ],
  [
    new RegExp(`\\b${month}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'i'),
    (now, [, m, d]) => pastDay(now, monthOf(m), Number(d)),
  ],
  [
    new RegExp(`\\b(?:in|during|last|back in|since) ${month}\\b(?! \\d)`, 'i'),
    (now, [, m]) => pastMonth(now, monthOf(m)),
  ],
  [/\b(?:in|during) (20\d\d)\b/i, (_, [, y]) => yearOf(Number(y))],
  [new RegExp(`${behindPart}${month}\\b(?! \\d)`, 'i'), (now, [, m]) => pastMonth(now, monthOf(m))],
  [new RegExp(`${behindPart}(20\\d\\d)\\b`, 'i'), (_, [, y]) => yearOf(Number(y))],
  [
    zh(`${alone}${numeral}\\s?月份?(?![\\d一二三四五六七八九十月]|\\s\\d)`),
    (now, [, m]) => pastMonth(now, number(m) - 1),
  ],
  [
    zh(`${alone}(?<!第)${numeral}[号號](?![楼線线机機院门位码店])`),
    (now, [, d]) => dayOfMonth(now, number(d) > now.getDate() ? -1 : 0, number(d)),
  ],
  [zh(`${year}`), (_, [, y]) => yearOf(yearIn(y))],
  [/(?<!\d)(\d{4})-(\d{2})(?![\d-])/, (_, [, y, m]) => monthIn(Number(y), Number(m) - 1)],
];
/** Names that alone are too often something else. */
const bare: readonly DateRule[] = [
  [en(weekday), (now, [, day]) => pastWeekday(now, weekdayOf(day))],
  [en(month), (now, [, m]) => pastMonth(now, monthOf(m))],
];

function days(now: Date, from: number, length: number): Range {
  const at = (offset: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).getTime();
  return { from: at(from), to: at(from + length) };
}

/** The week that many weeks from this one. */
function weeks(now: Date, offset: number): Range {
  return days(now, 7 * offset - mondayBased(now.getDay()), 7);
}

function dayOfWeek(now: Date, week: number, day: number): Range {
  return days(now, 7 * week - mondayBased(now.getDay()) + day, 1);
}

/** The last such day before today. */
function pastWeekday(now: Date, day: number): Range {
  const back = (mondayBased(now.getDay()) - day + 7) % 7;
  return days(now, -(back === 0 ? 7 : back), 1);
}

/** Saturday and Sunday of the last week that is over, or of one so many weeks before. */
function lastWeekend(now: Date, weeksBefore = 0): Range {
  return days(now, -2 - mondayBased(now.getDay()) - 7 * weeksBefore, 2);
}

function until(now: Date, { from }: Range): Range {
  return { from, to: days(now, 0, 1).to };
}

function mondayBased(day: number): number {
  return (day + 6) % 7;
}

function months(now: Date, offset: number): Range {
  return span(now.getFullYear(), now.getMonth() + offset, 1, 'month');
}

function dayOfMonth(now: Date, offset: number, day: number): Range | undefined {
  const { from } = months(now, offset);
  return dayIn(new Date(from).getFullYear(), new Date(from).getMonth(), day);
}

/** The month in which it was so many months and a half ago, or years and a half. */
function halfMonths(now: Date, count: number, unit: string | undefined): Range {
  if (unit !== 'month' && unit !== '月') return months(now, -12 * count - 6);
  return months(new Date(now.getFullYear(), now.getMonth() - count, now.getDate() - 15), 0);
}

function years(now: Date, offset: number): Range {
  return yearOf(now.getFullYear() + offset);
}

function monthIn(year: number, index: number): Range | undefined {
  return index >= 0 && index < 12 ? span(year, index, 1, 'month') : undefined;
}

function dayIn(year: number, index: number, day: number): Range | undefined {
  // Otherwise 30 February would become a day of March.
  const isDay = day >= 1 && new Date(year, index, day).getMonth() === index;
  return isDay ? span(year, index, day, 'day') : undefined;
}

/** That month, the last time it was. */
function pastMonth(now: Date, index: number): Range | undefined {
  return monthIn(now.getFullYear() - (index > now.getMonth() ? 1 : 0), index);
}

function yearOf(year: number): Range {
  return { from: new Date(year, 0, 1).getTime(), to: new Date(year + 1, 0, 1).getTime() };
}

/** That day of the year, the last time it was. */
function pastDay(now: Date, index: number, day: number): Range | undefined {
  const range = dayIn(now.getFullYear(), index, day);
  return range !== undefined && range.from > now.getTime()
    ? dayIn(now.getFullYear() - 1, index, day)
    : range;
}

function span(year: number, index: number, day: number, length: 'day' | 'month'): Range {
  const from = new Date(year, index, day).getTime();
  const end = length === 'day' ? new Date(year, index, day + 1) : new Date(year, index + 1, 1);
  return { from, to: end.getTime() };
}

const numbers: readonly string[] = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
];
const chineseDigits = '零一二三四五六七八九';

function number(word = ''): number {
  if (/^\d+$/.test(word)) return Number(word);
  const lower = word.toLowerCase();
  if (lower === 'a' || lower === 'an') return 1;
  if (/few|several|[几幾数]/.test(lower)) return 3;
  if (lower.includes('couple')) return 2;
  const named = numbers.indexOf(lower);
  return named > 0 ? named : chineseNumber(word);
}

/** 2026, 二〇二六. */
function yearIn(word = ''): number {
  const digits = [...word].map((sign) =>
    '〇一二三四五六七八九'.indexOf(sign.replace(/[○零]/, '〇')),
  );
  return /^\d/.test(word) ? Number(word) : Number(digits.join(''));
}

/** Up to ninety-nine: 三, 十二, 二十, 三十一. */
function chineseNumber(word: string): number {
  const digit = (sign: string | undefined, otherwise: number): number =>
    sign === undefined || sign === ''
      ? otherwise
      : /[两兩]/.test(sign)
        ? 2
        : chineseDigits.indexOf(sign);
  if (!word.includes('十')) return digit(word, 1);
  const [tens, ones] = word.split('十');
  return 10 * digit(tens, 1) + digit(ones, 0);
}

function weekdayOf(name = ''): number {
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(name.slice(0, 3).toLowerCase());
}

function chineseWeekday(sign = ''): number {
  return sign === '天' ? 6 : '一二三四五六日'.indexOf(sign);
}

function monthOf(name = ''): number {
  const short = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
  return short.indexOf(name.slice(0, 3).toLowerCase());
}
