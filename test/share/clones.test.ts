import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endMarker, startMarker } from '../../src/compile/rule-block.js';
import { serializeEvent } from '../../src/learn/log/event.js';
import type { Asset, Event, Gene } from '../../src/schema.gen.js';
import { mergeAssets } from '../../src/share/git/merge-assets.js';
import { cleanEnvironment, cliFile } from '../support/cli.js';
import { commitAll, type GitRan, git, tryGit } from '../support/git.js';
import { compileHere, madnessHere } from '../support/in-process.js';
import { born, gene, logText, proved, refuted, unlike } from '../support/memory.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

const march = '2026-03-05';
const april = '2026-04-05';
const handbook = ['# Handbook', '', ...'abcdefgh'.split('').map((word) => `Line ${word}.`), ''];
const shared = ['base-one', 'base-two', 'base-three'];

/** Two clones, `a` and `b`, of a project with three proved rules; `madness init` was run in both. */
async function twoClones(name = 'clones'): Promise<{ a: string; b: string }> {
  const outer = scratchFolder(name);
  const a = join(outer, 'a');
  put(a, 'CLAUDE.md', handbook.join('\n'));
  git(a, 'init', '--quiet', '--initial-branch=main');
  await run(a, ['init', '--language', 'en']);
  put(a, 'memory/config.json', '{"project":"team","language":"en"}\n');
  put(a, 'memory/genes.json', JSON.stringify(shared.map((id) => gene(id))));
  appendFileSync(join(a, 'memory/evolution.jsonl'), logText(shared.map((id) => born(id))));
  await run(a, ['compile', '--date', '2026-03-01']);
  commitAll(a, 'A memory');
  const b = join(outer, 'b');
  git(outer, 'clone', '--quiet', 'a', 'b');
  await run(b, ['init']);
  git(a, 'remote', 'add', 'other', b);
  git(b, 'remote', 'add', 'other', a);
  return { a, b };
}

async function run(folder: string, args: readonly string[], input = ''): Promise<string> {
  const { code, out, err } = await madnessHere(folder, args, { input });
  if (code !== 0) throw new Error(`madness ${args.join(' ')} gave ${code}: ${out}${err}`);
  return out;
}

async function add(folder: string, id: string, more: Partial<Gene> = {}): Promise<void> {
  await run(folder, ['add', 'gene', '--file', '-'], JSON.stringify(unlike(id, more)));
}

function judge(folder: string, events: readonly Event[]): void {
  const lines = events.map((event) => `${serializeEvent(event)}\n`);
  appendFileSync(join(folder, 'memory/evolution.jsonl'), lines.join(''));
}

/** Merges what the other clone has committed. */
function merge(folder: string): GitRan {
  return tryGit(folder, 'merge', '--no-edit', 'other/main');
}

/** The same where no hand is needed; what git and the driver said. */
function mergeCleanly(folder: string): string {
  const { code, said } = merge(folder);
  expect(code, said).toBe(0);
  return said;
}

/** Both merge what the other has committed, and come to the same bytes. */
async function meet(a: string, b: string): Promise<void> {
  for (const folder of [a, b]) {
    mergeCleanly(folder);
    expect((await compileHere(folder, '--date', march)).code).toBe(0);
  }
  expect(state(a)).toEqual(state(b));
}

function fetch(...folders: readonly string[]): void {
  for (const folder of folders) git(folder, 'fetch', '--quiet', 'other');
}

/** The project without the order of the log's lines and their repetition by git's union, which mean nothing. */
function state(folder: string): Record<string, string> {
  const files = snapshot(folder);
  const log = [...new Set((files['memory/evolution.jsonl'] ?? '').split('\n'))].sort().join('\n');
  const rest = Object.entries(files).filter(([path]) => !path.startsWith('memory/work/'));
  return { ...Object.fromEntries(rest), 'memory/evolution.jsonl': log };
}

function assetsOf(folder: string): Asset[] {
  return JSON.parse(readFileSync(join(folder, 'memory/genes.json'), 'utf8')) as Asset[];
}

function targetOf(folder: string): string {
  return readFileSync(join(folder, 'CLAUDE.md'), 'utf8');
}

function workOf(folder: string): string[] {
  const work = join(folder, 'memory/work');
  return existsSync(work) ? readdirSync(work).filter((name) => name.startsWith('conflict-')) : [];
}

