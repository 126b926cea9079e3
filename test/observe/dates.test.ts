import { describe, expect, test } from 'vitest';
import { takeDates } from '../../src/observe/recall/parse-dates.js';

// A Wednesday.
const now = new Date(2026, 10, 18, 15, 30);

const day = (time: number): string => {
  const date = new Date(time);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
};

describe('words that say when become a stretch of time, and leave the question', () => {
  test.each([
    ['yesterday', '2026-11-17', '2026-11-18'],
    ['the day before yesterday', '2026-11-16', '2026-11-17'],
    ['today', '2026-11-18', '2026-11-19'],
    ['this morning', '2026-11-18', '2026-11-19'],
    ['last night', '2026-11-17', '2026-11-18'],
    ['3 days ago', '2026-11-15', '2026-11-16'],
    ['three days ago', '2026-11-15', '2026-11-16'],
    ['a week ago', '2026-11-9', '2026-11-16'],
    ['last week', '2026-11-9', '2026-11-16'],
    ['this week', '2026-11-16', '2026-11-23'],
    ['in the last 7 days', '2026-11-12', '2026-11-19'],
    ['in the last few days', '2026-11-11', '2026-11-19'],
    ['several days ago', '2026-11-11', '2026-11-19'],
    ['a few weeks ago', '2026-10-26', '2026-11-2'],
    ['last month', '2026-10-1', '2026-11-1'],
    ['two months ago', '2026-9-1', '2026-10-1'],
    ['last year', '2025-1-1', '2026-1-1'],
    ['on Monday', '2026-11-16', '2026-11-17'],
    ['last Wednesday', '2026-11-11', '2026-11-12'],
    ['the week before last', '2026-11-2', '2026-11-9'],
    ['a couple of days ago', '2026-11-16', '2026-11-17'],
    ['over the weekend', '2026-11-14', '2026-11-16'],
    ['since March', '2026-3-1', '2026-11-19'],
    ['since 5 January', '2026-1-5', '2026-11-19'],
    ['since 2026-10-02', '2026-10-2', '2026-11-19'],
    ['since December 2025', '2025-12-1', '2026-11-19'],
    ['昨天以来', '2026-11-17', '2026-11-19'],
    ['in the past week', '2026-11-12', '2026-11-19'],
    ['the past month', '2026-10-20', '2026-11-19'],
    ['去年12月25日', '2025-12-25', '2025-12-26'],
    ['去年十二月二十五号', '2025-12-25', '2025-12-26'],
    ['前年6月', '2024-6-1', '2024-7-1'],
    ['今年10月30日', '2026-10-30', '2026-10-31'],
    ['去年3月到5月', '2025-3-1', '2025-6-1'],
    ['December 25 last year', '2025-12-25', '2025-12-26'],
    ['in March this year', '2026-3-1', '2026-4-1'],
    ['last year in May', '2025-5-1', '2025-6-1'],
    ['上个月底', '2026-10-21', '2026-11-1'],
    ['这个月初', '2026-11-1', '2026-11-11'],
    ['去年年底', '2025-9-1', '2026-1-1'],
    ['early this month', '2026-11-1', '2026-11-11'],
    ['at the end of last year', '2025-9-1', '2026-1-1'],
    ['自昨天', '2026-11-17', '2026-11-19'],
    ['自3月5日以来', '2026-3-5', '2026-11-19'],
    ['上周至今', '2026-11-9', '2026-11-19'],
    ['3 years ago', '2023-1-1', '2024-1-1'],
    ['a year ago', '2025-1-1', '2026-1-1'],
    ['in the past year', '2025-11-19', '2026-11-19'],
    ['两年前', '2024-1-1', '2025-1-1'],
    ['前年', '2024-1-1', '2025-1-1'],
    ['上上周末', '2026-11-7', '2026-11-9'],
    ['since Monday', '2026-11-16', '2026-11-19'],
    ['since last Friday', '2026-11-13', '2026-11-19'],
    ['since yesterday', '2026-11-17', '2026-11-19'],
    ['Since last week', '2026-11-9', '2026-11-19'],
    ['two hours ago', '2026-11-18', '2026-11-19'],
    ['昨天', '2026-11-17', '2026-11-18'],
    ['周三', '2026-11-11', '2026-11-12'],
    ['周末', '2026-11-14', '2026-11-16'],
    ['几天前', '2026-11-11', '2026-11-19'],
    ['最近几天', '2026-11-11', '2026-11-19'],
    ['去年十月', '2025-10-1', '2025-11-1'],
    ['今年3月', '2026-3-1', '2026-4-1'],
    ['月曜日', '2026-11-16', '2026-11-17'],
    ['월요일', '2026-11-16', '2026-11-17'],
    ['前天', '2026-11-16', '2026-11-17'],
    ['大前天', '2026-11-15', '2026-11-16'],
    ['今天', '2026-11-18', '2026-11-19'],
    ['三天前', '2026-11-15', '2026-11-16'],
    ['十二天前', '2026-11-6', '2026-11-7'],
    ['两周前', '2026-11-2', '2026-11-9'],
    ['上周', '2026-11-9', '2026-11-16'],
    ['上個星期', '2026-11-9', '2026-11-16'],
    ['上上周', '2026-11-2', '2026-11-9'],
    ['上周五', '2026-11-13', '2026-11-14'],
    ['上上周五', '2026-11-6', '2026-11-7'],
    ['本周', '2026-11-16', '2026-11-23'],
    ['上个月', '2026-10-1', '2026-11-1'],
    ['上上个月', '2026-9-1', '2026-10-1'],
    ['最近三天', '2026-11-16', '2026-11-19'],
    ['去年', '2025-1-1', '2026-1-1'],
    ['昨日', '2026-11-17', '2026-11-18'],
    ['先週', '2026-11-9', '2026-11-16'],
    ['3日前', '2026-11-15', '2026-11-16'],
    ['어제', '2026-11-17', '2026-11-18'],
    ['지난주', '2026-11-9', '2026-11-16'],
  ])('%s', (words, from, to) => {
    for (const question of [`${words} database backup`, `database backup ${words}`]) {
      const { rest, within } = takeDates(question, now);
      expect(within && [day(within.from), day(within.to)]).toEqual([from, to]);
      expect(rest.trim()).toBe('database backup');
    }
  });

  test('the particle behind them goes too', () => {
    expect(takeDates('上周的数据库备份', now).rest.trim()).toBe('数据库备份');
  });
});

