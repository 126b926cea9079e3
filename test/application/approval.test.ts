import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask } from '../../src/commands/memory/ask.js';
import { compile } from '../../src/commands/memory/compile.js';
import { decide } from '../../src/commands/memory/decide.js';
import { add } from '../../src/commands/rules/add.js';
import { merge } from '../../src/commands/rules/merge.js';
import { revise } from '../../src/commands/rules/revise.js';
import { deprecate, pin, revive, unpin } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { contentId } from '../../src/learn/change-request.js';
import { eventId } from '../../src/learn/log/event.js';
import type { Event } from '../../src/schema.gen.js';
import type { Command } from '../../src/terminal/context.js';
import {
  dialog,
  type Json,
  json,
  prompt,
  row,
  session,
  speak,
  type World,
} from '../support/dialog.js';
import { callHook } from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { type Ran, run } from '../support/run-command.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';
import { trustHere } from '../support/trust.js';
import { userSentences } from '../support/user-sentences.js';

/** A compiled project with four rules, and an agent that works in it. */
async function world(): Promise<World> {
  const cwd = scratchFolder();
  const pinned = { ...born('held'), event: 'pin' as const, ts: '2026-01-03T08:00:00Z' };
  putMemory(cwd, {
    assets: ['alpha', 'beta', 'gone', 'held'].map((id) => gene(id)),
    events: [
      ...['alpha', 'beta', 'gone', 'held'].map((id) => born(id, 0.7)),
      { ...born('gone'), event: 'deprecate', ts: '2026-01-03T08:00:00Z', confidence_delta: 0 },
      { ...pinned, confidence_delta: 0 },
    ],
  });
  const env = {
    CLAUDE_CONFIG_DIR: join(cwd, '.claude'),
    MADNESS_HOME: join(cwd, '.claude/madness'),
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: session,
  };
  trustHere(cwd, env);
  await run(compile, { cwd, env: { MADNESS_HOME: env.MADNESS_HOME } });
  return { cwd, env };
}

type Given = {
  options?: Record<string, string | boolean>;
  args?: readonly string[];
  stdin?: string;
};

const call = ({ cwd, env }: World, command: Command, given: Given = {}): Promise<Ran> =>
  run(command, {
    cwd,
    env,
    ...given,
    options: { json: true, ...given.options },
    now: '2026-11-21T10:00:00.500Z',
  });

const newRule = JSON.stringify({
  id: 'delta',
  title: 'Run the tests before the push',
  trigger: 'push',
  method: ['run the tests'],
});
const reworded = JSON.stringify({ ...gene('alpha'), title: 'Other words' });

const changes: readonly [string, Command, Given][] = [
  ['add', add, { args: ['gene'], options: { file: '-' }, stdin: newRule }],
  ['revise', revise, { args: ['alpha'], options: { file: '-' }, stdin: reworded }],
  ['merge', merge, { args: ['alpha'], options: { into: 'beta' } }],
  ['deprecate', deprecate, { args: ['alpha'] }],
  ['revive', revive, { args: ['gone'] }],
  ['pin', pin, { args: ['alpha'] }],
  ['unpin', unpin, { args: ['held'] }],
  ['undo', undo, { args: [eventId(born('beta', 0.7)).slice(0, 6)] }],
];

/** Everything but what waits and the client's folder. */
const kept = ({ cwd }: World) =>
  Object.fromEntries(
    Object.entries(snapshot(cwd)).filter(
      ([path]) => !path.startsWith('memory/work/') && !path.startsWith('.claude'),
    ),
  );

const eventsOf = ({ cwd }: World): Event[] =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);

describe('no sentence is read for a yes:', () => {
  test('there are at least eighty of them', () => {
    expect(new Set(userSentences).size).toBeGreaterThanOrEqual(80);
  });

  firstQuick(changes)('%s only waits, whatever was said', async (_, command, given) => {
    const here = await world();
    const before = kept(here);
    const programs = userSentences.map((content) => ({
      ...prompt(content),
      promptSource: 'sdk',
      turnOrigin: 'sdk',
    }));
    speak(here, [...userSentences.map(prompt), ...programs]);
    const { pending, ask: asked } = json(await call(here, command, given));
    expect(pending).toMatch(/^[0-9a-f]{8}$/);
    expect(asked.questions[0].question).toMatch(new RegExp(`^\\[${pending}\\] `));
    const ran = json(await call(here, decide, { args: [pending] }));
    expect(ran.decided).toEqual([]);
    expect(ran.open).toMatchObject([{ id: pending }]);
    expect(kept(here)).toEqual(before);
  });
});

