import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import schema from '../schema/event.schema.json' with { type: 'json' };
import { slack } from '../src/learn/log/byte-scanner.js';
import { appendPlain, emptyColumns, freeze } from '../src/learn/log/columns.js';
import { eventKinds, instant, serializeEvent } from '../src/learn/log/event.js';
import { type EventLog, logOf, parseLog } from '../src/learn/log/parse-log.js';
import { emptySpans, scanLine } from '../src/learn/log/scan-line.js';
import type { Event } from '../src/schema.gen.js';
import { event as isEvent } from '../src/validators.gen.js';
import { events } from './support/events.js';

/** The kind of a line that is plain, or -1, with its columns. */
function scan(line: string) {
  const bytes = Buffer.from(`${line}\n${'x'.repeat(slack)}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const spans = emptySpans();
  const end = bytes.indexOf(10);
  const kind = scanLine(view, 0, end, spans);
  const columns = emptyColumns();
  if (kind >= 0) appendPlain(columns, view, end, spans, kind);
  return { kind, log: rowsOf(freeze(columns)) };
}

/** A log without the room that its columns have left. */
function rowsOf(log: EventLog) {
  const column = (values: ArrayLike<number>) =>
    Array.from({ length: log.count }, (_, row) => values[row]);
  const columns = Object.entries(log).map(([name, value]) => [
    name,
    ArrayBuffer.isView(value) ? column(value as Uint8Array) : value,
  ]);
  return Object.fromEntries(columns);
}

/** What is accepted is an event to the schema, canonical, and gives the columns that ajv's way gives. */
function expectTrue(line: string): void {
  const { kind, log } = scan(line);
  if (kind < 0) return;
  const event = JSON.parse(line) as Event;
  expect(isEvent(event)).toBe(true);
  expect(eventKinds[kind]).toBe(event.event);
  expect(instant(event.ts)).not.toBeNaN();
  const stated = event.id as string;
  expect(line).toBe(`${serializeEvent(event).slice(0, -18)}${stated}"}`);
  const expected = rowsOf(logOf([event]));
  const { idHigh, idLow } = log as Record<string, number[]>;
  expect({ ...log, idHigh: expected.idHigh, idLow: expected.idLow }).toEqual(expected);
  expect([idHigh?.[0], idLow?.[0]]).toEqual(
    [stated.slice(0, 8), stated.slice(8)].map((half) => Number.parseInt(half, 16)),
  );
}

/** What is in the way of every pattern, and what is not. */
const characters = fc.constantFrom(
  ...'aZ09 .:-–—“”…`~<!>"\\\n\t\r\b/é߿ſ΄Ж中文，。「」ㅤㆠ가힣豈ｆﾠ～\u0000\u001f\u007f\u0080\u00a0\u00ad\u034f\u0370\u061c\u115f\u180e\u200b\u200f\u2010\u2027\u2028\u202f\u2060\u206f\u2070\u2e80\u3000\ue000\ufe0f\ufeff\uff01\ufffd',
  '\u{1f600}',
  '\u{1bca0}',
  '\u{e0001}',
  '--',
  '-->',
  '<!--',
  '```',
  '~~~',
);
const strings = fc.array(characters, { maxLength: 12 }).map((list) => list.join(''));
const lengths = fc
  .tuple(
    fc.constantFrom('a', '中', '\u{1f600}', '\\'),
    fc.constantFrom(63, 64, 65, 120, 121, 128, 129, 200, 201, 500, 501, 1000, 1001, 2000, 2001),
  )
  .map(([letter, count]) => letter.repeat(count));
const texts = fc.oneof({ weight: 6, arbitrary: strings }, lengths);
const ids = fc.constantFrom(
  'a',
  'a-b-c',
  'rule-01',
  '-a',
  'a-',
  'a--b',
  'A',
  '',
  'a'.repeat(64),
  'a'.repeat(65),
);
const hashes = fc.constantFrom(
  '0123456789abcdef',
  '0123456789abcdeg',
  '0123456789abcde',
  'ABCDEF0123456789',
);
const stamps = fc.constantFrom(
  '2026-01-31T23:59:59Z',
  '2024-02-29T00:00:00.001Z',
  '2026-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01',
  '2026-01-01T10:00:00',
  '2026-01-01T10:00:00.5Z',
  '2026-01-01T10:00:00+02:00',
  '0050-01-01T00:00:00Z',
  '1900-02-29T00:00:00Z',
);
const deltas = fc.oneof(
  fc.integer({ min: -120, max: 120 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(0.123, 1e-7, -0, 1e21, 0.1 + 0.2),
);
const anyFields = fc.record(
  {
    ts: stamps,
    event: fc.constantFrom(...eventKinds),
    asset_type: fc.constantFrom('gene', 'sop', 'pref', 'other'),
    asset_id: ids,
    asset_ids: fc.array(ids, { maxLength: 3 }),
    detail: texts,
    confidence_delta: deltas,
    session: texts,
    project: texts,
    by: texts,
    reason: fc.oneof(texts, fc.constant('premise')),
    into: ids,
    reverts: hashes,
    hash: hashes,
    rules: fc.constant(['gene:a']),
    cell: fc.record(
      {
        shown: fc.boolean(),
        followed: fc.constantFrom('full', 'partial', 'none', 'half'),
        outcome: fc.constantFrom('achieved', 'not_achieved', 'unclear'),
      },
      { requiredKeys: ['outcome'] },
    ),
    quotes: fc.array(
      fc.record(
        {
          text: texts,
          file: texts,
          line: fc.constantFrom(1, 9, 4000, 0, -1, 1.5, 1e15, 1e21),
          role: fc.constantFrom('user', 'assistant', 'thinking', 'tool_input', 'tool_result', 'me'),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

/** An event of which up to two fields are anything, or gone. */
const anyEvent = fc
  .tuple(
    fc.oneof(
      events,
      fc.constant({ ts: '2026-01-01T00:00:00Z', event: 'revert', reverts: '0123456789abcdef' }),
    ),
    anyFields,
    fc.subarray(Object.keys(schema.properties), { minLength: 1, maxLength: 2 }),
  )
  .map(([event, other, names]) => {
    const changes = names.map((name) => [name, (other as Record<string, unknown>)[name]]);
    return { ...event, ...Object.fromEntries(changes) } as Event;
  });

/** Few fields, so that most of them are events. */
const likelyEvent = fc
  .tuple(
    events,
    fc.record(
      {
        detail: texts,
        session: texts,
        quotes: fc.array(fc.record({ text: texts }), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([event, more]) => ({ ...event, ...more }) as Event);

describe('a line that is taken without parsing it', () => {
  test('is an event to the schema, canonical, and gives the same columns', () => {
    fc.assert(
      fc.property(fc.oneof(anyEvent, likelyEvent), (event) => expectTrue(serializeEvent(event))),
      { numRuns: 2000 },
    );
  });

  test('is so after any change of its bytes', () => {
    const edit = fc.record({
      at: fc.nat(),
      cut: fc.nat(3),
      text: fc.oneof(characters, fc.constantFrom(...'{}[],:" 0123e.-', ',"id":', '"a":1,')),
    });
    fc.assert(
      fc.property(likelyEvent, fc.array(edit, { minLength: 1, maxLength: 2 }), (event, edits) => {
        let line = serializeEvent(event);
        for (const { at, cut, text } of edits) {
          const from = at % line.length;
          line = line.slice(0, from) + text + line.slice(from + cut);
        }
        expectTrue(line);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    [
      'a verdict',
      {
        ts: '2026-01-31T23:59:59Z',
        event: 'validate',
        asset_type: 'gene',
        asset_id: 'classify-first',
        confidence_delta: 0.05,
        cell: { shown: true, followed: 'full', outcome: 'achieved' },
        session: '5b1f0c3e-0000-4000-8000-000000000001',
        project: 'shop',
        detail: '先定标准，再分类。',
        quotes: [
          {
            line: 12,
            role: 'user',
            text: '“别急着改” — run `npm test -- --watch` first,\n\tsaid "he" \u{1f600}',
          },
        ],
      },
    ],
    [
      'a judgement on many',
      { ts: '2026-01-31T23:59:59.123Z', event: 'no_match', asset_ids: ['a', 'b-c'], session: 's' },
    ],
    [
      'an undo',
      { ts: '2026-01-31T23:59:59Z', event: 'revert', reverts: '0123456789abcdef', by: 'undo' },
    ],
    [
      'a merge',
      {
        ts: '2026-01-31T23:59:59Z',
        event: 'merge',
        asset_type: 'sop',
        asset_id: 'a',
        into: 'b',
        reason: '同一件事',
      },
    ],
    [
      'a changed premise',
      {
        ts: '2026-01-31T23:59:59Z',
        event: 'invalidate',
        asset_type: 'pref',
        asset_id: 'a',
        reason: 'premise',
      },
    ],
  ] as const)('%s is one', (_, event) => {
    const line = serializeEvent(event as unknown as Event);
    expect(scan(line).kind).toBe(eventKinds.indexOf(event.event));
    expectTrue(line);
  });

  test.each([
    ['a field it does not know', '"detail":"x"', '"detail":"x","extra":1'],
    ['a missing asset', '"asset_id":"a",', ''],
    [
      'keys in another order',
      '"asset_id":"a","asset_type":"gene"',
      '"asset_type":"gene","asset_id":"a"',
    ],
    ['a key twice', '"detail":"x"', '"detail":"x","detail":"x"'],
    ['white space', '"detail":"x"', '"detail": "x"'],
    ['a comment', '"detail":"x"', '"detail":"<!-- x"'],
    ['a character nobody sees', '"detail":"x"', '"detail":"\u200b"'],
    ['bytes that are no UTF-8', '"detail":"x"', '"detail":"\ud800"'],
    ['a number spelled otherwise', ':0.05', ':0.050'],
    ['a day that does not exist', '2026-01-31', '2026-02-31'],
  ])('%s is none', (_, before, after) => {
    const line = serializeEvent({
      ts: '2026-01-31T23:59:59Z',
      event: 'validate',
      asset_type: 'gene',
      asset_id: 'a',
      confidence_delta: 0.05,
      detail: 'x',
    });
    expect(scan(line).kind).toBeGreaterThanOrEqual(0);
    expect(line).toContain(before);
    expect(scan(line.replace(before, after)).kind).toBe(-1);
  });

  test.each([
    ['by', 120],
    ['project', 120],
    ['session', 128],
    ['reason', 500],
    ['detail', 2000],
    ['asset_id', 64],
  ])('%s has at most %i characters', (name, most) => {
    const pin = { ts: '2026-01-31T23:59:59Z', event: 'pin', asset_type: 'gene', asset_id: 'a' };
    const line = (length: number) =>
      serializeEvent({ ...pin, [name]: 'x'.repeat(length) } as unknown as Event);
    expect(isEvent(JSON.parse(line(most)))).toBe(true);
    expect(isEvent(JSON.parse(line(most + 1)))).toBe(false);
    expect(scan(line(most)).kind).toBe(eventKinds.indexOf('pin'));
    expect(scan(line(most + 1)).kind).toBe(-1);
  });

  test('a name is not taken for one that is written as it is spelled', () => {
    const pin = { ts: '2026-01-31T23:59:59Z', event: 'pin', asset_type: 'gene', asset_id: 'a' };
    const list = ['\\\\', '\\'].map((session) => ({ ...pin, session }) as unknown as Event);
    const lines = list.map((event) => `${serializeEvent(event)}\n`).join('');
    expect(rowsOf(parseLog([Buffer.from(lines)]).log)).toEqual(rowsOf(logOf(list)));
  });

  test('a log gives the same columns, however it is cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(
          likelyEvent.filter((event) => isEvent(event)),
          { maxLength: 12 },
        ),
        fc.integer({ min: 1, max: 300 }),
        (list, size) => {
          const bytes = Buffer.from(list.map((event) => `${serializeEvent(event)}\n`).join(''));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          );
          const { log, problems } = parseLog(chunks);
          expect(problems).toEqual([]);
          expect(rowsOf(log)).toEqual(rowsOf(logOf(list)));
        },
      ),
      { numRuns: 100 },
    );
  });
});
