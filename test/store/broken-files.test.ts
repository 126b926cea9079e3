import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Gene } from '../../src/schema.gen.js';
import { commitAll, git } from '../support/git.js';
import { madnessHere } from '../support/in-process.js';
import { scratchFolders } from '../support/scratch.js';

const scratch = scratchFolders();
const kept = 'run-the-tests-before-you';
let cwd = '';

const genes = () => join(cwd, 'memory/genes.json');
const log = () => join(cwd, 'memory/evolution.jsonl');
const block = () => readFileSync(join(cwd, 'CLAUDE.md'), 'utf8');
const edit = (file: string, change: (text: string) => string | Uint8Array) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));
const asUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const twice = (text: string): string => {
  const [one, two] = JSON.parse(text);
  return JSON.stringify([one, { ...two, id: one.id }]);
};

beforeEach(async () => {
  cwd = scratch();
  git(cwd, 'init', '-q');
  await madnessHere(cwd, ['init', '--language', 'en']);
  await madnessHere(cwd, ['add', 'run the tests before you push']);
  await madnessHere(cwd, ['add', 'never edit the ledger by hand']);
  await madnessHere(cwd, ['pin', kept]);
  commitAll(cwd, 'rules');
});

function rulesOf(err: string): string[] {
  return [...err.matchAll(/\(([a-z]+\/[a-z-]+)\)$/gm)].map(([, rule = '']) => rule);
}

describe('a rule file that cannot be read is named with one remedy, and nothing follows from it', () => {
  test.each<[string, () => void, string]>([
    [
      'a field that does not exist',
      () => edit(genes(), (text) => text.replace('"title"', '"titel"')),
      'asset/schema',
    ],
    ['a torn end', () => edit(genes(), (text) => text.slice(0, -120)), 'asset/unreadable'],
    ['an id that stands twice', () => edit(genes(), twice), 'asset/duplicate-id'],
    [
      'markers of a merge',
      () => edit(genes(), (text) => `<<<<<<< HEAD\n${text}=======\n>>>>>>> x\n`),
      'asset/unreadable',
    ],
    ['UTF-16', () => edit(genes(), asUtf16), 'file/encoding'],
    [
      'settings that are torn',
      () => edit(join(cwd, 'memory/config.json'), (text) => text.slice(0, -5)),
      'config/schema',
    ],
  ])('%s', async (_, harm, rule) => {
    harm();
    const before = block();
    const { code, err } = await madnessHere(cwd, ['check']);
    expect([code, rulesOf(err)]).toEqual([1, [rule]]);
    expect((await madnessHere(cwd, ['compile'])).code).toBe(1);
    const status = await madnessHere(cwd, ['status']);
    expect(status.out).not.toMatch(/^(?:on trial|trust) /m);
    expect(status.out).toMatch(/^next +madness check$/m);
    expect(block()).toBe(before);
  });

  test('a rule in it is not said to be gone', async () => {
    edit(genes(), (text) => text.slice(0, -120));
    const { code, err } = await madnessHere(cwd, ['show', kept]);
    expect([code, err]).toEqual([2, expect.stringContaining('genes.json cannot be read whole')]);
    expect(err).not.toContain('madness undo');
  });

  test('what a rule cannot be added to is named as the check names it', async () => {
    edit(genes(), (text) => text.slice(0, -120));
    const [place] = /genes\.json:\d+:\d+/.exec((await madnessHere(cwd, ['check'])).err) ?? [];
    const { code, err } = await madnessHere(cwd, ['add', 'never force push']);
    expect([code, err]).toEqual([1, expect.stringContaining(`${place}: The JSON is broken`)]);
  });
});

describe('what a log lacks is brought back by the command that the check names', () => {
  test.each<[string, () => void, string]>([
    ['a torn line', () => edit(log(), (text) => text.slice(0, -30)), 'log/not-json'],
    [
      'a line that was edited',
      () => edit(log(), (text) => text.replace('never edit', 'always edit')),
      'log/wrong-id',
    ],
    [
      'a line that is gone',
      () => edit(log(), (text) => text.replace(/^.*"asset_id":"never-edit.*\n/m, '')),
      'log/lost',
    ],
    ['the whole log', () => rmSync(log()), 'log/lost'],
    ['the file of its rules', () => rmSync(genes()), 'log/unknown-asset'],
  ])('%s', async (_, harm, rule) => {
    const before = [block(), readFileSync(genes(), 'utf8')];
    harm();
    const { code, err } = await madnessHere(cwd, ['check']);
    expect([code, [...new Set(rulesOf(err))]]).toEqual([1, [rule]]);
    expect(err).toContain('madness compile --restore');
    await madnessHere(cwd, ['compile', '--restore']);
    // As the hint says it.
    const faulty = /^error: evolution\.jsonl:(\d+)/m.exec(err)?.[1];
    if (faulty !== undefined)
      edit(log(), (text) =>
        text
          .split('\n')
          .filter((_, at) => at + 1 !== Number(faulty))
          .join('\n'),
      );
    expect(await madnessHere(cwd, ['check'])).toMatchObject({ code: 0, err: '' });
    expect([block(), readFileSync(genes(), 'utf8')]).toEqual(before);
  });

  test('a rule that an earlier commit took out of its file, with the words that it had last', {
    tags: 'slow',
  }, async () => {
    await madnessHere(cwd, ['edit', kept, 'run all tests before you push']);
    commitAll(cwd, 'reworded');
    const before = readFileSync(genes(), 'utf8');
    edit(genes(), (text) => JSON.stringify(JSON.parse(text).filter(({ id }: Gene) => id !== kept)));
    await madnessHere(cwd, ['compile']);
    commitAll(cwd, 'without it');
    const { out } = await madnessHere(cwd, ['compile', '--restore']);
    expect(out).toContain('brought back 0 events and 1 rule\n');
    expect(readFileSync(genes(), 'utf8')).toBe(before);
  });

  test('a rule whose commit a rebase dropped', { tags: 'slow' }, async () => {
    git(cwd, 'checkout', '-qb', 'side');
    await madnessHere(cwd, ['add', 'look at the ledger first']);
    commitAll(cwd, 'dropped');
    await madnessHere(cwd, ['add', 'ask before a release']);
    commitAll(cwd, 'taken along');
    git(cwd, 'rebase', '-q', '--onto', 'HEAD~2', 'HEAD~1');
    await madnessHere(cwd, ['compile']);
    expect((await madnessHere(cwd, ['check'])).err).toContain('madness compile --restore');
    await madnessHere(cwd, ['compile', '--restore']);
    expect(await madnessHere(cwd, ['check'])).toMatchObject({ code: 0, err: '' });
    expect((await madnessHere(cwd, ['list'])).out).toContain('look at the ledger first');
  });

  test('nothing is brought back where nothing is missing', { tags: 'slow' }, async () => {
    const { out } = await madnessHere(cwd, ['compile', '--restore']);
    expect(out).toContain('nothing is missing that git has ever had\n');
  });

  test('a rule that somebody took back on purpose stays away', { tags: 'slow' }, async () => {
    await madnessHere(cwd, ['undo', 'last']);
    await madnessHere(cwd, ['undo', 'last']);
    const before = readFileSync(genes(), 'utf8');
    await madnessHere(cwd, ['compile', '--restore']);
    expect(readFileSync(genes(), 'utf8')).toBe(before);
  });
});