/** Of the only conflict. */
function workText(folder: string): string {
  return readFileSync(join(folder, 'memory/work', workOf(folder)[0] as string), 'utf8');
}

/** Without a session only its id tells that it is the same. */
const { session, ...judgedByBoth } = proved('base-two', '', { ts: '2026-03-04T09:00:00Z' });

/** Both add rules of their own and the same one, judge the same rules, compile and commit. */
async function diverge(
  { a, b }: { a: string; b: string },
  dates: { a: string; b: string },
): Promise<void> {
  for (const [folder, name, date] of [
    [a, 'a', dates.a],
    [b, 'b', dates.b],
  ] as const) {
    await add(folder, `only-${name}`);
    await add(folder, 'the-same');
    const ts = `${date}T09:00:00Z`;
    judge(folder, [
      proved('base-one', `session-${name}`, { ts }),
      judgedByBoth,
      refuted('base-three', `session-${name}`, { ts }),
      proved(`only-${name}`, `session-${name}-1`, { ts }),
      proved(`only-${name}`, `session-${name}-2`, { ts }),
      proved(`only-${name}`, `session-${name}-3`, { ts }),
    ]);
    await run(folder, ['compile', '--date', date]);
    commitAll(folder, `What ${name} learnt`);
  }
  fetch(a, b);
}

describe('two clones that both add, judge, compile and commit', () => {
  test.each(['two clones 两份'])(
    'merge without a hand, compile to the same bytes, and have nothing more to exchange (in “%s”)',
    { tags: 'slow' },
    async (name) => {
      const clones = await twoClones(name);
      const { a, b } = clones;
      await diverge(clones, { a: march, b: march });
      const lines = [a, b].flatMap((folder) =>
        readFileSync(join(folder, 'memory/evolution.jsonl'), 'utf8').trim().split('\n'),
      );

      await meet(a, b);
      expect(assetsOf(a).map(({ id }) => id)).toEqual([
        'base-one',
        'base-three',
        'base-two',
        'only-a',
        'only-b',
        'the-same',
      ]);
      const merged = readFileSync(join(a, 'memory/evolution.jsonl'), 'utf8').split('\n');
      expect(lines.filter((line) => !merged.includes(line))).toEqual([]);
      // 0.90, two failures of two sessions in a row.
      expect(assetsOf(a)[1]).toMatchObject({ id: 'base-three', confidence: 0.45 });
      // What both have counts once.
      expect(assetsOf(a)[2]).toMatchObject({ id: 'base-two', confidence: 0.95 });
      expect(targetOf(a)).toContain('[gene:only-a, ');
      expect(targetOf(a)).toContain('[gene:only-b, ');

      for (const folder of [a, b]) commitAll(folder, 'Compiled');
      fetch(a, b);
      for (const folder of [a, b]) {
        mergeCleanly(folder);
        expect(await compileHere(folder)).toMatchObject({ code: 0, written: [], problems: [] });
      }
      expect(state(a)).toEqual(state(b));
    },
  );

  test.each([['the clone whose clock is a month ahead', 'b', 'a']] as const)(
    'with one clock a month ahead, merged first by %s',
    { tags: 'slow' },
    async (_, first, second) => {
      const clones = await twoClones();
      const date = { a: march, b: april };
      await diverge(clones, date);
      const one = merge(clones[first]);
      expect(one.code, one.said).toBe(0);
      expect((await compileHere(clones[first], '--date', date[first])).code).toBe(0);
      commitAll(clones[first], 'Merged and compiled');

      fetch(clones[second]);
      const two = merge(clones[second]);
      expect(two.code, two.said).toBe(0);
      expect(await compileHere(clones[second], '--date', date[second])).toMatchObject({
        code: 0,
        written: [],
        problems: [],
      });
      expect(state(clones.a)).toEqual(state(clones.b));
    },
  );

  test('with one clock a month ahead, merged by both at once, agree after one more exchange', {
    tags: 'slow',
  }, async () => {
    const clones = await twoClones();
    const { a, b } = clones;
    const date = { a: march, b: april };
    await diverge(clones, date);
    for (let exchange = 1; exchange <= 3; exchange += 1) {
      for (const name of ['a', 'b'] as const) {
        const { code, said } = merge(clones[name]);
        expect(code, said).toBe(0);
        const { written, problems } = await compileHere(clones[name], '--date', date[name]);
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        if (exchange === 3) expect(written).toEqual([]);
      }
      for (const folder of [a, b]) commitAll(folder, `Exchange ${exchange}`);
      fetch(a, b);
    }
    expect(state(a)).toEqual(state(b));
    expect(targetOf(a)).toContain(march);
    expect(targetOf(a)).not.toContain(april);
  });
});

