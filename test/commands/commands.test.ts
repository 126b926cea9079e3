import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandFiles } from '../../src/cli/command-list.js';
import { check } from '../../src/commands/memory/check.js';
import { compile } from '../../src/commands/memory/compile.js';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { merge } from '../../src/commands/rules/merge.js';
import { revise } from '../../src/commands/rules/revise.js';
import { why } from '../../src/commands/rules/show.js';
import { deprecate, pin, revive, unpin } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { exportMemory } from '../../src/commands/sharing/export.js';
import { policy } from '../../src/learn/fold/policy.js';
import { eventId, serializeEvent } from '../../src/learn/log/event.js';
import type { Problem } from '../../src/problem.js';
import type { Event, Gene } from '../../src/schema.gen.js';
import { portable as isPortable } from '../../src/share/validators.gen.js';
import type { Command, Context } from '../../src/terminal/context.js';
import { git } from '../support/git.js';
import { madnessHere, run } from '../support/in-process.js';
import { enter, person } from '../support/person.js';
import { put, scratchFolders, snapshot } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

const scratch = scratchFolders();
let cwd = '';

beforeEach(async () => {
  cwd = scratch('项目 with space');
  await run(init, { cwd, options: { language: 'en' } });
});

const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
const events = () =>
  read('memory/evolution.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);

const call = (
  command: Command,
  args: string[] = [],
  options: Context['options'] = {},
  stdin = '',
) => run(command, { cwd, args, options, stdin });
const json = async (command: Command, args: string[] = [], options: Context['options'] = {}) =>
  JSON.parse((await call(command, args, { ...options, json: true })).out);

const rule = {
  id: 'classify-first',
  title: 'Agree on a standard before sorting',
  domain: ['dev'],
  trigger: 'items > 10 AND categories_undefined',
  method: ['define_standard(samples=3)', 'classify'],
  evidence: [
    {
      project: 'shop',
      session: 's0',
      line: 7,
      quote: 'first agree what a bug is',
      lesson: 'sorted twice',
    },
  ],
};
/** Rules that look alike are what many of these tests are about. */
const every = () =>
  ['genes', 'sops', 'prefs']
    .flatMap((kind) => JSON.parse(read(`memory/${kind}.json`)) as Gene[])
    .map(({ id }) => id)
    .join();
const addRule = (more: object = {}, type = 'gene') =>
  call(add, [type], { file: '-', notLike: every() }, JSON.stringify({ ...rule, ...more }));

function judge(asset_id: string, session: string, followed = 'full', outcome = 'achieved'): void {
  const event = {
    ts: `2026-02-0${session.slice(1)}T00:00:00Z`,
    event: outcome === 'achieved' ? 'validate' : 'invalidate',
    asset_type: 'gene',
    asset_id,
    session,
    project: '项目 with space',
    quotes: [{ line: 3, role: 'user', text: 'yes, like that' }],
    cell: { shown: true, followed, outcome },
  } as Event;
  appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${serializeEvent(event)}\n`);
}

describe('init', () => {
  test('makes a memory, no empty target and nothing twice', async () => {
    expect(existsSync(join(cwd, 'CLAUDE.md'))).toBe(false);
    expect(JSON.parse(read('memory/config.json'))).toEqual({
      project: '项目 with space',
      language: 'en',
    });
    const { out } = await call(init);
    expect(out).not.toContain('created');
    expect(await call(check)).toMatchObject({ code: 0, talk: '' });
  });

  test('says that git did not take the merge driver: its configuration is locked, or kept by a sandbox', async () => {
    git(cwd, 'init', '--quiet');
    writeFileSync(join(cwd, '.git/config.lock'), '');
    const { code, talk } = await call(init);
    expect(code).toBe(0);
    expect(talk).toContain('warning: .git/config: Git does not take how it merges this memory');
    expect(talk).toContain('could not lock config file');
    const json = await call(init, [], { json: true });
    expect(JSON.parse(json.out)).toMatchObject({ problems: [{ rule: 'git/no-driver' }] });
  });

  test('with --json the problems are the whole result', async () => {
    const none = expect.stringMatching(/^\{\n {2}"problems": \[\]\n\}\n?$/);
    expect(await call(init, [], { json: true })).toMatchObject({ code: 0, out: none });
    const home = { MADNESS_HOME: join(cwd, 'own'), CLAUDE_CONFIG_DIR: join(cwd, 'claude') };
    for (const line of ['hooks pause', 'hooks resume', 'uninstall', 'init'])
      expect(await madnessHere(cwd, [...line.split(' '), '--json'], { env: home })).toMatchObject({
        code: 0,
        out: none,
      });
    const printed = await madnessHere(cwd, ['export', '-', '--json'], { env: home });
    expect(JSON.parse(printed.out)).toMatchObject({ schema_version: '1.0', assets: {} });
  });

  test('names compile where rules have no block yet: the file they stood in was gone', async () => {
    expect((await call(init)).out).toContain('next: madness add "one sentence"');
    await addRule();
    await call(pin, ['classify-first']);
    rmSync(join(cwd, 'CLAUDE.md'));
    expect((await call(init)).out).toContain('next: madness compile');
    await call(compile);
    expect((await call(init)).out).toContain('next: madness add');
  });

  test('shares the reviews, and says so in the configuration', async () => {
    const other = scratch();
    await run(init, { cwd: other, options: { shareReviews: true } });
    const config = JSON.parse(readFileSync(join(other, 'memory/config.json'), 'utf8'));
    expect(config).toMatchObject({ share_reviews: true });
  });

  test('keeps what is there: the target, the configuration, the assets', async () => {
    writeFileSync(join(cwd, 'CLAUDE.md'), '# Mine\n');
    writeFileSync(join(cwd, 'memory/config.json'), '{"project":"mine"}\n');
    await call(init, [], { language: 'zh' });
    expect([read('CLAUDE.md'), read('memory/config.json')]).toEqual([
      '# Mine\n',
      '{"project":"mine"}\n',
    ]);
  });

  test.each<[string, Context['options'], string]>([
    ['--language', { language: 'zh' }, 'Set "language": "zh" there, then madness compile.'],
    ['--share-reviews', { shareReviews: true }, 'ignores facets/ and retrospectives/'],
    [
      '--adopt',
      { adopt: '../older' },
      'memory/genes.json: An older file for --adopt was not taken',
    ],
  ])('says that %s changes nothing where a memory is', async (_, options, said) => {
    mkdirSync(join(cwd, '../older'));
    writeFileSync(join(cwd, '../older/genes.json'), '[]');
    expect(await call(init, [], options)).toMatchObject({
      code: 0,
      talk: expect.stringContaining(said),
    });
    expect(await call(init, [], { language: 'en' })).toMatchObject({ code: 0, talk: '' });
  });

  firstQuick(['alloc.c', 'index.json', 'INDEX.md', 'views/_all.md', 'config.json', 'genes.json'])(
    'leaves a memory/ alone that holds %s of something else, and uses .madness/',
    async (name) => {
      const other = scratch();
      put(other, `memory/${name}`, name === 'genes.json' ? '[{"symbol": "BRCA1"}]' : 'mine = 1\n');
      const before = snapshot(join(other, 'memory'));
      const made = await run(init, { cwd: other });
      expect(made).toMatchObject({ code: 0 });
      expect(made.out).toContain('memory/ belongs to something else and is left alone');
      expect((await run(add, { cwd: other, args: ['use pnpm, never npm'] })).code).toBe(0);
      expect(snapshot(join(other, 'memory'))).toEqual(before);
      expect(readFileSync(join(other, '.madness/genes.json'), 'utf8')).toContain('use-pnpm');
    },
  );

  test('in the home folder a script is refused, and a person is asked once more', async () => {
    const other = scratch();
    const { HOME } = process.env;
    process.env.HOME = other;
    try {
      await expect(run(init, { cwd: other })).rejects.toThrow('This is your home folder');
      expect((await run(init, { cwd: other, terminal: person([enter]) })).code).toBe(1);
      expect(readdirSync(other)).toEqual([]);
      const terminal = person(['y'], [enter], [enter], [enter], [enter]);
      expect((await run(init, { cwd: other, terminal })).code).toBe(0);
    } finally {
      process.env.HOME = HOME;
    }
  });

  test('goes to AGENTS.md where only that exists', async () => {
    const other = scratch();
    writeFileSync(join(other, 'AGENTS.md'), '# Agents\n');
    await run(init, { cwd: other });
    expect(existsSync(join(other, 'CLAUDE.md'))).toBe(false);
  });

  test('adopts the files of an older memory', async () => {
    const [older, other] = [scratch(), scratch()];
    writeFileSync(
      join(older, 'genes.json'),
      JSON.stringify([{ ...rule, type: 'gene', confidence: 0.9 }]),
    );
    await run(init, { cwd: other, options: { adopt: older } });
    await run(compile, { cwd: other });
    expect(readFileSync(join(other, 'CLAUDE.md'), 'utf8')).toContain('c:0.90');
  });

  test('leaves nothing behind where there is no older memory', async () => {
    const other = scratch();
    const adopt = join(other, 'absent');
    await expect(run(init, { cwd: other, options: { adopt } })).rejects.toThrow('holds no memory');
    expect(readdirSync(other)).toEqual([]);
  });

  test('says what is wrong in an older memory, and each file that it made once', async () => {
    const [older, other] = [scratch(), scratch()];
    writeFileSync(join(older, 'genes.json'), '[{}]');
    const { code, out, talk } = await run(init, { cwd: other, options: { adopt: older } });
    expect([code, talk]).toEqual([1, expect.stringContaining('error: genes.json:/0')]);
    const made = out.split('\n').filter((line) => line.startsWith('created'));
    expect(made).toEqual([...new Set(made)]);
  });
});

describe('compile', () => {
  test('says what it wrote and which rules stand in the block', async () => {
    await addRule();
    for (const session of ['s1', 's2', 's3']) judge('classify-first', session);
    const result = await json(compile);
    expect(Object.keys(result)).toEqual([
      'written',
      'unchanged',
      'rules',
      'block_version',
      'problems',
    ]);
    expect(result.rules).toEqual(['gene:classify-first']);
    // The log tells what stands in the block since when.
    expect(result.written).toEqual(expect.arrayContaining(['CLAUDE.md', 'memory/evolution.jsonl']));
    // It stood there on trial before it was proved.
    expect(result.block_version).toBe(2);
    expect(read('CLAUDE.md')).toContain('# R1 [gene:classify-first, c:0.85, v:1]');
  });

  test('run again writes nothing, and says the same', async () => {
    await addRule();
    await call(pin, ['classify-first']);
    const first = await json(compile);
    const second = await json(compile);
    expect(second).toEqual(first);
    expect(first.written).toEqual([]);
  });

  test('--check writes nothing and exits 1 on drift', async () => {
    await addRule();
    for (const session of ['s1', 's2', 's3']) judge('classify-first', session);
    const [before, block] = [events().length, read('CLAUDE.md')];
    const { code, out } = await call(compile, [], { check: true });
    expect([code, events().length, read('CLAUDE.md')]).toEqual([1, before, block]);
    expect(out).toContain('would write CLAUDE.md');
  });

  test('a changed file is seen at once', async () => {
    await addRule();
    await call(pin, ['classify-first']);
    await call(compile);
    writeFileSync(join(cwd, 'CLAUDE.md'), read('CLAUDE.md').replace('classify →', 'classify'));
    writeFileSync(join(cwd, 'memory/INDEX.md'), 'gone');
    expect((await json(compile)).written).toContain('memory/INDEX.md');
  });

  test('a folder under another name is another project', async () => {
    writeFileSync(join(cwd, 'memory/config.json'), '{}');
    await addRule();
    expect((await json(compile)).written).toEqual([]);
    const moved = `${cwd} moved`;
    renameSync(cwd, moved);
    cwd = moved;
    const { written } = await json(compile, [], { check: true });
    expect((await json(compile)).written).toEqual(written);
    expect(read('memory/INDEX.md')).toContain('# Memory of 项目 with space moved\n');
    expect((await json(compile, [], { check: true })).written).toEqual([]);
  });

  test('a block edited by hand is kept in work/ and said', async () => {
    await addRule();
    await call(pin, ['classify-first']);
    writeFileSync(
      join(cwd, 'CLAUDE.md'),
      read('CLAUDE.md').replace('classify', 'CLASSIFY BY HAND'),
    );
    const { problems } = await json(compile);
    expect(problems[0].rule).toBe('target/edited-by-hand');
    const kept = /work\/block-\w+\.md/.exec(problems[0].hint)?.[0] as string;
    expect(read(`memory/${kept}`)).toContain('CLASSIFY BY HAND');
    expect((await json(status)).waiting).toMatchObject([
      { id: /block-\w+/.exec(kept)?.[0], kind: 'block', title: expect.stringContaining('by hand') },
    ]);
  });

  test('status names three of what waits at a terminal, counts the rest, and has all through a pipe and in JSON', async () => {
    mkdirSync(join(cwd, 'memory/work'), { recursive: true });
    for (let index = 10; index < 58; index++)
      writeFileSync(join(cwd, `memory/work/proposal-000000${index}.json`), '{}');
    const { out } = await run(status, { cwd, terminal: person() });
    expect(out.match(/^waits for you .*$/gm)).toHaveLength(4);
    expect(out).toContain('… and 45 more');
    expect((await call(status)).out.match(/^waits for you .*$/gm)).toHaveLength(48);
    expect((await json(status)).waiting).toHaveLength(48);
  });
});

describe('add, revise and merge', () => {
  test('a new rule is provisional at 0.70, with the quotes of its evidence in the log', async () => {
    const { out, code } = await addRule();
    expect([code, out]).toEqual([0, expect.stringContaining('0.70')]);
    expect(events()[0]).toMatchObject({
      event: 'create',
      confidence_delta: 0.7,
      session: 's0',
      quotes: [{ text: 'first agree what a bug is', line: 7 }],
    });
  });

  test('numbers that somebody writes into a rule decide nothing', async () => {
    const fields = { confidence: 0.99, status: 'active', version: 9, validated_count: 50 };
    expect((await addRule(fields)).talk).toContain(Object.keys(fields).join(', '));
    expect(JSON.parse(read('memory/genes.json'))[0]).toMatchObject({
      confidence: 0.7,
      status: 'provisional',
      version: 1,
      validated_count: 0,
    });
  });

  test('an id that exists is refused, and revise is named', async () => {
    await addRule();
    const before = events().length;
    const { code, talk } = await addRule({ title: 'other' });
    expect([code, events().length]).toEqual([1, before]);
    expect(talk).toContain('madness revise classify-first');
  });

  test('an asset that holds a secret is refused with its place', async () => {
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const { code, talk } = await addRule({ method: ['login', `use ${secret}`] });
    expect([code, events()]).toEqual([1, []]);
    expect(talk).toContain('/method/1');
    expect(talk).not.toContain(secret);
  });

  test('nor is a reason that holds one written down', async () => {
    await addRule();
    const before = events();
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const { code, talk } = await call(deprecate, [rule.id], { reason: `the token is ${secret}` });
    expect([code, events()]).toEqual([1, before]);
    expect(talk).toContain('/reason');
    expect(talk).not.toContain(secret);
  });

  test('revise changes the wording, counts a version and keeps the confidence', async () => {
    await addRule();
    const next = JSON.stringify({ ...rule, title: 'Agree first' });
    await call(revise, ['classify-first'], { file: '-' }, next);
    const [asset] = JSON.parse(read('memory/genes.json'));
    expect(asset).toMatchObject({ title: 'Agree first', version: 2, confidence: 0.7 });
    expect(events().find(({ event }) => event === 'revise')).toMatchObject({
      before: { title: rule.title },
      after: { title: 'Agree first' },
    });
  });

  test('an item beside that has the same id and does not count loses no word', async () => {
    await addRule();
    const [first] = JSON.parse(read('memory/genes.json'));
    const others = [
      { ...first, title: 'Written by somebody else' },
      { id: 'half', type: 'gene', title: 'Half an idea' },
    ];
    writeFileSync(join(cwd, 'memory/genes.json'), JSON.stringify([first, ...others]));
    await call(revise, [rule.id], { file: '-' }, JSON.stringify({ ...rule, title: 'Reworded' }));
    await addRule({ id: 'half', title: 'Whole' });
    const titles = JSON.parse(read('memory/genes.json')).map(({ title }: Gene) => title);
    expect(titles).toEqual(['Reworded', 'Written by somebody else', 'Half an idea', 'Whole']);
    expect((await call(why, [rule.id])).out).toContain('Reworded');
  });

  test('a new wording that names no evidence keeps that of the old one', async () => {
    await addRule();
    const { evidence, ...bare } = rule;
    const next = JSON.stringify({ ...bare, title: 'Agree first' });
    await call(revise, [rule.id], { file: '-' }, next);
    expect(JSON.parse(read('memory/genes.json'))[0]).toMatchObject({
      title: 'Agree first',
      evidence,
    });
  });

  test('revise to the same words writes nothing', async () => {
    await addRule();
    const before = events().length;
    const { out } = await call(revise, ['classify-first'], { file: '-' }, JSON.stringify(rule));
    expect([out, events().length]).toEqual([expect.stringContaining('already'), before]);
  });

  test('merge hides the one, gives its evidence to the other, and moves no confidence', async () => {
    await addRule();
    await addRule({ id: 'sort-later', title: 'Sort later', evidence: [{ lesson: 'the same' }] });
    judge('sort-later', 's1');
    await call(merge, ['sort-later'], { into: 'classify-first' });
    const [survivor, hidden] = JSON.parse(read('memory/genes.json'));
    expect(survivor).toMatchObject({
      id: 'classify-first',
      version: 2,
      confidence: 0.7,
      merged_from: ['sort-later'],
    });
    expect(survivor.evidence).toHaveLength(2);
    expect(hidden.status).toBe('deprecated');
    expect(read('memory/INDEX.md')).toContain('absorbed into `classify-first`');
    const merged = events().find(({ event }) => event === 'merge') as Event;
    const told = async () => (await call(why, [survivor.id])).out;
    expect(await told()).toContain(`merge  absorbed ${merged.asset_id}, without its verdicts`);
    await call(undo, [merged.id as string]);
    expect(await told()).toContain('merge  does not count here');
  });

  test('a merge says what evidence found no room, and keeps what the user said', async () => {
    const own = { ...rule, type: 'gene', created_at: '2026-01-02' };
    const other = { ...own, id: 'sort-later', title: 'Sort later' };
    const heard = { session: 's9', role: 'user', quote: 'sort later, please' } as const;
    const lessons = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ lesson: `${name} ${index}` }));
    const assets = [
      { ...own, evidence: [{ quote: 'as ever' }, ...lessons('own', 47)] },
      { ...other, evidence: [...lessons('other', 4), heard] },
    ];
    put(cwd, 'memory/genes.json', JSON.stringify(assets));
    await call(compile);
    const { out } = await call(merge, ['sort-later'], { into: 'classify-first' });
    expect(out).toContain(
      "3 pieces of evidence left out: a rule keeps 50, the user's own words first",
    );
    const { evidence } = JSON.parse(read('memory/genes.json'))[0] as Gene;
    expect(evidence).toEqual([
      { quote: 'as ever' },
      ...lessons('own', 47),
      ...lessons('other', 1),
      heard,
    ]);
    await call(undo, [events().find(({ event }) => event === 'merge')?.id as string]);
    expect(JSON.parse(read('memory/genes.json'))[0].evidence).toHaveLength(48);
  });

  test('a merge is written once, and never in a ring', async () => {
    await addRule();
    await addRule({ id: 'sort-later', title: 'Sort later' });
    await call(merge, ['sort-later'], { into: 'classify-first' });
    const written = events().length;
    const again = await call(merge, ['sort-later'], { into: 'classify-first' });
    expect(again.out).toContain('sort-later is merged into classify-first already');
    await expect(call(merge, ['classify-first'], { into: 'sort-later' })).rejects.toMatchObject({
      message: 'sort-later was itself merged into classify-first.',
      hint: 'Undo that merge first.',
    });
    expect(events()).toHaveLength(written);
  });

  test('nothing is merged into a retired rule: both would be hidden', async () => {
    await addRule();
    await addRule({ id: 'sort-later', title: 'Sort later' });
    await call(deprecate, ['classify-first']);
    const written = events().length;
    await expect(call(merge, ['sort-later'], { into: 'classify-first' })).rejects.toMatchObject({
      message: expect.stringContaining('classify-first is hidden: it is removed'),
      hint: 'madness revive classify-first first.',
    });
    expect(events()).toHaveLength(written);
    expect((await json(status)).provisional).toBe(1);
  });
});

describe('decisions of a person', () => {
  test('retire hides, revive takes back at 0.50 at least', async () => {
    await addRule();
    judge('classify-first', 's1', 'full', 'not_achieved');
    judge('classify-first', 's2', 'full', 'not_achieved');
    await call(deprecate, ['classify-first'], { reason: 'too wide' });
    expect(JSON.parse(read('memory/genes.json'))[0]).toMatchObject({
      status: 'deprecated',
      confidence: 0.25,
    });
    await call(revive, ['classify-first']);
    expect(JSON.parse(read('memory/genes.json'))[0]).toMatchObject({
      status: 'provisional',
      confidence: 0.5,
    });
  });

  test('pin marks a rule in the block, unpin leaves it there on trial', async () => {
    await addRule();
    await call(pin, ['classify-first']);
    expect(read('CLAUDE.md')).toContain('c:0.70, v:1, pinned]');
    await call(unpin, ['classify-first']);
    expect(read('CLAUDE.md')).toContain('c:0.70, v:1, trial]');
  });

  describe('where an event is dated by a clock that was wrong', () => {
    const append = (more: object) => {
      const { id: _, ...birth } = events()[0] as Event;
      const event = { ...birth, confidence_delta: 0, ...more } as Event;
      appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${serializeEvent(event)}\n`);
      return eventId(event);
    };
    const last = '9999-12-31T23:59:59.999Z';

    test('check and each compile say so, and which undo mends it', async () => {
      await addRule();
      append({ event: 'observe', ts: '2026-11-22T09:00:00Z', session: 's1' });
      const ids = ['2026-12-24T00:00:00Z', last].map((ts) =>
        append({ event: 'observe', ts, session: ts }),
      );
      const ahead = async (command: Command) =>
        (await json(command)).problems.filter(
          ({ rule }: Problem) => rule === 'log/from-the-future',
        );
      for (const command of [compile, compile, check])
        expect(await ahead(command)).toEqual(
          ids.map((id, index) => ({
            rule: 'log/from-the-future',
            severity: 'warning',
            file: 'evolution.jsonl',
            at: index + 4,
            message: expect.stringContaining('It is 2026-11-21 here, and '),
            hint: expect.stringContaining(`madness undo ${id.slice(0, 8)}, then`),
          })),
        );
      for (const id of ids) await call(undo, [id]);
      for (const command of [compile, check]) expect(await ahead(command)).toEqual([]);
    });

    test('of very many the first are named, and counted the others', async () => {
      await addRule();
      for (let day = 10; day < 30; day++)
        append({ event: 'observe', ts: `2027-01-${day}T00:00:00Z`, session: `s${day}` });
      const { talk } = await call(check);
      expect(talk.match(/log\/from-the-future/g)).toHaveLength(10);
      expect(talk).toContain('and 10 more below');
    });
  });

  test('a pin says what it does not lift', async () => {
    await addRule();
    await addRule({ id: 'imported', title: 'Somebody else’s' });
    for (const session of ['s1', 's2']) judge('classify-first', session, 'full', 'not_achieved');
    const { out } = await call(pin, ['classify-first']);
    expect(out).toMatch(/^classify-first is pinned; below 0\.50 .*madness revive classify-first/);
    await call(revive, ['classify-first']);
    expect(read('CLAUDE.md')).toContain('[gene:classify-first, c:0.50, v:1, pinned]');
    const { id: _, ...birth } = events().find(({ asset_id }) => asset_id === 'imported') as Event;
    const imported: Event = { ...birth, event: 'import', confidence_delta: 0.6, read: true };
    appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${serializeEvent(imported)}\n`);
    expect((await call(pin, ['imported'])).out).toContain(
      'imported is pinned; it enters the block after it has worked here',
    );
    expect(read('CLAUDE.md')).not.toContain('gene:imported');
  });

  test('a rule for which the block has no room is not pinned, and it says which are', async () => {
    for (const id of ['one', 'two', 'three', 'four']) await addRule({ id, title: `Title ${id}` });
    for (const id of ['one', 'two', 'three']) expect((await call(pin, [id])).code).toBe(0);
    const { code, talk } = await call(pin, ['four']);
    expect([code, talk]).toEqual([1, expect.stringContaining('one, three, two are pinned')]);
    await call(unpin, ['two']);
    expect((await call(pin, ['four'])).code).toBe(0);
  });

  test('a hidden rule is not pinned, and one that was merged not taken back', async () => {
    await addRule();
    await addRule({ id: 'sort-later', title: 'Sort later' });
    await call(deprecate, ['classify-first']);
    await expect(call(pin, ['classify-first'])).rejects.toMatchObject({
      message: 'classify-first is hidden: it is removed.',
      hint: 'madness revive classify-first first.',
    });
    await call(revive, ['classify-first']);
    await call(merge, ['sort-later'], { into: 'classify-first' });
    for (const command of [pin, revive])
      await expect(call(command, ['sort-later'])).rejects.toThrow('merged into classify-first');
  });

  test('an unknown id names the closest', async () => {
    await addRule();
    await expect(call(pin, ['classify'])).rejects.toMatchObject({
      hint: 'Did you mean classify-first?',
    });
  });
});

describe('why, status and check', () => {
  test('why shows each step with its quote and the running confidence', async () => {
    await addRule();
    judge('classify-first', 's1');
    const result = await json(why, ['classify-first']);
    expect(Object.keys(result)).toEqual(['id', 'type', 'confidence', 'status', 'events']);
    expect(result.events.map(({ id, ...rest }: Event) => rest)).toEqual([
      {
        ts: '2026-11-21T10:00:00Z',
        event: 'create',
        step: 0.7,
        confidence: 0.7,
        session: 's0',
        quotes: [{ line: 7, text: 'first agree what a bug is' }],
      },
      {
        ts: '2026-02-01T00:00:00Z',
        event: 'validate',
        step: 0.05,
        confidence: 0.75,
        session: 's1',
        quotes: [{ line: 3, role: 'user', text: 'yes, like that' }],
      },
    ]);
  });

  test('why says what a judgement found, and the reason that a person gave', async () => {
    await addRule();
    judge('classify-first', 's1', 'none');
    await call(deprecate, ['classify-first'], { reason: 'Nobody sorts issues any more.' });
    const { out } = await call(why, ['classify-first']);
    expect(out).toMatch(/−0\.10 → 0\.60 {2}session s1\n {6}achieved; the rule was shown\n/);
    expect(out).toMatch(/deprecate .* → 0\.60\n {6}because: Nobody sorts issues any more\.\n/);
  });

  test('status counts and says what comes next', async () => {
    expect(await json(status)).toEqual({
      active: 0,
      provisional: 0,
      deprecated: 0,
      last_retrospective: null,
      next_retrospective: null,
      waiting: [],
      rules: [],
      hooks: { last: null, given: 0, well: 0, since: '' },
      next: '/madness init',
    });
    mkdirSync(join(cwd, 'memory/retrospectives'));
    writeFileSync(join(cwd, 'memory/retrospectives/2026-11-01-mid.md'), 'x');
    expect(await json(status)).toMatchObject({
      last_retrospective: '2026-11-01',
      next_retrospective: '2026-11-15',
    });
  });

  test.each([
    ['that is whole', (log: string) => log],
    ['that an editor left without a line break', (log: string) => log.trimEnd()],
    ['that was torn', (log: string) => `${log}{"torn`],
  ])('what comes into the log stands on a line of its own behind one %s', async (_, leave) => {
    await addRule();
    const before = leave(read('memory/evolution.jsonl'));
    writeFileSync(join(cwd, 'memory/evolution.jsonl'), before);
    expect((await call(pin, ['classify-first'])).out).toContain('is pinned');
    const more = read('memory/evolution.jsonl').slice(before.length);
    expect(more).toMatch(before.endsWith('\n') ? /^\{.*\}\n$/s : /^\n\{.*\}\n$/s);
    const events = more.trim().split('\n');
    expect(events.map((line) => JSON.parse(line).event)).toContain('pin');
  });

  test('status of a damaged log names the line, and the check that comes first', async () => {
    appendFileSync(join(cwd, 'memory/evolution.jsonl'), '{"torn');
    const { code, out, talk } = await call(status, [], { json: true });
    expect([code, JSON.parse(out).next]).toEqual([1, 'madness check']);
    expect(talk).toContain('evolution.jsonl:1');
    expect((await call(status)).code).toBe(1);
    expect((await call(status)).out).toContain('madness check');
  });

  test('check names a change of a wording that is in the log alone, and what mends it', async () => {
    await addRule();
    const former = read('memory/genes.json');
    const reworded = JSON.stringify({ ...rule, title: 'Reworded' });
    await call(revise, [rule.id], { file: '-' }, reworded);
    expect((await json(check)).problems).toEqual([]);
    writeFileSync(join(cwd, 'memory/genes.json'), former);
    await call(compile);
    const [problem, ...others] = (await json(check)).problems;
    expect([problem.rule, others]).toEqual(['asset/not-reworded', []]);
    await call(undo, [/undo (\w+)/.exec(problem.hint)?.[1] as string]);
    expect((await json(check)).problems).toEqual([]);
    expect((await call(revise, [rule.id], { file: '-' }, reworded)).out).toContain('revised');
    expect((await json(check)).problems).toEqual([]);
  });

  test('check names a rule whose words git put back behind two changes, or before an undo', {
    tags: 'slow',
  }, async () => {
    await addRule();
    const texts = [read('memory/genes.json')];
    for (const title of ['Once', 'Twice']) {
      await call(revise, [rule.id], { file: '-' }, JSON.stringify({ ...rule, title }));
      texts.push(read('memory/genes.json'));
    }
    const mend = async (name: string) => {
      await call(compile);
      const [problem, ...others] = (await json(check)).problems;
      expect([problem?.rule, others]).toEqual([name, []]);
      for (const [, id = ''] of problem.hint.matchAll(/undo (\w+)/g)) await call(undo, [id]);
    };
    // Two changes back: git took the lines of the log from a branch, and not the words.
    writeFileSync(join(cwd, 'memory/genes.json'), texts[0] as string);
    await mend('asset/not-reworded');
    await mend('asset/not-reworded');
    expect((await json(check)).problems).toEqual([]);
    // Undone by now; a branch that was squashed before brings the words back, and nothing else.
    writeFileSync(join(cwd, 'memory/genes.json'), texts[1] as string);
    const { hint } = (await json(check)).problems.find(
      ({ rule }: { rule: string }) => rule === 'asset/not-undone',
    );
    expect(hint).toMatch(/undo \w{8} keeps them; for the earlier ones, then madness undo \w{8}\./);
    await mend('asset/not-undone');
    expect((await json(check)).problems).toEqual([]);
    expect(JSON.parse(read('memory/genes.json'))[0].title).toBe(rule.title);
  });

  test('check names the undo that takes the rest of a rule out of the log', {
    tags: 'slow',
  }, async () => {
    await addRule();
    const others = read('memory/genes.json');
    for (const id of ['taken', 'survivor']) await addRule({ id });
    await call(merge, [rule.id], { into: 'survivor' });
    writeFileSync(join(cwd, 'memory/genes.json'), others);
    await call(compile);
    const rules = async () =>
      (await json(check)).problems.map((one: { rule: string }) => one.rule).sort();
    expect(await rules()).toEqual(['log/unknown-asset', 'log/unknown-asset']);
    for (const { hint } of (await json(check)).problems)
      await call(undo, [/madness undo (\w+)/.exec(hint)?.[1] as string]);
    expect(await rules()).toEqual(['log/merge-into-nothing']);
    const [{ hint }] = (await json(check)).problems;
    await call(undo, [/madness undo (\w+)/.exec(hint)?.[1] as string]);
    expect(await rules()).toEqual([]);
  });

  test('check is silent about a sound memory, and about lines that a union merge doubled', async () => {
    await addRule();
    expect(await json(check)).toEqual({ problems: [] });
    appendFileSync(join(cwd, 'memory/evolution.jsonl'), read('memory/evolution.jsonl'));
    expect(await json(check)).toEqual({ problems: [] });
  });

  test.each([
    ['confidence', 0.99],
    ['failed_count', 7],
    ['last_validated', '2026-01-01'],
  ])('check warns of a %s changed by hand, and of nothing else', async (key, value) => {
    await addRule();
    const [stored] = JSON.parse(read('memory/genes.json'));
    const edited = [{ ...stored, [key]: value }];
    writeFileSync(join(cwd, 'memory/genes.json'), `${JSON.stringify(edited, null, 2)}\n`);
    const { code, talk } = await call(check);
    expect([code, talk.match(/^\w+: .*$/gm)]).toEqual([
      0,
      [expect.stringMatching(`^warning: .*The log says ${key} .*not ${value}`)],
    ]);
  });

  test('check names every fault at once, that of config.json too and its fields', async () => {
    await addRule();
    writeFileSync(join(cwd, 'memory/config.json'), '{"languge":"en"}');
    writeFileSync(join(cwd, 'memory/sops.json'), '["x"]');
    appendFileSync(join(cwd, 'memory/evolution.jsonl'), '{"torn');
    const { code, talk } = await call(check);
    expect(code).toBe(1);
    expect(talk.match(/^\w+: [\w.]+/gm)).toEqual(
      ['config.json', 'evolution.jsonl', 'sops.json'].map((file) => `error: ${file}`),
    );
    expect(talk).toContain('its fields are project, language, targets');
  });

  test('check calls a view that was changed by hand an error', async () => {
    await addRule();
    appendFileSync(join(cwd, 'memory/views/dev.md'), 'mine\n');
    const { code, talk } = await call(check);
    expect([code, talk]).toEqual([1, expect.stringContaining('views/dev.md')]);
  });
});

