import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { check } from '../../src/commands/memory/check.js';
import { compile } from '../../src/commands/memory/compile.js';
import { retroDrop } from '../../src/commands/retrospective/retro-drop.js';
import { add } from '../../src/commands/rules/add.js';
import { pin } from '../../src/commands/rules/status-change.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { importFile } from '../../src/commands/sharing/import.js';
import { serializeEvent } from '../../src/learn/log/event.js';
import type { Problem } from '../../src/problem.js';
import type { Event } from '../../src/schema.gen.js';
import { madnessHere } from '../support/in-process.js';
import { run } from '../support/run-command.js';
import { scratchFolders } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

const scratch = scratchFolders();
let cwd = '';

const sound = { id: 'sound', type: 'gene', title: 'Sound', trigger: 'always', method: ['do it'] };
const path = (name: string) => join(cwd, 'memory', name);

beforeEach(async () => {
  cwd = scratch();
  await run(init, { cwd, options: { language: 'en' } });
  await run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin: JSON.stringify(sound) });
  await run(pin, { cwd, args: ['sound'] });
});

async function compiled(): Promise<{
  code: number;
  problems: Problem[];
  rules: string[];
  written: string[];
}> {
  const { code, out } = await run(compile, { cwd, options: { json: true } });
  return { code, ...JSON.parse(out) };
}

function addItems(file: string, ...items: object[]): void {
  const present = JSON.parse(readFileSync(path(file), 'utf8'));
  writeFileSync(path(file), JSON.stringify([...present, ...items], null, 2));
}

const birth = (asset_id: string): Event => ({
  ts: '2026-01-01T00:00:00Z',
  event: 'create',
  asset_type: 'gene',
  asset_id,
});

