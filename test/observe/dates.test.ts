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
    ['this morning', '2026-11-18', '2026-11-19'],
    ['three days ago', '2026-11-15', '2026-11-16'],
    ['a couple of days ago', '2026-11-16', '2026-11-17'],
    ['a few days ago', '2026-11-11', '2026-11-19'],
    ['a week ago', '2026-11-9', '2026-11-16'],
    ['two months ago', '2026-9-1', '2026-10-1'],
    ['a year ago', '2025-1-1', '2026-1-1'],
    ['last week', '2026-11-9', '2026-11-16'],
    ['this week', '2026-11-16', '2026-11-23'],
    ['in the last 7 days', '2026-11-12', '2026-11-19'],
    ['the past month', '2026-10-20', '2026-11-19'],
    ['last month', '2026-10-1', '2026-11-1'],
    ['last year', '2025-1-1', '2026-1-1'],
    ['on Monday', '2026-11-16', '2026-11-17'],
    ['last Wednesday', '2026-11-11', '2026-11-12'],
    ['over the weekend', '2026-11-14', '2026-11-16'],
    ['since Monday', '2026-11-16', '2026-11-19'],
    ['Since last week', '2026-11-9', '2026-11-19'],
    ['since March', '2026-3-1', '2026-11-19'],
    ['since December 2025', '2025-12-1', '2026-11-19'],
    ['since 2026-10-02', '2026-10-2', '2026-11-19'],
    ['今天', '2026-11-18', '2026-11-19'],
    ['昨天', '2026-11-17', '2026-11-18'],
    ['前天', '2026-11-16', '2026-11-17'],
    ['大前天', '2026-11-15', '2026-11-16'],
    ['十二天前', '2026-11-6', '2026-11-7'],
    ['两周前', '2026-11-2', '2026-11-9'],
    ['两年前', '2024-1-1', '2025-1-1'],
    ['几天前', '2026-11-11', '2026-11-19'],
    ['最近三天', '2026-11-16', '2026-11-19'],
    ['周三', '2026-11-11', '2026-11-12'],
    ['周末', '2026-11-14', '2026-11-16'],
    ['上周', '2026-11-9', '2026-11-16'],
    ['上個星期', '2026-11-9', '2026-11-16'],
    ['上上周', '2026-11-2', '2026-11-9'],
    ['上周五', '2026-11-13', '2026-11-14'],
    ['本周', '2026-11-16', '2026-11-23'],
    ['上个月', '2026-10-1', '2026-11-1'],
    ['上个月15号', '2026-10-15', '2026-10-16'],
    ['去年', '2025-1-1', '2026-1-1'],
    ['去年十月', '2025-10-1', '2025-11-1'],
    ['去年12月25日', '2025-12-25', '2025-12-26'],
    ['自3月5日以来', '2026-3-5', '2026-11-19'],
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
    ['2025-03', '2025-3-1', '2025-4-1'],
    ['2026年1月5日', '2026-1-5', '2026-1-6'],
    ['三月', '2026-3-1', '2026-4-1'],
    ['12月5号', '2025-12-5', '2025-12-6'],
    ['January 5', '2026-1-5', '2026-1-6'],
    ['5 January 2025', '2025-1-5', '2025-1-6'],
    ['Jan 5th, 2025', '2025-1-5', '2025-1-6'],
    ['in December', '2025-12-1', '2026-1-1'],
    ['in 2025', '2025-1-1', '2026-1-1'],
  ])('%s', (words, from, to) => {
    const { rest, within, near } = takeDates(`backup ${words}`, now);
    expect(within).toBeUndefined();
    expect(near && [day(near.from), day(near.to)]).toEqual([from, to]);
    expect(rest).toBe(`backup ${words}`);
    // Alone they ask for what was said then.
    const alone = takeDates(`what did we do ${words}`, now);
    expect([alone.rest, alone.within && day(alone.within.from)]).toEqual(['', from]);
  });
});

test.each([
  ['from Thursday to Saturday', 'from Thursday'],
  ['3 to 9 November', '3 to 9 November'],
  ['last year in May', 'last year in May'],
  ['half a year ago', 'a year ago'],
  ['the week before last', 'week before last'],
  ['early this month', 'early this month'],
  ['the 21st of last month', '21st of last month'],
  ['去年3月到5月', '去年3月到5月'],
  ['三个月前到现在', '三个月前到现在'],
  ['上个月底', '上个月底'],
  ['上上周末', '上上周末'],
  ['最近半年', '最近半年'],
])('what is not read is named, and the question stays as it is: %s', (words, unread) => {
  const question = `invoices ${words}`;
  const none = { within: undefined, near: undefined };
  expect(takeDates(question, now)).toEqual({ rest: question, ...none, unread });
});

test.each([
  'may the march of progress be second',
  'Monday to Friday opening hours',
  'scale from 3 to 9 replicas, 5 decimals',
  '三个月一次的备份',
  '走到最后一步',
  'a monthly invoice for holidays',
  'version 2.1.42 of 12 files',
  '今后的周报',
  '一周三次备份',
  '最近邻算法的周期',
  '2026-13-45 and 2026-02-30',
])('no date: %s', (words) => {
  const none = { within: undefined, near: undefined, unread: undefined };
  expect(takeDates(words, now)).toEqual({ rest: words, ...none });
});
