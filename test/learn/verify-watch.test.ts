import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifyWatch } from '../../src/learn/watches/verify-watch.js';
import type { Watch } from '../../src/schema.gen.js';

interface Row {
  readonly text: string;
  readonly watch: Watch | null;
}
const labelled = readFileSync(new URL('../watches/sentences.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .filter(({ watch }) => watch !== null);

const faults = (watch: unknown, ...texts: string[]) =>
  verifyWatch(watch, texts).faults.map(({ at, fault }) => `${at} ${fault}`);

describe('a watch that a model handed in', () => {
  test.each(labelled)('is held by its sentence: $text', ({ text, watch }) => {
    expect(faults(watch, text)).toEqual([]);
  });

  const line = 'Run `make lint` before every commit, never `npm publish`.';
  test.each<[string, unknown, string]>([
    ['an operand from nowhere', { never: ['terraform destroy'] }, '/never/0 not-in-text'],
    ['two commands mixed', { never: ['make publish'] }, '/never/0 not-in-text'],
    ['a longer command', { before: 'commit', run: ['make lint-all'] }, '/run/0 not-in-text'],
    ['a path outside', { no_edit: ['../secrets/'] }, '/no_edit/0 outside'],
    ['a path of the machine', { no_edit: ['/etc/hosts'] }, '/no_edit/0 outside'],
    ['a path from nowhere', { no_edit: ['dist/'] }, '/no_edit/0 not-in-text'],
    ['a number', { never: ['npm publish'], broken: 3 }, '/broken number'],
    ['a number alone', 7, ' number'],
    ['a number in a list', { never: [7] }, '/never/0 number'],
    [
      '3 kB',
      { never: Array.from({ length: 20 }, (_, n) => `npm publish ${n} ${'x'.repeat(150)}`) },
      ' too-long',
    ],
    ['a long operand', { never: ['x'.repeat(300)] }, '/never/0 too-long'],
    ['two forms', { never: ['npm publish'], no_edit: ['make'] }, ' not-one-form'],
    ['no form', {}, ' not-one-form'],
    ['half a form', { before: 'commit' }, ' not-one-form'],
    ['another moment', { before: 'lunch', run: ['make lint'] }, '/before moment'],
    ['a field of its own', { never: ['npm publish'], why: 'so' }, '/why unknown-field'],
    [
      'a branch that the text does not name',
      { never: ['npm publish'], on: ['main'] },
      '/on/0 branch-not-in-text',
    ],
    ['everything', { never: ['*'] }, '/never/0 matches-everything'],
    ['a placeholder where the text has none', { never: ['npm *'] }, '/never/0 not-in-text'],
    [
      'an exception from nowhere',
      { never: ['npm publish'], unless: ['npm publish --dry-run'] },
      '/unless/0 not-in-text',
    ],
    ['an invisible sign', { never: ['npm\u200b publish'] }, '/never/0 wrong-type'],
    ['a list', [], ' not-an-object'],
  ])('with %s is refused by name', (_, watch, fault) => {
    expect(faults(watch, line)).toContain(fault);
  });

  test("of another line's command is refused", () => {
    const watch = { before: 'commit', run: ['make lint'] };
    expect(faults(watch, line)).toEqual([]);
    expect(faults(watch, 'Run `make check` before every commit.')).toEqual(['/run/0 not-in-text']);
  });

  test.each<[Watch, string]>([
    [{ use: 'pnpm', not: ['npm', 'yarn', 'bun'] }, 'only pnpm in this repo'],
    [{ use: 'npm ci', not: ['npm install'] }, 'Use `npm ci`, not install'],
    [{ use: 'uv add', not: ['pip install'] }, 'add packages with uv, never pip'],
    [{ never: ['git push'], on: ['main'] }, 'never push to main'],
    [{ never: ['git push'], on: ['main'] }, '不要往主分支推代码'],
    [{ never: ['git commit'], on: ['release/*'] }, 'no commits on release branches'],
    [{ never: ['git push --force'] }, '别强推'],
    [{ after: 'code', run: ['cargo clippy'] }, 'After editing code, run cargo clippy'],
    [{ after: ['*.proto'], run: ['make gen'] }, 'when proto files change: make gen'],
    [{ no_edit: ['src/**/*.gen.ts'] }, 'leave the `.gen.ts` files below src alone'],
  ])('may complete what everybody would: %j', (watch, text) => {
    expect(faults(watch, text)).toEqual([]);
  });

  test('names no rival that the text left out, where it names others', () => {
    expect(faults({ use: 'pnpm', not: ['npm', 'yarn'] }, 'use pnpm, never npm')).toEqual([
      '/not/1 not-in-text',
    ]);
  });
});
