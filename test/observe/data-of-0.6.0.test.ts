import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readJournal } from '../../src/observe/journal/journal.js';
import { git } from '../support/git.js';
import { madnessHere } from '../support/in-process.js';
import { scratchFolder } from '../support/scratch.js';

/** What version 0.6.0 wrote: a memory with two rules, a block, an archive, a recall index, a session's state. */
const written = join(import.meta.dirname, '../data/0.6.0');
const session = '5e55a000-0000-4000-8000-0000000000a1';

let project = '';
let env: Record<string, string> = {};
beforeEach(() => {
  const root = scratchFolder('of-0.6.0');
  project = join(root, 'shop');
  const own = join(root, 'own');
  mkdirSync(project);
  git(project, 'init', '-q');
  for (const name of ['memory', 'CLAUDE.md'])
    cpSync(join(written, name), join(project, name), { recursive: true });
  cpSync(join(written, 'own'), own, { recursive: true });
  env = { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: join(root, 'claude') };
});

async function here(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await madnessHere(project, args, { env });
  expect(code, `${out}${err}`).toBe(0);
  return out;
}

test('a memory of 0.6.0 is read whole, and compiling it keeps the pinned rule first, and holds the kept one on trial', async () => {
  const rows: { id: string; pinned: boolean }[] = JSON.parse(await here('list', '--json'));
  expect(rows).toMatchObject([
    { id: 'classify-first', pinned: true, confidence: 0.7, in_block: true },
    { id: 'pnpm-not-npm', pinned: false, confidence: 0.7, in_block: true },
  ]);
  await here('compile');
  await here('check');
  const block = readFileSync(join(project, 'CLAUDE.md'), 'utf8');
  expect(block).toMatch(/R1 \[gene:classify-first, .*pinned\].*R2 \[pref:pnpm-not-npm, .*trial\]/s);
  expect(await here('why', 'classify-first')).toContain('pin');
  await here('undo', 'last');
  expect(JSON.parse(await here('list', '--json'))).toMatchObject([{ pinned: false }, {}]);
});

test('an archive of 0.6.0 is listed and gives its session back', async () => {
  expect(await here('archive', '--list')).toContain(session);
  await here('archive', '--restore', session);
  const file = join(env.CLAUDE_CONFIG_DIR ?? '', 'projects/-tmp-o6-shop', `${session}.jsonl`);
  expect(existsSync(file)).toBe(true);
  expect(await here('quote', session, '--text', 'yes, always pnpm here')).toContain('user');
});

test('a recall index of 0.6.0 is made anew, and finds what it found', async () => {
  const found = JSON.parse(await here('recall', 'pnpm', 'lockfile', '--all', '--json'));
  expect(found).toMatchObject([{ session }]);
});

test('the state of a session of 0.6.0 is read', () => {
  expect(readJournal(env.MADNESS_HOME ?? '', session, 1 << 20)).toMatchObject([
    { kind: 'signal', signal: 'error:typescript' },
  ]);
});