test('more pins than the block takes, from both, are read as kept rules until one is let go', {
  tags: 'slow',
}, async () => {
  const { a, b } = await twoClones();
  for (const [folder, id] of [
    [a, 'a'],
    [b, 'b'],
  ] as const) {
    for (const rule of [`${id}-one`, `${id}-two`]) {
      await add(folder, rule);
      await run(folder, ['pin', rule]);
    }
    commitAll(folder, 'Pinned');
  }
  fetch(a, b);
  mergeCleanly(a);
  const { code, problems } = await compileHere(a, '--date', march);
  expect([code, problems]).toEqual([0, []]);
  // A pin beyond the limit is read like every other rule that a person kept.
  expect(targetOf(a)).toContain('[gene:b-two, ');
  await run(a, ['unpin', 'a-one']);
  expect(targetOf(a)).toContain('[gene:b-two, ');
  expect((await compileHere(a)).problems).toEqual([]);
});

test('one refutes the last rule of a domain while the other proves it: no hand is needed', {
  tags: 'slow',
}, async () => {
  const { a, b } = await twoClones();
  for (const folder of [a, b]) {
    // 0.70 and two failures: hidden.
    const [verdict, name] = folder === a ? ([refuted, 'a'] as const) : ([proved, 'b'] as const);
    await add(folder, 'lonely', { domain: ['solo'] });
    judge(folder, [verdict('lonely', `${name} 1`), verdict('lonely', `${name} 2`)]);
    await run(folder, ['compile', '--date', march]);
    commitAll(folder, 'Judged');
  }
  fetch(a, b);
  // One meeting of the two brings the rule to both; the next finds a view that only one has changed.
  await meet(a, b);
  for (const folder of [a, b]) commitAll(folder, 'Merged');
  judge(a, [refuted('lonely', 'a 3')]);
  judge(b, [proved('lonely', 'b 3'), proved('lonely', 'b 4'), proved('lonely', 'b 5')]);
  for (const folder of [a, b]) {
    await run(folder, ['compile', '--date', march]);
    commitAll(folder, 'Judged again');
  }
  fetch(a, b);
  await meet(a, b);
});

firstQuick([
  ['revise', (folder: string) => revise(folder, 'lonely', { domain: ['process'] })],
  ['undo', (folder: string) => run(folder, ['undo', birthOf(folder, 'lonely')])],
])(
  '%s takes the last rule from a domain while the other proves it: no hand is needed',
  async (_, take) => {
    const { a, b } = await twoClones();
    await add(a, 'lonely', { domain: ['solo'] });
    await run(a, ['compile', '--date', march]);
    commitAll(a, 'Added');
    fetch(b);
    expect(merge(b).code).toBe(0);
    await take(a);
    judge(b, [proved('lonely', 'b 1'), proved('lonely', 'b 2'), proved('lonely', 'b 3')]);
    for (const folder of [a, b]) {
      await run(folder, ['compile', '--date', march]);
      commitAll(folder, 'Changed');
    }
    fetch(a, b);
    await meet(a, b);
    expect(state(a)['memory/views/solo.md']).not.toContain('lonely');
  },
);

async function revise(folder: string, id: string, more: Partial<Gene>): Promise<void> {
  await run(folder, ['revise', id, '--file', '-'], JSON.stringify(gene(id, more)));
}

function birthOf(folder: string, id: string): string {
  const log = readFileSync(join(folder, 'memory/evolution.jsonl'), 'utf8');
  const events = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
  return events.find(({ event, asset_id }) => event === 'create' && asset_id === id)?.id as string;
}

test('the same rule, made by both on different days, is one rule of the earlier day', () => {
  const made = (created_at: string) => `${JSON.stringify([gene('same', { created_at })])}\n`;
  for (const [ours, theirs] of [
    [march, april],
    [april, march],
  ] as const) {
    const merged = mergeAssets('[]', made(ours), made(theirs));
    expect(merged?.conflicts).toEqual([]);
    expect(JSON.parse(merged?.text ?? '')).toMatchObject([{ id: 'same', created_at: march }]);
  }
});

