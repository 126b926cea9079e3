import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Job, runFolder } from '../../src/store/reading-queue.js';
import { born, gene, putMemory } from '../support/memory.js';
import { removeFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';
import { client, runClient, runProgram } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { endedJob, jobsOf, ownOf, type Task, taskIn, withClaude } from './reading.js';
import { call, type Played, type ScriptedModel, startModel } from './scripted-model.js';

const session = '5e55a000-0000-4000-8000-00000000c0de';
const words = 'sort these issues by their standard';
const cli = join(import.meta.dirname, '../../dist/cli.mjs');

let person: PluginUser;
let model: ScriptedModel;
/** What children answer, one a request; sessions of the person hear "Done." */
const answers: ((task: Task) => Played | Promise<Played>)[] = [];

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = withClaude(await newPluginUser(model));
  putMemory(person.project, {
    assets: [gene('alpha')],
    events: [born('alpha', 0.9)],
    target: '# P\n',
  });
  trustHere(person.project, person.env);
  await madness('compile');
  // Whatever the person's own settings allow, a child may do nothing.
  const permissions = { allow: ['Bash', 'Edit', 'Write'], defaultMode: 'acceptEdits' };
  const settings = join(person.claude, 'settings.json');
  const before = JSON.parse(readFileSync(settings, 'utf8'));
  writeFileSync(settings, JSON.stringify({ ...before, permissions }));
  await madness('reflect', '--on');
  model.add(...Array.from({ length: 40 }, () => answerFor));
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

function isOurs(request: string): boolean {
  return request.includes('madness-reflection:');
}

function answerFor(request: string): Played | Promise<Played> {
  if (!isOurs(request)) return { say: 'Done.' };
  return answers.shift()?.(taskIn(request)) ?? { say: 'Done.' };
}

async function madness(...args: string[]) {
  const run = await runProgram(process.execPath, [cli, ...args], person);
  if (run.code !== 0) throw new Error(run.stderr);
  return run;
}

const own = () => ownOf(person);
const jobs = () => jobsOf(person);
const ended = (count: number) => endedJob(person, count);

async function readNow(...given: typeof answers): Promise<Job> {
  const count = jobs().length + 1;
  answers.push(...given);
  await madness('reflect', '--now', session);
  return ended(count);
}

const receipt = (task: Task, more: object = {}) => ({ ...task, outcome: 'saved', ...more });
function set(reflection: object): void {
  const file = join(own(), 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  const next = { ...config, reflection: { ...config.reflection, ...reflection } };
  writeFileSync(file, JSON.stringify(next));
}

function transcripts(): string[] {
  const folder = join(person.claude, 'projects');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name));
}

/** What the prompt cache goes by; where it is to be cut is no part of it. */
function partsOf(request: string) {
  const { tools, system, messages } = JSON.parse(
    request.replace(/,?"cache_control":\{[^{}]*\}/g, ''),
  );
  return {
    tools: JSON.stringify(tools),
    system: JSON.stringify(system),
    // A block that the cache is cut behind stands in a list, any other text by itself.
    messages: messages.map(({ role, content }: { role: string; content: unknown }) => {
      const [only, ...more] = Array.isArray(content) ? content : [{ text: content }];
      return JSON.stringify([role, more.length === 0 && only.text ? only.text : content]);
    }) as string[],
  };
}

const prepared = () => join(person.project, 'memory/work/prepared', `${session}.json`);

