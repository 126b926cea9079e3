import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { idOf } from '../src/application/decisions/new-rule.js';
import { add } from '../src/commands/rules/add.js';
import { pin } from '../src/commands/rules/status-change.js';
import { init } from '../src/commands/setup/init.js';
import type { Event } from '../src/schema.gen.js';
import type { Command, Context } from '../src/terminal/context.js';
import { run } from './support/in-process.js';
import { person } from './support/person.js';
import { scratchFolders } from './support/scratch.js';

const scratch = scratchFolders();
let cwd = '';

beforeEach(async () => {
  cwd = scratch('shop');
  await run(init, { cwd, options: { language: 'en' } });
});

const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
const genes = () => JSON.parse(read('memory/genes.json'));
const events = () =>
  read('memory/evolution.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
const call = (command: Command, args: string[] = [], options: Context['options'] = {}) =>
  run(command, { cwd, args, options });

describe('one sentence', () => {
  test.each([
    ['use pnpm, never npm', 'use-pnpm-never-npm'],
    ["Don't push to main without asking me first", 'dont-push-to-main-without'],
    ['Überprüfe zuerst die Tests', 'uberprufe-zuerst-die-tests'],
    ['用 pnpm，不要用 npm', 'rule-5f0425'],
    [
      'Pneumonoultramicroscopicsilicovolcanoconiosisisaword first',
      'pneumonoultramicroscopicsilicovolcano',
    ],
    ['characteristically internationalisation misunderstandings', 'characteristically'],
  ])('%s becomes the id %s', (sentence, id) => {
    expect(idOf(sentence)).toBe(id);
    expect(id.length).toBeLessThanOrEqual(40);
  });

  test('becomes a rule on trial, its own words as title, method and quote', async () => {
    const { code, out } = await call(add, ['use pnpm,  never npm']);
    expect({ code, out }).toEqual({
      code: 0,
      out: 'added gene:use-pnpm-never-npm, confidence 0.70, provisional until sessions prove it',
    });
    expect(genes()).toMatchObject([
      {
        id: 'use-pnpm-never-npm',
        title: 'use pnpm, never npm',
        trigger: 'always',
        method: ['use pnpm, never npm'],
        evidence: [{ quote: 'use pnpm, never npm' }],
        status: 'provisional',
      },
    ]);
  });

  test('reads in the block as ALWAYS and the sentence, once', async () => {
    await call(add, ['use pnpm, never npm']);
    const { out } = await call(pin, ['use-pnpm-never-npm']);
    expect(out).toBe('use-pnpm-never-npm is pinned\nCLAUDE.md: +10 −0 lines');
    expect(read('CLAUDE.md')).toContain(
      '# R1 [gene:use-pnpm-never-npm, c:0.70, v:1, pinned]\nALWAYS:\n    use pnpm, never npm\n```',
    );
  });

  test('is pinned at once where the person at the terminal says so', async () => {
    const terminal = person(['y']);
    const { out } = await run(add, { cwd, args: ['use pnpm, never npm'], terminal });
    expect(out).toContain('is pinned\nCLAUDE.md: +');
    expect(events().map(({ event }) => event)).toEqual(['create', 'pin', 'inject_reflection']);
  });

  test.each([
    ['the same again', 'use pnpm, never npm'],
    ['the same in capitals', 'Use pnpm, never npm.'],
    ['the opposite', 'use npm, never pnpm'],
  ])('%s is refused, unless the person names the other', async (_, sentence) => {
    await call(add, ['use pnpm, never npm']);
    const refused = await call(add, [sentence]);
    expect(refused.code).toBe(1);
    expect(refused.talk).toContain('--not-like use-pnpm-never-npm');
    expect(genes()).toHaveLength(1);
    expect((await call(add, [sentence], { notLike: 'use-pnpm-never-npm' })).code).toBe(0);
    expect(genes()).toHaveLength(2);
  });

  test('that begins like another one gets the next number', async () => {
    await call(add, ['never push to main without a review']);
    await call(add, ['never push to main without green tests on every platform that we support']);
    expect(genes().map(({ id }: { id: string }) => id)).toEqual([
      'never-push-to-main-without',
      'never-push-to-main-without-2',
    ]);
  });

  test('a kind of rule that is misspelt is no sentence', async () => {
    await expect(call(add, ['gen'])).rejects.toThrow('Expected gene, sop, pref or a sentence');
  });

  test('a dry run says what it would write, and writes nothing', async () => {
    const { out } = await call(add, ['use pnpm, never npm'], { dryRun: true });
    expect(out).toContain('Dry run');
    expect(out).toContain('would write memory/genes.json');
    expect(genes()).toEqual([]);
  });

  test('an agent is asked about it in the one question of every change', async () => {
    const { out } = await run(add, {
      cwd,
      args: ['use pnpm, never npm'],
      options: { json: true },
      env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' },
    });
    const { ask } = JSON.parse(out);
    expect(ask.questions[0].question).toContain('ALWAYS:\n    use pnpm, never npm');
  });
});
