import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { check } from '../../src/commands/memory/check.js';
import { compile } from '../../src/commands/memory/compile.js';
import { review } from '../../src/commands/memory/review.js';
import { add } from '../../src/commands/rules/add.js';
import { merge } from '../../src/commands/rules/merge.js';
import { revise } from '../../src/commands/rules/revise.js';
import { why } from '../../src/commands/rules/show.js';
import { deprecate, pin } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { importFile } from '../../src/commands/sharing/import.js';
import type { MadnessError } from '../../src/problem.js';
import type { Event, Gene } from '../../src/schema.gen.js';
import type { Command } from '../../src/terminal/context.js';
import { born, gene, logText, proved, putMemory } from '../support/memory.js';
import { down, enter, person } from '../support/person.js';
import { run } from '../support/run-command.js';
import { put, scratchFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

let cwd: string;
let minute: number;

const other = {
  title: 'Write the number of the issue',
  trigger: 'branch',
  method: ['number first'],
};

beforeEach(() => {
  cwd = scratchFolder();
  minute = 0;
  putMemory(cwd, { assets: [gene('beta', other)], events: [born('beta')], target: '' });
});

function call(command: Command, args: string[], options = {}, stdin = '', more = {}) {
  const now = new Date(Date.UTC(2026, 10, 21, 10, minute++)).toISOString();
  return run(command, { cwd, args, options, stdin, now, ...more });
}

const wording = (id: string, more: object = {}) =>
  JSON.stringify({ id, title: 'Look', domain: ['dev'], trigger: 'x', method: ['y'], ...more });
const adding = (id: string, more: object = {}) =>
  call(add, ['gene'], { file: '-' }, wording(id, more));
const judge = (session: string) =>
  appendFileSync(join(cwd, 'memory/evolution.jsonl'), logText([proved('alpha', session)]));

const genes = () => JSON.parse(readFileSync(join(cwd, 'memory/genes.json'), 'utf8')) as Gene[];
const rule = (id: string) => genes().find((one) => one.id === id);
const log = () =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
const birthOf = (id: string) =>
  log().findLast(({ event, asset_id }) => event === 'create' && asset_id === id)?.id as string;
const takeBack = (id: string) => call(undo, [birthOf(id)]);

/** Carries out what a text tells to undo, word by word. */
async function follow(text: string): Promise<void> {
  const ids = [...text.matchAll(/madness undo (\w+)/g)].map(([, id]) => id as string);
  expect(ids).not.toEqual([]);
  for (const id of ids) expect((await call(undo, [id])).out).toContain('undid');
}

/** The text of what a command could not do. */
const refused = async (ran: Promise<unknown>) => {
  const { message, hint } = (await ran.catch((error) => error)) as MadnessError;
  return `${message} ${hint}`;
};

describe('an id that a rule had is not given to a new rule, whatever it left in the log:', () => {
  const pasts: readonly (readonly [string, () => unknown])[] = [
    ['its birth alone', () => undefined],
    ['a pin', () => call(pin, ['alpha'])],
    ['a retirement', () => call(deprecate, ['alpha'], { reason: 'old' })],
    [
      'a revision',
      () => call(revise, ['alpha'], { file: '-' }, wording('alpha', { title: 'Then' })),
    ],
    ['verdicts', () => ['s1', 's2'].map(judge)],
    ['a merge into another', () => call(merge, ['alpha'], { into: 'beta' })],
    ['a merge from another', () => call(merge, ['beta'], { into: 'alpha' })],
  ];

  test.each(pasts)('%s', async (_, happen) => {
    await adding('alpha');
    await happen();
    await takeBack('alpha');
    const before = log().length;
    const { code, talk } = await adding('alpha', { title: 'Something else' });
    expect([code, log().length]).toEqual([1, before]);
    expect(talk).toContain('The log holds a former rule alpha');
    expect(talk).toContain('asset/former-life');
    expect(await adding('alpha-2')).toMatchObject({ code: 0 });
  });

  test('and what it says brings the former rule back, with all that it had', async () => {
    await adding('alpha');
    await call(pin, ['alpha']);
    judge('s1');
    await call(compile, []);
    const before = rule('alpha');
    await takeBack('alpha');
    const { talk } = await adding('alpha', { title: 'Something else' });
    await follow(/madness undo \w+ brings the former rule back/.exec(talk)?.[0] as string);
    expect(rule('alpha')).toEqual(before);
  });

  test('but an id that was only looked for is free', async () => {
    const noMatch = { ts: '2026-02-03T08:00:00Z', event: 'no_match', session: 's1' } as const;
    appendFileSync(
      join(cwd, 'memory/evolution.jsonl'),
      logText([{ ...noMatch, asset_type: 'gene', asset_id: 'alpha', detail: '' }]),
    );
    expect(await adding('alpha')).toMatchObject({ code: 0 });
  });

  test('by a person who approves what an agent asked for: it is void', async () => {
    trustHere(cwd, { MADNESS_HOME: `${cwd}.madness-home` });
    await call(add, ['gene'], { file: '-' }, wording('alpha'), {
      env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' },
    });
    await adding('alpha', { title: 'Before it was decided' });
    await call(pin, ['alpha']);
    await takeBack('alpha');
    const { out } = await call(review, [], {}, '', { terminal: person([enter]) });
    expect(out).toMatch(/What [0-9a-f]{8} is about has changed since it was asked/);
    expect(rule('alpha')).toBeUndefined();
  });

  test('by an import: it is held, and comes back by the undo that is named', async () => {
    await adding('alpha');
    judge('s1');
    await takeBack('alpha');
    const content = JSON.stringify({
      schema_version: '1.0',
      assets: { genes: [JSON.parse(wording('alpha'))] },
    });
    put(cwd, 'portable.json', content);
    const held = { id: 'alpha', rule: 'import/known-id', message: 'alpha was here and is gone' };
    const taken = await call(importFile, ['portable.json'], { yes: true, json: true });
    expect(JSON.parse(taken.out)).toMatchObject({ imported: [], held: [held] });
    const approved = await call(importFile, [], { review: true }, '', {
      terminal: person([down, enter]),
    });
    expect(approved.talk).toContain('asset/former-life');
    expect(rule('alpha')).toBeUndefined();
    await follow(approved.talk);
    expect(rule('alpha')).toMatchObject({ title: 'Look' });
  });

  test('by hand it is a warning that says how to have either', async () => {
    await adding('alpha');
    await takeBack('alpha');
    const mine = gene('alpha', { title: 'By hand' });
    put(cwd, 'memory/genes.json', JSON.stringify([...genes(), mine]));
    const { talk } = await call(compile, []);
    expect(talk).toContain('asset/birth-undone');
    expect(talk).toContain('Give it another id there, or delete it; or madness undo');
    await follow(talk);
    expect((await call(check, [])).talk).not.toContain('birth-undone');
  });
});

describe('of a rule that is no asset any more', () => {
  const commands: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['revise', () => call(revise, ['alpha'], { file: '-' }, wording('alpha'))],
    ['pin', () => call(pin, ['alpha'])],
    ['deprecate', () => call(deprecate, ['alpha'], { reason: 'old' })],
    ['merge', () => call(merge, ['alpha'], { into: 'beta' })],
    ['why', () => call(why, ['alpha'])],
  ];

  test.each(commands)(
    '%s knows that it was deleted from its file, and how to get it back',
    async (_, ask) => {
      await adding('alpha');
      await call(pin, ['alpha']);
      await call(undo, [log().find(({ event }) => event === 'pin')?.id as string]);
      const [before, mine] = [genes(), rule('alpha')];
      put(cwd, 'memory/genes.json', JSON.stringify(before.filter(({ id }) => id !== 'alpha')));
      const said = await refused(ask());
      expect(said).toContain(
        'alpha any more: it is in the log, and not in its file. Take it back from git: madness compile --restore. Or write it into its file again',
      );
      put(cwd, 'memory/genes.json', JSON.stringify([...genes(), mine]));
      expect(await call(compile, [])).toMatchObject({ code: 0, talk: '' });
      put(cwd, 'memory/genes.json', JSON.stringify(before.filter(({ id }) => id !== 'alpha')));
      await follow(said);
      expect((await call(check, [])).talk).not.toContain('unknown-asset');
    },
  );

  test.each(commands)(
    '%s knows that it was taken back, whatever else was undone since',
    async (_, ask) => {
      await adding('alpha');
      await call(pin, ['alpha']);
      await takeBack('alpha');
      await call(undo, [log().find(({ event }) => event === 'pin')?.id as string]);
      const said = await refused(ask());
      expect(said).toContain('No rule is called alpha any more');
      await follow(said);
      expect(rule('alpha')).toMatchObject({ title: 'Look' });
    },
  );

  test('it is not valid, and pin says so', async () => {
    await adding('alpha');
    writeFileSync(join(cwd, 'memory/genes.json'), JSON.stringify([{ id: 'alpha' }]));
    expect(await refused(call(pin, ['alpha']))).toContain('alpha is in genes.json, but not valid.');
  });
});
