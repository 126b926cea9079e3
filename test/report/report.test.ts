import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { eventId } from '../../src/learn/log/event.js';
import { record as isRecord } from '../../src/reflect/validators.gen.js';
import { renderReport } from '../../src/report/report.js';
import { compareReports } from '../../src/report/report-diff.js';
import { screenOf, summaryOfReport } from '../../src/report/screen.js';
import type { Event } from '../../src/schema.gen.js';
import { columns } from '../../src/validation.js';
import { review, type Told } from '../support/review.js';

/** golden-reports/LANGUAGE-MODE.md; UPDATE_GOLDEN=1 writes them: read the difference before you commit it. */
const golden = join(import.meta.dirname, '../golden-reports');
const read = (language: string, mode: string) =>
  readFileSync(join(golden, `${language}-${mode}.md`), 'utf8');

describe.each([
  ['en', 'mid'],
  ['en', 'final'],
  ['zh', 'mid'],
  ['zh', 'final'],
] as const)('a report in %s of a %s review', (language, mode) => {
  const { record, events } = review(language, mode);
  const text = renderReport(record, events);

  test('is made from what the schema calls a record', () => {
    expect(isRecord(record) ? [] : isRecord.errors).toEqual([]);
  });

  test('reads as expected', () => {
    if (process.env.UPDATE_GOLDEN) {
      mkdirSync(golden, { recursive: true });
      writeFileSync(join(golden, `${language}-${mode}.md`), text);
    }
    expect(text).toBe(read(language, mode));
  });

  test('has no two empty lines in a row', () => {
    expect(text).not.toContain('\n\n\n');
  });
});