test.each([
  ['as it comes', 'false'],
  ['without prefixes', 'true'],
])('check --secrets finds what git remembers, shown %s, and does not print it', async (_, bare) => {
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd });
  git('init', '-q');
  git('config', 'diff.noprefix', bare);
  writeFileSync(join(cwd, 'memory/笔记 a.md'), `token ${secret}\n`);
  git('add', '.');
  git('commit', '-qm', 'oops');
  writeFileSync(join(cwd, 'memory/笔记 a.md'), 'gone\n');
  git('commit', '-qam', 'better');
  expect(JSON.stringify(await json(check))).not.toContain('secret/found');
  const { problems } = await json(check, [], { secrets: true });
  const found = problems.filter(({ rule }: { rule: string }) => rule === 'secret/found');
  expect(found).toHaveLength(1);
  expect(found[0].file).toMatch(/^memory\/笔记 a\.md \(commit [0-9a-f]{7,}\)$/);
  expect(JSON.stringify(found)).not.toContain(secret);
});

test('check --secrets asks the library about a long history as often as about a short one, and finds each', {
  tags: 'slow',
}, async () => {
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd });
  const commit = (text: string) => {
    writeFileSync(join(cwd, 'memory/notes.md'), text);
    git('add', '.');
    git('commit', '-qm', 'more');
  };
  const places = async (): Promise<string[]> => {
    performance.clearMarks();
    const { problems } = await json(check, [], { secrets: true });
    return problems.map(({ file, at }: { file: string; at?: number }) => `${file} ${at}`);
  };
  const marks = () => performance.getEntriesByType('mark').length;
  git('init', '-q');
  commit(`first ${secret}\n`);
  await places();
  const short = marks();
  for (let index = 0; index < 14; index++) commit(`${index}\n`);
  await places();
  expect(marks()).toBe(short);
  commit(`here\ntoken ${secret}\n`);
  commit('gone\n');
  for (let index = 0; index < 3; index++) commit(`again ${index}\n${secret}\n`);
  const found = (await places()).filter((place) => place.includes('notes.md'));
  expect(found).toHaveLength(4);
  expect(found[0]).toBe('notes.md 2');
});