describe('dates that may also be what is looked for stay, and only lift what was said then', () => {
  test.each([
    ['2026-01-05', '2026-1-5', '2026-1-6'],
    ['2026/1/5', '2026-1-5', '2026-1-6'],
    ['2026年1月5日', '2026-1-5', '2026-1-6'],
    ['2026年1月', '2026-1-1', '2026-2-1'],
    ['1月5号', '2026-1-5', '2026-1-6'],
    ['12月5号', '2025-12-5', '2025-12-6'],
    ['January 5', '2026-1-5', '2026-1-6'],
    ['5 January 2025', '2025-1-5', '2025-1-6'],
    ['Jan 5th, 2025', '2025-1-5', '2025-1-6'],
    ['March 2025', '2025-3-1', '2025-4-1'],
    ['2025-03', '2025-3-1', '2025-4-1'],
    ['in March', '2026-3-1', '2026-4-1'],
    ['in December', '2025-12-1', '2026-1-1'],
    ['in 2025', '2025-1-1', '2026-1-1'],
    ['一月五号', '2026-1-5', '2026-1-6'],
    ['11月上旬', '2026-11-1', '2026-11-11'],
    ['10月底', '2026-10-21', '2026-11-1'],
    ['mid October', '2026-10-11', '2026-10-21'],
  ])('%s', (words, from, to) => {
    const { rest, within, near } = takeDates(`backup ${words}`, now);
    expect(within).toBeUndefined();
    expect(near && [day(near.from), day(near.to)]).toEqual([from, to]);
    expect(rest).toBe(`backup ${words}`);
  });
});

test('a date alone asks for what was said then', () => {
  for (const words of ['2026-01-05', ' January 5 ', '1月5号']) {
    const { rest, within, near } = takeDates(words, now);
    expect([rest, within && day(within.from), near]).toEqual(['', '2026-1-5', undefined]);
  }
});

