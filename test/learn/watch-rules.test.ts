import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { check } from '../../src/commands/memory/check.js';
import { effect } from '../../src/commands/memory/effect.js';
import { page } from '../../src/commands/memory/page.js';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { guard } from '../../src/commands/rules/guard.js';
import { list } from '../../src/commands/rules/list.js';
import { edit } from '../../src/commands/rules/revise.js';
import { show } from '../../src/commands/rules/show.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { readSwitchedGuards } from '../../src/store/guard-files.js';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import { put } from '../support/scratch.js';
import {
  callLine,
  type Record as Line,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

let home: Home;
beforeEach(async () => {
  home = makeHome();
  await run(init, { cwd: home.shop, env: home.env });
});
afterEach(() => home.remove());

let calls = 0;
function worked(session: string, day: string, ...rest: readonly (string | object)[]): void {
  const time = { timestamp: `${day}T10:00:00.000Z` };
  const commands = rest.filter((one) => typeof one === 'string');
  const [more = {}] = rest.filter((one) => typeof one === 'object');
  const steps = commands.flatMap((command): Line[] => {
    const id = `toolu_rules_${calls++}`;
    const call = callLine('Bash', { command }, id, time);
    const message = { ...(call.message as object), ...more };
    return [{ ...call, message }, resultLine(id, 'ok', time)];
  });
  writeSession(home, session, userLine('go', time), ...steps);
}
const at = (command: typeof add, args: readonly string[], options = {}, env = {}) =>
  run(command, {
    ...{ cwd: home.shop, env: { ...home.env, ...env }, args, options },
    now: '2026-11-21T10:00:00Z',
  });

describe('a draft with the sentence of the person', () => {
  const draft = {
    sentence: 'run the fast tests here, never plain pytest, it talks to staging',
    if: 'you run tests',
    // biome-ignore lint/suspicious/noThenProperty: a field of a lesson
    then: '`make test-fast`, never `pytest`',
    why: 'plain pytest talks to the staging database',
    watch: { use: 'make test-fast', not: ['pytest'] },
  };
  const drafted = (value: object, env = {}) =>
    run(add, {
      ...{ cwd: home.shop, args: [], options: { file: '-', json: true } },
      ...{ env: { ...home.env, ...env }, stdin: JSON.stringify(value) },
      now: '2026-11-21T10:00:00Z',
    });
  const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' };

  test('is kept as a rule with its scene, its watch and its words', async () => {
    worked('past', '2026-11-20', 'pytest -q');
    const { code, out } = await drafted(draft);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ backtest: { broken: 1 } });
    const [rule] = JSON.parse(readFileSync(join(home.shop, 'memory/genes.json'), 'utf8'));
    expect(rule).toMatchObject({
      trigger: draft.if,
      method: [draft.then],
      watch: draft.watch,
      evidence: [{ quote: draft.sentence, lesson: draft.why }],
    });
  });

  test('of a model is one question', async () => {
    const { code, out, talk } = await drafted(draft, agent);
    expect([code, talk]).toEqual([0, expect.anything()]);
    expect(JSON.parse(out).ask.questions).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    [
      'a command from nowhere',
      { watch: { never: ['helm uninstall'] } },
      'does not stand in the text',
    ],
    ['lines', { lines: ['4:8'] }, 'no lines'],
    ['no scene', { if: undefined }, 'it does not say when'],
    ['a field of its own', { confidence: 0.9 }, 'confidence'],
    ['a rule that is none', { sharpens: 'nobody' }, 'nobody'],
  ])('with %s is refused by name, and nothing is written', async (_, more, fault) => {
    const before = readdirSync(join(home.shop, 'memory'), { recursive: true });
    const { code, out, talk } = await drafted({ ...draft, ...more }, agent);
    expect(code).toBe(1);
    expect(out + talk).toContain(fault);
    expect(readdirSync(join(home.shop, 'memory'), { recursive: true })).toEqual(before);
  });
});

