import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAsset } from '../src/commands/input.js';
import { serializeEvent } from '../src/learn/event.js';
import type { Problem } from '../src/problem.js';
import type { Asset, Event, Pref, Sop } from '../src/schema.gen.js';
import { checkJson, compileJson, madness } from './support/cli.js';
import { born, gene, logText, proved, putMemory } from './support/memory.js';
import { put, scratchFolder, snapshot } from './support/scratch.js';

/** A project with one proved rule, `good`, into which something bad is put. */
function project(assets: readonly unknown[] = [], log = ''): string {
  const folder = scratchFolder();
  putMemory(folder, { events: [born('good')], target: '# Mine\n' });
  put(folder, 'memory/genes.json', JSON.stringify([gene('good'), ...assets]));
  put(folder, 'memory/evolution.jsonl', logText([born('good')]) + log);
  return folder;
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function genesOf(folder: string): Asset[] {
  return JSON.parse(read(folder, 'memory/genes.json')) as Asset[];
}

/** DESIGN's promise for every problem: which rule, which file, what was expected and got, what mends it. */
function expectWellFormed(problems: readonly Problem[]): void {
  for (const problem of problems) {
    const { rule, severity, file, at, message, hint, ...more } = problem;
    const where = JSON.stringify(problem);
    expect(more, where).toEqual({});
    expect(rule, where).toMatch(/^[a-z]+\/[a-z-]+$/);
    expect(['error', 'warning'], where).toContain(severity);
    expect(file, where).toMatch(/^[\w.][\w./ -]*$/);
    if (at !== undefined) expect(['number', 'string'], where).toContain(typeof at);
    expect(message, where).toMatch(/^(?:(?:gene|sop|pref) "[^"]+": |\/\S+: )?Expected .*\.$/);
    expect(hint, where).toMatch(/\S.*[^\s]$/);
  }
}

/** `good` stands in the block, nothing more is to be done, and the bad thing is still there. */
function expectTheRestCompiled(folder: string, problems: readonly Problem[]): void {
  expectWellFormed(problems);
  expect(read(folder, 'CLAUDE.md')).toContain('[gene:good, c:0.90, v:1]');
  expect(read(folder, 'memory/index.json')).toContain('"id": "good"');
  const again = compileJson(folder);
  expect(again.written).toEqual([]);
  // The first run sorted the file, so that a place may have moved.
  const told = ({ at, ...rest }: Problem) => rest;
  const lasting = problems.filter(({ rule }) => rule !== 'asset/stale-number');
  expect(again.problems.map(told)).toEqual(lasting.map(told));
  const { problems: checked } = checkJson(folder);
  expectWellFormed(checked);
  expect(checked).toEqual(expect.arrayContaining([...again.problems]));
}

type Expected = Partial<Record<keyof Problem, unknown>>;

const error = (rule: string, at: unknown, message: unknown, file = 'genes.json'): Expected => ({
  rule,
  severity: 'error',
  file,
  at,
  message: expect.stringMatching(message as RegExp),
});

describe('a bad asset is a problem with its place, stays in its file and costs no other rule', () => {
  const bad = gene('bad');
  const rows: [string, object, Expected][] = [
    [
      'a missing field',
      { ...bad, trigger: undefined },
      error('asset/schema', '/1/trigger', /Expected a field "trigger", got none\./),
    ],
    [
      'a field of another type',
      { ...bad, method: 'sort' },
      error('asset/schema', '/1/method', /Expected array, got "sort"\./),
    ],
    [
      'an unknown field',
      { ...bad, priority: 1 },
      error('asset/schema', '/1/priority', /Expected no field "priority"/),
    ],
    [
      'an unknown field deep inside',
      { ...bad, when: { tools: ['Bash'], moon: 'full' } },
      error('asset/schema', '/1/when/moon', /Expected no field "moon"/),
    ],
    [
      'a confidence above 1',
      { ...bad, confidence: 1.7 },
      error('asset/schema', '/1/confidence', /Expected a number <= 1, got 1\.7\./),
    ],
    [
      'a confidence below 0',
      { ...bad, confidence: -0.1 },
      error('asset/schema', '/1/confidence', /Expected a number >= 0, got -0\.1\./),
    ],
    [
      'a version of 0',
      { ...bad, version: 0 },
      error('asset/schema', '/1/version', /Expected a number >= 1, got 0\./),
    ],
    [
      'a negative count',
      { ...bad, validated_count: -3 },
      error('asset/schema', '/1/validated_count', /Expected a number >= 0, got -3\./),
    ],
    [
      'a status that is none',
      { ...bad, status: 'golden' },
      error('asset/schema', '/1/status', /Expected one of active, .*, got "golden"\./),
    ],
    [
      'a day that is none',
      { ...bad, created_at: '2026-13-01' },
      error('asset/schema', '/1/created_at', /Expected .*, got "2026-13-01"\./),
    ],
    [
      'an id that is no name',
      { ...bad, id: 'Bad Id' },
      error('asset/schema', '/1/id', /Expected kebab-case .*, got "Bad Id"\./),
    ],
    [
      'a text that is too long',
      { ...bad, title: 'x'.repeat(161) },
      error('asset/schema', '/1/title', /Expected at most 160 characters, got 161\./),
    ],
    [
      'a text that closes comments',
      { ...bad, title: 'end --> of comment' },
      error('asset/schema', '/1/title', /Expected plain text, got "-->", which could break out/),
    ],
    [
      'the kind of another file',
      { ...bad, type: 'pref' },
      error('asset/schema', '/1/type', /Expected "gene", got "pref"\./),
    ],
    [
      'no object',
      null as unknown as object,
      error('asset/schema', '/1', /Expected object, got null\./),
    ],
  ];

  test.each(rows)('%s', (_, item, expected) => {
    const folder = project([item], logText([born('bad'), proved('bad', 's')]));
    const { code, problems } = compileJson(folder);
    expect(code).toBe(1);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors).toContainEqual(expect.objectContaining(expected));
    expectTheRestCompiled(folder, problems);
    const kept = genesOf(folder).find((one) => one?.id !== 'good');
    expect(kept).toEqual(JSON.parse(JSON.stringify(item)));
    expect(read(folder, 'CLAUDE.md')).not.toContain('[gene:bad');
  });

  test('and is not called missing as well: its events wait for it', () => {
    const folder = project([{ ...bad, priority: 1 }], logText([born('bad')]));
    expect(compileJson(folder).problems.map(({ rule }) => rule)).toEqual(['asset/schema']);
    put(folder, 'memory/genes.json', JSON.stringify([gene('good'), bad]));
    expect(compileJson(folder)).toMatchObject({ code: 0, rules: ['gene:bad', 'gene:good'] });
  });

  test('an id that stands twice: the first counts, both stay', () => {
    const twins = [gene('bad', { title: 'First' }), gene('bad', { title: 'Second' })];
    const folder = project(twins, logText([born('bad')]));
    const { code, problems } = compileJson(folder);
    expect(code).toBe(1);
    expect(problems).toEqual([
      expect.objectContaining(
        error('asset/duplicate-id', '/2/id', /Expected an id that is used once, got bad again/),
      ),
    ]);
    expect(read(folder, 'CLAUDE.md')).toContain('# First');
    expect(genesOf(folder).map(({ title }) => title)).toEqual([
      'First',
      'Second',
      'What good taught',
    ]);
  });

  test('an id that two kinds use: the first counts, both stay', () => {
    const folder = project([gene('bad')], logText([born('bad')]));
    const pref: Pref = { id: 'bad', type: 'pref', title: 'P', trigger: 'x', rationale: 'y' };
    const sop: Sop = {
      id: 'bad',
      type: 'sop',
      title: 'S',
      trigger: 'x',
      steps: [{ seq: 1, action: 'a' }],
    };
    put(folder, 'memory/prefs.json', JSON.stringify([pref]));
    put(folder, 'memory/sops.json', JSON.stringify([sop]));
    const { code, problems } = compileJson(folder);
    expect(code).toBe(1);
    expect(problems).toEqual(
      ['sops.json', 'prefs.json'].map((file) =>
        expect.objectContaining(
          error(
            'asset/id-of-another-kind',
            '/0/id',
            /got bad again \(first in genes\.json\)/,
            file,
          ),
        ),
      ),
    );
    expectTheRestCompiled(folder, problems);
    expect(read(folder, 'CLAUDE.md')).toContain('[gene:bad, ');
    expect(JSON.parse(read(folder, 'memory/prefs.json'))).toEqual([pref]);
  });
});

describe('an asset file that cannot be read is a problem, is not touched, and costs nothing else', () => {
  test.each([
    ['no JSON', '[{"id": "a",\n', /^Expected JSON: /],
    ['no array', '{"id": "a"}', /^Expected an array of assets/],
    ['empty', '', /^Expected JSON: /],
    [
      'conflict markers of git',
      '<<<<<<< HEAD\n[]\n=======\n[]\n>>>>>>> b\n',
      /conflict markers of git/,
    ],
  ])('%s', (_, text, message) => {
    const folder = project();
    compileJson(folder);
    const before = snapshot(folder);
    put(folder, 'memory/sops.json', text);
    const { code, problems } = compileJson(folder);
    expect(code).toBe(1);
    expect(problems).toMatchObject([
      { rule: 'asset/unreadable', severity: 'error', file: 'sops.json' },
    ]);
    expect(problems[0]?.message).toMatch(message);
    expectWellFormed(problems);
    expect(snapshot(folder)).toEqual({ ...before, 'memory/sops.json': text });
  });

  test('and its rules are not called missing', () => {
    const folder = project();
    compileJson(folder);
    const block = read(folder, 'CLAUDE.md');
    put(folder, 'memory/genes.json', '[');
    expect(compileJson(folder).problems.map(({ rule }) => rule)).toEqual(['asset/unreadable']);
    expect(read(folder, 'CLAUDE.md')).toBe(block);
  });

  test('one with a byte order mark and CRLF is read', () => {
    const folder = project();
    const text = `\ufeff${JSON.stringify([gene('good')], null, 2).replaceAll('\n', '\r\n')}`;
    put(folder, 'memory/genes.json', text);
    expect(compileJson(folder)).toMatchObject({ code: 0, problems: [], rules: ['gene:good'] });
  });
});

describe('a bad line of the log is a problem with its number, stays, and costs no good line', () => {
  const good = proved('good', 'later');
  const raised = /\[gene:good, c:0\.95, v:1\]/;
  const line = (event: object) => JSON.stringify(event);
  const { id } = JSON.parse(serializeEvent(good)) as { id: string };
  const inLog = (rule: string, message: RegExp, at: unknown = 2): Expected =>
    error(rule, at, message, 'evolution.jsonl');
  const rows: [string, string, Expected][] = [
    [
      'a conflict marker',
      '<<<<<<< HEAD',
      inLog('log/conflict-marker', /got a conflict marker of git\./),
    ],
    [
      'half a line',
      serializeEvent(good).slice(0, 70),
      inLog('log/not-json', /Expected one JSON object, got "/),
    ],
    ['another JSON', '["a"]', inLog('log/not-an-event', /Expected object, got \["a"\]\./)],
    ['a binary', '\u0000\u0001\ufffd', inLog('log/not-json', /Expected one JSON object, got "/)],
    [
      'an unknown kind',
      line({ ...good, event: 'bless' }),
      inLog('log/not-an-event', /\/event: Expected one of .*, got "bless"\./),
    ],
    [
      'an unknown field',
      line({ ...good, mood: 'good' }),
      inLog('log/not-an-event', /\/mood: Expected no field "mood"/),
    ],
    [
      'no asset where one is needed',
      line({ ...good, asset_id: undefined }),
      inLog('log/not-an-event', /\/asset_id: Expected a field "asset_id", got none\./),
    ],
    [
      'a delta out of range',
      line({ ...good, confidence_delta: 5 }),
      inLog('log/not-an-event', /\/confidence_delta: Expected a number <= 1, got 5\./),
    ],
    [
      'no such day',
      line({ ...good, ts: '2026-02-30T00:00:00Z' }),
      inLog('log/bad-time', /Expected an instant, got "2026-02-30T00:00:00Z"\./),
    ],
    [
      'an id that is not its own',
      line({ ...good, id: '0123456789abcdef' }),
      inLog('log/wrong-id', new RegExp(`Expected id ${id}, got 0123456789abcdef`)),
    ],
    [
      'a changed number under an old id',
      serializeEvent({
        ...good,
        cell: undefined,
        confidence_delta: 0.05,
      } as unknown as Event).replace('0.05', '0.10'),
      inLog('log/wrong-id', /the line was changed after it was written/),
    ],
    [
      'an invisible character',
      line({ ...good, detail: 'a\u200bb' }),
      inLog('log/not-an-event', /\/detail: Expected plain text, got the invisible .* U\+200B\./),
    ],
  ];

  test.each(rows)('%s', (_, bad, expected) => {
    const folder = project([], `${bad}\n${logText([good])}`);
    const { code, problems } = compileJson(folder);
    expect(code).toBe(1);
    expect(problems).toContainEqual(expect.objectContaining(expected));
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(1);
    expectWellFormed(problems);
    expect(read(folder, 'CLAUDE.md')).toMatch(raised);
    expect(read(folder, 'memory/evolution.jsonl').split('\n')[1]).toBe(bad);
    expect(compileJson(folder).written).toEqual([]);
    expect(checkJson(folder).problems).toContainEqual(expect.objectContaining(expected));
  });

  test('a torn last line: what is appended begins a line of its own', () => {
    const torn = serializeEvent(proved('good', 'torn')).slice(0, 100);
    const folder = project([gene('more')], logText([good, born('more')]) + torn);
    const { code, problems } = compileJson(folder);
    expect(code).toBe(1);
    expect(problems).toContainEqual(expect.objectContaining(inLog('log/not-json', /./, 4)));
    expect(madness(folder, ['deprecate', 'more', '--json']).code).toBe(1);
    const lines = read(folder, 'memory/evolution.jsonl').split('\n');
    expect(lines[3]).toBe(torn);
    expect(lines.filter((one) => one.includes('"deprecate"'))).toHaveLength(1);
    const { problems: after } = compileJson(folder);
    expect(after.map(({ rule, at }) => [rule, at])).toEqual([['log/not-json', 4]]);
    expect(read(folder, 'CLAUDE.md')).toMatch(raised);
    expect(read(folder, 'CLAUDE.md')).not.toContain('[gene:more');
  });

  test('CRLF is a warning, every line counts, and its events are the same events', () => {
    const folder = project();
    const events = [born('good'), good];
    put(folder, 'memory/evolution.jsonl', logText(events).replaceAll('\n', '\r\n'));
    const { code, problems } = compileJson(folder);
    expect(code).toBe(0);
    const warning = { rule: 'log/crlf', severity: 'warning', file: 'evolution.jsonl', at: 1 };
    expect(problems).toContainEqual(expect.objectContaining(warning));
    expectWellFormed(problems);
    expect(read(folder, 'CLAUDE.md')).toMatch(raised);
    // The same lines with LF, as a merge would bring them, count once.
    put(folder, 'memory/evolution.jsonl', read(folder, 'memory/evolution.jsonl') + logText(events));
    expect(compileJson(folder).written).toEqual([]);
  });

  test('a byte order mark is a warning, and the first line counts', () => {
    const folder = project();
    put(folder, 'memory/evolution.jsonl', `\ufeff${logText([born('good'), good])}`);
    const { code, problems } = compileJson(folder);
    expect(code).toBe(0);
    const warning = {
      rule: 'log/byte-order-mark',
      severity: 'warning',
      file: 'evolution.jsonl',
      at: 1,
    };
    expect(problems).toContainEqual(expect.objectContaining(warning));
    expectWellFormed(problems);
    expect(read(folder, 'CLAUDE.md')).toMatch(raised);
  });

  test('a thousand bad lines are not a thousand problems', () => {
    const folder = project([], 'x\n'.repeat(1000) + logText([good]));
    const { code, problems } = compileJson(folder);
    expect(code).toBe(1);
    expect(problems.length).toBeLessThan(60);
    expect(problems.map(({ message }) => message).join()).toMatch(/950 more/);
    expectWellFormed(problems);
    expect(read(folder, 'CLAUDE.md')).toMatch(raised);
  });

  test('the same line twice counts once, and check names the second', () => {
    const folder = project([], logText([good, good]));
    expect(compileJson(folder).code).toBe(0);
    expect(read(folder, 'CLAUDE.md')).toMatch(raised);
    const { code, problems } = checkJson(folder);
    expect(code).toBe(0);
    expect(problems).toMatchObject([
      { rule: 'log/duplicate-line', severity: 'warning', file: 'evolution.jsonl', at: 3 },
    ]);
    expectWellFormed(problems);
  });
});

describe('an event that does not fit', () => {
  test('about an asset that is nowhere is a warning that names the asset', () => {
    const folder = project([], logText([born('gone'), proved('gone', 's')]));
    const { code, problems } = compileJson(folder);
    expect(code).toBe(0);
    expect(problems).toContainEqual(
      expect.objectContaining({
        rule: 'log/unknown-asset',
        severity: 'warning',
        file: 'evolution.jsonl',
        at: 'gone',
        message: expect.stringMatching(/^Expected an asset gone in .*, got none\.$/),
      }),
    );
    expectTheRestCompiled(folder, problems);
    expect(read(folder, 'memory/index.json')).not.toContain('gone');
  });

  test('about another kind of the asset is a warning with its line', () => {
    const folder = project([], logText([proved('good', 's', { asset_type: 'sop' })]));
    compileJson(folder);
    const { code, problems } = checkJson(folder);
    expect(code).toBe(0);
    expect(problems).toMatchObject([{ rule: 'log/other-type', severity: 'warning', at: 2 }]);
    expectWellFormed(problems);
  });

  test('that reverts an event that is nowhere is a warning with its line', () => {
    const revert: Event = {
      ts: '2026-02-02T00:00:00Z',
      event: 'revert',
      reverts: '0123456789abcdef',
    };
    const folder = project([], logText([revert]));
    compileJson(folder);
    const { code, problems } = checkJson(folder);
    expect(code).toBe(0);
    expect(problems).toMatchObject([{ rule: 'log/revert-of-nothing', severity: 'warning', at: 2 }]);
    expectWellFormed(problems);
  });

  const merge = (from: string, into: string): Event => ({
    ts: '2026-02-02T00:00:00Z',
    event: 'merge',
    asset_type: 'gene',
    asset_id: from,
    into,
  });

  test.each([
    ['of two', [merge('b', 'a'), merge('a', 'b')]],
    ['of three', [merge('b', 'c'), merge('c', 'a'), merge('a', 'b')]],
  ])('a merge cycle %s is a warning, and the smallest id survives', (_, merges) => {
    const ids = ['a', 'b', 'c'];
    const folder = project(
      ids.map((id) => gene(id)),
      logText([...ids.map((id) => born(id)), ...merges]),
    );
    const { code, problems, rules } = compileJson(folder);
    expect(code).toBe(0);
    expect(problems.filter(({ rule }) => rule !== 'asset/stale-number')).toEqual([
      expect.objectContaining({
        rule: 'log/merge-cycle',
        severity: 'warning',
        file: 'evolution.jsonl',
        at: 'a',
        message: expect.stringMatching(/^Expected merges that end, got a cycle .*\.$/),
        hint: expect.stringMatching(/^Undo one of the merges/),
      }),
    ]);
    expectTheRestCompiled(folder, problems);
    expect(rules).toContain('gene:a');
    expect(rules).not.toContain('gene:b');
  });

  test('merges into an asset that is nowhere hide nothing', () => {
    const folder = project([gene('a')], logText([born('a'), merge('a', 'nowhere')]));
    const { code, problems, rules } = compileJson(folder);
    expect(code).toBe(0);
    expect(problems).toMatchObject([{ rule: 'log/merge-into-nothing', at: 'nowhere' }]);
    expectTheRestCompiled(folder, problems);
    expect(rules).toEqual(['gene:a', 'gene:good']);
  });
});

describe('a bad config.json', () => {
  test.each([
    ['no JSON', '{', undefined, /^Expected JSON: /],
    ['an unknown field', '{"colour":"red"}', '/colour', /Expected no field "colour"/],
    ['another language', '{"language":"fr"}', '/language', /Expected one of en, zh, got "fr"\./],
    ['a limit out of range', '{"inject":{"max_rules":11}}', '/inject/max_rules', /<= 10, got 11\./],
    ['no object', '[]', '', /Expected object, got \[\]\./],
  ])(
    '%s is a problem with its place, and nothing is written on a guess',
    (_, text, at, message) => {
      const folder = project();
      put(folder, 'memory/config.json', text);
      const before = snapshot(dirname(folder));
      const { code, problems } = compileJson(folder);
      expect(code).toBe(1);
      expect(problems).toMatchObject([
        { rule: 'config/schema', severity: 'error', file: 'config.json' },
      ]);
      expect(problems[0]?.at).toBe(at);
      expect(problems[0]?.message).toMatch(message);
      expectWellFormed(problems);
      expect(snapshot(dirname(folder))).toEqual(before);
    },
  );
});

describe('add refuses at the door', () => {
  function refused(input: string, args: readonly string[] = ['gene']) {
    const folder = project();
    compileJson(folder);
    const before = snapshot(folder);
    const { code, out, err } = madness(folder, ['add', ...args, '--file', '-', '--json'], {
      input,
    });
    expect(snapshot(folder)).toEqual(before);
    expect(code).toBe(1);
    expect(err).toBe('');
    const { problems } = JSON.parse(out) as { problems: Problem[] };
    expectWellFormed(problems);
    return { problems, out };
  }

  const unsafe: [string, string][] = [
    ['a comment that opens', '<!--'],
    ['a comment that closes', '-->'],
    ['a comment that closes the other way', '--!>'],
    ['our own marker', '<!-- madness:memory-inject end -->'],
    ['a fence', '```'],
    ['a fence of tildes', '~~~'],
    ['NUL', '\u0000'],
    ['a bell', '\u0007'],
    ['an escape', '\u001b[31m'],
    ['a line break', '\n'],
    ['a carriage return', '\r'],
    ['a tab', '\t'],
    ['DEL', '\u007f'],
    ['a C1 control', '\u0085'],
    ['a soft hyphen', '\u00ad'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a left-to-right mark', '\u200e'],
    ['a right-to-left override', '\u202e'],
    ['an isolate', '\u2066'],
    ['an Arabic letter mark', '\u061c'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['an invisible filler', '\u3164'],
    ['a variation selector', '\ufe00'],
    ['an invisible tag', '\u{e0041}'],
    ['a variation selector of the supplement', '\u{e0100}'],
    ['half a surrogate pair', '\ud800'],
    ['an interlinear mark', '\ufff9'],
    ['a musical control', '\u{1d173}'],
  ];

  test.each(unsafe)('%s in a text', (_, piece) => {
    const { problems } = refused(JSON.stringify(gene('new', { title: `before${piece}after` })));
    expect(problems).toEqual([
      {
        rule: 'asset/schema',
        severity: 'error',
        file: 'standard input',
        at: '/title',
        message: expect.stringMatching(/Expected plain text, got (?:"|the invisible or control)/),
        hint: expect.stringContaining('schema/gene.schema.json'),
      },
    ]);
  });

  /** Every text that an asset can hold, with a JSON pointer. */
  const texts: [string, (text: string) => object][] = [
    ['/title', (text) => ({ title: text })],
    ['/trigger', (text) => ({ trigger: text })],
    ['/skip_when', (text) => ({ skip_when: text })],
    ['/method/0', (text) => ({ method: [text] })],
    ['/checkpoint', (text) => ({ checkpoint: text })],
    ['/expected_outcome', (text) => ({ expected_outcome: text })],
    ['/tags/0', (text) => ({ tags: [text] })],
    ['/domain/0', (text) => ({ domain: [text] })],
    ['/created_from', (text) => ({ created_from: text })],
    ['/inject/lines/0', (text) => ({ inject: { lines: [text] } })],
    ['/inject/note', (text) => ({ inject: { note: text } })],
    ['/when/signals/0', (text) => ({ when: { signals: [text] } })],
    ['/when/paths/0', (text) => ({ when: { paths: [text] } })],
    ['/evidence/0/project', (text) => ({ evidence: [{ project: text }] })],
    ['/evidence/0/session', (text) => ({ evidence: [{ session: text }] })],
    ['/evidence/0/lesson', (text) => ({ evidence: [{ lesson: text }] })],
    ['/evidence/0/quote', (text) => ({ evidence: [{ quote: text }] })],
  ];

  test.each(texts)('all of these in %s', (at, withText) => {
    for (const [name, piece] of unsafe) {
      // What someone really said may have lines and code in it.
      if (at.endsWith('/quote') && ['\n', '\t', '```', '~~~'].includes(piece)) continue;
      const content = JSON.stringify({ ...gene('new'), ...withText(`a${piece}b`) });
      const { asset, problems } = parseAsset({ name: 'f', content }, { type: 'gene' });
      expect(asset, name).toBeUndefined();
      expect(
        problems.map((problem) => problem.at),
        name,
      ).toContain(at);
    }
    const plain = at === '/domain/0' ? 'plain' : '分类前先定标准 – plain “text” 👍 é';
    const content = JSON.stringify({ ...gene('new'), ...withText(plain) });
    expect(parseAsset({ name: 'f', content }, { type: 'gene' }).problems).toEqual([]);
  });

  const secret = ['AK', 'IA', 'Z7QXJ2M4', 'PLWT5NVB'].join('');

  test.each([
    ['a title', { title: `Use ${secret} for uploads` }, '/title'],
    ['a step', { method: ['open the console', `export AWS_ACCESS_KEY_ID=${secret}`] }, '/method/1'],
    ['a quote', { evidence: [{ quote: `the key is ${secret}` }] }, '/evidence/0/quote'],
  ])('a secret in %s, and does not repeat it', (_, more, at) => {
    const { problems, out } = refused(JSON.stringify({ ...gene('new'), ...more }));
    expect(problems).toMatchObject([{ rule: 'secret/found', severity: 'error', at }]);
    expect(out).not.toContain(secret);
  });

  test('and check finds a secret that came in another way', () => {
    const folder = project([gene('leaky', { trigger: `token == ${secret}` })]);
    compileJson(folder);
    const { code, problems } = checkJson(folder);
    expect(code).toBe(1);
    expect(problems).toMatchObject([
      { rule: 'secret/found', severity: 'error', file: 'genes.json', at: '/1/trigger' },
    ]);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });

  test.each([
    ['nothing at all', ''],
    ['no JSON', 'id: new'],
    ['an array', `[${JSON.stringify(gene('new'))}]`],
    ['null', 'null'],
    ['a number', '7'],
    ['garbage', '\u0000\u0001\ufffd'],
  ])('%s on standard input', (_, input) => {
    const { problems } = refused(input);
    expect(problems).toMatchObject([{ rule: 'asset/schema', file: 'standard input' }]);
  });

  test.each([
    ['a missing field', { ...gene('new'), method: undefined }, '/method'],
    ['an unknown field', { ...gene('new'), priority: 1 }, '/priority'],
    ['a key that means something to JavaScript', JSON.parse('{"__proto__":{"x":1}}'), '/__proto__'],
    ['another kind', { ...gene('new'), type: 'pref' }, '/type'],
    ['a domain with a slash', gene('new', { domain: ['a/b'] }), '/domain/0'],
  ])('%s', (_, more, at) => {
    const { problems } = refused(JSON.stringify({ ...gene('new'), ...(more as object) }));
    expect(problems.map((problem) => problem.at)).toContain(at);
  });

  test('an id that exists, in any file', () => {
    for (const kind of ['gene', 'pref']) {
      const asset = { id: 'good', title: 'T', trigger: 'x', method: ['m'] };
      const pref = { id: 'good', title: 'T', trigger: 'x', rationale: 'r' };
      const { problems } = refused(JSON.stringify(kind === 'gene' ? asset : pref), [kind]);
      expect(problems).toMatchObject([
        { rule: 'asset/id-exists', severity: 'error', file: 'genes.json', at: 'good' },
      ]);
      expect(problems[0]?.hint).toContain('madness revise good');
    }
  });

  test('a number that only the log may give: it is left out', () => {
    const folder = project();
    const boast = { ...gene('new'), confidence: 0.99, status: 'active', validated_count: 40 };
    expect(
      madness(folder, ['add', 'gene', '--file', '-'], { input: JSON.stringify(boast) }).code,
    ).toBe(0);
    expect(genesOf(folder).find(({ id }) => id === 'new')).toMatchObject({
      confidence: 0.7,
      status: 'provisional',
      validated_count: 0,
    });
  });
});

describe('names that mean something to JavaScript', () => {
  test.each(['constructor', 'prototype', 'valueof', 'then', '0'])(
    'the rule %s is one like any other',
    (id) => {
      const folder = project([gene(id, { domain: [id] })], logText([born(id), proved(id, id)]));
      const { code, rules } = compileJson(folder);
      expect(code).toBe(0);
      expect(rules).toContain(`gene:${id}`);
      expect(read(folder, `memory/views/${id}.md`)).toContain(`\`${id}\``);
      expect(compileJson(folder).written).toEqual([]);
    },
  );
});

describe('what cannot run says so with exit code 2', () => {
  test.each([
    ['no memory', ['compile'], /^error: No memory\/ here or above .*\n {4}Make one: madness init/],
    [
      'a memory that is none',
      ['--memory', 'nowhere', 'compile'],
      /^error: .*nowhere holds no memory/,
    ],
    ['an unknown command', ['conjure'], /unknown command/],
    ['an unknown flag', ['compile', '--fast'], /unknown option/],
  ])('%s', (_, args, words) => {
    const folder = scratchFolder();
    put(folder, '.git', '');
    const { code, out, err } = madness(folder, args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(words);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test.each([
    [
      'a kind that is none',
      ['add', 'rule', '--file', '-'],
      /^error: Expected gene, sop or pref, got rule/,
    ],
    [
      'a file that is not there',
      ['add', 'gene', '--file', 'x.json'],
      /^error: Cannot read x\.json \(ENOENT\)/,
    ],
    ['no file', ['add', 'gene'], /^error: Expected --file/],
    [
      'a date that is none',
      ['compile', '--date', '2026-02-31'],
      /^error: Expected a day as YYYY-MM-DD/,
    ],
    ['an id that is none', ['why', 'nothing'], /^error: No asset is called nothing/],
  ])('%s', (_, args, words) => {
    const folder = project();
    const before = snapshot(folder);
    const { code, err } = madness(folder, args);
    expect(code).toBe(2);
    expect(err).toMatch(words);
    expect(err).not.toMatch(/\n\s+at /);
    expect(snapshot(folder)).toEqual(before);
  });

  test.each(['genes.json', 'evolution.jsonl', 'config.json', 'index.json', 'views', 'work'])(
    'memory/%s that is a file where a folder belongs, or the other way round',
    (name) => {
      const folder = project();
      const isFolder = name === 'views' || name === 'work';
      rmSync(join(folder, 'memory', name), { recursive: true, force: true });
      if (isFolder) put(folder, `memory/${name}`, '');
      else mkdirSync(join(folder, 'memory', name));
      const { code, err } = madness(folder, ['compile']);
      expect(code, err).toBe(2);
      expect(err).toMatch(/^error: Cannot (?:read|write) /);
      expect(err).not.toMatch(/\n\s+at /);
    },
  );
});