describe('an answered question carries out what it named:', () => {
  test.each(changes)('%s', async (_, command, given) => {
    const here = await world();
    const { pending, ask: asked } = json(await call(here, command, given));
    const [question] = asked.questions;
    speak(here, dialog(question, question.options[0].label));
    const ran = json(await call(here, decide));
    expect(ran).toMatchObject({ decided: [{ id: pending, done: true }], open: [] });
    const approval = { by: 'dialog', choice: question.options[0].label, session, line: 3 };
    expect(eventsOf(here)).toContainEqual(
      expect.objectContaining({ approval: { ...approval, call: `call-1 ${pending}` } }),
    );
    expect(json(await call(here, decide))).toEqual({ decided: [], open: [], ask: null });
  });

  test('“Keep and pin” does both, “Drop” and own words do nothing', async () => {
    for (const [at, answer] of ['', 'Keep and pin', 'Drop', 'well, no'].entries()) {
      const here = await world();
      const before = kept(here);
      const { ask: asked } = json(await call(here, add, changes[0]?.[2]));
      speak(here, dialog(asked.questions[0], answer));
      const { open } = json(await call(here, decide));
      const kinds = eventsOf(here)
        .slice(6)
        .map(({ event }) => event);
      expect(kinds.filter((kind) => kind !== 'inject_reflection')).toEqual(
        at === 1 ? ['create', 'pin'] : [],
      );
      if (at !== 1) expect(kept(here)).toEqual(before);
      if (at === 3) expect(open).toMatchObject([{ words: 'well, no' }]);
    }
  });
});

