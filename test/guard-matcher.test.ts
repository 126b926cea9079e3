import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judge, matchesCommand } from '../src/learn/guards/judge.js';
import { simpleCommands } from '../src/observe/shell/simple-commands.js';
import type { Guard } from '../src/schema.gen.js';

interface Row {
  readonly line: string;
  readonly guard: Guard;
  readonly command: string;
}

function rowsOf(name: string): Row[] {
  return readFileSync(new URL(`./guards/commands/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [patterns = '', ...rest] = line.split(' => ');
      const [match = '', unless] = patterns.split(' | unless ');
      return {
        line,
        guard: {
          on: 'command',
          match: [match],
          action: 'ask',
          ...(unless === undefined ? {} : { unless: [unless] }),
        },
        command: rest.join(' => ').replaceAll('\\n', '\n'),
      };
    });
}

const inProject = (path: string): string => path;

function stops(guard: Guard, command: string): boolean {
  const call = { commands: simpleCommands(command), paths: [], inProject };
  return judge([{ id: 'rule', guard }], call).length === 1;
}

describe('a guard on commands', () => {
  const stopped = rowsOf('stops');
  const passing = rowsOf('lets-pass');
  test('is tried on at least 120 commands, half of them neighbours', () => {
    expect(stopped.length + passing.length).toBeGreaterThanOrEqual(120);
    expect(passing.length).toBeGreaterThanOrEqual(60);
  });
  test.each(stopped)('stops $line', ({ guard, command }) => {
    expect(stops(guard, command)).toBe(true);
  });
  test.each(passing)('lets pass $line', ({ guard, command }) => {
    expect(stops(guard, command)).toBe(false);
  });

  test('never fits an empty line, and fits nothing where its pattern is empty', () => {
    expect(simpleCommands('')).toEqual([]);
    expect(simpleCommands('git push').some((one) => matchesCommand(' ', one))).toBe(false);
  });

  test('lets a line of more than 64 kB and a hostile nesting pass at once', () => {
    const guard: Guard = { on: 'command', match: ['git push'], action: 'deny' };
    const before = process.cpuUsage();
    expect(stops(guard, `${'x'.repeat(70_000)}; git push`)).toBe(false);
    stops(guard, `${'$('.repeat(5000)}git push`);
    stops(guard, '('.repeat(20_000));
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(5000);
  });
});

describe('a guard on paths', () => {
  const guard: Guard = {
    on: 'path',
    match: ['docs/plans/**'],
    unless: ['docs/plans/README.md'],
    action: 'deny',
  };
  const held = (command: string): boolean => stops(guard, command);

  test.each([
    'echo x > docs/plans/a.md',
    'cat <<EOF >> docs/plans/a.md\nx\nEOF',
    'cd docs && echo x > plans/a.md',
    'tee docs/plans/a.md < x',
    'cp a.md docs/plans/a.md',
    'mv docs/plans/a.md old.md',
    'touch docs/plans/a.md',
    'mkdir docs/plans/new',
    'rm docs/plans/a.md',
    "sed -i 's/a/b/' docs/plans/a.md",
    'dd if=x of=docs/plans/a.md',
    'echo x | sudo tee docs/plans/a.md',
  ])('holds %s', (command) => {
    expect(held(command)).toBe(true);
  });

  test.each([
    'cat docs/plans/a.md',
    'cp docs/plans/a.md x.md',
    "sed -n '1p' docs/plans/a.md",
    'echo x > docs/plans/README.md',
    'echo docs/plans/a.md',
    'git diff docs/plans/a.md 2>&1',
  ])('lets %s pass', (command) => {
    expect(held(command)).toBe(false);
  });

  test('holds what an editing tool writes', () => {
    const call = { commands: [], paths: ['docs/plans/a.md'], inProject };
    expect(judge([{ id: 'plans', guard }], call)).toHaveLength(1);
  });
});
