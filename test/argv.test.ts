import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlain, type Shape } from '../src/cli/parse-args.js';

const shape: Shape = {
  args: ['<type>', '[words...]'],
  options: [
    ['--limit <number>', ''],
    ['--dry-run', ''],
    ['--no-color', ''],
    ['-s, --short <value>', ''],
  ],
  json: true,
};

/** What commander makes of it, as `cli.ts` sets it up; undefined where it refuses. */
function byCommander({ args = [], options = [], json }: Shape, argv: readonly string[]) {
  const command = new Command('x')
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const arg of args) command.argument(arg);
  for (const [flags, description] of options) command.option(flags, description);
  if (json) command.option('--json', '');
  try {
    command.parse([...argv], { from: 'user' });
    const { color: _, ...given } = command.opts();
    return { args: command.args, options: given };
  } catch {
    return undefined;
  }
}

describe('a plain command line is read without commander', () => {
  test.each([
    ['words', ['gene', 'a', 'b'], { args: ['gene', 'a', 'b'], options: {} }],
    [
      'flags anywhere',
      ['--json', 'gene', '--limit', '3', 'a'],
      { args: ['gene', 'a'], options: { json: true, limit: '3' } },
    ],
    ['a flag of two words', ['gene', '--dry-run'], { args: ['gene'], options: { dryRun: true } }],
    ['standard input', ['-'], { args: ['-'], options: {} }],
  ])('%s', (_, argv, expected) => {
    expect(readPlain(shape, argv)).toEqual(expected);
  });

  test.each([
    ['help', ['gene', '--help']],
    ['an unknown flag', ['gene', '--what']],
    ['a short flag', ['gene', '-s', 'x']],
    ['a flag that is turned off', ['gene', '--no-color']],
    ['a value behind =', ['gene', '--limit=3']],
    ['a missing value', ['gene', '--limit']],
    ['a value that looks like a flag', ['gene', '--limit', '--json']],
    ['too few words', []],
    ['the end of flags', ['gene', '--', '--json']],
  ])('%s is left to commander', (_, argv) => {
    expect(readPlain(shape, argv)).toBeUndefined();
  });

  test('too many words are left to commander', () => {
    expect(readPlain({ args: ['[file]'] }, ['a', 'b'])).toBeUndefined();
  });

  test('and whatever is read is read as commander reads it', () => {
    const word = fc.constantFrom(
      'gene',
      'a',
      '--limit',
      '3',
      '--json',
      '--dry-run',
      '-',
      '--',
      '-s',
      '--no-color',
      '',
      '数据库',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
        const plain = readPlain(shape, argv);
        if (plain !== undefined) expect(plain).toEqual(byCommander(shape, argv));
      }),
      { numRuns: 2000 },
    );
  });
});
