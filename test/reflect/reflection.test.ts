import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { listPending } from '../../src/application/approval/pending-change.js';
import { commandNamed } from '../../src/cli/program.js';
import { status } from '../../src/commands/memory/status.js';
import { doctor } from '../../src/commands/setup/doctor.js';
import { uninstall } from '../../src/commands/setup/uninstall.js';
import { isAlive } from '../../src/platform/process-info.js';
import { locationAt } from '../../src/store/location.js';
import { workOnJobs } from '../../src/worker/worker.js';
import { cliFile } from '../support/cli.js';
import { run } from '../support/in-process.js';
import { age, letTimePass } from '../support/kills.js';
import { born } from '../support/memory.js';
import {
  askFirst,
  at,
  classifyFirst,
  type Desk,
  makeDesk,
  secretAnthropic,
  sortingReading,
  sortingSession,
  theirWords,
} from '../support/reflect-home.js';
import { type Reflecting, reflecting } from '../support/reflection.js';
import { userLine } from '../support/transcript-lines.js';

let desk: Desk;
let here: Reflecting;
afterEach(() => desk.home.remove());

function begin(...answers: readonly object[]): void {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
  here = reflecting(desk.home, ...answers);
  sortingSession(desk.home, 's-1');
}

const receipt = (more: object = {}) => ({
  outcome: 'saved',
  name: 'Sorting the issues',
  tags: ['issues'],
  summary: 'Issues were sorted by a standard.',
  reading: sortingReading('s-1'),
  ...more,
});
const work = () => workOnJobs(here.context, 1);
const prepared = () => JSON.parse(desk.read('work/prepared/s-1.json'));
const rejected = (id: string) =>
  (here.run(id, 'validation.json').rejected as { rule: string; at: string }[]).map(
    ({ rule, at }) => `${rule} ${at}`,
  );

test('status and doctor say what the readings of the week came to, and what waits', async () => {
  begin({ receipt: receipt() });
  here.queue('s-1');
  await work();
  const { shop } = desk.home;
  const now = '2026-11-22T13:00:00Z';
  const words = 'last 2026-11-22: done; 1 in 7 days, $0.01; 1 prepared for /madness';
  expect((await run(status, { cwd: shop, env: here.env, now })).out).toContain(
    `background     ${words}`,
  );
  expect((await run(doctor, { cwd: shop, env: here.env, now })).out).toContain(words);
});

test('uninstall ends the client that reads, and nothing of ours comes back', async () => {
  begin({ receipt: receipt(), ms: 60_000 });
  here.queue('s-1');
  const worked = work();
  await expect.poll(() => here.jobs()[0]?.client, { timeout: 10_000 }).toBeGreaterThan(0);
  const { client } = here.jobs()[0] as { client: number };
  await run(uninstall, { cwd: desk.home.shop, env: desk.home.env });
  await worked;
  expect(isAlive(client)).toBe(false);
  expect(existsSync(join(desk.home.own, 'reflection'))).toBe(false);
});