describe('a stretch has a first and a last day', () => {
  test.each([
    // From one weekday to another.
    ['from Thursday to Saturday', '2026-11-12', '2026-11-15'],
    ['between Monday and Tuesday', '2026-11-16', '2026-11-18'],
    ['from last Friday until now', '2026-11-13', '2026-11-19'],
    ['上周二到周四', '2026-11-10', '2026-11-13'],
    ['上星期五至星期日', '2026-11-13', '2026-11-16'],
    ['上上周三到周五', '2026-11-4', '2026-11-7'],
    // Up to now.
    ['三个月前到现在', '2026-8-1', '2026-11-19'],
    ['前天到今天', '2026-11-16', '2026-11-19'],
    ['from yesterday to today', '2026-11-17', '2026-11-19'],
    // So many days, weeks, months back.
    ['前5天', '2026-11-13', '2026-11-19'],
    ['前三个星期', '2026-10-28', '2026-11-19'],
    ['前两周', '2026-11-4', '2026-11-19'],
    ['the last 4 weeks', '2026-10-22', '2026-11-19'],
    ['最近半年', '2026-5-20', '2026-11-19'],
    // Halves.
    ['半年前', '2026-5-1', '2026-6-1'],
    ['half a year ago', '2026-5-1', '2026-6-1'],
    ['三个半月前', '2026-8-1', '2026-9-1'],
    ['one and a half years ago', '2025-5-1', '2025-6-1'],
    ['一年半前', '2025-5-1', '2025-6-1'],
    // A day of a month that is named from here.
    ['上个月15号', '2026-10-15', '2026-10-16'],
    ['上上月三十日', '2026-9-30', '2026-10-1'],
    ['本月二号', '2026-11-2', '2026-11-3'],
    ['the 21st of last month', '2026-10-21', '2026-10-22'],
    ['the 4th of this month', '2026-11-4', '2026-11-5'],
    ['on the 30th of last month', '2026-10-30', '2026-10-31'],
  ])('%s', (words, from, to) => {
    for (const question of [`${words} invoices`, `invoices ${words}`]) {
      const { rest, within } = takeDates(question, now);
      expect(within && [day(within.from), day(within.to)]).toEqual([from, to]);
      expect(rest.trim()).toBe('invoices');
    }
  });

  test.each([
    ['3 to 9 November', '2026-11-3', '2026-11-10'],
    ['between 20 and 28 February', '2026-2-20', '2026-3-1'],
    ['June 7-11', '2026-6-7', '2026-6-12'],
    ['from March to May', '2026-3-1', '2026-6-1'],
    ['from 30 December 2025 to 2 January 2026', '2025-12-30', '2026-1-3'],
    ['2026-10-02 - 2026-10-05', '2026-10-2', '2026-10-6'],
    ['10月2日到10月5日', '2026-10-2', '2026-10-6'],
    ['10月2-5日', '2026-10-2', '2026-10-6'],
    ['八月一日至八月四日', '2026-8-1', '2026-8-5'],
    ['3月到5月', '2026-3-1', '2026-6-1'],
  ])('of dates, alone or beside a subject: %s', (words, from, to) => {
    const alone = takeDates(`what did we do ${words}`, now);
    expect(alone.within && [day(alone.within.from), day(alone.within.to)]).toEqual([from, to]);
    expect(alone.rest).toBe('');
    const beside = takeDates(`invoices ${words}`, now);
    expect(beside.within).toBeUndefined();
    expect(beside.near && [day(beside.near.from), day(beside.near.to)]).toEqual([from, to]);
  });
});

describe('a month or a day that stands alone, in digits or Chinese numerals', () => {
  test.each([
    ['April', '2026-4-1', '2026-5-1'],
    ['what happened in February?', '2026-2-1', '2026-3-1'],
    ['what did we do December', '2025-12-1', '2026-1-1'],
    ['八月', '2026-8-1', '2026-9-1'],
    ['十二月份', '2025-12-1', '2026-1-1'],
    ['7月我们做了什么', '2026-7-1', '2026-8-1'],
    ['九月七日', '2026-9-7', '2026-9-8'],
    ['二〇二五年三月九日', '2025-3-9', '2025-3-10'],
    ['二零二六年二月', '2026-2-1', '2026-3-1'],
    ['十二号', '2026-11-12', '2026-11-13'],
    ['二十七号', '2026-10-27', '2026-10-28'],
    ['5号做了什么', '2026-11-5', '2026-11-6'],
    ['星期五(10月9日)', '2026-10-9', '2026-10-10'],
    ['10月9日星期五', '2026-10-9', '2026-10-10'],
    ['on Friday, October 9', '2026-10-9', '2026-10-10'],
  ])('%s', (words, from, to) => {
    const { rest, within } = takeDates(words, now);
    expect(within && [day(within.from), day(within.to)]).toEqual([from, to]);
    expect(rest).toBe('');
  });
});

test.each([
  'may the march of progress be second',
  'what may we do',
  'Monday to Friday opening hours',
  'scale from 3 to 9 replicas',
  'map a to b and c',
  '三个月一次的备份',
  '走到最后一步',
  '2号线',
  'daylight saving and weekly reports',
  'a monthly invoice for holidays',
  'todayish yesterdays',
  'version 2.1.42 of 12 files',
  '今后的周报',
  '一周三次备份',
  '最近邻算法的周期',
  'port 8080',
  '2026-13-45',
  '2026-02-30',
])('no date: %s', (words) => {
  expect(takeDates(words, now)).toEqual({ rest: words, within: undefined, near: undefined });
});
