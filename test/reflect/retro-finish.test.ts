import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { review } from '../../src/commands/memory/review.js';
import { eventId, serializeEvent } from '../../src/learn/log/event.js';
import type { Event, ReviewRecord } from '../../src/schema.gen.js';
import { contextOf, runHook } from '../support/hook.js';
import { born, gene } from '../support/memory.js';
import { enter, person } from '../support/person.js';
import {
  askFirst,
  classifyFirst,
  type Desk,
  facetOf,
  findNoScene,
  makeDesk,
  sortedTooEarly,
  sortingSession,
  sortingVerdict,
  theirWords,
} from '../support/reflect-home.js';
import { run } from '../support/run-command.js';

const quote = { session: 's-1', text: theirWords };

let desk: Desk;
beforeEach(() => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.8, { project: 'shop' })]);
});
afterEach(() => desk.home.remove());

/** Everything but the report. */
async function reviewed(mode: 'mid' | 'final' = 'mid', now?: string): Promise<void> {
  sortingSession(desk.home, 's-1');
  await desk.ask('retro start', [mode], undefined, now === undefined ? {} : { now });
  await desk.ask('facet add', ['s-1'], facetOf());
  await desk.ask('verdict add', [], sortingVerdict('s-1'));
  await findNoScene(desk, 's-1');
  await desk.ask('retro note', [], sortedTooEarly);
  const added = await desk.ask('candidate add', [], askFirst);
  await desk.ask('candidate accept', [added.json.id], undefined, { options: { pin: true } });
}

const inMemory = (name: string) => join(desk.home.shop, 'memory', name);
const check = (name = 'retrospectives/2026-11-22-mid.md') =>
  desk.ask('report check', [inMemory(name)]);

