import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { put, removeFolder } from '../support/scratch.js';
import { client, killClient, newHome, type Person, runClient } from './client.js';
import { call, type ScriptedModel, startModel, toolResults } from './scripted-model.js';

let person: Person;
let model: ScriptedModel;
let serial = 0;

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = newHome(model);
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

const newSession = (): string =>
  `5e55a000-0000-4000-8000-${String(Date.now()).slice(-10)}${String(++serial).padStart(2, '0')}`;

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
}

/** Every block of the conversation that a request carries. */
function blocksOf(request = ''): Block[] {
  const { messages } = JSON.parse(request) as { messages: { content: string | Block[] }[] };
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
}

// None of our hooks runs here: what is seen is the client's own, so that no guard of ours repeats it.
describe.skipIf(client === undefined)('the client itself', () => {
  test('lets no sub-agent ask the person', async () => {
    const option = { label: 'A', description: 'a' };
    const questions = [
      { question: 'Which?', header: 'Which', options: [option, { ...option, label: 'B' }] },
    ];
    model.add(
      call('Agent', {
        description: 'ask',
        prompt: 'Ask the user.',
        subagent_type: 'general-purpose',
        run_in_background: false,
      }),
      call('AskUserQuestion', { questions }),
      { say: 'I may not ask.' },
    );
    const tools = ['--allowedTools', 'Agent,AskUserQuestion'];
    const { requests } = await runClient(person, model, newSession(), 'Delegate it.', tools);
    expect(toolResults(requests[2]).join()).toContain('not available inside subagents');
  });

  test('gives a call that was interrupted a result when the session goes on', async () => {
    const session = newSession();
    model.add(call('Bash', { command: 'echo > began; tail -f began', description: 'wait' }));
    await killClient(person, session, 'Wait.', join(person.project, 'began'));
    model.add({ say: 'Went on.' });
    const { requests, transcript } = await runClient(person, model, session, 'Go on.');
    const blocks = blocksOf(requests.at(-1));
    const answered = blocks.map(({ tool_use_id }) => tool_use_id);
    const open = blocks.filter(({ type, id }) => type === 'tool_use' && !answered.includes(id));
    expect(requests.at(-1)).toContain('Wait.');
    expect(readFileSync(transcript, 'utf8')).toContain('tail -f began');
    expect(open).toEqual([]);
    expect(toolResults(requests.at(-1)).join()).toContain('Tool call interrupted');
  });

  test('names what a delegated call lacks', async () => {
    model.add(call('Agent', { prompt: 'Look.', subagent_type: 'general-purpose' }), {
      say: 'Seen.',
    });
    const tools = ['--allowedTools', 'Agent'];
    const { requests } = await runClient(person, model, newSession(), 'Delegate it.', tools);
    expect(toolResults(requests[1]).join()).toMatch(/required parameter `description` is missing/);
    model.add(
      call('Agent', { description: 'look', prompt: 'Look.', subagent_type: 'nobody-of-this-name' }),
      { say: 'Seen.' },
    );
    const named = await runClient(person, model, newSession(), 'Delegate it.', tools);
    expect(toolResults(named.requests[1]).join()).toMatch(/not found\. Available agents:/);
  });

  test('shows the rules and the CLAUDE.md of a path when a file there is read', async () => {
    put(
      person.project,
      '.claude/rules/api.md',
      '---\npaths: ["src/api/**"]\n---\n\nEvery answer of the API is paged.\n',
    );
    put(person.project, 'src/deep/CLAUDE.md', 'Deep files are generated.\n');
    const file = put(person.project, 'src/api/a.ts', 'x\n');
    const deep = put(person.project, 'src/deep/b.ts', 'x\n');
    model.add(call('Read', { file_path: file }), call('Read', { file_path: deep }), { say: 'Ok.' });
    const { requests } = await runClient(person, model, newSession(), 'Read them.');
    const shown = (words: string) => requests.map((one) => one.includes(words));
    expect(shown('Every answer of the API is paged.')).toEqual([false, true, true]);
    expect(shown('Deep files are generated.')).toEqual([false, false, true]);
  });

  test('writes nothing in plan mode', async () => {
    const file = join(person.project, 'planned.md');
    model.add(call('Write', { file_path: file, content: 'x\n' }), { say: 'Planned.' });
    const mode = ['--permission-mode', 'plan'];
    const { requests } = await runClient(person, model, newSession(), 'Plan it.', mode);
    expect(requests[0]).toMatch(/[Pp]lan mode is active/);
    expect(existsSync(file)).toBe(false);
  });

  test('goes on until a goal is reached', async () => {
    const judge = (verdict: object) => (request: string) => {
      expect(request).toContain('has the following stopping condition been satisfied?');
      return { say: JSON.stringify(verdict) };
    };
    model.add(
      { say: 'I began.' },
      judge({ ok: false, reason: 'no test has run yet' }),
      { say: 'The tests pass.' },
      judge({ ok: true, reason: 'they pass' }),
    );
    const { requests } = await runClient(person, model, newSession(), '/goal the tests pass');
    expect(requests[2]).toContain('no test has run yet');
    expect(model.left()).toBe(0);
  });
});
