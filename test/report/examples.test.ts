import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile as compileCommand } from '../../src/commands/memory/compile.js';
import { deprecate, pin, revive } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { compile } from '../../src/compile/compile.js';
import { renderItems } from '../../src/learn/asset.js';
import { serializeEvent } from '../../src/learn/log/event.js';
import { readTranscript } from '../../src/observe/transcript/transcript.js';
import { isOwnWords } from '../../src/observe/transcript/turn.js';
import type { Asset, Event } from '../../src/schema.gen.js';
import { locationAt } from '../../src/store/location.js';
import { openMemory } from '../../src/store/store.js';
import type { Command } from '../../src/terminal/context.js';
import { run } from '../support/run-command.js';
import { scratchFolders } from '../support/scratch.js';

const examples = join(import.meta.dirname, '../../examples');
const languages = ['en', 'zh'] as const;
const read = (...path: string[]) => readFileSync(join(examples, ...path), 'utf8');
const eventsOf = (language: string): Event[] =>
  read(language, 'memory/evolution.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const assetsOf = (language: string): Asset[] =>
  ['genes', 'sops', 'prefs'].flatMap((name) => JSON.parse(read(language, `memory/${name}.json`)));

describe.each(languages)('the example in %s', (language) => {
  const { memory, problems, kept } = openMemory(
    locationAt(join(examples, language, 'memory'), {}),
    () => true,
  );

  test('holds what a person and the log wrote, nothing that compile derives', () => {
    expect(readdirSync(join(examples, language)).sort()).toEqual([
      'CLAUDE.md',
      'judgements.json',
      'memory',
      'sessions',
    ]);
    expect(readdirSync(join(examples, language, 'memory')).sort()).toEqual([
      'config.json',
      'evolution.jsonl',
      'genes.json',
      'prefs.json',
      'sops.json',
    ]);
    expect(read(language, 'CLAUDE.md')).not.toContain('madness');
  });

  test('has a CLAUDE.md of the length that people write', () => {
    const lines = read(language, 'CLAUDE.md').split('\n').length - 1;
    expect(lines).toBeGreaterThanOrEqual(60);
    expect(lines).toBeLessThanOrEqual(100);
  });

  test.each(readdirSync(join(examples, language, 'sessions')))(
    'has a session %s of the real client, small and without a trace of the machine',
    (name) => {
      const file = join(examples, language, 'sessions', name);
      const text = readFileSync(file, 'utf8');
      expect(text.length).toBeLessThan(60_000);
      expect(text.match(/\/(?:tmp|root|work|Users)\/|\/home\/(?!dev\/)/)).toBeNull();
      const { turns, coverage } = readTranscript(file);
      expect([...turns].filter(isOwnWords).length).toBeGreaterThan(3);
      expect(coverage()).toMatchObject({ read: 'whole', cwd: '/home/dev/lantern' });
    },
  );

  test('has a log whose every line is what the product would write', () => {
    const lines = read(language, 'memory/evolution.jsonl').trimEnd().split('\n');
    expect(lines.map((line) => serializeEvent(JSON.parse(line)))).toEqual(lines);
    expect([...problems, ...memory.log.problems]).toEqual([]);
  });

  test('takes its rules through every kind of event that a life has', () => {
    const unused = [
      'pending_observation',
      'import_merge',
      'import_skip',
      'import_read',
      'inject_reflection',
    ];
    const schema = JSON.parse(readFileSync('schema/event.schema.json', 'utf8'));
    const eventKinds: string[] = schema.properties.event.enum;
    const seen = new Set<string>(kept.map(({ event }) => event.event));
    expect(eventKinds.filter((kind) => !seen.has(kind) && kind !== 'unpin').sort()).toEqual(
      unused.sort(),
    );
  });

  test('quotes someone in every verdict', () => {
    const verdicts = kept.filter(({ event }) => event.cell !== undefined);
    expect(verdicts.length).toBeGreaterThan(20);
    expect(verdicts.filter(({ event }) => (event.quotes ?? []).length === 0)).toEqual([]);
  });

  test('compiles without a word, but for the numbers of an older compile', async () => {
    const plan = await compile(memory, '2026-11-21T00:00:00Z');
    expect([...new Set(plan.problems.map(({ rule }) => rule))]).toEqual(['asset/stale-number']);
    // A day that is not there yet is named as such, on both sides.
    expect(plan.problems.map(({ message }) => message).join('\n')).not.toMatch(/, ,|, :/);
    const numbers = plan.standings.map(
      ({ asset, ruleState, status }) =>
        `${asset.id} ${ruleState.confidence} v${ruleState.version} ${status}`,
    );
    expect(numbers.sort()).toEqual([
      'bisect-regressions 85 v1 active',
      'classify-first 90 v2 active',
      'failing-test-first 70 v1 deprecated',
      'migration-rehearsal 65 v2 provisional',
      'phase0-checklist 90 v2 active',
      'plan-before-edit 55 v2 provisional',
      'pnpm-over-npm 85 v1 active',
      'reproduce-before-fix 90 v2 active',
      'rerun-flaky-tests 30 v1 deprecated',
    ]);
  });

  test('has asset files that are sorted and formatted as compile does', () => {
    for (const [name, text] of memory.texts)
      expect([name, renderItems(JSON.parse(text))]).toEqual([name, text]);
  });
});

describe('commands on the example, compiled', () => {
  const cwd = scratchFolders()();
  let minute = 0;
  const call = (command: Command, ...args: string[]) => {
    minute += 1;
    return run(command, {
      cwd,
      args,
      now: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
    });
  };
  const inMemory = (name: string) => readFileSync(join(cwd, 'memory', name), 'utf8');
  const assets = () => ['genes.json', 'sops.json', 'prefs.json'].map(inMemory);
  const log = (): Event[] =>
    inMemory('evolution.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  beforeAll(async () => {
    cpSync(join(examples, 'en', 'memory'), join(cwd, 'memory'), { recursive: true });
    cpSync(join(examples, 'en', 'CLAUDE.md'), join(cwd, 'CLAUDE.md'));
    await call(compileCommand);
  });

  test('undoing an event of any kind and undoing that gives the same assets, byte for byte', async () => {
    const before = assets();
    const history = log();
    const kinds = new Map(history.map((event) => [`${event.event} ${event.asset_type}`, event]));
    for (const { id = '' } of kinds.values()) {
      await call(undo, id);
      const revert = log()
        .slice(history.length)
        .findLast(({ reverts }) => reverts === id);
      // One verdict of the example is undone already.
      if (revert === undefined) continue;
      await call(undo, revert.id as string);
      expect([id, ...assets()]).toEqual([id, ...before]);
    }
  });

  test('undoing a revision brings the older words back, evidence and all', async () => {
    const revision = log().findLast(({ event }) => event === 'revise') as Event;
    await call(undo, revision.id as string);
    const restored = assets()
      .flatMap((text) => JSON.parse(text))
      .find(({ id }) => id === revision.asset_id);
    expect(restored).toMatchObject(revision.before as object);
  });

  test.each([
    ['retiring', deprecate],
    ['taking back', revive],
    ['pinning', pin],
  ])('%s a rule warns of no stale number: the command itself moved it', async (_, command) => {
    expect((await call(command, 'classify-first')).talk).not.toContain('warning');
  });
});

