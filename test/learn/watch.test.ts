import { beforeEach, describe, expect, test } from 'vitest';
import { check } from '../../src/commands/memory/check.js';
import { exportMemory } from '../../src/commands/sharing/export.js';
import { validateAsset } from '../../src/learn/asset.js';
import { matchesCommand } from '../../src/learn/guards/command-pattern.js';
import { kinOf, momentOf, patternOf } from '../../src/learn/watches/match.js';
import {
  faultsOf,
  kindOfWatch,
  splitWatch,
  watchKey,
  watchOf,
} from '../../src/learn/watches/watch.js';
import { simpleCommands } from '../../src/observe/shell/simple-commands.js';
import type { Gene, Guard, Watch } from '../../src/schema.gen.js';
import { born, gene, putMemory } from '../support/memory.js';
import { run } from '../support/run-command.js';
import { scratchFolders } from '../support/scratch.js';

const scratch = scratchFolders();
let cwd = '';
beforeEach(() => {
  cwd = scratch();
});

describe('a watch of a rule', () => {
  test.each<[string, Watch]>([
    ['before', { before: 'commit', run: ['npm test'] }],
    ['before', { before: 'push', run: ['make lint', 'make check'], any: true }],
    ['after', { after: ['schema/**'], run: ['npm run codegen'] }],
    ['use', { use: 'pnpm', not: ['npm', 'yarn'], unless: ['npm publish'] }],
    ['never', { never: ['git push --force'] }],
    ['no_edit', { no_edit: ['src/generated/'] }],
  ])('of the kind %s is valid', (kind, watch) => {
    expect(kindOfWatch(watch)).toBe(kind);
    expect(validateAsset({ ...gene('a-rule'), watch }, 'gene', 'genes.json')).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['mixes two kinds', { never: ['npm'], no_edit: ['dist/'] }, 'asset/watch'],
    ['lacks what must run', { before: 'commit' }, 'asset/watch'],
    ['says any of nothing', { never: ['npm'], any: true }, 'asset/watch'],
    ['is empty', {}, 'asset/watch'],
    ['matches every command', { never: ['*'] }, 'asset/watch'],
    ['matches every file', { no_edit: ['**'] }, 'asset/watch'],
    ['can match nothing', { never: ['rm -rf "$X"'] }, 'asset/watch'],
    ['forbids what it asks for', { use: 'npm', not: ['npm'] }, 'asset/watch'],
    ['knows another moment', { before: 'lunch', run: ['npm test'] }, 'asset/schema'],
    ['counts in the file', { never: ['npm'], broken: 3 }, 'asset/schema'],
  ])('that %s is refused', (_, watch, rule) => {
    const problems = validateAsset({ ...gene('a-rule'), watch }, 'gene', 'genes.json');
    expect(problems.map((one) => one.rule)).toContain(rule);
  });

  test('is read from the guard of an older version', () => {
    const command: Guard = { on: 'command', match: ['npm install'], action: 'deny' };
    expect(watchOf({ guard: { ...command, instead: 'use pnpm install' } })).toEqual({
      watch: { use: 'pnpm install', not: ['npm install'] },
      action: 'deny',
      note: 'use pnpm install',
    });
    expect(
      watchOf({ guard: { ...command, instead: 'Ask in the channel first, please do' } }),
    ).toEqual({
      watch: { never: ['npm install'] },
      action: 'deny',
      note: 'Ask in the channel first, please do',
    });
    expect(
      watchOf({ guard: { on: 'path', match: ['dist/**'], unless: ['dist/a'], action: 'ask' } }),
    ).toEqual({ watch: { no_edit: ['dist/**'], unless: ['dist/a'] }, action: 'ask' });
  });

  test('counts where the rule has a guard as well, and check says so', async () => {
    const guard: Guard = { on: 'command', match: ['yarn'], action: 'ask' };
    const watch = { never: ['npm'] };
    const rule = { ...gene('both'), guard, watch };
    expect(watchOf(rule)).toEqual({ watch });
    putMemory(cwd, { assets: [rule], events: [born('both')], target: '' });
    const { out, talk } = await run(check, { cwd });
    expect(out + talk).toContain('has a watch and a guard');
  });

  test('leaves in an export, and a guard leaves as one', async () => {
    const guard: Guard = { on: 'command', match: ['yarn'], action: 'ask' };
    putMemory(cwd, {
      assets: [
        { ...gene('old'), guard },
        { ...gene('new'), watch: { never: ['npm'] } },
      ],
      events: [born('old'), born('new')],
      target: '',
    });
    const { out } = await run(exportMemory, { cwd, args: ['-'], options: {} });
    const { genes } = JSON.parse(out).assets;
    expect(genes.map(({ watch, guard }: Partial<Gene>) => ({ watch, guard }))).toEqual([
      { watch: { never: ['npm'] } },
      { watch: { never: ['yarn'] } },
    ]);
  });

  test('is the same whatever the order of its patterns, and falls into one for each duty', () => {
    expect(watchKey({ use: 'pnpm', not: ['npm', 'yarn'] })).toBe(
      watchKey({ not: ['yarn', 'npm'], use: 'pnpm' }),
    );
    expect(splitWatch({ before: 'commit', run: ['a b', 'c d'] })).toEqual([
      { before: 'commit', run: ['a b'] },
      { before: 'commit', run: ['c d'] },
    ]);
    expect(splitWatch({ before: 'commit', run: ['a b', 'c d'], any: true })).toHaveLength(1);
    expect(faultsOf({ never: ['git push --force'] })).toEqual([]);
  });
});