test.each([
  ['without an id', '[{"title": "mine"}]'],
  ['with an id twice', '[{"id": "same"}, {"id": "same"}]'],
  ['that is no list', '{"id": "same"}'],
  ['that git left in conflict', '<<<<<<< ours\n[]\n'],
])('a side %s is left to git: a merge by id would lose it', (_, text) => {
  expect(mergeAssets('[]', text, '[]')).toBeUndefined();
  expect(mergeAssets('[]', '[]', text)).toBeUndefined();
});

test('which of two wordings stays depends on neither who merges nor which comes first', () => {
  const file = (title: string, version: number) =>
    JSON.stringify([{ ...gene('same', { title }), version }]);
  const keptOf = (ours: string, theirs: string) =>
    mergeAssets(file('Before', 1), ours, theirs)?.conflicts.map(({ kept }) => kept.title);
  for (const [one, other, kept] of [
    [file('A', 2), file('B', 2), 'B'],
    [file('A', 3), file('B', 2), 'A'],
  ] as const)
    expect([keptOf(one, other), keptOf(other, one)]).toEqual([[kept], [kept]]);
});

describe('two wordings of one rule', () => {
  const before = gene('same', { title: 'Before', method: ['look'], skip_when: 'never' });
  const file = (more: object, version = 2) => JSON.stringify([{ ...before, ...more, version }]);
  const merged = (ours: string, theirs: string) => mergeAssets(file({}, 1), ours, theirs);

  test('that differ from before in other fields are one', () => {
    const title = file({ title: 'After' });
    const method = file({ method: ['look', 'leap'], skip_when: undefined }, 3);
    for (const result of [merged(title, method), merged(method, title)]) {
      expect(result?.conflicts).toEqual([]);
      const [asset] = JSON.parse(result?.text ?? '') as Gene[];
      expect(asset).toMatchObject({ title: 'After', method: ['look', 'leap'] });
      expect(asset).not.toHaveProperty('skip_when');
    }
    expect(merged(title, method)?.text).toBe(merged(method, title)?.text);
  });

  test('that share one changed field wait for a choice in that one alone', () => {
    const ours = file({ title: 'Ours', method: ['look', 'leap'] });
    const theirs = file({ title: 'Theirs', trigger: 'at the cliff' });
    for (const result of [merged(ours, theirs), merged(theirs, ours)]) {
      const both = { method: ['look', 'leap'], trigger: 'at the cliff' };
      expect(JSON.parse(result?.text ?? '')).toMatchObject([{ ...both, title: 'Theirs' }]);
      expect(result?.conflicts).toMatchObject([
        { kept: { ...both, title: 'Theirs' }, other: { ...both, title: 'Ours' } },
      ]);
    }
  });
});