describe.skipIf(client === undefined)('with reflection on', () => {
  test('the third Stop starts a reading that outlives the client; what it invents is dropped and named', async () => {
    const label = session.slice(0, 8);
    const reading = {
      sessions: [{ s: label, goal: 'Sort by a standard', outcome: 'done' }],
      // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
      lessons: [{ if: 'sorting', then: 'sort by a standard', lines: [`${label}:99999`] }],
    };
    answers.push(async (task) => {
      await sleep(15_000);
      return call('StructuredOutput', receipt(task, { name: 'The walrus triage', reading }));
    });
    await runClient(person, model, session, words);
    await runClient(person, model, session, 'and by date');
    expect(jobs()).toEqual([]);
    await runClient(person, model, session, 'and by name');
    // The client has gone, and the answer is still to come.
    expect(['queued', 'running']).toContain(jobs()[0]?.state);
    // The session goes on meanwhile: it is counted, and not read a second time.
    await runClient(person, model, session, 'and by size');
    const decisions = join(own(), `reflection/triggers/${session}/decisions.jsonl`);
    const last = readFileSync(decisions, 'utf8').trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ held_by: 'active_job', stops_since_memory_review: 4 });
    const job = await ended(1);
    expect(jobs()).toHaveLength(1);
    expect(job).toMatchObject({ state: 'succeeded', outcome: 'saved', attempts: 1 });
    expect(JSON.parse(readFileSync(prepared(), 'utf8')).noted).toMatchObject({
      sessions: [{ goal: 'Sort by a standard' }],
      lessons: [],
    });
    const { rejected } = JSON.parse(
      readFileSync(join(runFolder(own(), job.id), 'validation.json'), 'utf8'),
    );
    expect(rejected).toMatchObject([
      { rule: 'hand-in/no_line', at: 'reading.lessons[0].lines[0]' },
    ]);
    const ours = model.requests.filter(isOurs);
    expect(Buffer.byteLength(ours[0] ?? '')).toBeLessThan(36_000);
    // No transcript, and no hook of ours took the child for a session.
    expect(transcripts()).toHaveLength(1);
    expect(existsSync(join(own(), 'state', job.child as string))).toBe(false);
  });

  test('the name that a reader gave is told as a note of a model, and sets no title', async () => {
    const { transcript } = await runClient(person, model, session, 'and by weight');
    expect(readFileSync(transcript, 'utf8')).not.toContain('"customTitle":');
    expect((await madness('sessions')).stdout).toContain('The walrus triage');
  });

  test('a child that calls a tool fails its job; an overload is tried once more; nothing is a success', async () => {
    const before = readFileSync(prepared(), 'utf8');
    const calling = await readNow(() => call('Bash', { command: `touch ${person.project}/pwned` }));
    expect(calling).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('called a tool'),
    });
    expect(existsSync(join(person.project, 'pwned'))).toBe(false);
    expect(readFileSync(prepared(), 'utf8')).toBe(before);
    const again = await readNow(
      () => ({ status: 529 }),
      (task) => call('StructuredOutput', { ...task, outcome: 'nothing' }),
    );
    expect(again).toMatchObject({ state: 'succeeded', outcome: 'nothing', attempts: 2 });
  });

  test('a fork begins with the bytes of its parent, may do nothing, and leaves its parent as it was', async () => {
    set({ backend: 'fork' });
    if (transcripts().length === 0) await runClient(person, model, session, 'and by name');
    const transcript = readFileSync(transcripts()[0] as string);
    const from = model.requests.length;
    const parent = model.requests.findLast((one) => !isOurs(one)) ?? '';
    const calling = await readNow(() => call('Bash', { command: `touch ${person.project}/pwned` }));
    expect(calling).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('called a tool'),
    });
    expect(existsSync(join(person.project, 'pwned'))).toBe(false);
    expect(readFileSync(transcripts()[0] as string).equals(transcript)).toBe(true);
    expect(transcripts()).toHaveLength(1);
    const [before, after] = [parent, model.requests[from] ?? ''].map(partsOf);
    const isSame = (name: 'tools' | 'system') => after?.[name] === before?.[name];
    expect([isSame('tools'), isSame('system')]).toEqual([true, true]);
    expect(before?.messages.length).toBeGreaterThan(0);
    expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
  });

  test('the hooks of a fork start nothing and note nothing', async () => {
    set({ backend: 'fork' });
    const count = jobs().length + 1;
    const job = await readNow((task) => ({
      say: JSON.stringify({ ...task, outcome: 'nothing' }),
    }));
    expect(job).toMatchObject({ state: 'succeeded', outcome: 'nothing' });
    const noted = readdirSync(own(), { recursive: true, encoding: 'utf8' });
    const child = job.child as string;
    expect(noted.filter((name) => name.includes(child))).toEqual([
      join('reflection/children', child),
    ]);
    expect(jobs()).toHaveLength(count);
  });

  test('no more jobs are made in a day than are allowed', async () => {
    const made = jobs().length;
    set({ max_per_day: made });
    await expect(madness('reflect', '--now', session)).rejects.toThrow(
      `${made} sessions were read in the last 24 hours`,
    );
    expect(jobs()).toHaveLength(made);
  });
});