describe('a pattern of a watch', () => {
  const does = (pattern: string, line: string) =>
    simpleCommands(line).some((one) => matchesCommand(pattern, one));

  test.each([
    ['mise run test:ci', 'mise test:ci 2>&1 | tail -3'],
    ['mise run fmt', 'mise r fmt && git add -A'],
    ['npm test', 'npm run test -- --silent'],
    ['npm run lint', 'cd web && npm run lint'],
    ['make lint', 'make fmt lint test'],
    ['git push --force', 'git push -f origin main'],
    ['git push --force', 'git push --force-with-lease=main origin main'],
    ['git push --force', 'git push origin +main'],
    ['pytest', 'uv run pytest tests'],
    ['pytest', 'python -m pytest -q'],
    ['vitest', 'npx vitest run'],
    ['npm install', 'sudo npm install left-pad'],
  ])('%s is done by %s', (pattern, line) => {
    expect(does(pattern, line)).toBe(true);
  });

  test.each([
    ['npm', 'pnpm install'],
    ['npm test', 'npm run test:unit'],
    ['make lint', 'make test'],
    ['git push --force', 'git push origin main'],
    ['pip', 'uv pip install x'],
    ['mise run test:ci', 'mise run test'],
    ['npm install', 'echo "npm install"'],
    ['npm install', 'git commit -m "npm install"'],
  ])('%s is not done by %s', (pattern, line) => {
    expect(does(pattern, line)).toBe(false);
  });

  test('has a star for what stands for anything, and no more than words', () => {
    expect(patternOf('go test ./<package>/...')).toBe('go test ./*/...');
    expect(patternOf('FOO=1 npm test -- <file>')).toBe('npm test');
    expect(patternOf('git commit -m "<message>"')).toBe('git commit -m');
    expect(patternOf('npm install <package>')).toBe('npm install');
  });

  test('moments and kinds are known', () => {
    const kin = (line: string) => simpleCommands(line).map(({ words }) => kinOf(words))[0];
    const moment = (line: string) => simpleCommands(line).map(momentOf).at(-1);
    expect(moment('git -C . commit -am x')).toBe('commit');
    expect(moment('git commit --dry-run')).toBeUndefined();
    expect(moment('git log commit')).toBeUndefined();
    expect(moment('git push origin --delete x')).toBeUndefined();
    expect(moment('git push')).toBe('push');
    expect(moment('gh pr create --fill')).toBe('pr');
    expect([kin('npx vitest run'), kin('mise run fmt'), kin('npm run lint')]).toEqual([
      'test',
      'format',
      'lint',
    ]);
  });
});
