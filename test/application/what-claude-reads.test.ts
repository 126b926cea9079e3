import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/commands/memory/compile.js';
import { review } from '../../src/commands/memory/review.js';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { list } from '../../src/commands/rules/list.js';
import { revise } from '../../src/commands/rules/revise.js';
import { show } from '../../src/commands/rules/show.js';
import { deprecate, pin } from '../../src/commands/rules/status-change.js';
import { serializeEvent } from '../../src/learn/log/event.js';
import type { Asset, Event } from '../../src/schema.gen.js';
import { born, gene, putMemory } from '../support/memory.js';
import { down, enter, person } from '../support/person.js';
import { run } from '../support/run-command.js';
import { scratchFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

const kept = { by: 'add' } as const;

function project(assets: readonly Asset[], events: readonly Event[], config: object = {}): string {
  const cwd = scratchFolder();
  putMemory(cwd, { target: '# Shop\n', assets, events, config: { language: 'en', ...config } });
  trustHere(cwd, { MADNESS_HOME: `${cwd}.madness-home` });
  return cwd;
}

const read = (cwd: string) => readFileSync(join(cwd, 'CLAUDE.md'), 'utf8');
const proved = (id: string, more: Partial<Event> = {}): Event => ({
  ts: '2026-03-01T08:00:00Z',
  event: 'validate',
  asset_type: 'gene',
  asset_id: id,
  cell: { shown: true, followed: 'full', outcome: 'achieved' },
  ...more,
});
const failed = (id: string, day: number): Event =>
  proved(id, {
    ts: `2026-03-0${day}T08:00:00Z`,
    event: 'invalidate',
    session: `s-${day}`,
    cell: { shown: true, followed: 'full', outcome: 'not_achieved' },
  });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `rule-${at}`);
const readsOf = async (cwd: string) => {
  const { out } = await run(list, { cwd, options: { json: true } });
  const rows = JSON.parse(out) as { readonly id: string; readonly reads: string }[];
  return Object.fromEntries(rows.map(({ id, reads }) => [id, reads]));
};

describe('What a person keeps', () => {
  test('is in CLAUDE.md at once, marked as on trial, and each command says so', async () => {
    const cwd = project([], []);
    const { talk } = await run(add, { cwd, args: ['use pnpm, never npm'] });
    expect(talk).toContain('CLAUDE.md now has “use pnpm, never npm” (use-pnpm-never-npm)');
    expect(read(cwd)).toContain(
      '# R1 [gene:use-pnpm-never-npm, c:0.70, v:1, trial]\nuse pnpm, never npm\n```',
    );
    expect(await readsOf(cwd)).toEqual({ 'use-pnpm-never-npm': 'block' });
    const args = ['use-pnpm-never-npm'];
    expect((await run(show, { cwd, args })).out).toContain('Claude reads it: CLAUDE.md');
    expect((await run(status, { cwd })).out).toMatch(/^use pnpm, never npm +CLAUDE\.md$/m);
  });

  test('is read nowhere behind ten better ones, but for the one that a start tells', async () => {
    const ids = numbered(12);
    const cwd = project(
      ids.map((id) => gene(id)),
      ids.map((id) => born(id, 0.7, kept)),
    );
    await run(compile, { cwd });
    const reads = Object.values(await readsOf(cwd));
    expect(reads.filter((one) => one === 'block')).toHaveLength(10);
    expect(reads.filter((one) => one === 'start')).toHaveLength(1);
    const { out } = await run(list, { cwd });
    expect(out).toMatch(/ {3}at session start$/m);
    expect(out).toContain(' · nowhere: 10 better ones; pin it, or remove one of them');
  });

  test('is told where its file or its command comes up, where the block has no room', async () => {
    const ids = numbered(11);
    const cwd = project(
      [
        ...ids.map((id) => gene(id)),
        gene('z-file', { when: { paths: ['web/**'] } }),
        gene('z-command', { when: { commands: ['alembic'] } }),
      ],
      [...ids, 'z-file', 'z-command'].map((id) => born(id, 0.7, kept)),
      { inject: { max_trials: 0 } },
    );
    expect(await readsOf(cwd)).toMatchObject({ 'z-file': 'paths', 'z-command': 'failure' });
    const { out } = await run(list, { cwd });
    expect(out).toMatch(/ {3}when web\/\*\* is read$/m);
    expect(out).toMatch(/ {3}when alembic fails$/m);
  });

  test('leaves its place to a proved rule, and compile says what came, what left and why', async () => {
    const ids = numbered(10);
    const assets = [...ids, 'new-one'].map((id) => gene(id));
    const events = ids.map((id) => born(id, 0.7, kept));
    const cwd = project(assets.slice(0, 10), events);
    await run(compile, { cwd });
    putMemory(cwd, { assets, events: [...events, born('new-one', 0.9)] });
    const { talk } = await run(compile, { cwd });
    expect(talk).toMatch(/^CLAUDE\.md now has “What new-one taught” \(new-one\)$/m);
    expect(talk).toMatch(
      /^CLAUDE\.md no longer has “What rule-9 taught” \(rule-9\): 10 better ones; pin it/m,
    );
  });

  test('is removed with a word', async () => {
    const cwd = project([gene('alpha')], [born('alpha', 0.7, kept)]);
    await run(compile, { cwd });
    const { talk } = await run(deprecate, { cwd, args: ['alpha'] });
    expect(talk).toContain('CLAUDE.md no longer has “What alpha taught” (alpha): it was removed');
  });
});