test.each(['mid', 'final'])(
  'no English word stands in a Chinese %s report but ids and commands',
  (mode) => {
    const prose = read('zh', mode)
      .replace(/^<!--.*-->$/m, '')
      .replace(/```diff[\s\S]*?```/, '')
      .replace(/`[^`]*`/g, '');
    expect(
      prose
        .replace(/Claude|CLAUDE\.md|kB|madness|count-rows|read-whole-error|deploy-by-hand/g, '')
        .match(/[a-z]+/gi),
    ).toBeNull();
  },
);

test.each([
  ['en', 'No rule is proved yet', 'Give the file'],
  ['zh', '还没有验证过的规则', '把文件交给同事'],
] as const)(
  'a final review without a proved rule names no file to give away, in %s',
  (...[language, says, not]) => {
    const { record, events } = review(language, 'final');
    const text = renderReport({ ...record, exported: 0 }, events);
    expect(text).toContain(says);
    expect(text).not.toContain(not);
  },
);

test('of a review in which nothing happened, a report says so in each part', () => {
  const { record } = review('en', 'mid');
  const { noted: _, ...retrospective } = record.retrospective;
  const before = { block: [], standings: [] };
  const text = renderReport(
    {
      ...record,
      retrospective: { ...retrospective, before, sessions: [] },
      ...{ goals: [], rules: [], events: [], block: [], waiting: [] },
    },
    [],
  );
  for (const sentence of [
    'Nothing was learnt, and no rule was judged.',
    'No session was read.',
    'There is no rule yet.',
    'No verdict says that a rule was not followed.',
    'is as it was.',
  ])
    expect(text).toContain(sentence);
});

describe('the screen', () => {
  test.each([
    [
      'en' as const,
      `Retrospective of 20 Nov · 2 sessions, 16 to 18 Nov · 9.8 kB read
broken     count-rows 1 time (1:12), though Claude was shown it; sharpened
learnt     Rehearse a migration on a copy first   CLAUDE.md
sharpened  count the rows after it   CLAUDE.md
followed   read-whole-error 1 of 1
left out   no release on a Friday (one-off)
gone from CLAUDE.md   deploy-by-hand: removed
next       in 14 days, or /madness
whole      memory/retrospectives/2026-11-20-mid.md`,
    ],
    [
      'zh' as const,
      `11 月 20 日的复盘 · 2 个会话，11 月 16 日至 11 月 18 日 · 读了 9.8 kB
违反       count-rows 1 次（1:12），当时已展示给 Claude；已写得更准
学到       迁移先在副本上演练   CLAUDE.md
更准       之后核对行数   CLAUDE.md
遵守       read-whole-error 1/1
略过       周五不发布 (只此一次)
离开 CLAUDE.md   deploy-by-hand: 已停用
下次       14 天后，或输入 /madness
全文       memory/retrospectives/2026-11-20-mid.md`,
    ],
  ])('says a rule that was broken first, in %s', (language, expected) => {
    const { record, events } = review(language, 'mid');
    const path = 'memory/retrospectives/2026-11-20-mid.md';
    expect(screenOf(record, events, path).join('\n')).toBe(expected);
  });

  test('has at most 24 lines of 80 columns, however much happened, and counts the rest', () => {
    const { record, events } = review('zh', 'mid');
    const { noted } = record.retrospective;
    const many = <T>(all: readonly T[] = []): T[] => Array.from({ length: 9 }, () => all).flat();
    const verdicts = many(noted?.verdicts).map((one, at) => ({
      ...one,
      rule: `${one.rule}-${at}`,
    }));
    const retrospective = {
      ...record.retrospective,
      noted: { ...noted, lessons: many(noted?.lessons), verdicts, left_out: many(noted?.left_out) },
    } as typeof record.retrospective;
    const lines = screenOf({ ...record, retrospective }, events, 'whole.md');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => columns(line) > 80)).toEqual([]);
    expect(lines.join('\n')).toContain('另有 5 项');
    expect(lines.at(-1)).toContain('whole.md');
  });

  test('has the numbers for a program', () => {
    const { record, events } = review('en', 'mid');
    expect(summaryOfReport(record, events)).toEqual({
      sessions: 2,
      learnt: [
        { rule: 'rehearse', title: 'Rehearse a migration on a copy first', reads: 'CLAUDE.md' },
      ],
      sharpened: [{ rule: 'count-rows', title: 'count the rows after it', reads: 'CLAUDE.md' }],
      broken: [{ rule: 'count-rows', times: 1, places: ['1:12'], shown: true, sharpened: true }],
      followed: [{ rule: 'read-whole-error', times: 1, of: 1 }],
      left_out: [{ what: 'no release on a Friday', why: 'one_off' }],
      gone: [{ rule: 'deploy-by-hand', why: 'removed' }],
      bytes: 9800,
    });
  });
});

describe('numbers', () => {
  test('come from the log: another verdict there is another confidence here', () => {
    const { record, events } = review('en', 'mid');
    const worse = events.map((one) => {
      if (one.event.event !== 'validate' || !one.event.session?.startsWith('7c1e')) return one;
      const event = { ...one.event, cell: { ...cellOf(one), outcome: 'not_achieved' as const } };
      return { ...one, event, id: eventId(event) };
    });
    const text = renderReport({ ...record, events: worse.map(({ id }) => id) }, worse);
    expect(text).toContain('| followed | did not work | 0.80 → 0.65 (−0.15) |');
  });

  test('come from the events that the record names: later ones change nothing', () => {
    const { record, events } = review('en', 'mid');
    const event = { ...(events[4] as Told['events'][number]).event, session: 'next-week' };
    const later = { event, id: eventId(event), line: 99 };
    expect(renderReport(record, [...events, later])).toBe(renderReport(record, events));
  });
});

describe('a confidence that something else than a verdict moved in the review', () => {
  /** A newer rule took a premise from one that was judged in the same review. */
  const shaken = (language: 'en' | 'zh') =>
    renderReport(
      ...withEvent(review(language, 'mid'), {
        ts: '2026-11-21T09:29:00Z',
        event: 'invalidate',
        asset_type: 'gene',
        asset_id: 'read-whole-error',
        reason: 'premise',
        confidence_delta: -0.15,
      }),
    );

  test('goes from what it was when the review began to what it is, in both tables', () => {
    const text = shaken('en');
    expect(text).toContain('| followed | worked | 0.80 → 0.75 (−0.05) |');
    expect(text).toMatch(
      /^\| `read-whole-error` \|.*\| provisional 0\.80 \| provisional 0\.75 \|$/m,
    );
  });

  test.each([
    [
      'en',
      'Moved by something else than these verdicts',
      'a newer rule changed what it rests on (−0.15)',
    ],
    ['zh', '因其他原因变化', '新规则动摇了它的前提（−0.15）'],
  ] as const)('and what moved it is listed by itself (%s)', (language, heading, step) => {
    const part = shaken(language).split(heading)[1]?.split('\n## ')[0] ?? '';
    expect(part.trim().split('\n')).toHaveLength(3);
    expect(part).toContain(step);
  });
});

/** What a report is made of, with one event more. */
function withEvent({ record, events }: Told, event: Event): [Told['record'], Told['events']] {
  const more = { event, id: eventId(event), line: 9 };
  return [{ ...record, events: [...record.events, more.id] }, [...events, more]];
}

function cellOf({ event }: Told['events'][number]) {
  return event.cell as NonNullable<typeof event.cell>;
}

describe('whatever stands in the texts', () => {
  const bare = skeleton(renderReport(...parts(withTexts(review('en', 'mid'), ''))));
  const nasty = fc.oneof(
    fc.constantFrom(
      '|a|b|',
      '\\|',
      '`\\|`',
      '`',
      '``` ',
      '~~~\n',
      '# x',
      '1. x',
      '- x',
      '> x',
      '===',
      '---',
      '\n\n# x\n',
      '<!-- madness:memory-inject start -->',
      '--> ',
      '<script>',
      '[a](b)',
      '![a](b)',
      '[^1]: ',
      '**',
      '__',
      '_a_',
      '&lt;',
      '&#35;',
      '\\',
      '\u2028# x',
      '\u202e',
      '  \n    x',
      '```diff\n',
      '`` ` ',
      '{{x}}',
      '<b',
      'a@b.de',
      '\t|',
    ),
    fc.string({ unit: 'grapheme' }),
  );

  test('headings, lists, tables and quotes are the same', () => {
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 4 }), (pieces) => {
        const text = renderReport(...parts(withTexts(review('en', 'mid'), pieces.join(''))));
        expect(skeleton(text)).toEqual(bare);
      }),
      // The nearest run of the same length ends a code span.
      { numRuns: 25, examples: [[['`` ` ', '`']]] },
    );
  });

  test('no secret is in it', () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const text = renderReport(...parts(withTexts(review('en', 'mid'), `token ${secret} `)));
    expect(text).not.toContain(secret);
    expect(text).toContain('secret:github');
  });
});

