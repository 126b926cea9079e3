import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { eventId } from '../../src/learn/log/event.js';
import { record as isRecord } from '../../src/reflect/validators.gen.js';
import { renderReport } from '../../src/report/report.js';
import { compareReports } from '../../src/report/report-diff.js';
import type { Event, ReviewedSession } from '../../src/schema.gen.js';
import { review, sessions, type Told } from '../support/review.js';

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
    // The one word is the name of a type of record that nobody knows.
    expect(prose.match(/[a-z]+/gi)).toEqual(['pulse']);
  },
);

test.each([
  ['en', 'Read back, as the agent tells it: IF release'],
  ['zh', '复述（智能体转述）：我的理解是'],
] as const)(
  'what was read back where no line shows it is the telling of the agent, in %s',
  (language, words) => {
    const { record, events } = review(language, 'mid');
    expect(renderReport(record, events)).not.toContain(words);
    const candidates = record.candidates.map(({ confirmed, ...candidate }) => {
      if (confirmed === undefined) return candidate;
      const { line: _line, ...told } = confirmed;
      return { ...candidate, confirmed: told };
    });
    expect(renderReport({ ...record, candidates }, events)).toContain(words);
  },
);

test.each([
  ['en', 'No rule is proved yet', 'Give the file'],
  ['zh', '还没有已验证的规则', '把文件交给同事'],
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
  const { retrospective } = record;
  const text = renderReport(
    {
      ...record,
      retrospective: {
        ...retrospective,
        sessions: [],
        left_out: [],
        findings: [],
        left_for_later: 0,
      },
      facets: [],
      candidates: [],
      goals: [],
      rules: [],
      events: [],
      block: retrospective.before.block,
      waiting: [],
    },
    [],
  );
  for (const sentence of [
    '0 sessions read',
    'No session was read.',
    'No scene of a rule was judged',
    'No step of a procedure was skipped',
    'Nothing went wrong in the thinking',
    'is as it was.',
    'Nothing waits for your decision.',
  ])
    expect(text).toContain(sentence);
});

test.each([
  ['en', 'Nothing in these sessions pointed to them, or their scene did not occur: `never-there`'],
  ['zh', '这些会话中没有线索指向、或场景并未出现的规则：`never-there`'],
] as const)(
  'of a rule that was not judged, a report claims no more than is known (%s)',
  (language, told) => {
    const text = renderReport(
      ...withEvent(review(language, 'mid'), {
        ts: '2026-11-20T18:00:00Z',
        event: 'no_match',
        session: sessions.first,
        asset_ids: ['never-there'],
      }),
    );
    expect(text).toContain(`\n${told}\n`);
  },
);

