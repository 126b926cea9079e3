import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { isOwnBlock } from '../../src/compile/rule-block.js';
import { standingInstruction } from '../../src/observe/scan/standing-instruction.js';
import { isOwn, shellSteps } from '../../src/observe/signals/command-key.js';

interface Pattern {
  /** The file. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
  readonly max?: number;
}

/** Every pattern that stands in a source file of the program. */
async function patternsIn(file: string): Promise<Pattern[]> {
  const { code } = await transform(readFileSync(join('src', file), 'utf8'), { loader: 'ts' });
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

/** Characters: what a pattern's only caller cuts its text to, where that is less. */
const maxText: Readonly<Record<string, number>> = {
  'observe/signals/command-key.ts /(?<!<)<<': 4000,
  'observe/scan/standing-instruction.ts ': 600,
  // A schema bounds what a rule may say.
  // Longer lines are not read.
  'observe/shell/': 64 << 10,
  'learn/watches/match.ts ': 600,
  'learn/watches/': 4000,
};

function withBound(pattern: Pattern): Pattern {
  const name = `${pattern.at} /${pattern.source}`;
  const bound = Object.entries(maxText).find(([start]) => name.startsWith(start))?.[1];
  return bound === undefined ? pattern : { ...pattern, max: bound };
}

test('no pattern of the program takes more than 100 ms for 256 kB of hostile text', {
  tags: 'slow',
}, async () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => name.endsWith('.ts') && !/\.(?:gen|d)\.ts$/.test(name));
  const patterns = (await Promise.all(sources.map(patternsIn))).flat().map(withBound);
  expect(patterns.length).toBeGreaterThan(200);
  const { stdout, stderr } = spawnSync(process.execPath, ['test/support/pattern-cost.mjs'], {
    input: JSON.stringify(patterns),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toBe('');
});

test.each<[string, string, (text: string) => unknown]>([
  [
    'a block full of beginnings of conflicts',
    '<<<<<<< \n',
    (text) => isOwnBlock(text, () => false),
  ],
  ['a block full of their parts', '<<<<<<< \n=======\n', (text) => isOwnBlock(text, () => false)],
  ['a command full of here-documents', '<<-a', shellSteps],
  ['a command full of variables', ';a=', (text) => isOwn(`${text}madness`)],
  ['a prompt full of polite beginnings', 'you should always ', standingInstruction],
])('%s takes no more either', (_, piece, read) => {
  const cost = (bytes: number) => {
    const text = piece.repeat(Math.ceil(bytes / piece.length));
    const costs = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      read(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...costs);
  };
  const whole = cost(256 << 10);
  // Other processes make both slower: of a text four times as long, 4 is linear and 16 quadratic.
  if (whole >= 100) expect(whole / cost(64 << 10)).toBeLessThan(8);
});