describe('A text for the block', () => {
  const long = 'about to change what API clients get: a field, the shape of a response, a status';
  const draft = (trigger: string, more: object = {}) =>
    JSON.stringify({
      id: 'ask-first',
      type: 'gene',
      title: 'Ask before API clients get something else',
      trigger,
      method: ['Ask the user.'],
      ...more,
    });

  test('wraps its condition like its action, so that a sharper pinned rule stays', async () => {
    const cwd = project([], []);
    await run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin: draft('openapi.yaml') });
    await run(pin, { cwd, args: ['ask-first'] });
    const stdin = draft(long, { skip_when: 'only descriptions or examples change' });
    const revised = await run(revise, { cwd, args: ['ask-first'], options: { file: '-' }, stdin });
    expect(revised.code).toBe(0);
    expect(read(cwd)).toContain(
      [
        '# R1 [gene:ask-first, c:0.70, v:2, pinned]',
        `IF ${long} AND NOT (only descriptions or`,
        '   examples change):',
        '    Ask the user.',
        '# Ask before API clients get something else',
      ].join('\n'),
    );
  });

  test.each([
    [
      'condition and action',
      draft(`${long} ${long} ${long}`, { method: ['a', 'b'] }),
      'lose 6 columns or more of condition and action',
    ],
    [
      'the title',
      draft('x', { title: 'A title of many words '.repeat(6).trim() }),
      'lose 13 of the title',
    ],
  ])(
    'is refused where %s does not fit, with the columns to lose, before anything is written',
    async (_, stdin, fault) => {
      const cwd = project([], []);
      const { code, talk } = await run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin });
      expect([code, talk]).toEqual([1, expect.stringContaining(fault)]);
      expect(await readsOf(cwd)).toEqual({});
    },
  );

  test('that grew too long by hand is an error of compile', async () => {
    const cwd = project([gene('alpha')], [born('alpha', 0.9)]);
    await run(compile, { cwd });
    const file = join(cwd, 'memory/genes.json');
    const [asset] = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify([{ ...asset, method: [long, long, long, long, long] }]));
    const { code, talk } = await run(compile, { cwd });
    expect(code).toBe(1);
    expect(talk).toMatch(/error: genes\.json:alpha: Too long for the rule block/);
    expect(talk).toContain('CLAUDE.md no longer has “What alpha taught” (alpha): too long');
  });
});

describe('A pinned rule that falls below 0.50', () => {
  const fallen = async () => {
    const events = [
      born('alpha', 0.7, kept),
      proved('alpha', { event: 'pin', cell: undefined } as never),
    ];
    const cwd = project([gene('alpha')], events);
    await run(compile, { cwd });
    expect(read(cwd)).toContain('c:0.70, v:1, pinned]');
    const lines = [failed('alpha', 2), failed('alpha', 3)].map(serializeEvent).join('\n');
    appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${lines}\n`);
    return cwd;
  };

  test('leaves with a word, waits for the person, and comes back by their yes', async () => {
    const cwd = await fallen();
    const { talk } = await run(compile, { cwd });
    expect(talk).toContain('(alpha): pinned, but its confidence fell to 0.25');
    expect((await run(status, { cwd })).out).toContain('alpha is pinned and fell below 0.50');
    await run(review, { cwd, terminal: person([enter]) });
    expect(read(cwd)).toContain('gene:alpha, c:0.50, v:1, pinned]');
    expect((await run(status, { cwd })).out).not.toContain('waits for you  alpha');
  });

  test('is asked about once where the person drops it', async () => {
    const cwd = await fallen();
    await run(compile, { cwd });
    await run(review, { cwd, terminal: person([down, enter]) });
    expect(read(cwd)).not.toContain('gene:alpha');
    const { out } = await run(review, { cwd, options: { list: true } });
    expect(out).not.toContain('alpha');
  });
});
