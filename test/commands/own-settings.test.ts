import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownConfigProblems } from '../../src/application/setup/own-config.js';
import { guardTable } from '../../src/store/built-in-guards.js';
import { madness } from '../support/cli.js';
import { put, scratchFolder } from '../support/scratch.js';

const said = (config: string) => {
  const own = scratchFolder();
  put(own, 'config.json', config);
  return ownConfigProblems({ MADNESS_HOME: own }).map(({ at, message }) => [at, message]);
};

test.each([
  ['{"guard": {}}', '/guard', 'Did you mean guards?'],
  ['{"guards": {"agentlock": true}}', '/guards/agentlock', 'Did you mean agent-lock?'],
  ['{"archive_day": 30}', '/archive_day', 'Did you mean archive_days?'],
  ['{"holdout": 2}', '/holdout', '<= 0.5'],
  ['{"reflection": {"modell": "haiku"}}', '/reflection/modell', 'Did you mean model?'],
])('in the own settings %s is named, with what was probably meant', (config, at, meant) => {
  expect(said(config)).toEqual([[at, expect.stringContaining(meant)]]);
});

test('every built-in guard is a setting, and settings that all have an effect are no problem', () => {
  const guards = Object.fromEntries(guardTable.map(({ name }) => [name, { on: true }]));
  expect(said(JSON.stringify({ guards, archive: true, band: 'off', fetch: false }))).toEqual([]);
  expect(said('{"archive": tru')).toEqual([[undefined, expect.stringContaining('broken')]]);
});

test('doctor, guards and config list name a dead setting, and one that is set anew keeps it', () => {
  const root = scratchFolder();
  const own = join(root, '../own');
  const env = { MADNESS_HOME: own };
  madness(root, ['init'], { env });
  put(own, 'config.json', '{"window_token": 1}');
  const all = (args: string) => {
    const { out, err } = madness(root, args.split(' '), { env });
    return out + err;
  };
  for (const args of ['doctor', 'guards', 'config list'])
    expect(all(args)).toContain('window_token');
  all('config set weekly off');
  expect(readFileSync(join(own, 'config.json'), 'utf8')).toContain('"window_token": 1');
});

test('a stray file of a memory is named, with the name that was probably meant', () => {
  const root = scratchFolder();
  madness(root, ['init']);
  put(root, 'memory/gene.json', '[]');
  put(root, 'memory/README.md', 'ours');
  const { code, err } = madness(root, ['check']);
  expect([code, err]).toEqual([0, expect.stringMatching(/^warning: gene\.json: .*genes\.json/m)]);
  expect(err).not.toContain('README');
});

test('an asset that cannot be read: the others go on, and else it is said that CLAUDE.md stays', () => {
  const root = scratchFolder();
  madness(root, ['init']);
  madness(root, ['add', 'never run npm', '--pin']);
  const file = join(root, 'memory/genes.json');
  const before = readFileSync(join(root, 'CLAUDE.md'), 'utf8');
  const [rule] = JSON.parse(readFileSync(file, 'utf8'));
  // Another implementation wrote it, so no event knows it.
  put(root, 'memory/genes.json', JSON.stringify([rule, { ...rule, id: 'x', last_validated: '' }]));
  const { err: beside } = madness(root, ['add', 'write tests first', '--pin']);
  expect(beside).toContain('/last_validated');
  const after = readFileSync(join(root, 'CLAUDE.md'), 'utf8');
  expect(after).toContain('write tests first');
  put(root, 'memory/genes.json', JSON.stringify([{ ...rule, last_validated: '' }]));
  expect(madness(root, ['compile']).err).toContain('No file that Claude reads is written');
  expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(after);
  expect(after).not.toBe(before);
});