describe('what a report says in several places agrees', () => {
  const sessionsWith = (
    { record, events }: Told,
    deviations: NonNullable<ReviewedSession['deviations']>,
  ): Told => {
    const { retrospective } = record;
    const told = retrospective.sessions.map((one) => ({
      ...one,
      deviations: one.session === sessions.first ? deviations : [],
    }));
    return { record: { ...record, retrospective: { ...retrospective, sessions: told } }, events };
  };
  const pattern = { asset: 'count-rows', kind: 'new_pattern', words: 'by hand' } as const;

  test('a new pattern is no deviation, and a rule that was not followed is named where none is told', () => {
    const text = renderReport(...parts(sessionsWith(review('en', 'mid'), [pattern])));
    expect(text).toContain('0 deviations, 1 new pattern.');
    expect(text).toContain(
      'no rejected option was chosen. Not followed, or not wholly: `count-rows`.',
    );
    const zh = renderReport(...parts(sessionsWith(review('zh', 'mid'), [pattern])));
    expect(zh).toContain('偏离 0 处，新模式 1 个。');
    expect(zh).toContain('没有选择已被否定的做法。未完全遵守的规则：`count-rows`。');
  });

  test.each([
    ['en', 'not followed; followed | went well, but it was never shown; worked |'],
    ['zh', '未遵守；已遵守 | 仍然成功，但从未展示；有效 |'],
  ] as const)('phrases that hold a comma are parted by a semicolon (%s)', (language, cells) => {
    const { record, events } = review(language, 'mid');
    const said = events.map(({ event }) =>
      event.asset_id === 'count-rows' && event.cell !== undefined
        ? [
            { ...event, cell: { ...event.cell, shown: false } },
            {
              ...event,
              ts: '2026-11-20T19:00:00Z',
              session: sessions.second,
              cell: { shown: true, followed: 'full' as const, outcome: 'achieved' as const },
            },
          ]
        : [event],
    );
    const told = said.flat().map((event) => ({ event, id: eventId(event), line: 1 }));
    const text = renderReport({ ...record, events: told.map(({ id }) => id) }, told);
    expect(text).toContain(cells);
  });

  test.each([
    ['en', 'The rule block still has 1 rule.'],
    ['zh', '规则集仍为 1 条。'],
  ] as const)('a block with as many rules as before still has them (%s)', (language, told) => {
    const { record, events } = review(language, 'mid');
    const { block } = record.retrospective.before;
    expect(renderReport({ ...record, block }, events)).toContain(told);
  });

  test('that the user was content in the end is no proof of a deviation', () => {
    const { record, events } = review('en', 'mid');
    const praise = { line: 90, role: 'user', text: 'great, that works' } as const;
    const said = events.map(({ event }) => {
      const [, shown] = event.asset_id === 'count-rows' ? (event.quotes ?? []) : [];
      return shown === undefined ? event : { ...event, quotes: [shown, praise] };
    });
    const told = said.map((event) => ({ event, id: eventId(event), line: 1 }));
    const text = renderReport({ ...record, events: told.map(({ id }) => id) }, told);
    const [, deviations = ''] = text.split('## Deviations');
    expect(text).toContain(praise.text);
    expect(deviations).not.toContain(praise.text);
  });

  test('the session in which the review runs is not one that was left unread', () => {
    const { record, events } = review('en', 'mid');
    const { retrospective } = record;
    const left_out = [
      ...retrospective.left_out,
      { session: 'own', reason: 'this retrospective runs in it' },
    ];
    const text = renderReport({ ...record, retrospective: { ...retrospective, left_out } }, events);
    expect(text).toBe(renderReport(record, events));
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
        asset_id: 'read-the-error',
        reason: 'premise',
        confidence_delta: -0.15,
      }),
    );

  test('goes from what it was when the review began to what it is, in both tables', () => {
    const text = shaken('en');
    expect(text).toContain('| followed | worked | 0.80 → 0.70 (−0.10) |');
    expect(text).toMatch(/^\| `read-the-error` \|.*\| provisional 0\.80 \| provisional 0\.70 \|$/m);
    expect(text).toContain('0 rules gained confidence, 2 lost some');
  });

  test.each([
    [
      'en',
      'Moved by something else than these verdicts',
      'a newer rule changed what it rests on (−0.15)',
    ],
    ['zh', '不是由这些判定引起的变化', '新规则动摇了它的前提（−0.15）'],
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
  /^(?:project|brief_summary|title|words|constraint|goal|description|signal|reason|skipped_because|challenge|answer|text|if|then|skip|why|file|detail)$/;

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
      (all: string) => all.replace('0.80 → 0.85 (+0.05)', '0.80 → 0.90 (+0.10)'),
      [`report/changed:${lineOf('0.80 → 0.85')}`],
    ],
    [
      'a count in the summary',
      (all: string) => all.replace('2 sessions read', '5 sessions read'),
      [`report/changed:${lineOf('2 sessions read')}`],
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
      (all: string) => all.replace(/^\| `count-rows` \| `0b.*\n/m, ''),
      [`report/missing:${lineOf('| `count-rows` | `0b')}`],
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
