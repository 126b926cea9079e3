import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../support/git.js';
import { scratchFolders } from '../support/scratch.js';
import { testEachFirstQuick } from '../support/slow.js';
import { type Member, memberAt, team } from '../support/team.js';

const scratch = scratchFolders();
const log = 'memory/evolution.jsonl';
const genes = 'memory/genes.json';

const reworded = (id: string, title: string) =>
  JSON.stringify({ id, type: 'gene', title, trigger: 'always', method: [title] });

interface Shared {
  readonly li: Member;
  readonly han: Member;
  readonly remote: string;
  readonly pnpm: string;
}

async function shared(): Promise<Shared> {
  const { member, remote } = team();
  const li = member('Li Lei');
  await li.run('init');
  await li.run('add', 'use pnpm and never npm here');
  li.push('one rule');
  await li.run('add', 'run the integration tests before you merge');
  li.push('two rules');
  const han = member('Han Mei');
  await han.run('init');
  return { li, han, remote, pnpm: 'use-pnpm-and-never-npm' };
}

/** As CI has it: a clone with nothing of ours, and CI set. */
async function inCi(remote: string, depth?: number) {
  const folder = join(scratch(), 'ci');
  const shallow = depth === undefined ? [] : ['--depth', String(depth)];
  git(remote, 'clone', '--quiet', ...shallow, `file://${remote}`, folder);
  const member = memberAt(folder, join(folder, '../home'), 'ci');
  return member.run('check', '--strict');
}

const read = ({ folder }: Member, name: string) => readFileSync(join(folder, name), 'utf8');
const write = ({ folder }: Member, name: string, text: string) =>
  writeFileSync(join(folder, name), text);
const edit = (member: Member, name: string, change: (text: string) => string) =>
  write(member, name, change(read(member, name)));

type Plant = (all: Shared) => void | Promise<void>;

/** A token of no service. */
const secret = `ghp_${'x7Kd92LmQp0ZtVb4NsRf8YhWc3Ej6Ua1Go5T'}`;

async function twoWordings({ li, han, pnpm }: Shared): Promise<void> {
  await li.withInput(reworded(pnpm, 'use pnpm here'), 'revise', pnpm, '--file', '-');
  li.push('li');
  await han.withInput(reworded(pnpm, 'pnpm and nothing else'), 'revise', pnpm, '--file', '-');
  han.commit('han');
  han.pull();
  await han.run('compile');
  han.push('merged');
  li.pull();
}

