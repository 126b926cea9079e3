import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeDates } from '../../src/observe/recall/parse-dates.js';
import { ask, type Home, makeHome, talk, writeSession } from '../support/recall-home.js';

let home: Home;
beforeEach(() => {
  home = makeHome();
  for (const topic of ['invoices', 'fonts', 'login', 'search', 'payments', 'avatars', 'emails'])
    writeSession(home, `about-${topic}`, ...talk(`Please look at the ${topic}`, 'They are fine.'));
  writeSession(
    home,
    'backup',
    ...talk(
      'The nightly backup of the database fails when the disk is full. 每晚的数据库备份在磁盘满时失败。',
      'I rotate the old snapshots before the dump starts.',
      { timestamp: '2026-11-02T10:00:00.000Z' },
    ),
  );
});
afterEach(() => home.remove());

describe('an answer that fits nothing', () => {
  const unknown = [
    'why does the websocket gateway drop idle kubernetes connections after thirty seconds',
    'how do we sign the android release bundle with the upload keystore',
    '为什么消费者分区再均衡之后会重复处理同一批订单消息',
    'please explain how invoices reach the tax authority portal through the peppol access point',
  ];

  test.each(unknown)('%s: an empty list for a program', async (question) => {
    expect((await ask(home, question)).results).toEqual([]);
  });

  test('lists the nearest, marked weak, where a program asks for them', async () => {
    const { results } = await ask(home, unknown[3] as string, { weak: true });
    expect(results.length).toBeGreaterThan(0);
    expect(results.length).toBeLessThanOrEqual(3);
    expect(results.every(({ weak, fit }) => weak === true && fit < 0.25)).toBe(true);
  });

  test('tells a person that nothing fits, and what is nearest', async () => {
    const { talk: said, out } = await ask(home, unknown[3] as string, { json: false });
    expect(said).toContain('Nothing fits well.');
    expect(out).toContain('(weak match)');
  });

  test.each([
    'nightly backup of the database when the disk is full',
    'why did the backup fail',
    '数据库备份为什么失败',
    'backup gateway',
  ])('%s: is answered', async (question) => {
    const { results } = await ask(home, question);
    expect(results[0]?.session).toBe('backup');
    expect(results[0]?.fit).toBeGreaterThan(0.2);
  });
});

describe('a later word', () => {
  const first = 'For retries of the payment client we use three attempts with a fixed delay.';
  const write = (later: string): void => {
    writeSession(
      home,
      'decided',
      ...talk(`${first} ${first}`, 'Noted: three attempts, fixed delay, payment client retries.', {
        timestamp: '2026-11-03T10:00:00.000Z',
      }),
    );
    writeSession(
      home,
      'newer',
      ...talk(later, 'Understood.', { timestamp: '2026-11-09T10:00:00.000Z' }),
    );
  };
  const question = 'how many attempts do the retries of the payment client use';

  test.each([
    'Retries of the payment client: five attempts instead, with jitter.',
    'The payment client no longer uses three attempts for retries.',
    'From now on the payment client retries with five attempts.',
  ])('"%s" is named under the first hit and never moved before it', async (later) => {
    write(later);
    const { results } = await ask(home, question);
    expect(results[0]).toMatchObject({ session: 'decided', later: 'newer' });
    expect(results.slice(1).every((one) => one.later === null)).toBe(true);
  });

  test.each([
    'Where do the attempts of the payment client retries get logged?',
    'Please no longer paint the flamingo.',
  ])('"%s" is not named', async (later) => {
    write(later);
    expect((await ask(home, question)).results[0]).toMatchObject({
      session: 'decided',
      later: null,
    });
  });
});

describe('a question that only says when', () => {
  // Sunday, 22 November 2026.
  const now = new Date('2026-11-22T12:00:00Z');

  test.each([
    'what did we get done yesterday?',
    'show me everything from last week',
    'sessions from October 31',
    'What was I working on on Tuesday',
    'give me a recap of this month please',
    'what happened on 2026-10-31',
    '昨天都干了啥',
    '上周我做了什么？',
    '10月31日做了什么',
    '把前天的会话列出来给我看看',
  ])('%s: lists that time', (question) => {
    const { rest, within } = takeDates(question, now);
    expect(rest).toBe('');
    expect(within).toBeDefined();
  });

  test.each([
    ['the sessions table migration last week', 'migration'],
    ['what broke the login yesterday', 'login'],
    ['上周的数据库备份', '数据库'],
    ['deploy notes from October 31', 'deploy'],
  ])('%s: keeps its subject', (question, subject) => {
    expect(takeDates(question, now).rest).toContain(subject);
  });
});