test('both languages tell the same story', () => {
  const bare = ({
    ts,
    event,
    asset_id,
    asset_ids,
    session,
    project,
    cell,
    confidence_delta,
    into,
  }: Event) => ({ ts, event, asset_id, asset_ids, session, project, cell, confidence_delta, into });
  const [en, zh] = languages.map((language) => eventsOf(language).map(bare));
  expect(zh).toEqual(en);
  const roles = (language: string) =>
    eventsOf(language).map(({ quotes }) => quotes?.map(({ role, line }) => `${role} ${line}`));
  expect(roles('zh')).toEqual(roles('en'));
  const shape = (language: string) =>
    assetsOf(language).map(({ id, type, confidence, version, trigger, skip_when, domain }) => ({
      id,
      type,
      confidence,
      version,
      trigger,
      skip_when,
      domain,
    }));
  expect(shape('zh')).toEqual(shape('en'));
  const skeleton = (language: string) =>
    read(language, 'CLAUDE.md')
      .split('\n')
      .map((line) => /^(?:#+|-|\||```)?/.exec(line)?.[0]);
  expect(skeleton('zh')).toEqual(skeleton('en'));
});

test('the Chinese example speaks Chinese: no sentence in it is English', () => {
  const texts = assetsOf('zh').flatMap((asset) => [
    asset.title,
    ...(asset.evidence ?? []).flatMap(({ quote = '', lesson = '' }) => [quote, lesson]),
  ]);
  const said = eventsOf('zh').flatMap(({ detail = '', reason = '', event, quotes = [] }) => [
    event === 'revert' ? '' : detail,
    reason,
    ...quotes.filter(({ role }) => role === 'user').map(({ text }) => text),
  ]);
  const english = [...texts, ...said].filter((text) => /(?:[A-Za-z]{2,}[ ,.]+){3}/.test(text));
  expect(english).toEqual([]);
});