describe('a rule that both reword', { tags: 'slow' }, () => {
  async function reword(folder: string, title: string): Promise<void> {
    await run(
      folder,
      ['revise', 'base-two', '--file', '-'],
      JSON.stringify(gene('base-two', { title })),
    );
    commitAll(folder, `Say “${title}”`);
  }

  test.each([['more often on one side', ['As a says it', 'As a says it now'], ['As b says it']]])(
    'keeps one wording whichever side merges, and the other in memory/work/: %s',
    async (_, ours, theirs) => {
      const { a, b } = await twoClones();
      for (const title of ours) await reword(a, title);
      for (const title of theirs) await reword(b, title);
      fetch(a, b);
      const titles: (string | undefined)[] = [];
      for (const folder of [a, b]) {
        const said = mergeCleanly(folder);
        expect(said).toContain('base-two was reworded on both sides');
        expect((await compileHere(folder, '--date', march)).code).toBe(0);
        const kept = assetsOf(folder).find(({ id }) => id === 'base-two')?.title;
        titles.push(kept);
        const saved = workOf(folder);
        expect(saved).toHaveLength(1);
        const { other } = JSON.parse(
          readFileSync(join(folder, 'memory/work', saved[0] as string), 'utf8'),
        ) as { other: Asset };
        expect([kept, other.title].sort()).toEqual([ours.at(-1), theirs.at(-1)].sort());
        const { waiting } = JSON.parse(await run(folder, ['status', '--json'])) as {
          waiting: { id: string; kind: string }[];
        };
        // The log says it to every clone, so the file of this one is not listed beside it.
        expect(waiting).toMatchObject([
          { id: expect.stringMatching(/^rewording-base-two-[0-9a-f]{8}$/), kind: 'wording' },
        ]);
      }
      expect(titles[0]).toBe(titles[1]);
      expect(state(a)).toEqual(state(b));
      const version = 1 + ours.length + theirs.length;
      expect(assetsOf(a).find(({ id }) => id === 'base-two')?.version).toBe(version);

      for (const folder of [a, b]) commitAll(folder, 'Merged');
      fetch(a, b);
      for (const folder of [a, b]) {
        expect(merge(folder).code).toBe(0);
        expect((await compileHere(folder)).written).toEqual([]);
      }
      expect(state(a)).toEqual(state(b));
    },
  );

  /** A branch whose work went into `main` as one commit, in a project that held the rule before, or did not. */
  async function squashed(
    held: boolean,
  ): Promise<{ a: string; branch: () => void; main: () => void }> {
    const { a } = await twoClones();
    const title = 'As it was';
    if (held) await add(a, 'later', { title });
    commitAll(a, 'Before');
    git(a, 'switch', '--quiet', '--create', 'feat');
    if (!held) await add(a, 'later', { title });
    await say(a, 'As the branch says it');
    git(a, 'switch', '--quiet', 'main');
    git(a, 'merge', '--squash', 'feat');
    commitAll(a, 'Squashed');
    const switchTo = (name: string) => () => git(a, 'switch', '--quiet', name);
    return { a, branch: switchTo('feat'), main: switchTo('main') };
  }
  async function say(folder: string, title: string): Promise<void> {
    await run(folder, ['revise', 'later', '--file', '-'], JSON.stringify(gene('later', { title })));
    commitAll(folder, `Say “${title}”`);
  }
  const laterOf = (folder: string) => assetsOf(folder).find(({ id }) => id === 'later')?.title;

  test.each([
    ['main', true],
    ['main', false],
    ['branch', true],
    ['branch', false],
  ] as const)(
    'after a squash is no conflict where one went on from the other (merged in %s, held before: %s)',
    async (where, held) => {
      const { a, branch, main } = await squashed(held);
      branch();
      await say(a, 'As the branch says it now');
      if (where === 'main') main();
      const { code, said } = tryGit(a, 'merge', '--no-edit', where === 'main' ? 'feat' : 'main');
      expect(code, said).toBe(0);
      expect(said).not.toContain('both sides');
      expect(laterOf(a)).toBe('As the branch says it now');
      expect(workOf(a)).toEqual([]);
    },
  );

  test('after a squash is one where both went on', async () => {
    const { a, branch } = await squashed(true);
    await say(a, 'As main says it');
    branch();
    await say(a, 'As the branch says it now');
    expect(tryGit(a, 'merge', '--no-edit', 'main').said).toContain('both sides');
    expect(workOf(a)).toHaveLength(1);
  });

  test('after a squash is one where the first words were put back by hand', async () => {
    const { a, branch } = await squashed(false);
    branch();
    const text = readFileSync(join(a, 'memory/genes.json'), 'utf8');
    put(a, 'memory/genes.json', text.replace('As the branch says it', 'As it was'));
    commitAll(a, 'By hand');
    expect(tryGit(a, 'merge', '--no-edit', 'main').said).toContain('both sides');
    expect(workOf(a)).toHaveLength(1);
  });

  test.each([
    ['rebased on a main that went on from the squash', ['rebase', 'main'], 'As main says it'],
    ['cherry-picked without what it went on from', ['cherry-pick', 'feat'], 'As it is picked'],
  ])('is no conflict where it is %s', async (_, command, stands) => {
    const { a, branch, main } = await squashed(true);
    git(a, 'reset', '--quiet', '--hard', 'HEAD~1');
    branch();
    await say(a, 'As it is picked');
    main();
    if (command[0] === 'rebase') {
      git(a, 'merge', '--squash', 'feat');
      commitAll(a, 'Squashed');
      await say(a, 'As main says it');
      branch();
    }
    const { code, said } = tryGit(a, ...command);
    expect(code, said).toBe(0);
    expect(said).not.toContain('both sides');
    expect([laterOf(a), workOf(a)]).toEqual([stands, []]);
  });

  test.each([
    ['as git takes the rest', 'Aaa', undefined],
    ['as we merge the rest', 'Aaa', 'other'],
    ['from a main that has the later version', 'Zzz', 'later'],
  ])(
    'by two commits of a branch waits once, as it reads after the rebase: %s',
    async (_, title, more) => {
      const { a, b } = await twoClones();
      if (more === 'later') await reword(a, `${title} at first`);
      if (more === 'other') await add(a, 'another');
      await reword(a, title);
      await reword(b, 'As b says it');
      await reword(b, 'As b says it now');
      fetch(b);
      expect(tryGit(b, 'rebase', 'other/main').code).toBe(0);
      const { problems } = await compileHere(b);
      const asked = problems.filter(({ rule }) => rule === 'merge/two-wordings');
      const kept = assetsOf(b).find(({ id }) => id === 'base-two')?.title;
      const waits = kept === title ? 'As b says it now' : title;
      expect(asked.map(({ message }) => message)).toEqual([
        expect.stringContaining(`In use: “${kept}”. The other one: “${waits}”`),
      ]);
      expect(workOf(b)).toHaveLength(1);
      put(b, `memory/work/${workOf(b)[0]}`, workText(b).replace(/(?<="made_at": ")\d+/, '2020'));
      await reword(b, 'As both say it');
      expect((await compileHere(b)).problems).toEqual([]);
    },
  );

  test.each([
    ['leaves nothing to ask', 'Our words', 'Our words', []],
    [
      'leaves ours to ask about, where git took theirs and then nobody’s',
      'A word',
      'What base-two taught',
      1,
    ],
  ])(
    'and takes back its words in the next commit of a branch %s',
    async (_, title, stands, asked) => {
      const { a, b } = await twoClones();
      await reword(a, title);
      await reword(b, 'As b says it');
      const { events } = JSON.parse(await run(b, ['why', 'base-two', '--json']));
      await run(b, ['undo', events.at(-1).id]);
      commitAll(b, 'Undone');
      fetch(b);
      expect(tryGit(b, 'rebase', 'other/main').code).toBe(0);
      const open = (await compileHere(b)).problems.filter(
        ({ rule }) => rule === 'merge/two-wordings',
      );
      expect(assetsOf(b)[2]?.title).toContain(stands);
      expect(open.map(({ message }) => message)).toEqual(
        asked === 1 ? [expect.stringContaining(`The other one: “${title}”`)] : [],
      );
      expect(workOf(b)).toHaveLength(open.length);
    },
  );

  test('and one side rewords while the other judges: both count', async () => {
    const { a, b } = await twoClones();
    await reword(a, 'As a says it');
    judge(b, [proved('base-two', 'session-b')]);
    await run(b, ['compile']);
    commitAll(b, 'Judged');
    fetch(a, b);
    for (const folder of [a, b]) {
      mergeCleanly(folder);
      await compileHere(folder, '--date', march);
      expect(assetsOf(folder).find(({ id }) => id === 'base-two')).toMatchObject({
        title: 'As a says it',
        confidence: 0.95,
        version: 2,
      });
      expect(workOf(folder)).toEqual([]);
    }
    expect(state(a)).toEqual(state(b));
  });
});

describe('the target', { tags: 'slow' }, () => {
  function write(folder: string, from: string, to: string): void {
    const text = targetOf(folder);
    expect(text).toContain(from);
    put(folder, 'CLAUDE.md', text.replace(from, to));
  }

  test('keeps what both wrote around the block, and one block', async () => {
    const clones = await twoClones();
    const { a, b } = clones;
    write(a, 'Line a.', 'Line a, as a says it.');
    write(b, 'Line h.', 'Line h, as b says it.');
    await diverge(clones, { a: march, b: march });
    for (const folder of [a, b]) {
      mergeCleanly(folder);
      expect((await compileHere(folder, '--date', march)).code).toBe(0);
      const text = targetOf(folder);
      expect(text).toContain('Line a, as a says it.');
      expect(text).toContain('Line h, as b says it.');
      expect(text.split(startMarker)).toHaveLength(2);
      expect(text.split(endMarker)).toHaveLength(2);
    }
    expect(targetOf(a)).toBe(targetOf(b));
  });

  test('is left to git and to them where both changed the same words of their own', async () => {
    const { a, b } = await twoClones();
    for (const [folder, name] of [
      [a, 'a'],
      [b, 'b'],
    ] as const) {
      write(folder, 'Line a.', `Line a, as ${name} says it.`);
      commitAll(folder, name);
    }
    fetch(a);
    expect(merge(a).code).toBe(1);
    expect(targetOf(a).match(/^(?:<{7}|>{7}) /gm)).toHaveLength(2);
    expect(targetOf(a).split(startMarker)).toHaveLength(2);
  });

  test.each(['docs/INDEX.md', 'docs/views/rules.md'])(
    'is merged as any other where it is called like a compiled file: %s',
    async (path) => {
      const { a, b } = await twoClones();
      put(a, 'memory/config.json', JSON.stringify({ project: 'team', targets: [path] }));
      put(a, path, handbook.join('\n'));
      commitAll(a, 'Another target');
      fetch(b);
      mergeCleanly(b);
      for (const folder of [a, b]) await run(folder, ['init']);
      for (const [folder, line] of [
        [a, 'Line a.'],
        [b, 'Line h.'],
      ] as const) {
        put(folder, path, handbook.join('\n').replace(line, `${line} More.`));
        commitAll(folder, line);
      }
      fetch(a);
      mergeCleanly(a);
      expect(readFileSync(join(a, path), 'utf8')).toMatch(/Line a\. More\.[\s\S]*Line h\. More\./);
    },
  );

  test('that got its first block on both sides gets one block', async () => {
    const outer = scratchFolder();
    const a = join(outer, 'a');
    put(a, 'CLAUDE.md', handbook.join('\n'));
    git(a, 'init', '--quiet', '--initial-branch=main');
    await run(a, ['init']);
    commitAll(a, 'An empty memory');
    git(outer, 'clone', '--quiet', 'a', 'b');
    const b = join(outer, 'b');
    await run(b, ['init']);
    for (const [folder, other, id] of [
      [a, b, 'from-a'],
      [b, a, 'from-b'],
    ] as const) {
      git(folder, 'remote', 'add', 'other', other);
      await add(folder, id);
      await run(folder, ['pin', id]);
      commitAll(folder, id);
    }
    fetch(a, b);
    for (const folder of [a, b]) {
      mergeCleanly(folder);
      expect((await compileHere(folder, '--date', march)).code).toBe(0);
      expect(targetOf(folder).split(startMarker)).toHaveLength(2);
      expect(targetOf(folder)).toContain('[gene:from-a, ');
      expect(targetOf(folder)).toContain('[gene:from-b, ');
    }
    expect(targetOf(a)).toBe(targetOf(b));
  });
});

describe('a log that was merged without init', { tags: 'slow' }, () => {
  test('never loses a good line to the conflict markers', async () => {
    const clones = await twoClones();
    const { a, b } = clones;
    await diverge(clones, { a: march, b: march });
    // Stronger than memory/.gitattributes: this clone merges the log as any text.
    put(a, '.git/info/attributes', '* merge=text\nmemory/genes.json merge=madness\n');
    const { code, said } = merge(a);
    expect(code).toBe(1);
    expect(said).toMatch(/CONFLICT .*evolution\.jsonl/);
    const log = readFileSync(join(a, 'memory/evolution.jsonl'), 'utf8');
    expect(log).toMatch(/^<{7} /m);
    git(
      a,
      'checkout',
      '--ours',
      'CLAUDE.md',
      'memory/index.json',
      'memory/INDEX.md',
      'memory/views',
    );

    const compiled = await compileHere(a, '--date', march);
    const marks = log
      .split('\n')
      .flatMap((line, index) => (/^[<=>]{7}/.test(line) ? [index + 1] : []));
    expect(compiled.code).toBe(1);
    expect(compiled.problems.filter(({ severity }) => severity === 'error')).toEqual(
      marks.map((at) => ({
        rule: 'log/conflict-marker',
        severity: 'error',
        file: 'evolution.jsonl',
        at,
        message: expect.stringMatching(/^This line is a conflict marker/),
        hint: expect.stringMatching(/Delete the marker lines/),
      })),
    );
    expect(readFileSync(join(a, 'memory/evolution.jsonl'), 'utf8')).toBe(log);
    expect(merge(b).code).toBe(0);
    await compileHere(b, '--date', march);

    put(a, 'memory/evolution.jsonl', log.replace(/^[<=>]{7}.*\n/gm, ''));
    expect((await compileHere(a, '--date', march)).code).toBe(0);
    expect(assetsOf(a)).toEqual(assetsOf(b));
    expect(targetOf(a)).toBe(targetOf(b));
  });

  test('and assets with conflict markers are named, lose nothing, and init mends it', async () => {
    const clones = await twoClones();
    const { a } = clones;
    await diverge(clones, { a: march, b: march });
    git(a, 'config', '--remove-section', 'merge.madness');
    expect(merge(a).said).toMatch(/CONFLICT .*genes\.json/);
    const before = snapshot(a);
    const { code, problems } = await compileHere(a);
    expect(code).toBe(1);
    expect(problems).toContainEqual({
      rule: 'asset/unreadable',
      severity: 'error',
      file: 'genes.json',
      message: 'The file has conflict markers of git.',
      hint: expect.stringContaining('madness init'),
    });
    expect(snapshot(a)['memory/genes.json']).toBe(before['memory/genes.json']);
    expect(snapshot(a)['CLAUDE.md']).toBe(before['CLAUDE.md']);

    git(a, 'merge', '--abort');
    await run(a, ['init']);
    const again = merge(a);
    expect(again.code, again.said).toBe(0);
    expect((await compileHere(a)).code).toBe(0);
  });
});

test('a clone whose madness was moved or removed since gets git’s own conflicts, nothing less', {
  tags: 'slow',
}, async () => {
  const outer = scratchFolder('program');
  cpSync(dirname(cliFile), join(outer, 'dist'), { recursive: true });
  const clones = await twoClones();
  const { a } = clones;
  await diverge(clones, { a: march, b: march });
  execFileSync(process.execPath, [join(outer, 'dist/cli.mjs'), 'init'], {
    cwd: a,
    env: cleanEnvironment,
  });
  expect(git(a, 'config', 'merge.madness.driver')).toContain(outer);
  rmSync(outer, { recursive: true });
  const { code, said } = merge(a);
  expect(code).toBe(1);
  expect(said).toMatch(/CONFLICT .*genes\.json/);
  const text = readFileSync(join(a, 'memory/genes.json'), 'utf8');
  expect(text).toMatch(/^<{7} /m);
  expect(text).toContain('"only-a"');
  expect(text).toContain('"only-b"');

  git(a, 'merge', '--abort');
  await run(a, ['init']);
  const again = merge(a);
  expect(again.code, again.said).toBe(0);
});

test('git knows a target by its name, whatever a pattern would make of it', async () => {
  const { a } = await twoClones();
  const path = 'app/[slug]/规则 "a".md';
  const targets = [path, `./${path}`];
  put(a, 'memory/config.json', JSON.stringify({ project: 'team', targets }));
  await run(a, ['init']);
  const lines = readFileSync(join(a, '.git/info/attributes'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(git(a, 'check-attr', '-z', 'merge', path)).toBe(`${path}\0merge\0madness\0`);
  await run(a, ['uninstall']);
  expect(existsSync(join(a, '.git/info/attributes'))).toBe(false);
});

test('init leaves a work tree in which nothing unwanted would be committed', {
  tags: 'slow',
}, async () => {
  const { a } = await twoClones();
  put(a, 'memory/work/notes.md', 'mine\n');
  put(a, 'memory/INDEX.md.madness-0123456789ab', 'half\n');
  expect(git(a, 'status', '--porcelain')).toBe('');
});

test('the last memory of a clone takes the driver with it when it leaves, no earlier one', {
  tags: 'slow',
}, async () => {
  const outer = scratchFolder('packages');
  git(outer, 'init', '--quiet');
  const [first, last] = [join(outer, 'packages/a'), join(outer, 'packages/b')];
  for (const folder of [first, last]) {
    put(folder, 'CLAUDE.md', '');
    await run(folder, ['init']);
  }
  const drivers = () => tryGit(outer, 'config', '--get-regexp', '^merge.madness').said;
  const { err } = await madnessHere(first, ['uninstall']);
  expect(err).toContain('Kept: the merge driver of this clone');
  expect(drivers()).toContain('merge.madness-past.driver');
  expect(git(outer, 'check-attr', 'merge', 'packages/b/CLAUDE.md')).toContain('merge: madness');
  await run(last, ['uninstall']);
  expect(drivers()).toBe('');
});