describe('export', () => {
  beforeEach(async () => {
    await addRule({ created_from: 'retrospectives/x.md' });
    await addRule({ id: 'not-yet', title: 'Not yet' });
    for (const session of ['s1', 's2', 's3']) judge('classify-first', session);
    await call(compile);
  });

  test('writes the proved rules in the portable form, without anything personal', async () => {
    await call(exportMemory);
    const text = read('memory/exports/portable.json');
    const file = JSON.parse(text);
    expect(isPortable(file), JSON.stringify(isPortable.errors)).toBe(true);
    expect(file.assets.genes).toHaveLength(1);
    expect(file.assets.genes[0]).toMatchObject({
      confidence: 0.6,
      portable_confidence: 0.6,
      original_confidence: 0.85,
      evidence: [],
    });
    expect(text).not.toMatch(/first agree|s0|retrospectives/);
  });

  test('twice gives the same bytes, dated by the newest event', async () => {
    await call(exportMemory, ['a.json']);
    await run(exportMemory, { cwd, args: ['b.json'], now: '2030-01-01T00:00:00Z' });
    expect(read('a.json')).toBe(read('b.json'));
    expect(JSON.parse(read('a.json')).exported_at).toBe('2026-11-21');
  });

  test('takes the place of an earlier export, and of nothing else', async () => {
    writeFileSync(join(cwd, 'a.json'), '');
    await call(exportMemory, ['a.json']);
    await call(exportMemory, ['a.json']);
    for (const name of ['CLAUDE.md', 'memory/genes.json']) {
      const before = read(name);
      await expect(call(exportMemory, [name])).rejects.toThrow('which is no earlier export');
      expect(read(name)).toBe(before);
    }
  });

  test('of nothing says why', async () => {
    const { talk, code } = await call(exportMemory, [], { minConfidence: '1' });
    expect(code).toBe(1);
    expect(talk).toContain('Nothing was exported.');
    expect(talk).toContain('fits --domain and --min-confidence');
  });

  test('can be limited to a domain, and take masked evidence along', async () => {
    const { out } = await call(exportMemory, ['-'], { domain: 'product' });
    expect(JSON.parse(out).assets.genes).toEqual([]);
    const full = JSON.parse(
      (await call(exportMemory, ['-'], { withEvidence: true, by: 'Ann' })).out,
    );
    expect(full.exported_by).toBe('Ann');
    expect(full.assets.genes[0].evidence).toEqual([
      { quote: 'first agree what a bug is', lesson: 'sorted twice' },
    ]);
  });

  test('compile --export writes the same file', async () => {
    await call(compile, [], { export: true });
    const compiled = read('memory/exports/portable.json');
    await call(exportMemory, ['a.json']);
    expect(read('a.json')).toBe(compiled);
  });
});