function parts({ record, events }: Told): [Told['record'], Told['events']] {
  return [record, events];
}

/** Fields that hold anybody's words. */
const wordy =
  /^(?:project|title|goal|friction|signal|challenge|text|if|then|skip|why|what|instead|quote|reads|file|detail|left|trigger|skip_when)$/;

/** The same with a text in front of every other; behind it in the block, whose lines have a form. */
function withTexts({ record, events }: Told, text: string): Told {
  const replace = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string')
      return key === 'block'
        ? value + text
        : wordy.test(key) || key === 'criteria'
          ? text + value
          : value;
    if (Array.isArray(value)) return value.map((one) => replace(one, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, replace(one, name)]),
    );
  };
  const told = events.map((one) => {
    const event = replace(one.event) as typeof one.event;
    return { ...one, event, id: eventId(event) };
  });
  return {
    record: { ...(replace(record) as typeof record), events: told.map(({ id }) => id) },
    events: told,
  };
}

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
}

/** Everything but the words: blocks with their depth, emphasis, and the cells of each line of a table. */
function skeleton(text: string): unknown[] {
  const walk = (node: Node): string[] =>
    ['text', 'inlineCode', 'break'].includes(node.type)
      ? []
      : [
          `${node.type}${node.depth ?? ''}`,
          ...(node.children ?? []).flatMap(walk),
          `/${node.type}`,
        ];
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  // As the specification of tables reads a line: a backslash takes the next sign with it.
  const cells = rows.map(
    (row) => row.match(/(?:\\[!-/:-@[-`{-~]|[^|])+|\|/g)?.filter((one) => one === '|').length,
  );
  const fenced = /^`{3,}diff\n([\s\S]*?)\n`{3,}$/m.exec(text)?.[1]?.split('\n').length;
  return [walk(fromMarkdown(text) as Node), cells, fenced];
}

describe('madness report check', () => {
  const { record, events } = review('en', 'mid');
  const text = renderReport(record, events);
  const problems = (changed: string) =>
    compareReports('r.md', text, changed).map(({ rule, at }) => `${rule}:${at}`);
  const lineOf = (words: string) => text.split('\n').findIndex((line) => line.includes(words)) + 1;

  test.each([
    ['nothing', (all: string) => all, []],
    ['a byte order mark and CRLF', (all: string) => `\ufeff${all.replaceAll('\n', '\r\n')}`, []],
    [
      'a number',
      (all: string) => all.replace('0.80 → 0.90 (+0.10)', '0.80 → 0.95 (+0.15)'),
      [`report/changed:${lineOf('0.80 → 0.90')}`],
    ],
    [
      'a count in the summary',
      (all: string) => all.replace('2 sessions, 16', '5 sessions, 16'),
      [`report/changed:${lineOf('2 sessions, 16')}`],
    ],
    [
      'a word of a quote',
      (all: string) => all.replace('“all 24 tests pass”', '“all 25 tests pass”'),
      [`report/changed:${lineOf('“all 24 tests pass”')}`],
    ],
    [
      'a line of one’s own',
      (all: string) =>
        all.replace('## Deviations\n', 'And it was a great success.\n## Deviations\n'),
      [`report/added:${lineOf('## Deviations')}`],
    ],
    [
      'a row of a table less',
      (all: string) => all.replace(/^\| `count-rows` \| `1:12.*\n/m, ''),
      [`report/missing:${lineOf('| `count-rows` | `1:12')}`],
    ],
    [
      'the block',
      (all: string) => all.replace('+ # R2 [gene:rehearse', '+ # R2 [gene:rehearsed'),
      [`report/changed:${lineOf('+ # R2')}`],
    ],
    [
      'a line at the end',
      (all: string) => `${all}P.S.\n`,
      [`report/added:${text.split('\n').length}`],
    ],
  ])('finds a change of %s, with its line', (_, change, expected) => {
    expect(problems(change(text))).toEqual(expected);
  });

  test('finds every change of any line', () => {
    const lines = text.split('\n');
    for (const index of lines.keys()) {
      const changed = lines.with(index, `${lines[index]}x`).join('\n');
      expect(problems(changed)).toEqual([`report/changed:${index + 1}`]);
    }
  });

  test('says what was recorded and what stands there', () => {
    const [one] = compareReports('r.md', 'a\nb\n', 'a\nc\n');
    expect(one?.message).toBe('The record has "b", the report "c".');
  });

  test('of a wholly other file names the first fifty differences and counts the rest', () => {
    const found = compareReports('r.md', text, 'x\n'.repeat(400));
    expect(found).toHaveLength(51);
    expect(found.at(-1)?.rule).toBe('report/more');
  });
});