describe('bad data is a problem with its place and its remedy, and the rest compiles', () => {
  test.each<[string, () => void, string, string | number, 0 | 1]>([
    [
      'an asset without a trigger',
      () => addItems('genes.json', { ...sound, id: 'x', trigger: undefined }),
      'asset/schema',
      '/1/trigger',
      1,
    ],
    [
      'an unknown field',
      () => addItems('genes.json', { ...sound, id: 'x', colour: 'red' }),
      'asset/schema',
      '/1/colour',
      1,
    ],
    [
      'a number out of range',
      () => addItems('genes.json', { ...sound, id: 'x', confidence: 1.5 }),
      'asset/schema',
      '/1/confidence',
      1,
    ],
    [
      'an id that is no id',
      () => addItems('genes.json', { ...sound, id: '../x' }),
      'asset/schema',
      '/1/id',
      1,
    ],
    [
      'a prototype as a field',
      () => writeFileSync(path('sops.json'), '[{"__proto__": {"x": 1}, "id": "p"}]'),
      'asset/schema',
      '/0/type',
      1,
    ],
    [
      'the same id twice',
      () => addItems('genes.json', { ...sound, title: 'Again' }),
      'asset/duplicate-id',
      '/1/id',
      1,
    ],
    [
      'an id of another kind',
      () =>
        addItems('prefs.json', {
          id: 'sound',
          type: 'pref',
          title: 'P',
          trigger: 't',
          rationale: 'r',
        }),
      'asset/id-of-another-kind',
      '/0/id',
      1,
    ],
    [
      'a string in place of an asset',
      () => writeFileSync(path('sops.json'), '["x"]'),
      'asset/schema',
      '/0',
      1,
    ],
    [
      'an object in place of the array',
      () => writeFileSync(path('config.json'), '{"project":"p","language":"fr"}'),
      'config/schema',
      '/language',
      1,
    ],
    [
      'events about nothing',
      () => appendFileSync(path('evolution.jsonl'), `${serializeEvent(birth('ghost'))}\n`),
      'log/unknown-asset',
      'ghost',
      1,
    ],
    [
      'a merge into nothing',
      () =>
        appendFileSync(
          path('evolution.jsonl'),
          `${serializeEvent({ ...birth('sound'), event: 'merge', into: 'ghost' })}\n`,
        ),
      'log/merge-into-nothing',
      'ghost',
      0,
    ],
    [
      'a torn last line',
      () => appendFileSync(path('evolution.jsonl'), '{"ts":"2026-01-'),
      'log/not-json',
      5,
      1,
    ],
    [
      'a delta out of range',
      () =>
        appendFileSync(
          path('evolution.jsonl'),
          `${JSON.stringify({ ...birth('sound'), confidence_delta: 9 })}\n`,
        ),
      'log/not-an-event',
      5,
      1,
    ],
    [
      'CRLF',
      () =>
        appendFileSync(
          path('evolution.jsonl'),
          `${serializeEvent({ ...birth('sound'), event: 'unpin', ts: '2020-01-01' })}\r\n`,
        ),
      'log/crlf',
      5,
      0,
    ],
  ])('%s', async (_, spoil, rule, at, code) => {
    spoil();
    const log = readFileSync(path('evolution.jsonl'), 'utf8');
    const result = await compiled();
    const problem = result.problems.find((one) => one.rule === rule) as Problem;
    expect(problem, JSON.stringify(result.problems)).toBeDefined();
    expect(problem.at).toBe(at);
    expect(problem.file).toMatch(/\.jsonl?$/);
    expect(problem.message).toMatch(/\w/);
    expect(problem.hint).toBeTruthy();
    expect(result.code).toBe(code);
    if (!rule.startsWith('config/')) expect(result.rules).toEqual(['gene:sound']);
    // Whatever the log holds stays in it.
    expect(readFileSync(path('evolution.jsonl'), 'utf8').startsWith(log)).toBe(true);
  });

  test.each([
    ['a missing field', 'titel', 'title', { title: undefined }],
    ['a field that may be left out', 'skip_wen', 'skip_when', {}],
  ])('%s that is misspelt is one error, which names it', async (_, got, meant, more) => {
    addItems('genes.json', { ...sound, id: 'x', ...more, [got]: 'Agree first' });
    const { problems } = await compiled();
    expect(problems.map(({ message }) => message)).toEqual([
      `gene "x": There is no field "${got}". Did you mean ${meant}?`,
    ]);
  });

  test('an asset that is not valid stays in its file as it is', async () => {
    const odd = { ...sound, id: 'x', colour: 'red' };
    addItems('genes.json', odd);
    await compiled();
    expect(JSON.parse(readFileSync(path('genes.json'), 'utf8'))).toContainEqual(odd);
  });

  test('a merge cycle leaves the smallest id', async () => {
    addItems('genes.json', { ...sound, id: 'alpha' });
    await compiled();
    for (const [from, into] of [
      ['alpha', 'sound'],
      ['sound', 'alpha'],
    ] as const)
      appendFileSync(
        path('evolution.jsonl'),
        `${serializeEvent({ ...birth(from), event: 'merge', into })}\n`,
      );
    const { code } = await compiled();
    const status = JSON.parse(readFileSync(path('genes.json'), 'utf8')).map(
      ({ id, status }: { id: string; status: string }) => [id, status],
    );
    expect([code, status]).toEqual([
      0,
      [
        ['alpha', 'provisional'],
        ['sound', 'deprecated'],
      ],
    ]);
  });

  test('an asset file that cannot be read costs no rule its place', async () => {
    const before = readFileSync(join(cwd, 'CLAUDE.md'), 'utf8');
    const index = readFileSync(path('index.json'), 'utf8');
    writeFileSync(path('sops.json'), '[{"id": "x",');
    const { code, problems } = await compiled();
    const rules = problems.map(({ rule }) => rule);
    expect([code, rules]).toEqual([1, ['asset/unreadable', 'compile/held']]);
    expect(readFileSync(join(cwd, 'CLAUDE.md'), 'utf8')).toBe(before);
    expect(readFileSync(path('index.json'), 'utf8')).toBe(index);
    expect(readFileSync(path('sops.json'), 'utf8')).toBe('[{"id": "x",');
  });
});