describe('a job', () => {
  test('asks one client that may do nothing, and prepares what it hands in', async () => {
    begin({ receipt: receipt() });
    const { id } = here.queue('s-1');
    const before = desk.events().length;
    await work();
    expect(here.jobs()).toMatchObject([
      {
        state: 'succeeded',
        outcome: 'saved',
        model: 'claude-haiku-x',
        attempts: 1,
        cost: { input_tokens: 4000, output_tokens: 300, usd: 0.005 },
      },
    ]);
    expect(prepared()).toMatchObject({
      name: 'Sorting the issues',
      noted: {
        verdicts: [{ rule: 'classify-first', scene: 's-1:3' }],
        sessions: [{ goal: 'sort the issues' }],
      },
    });
    // No rule and no number moved.
    expect(desk.events()).toHaveLength(before);
    expect(rejected(id)).toEqual([]);
    const { files } = here.run(id, 'validation.json');
    expect(files[0]).toMatchObject({
      path: 'work/prepared/s-1.json',
      before: null,
      after: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const [{ args, env, prompt } = { args: [], env: [], prompt: '' }, ...more] = here.calls();
    expect(more).toEqual([]);
    expect(args).toEqual(
      expect.arrayContaining(['--tools', '', '--no-session-persistence', '--setting-sources']),
    );
    expect([...env].sort()).toEqual([
      'CLAUDE_CODE_DISABLE_CLAUDE_MDS',
      'CLAUDE_CODE_MAX_RETRIES',
      'CLAUDE_CONFIG_DIR',
      'MADNESS_CHILD',
    ]);
    expect(prompt).toContain(theirWords);
    expect(Buffer.byteLength(prompt)).toBeLessThan(16_000);
    const child = args[args.indexOf('--session-id') + 1] as string;
    expect(existsSync(join(desk.home.own, 'reflection/children', child))).toBe(true);
  });

  test('drops and names each part with a fault, and keeps the rest', async () => {
    const [verdict] = sortingReading('s-1').verdicts ?? [];
    begin({
      receipt: receipt({
        reading: {
          ...sortingReading('s-1'),
          lessons: [
            { ...askFirst, lines: ['s-1:3'] },
            { ...askFirst, title: 'Invented', lines: ['s-1:77'] },
          ],
          verdicts: [verdict, { ...verdict, rule: 'never-asked' }, { ...verdict, result: 's-1:3' }],
        },
        skills: [
          { name: 'mine', description: 'x', text: 'do' },
          {
            name: 'madness-reflect-a',
            description: 'x',
            text: '---\nallowed-tools: Bash\n---\ndo',
          },
        ],
        notes: [
          { name: 'key', text: `The key is ${secretAnthropic}` },
          { name: 'bad name', text: 'x' },
        ],
      }),
    });
    const { id } = here.queue('s-1');
    await work();
    expect(here.jobs()).toMatchObject([{ state: 'succeeded', outcome: 'saved' }]);
    expect(prepared().noted.verdicts).toHaveLength(1);
    expect(prepared().noted.lessons).toMatchObject([{ title: 'Ask what counts', prepared: true }]);
    expect(rejected(id)).toEqual([
      'receipt/schema /notes/1/name',
      'receipt/skill-name /skills/0',
      'receipt/skill-front-matter /skills/1',
      'hand-in/no-rule reading.verdicts[1].rule',
      'hand-in/refused reading.verdicts[2].result',
      'hand-in/no_line reading.lessons[1].lines[0]',
      expect.stringMatching(/^secret\/found \/notes\/0/),
    ]);
    expect(listPending(locationAt(join(desk.home.shop, 'memory'), here.env)).changes).toEqual([]);
  });

  test('leaves notes and skills to a person, whose yes keeps them', async () => {
    const notes = [{ name: 'ports', text: 'The shop listens on 8080, see shop.conf.' }];
    const skills = [
      {
        name: 'madness-reflect-sort',
        description: 'When issues are sorted.',
        text: 'Agree first.',
      },
    ];
    begin({ receipt: receipt({ notes, skills }) });
    here.queue('s-1');
    await work();
    const { changes } = listPending(locationAt(join(desk.home.shop, 'memory'), here.env));
    expect(changes.map(({ command }) => command?.args[1]).sort()).toEqual([
      'madness-reflect-sort',
      'ports',
    ]);
    expect(desk.has('notes/ports.md')).toBe(false);
    const keep = await commandNamed('keep');
    const env = { ...desk.home.env };
    await run(keep as never, {
      cwd: desk.home.shop,
      env,
      args: ['note', 'ports', notes[0]?.text as string],
    });
    expect(desk.read('notes/ports.md')).toBe('The shop listens on 8080, see shop.conf.\n');
  });

  test('in which nothing is worth a word is a success', async () => {
    begin({ receipt: { outcome: 'nothing' } });
    here.queue('s-1');
    await work();
    expect(here.jobs()).toMatchObject([{ state: 'succeeded', outcome: 'nothing' }]);
    expect(desk.has('work/prepared/s-1.json')).toBe(false);
  });

  test.each<[string, object, RegExp, number]>([
    ['calls a tool', { call: 'Bash' }, /called a tool/, 1],
    ['answers about another job', { receipt: receipt({ job: 'other' }) }, /receipt\/other-job/, 1],
    ['claims another child', { receipt: receipt({ child: 'other' }) }, /receipt\/other-child/, 1],
    ['answers no receipt', { text: 'I am sorry' }, /receipt\/schema/, 1],
    ['is not logged in', { error: 'Invalid API key · Please run /login' }, /login/, 1],
    ['is over its limit', { error: 'You have hit your weekly limit' }, /weekly limit/, 1],
    ['is too old', { stderr: "error: unknown option '--json-schema'" }, /unknown option/, 1],
    ['is overloaded twice', { error: 'API Error: 529 Overloaded' }, /529/, 2],
    ['prints nothing twice', {}, /ended without an answer/, 2],
  ])('whose client %s fails, and writes nothing', async (_, answer, error, calls) => {
    begin(answer);
    here.queue('s-1');
    await work();
    expect(here.jobs()).toMatchObject([{ state: 'failed', error: expect.stringMatching(error) }]);
    expect(here.calls()).toHaveLength(calls);
    expect(desk.has('work/prepared/s-1.json')).toBe(false);
  });

  test('is tried once more after an overload', async () => {
    begin({ error: 'API Error: 529 Overloaded' }, { receipt: receipt() });
    here.queue('s-1');
    await work();
    expect(here.jobs()).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
  });

  test('says what is missing where no client is on the path', async () => {
    begin({});
    here.queue('s-1');
    const env = { ...here.env, PATH: '/nowhere' };
    await workOnJobs({ ...here.context, env }, 1);
    expect(here.jobs()).toMatchObject([
      { state: 'failed', error: expect.stringContaining('not found on the PATH') },
    ]);
  });

  test('ends within its time, and where reflection is switched off', async () => {
    begin({ receipt: receipt(), ms: 60_000 });
    const file = join(desk.home.own, 'config.json');
    writeFileSync(file, '{"reflection":{"enabled":true,"timeout_seconds":0.2}}');
    here.queue('s-1');
    await work();
    expect(here.jobs()).toMatchObject([
      { state: 'failed', error: 'no answer after 0.2 s', attempts: 2 },
    ]);
    writeFileSync(file, '{"reflection":{"enabled":true}}');
    here.queue('s-1');
    const working = work();
    writeFileSync(file, '{"reflection":{"enabled":false}}');
    here.queue('s-2');
    await working;
    expect(here.jobs().slice(1)).toMatchObject([
      { error: 'switched off' },
      { error: 'switched off' },
    ]);
  });

  test('is left to a retrospective that reads the session already', async () => {
    begin({ receipt: receipt() });
    await desk.ask('retro start', ['mid']);
    here.queue('s-1');
    await work();
    expect(here.jobs()).toMatchObject([
      { state: 'failed', error: expect.stringContaining('retrospective') },
    ]);
    expect(here.calls()).toEqual([]);
  });

  test('is done once where its worker is killed with SIGKILL a few times, each at a random moment', {
    tags: 'slow',
  }, async () => {
    begin({ receipt: receipt(), ms: 60 });
    const { id } = here.queue('s-1');
    for (let round = 0; here.jobs()[0]?.state !== 'succeeded' && round < 12; round++) {
      const args = [cliFile, 'reflect', '--job', id];
      const worker = spawn(process.execPath, args, {
        cwd: desk.home.shop,
        env: here.env,
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => worker.on('close', resolve));
      const timer = setTimeout(() => worker.kill('SIGKILL'), 150 + Math.random() * 500);
      await ended;
      clearTimeout(timer);
      const [job] = here.jobs();
      if (job?.state === 'failed') {
        // Two deaths are enough for a job; the next Stop queues it anew.
        expect(job.error).toBe('its worker died');
        here.queue('s-1');
        break;
      }
    }
    // A lock whose owner died before it named itself, or while it gave it back, is taken over after some seconds.
    letTimePass(desk.home.shop);
    for (const name of ['lock', 'lock-takeover'].map((one) => join('reflection', one)))
      if (existsSync(join(desk.home.own, name))) age(join(desk.home.own, name), 10);
    await work();
    expect(here.jobs().at(-1)).toMatchObject({ state: 'succeeded' });
    expect(prepared().noted.verdicts).toHaveLength(1);
    expect(
      desk.events().filter(({ event }) => event !== 'create' && event !== 'inject_reflection'),
    ).toEqual([]);
    expect(existsSync(join(desk.home.own, 'reflection/lock'))).toBe(false);
  });
});

describe('a retrospective', () => {
  test('begins with what was read in the background, by its own numbers, and what is handed in of it stays', async () => {
    const lesson = { ...askFirst, lines: ['s-1:3'] };
    begin({ receipt: receipt({ reading: sortingReading('s-1', { lessons: [lesson] }) }) });
    here.queue('s-1');
    await work();
    await desk.ask('retro start', ['mid']);
    const { noted } = desk.retro();
    expect(noted?.verdicts).toMatchObject([
      { rule: 'classify-first', scene: '1:3', result: '1:9' },
    ]);
    expect(noted?.sessions).toMatchObject([{ session: 's-1', goal: 'sort the issues' }]);
    expect(noted?.lessons).toMatchObject([{ prepared: true, evidence: [{ place: '1:3' }] }]);
    expect(desk.events().some(({ event }) => event === 'validate')).toBe(false);
    // Who reads it all words the same lesson better: it takes the place of the first.
    const better = { ...lesson, title: 'Agree what counts first', lines: ['1:3'] };
    await desk.ask('retro add', [], { lessons: [better] });
    expect(desk.retro().noted?.lessons.map(({ title }) => title)).toEqual([better.title]);
  });

  test('reads a session itself that went on since', async () => {
    begin({ receipt: receipt() });
    here.queue('s-1');
    await work();
    sortingSession(desk.home, 's-1', userLine('and now by date', at(20)));
    await desk.ask('retro start', ['mid']);
    expect(desk.retro().noted?.verdicts).toEqual([]);
  });
});

describe('madness reflect', () => {
  const reflect = async (options: object, env: Record<string, string> = desk.home.env) => {
    const command = await commandNamed('reflect');
    const { code, out } = await run(command as never, {
      cwd: desk.home.shop,
      env,
      options: { json: true, ...options } as never,
      now: '2026-11-22T12:00:00Z',
    });
    return { code, json: JSON.parse(out) };
  };

  test('is off until a person switches it on, and says what jobs did and cost', async () => {
    begin({ receipt: receipt() });
    writeFileSync(join(desk.home.own, 'config.json'), '{"archive":true}');
    expect((await reflect({ status: true })).json).toEqual({
      ...{ on: false, latest: null, jobs: [], today: 0, max_per_day: 6 },
    });
    await reflect({ on: true });
    expect(JSON.parse(readFileSync(join(desk.home.own, 'config.json'), 'utf8'))).toEqual({
      archive: true,
      reflection: { enabled: true },
    });
    const { id } = here.queue('s-1');
    await work();
    expect((await reflect({ status: true })).json).toMatchObject({
      ...{ on: true, latest: id, today: 1 },
      jobs: [
        {
          id,
          session: 's-1',
          state: 'succeeded',
          backend: 'digest',
          model: 'claude-haiku-x',
          cost: { usd: 0.005 },
        },
      ],
    });
    expect((await reflect({ cost: true })).json).toEqual({
      days: 30,
      jobs: 1,
      tokens: 4300,
      usd: 0.005,
    });
    await reflect({ off: true });
    expect((await reflect({ status: true })).json.on).toBe(false);
  });

  test('is switched on, and reads a session, for a person alone; an agent may switch it off', async () => {
    begin({});
    const agent = { ...desk.home.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
    for (const options of [{ on: true }, { now: 's-1' }])
      await expect(reflect(options, agent)).rejects.toThrow('An agent may not run madness reflect');
    expect(here.jobs()).toEqual([]);
    expect((await reflect({ off: true }, agent)).json).toMatchObject({ on: false });
  });
});
