import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../src/commands/memory/ask.js';
import { decide } from '../../src/commands/memory/decide.js';
import { add } from '../../src/commands/rules/add.js';
import { list } from '../../src/commands/rules/list.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { dialog, session } from '../support/dialog.js';
import { down, enter, person } from '../support/person.js';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';

const old = 'use pnpm, never npm';
const opposite = 'use npm, never pnpm';
const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };

let home: Home;
beforeEach(async () => {
  home = makeHome();
  await run(init, { cwd: home.shop, env: home.env });
  await call(add, [old], '2026-11-20T10:00:00Z');
});
afterEach(() => home.remove());

const call = (command: typeof add, args: readonly string[], now: string, more = {}) =>
  run(command, { cwd: home.shop, env: home.env, args, now, ...more });
const later = '2026-11-21T10:00:00.500Z';
const inUse = async (): Promise<string[]> => {
  const { out } = await call(list, [], later, { options: { json: true } });
  return JSON.parse(out)
    .filter(({ status }: { status: string }) => status !== 'deprecated')
    .map(({ id }: { id: string }) => id)
    .sort();
};

describe('a rule that cannot be kept together with another one', () => {
  test('is refused where nobody can be asked, with both ways out', async () => {
    const { code, talk } = await call(add, [opposite], later);
    expect(code).toBe(1);
    expect(talk).toContain('cannot be kept together with this: Use `pnpm`, not `npm`.');
    expect(talk).toContain('madness remove use-pnpm-never-npm');
    expect(talk).toContain('--not-like use-pnpm-never-npm');
    expect(await inUse()).toEqual(['use-pnpm-never-npm']);
  });

  test.each([
    ['replaces it by one answer', [down, enter], ['use-npm-never-pnpm']],
    ['stands beside it', [down, down, enter], ['use-npm-never-pnpm', 'use-pnpm-never-npm']],
    ['is dropped', [enter], ['use-pnpm-never-npm']],
  ])('%s, as a person at a terminal says', async (_, keys, expected) => {
    // The choice begins at the last one, and goes round.
    await call(add, [opposite], later, { terminal: person(keys, [enter]) });
    expect(await inUse()).toEqual(expected);
  });

  test.each([
    ['Replace it', ['use-npm-never-pnpm']],
    ['Keep both', ['use-npm-never-pnpm', 'use-pnpm-never-npm']],
    ['Drop', ['use-pnpm-never-npm']],
  ])('is asked of an agent with both texts: %s', async (label, expected) => {
    const more = { env: { ...home.env, ...agent }, options: { json: true } };
    await call(add, [opposite], later, more);
    const asked = JSON.parse((await call(ask, [], later, more)).out);
    const [{ question, options }] = asked.ask?.questions ?? asked.questions;
    expect(question).toContain('use npm, never pnpm');
    expect(question).toContain('use-pnpm-never-npm');
    expect(options.map((one: { label: string }) => one.label)).toEqual([
      'Replace it',
      'Keep both',
      'Drop',
    ]);
    const [shown] = asked.ask?.questions ?? asked.questions;
    writeSession(home, session, ...dialog(shown, label));
    await call(decide, [], '2026-11-21T10:05:00.500Z', more);
    expect(await inUse()).toEqual(expected);
    expect(readFileSync(join(home.shop, 'memory/genes.json'), 'utf8')).toContain('use-pnpm');
  });
});