describe('after “Drop” nothing of the rule is left', () => {
  const told = 'zebrafish';
  const dropped = JSON.stringify({
    id: `use-${told}`,
    title: `use ${told}, never npm`,
    trigger: `${told} is at hand`,
    method: [`run ${told}`],
    watch: { use: told, not: ['npm'] },
  });

  test('in any file of the project, nor in what a person or a model is told', async () => {
    const here = await world();
    speak(here, [prompt(`always use ${told}`)]);
    const given = { args: ['gene'], options: { file: '-' }, stdin: dropped };
    const { ask: asked } = json(await call(here, add, given));
    speak(here, dialog(asked.questions[0], 'Drop'));
    expect(json(await call(here, decide)).decided).toMatchObject([{ choice: 'Drop' }]);
    const person = {
      CLAUDE_CONFIG_DIR: join(here.cwd, '.claude'),
      MADNESS_HOME: here.env.MADNESS_HOME as string,
    };
    await madnessHere(here.cwd, ['compile'], { env: person });
    const model = { ...person, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
    for (const env of [person, model])
      for (const args of [
        'status',
        'list',
        'review --list',
        'effect',
        'effect --details',
        'log',
        'retro status',
        'candidate list',
      ].map((one) => one.split(' '))) {
        const { out, err } = await madnessHere(here.cwd, args, { env });
        expect(`${args.join(' ')}: ${out}${err}`).not.toContain(told);
      }
    await madnessHere(here.cwd, ['page'], { env: person });
    const start = {
      session_id: 'next',
      transcript_path: '/x',
      cwd: here.cwd,
      hook_event_name: 'SessionStart',
      source: 'startup',
    };
    const heard = callHook('session-start', JSON.stringify(start), person);
    expect(heard.out).not.toContain(told);
    const left = Object.entries(snapshot(here.cwd)).filter(
      ([path, text]) => !path.startsWith('.claude') && text.includes(told),
    );
    expect(left.map(([path]) => path)).toEqual([]);
  });
});

describe('what counts for nothing:', () => {
  const retire = ['deprecate', deprecate, { args: ['alpha'] }] as const;
  const filed = async (here: World): Promise<Json> => json(await call(here, retire[1], retire[2]));

  test.each<[string, (question: Json) => Json]>([
    ['a question that differs by a character', (one) => ({ ...one, question: `${one.question} ` })],
    ['two equal labels', (one) => ({ ...one, options: [one.options[0], one.options[0]] })],
  ])('%s', async (_, alter) => {
    const here = await world();
    const before = kept(here);
    const { ask: asked } = await filed(here);
    speak(here, dialog(alter(asked.questions[0]), 'Remove'));
    expect(json(await call(here, decide)).decided).toEqual([]);
    expect(kept(here)).toEqual(before);
  });

  test('an answer to a rule that was changed meanwhile', async () => {
    const here = await world();
    const { pending, ask: asked } = await filed(here);
    await run(revise, { cwd: here.cwd, args: ['alpha'], options: { file: '-' }, stdin: reworded });
    const before = kept(here);
    speak(here, dialog(asked.questions[0], 'Retire it'));
    const ran = json(await call(here, decide));
    expect(ran).toMatchObject({ decided: [], open: [{ id: pending }] });
    expect(kept(here)).toEqual(before);
  });

  test('an answer of another session', async () => {
    const here = await world();
    const { ask: asked } = await filed(here);
    speak(here, dialog(asked.questions[0], 'Retire it'));
    const env = { ...here.env, CLAUDE_CODE_SESSION_ID: '99999999-2222-4333-8444-555555555555' };
    expect(json(await call({ ...here, env }, decide))).toEqual({
      decided: [],
      open: [],
      ask: null,
    });
  });

  test('a damaged file: it is named, and stops no other', async () => {
    const here = await world();
    put(here.cwd, 'memory/work/pending/00000000.json', '{');
    const { pending, ask: asked } = await filed(here);
    const path = join(here.cwd, `memory/work/pending/${pending}.json`);
    speak(here, dialog(asked.questions[0], 'Retire it'));
    const ran = await call(here, decide);
    expect(json(ran).decided).toMatchObject([{ id: pending }]);
    expect(ran.talk).toContain('work/pending/00000000.json');
    writeFileSync(path, '{}');
    const again = await call(here, revive, { args: ['gone'] });
    expect(again.code).toBe(0);
  });

  test('a file of another hand whose hash is right is not asked: a person sees it in review', async () => {
    const here = await world();
    const { pending } = await filed(here);
    const path = join(here.cwd, `memory/work/pending/${pending}.json`);
    const { found, comes } = JSON.parse(readFileSync(path, 'utf8'));
    const requests = [{ action: 'deprecate', asset_id: 'alpha', asset_type: 'gene' }];
    const lie = { ...comes, alpha: { ...comes.alpha, title: 'Harmless' } };
    const id = contentId({ requests, found, comes: lie });
    const made_at = '2026-11-21T10:00:00.000Z';
    const hostile = { id, made_at, requests, found, comes: lie };
    put(here.cwd, `memory/work/pending/${id}.json`, JSON.stringify(hostile));
    await expect(call(here, ask, { args: [id] })).rejects.toThrow(id);
    expect(json(await call(here, ask)).questions).toHaveLength(1);
  });

  test('a file that names a command which does not ask is never run', async () => {
    const here = await world();
    const before = kept(here);
    const options = { on: true };
    const command = { name: 'archive', args: [], options, cwd: here.cwd, facts: { session: 'x' } };
    const id = contentId({ command });
    const made_at = '2026-11-21T10:00:00.000Z';
    put(here.cwd, `memory/work/pending/${id}.json`, JSON.stringify({ id, made_at, command }));
    const ran = await call(here, ask);
    expect(json(ran)).toEqual({ questions: [] });
    expect(ran.talk).toContain(`work/pending/${id}.json`);
    expect(kept(here)).toEqual(before);
  });

  test('fifty wait at most: the oldest are asked, in less than a second', async () => {
    const here = await world();
    const { pending } = await filed(here);
    const path = join(here.cwd, `memory/work/pending/${pending}.json`);
    const one = JSON.parse(readFileSync(path, 'utf8'));
    const { found, comes, unread, project } = one;
    for (let at = 0; at < 199; at++) {
      const reason = `reason ${at}`;
      const requests = [{ ...one.requests[0], reason }];
      const writes = [{ ...one.writes[0], reason }];
      const id = contentId({ requests, found, comes, writes, unread, project });
      const other = { ...one, id, requests, writes };
      put(here.cwd, `memory/work/pending/${id}.json`, JSON.stringify(other));
    }
    expect((await call(here, revive, { args: ['gone'] })).out).toContain('pending/full');
    const { questions } = json(await call(here, ask));
    expect(questions).toHaveLength(4);
  });
});

describe('what hooks start in the background:', () => {
  const again = (here: World) => call(here, decide, { args: [session], options: { again: true } });
  const told = ({ env }: World): string => {
    const file = join(env.MADNESS_HOME as string, 'state', session, 'tell.txt');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const kinds = (here: World) => eventsOf(here).map(({ event }) => event);
  const goneOn = (parentUuid: string) =>
    row('u9', parentUuid, 5, {
      type: 'assistant',
      message: { id: 'm9', role: 'assistant', content: [] },
    });

  test('an answer that another client gave is taken back, with all that it did, and told', async () => {
    const here = await world();
    const [, command, given] = changes[0] as (typeof changes)[number];
    const { pending, ask: asked } = json(await call(here, command, given));
    const rows = dialog(asked.questions[0], 'Keep and pin');
    speak(here, rows);
    await call(here, decide);
    expect(kinds(here)).toContain('pin');
    speak(here, [...rows, goneOn('u3')]);
    await again(here);
    expect([kinds(here).includes('revert'), told(here)]).toEqual([false, '']);
    speak(here, [...rows, goneOn('u1')]);
    await again(here);
    expect(told(here)).toContain(`${pending} (Keep and pin) was taken back`);
    expect(readFileSync(join(here.cwd, 'memory/genes.json'), 'utf8')).not.toContain('delta');
    const before = kinds(here);
    await again(here);
    expect(kinds(here)).toEqual(before);
  });

  /** What our hook notes and the client records of a prompt that is `/madness VERB ID`. */
  function type(here: World, id: string, verb: string, shown?: string): void {
    const state = `.claude/madness/state/${session}`;
    const file = JSON.parse(readFileSync(join(here.cwd, `memory/work/pending/${id}.json`), 'utf8'));
    put(here.cwd, `${state}/shown/${id}.txt`, shown ?? file.question);
    const reason = `madness: ${verb} ${id}.`;
    const note = { id, verb, reason, client_pid: 1, ts: '2026-11-21T10:00:02.000Z' };
    put(here.cwd, `${state}/typed/${id}.json`, JSON.stringify(note));
    const ending = { ending: { kind: 'blocked_by_hook', reason }, promptKept: false };
    speak(here, [row('u5', null, 3, { type: 'system', promptSubmitEnding: ending })]);
  }

  firstQuick<[string, number, string, readonly string[]]>([
    ['a new rule', 0, 'keep', ['create']],
    ['a new rule, pinned', 0, 'pin', ['create', 'pin']],
    ['a new rule, dropped', 0, 'drop', []],
    ['another wording', 1, 'keep', ['revise']],
    ['another wording, dropped', 1, 'drop', []],
    ['a pin', 5, 'pin', ['pin']],
  ])('%s is done as typed', async (_, at, verb, events) => {
    const here = await world();
    const [, command, given] = changes[at] as (typeof changes)[number];
    const { pending } = json(await call(here, command, given));
    const before = kinds(here);
    type(here, pending, verb);
    await again(here);
    const added = kinds(here).slice(before.length);
    expect(added.filter((kind) => kind !== 'inject_reflection')).toEqual(events);
    const ours = eventsOf(here).slice(before.length);
    for (const { approval } of ours.filter(({ event }) => event !== 'inject_reflection'))
      expect(approval).toMatchObject({ by: 'typed', choice: verb, session, line: 1 });
    expect(existsSync(join(here.cwd, `memory/work/pending/${pending}.json`))).toBe(false);
    expect(told(here)).toBe('');
  });

  test.each<[string, number, string, string | undefined]>([
    ['a merge', 2, 'keep', undefined],
    ['a rule that would retire', 3, 'drop', undefined],
    ['another text than was shown', 0, 'keep', '[00000000] Harmless?'],
  ])('%s is not done as typed, and the person told', async (_, at, verb, shown) => {
    const here = await world();
    const before = kept(here);
    const [, command, given] = changes[at] as (typeof changes)[number];
    const { pending } = json(await call(here, command, given));
    type(here, pending, verb, shown);
    await again(here);
    expect(kept(here)).toEqual(before);
    expect(told(here)).toContain(`${pending} was not done`);
  });

  test('an agent that starts it by itself gains nothing', async () => {
    const here = await world();
    const before = kept(here);
    const [, command, given] = changes[0] as (typeof changes)[number];
    const { ask: asked } = json(await call(here, command, given));
    speak(here, [prompt('keep it'), ...dialog(asked.questions[0], 'Keep').slice(0, 2)]);
    await again(here);
    expect(kept(here)).toEqual(before);
  });
});
