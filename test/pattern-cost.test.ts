import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { isOwnBlock } from '../src/compile/rule-block.js';

interface Pattern {
  /** The file. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/** Every pattern that stands in a source file of the program. */
function patternsIn(file: string): Pattern[] {
  const { code } = transformSync(readFileSync(join('src', file), 'utf8'), { loader: 'ts' });
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) found.push({ at: file, source: regex.pattern, flags: regex.flags });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(code));
  return found;
}

/** Still to be mended: each by its file and how it begins. */
const knownSlow: readonly string[] = [
  'observe/evidence/self-reference.ts /(?:\\balias',
  'observe/evidence/self-reference.ts /(?:\\b(?:python',
  'observe/scan/standing-instruction.ts ',
  'observe/secrets/rules.ts /^[\\w.?|-]*(?:passw',
  'observe/signals/command-key.ts /(?:^|[\\n;&|(]|',
];

test('no pattern of the program takes more than 100 ms for 256 kB of hostile text', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const patterns = files
    .filter((name) => name.endsWith('.ts') && !/\.(?:gen|d)\.ts$/.test(name))
    .flatMap(patternsIn);
  expect(patterns.length).toBeGreaterThan(200);
  const { stdout, stderr } = spawnSync(process.execPath, ['test/support/pattern-cost.mjs'], {
    input: JSON.stringify(patterns),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const slow = stdout
    .split('\n')
    .filter((line) => line !== '' && !knownSlow.some((one) => line.startsWith(one)));
  expect(slow).toEqual([]);
});

test.each([
  ['beginnings', '<<<<<<< \n'],
  ['beginnings and middles', '<<<<<<< \n=======\n'],
  ['all parts but the last', '<<<<<<< a\n|||||||\n=======\n'],
])('a block full of conflict markers is read by lines: %s', (_, line) => {
  const block = line.repeat(Math.ceil((256 << 10) / line.length));
  const before = process.cpuUsage();
  expect(isOwnBlock(block, () => false)).toBe(false);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(100);
});
