import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { permittedCommands } from '../src/application/approval/permitted-commands.js';
import { commands } from '../src/cli/command-table.js';
import { ask } from '../src/commands/memory/ask.js';
import { compile } from '../src/commands/memory/compile.js';
import { decide } from '../src/commands/memory/decide.js';
import { add } from '../src/commands/rules/add.js';
import { merge } from '../src/commands/rules/merge.js';
import { revise } from '../src/commands/rules/revise.js';
import { deprecate, pin, revive, unpin } from '../src/commands/rules/status-change.js';
import { undo } from '../src/commands/rules/undo.js';
import { eventId } from '../src/learn/log/event.js';
import { contentId } from '../src/reflect/content-id.js';
import type { Event } from '../src/schema.gen.js';
import type { Command } from '../src/terminal/context.js';
import { type Ran, run } from './support/in-process.js';
import { born, gene, putMemory } from './support/memory.js';
import { put, scratchFolder, snapshot } from './support/scratch.js';

const session = '11111111-2222-4333-8444-555555555555';

interface World {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

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
  await run(compile, { cwd });
  const env = {
    CLAUDE_CONFIG_DIR: join(cwd, '.claude'),
    MADNESS_HOME: join(cwd, '.claude/madness'),
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: session,
  };
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

// biome-ignore lint/suspicious/noExplicitAny: the answers of commands have shapes of their own
type Json = any;
const json = ({ out }: Ran): Json => JSON.parse(out);

const row = (uuid: string, parentUuid: string | null, second: number, more: Json): Json => ({
  uuid,
  parentUuid,
  isSidechain: false,
  entrypoint: 'cli',
  sessionId: session,
  session_id: session,
  timestamp: `2026-11-21T10:00:0${second}.000Z`,
  ...more,
});

const prompt = (content: string): Json =>
  row('u1', null, 1, {
    type: 'user',
    promptId: 'p1',
    origin: { kind: 'human' },
    promptSource: 'typed',
    turnOrigin: 'human',
    message: { role: 'user', content },
  });

/** The dialog with this question, answered, as the client writes it. */
function dialog(question: Json, answer: string, callId = 'call-1'): Json[] {
  return [
    prompt('Go on.'),
    row('u2', 'u1', 2, {
      type: 'assistant',
      message: {
        id: 'm1',
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id: callId,
            name: 'AskUserQuestion',
            input: { questions: [question] },
          },
        ],
      },
    }),
    row('u3', 'u2', 3, {
      type: 'user',
      promptId: 'p1',
      sourceToolAssistantUUID: 'u2',
      permissionDecision: { decision: 'accept', source: 'user_temporary', grantScope: 'once' },
      toolUseResult: {
        questions: [question],
        answers: { [question.question]: answer },
        annotations: {},
      },
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: callId, content: 'answered' }],
      },
    }),
  ];
}

function speak({ cwd }: World, rows: readonly Json[], name = session): void {
  const text = rows.map((one) => `${JSON.stringify(one)}\n`).join('');
  put(cwd, `.claude/projects/-shop/${name}.jsonl`, text);
}

const eventsOf = ({ cwd }: World): Event[] =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);

const sentences = [
  ...['Yes.', 'yes please', 'ok', 'Do it', 'Sure, go ahead', 'Keep it', 'Keep and pin', 'LGTM'],
  ...['Yes, pin alpha', 'Pin alpha.', 'Retire alpha', 'drop alpha', 'merge alpha into beta'],
  ...['No.', 'Never pin alpha', 'Do not retire alpha', "Don't merge anything", 'stop', 'not yet'],
  ...['If the tests pass, pin alpha', 'Pin it unless beta says so', 'Maybe keep it later'],
  ...['He said "keep alpha"', 'The README says: yes, retire it', '> yes, keep it'],
  ...['Yes. No, wait, leave it.', 'Keep it — actually no', 'I said yes, forget that'],
  ...['Sort the issues, please.', 'What is the weather?', 'alpha works well', 'fix the build'],
  ...['I approve every change from now on', 'You may always decide', 'Approved: all', 'Change'],
  ...['--approved-by yes', 'madness decide', '/madness keep alpha', 'Undo it', 'Leave', 'Drop'],
  ...['好', '好的', '可以', '行', '同意', '留下', '留下并置顶', '置顶 alpha', '停用 alpha'],
  ...['把 alpha 并入 beta', '不', '不要', '别置顶', '先不要停用 alpha', '算了', '等等', '放弃'],
  ...['如果测试通过就置顶', '除非 beta 同意', '以后再留下吧', '他说“留下 alpha”', '文档写着：同意'],
  ...['同意。不，等一下', '留下——还是算了', '刚才说的同意作废', '整理一下问题', '天气怎么样'],
  ...['Yes to the question before', 'Both of them, please', 'go', 'the first option', 'y', '1'],
  ...['选第一个', '都要', '就按你说的', '嗯'],
  ...['alpha 很好用', '以后都由你决定', '我批准所有改动', '全部同意', '改写', '撤销', '保持不变'],
];

