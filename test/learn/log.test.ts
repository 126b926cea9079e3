import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventId, instant, serializeEvent } from '../../src/learn/log/event.js';
import { logOf, parseLog } from '../../src/learn/log/parse-log.js';
import type { Event } from '../../src/schema.gen.js';
import { events } from '../support/events.js';

const create: Event = {
  ts: '2026-01-01T00:00:00Z',
  event: 'create',
  asset_type: 'gene',
  asset_id: 'classify-first',
  detail: '先定标准',
  confidence_delta: 0.7,
};

function parse(text: string, size = 1 << 16) {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    chunks.push(Buffer.from(bytes.subarray(at, at + size)));
  return parseLog(chunks, () => true);
}

describe('an event and its line', () => {
  test('parsing what was serialized gives the event back, with its id', () => {
    fc.assert(
      fc.property(
        fc.array(events, { maxLength: 20 }),
        fc.integer({ min: 1, max: 64 }),
        (list, size) => {
          const { kept, problems } = parse(list.map(serializeEvent).join('\n'), size);
          expect(problems).toEqual([]);
          expect(kept.map(({ event }) => event)).toEqual(
            list.map((event) => ({ ...event, id: eventId(event) })),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('serializing what was parsed gives the same bytes', () => {
    fc.assert(
      fc.property(events, (event) => {
        const line = serializeEvent(event);
        expect(serializeEvent(parse(line).kept[0]?.event as Event)).toBe(line);
      }),
      { numRuns: 1000 },
    );
  });

  test('the id does not depend on the order of keys, on white space or on a stated id', () => {
    const turned = Object.fromEntries(Object.entries(create).reverse()) as unknown as Event;
    expect(eventId(turned)).toBe(eventId(create));
    expect(eventId({ ...create, id: 'ffffffffffffffff' })).toBe(eventId(create));
    const loose = JSON.stringify({ ...turned, id: eventId(create) }, null, 1).replaceAll('\n', '');
    expect(parse(loose).problems).toEqual([]);
  });

  test('nor on the order of keys within what an event holds', () => {
    fc.assert(
      fc.property(events, fc.boolean(), (plain, isAllowed) => {
        const approval = { session: 's1', line: 3, text: 'Yes, do that.' };
        const event = isAllowed ? { ...plain, approval } : plain;
        const sorted = JSON.parse(serializeEvent(event)) as Event;
        const line = JSON.stringify(mapped(sorted, turned));
        const { kept, problems } = parse(line);
        expect([kept[0]?.event.id, problems]).toEqual([eventId(event), []]);
      }),
      { numRuns: 1000 },
    );
  });

  test('the id is the one of RFC 8785 and SHA-256, computed elsewhere', () => {
    // printf '%s' '{"event":"pin","ts":"2026-01-01"}' | sha256sum
    expect(eventId({ ts: '2026-01-01', event: 'pin' })).toBe('4b68b5ecef71fabf');
  });
});

/** The same value, the keys of each object in it the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(mapped(value, turned)).reverse())
    : value;
}

function mapped(value: object, change: (one: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]));
}

describe('a line that is no event', () => {
  const good = serializeEvent(create);

  test.each([
    ['a torn last line', `${good}\n${good.slice(0, 40)}`, 2, 'log/not-json'],
    ['a marker of a conflict', `<<<<<<< HEAD\n${good}`, 1, 'log/conflict-marker'],
    ['the middle of a conflict', `${good}\n=======`, 2, 'log/conflict-marker'],
    ['foreign JSON', `{"type":"user"}\n${good}`, 1, 'log/not-an-event'],
    ['a number', `42\n${good}`, 1, 'log/not-an-event'],
    [
      'an unknown field',
      `{"ts":"2026-01-01","event":"pin","asset_type":"gene","asset_id":"a","x":1}\n${good}`,
      1,
      'log/not-an-event',
    ],
    [
      'a number out of range',
      `{"ts":"2026-01-01","event":"create","asset_type":"gene","asset_id":"a","confidence_delta":7}\n${good}`,
      1,
      'log/not-an-event',
    ],
    [
      'a day that does not exist',
      `{"ts":"2026-02-30","event":"inject_reflection"}\n${good}`,
      1,
      'log/bad-time',
    ],
    [
      'a changed content under the old id',
      `${good.replace('0.7', '0.9')}\n${good}`,
      1,
      'log/wrong-id',
    ],
  ])('%s is a problem with its line, and the other lines count', (_, text, line, rule) => {
    const { problems, kept } = parse(text);
    expect(problems.map((problem) => [problem.rule, problem.at])).toContainEqual([rule, line]);
    expect(kept.map(({ id }) => id)).toEqual([eventId(create)]);
  });

  test('an id that is the hash of the raw bytes, but not of the canonical ones, counts for nothing', () => {
    const body = '{"ts":"2026-01-01","event":"inject_reflection"}';
    const id = createHash('sha256').update(body).digest('hex').slice(0, 16);
    const { problems, kept } = parse(`${body.slice(0, -1)},"id":"${id}"}`);
    expect(problems[0]?.rule).toBe('log/wrong-id');
    expect(kept).toEqual([]);
  });

  test('a log is read the same, however it is cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(events, { maxLength: 12 }),
        fc.integer({ min: 1, max: 300 }),
        (list, size) => {
          const { log, problems } = parse(list.map(serializeEvent).join('\n'), size);
          expect(problems).toEqual([]);
          expect(log).toEqual(logOf(list));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a byte order mark and CRLF cost nothing', () => {
    const { problems, kept } = parse(`\ufeff${good}\r\n${good}\r\n`);
    expect(kept).toHaveLength(2);
    expect(problems.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['log/crlf', 'warning'],
      ['log/byte-order-mark', 'warning'],
    ]);
  });

  test('a bare line of the design document is valid', () => {
    const bare =
      '{"ts":"2026-03-01T10:00:00","event":"validate","asset_type":"gene","asset_id":"classify-first","detail":"x","confidence_delta":0.05}';
    const { problems, log } = parse(bare);
    expect(problems).toEqual([]);
    expect(log.entries[0]?.id).toMatch(/^[0-9a-f]{16}$/);
  });

  test('a hundred bad lines are counted, not printed one by one', () => {
    const { problems } = parse(`${'x\n'.repeat(100)}${good}`);
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)?.message).toContain('50 more lines');
  });
});

describe('time', () => {
  test.each([
    ['2026-01-01', Date.UTC(2026, 0, 1)],
    ['2026-01-01T10:00', Date.UTC(2026, 0, 1, 10)],
    ['2026-01-01T10:00:00.5+02:00', Date.UTC(2026, 0, 1, 8, 0, 0, 500)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('%s is the same instant in every time zone', (ts, expected) => {
    expect(instant(ts)).toBe(expected);
  });

  test.each(['2026-02-29', '2026-04-31', '2026-13-01', '2026-01-01T25:00:00Z'])(
    '%s is no instant',
    (ts) => {
      expect(instant(ts)).toBeNaN();
    },
  );
});