describe('README', () => {
  const help = (name: string) =>
    Object.keys(commandFiles).some((one) => one.split(' ')[0] === name);

  const guides = ['docs/guide.md', 'docs/guide.zh-CN.md'];

  test.each(['README.md', 'README.zh-CN.md', ...guides])(
    'every command that %s names exists',
    (file) => {
      const named =
        readFileSync(file, 'utf8').match(
          /(?<=`madness |^madness )[a-z]+(?:-[a-z]+)*(?= |`|\n)/gm,
        ) ?? [];
      expect(named.length).toBeGreaterThan(6);
      expect(named.filter((name) => !help(name))).toEqual([]);
    },
  );

  test.each(['docs/commands.md', 'docs/commands.zh-CN.md'])(
    'every command that %s explains exists',
    (file) => {
      const cells = readFileSync(file, 'utf8').match(/^\| `.*?\|/gm) ?? [];
      const named = cells.flatMap((cell) => cell.match(/(?<=`)[a-z]+/g) ?? []);
      expect(named.length).toBeGreaterThan(40);
      expect(named.filter((name) => !help(name))).toEqual([]);
    },
  );

  test.each([
    ['README.md', 'docs/screen.txt'],
    ['README.zh-CN.md', 'docs/screen.zh-CN.txt'],
  ])('%s shows the screen that was recorded', (file, screen) => {
    expect(readFileSync(file, 'utf8')).toContain(readFileSync(screen, 'utf8'));
    expect(readFileSync(file, 'utf8')).toContain(screen.replace('.txt', '.svg'));
  });

  test('what the READMEs show is what the commands print', { tags: 'slow' }, () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/record-screen.mjs', '--check'],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
  });

  test('no page of docs/ is longer than a screen and a half, that of guards no longer than one', () => {
    const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
    const lines = (name: string) => readFileSync(`docs/${name}`, 'utf8').split('\n').length - 1;
    expect(pages.length).toBeGreaterThanOrEqual(10);
    expect(pages.filter((name) => lines(name) > (name.startsWith('guards') ? 50 : 60))).toEqual([]);
  });

  test.each(['README.md', 'README.zh-CN.md'])('%s gives the figures of the simulation', (file) => {
    const printed = readFileSync('bench/simulation/README.md', 'utf8');
    const uplift = (line: string) =>
      Math.round(Number(new RegExp(`^${line}.*? ([\\d.]+) %`, 'm').exec(printed)?.[1]));
    const text = readFileSync(file, 'utf8');
    for (const line of [
      'product: proved, then kept; 1 beside',
      'product without trials',
      'first design, every rule',
    ])
      expect(text).toContain(`${uplift(line)} %`);
  });

  test.each(['README.md', 'README.zh-CN.md'])('%s gives the steps of confidence', (file) => {
    const text = readFileSync(file, 'utf8');
    const { success, successElsewhere, failure, repeatedFailure, needless } = policy.step;
    const { active, provisional } = policy.gate;
    const told = [
      success,
      successElsewhere,
      failure,
      repeatedFailure,
      needless,
      active,
      provisional,
    ];
    for (const step of [policy.baseline.create, ...told])
      expect(text).toContain(Math.abs(step / 100).toFixed(2));
  });

  test.each(['docs/guide.md', 'docs/guide.zh-CN.md'])(
    'the rule that %s shows is accepted',
    async (file) => {
      const example = /```json\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8'))?.[1] as string;
      const { code, talk } = await call(add, ['gene'], { file: '-' }, example);
      expect(code, talk).toBe(0);
    },
  );
});

test('what was deleted from its file is not added anew: git has it, or another id is chosen', async () => {
  const cwd = scratch();
  await run(init, { cwd, options: { language: 'en' } });
  const stdin = JSON.stringify({
    id: 'r1',
    title: 'Look',
    domain: ['dev'],
    trigger: 'x',
    method: ['y'],
  });
  const again = (now: string) =>
    run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin, now });
  await again('2026-07-01T00:00:00Z');
  put(cwd, 'memory/genes.json', '[]\n');
  const { code, talk } = await again('2026-07-02T00:00:00Z');
  expect(code).toBe(1);
  expect(talk).toContain('take it back from git; or choose another id');
});