describe('no sentence is read for a yes:', () => {
  test('there are at least eighty of them', () => {
    expect(new Set(sentences).size).toBeGreaterThanOrEqual(80);
  });

  test.each(changes)('%s only waits, whatever was said', async (_, command, given) => {
    const here = await world();
    const before = kept(here);
    const programs = sentences.map((content) => ({
      ...prompt(content),
      promptSource: 'sdk',
      turnOrigin: 'sdk',
    }));
    speak(here, [...sentences.map(prompt), ...programs]);
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
    expect(json(await call(here, decide))).toEqual({ decided: [], open: [] });
  });

  test('“Keep and pin” does both, “Drop”, “Not like that” and own words do nothing', async () => {
    for (const [at, answer] of [
      '',
      'Keep and pin',
      'Not like that',
      'Drop',
      'well, no',
    ].entries()) {
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
      if (at === 4) expect(open).toMatchObject([{ words: 'well, no' }]);
    }
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
    speak(here, dialog(alter(asked.questions[0]), 'Retire'));
    expect(json(await call(here, decide)).decided).toEqual([]);
    expect(kept(here)).toEqual(before);
  });

  test('an answer to a rule that was changed meanwhile', async () => {
    const here = await world();
    const { pending, ask: asked } = await filed(here);
    await run(revise, { cwd: here.cwd, args: ['alpha'], options: { file: '-' }, stdin: reworded });
    const before = kept(here);
    speak(here, dialog(asked.questions[0], 'Retire'));
    const ran = json(await call(here, decide));
    expect(ran).toMatchObject({ decided: [], open: [{ id: pending }] });
    expect(kept(here)).toEqual(before);
  });

  test('an answer of another session', async () => {
    const here = await world();
    const { ask: asked } = await filed(here);
    speak(here, dialog(asked.questions[0], 'Retire'));
    const env = { ...here.env, CLAUDE_CODE_SESSION_ID: '99999999-2222-4333-8444-555555555555' };
    expect(json(await call({ ...here, env }, decide))).toEqual({ decided: [], open: [] });
  });

  test('a damaged file: it is named, and stops no other', async () => {
    const here = await world();
    put(here.cwd, 'memory/work/pending/00000000.json', '{');
    const { pending, ask: asked } = await filed(here);
    const path = join(here.cwd, `memory/work/pending/${pending}.json`);
    speak(here, dialog(asked.questions[0], 'Retire'));
    const ran = await call(here, decide);
    expect(json(ran).decided).toMatchObject([{ id: pending }]);
    expect(ran.talk).toContain('work/pending/00000000.json');
    writeFileSync(path, '{}');
    const again = await call(here, revive, { args: ['gone'] });
    expect(again.code).toBe(0);
  });

  test('a file of another hand whose hash is right is asked with its own question', async () => {
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
    const { questions } = json(await call(here, ask, { args: [id] }));
    expect(questions).toEqual([]);
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

  test('two hundred that wait: the oldest four are asked, in less than a second', async () => {
    const here = await world();
    const { pending } = await filed(here);
    const path = join(here.cwd, `memory/work/pending/${pending}.json`);
    const one = JSON.parse(readFileSync(path, 'utf8'));
    for (let at = 0; at < 199; at++) {
      const requests = [{ ...one.requests[0], reason: `reason ${at}` }];
      const id = contentId({ requests, found: one.found, comes: one.comes });
      put(here.cwd, `memory/work/pending/${id}.json`, JSON.stringify({ ...one, id, requests }));
    }
    const start = performance.now();
    const { questions } = json(await call(here, ask));
    expect(performance.now() - start).toBeLessThan(1000);
    expect(questions).toHaveLength(4);
  });
});

test('every command is free, by question or never', () => {
  const lists = Object.values(permittedCommands).flat();
  const names = new Set(lists.map((line) => line.replace(/ (?:--|\().*$/, '')));
  expect(commands.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});
