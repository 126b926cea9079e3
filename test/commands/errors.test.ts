import { expect, test } from 'vitest';
import { madness } from '../support/cli.js';
import { put, scratchFolder } from '../support/scratch.js';

test('with --json an error is a problem on standard output', () => {
  const { code, out } = madness(scratchFolder(), ['show', 'nothing', '--json']);
  expect(code).toBe(2);
  expect(JSON.parse(out).problems).toMatchObject([
    { severity: 'error', message: expect.stringContaining('memory') },
  ]);
});

test('a Chinese terminal gets Chinese errors, whatever the language of the memory', () => {
  const root = scratchFolder();
  const env = { LANG: 'zh_CN.UTF-8' };
  madness(root, ['init', '--language', 'en']);
  expect(madness(root, ['show', 'nothing'], { env }).err).toMatch(/^错误：/);
  put(root, 'memory/genes.json', '[');
  expect(madness(root, ['check'], { env }).err).toContain('错误');
  expect(madness(root, ['check']).err).toContain('error');
});

test('without a log one line says that it begins, and a block that stood there is kept and named', () => {
  const root = scratchFolder();
  madness(root, ['init']);
  madness(root, ['add', 'never run npm', '--pin']);
  put(root, 'memory/evolution.jsonl', '');
  put(
    root,
    'CLAUDE.md',
    '<!-- madness:memory-inject start -->\nmine\n<!-- madness:memory-inject end -->\n',
  );
  const { err } = madness(root, ['compile'], { env: { MADNESS_HOME: `${root}-other` } });
  expect(err).toContain('There was no log: it begins with 1 rule');
  expect(err).toMatch(/Another rule block stood here: its text is in work\/block-/);
  expect(err).not.toContain('edited by hand');
});