describe('madness retro finish', () => {
  test('writes a report that says what was recorded', async () => {
    await reviewed();
    const done = await desk.ask('retro finish');
    expect(done.json).toMatchObject({
      id: '2026-11-22-mid',
      report: 'retrospectives/2026-11-22-mid.md',
      next_review: '2026-12-06',
    });
    const text = desk.read(done.json.report);
    expect(text).toContain(
      '| `classify-first` | `s-1:1` | followed | worked | 0.80 → 0.85 (+0.05) |',
    );
    expect(text).toContain(
      '| `ask-first` | `issues > 10 AND no_standard` | — | round 4 | accepted |',
    );
    expect(text).toMatch(/^\+ # R\d \[gene:ask-first, c:0\.70, v:1, pinned\]$/m);
    const page = 'retrospectives/2026-11-22-mid.html';
    expect(desk.read(page)).toContain('madness why classify-first');
    expect(statSync(inMemory(page)).mode & 0o777).toBe(0o600);
    expect((await check()).code).toBe(0);
    expect((await desk.ask('retro status')).json).toMatchObject({
      state: 'finished',
      report: 'retrospectives/2026-11-22-mid.md',
    });
  });

  test('takes what nobody could be asked about without an answer, and names no round for it', async () => {
    await reviewed();
    const watched = {
      kind: 'pending_observation',
      constraint: 'No second run of a failed command with nothing changed.',
      rounds: [],
      sessions: ['s-1'],
    };
    expect((await desk.ask('candidate add', [], watched)).code).toBe(0);
    const { report } = (await desk.ask('retro finish')).json;
    expect(desk.read(report)).toContain('| not distilled | — | — | — | to be watched |');
    expect((await check()).code).toBe(0);
  });

  test.each([
    // Only a warning: no session would be recognised.
    ['on the way a rule is asked about at once', 'mid', ['candidate/unrecognised']],
    ['at the end of a project it needs its four rounds', 'final', ['candidate/schema']],
  ] as const)('%s', async (_, mode, rules) => {
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', [mode]);
    await desk.ask('retro note', [], sortedTooEarly);
    expect((await desk.ask('candidate add', [], { ...askFirst, rounds: [] })).rules ?? []).toEqual(
      rules,
    );
  });

  test('ends what a session is told at its start, which counts the days from there as status does', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const started = () => {
      const { shop, env } = desk.home;
      const event = { session_id: 's', cwd: shop, hook_event_name: 'SessionStart' };
      return contextOf(runHook({ ...event, source: 'startup' }, env));
    };
    await reviewed('mid', daysAgo(40));
    expect(started()).toContain('A retrospective was begun and not finished');
    const { report } = (await desk.ask('retro finish', [], undefined, { now: daysAgo(3) })).json;
    expect(report).toContain(daysAgo(40).slice(0, 10));
    const status = (await desk.ask('status', [], undefined, { now: daysAgo(0) })).json;
    expect(status.last_retrospective).toBe(daysAgo(3).slice(0, 10));
    expect(started()).not.toContain('etrospective');
    writeFileSync(inMemory('config.json'), '{"project": "shop", "review_interval_days": 2}');
    expect(started()).toContain(`overdue, the last was on ${daysAgo(3).slice(0, 10)}`);
  });

  test('says of rules that went into others what became of them, though nothing else became of the others', async () => {
    desk.home.remove();
    const ids = ['classify-first', 'weigh-it', 'paint-it'];
    desk = makeDesk(
      [classifyFirst, ...ids.slice(1).map((id) => gene(id))],
      ids.map((id) => born(id, 0.8, { project: 'shop' })),
    );
    await reviewed();
    for (const [from, into] of [ids.slice(0, 2), ids.slice(1)])
      await desk.ask('merge', [from as string], undefined, { options: { into: into as string } });
    const text = desk.read((await desk.ask('retro finish')).json.report);
    expect(text).toMatch(/^\| `classify-first` .* \| provisional 0\.80 \| deprecated 0\.85 \|$/m);
    expect(text).toMatch(/^\| `weigh-it` .* \| provisional 0\.80 \| deprecated 0\.80 \|$/m);
    expect((await check()).code).toBe(0);
  });

  test('refuses while a step is open, and says which and what comes next', async () => {
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    const { code, talk } = await desk.ask('retro finish');
    expect(code).toBe(2);
    expect(talk).toContain('facets (1 of 1), validation (1 of 1), analysis (1 of 1)');
    expect(talk).toContain(
      'Next: for s-1 a fresh sub-agent: madness retro read s-1, then madness retro add --file -',
    );
    expect(talk).toContain('madness retro start mid --abandon');
    expect(desk.has('retrospectives')).toBe(false);
    expect((await desk.ask('retro status')).json.state).toBe('running');
  });

  test('names a way to leave a session out only while one is to be read', async () => {
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    expect((await desk.ask('retro finish')).talk).toContain('madness retro skip SESSION');
    await desk.ask('facet add', ['s-1'], facetOf());
    await desk.ask('verdict add', [], sortingVerdict('s-1'));
    await desk.ask('retro note', [], sortedTooEarly);
    const { talk } = await desk.ask('retro finish');
    expect(talk).toContain('Steps are open, so there is no report yet: socratic (1 of 1)');
    expect(talk).not.toContain('retro skip');
  });

  test('refuses where no retrospective is in work', async () => {
    expect((await desk.ask('retro finish')).talk).toContain('No retrospective was started.');
    await reviewed();
    await desk.ask('retro finish');
    expect((await desk.ask('retro finish')).talk).toContain('2026-11-22-mid is over');
  });

  test('of a final review exports what may go to a colleague', async () => {
    await reviewed('final');
    const done = await desk.ask('retro finish');
    expect(done.json.exported).toBe(1);
    const portable = JSON.parse(desk.read('exports/portable.json'));
    expect(portable.assets.genes.map(({ id }: { id: string }) => id)).toEqual(['classify-first']);
    expect(desk.read(done.json.report)).toContain('Rules in `exports/portable.json`: 1.');
    expect((await check(done.json.report)).code).toBe(0);
  });

  test('leaves a second review of the same day its own name', async () => {
    await reviewed();
    await desk.ask('retro finish');
    sortingSession(desk.home, 's-2');
    await desk.ask('retro start', ['mid'], undefined, { now: '2026-11-22T18:00:00Z' });
    await desk.ask('facet add', ['s-2'], facetOf());
    await desk.ask('verdict add', [], sortingVerdict('s-2'));
    await findNoScene(desk, 's-2');
    await desk.ask('retro note', [], {
      kind: 'nothing',
      title: 'Nothing new',
      words: 'As before.',
    });
    const done = await desk.ask('retro finish');
    expect(done.json.report).toBe('retrospectives/2026-11-22-mid-2.md');
    expect(readdirSync(inMemory('retrospectives')).sort()).toEqual([
      '2026-11-22-mid-2.html',
      '2026-11-22-mid-2.json',
      '2026-11-22-mid-2.md',
      '2026-11-22-mid.html',
      '2026-11-22-mid.json',
      '2026-11-22-mid.md',
    ]);
    expect((await check()).code).toBe(0);
    expect((await check(done.json.report)).code).toBe(0);
  });

  test('bears a number of its own where reviews are shared: a colleague’s of that day goes beside it', async () => {
    const config = { project: 'shop', share_reviews: true };
    writeFileSync(inMemory('config.json'), JSON.stringify(config));
    await reviewed();
    const { report } = (await desk.ask('retro finish')).json;
    expect(report).toMatch(/^retrospectives\/2026-11-22-mid-\d{4}\.md$/);
    expect((await check(report)).code).toBe(0);
    const start = async () =>
      (await desk.ask('retro start', ['mid'], undefined, { options: { abandon: true } })).json.id;
    sortingSession(desk.home, 's-2');
    const ids = new Set([await start(), await start(), await start()]);
    expect(ids.size).toBeGreaterThan(1);
  });

  test('killed before it said that it was over, it can be done again under the same name', async () => {
    await reviewed();
    const running = desk.read('work/retro.json');
    await desk.ask('retro finish');
    writeFileSync(inMemory('work/retro.json'), running);
    const again = await desk.ask('retro finish', [], undefined, { now: '2026-11-22T13:00:00Z' });
    expect(again.json.report).toBe('retrospectives/2026-11-22-mid.md');
    expect(readdirSync(inMemory('retrospectives')).sort()).toEqual(
      ['html', 'json', 'md'].map((end) => `2026-11-22-mid.${end}`),
    );
    expect((await check()).code).toBe(0);
  });

  test('leaves a report of the same name alone that came from somebody else', async () => {
    await reviewed();
    const running = desk.read('work/retro.json');
    await desk.ask('retro finish');
    const theirs = desk.read('retrospectives/2026-11-22-mid.md');
    const ours = { ...JSON.parse(running), started_at: '2026-11-22T12:30:00Z' };
    writeFileSync(inMemory('work/retro.json'), JSON.stringify(ours));
    const done = await desk.ask('retro finish');
    expect(done.json.report).toBe('retrospectives/2026-11-22-mid-2.md');
    expect(desk.read('retrospectives/2026-11-22-mid.md')).toBe(theirs);
  });

  test('leaves no path of this machine in what may be shared', async () => {
    await reviewed();
    await desk.ask('retro finish');
    for (const name of readdirSync(inMemory('retrospectives')))
      expect(desk.read(`retrospectives/${name}`)).not.toContain(desk.home.shop);
    expect(desk.read('retrospectives/2026-11-22-mid.json')).not.toMatch(/"\/[^"]+\.jsonl"/);
  });

  test('says of a rule whose question is open that it waits for the person', async () => {
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    await desk.ask('facet add', ['s-1'], facetOf());
    await desk.ask('verdict add', [], sortingVerdict('s-1'));
    await desk.ask('retro note', [], sortedTooEarly);
    const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
    const added = await desk.ask('candidate add', [], askFirst, { env: agent });
    expect((await desk.ask('retro status')).json.next).toContain('madness ask');
    const text = desk.read((await desk.ask('retro finish')).json.report);
    expect(text).toContain('| round 4 | waits for you |');
    const file = `work/pending/${added.json.pending}.json`;
    expect(text).toContain(`- add a rule \`ask-first\`: \`${file}\``);
    expect(text.match(/^- .*`ask-first`.*`work\//gm)).toHaveLength(1);
    expect((await check()).code).toBe(0);
  });

  test('writes no report while a target cannot be written', async () => {
    await reviewed();
    writeFileSync(join(desk.home.shop, 'CLAUDE.md'), '<!-- madness:memory-inject start -->\n');
    const { code, rules } = await desk.ask('retro finish');
    expect({ code, rules }).toEqual({ code: 1, rules: ['target/refused'] });
    expect(desk.has('retrospectives')).toBe(false);
    expect((await desk.ask('retro status')).json.state).toBe('running');
  });
});

describe('madness report check', () => {
  const report = 'retrospectives/2026-11-22-mid.md';
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(inMemory(name), change(readFileSync(inMemory(name), 'utf8')));
  const editRecord = (change: (record: ReviewRecord) => void) =>
    edit(report.replace('.md', '.json'), (text) => {
      const record = JSON.parse(text) as ReviewRecord;
      change(record);
      return JSON.stringify(record);
    });
  beforeEach(async () => {
    await reviewed();
    await desk.ask('retro finish');
  });

  test.each([
    [
      'a number that was raised',
      () => edit(report, (text) => text.replace('0.80 → 0.85', '0.80 → 0.95')),
      'report/changed',
    ],
    [
      'a sentence that was added',
      () => edit(report, (text) => `${text}All went well.\n`),
      'report/added',
    ],
    [
      'a quote that nobody said',
      () => edit(report, (text) => text.replace('“no, first agree what', '“yes, just do what')),
      'report/changed',
    ],
    [
      'a record with another outcome',
      () =>
        editRecord(({ facets }) => {
          Object.assign(facets[0] as object, { outcome: 'fully_achieved' });
        }),
      'report/changed',
    ],
    [
      'a record with a block that compile never wrote',
      () =>
        editRecord((record) => {
          record.block = record.block.map((line) => line.replace('c:0.70', 'c:0.99'));
        }),
      'report/block',
    ],
    [
      'a record with an event that is not in the log',
      () =>
        editRecord(({ events }) => {
          events.push('0123456789abcdef');
        }),
      'report/event-missing',
    ],
    [
      'a record with a field of one’s own',
      () =>
        editRecord((record) => {
          Object.assign(record, { score: 100 });
        }),
      'report/record',
    ],
    [
      'a log without the verdict',
      () => edit('evolution.jsonl', (text) => text.replace(/^.*"event":"validate".*\n/m, '')),
      'report/event-missing',
    ],
    [
      'a log with a nicer verdict',
      () =>
        edit('evolution.jsonl', (text) =>
          text.replace(/^.*"event":"validate".*$/m, (line) => {
            const event = { ...(JSON.parse(line) as Event), project: 'elsewhere' };
            return serializeEvent({ ...event, id: eventId(event) });
          }),
        ),
      'report/event-missing',
    ],
  ])('finds %s', async (_, change, expected) => {
    change();
    const { code, rules } = await check();
    expect(code).toBe(1);
    expect(rules).toContain(expected);
  });

  test('holds when rules go on: later verdicts, an undo and new facets change nothing', async () => {
    const [verdict] = desk.events().filter(({ event }) => event === 'validate');
    edit('evolution.jsonl', (text) =>
      [
        text.trimEnd(),
        serializeEvent({
          ts: '2026-11-23T00:00:00Z',
          event: 'revert',
          reverts: verdict?.id as string,
        }),
        serializeEvent({ ...(verdict as Event), session: 's-9' }),
        '',
      ].join('\n'),
    );
    await desk.ask('facet add', ['s-1'], facetOf({ outcome: 'not_achieved' }));
    expect((await check()).rules).toEqual([]);
  });

  test('does not mind a byte order mark and CRLF', async () => {
    edit(report, (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`);
    expect((await check()).code).toBe(0);
  });

  test('cannot run without the record or the report', async () => {
    expect((await desk.ask('report check', [inMemory('retrospectives/none.md')])).code).toBe(2);
    writeFileSync(inMemory('retrospectives/lonely.md'), 'x');
    const { code, talk } = await desk.ask('report check', [inMemory('retrospectives/lonely.md')]);
    expect(code).toBe(2);
    expect(talk).toContain('lonely.json');
  });
});

describe('madness status', () => {
  const status = async (now?: string) => {
    const more = now === undefined ? {} : { now };
    const json = (await desk.ask('status', [], undefined, more)).json;
    const { out } = await desk.ask('status', [], undefined, { options: { json: false }, ...more });
    return { json, lines: out.split('\n') };
  };

  test('names the way to go on with the retrospective in work', async () => {
    sortingSession(desk.home, 's-1');
    await desk.ask('retro start', ['mid']);
    // The agent's next command is the business of `retro status`.
    expect((await status()).json.next).toBe('/madness');
  });

  test('says when the last review was and the next is due, and when that day has come', async () => {
    await reviewed();
    await desk.ask('retro finish');
    const { json, lines } = await status();
    expect(json).toMatchObject({
      last_retrospective: '2026-11-22',
      next_retrospective: '2026-12-06',
      next: 'nothing waits for you',
    });
    expect(lines).toContain('retrospective  2026-11-22, next 2026-12-06');
    const dueToday = await status('2026-12-06T08:00:00Z');
    expect(dueToday.lines).toContain('retrospective  2026-11-22, next 2026-12-06: due today');
    expect(dueToday.json.next).toBe('/madness mid');
    expect((await status('2026-12-09T08:00:00Z')).lines).toContain(
      'retrospective  2026-11-22, next 2026-12-06: overdue by 3 days',
    );
  });

  test('says how far each goal is, as the last review that spoke of it found', async () => {
    const config = JSON.parse(desk.read('config.json'));
    const goals = [{ goal: 'Fewer reworked lists' }, { goal: 'Nobody spoke of it' }];
    writeFileSync(inMemory('config.json'), JSON.stringify({ ...config, goals }));
    await reviewed();
    const progress = {
      kind: 'goal',
      title: 'Lists',
      words: 'One rework.',
      goal: 'Fewer reworked lists',
    };
    await desk.ask('retro note', [], { ...progress, progress: 'nearer', quotes: [quote] });
    await desk.ask('retro finish');
    const { lines } = await status();
    expect(lines).toContain('goal           Fewer reworked lists: nearer (2026-11-22)');
    expect(lines).toContain(
      'goal           Nobody spoke of it: no retrospective has looked at it yet',
    );
  });
});

test('a candidate that an agent has asked about waits once, and one answer of a person keeps it', async () => {
  sortingSession(desk.home, 's-1');
  const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
  expect((await desk.ask('candidate add', [], askFirst, { env })).code).toBe(0);
  const { out } = await run(review, {
    cwd: desk.home.shop,
    env: desk.home.env,
    terminal: person([enter]),
  });
  expect(out).toContain('1 thing waits for you');
  expect(out).toContain('all decided');
  expect(desk.events().at(-1)).toMatchObject({ event: 'create', asset_id: 'ask-first' });
});
