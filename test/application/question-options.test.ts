import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../src/commands/memory/ask.js';
import { decide } from '../../src/commands/memory/decide.js';
import { add } from '../../src/commands/rules/add.js';
import { pin } from '../../src/commands/rules/status-change.js';
import { init } from '../../src/commands/setup/make-memory.js';
import type { Event } from '../../src/schema.gen.js';
import { readSwitchedGuards } from '../../src/store/guard-files.js';
import { dialog, type Json, json, row, session } from '../support/dialog.js';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import {
  callLine,
  type Record as Line,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

type Language = 'en' | 'zh';
type Given = {
  readonly args?: readonly string[];
  readonly options?: Record<string, string | boolean>;
  readonly stdin?: string;
};

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
const byAgent = async (command: typeof add, { args = [], options = {}, ...more }: Given = {}) =>
  run(command, {
    cwd: home.shop,
    env: { ...home.env, ...agent },
    args,
    options: { json: true, ...options },
    now: '2026-11-21T10:00:00.500Z',
    ...more,
  });
const byPerson = (command: typeof add, args: readonly string[], options = {}) =>
  run(command, { cwd: home.shop, env: home.env, args, options, now: '2026-11-20T10:00:00Z' });

/** Answers the first question of one dialog, in this session's transcript. */
const answer = (asked: Json, label: string) =>
  writeSession(home, session, ...dialog(asked.ask.questions[0], label));

let calls = 0;
function worked(name: string, ...commands: readonly string[]): void {
  const time = { timestamp: '2026-11-19T10:00:00.000Z' };
  const steps = commands.flatMap((command): Line[] => {
    const id = `toolu_options_${calls++}`;
    return [callLine('Bash', { command }, id, time), resultLine(id, 'ok', time)];
  });
  writeSession(home, name, userLine('go', time), ...steps);
}

const events = (): Event[] =>
  readFileSync(join(home.shop, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
const kinds = () => events().flatMap(({ event }) => (/create|pin/.test(event) ? [event] : []));
const guards = () => readSwitchedGuards(home.own).map(({ rule }) => rule);
const labelsOf = (asked: Json): string[] =>
  asked.ask.questions[0].options.map(({ label }: Json) => label);
const aboutReminder = (asked: Json): string => asked.ask.questions[0].options[1].description;

const made = (language: Language = 'en') =>
  run(init, { cwd: home.shop, env: home.env, options: { language } });
const filed = async (sentence = 'use pnpm, never npm'): Promise<Json> =>
  json(await byAgent(add, { args: [sentence] }));

describe('the question about a rule that a program counts', () => {
  test.each<[Language, string, string, readonly string[], string]>([
    [
      'en',
      'use pnpm, never npm',
      'So far: npm instead of pnpm 2 times in 1 session',
      ['Keep', 'Keep and remind', 'Drop'],
      'Pinned, with its reminder on.',
    ],
    [
      'zh',
      '用 pnpm，不要用 npm',
      '至今 1 个会话里，有 2 次该用 pnpm 却用了 npm',
      ['保留', '保留并提醒', '放弃'],
      '置顶，并打开提醒。',
    ],
  ])('fits one part with its back-test in %s, first rule of a memory and all', async (...given) => {
    const [language, sentence, past, labels, reminds] = given;
    await made(language);
    worked('past', 'npm install', 'pnpm test', 'npm ci');
    const asked = await filed(sentence);
    expect(asked.ask.questions).toHaveLength(1);
    const { question } = asked.ask.questions[0];
    expect(question).not.toMatch(/^\[[0-9a-f]{8} 1\//);
    expect(question.split('\n').length).toBeLessThanOrEqual(9);
    expect(question.split('\n')).toContain(past);
    expect(labelsOf(asked)).toEqual(labels);
    expect(aboutReminder(asked)).toBe(reminds);
  });

  test('fits one part with the words of the person as its proof', async () => {
    await made();
    const said = userLine('use pnpm, never npm', { timestamp: '2026-11-21T09:00:00.000Z' });
    worked('past', 'npm install');
    writeSession(home, session, said);
    const asked = await filed();
    expect(asked.ask.questions).toHaveLength(1);
    expect(asked.ask.questions[0].question).toContain('you: “use pnpm, never npm” (11111111:1)');
  });

  test('says nothing of the past where there are no sessions', async () => {
    await made();
    expect((await filed()).ask.questions[0].question).toContain('Counted: npm instead of pnpm');
  });

  test.each([
    'never run git push --force',
    'run npm test before every commit',
    '提交前运行 make lint',
  ])('offers the reminder: %s', async (sentence) => {
    await made();
    expect(labelsOf(await filed(sentence))[1]).toBe('Keep and remind');
  });

  test.each(['write clear errors', 'be brief in commit messages', '回答要简短'])(
    'offers the pin where no program counts: %s',
    async (sentence) => {
      await made();
      expect(labelsOf(await filed(sentence))[1]).toBe('Keep and pin');
    },
  );

  test('stays the same question when later sessions would count otherwise', async () => {
    await made();
    worked('past', 'npm install');
    const asked = await filed();
    worked('later', 'npm ci', 'npm test');
    expect((await filed()).pending).toBe(asked.pending);
    const again = json(await byAgent(ask, { args: [asked.pending] }));
    expect(again.questions).toEqual(asked.ask.questions);
    answer(asked, 'Keep');
    expect(json(await byAgent(decide)).decided).toMatchObject([{ id: asked.pending, done: true }]);
  });

  test('is not asked from a file whose count was changed', async () => {
    await made();
    worked('past', 'npm install');
    const { pending } = await filed();
    const path = join(home.shop, `memory/work/pending/${pending}.json`);
    const file = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(
      path,
      JSON.stringify({ ...file, offer: { ...file.offer, past: { broken: 99, sessions: 99 } } }),
    );
    const ran = await byAgent(ask);
    expect(json(ran).questions).toEqual([]);
    expect(ran.talk).toContain(`work/pending/${pending}.json`);
  });
});

describe('a rule for which the block has no room', () => {
  test('is not asked about where its text is too long: the refusal says what to lose', async () => {
    await made();
    const method = Array.from(
      { length: 6 },
      (_, at) => `${at} read the report and every file it names`,
    );
    const stdin = JSON.stringify({ id: 'long', title: 'Long', trigger: 'report', method });
    const ran = await byAgent(add, { args: ['gene'], options: { file: '-' }, stdin });
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining('lose 31 columns or more')]);
    expect(kinds()).toEqual([]);
  });

  test('is not offered a pin when three are pinned', async () => {
    await made();
    for (const sentence of ['write clear errors', 'keep functions short', 'name tests well']) {
      const { asset } = json(await byPerson(add, [sentence], { json: true }));
      await byPerson(pin, [asset.id]);
    }
    expect(labelsOf(await filed('prefer short names'))).toEqual(['Keep', 'Drop']);
  });
});

test('a pin that the block takes later only says so before', async () => {
  await made();
  const { asset } = json(await byPerson(add, ['prefer short names'], { json: true }));
  const log = join(home.shop, 'memory/evolution.jsonl');
  const failed = { ...events()[0], event: 'invalidate', confidence_delta: -0.3, by: 'verdict' };
  writeFileSync(
    log,
    `${readFileSync(log, 'utf8')}${JSON.stringify({ ...failed, id: undefined })}\n`,
  );
  const asked = json(await byAgent(pin, { args: [asset.id] }));
  expect(asked.ask.questions[0].question.replace(/\s+/g, ' ')).toContain(
    'every session reads it first once it has worked here',
  );
});

describe('an answer to it', () => {
  test.each<[string, readonly string[], readonly string[], boolean]>([
    ['Keep', ['create'], [], true],
    ['Keep and remind', ['create', 'pin'], ['gene:use-pnpm-never-npm'], true],
    ['Drop', [], [], true],
  ])('%s', async (label, happened, reminded, done) => {
    await made();
    const asked = await filed();
    answer(asked, label);
    const { decided } = json(await byAgent(decide));
    const reads = happened.length > 0 ? 'block' : null;
    expect(decided).toEqual([{ id: asked.pending, choice: label, done, reads }]);
    expect(kinds()).toEqual(happened);
    expect(guards()).toEqual(reminded);
  });

  test('in Chinese switches the reminder on too', async () => {
    await made('zh');
    const asked = await filed('用 pnpm，不要用 npm');
    answer(asked, '保留并提醒');
    await byAgent(decide);
    expect(kinds()).toEqual(['create', 'pin']);
    const written = readFileSync(join(home.own, 'guards.json'), 'utf8');
    expect(written).toContain('"gene:pnpm-npm"');
  });

  test('pins no fourth rule: the option says so, and it reminds alone', async () => {
    await made();
    for (const sentence of ['write clear errors', 'keep functions short', 'name tests well']) {
      const { asset } = json(await byPerson(add, [sentence], { json: true }));
      await byPerson(pin, [asset.id]);
    }
    const before = kinds().length;
    const asked = await filed();
    expect(aboutReminder(asked)).toBe('Not pinned, for there is no room; its reminder is on.');
    answer(asked, 'Keep and remind');
    await byAgent(decide);
    expect(kinds().slice(before)).toEqual(['create']);
    expect(guards()).toEqual(['gene:use-pnpm-never-npm']);
  });

  test('that promised a pin does nothing once the room is taken, and is asked anew', async () => {
    await made();
    const asked = await filed();
    for (const sentence of ['write clear errors', 'keep functions short', 'name tests well']) {
      const { asset } = json(await byPerson(add, [sentence], { json: true }));
      await byPerson(pin, [asset.id]);
    }
    answer(asked, 'Keep and remind');
    const { decided, open } = json(await byAgent(decide));
    expect([decided, open.length, guards()]).toEqual([[], 1, []]);
    const anew = await filed();
    expect(anew.pending).not.toBe(asked.pending);
    expect(aboutReminder(anew)).toContain('Not pinned');
  });

  test('that is taken back switches the reminder off again', async () => {
    await made();
    const asked = await filed();
    const rows = dialog(asked.ask.questions[0], 'Keep and remind');
    writeSession(home, session, ...rows);
    await byAgent(decide);
    expect(guards()).toHaveLength(1);
    const message = { id: 'm9', role: 'assistant', content: [] };
    const other = row('u9', 'u1', 5, { type: 'assistant', message });
    writeSession(home, session, ...rows, other);
    await byAgent(decide, { args: [session], options: { again: true } });
    expect(guards()).toEqual([]);
    expect(readFileSync(join(home.shop, 'memory/genes.json'), 'utf8')).not.toContain('pnpm');
  });
});
