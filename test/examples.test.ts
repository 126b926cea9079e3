import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile } from '../src/compile/compile.js';
import { houseAt } from '../src/house.js';
import { parseAssets, renderItems } from '../src/learn/asset.js';
import { fold } from '../src/learn/confidence.js';
import { eventKinds, serializeEvent } from '../src/learn/event.js';
import { idOf } from '../src/learn/log.js';
import { planUndo, touchesWording } from '../src/learn/undo.js';
import type { Asset, Event } from '../src/schema.gen.js';
import { openMemory } from '../src/store.js';

const examples = join(import.meta.dirname, '../examples');
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
    houseAt(join(examples, language, 'memory'), {}),
    () => true,
  );

  test('holds what a person and the log wrote, nothing that compile derives', () => {
    expect(readdirSync(join(examples, language)).sort()).toEqual(['CLAUDE.md', 'memory']);
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

  test('has a log whose every line is what the product would write', () => {
    const lines = read(language, 'memory/evolution.jsonl').trimEnd().split('\n');
    expect(lines.map((line) => serializeEvent(JSON.parse(line)))).toEqual(lines);
    expect([...problems, ...memory.log.problems]).toEqual([]);
  });

  test('takes its rules through every kind of event that a life has', () => {
    const unused = ['pending_observation', 'import_merge', 'import_skip', 'inject_reflection'];
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
    const numbers = plan.standings.map(
      ({ asset, life, status }) => `${asset.id} ${life.confidence} v${life.version} ${status}`,
    );
    expect(numbers.sort()).toEqual([
      'bisect-regressions 85 v1 active',
      'classify-first 90 v2 active',
      'failing-test-first 70 v1 deprecated',
      'flags-over-branches 60 v1 provisional',
      'migration-rehearsal 65 v2 provisional',
      'phase0-checklist 90 v2 active',
      'plan-before-edit 55 v2 provisional',
      'pnpm-over-npm 85 v1 active',
      'reproduce-before-fix 90 v2 active',
      'rerun-flaky-tests 30 v1 deprecated',
    ]);
  });

  test('has a log that knows the wording: no undo finds a text that has moved on', () => {
    const { assets } = parseAssets(memory.texts);
    const { log } = memory.log;
    const state = fold(log);
    const rows = new Map(Array.from({ length: log.count }, (_, row) => [idOf(log, row), row]));
    const isLive = (id: string) => state.isLive(rows.get(id) as number);
    const history = kept.filter(({ event }) => touchesWording(event));
    const stuck = kept
      .filter(({ id }) => isLive(id))
      .filter((target) =>
        planUndo(target, history, isLive, assets).rewordings.some((one) => one.movedOn),
      );
    expect(stuck).toEqual([]);
  });

  test('has asset files that are sorted and formatted as compile does', () => {
    for (const [name, text] of memory.texts)
      expect([name, renderItems(JSON.parse(text))]).toEqual([name, text]);
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