describe('a rule of one sentence', () => {
  test('has the watch that its sentence asks for, with what it would have counted', async () => {
    worked('past', '2026-11-20', 'npm install', 'pnpm test', 'npm ci');
    const { out } = await at(add, ['use pnpm, never npm'], { json: true });
    expect(JSON.parse(out)).toMatchObject({
      asset: { id: 'use-pnpm-never-npm', watch: { use: 'pnpm', not: ['npm'] } },
      backtest: {
        kept: 1,
        stopped: 0,
        broken: 2,
        sessions: 1,
        examples: [
          { session: 'past', command: 'npm install' },
          { session: 'past', command: 'npm ci' },
        ],
      },
      problems: [],
    });
  });

  test('says what is counted and shows examples', async () => {
    worked('past', '2026-11-20', 'npm install');
    const { talk } = await at(add, ['use pnpm, never npm']);
    expect(talk).toContain('Use `pnpm`, not `npm`.');
    expect(talk).toContain('broken 1 of 1');
    expect(talk).toContain('npm install');
  });

  test('of which nothing can be counted has no watch', async () => {
    const { out } = await at(add, ['write clear errors'], { json: true });
    expect(JSON.parse(out)).toMatchObject({ backtest: null });
    expect(JSON.parse(out).asset.watch).toBeUndefined();
  });

  test('of which nothing can be counted is refused with --remind, before anything is written', async () => {
    const before = readdirSync(home.shop, { recursive: true });
    const sentence = 'the kubectl thing that deletes is off limits';
    for (const env of [{}, { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' }]) {
      const { code, talk } = await at(add, [sentence], { remind: true }, env);
      expect(code).toBe(1);
      expect(talk).toContain(
        'nothing can be counted in this, so no reminder can come: say it as “never run `kubectl delete`”, give --watch, or let Claude read it: /madness add',
      );
    }
    expect(readdirSync(home.shop, { recursive: true })).toEqual(before);
  });

  test('may be given what is counted; of a model each operand stands in the sentence', async () => {
    const sentence = 'kubectl: deleting is for humans, `kubectl delete` included';
    const watch = '{"never":["kubectl delete"]}';
    const { out } = await at(add, [sentence], { watch, remind: true, json: true });
    expect(JSON.parse(out).asset.watch).toEqual({ never: ['kubectl delete'] });
    const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' };
    const forged = '{"never":["helm uninstall"]}';
    const { code, talk } = await at(add, ['hands off the cluster'], { watch: forged }, agent);
    expect(code).toBe(1);
    expect(talk).toContain('/never/0: "helm uninstall" does not stand in the text');
  });

  test('that has no guard is refused one with the way out', async () => {
    await at(add, ['write clear errors']);
    const { code, talk } = await at(guard, ['write-clear-errors'], { on: true });
    expect(code).toBe(1);
    expect(talk).toContain('nothing can be counted in this, so no reminder can come');
  });

  test('with --remind is switched on for this person', async () => {
    await at(add, ['use pnpm, never npm'], { remind: true });
    expect(readSwitchedGuards(home.own)).toMatchObject([
      {
        rule: 'gene:use-pnpm-never-npm',
        guard: { on: 'command', match: ['npm'], unless: ['pnpm'], action: 'tell' },
      },
    ]);
  });

  test('is counted from the day it was kept, in list, show, status, effect and on the page', async () => {
    worked('before', '2026-11-20', 'npm install');
    await at(add, ['use pnpm, never npm']);
    worked('after', '2026-11-22', 'pnpm i', 'pnpm test', 'npm i');
    const { out } = await at(list, [], { json: true });
    expect(JSON.parse(out)[0]).toMatchObject({
      ...{ watch: { use: 'pnpm', not: ['npm'] }, kept: 2, stopped: 0, broken: 1 },
    });
    const said = 'kept 2, broken 1 since 2026-11-21';
    expect((await at(list, [])).out).toContain('   kept 2, broken 1   ');
    expect((await at(show, ['use-pnpm-never-npm'])).out).toContain(said);
    expect((await at(status, [])).out).toContain('   kept 2, broken 1   ');
    expect((await at(effect, [])).out).toContain('use pnpm, never npm\n  kept 2, broken 1');
    await at(page, []);
    const made = readFileSync(join(home.shop, 'memory/retrospectives/page.html'), 'utf8');
    expect(made).toContain(`<td>${said}</td>`);
  });

  test('is not counted by a call that the client did not run', async () => {
    await at(add, ['use pnpm, never npm']);
    const time = { timestamp: '2026-11-22T10:00:00.000Z' };
    const error = '<tool_use_error>Sibling tool call errored</tool_use_error>';
    writeSession(
      home,
      'torn',
      userLine('go', time),
      callLine('Bash', { command: 'npm install' }, 'toolu_torn', time),
      resultLine('toolu_torn', error, { is_error: true, ...time }),
    );
    const { out } = await at(list, [], { json: true });
    expect(JSON.parse(out)[0]).toMatchObject({ kept: 0, stopped: 0, broken: 0 });
  });

  test('is split by model where there are two, and compared within one alone, where both sides are large enough', async () => {
    const many = (day: number, model: string, kept: number, of: number) => {
      for (let session = 0; session < 5; session++)
        worked(
          `${model}-${day}-${session}`,
          `2026-11-${day}`,
          { model },
          ...Array.from({ length: of }, (_, index) => (index < kept ? 'pnpm i' : 'npm i')),
        );
    };
    many(19, 'claude-a-1', 1, 4);
    many(20, 'claude-b-2', 1, 3);
    await at(add, ['use pnpm, never npm']);
    many(22, 'claude-a-1', 3, 4);
    many(23, 'claude-b-2', 4, 4);
    const { out } = await at(effect, [], { json: true });
    expect(JSON.parse(out).rules[0].watch).toEqual({
      ...{ kept: 35, stopped: 0, broken: 5 },
      since: '2026-11-21',
      by_model: {
        'a-1': {
          ...{ kept: 15, stopped: 0, broken: 5 },
          before: { kept: 5, stopped: 0, broken: 15 },
        },
        // Fifteen times before are too few.
        'b-2': { kept: 20, stopped: 0, broken: 0 },
      },
    });
    expect((await at(effect, [])).out).toContain(
      '  a-1: kept 15, broken 5; before it kept 5, broken 15\n  b-2: kept 20',
    );
    expect((await at(show, ['use-pnpm-never-npm'])).out).toContain(
      'kept 35, broken 5 since 2026-11-21 (a-1 kept 15, broken 5, before kept 5, broken 15; b-2 kept 20)',
    );
  });

  test('takes its watch along when it is reworded, and edit --watch sets or takes it', async () => {
    await at(add, ['use pnpm, never npm']);
    const watch = async () => JSON.parse((await at(show, [id], { json: true })).out).watch;
    const id = 'use-pnpm-never-npm';
    await at(edit, [id, 'use yarn, never npm']);
    expect(await watch()).toEqual({ use: 'yarn', not: ['npm'] });
    await at(edit, [id], { watch: 'Never run `npm install`.' });
    expect(await watch()).toEqual({ never: ['npm install'] });
    await at(edit, [id], { watch: '{"no_edit":["dist/"]}' });
    expect(await watch()).toEqual({ no_edit: ['dist/'] });
    expect((await at(edit, [id], { watch: '{"never":["*"]}' })).code).toBe(1);
    await expect(at(edit, [id], { watch: 'be kind' })).rejects.toThrow('nothing can be counted');
    await at(edit, [id], { watch: 'none' });
    expect(await watch()).toBeUndefined();
  });

  test('that names a task that is gone is named by check and show', async () => {
    put(home.shop, 'package.json', '{"scripts":{"lint":"x"}}');
    await at(add, ['run `npm run format` before committing']);
    expect((await at(check, [])).talk + (await at(check, [])).out).toContain('no such task');
    expect((await at(show, ['run-npm-run-format-before'])).out).toContain('which is gone');
  });
});