const damages: Readonly<Record<string, [rule: string, plant: Plant]>> = {
  'a commit with an event was reverted': [
    'log/lost',
    ({ li }) => {
      li.git('revert', '--no-edit', 'HEAD');
      li.push('revert');
    },
  ],
  'one side of a conflict was taken whole': [
    'log/lost',
    ({ li }) => {
      edit(li, log, (text) => `${text.split('\n').slice(1).join('\n')}`);
      li.push('one side');
    },
  ],
  'the rule block was edited by hand': [
    'compile/drift',
    async ({ li, pnpm }) => {
      await li.run('pin', pnpm);
      edit(li, 'CLAUDE.md', (text) => text.replace('never npm', 'never yarn'));
      li.push('block');
    },
  ],
  'a confidence was raised by hand': [
    'asset/stale-number',
    ({ li }) => {
      edit(li, genes, (text) => text.replace('"confidence": 0.7', '"confidence": 0.99'));
      li.push('number');
    },
  ],
  'a rule was reworded on both sides': ['merge/two-wordings', twoWordings],
  'a rule holds a secret': [
    'secret/',
    ({ li }) => {
      edit(li, genes, (text) => text.replace('use pnpm and never', `use ${secret} and never`));
      li.push('secret');
    },
  ],
  'the log has the markers of a conflict': [
    'log/conflict-marker',
    ({ li }) => {
      edit(li, log, (text) => `<<<<<<< HEAD\n${text}=======\n>>>>>>> main\n`);
      li.push('markers');
    },
  ],
  'an asset file has the markers of a conflict': [
    'asset/',
    ({ li }) => {
      edit(li, genes, (text) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> main\n`);
      li.push('markers');
    },
  ],
  'a line of the log was changed': [
    'log/wrong-id',
    ({ li }) => {
      edit(li, log, (text) => text.replace('"confidence_delta":0.7', '"confidence_delta":0.9'));
      li.push('changed');
    },
  ],
  'a line of the log is torn': [
    'log/not-json',
    ({ li }) => {
      edit(li, log, (text) => `${text}{"ts":"2026-11-2`);
      li.push('torn');
    },
  ],
  'a rule went without an event': [
    'log/unknown-asset',
    ({ li, pnpm }) => {
      edit(li, genes, (text) =>
        JSON.stringify(JSON.parse(text).filter((one: { id: string }) => one.id !== pnpm)),
      );
      li.push('gone');
    },
  ],
  'a view was written by hand': [
    'compile/drift',
    ({ li }) => {
      edit(li, 'memory/INDEX.md', (text) => `${text}\nby hand\n`);
      li.push('index');
    },
  ],
};

const healthy: Readonly<Record<string, Plant>> = {
  'as it was made': () => {},
  'a rule that is pinned': async ({ li, pnpm }) => {
    await li.run('pin', pnpm);
    li.push('pin');
  },
  'a rule that was retired': async ({ li, pnpm }) => {
    await li.run('deprecate', pnpm);
    li.push('retired');
  },
  'a rule that was undone': async ({ li }) => {
    await li.run('undo', 'last');
    li.push('undone');
  },
  'a rule that one side reworded': async ({ li, pnpm }) => {
    await li.withInput(reworded(pnpm, 'use pnpm here'), 'revise', pnpm, '--file', '-');
    li.push('reworded');
  },
  'a rule reworded there and back': async ({ li, pnpm }) => {
    for (const title of ['use pnpm here', 'use pnpm and never npm here', 'pnpm it is'])
      await li.withInput(reworded(pnpm, title), 'revise', pnpm, '--file', '-');
    li.push('there and back');
  },
  'rules of two people, merged': async ({ li, han }) => {
    await li.run('add', 'name branches after the ticket');
    li.push('li');
    await han.run('add', 'write the changelog in the same commit');
    han.commit('han');
    han.pull();
    await han.run('compile');
    han.push('merged');
  },
  'one rule pinned by two people': async ({ li, han, pnpm }) => {
    await li.run('pin', pnpm);
    li.push('li');
    await han.run('pin', pnpm);
    han.commit('han');
    han.pull();
    await han.run('compile');
    han.push('merged');
  },
  'lines that a union merge doubled': ({ li }) => {
    appendFileSync(join(li.folder, log), read(li, log));
    li.push('doubled');
  },
  'a rewording that was undone before another one': async ({ li, pnpm }) => {
    await li.withInput(reworded(pnpm, 'use pnpm here'), 'revise', pnpm, '--file', '-');
    await li.run('undo', 'last');
    await li.withInput(reworded(pnpm, 'pnpm it is'), 'revise', pnpm, '--file', '-');
    li.push('again');
  },
  'lost events that were brought back': async (all) => {
    all.li.git('revert', '--no-edit', 'HEAD');
    expect((await all.li.run('compile', '--restore')).code).toBe(0);
    all.li.push('restored');
  },
  'two wordings of which one was chosen': async (all) => {
    await twoWordings(all);
    await all.li.withInput(reworded(all.pnpm, 'use pnpm here'), 'revise', all.pnpm, '--file', '-');
    await all.li.withInput(
      reworded(all.pnpm, 'pnpm and nothing else'),
      'revise',
      all.pnpm,
      '--file',
      '-',
    );
    all.li.push('chosen');
  },
};

describe('check --strict, in a clone as CI has it', () => {
  testEachFirstQuick(Object.entries(damages), 'finds it where %s', async (_, [rule, plant]) => {
    const all = await shared();
    await plant(all);
    const { code, err } = await inCi(all.remote);
    expect(err).toContain(`(${rule}`);
    expect(code).toBe(1);
  });

  test.each(Object.entries(healthy))('says nothing of %s', { tags: 'slow' }, async (_, plant) => {
    const all = await shared();
    await plant(all);
    const { code, err, out } = await inCi(all.remote);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('nothing is wrong');
  });

  test('a shallow clone says what it cannot show', async () => {
    const { li, remote } = await shared();
    li.git('revert', '--no-edit', 'HEAD');
    li.push('revert');
    const { code, err } = await inCi(remote, 1);
    expect(code).toBe(0);
    expect(err).toContain('fetch-depth: 0');
    expect((await inCi(remote)).code).toBe(1);
  });
});

describe('the remedy of lost events', () => {
  test('brings back what is missing and no more, with the rule and its wording', async () => {
    const { li } = await shared();
    const whole = read(li, log).split('\n').sort();
    li.git('revert', '--no-edit', 'HEAD');
    const { err } = await li.run('check');
    expect(err).toContain('madness compile --restore');
    const { code, out } = await li.run('compile', '--restore');
    expect([code, out]).toEqual([0, expect.stringMatching(/brought back \d events? and 1 rule/)]);
    expect(read(li, log).split('\n').sort()).toEqual(whole);
    expect((await li.run('check')).out).toContain('nothing is wrong');
    expect((await li.run('list')).out).toContain('run the integration tests before you merge');
  });

  test('works where the commit that has them has an asset file that is no JSON', {
    tags: 'slow',
  }, async () => {
    const { li } = await shared();
    const [whole, rules] = [read(li, log), read(li, genes)];
    write(li, genes, '[{');
    li.commit('broken');
    write(li, genes, rules);
    edit(li, log, (text) => text.split('\n').slice(1).join('\n'));
    li.commit('mended, and a line is gone');
    const { code, err } = await li.run('compile', '--restore');
    expect(code, err).toBe(0);
    expect(read(li, log).split('\n').sort()).toEqual(whole.split('\n').sort());
  });
});