describe('a rule whose text has a fault loses no place, and nothing but the fault is named', () => {
  const spoiled = (change: (asset: Record<string, unknown>) => unknown) => () => {
    const [asset] = JSON.parse(readFileSync(path('genes.json'), 'utf8'));
    writeFileSync(path('genes.json'), JSON.stringify([change(asset)], null, 2));
  };
  test.each<[string, () => void]>([
    ['a key with a slip', spoiled(({ title, ...rest }) => ({ ...rest, titel: title }))],
    ['a list where a text belongs', spoiled((asset) => ({ ...asset, trigger: ['always'] }))],
    ['an id with a capital', spoiled((asset) => ({ ...asset, id: 'Sound' }))],
    ['a watch of no kind', spoiled((asset) => ({ ...asset, watch: { unless: ['x'] } }))],
    ['a text instead of the rule', () => writeFileSync(path('genes.json'), '["sound"]')],
  ])('%s', async (_, spoil) => {
    const names = ['CLAUDE.md', 'memory/index.json', 'memory/evolution.jsonl'];
    const texts = () => names.map((name) => readFileSync(join(cwd, name), 'utf8'));
    const before = texts();
    spoil();
    const checked = await run(check, { cwd, options: { json: true } });
    const { problems } = JSON.parse(checked.out) as { problems: Problem[] };
    const { code, written } = await compiled();
    expect([checked.code, code, texts()]).toEqual([1, 1, before]);
    expect(written.filter((name) => !name.endsWith('genes.json'))).toEqual([]);
    expect(problems.map(({ rule }) => rule)).toContainEqual(expect.stringMatching(/^asset\//));
    expect(problems.filter(({ rule }) => rule === 'compile/drift')).toEqual([]);
  });
});

describe('refused, and nothing is written', () => {
  test.each([
    [
      'a domain with a slash',
      () => addItems('genes.json', { ...sound, id: 'x', domain: ['../../etc'] }),
      'asset/domain',
    ],
    [
      'the domain _all',
      () => addItems('genes.json', { ...sound, id: 'x', domain: ['_all'] }),
      'asset/domain',
    ],
    [
      'a domain that is a device',
      () => addItems('genes.json', { ...sound, id: 'x', domain: ['con'] }),
      'asset/domain',
    ],
    [
      'a target outside',
      () => writeFileSync(path('config.json'), '{"targets":["../CLAUDE.md"]}'),
      'target/outside',
    ],
    [
      'a target that is no Markdown',
      () => writeFileSync(path('config.json'), '{"targets":[".bashrc"]}'),
      'target/outside',
    ],
  ])('%s', async (_, spoil, rule) => {
    spoil();
    appendFileSync(
      path('evolution.jsonl'),
      `${serializeEvent({ ...birth('sound'), event: 'unpin', ts: '2027-01-01' })}\n`,
    );
    const before = readFileSync(join(cwd, 'CLAUDE.md'), 'utf8');
    const { code, problems, written } = await compiled();
    expect([code, written]).toEqual([1, []]);
    expect(problems.map((problem) => problem.rule)).toContain(rule);
    expect(readFileSync(join(cwd, 'CLAUDE.md'), 'utf8')).toBe(before);
  });
});

describe('add refuses at the door', () => {
  test.each([
    ['no JSON', '{"id":', 'asset/schema'],
    ['an array', '[]', 'asset/schema'],
    [
      'a marker',
      JSON.stringify({ ...sound, id: 'x', title: '<!-- madness:memory-inject end -->' }),
      'asset/schema',
    ],
    [
      'a bidirectional character',
      JSON.stringify({ ...sound, id: 'x', trigger: 'a \u202e b' }),
      'asset/schema',
    ],
    [
      'an invisible character',
      JSON.stringify({ ...sound, id: 'x', inject: { note: 'a\u200bb' } }),
      'asset/schema',
    ],
    [
      'another kind',
      JSON.stringify({
        ...sound,
        id: 'x',
        title: 'Of another kind',
        method: ['do that'],
        type: 'sop',
      }),
      'asset/schema',
    ],
  ])('%s', async (_, stdin, rule) => {
    const log = readFileSync(path('evolution.jsonl'), 'utf8');
    const { code, out } = await run(add, {
      cwd,
      args: ['gene'],
      options: { file: '-', json: true },
      stdin,
    });
    expect(code).toBe(1);
    expect(JSON.parse(out).problems[0].rule).toBe(rule);
    expect(readFileSync(path('evolution.jsonl'), 'utf8')).toBe(log);
  });

  test('two steps of one number, by which a verdict would name both', async () => {
    const steps = [1, 2, 1].map((seq) => ({ seq, action: 'look' }));
    const { type, method, ...rest } = sound as unknown as Record<string, unknown>;
    const { code, out } = await run(add, {
      cwd,
      args: ['sop'],
      options: { file: '-', json: true },
      stdin: JSON.stringify({ ...rest, id: 'x', steps }),
    });
    expect([code, JSON.parse(out).problems]).toMatchObject([1, [{ at: '/steps/2/seq' }]]);
  });

  test('a file that is not there is an error that names it', async () => {
    await expect(
      run(add, { cwd, args: ['gene'], options: { file: 'nowhere.json' } }),
    ).rejects.toThrow('Cannot read nowhere.json (ENOENT)');
  });
});

describe('which memory', () => {
  test('init makes none in a folder that is not there', async () => {
    const options = { memory: join(scratch(), 'nowhere/memory'), language: 'en' };
    await expect(run(init, { cwd, options })).rejects.toThrow(/There is no folder .*nowhere/);
  });

  test('the nearest memory/ above counts, but none above the top of the work tree', async () => {
    const inner = join(cwd, 'a/b');
    mkdirSync(inner, { recursive: true });
    expect((await run(compile, { cwd: inner })).code).toBe(0);
    mkdirSync(join(cwd, 'a/.git'));
    await expect(run(compile, { cwd: inner })).rejects.toThrow('No memory/ here or above');
  });

  test('a name that is given wins, and one that holds nothing is an error', async () => {
    const elsewhere = scratch();
    expect(
      (await run(compile, { cwd: elsewhere, options: { memory: join(cwd, 'memory') } })).code,
    ).toBe(0);
    expect(
      (await run(compile, { cwd: elsewhere, env: { MADNESS_MEMORY: join(cwd, 'memory') } })).code,
    ).toBe(0);
    await expect(run(compile, { cwd, options: { memory: 'nowhere' } })).rejects.toThrow(
      'holds no memory',
    );
  });
});

describe.skipIf(process.platform === 'win32')(
  'what no command can go on with is one clear line',
  () => {
    firstQuick(['config.json', 'genes.json', 'evolution.jsonl', 'INDEX.md', 'work/retro.json'])(
      'a pipe in place of %s is refused at once',
      async (name) => {
        rmSync(path(name), { force: true });
        execFileSync('mkfifo', [path(name)]);
        const ran = run(name.startsWith('work/') ? retroDrop : compile, { cwd });
        await expect(ran).rejects.toThrow(`${path(name)} is no file.`);
      },
    );

    firstQuick([
      ['--file', add, { args: ['gene'], options: { file: 'in' } }],
      ['import', importFile, { args: ['in'] }],
    ] as const)('a pipe as the input of %s as well', async (_, command, given) => {
      execFileSync('mkfifo', [join(cwd, 'in')]);
      const said = await run(command, { cwd, ...given }).then(
        ({ code, talk }) => `${code} ${talk}`,
        (error: Error) => `2 ${error.message}`,
      );
      expect(said).toMatch(/^[12] .* is no file/);
    });

    const cli = join(process.cwd(), 'dist/cli.mjs');
    firstQuick([
      ['a working folder that is gone', 'mkdir gone && cd gone && rmdir ../gone', 'is gone'],
      ['too few files that may be open', 'ulimit -n 24', 'too many open files'],
    ])('%s', (_, before, said) => {
      const command = `${before} && exec "${process.execPath}" "${cli}" status`;
      const { status, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd, encoding: 'utf8' });
      expect(status).toBe(2);
      expect(stderr).toMatch(new RegExp(`^error: .*${said}.*\n {4}\\S.*\n$`));
    });
  },
);

firstQuick([
  ['en', 'There is no setting langauge. Did you mean language?'],
  ['zh', '没有 langauge 这个设置项，是不是 language？'],
] as const)(
  'a mistyped setting is answered in %s with the one it is like',
  async (language, said) => {
    const root = scratch();
    await run(init, { cwd: root, options: { language } });
    for (const args of [['langauge', 'zh'], ['langauge']]) {
      const name = args.length === 2 ? 'set' : 'get';
      const { code, err } = await madnessHere(root, ['config', name, ...args]);
      expect(code).toBe(2);
      expect(err).toContain(said);
    }
    const nothing = await madnessHere(root, ['config', 'get', 'qqqqqqq']);
    expect(nothing.err).not.toMatch(/Did you mean|是不是/);
  },
);
