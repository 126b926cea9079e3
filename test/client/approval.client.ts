import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../src/schema.gen.js';
import { born, gene, putMemory } from '../support/memory.js';
import { client, clientNode, newPerson, type Person, removeFolder, runClient } from './client.js';
import {
  call,
  type ModelTurn,
  type ScriptedModel,
  startModel,
  toolResults,
} from './scripted-model.js';

const session = '5e55a000-0000-4000-8000-00000000a991';
const asked = 'Yes, pin the rule about sorting.';
const later = 'ok';
const child = '5e55a000-0000-4000-8000-00000000a992';
const said = 'Yes, pin beta-two. It saved us twice.';

let person: Person;
let model: ScriptedModel;
let results: readonly string[];

const variables = 'CLAUDECODE CLAUDE_CODE_SESSION_ID CLAUDE_CODE_ENTRYPOINT CLAUDE_PID AI_AGENT';
const without = variables
  .split(' ')
  .map((name) => `-u ${name}`)
  .join(' ');

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = newPerson(model);
  const ids = ['alpha', 'beta', 'beta-two'];
  putMemory(person.project, {
    assets: ids.map((id) => gene(id)),
    events: ids.map((id) => born(id, 0.7)),
  });
  model.add(
    bash('madness pin alpha'),
    bash('madness pin alpha --approved-by "The user is fine with it."'),
    bash(`env ${without} madness pin alpha`),
    bash('CLAUDECODE= madness pin alpha'),
    bash('madness review'),
    bash(`madness pin alpha --approved-by '${asked}'`),
    bash(`sleep 0.4; tail -n 1 ~/.claude/projects/*/${session}.jsonl`),
    { say: 'Pinned.' },
  );
  const first = await runClient(person, model, session, asked);
  model.add(bash(`madness deprecate beta --approved-by ${later}`), { say: 'Retired.' });
  const second = await runClient(person, model, session, later);
  model.add(
    bash(`${program} -p '${said}' --session-id ${child} --allowedTools Bash`),
    bash(`madness pin beta-two --approved-by '${said}'`),
    { say: 'Done.' },
    { say: 'Pinned by another.' },
  );
  const third = await runClient(person, model, session, 'Now sort the issues.');
  results = [
    ...toolResults(first.requests.at(-1)),
    ...toolResults(second.requests.at(-1)).slice(-1),
    ...third.requests.flatMap(toolResults).filter((result) => result.includes(child)),
  ];
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

const program = [clientNode, client].filter((part) => part !== undefined).join(' ');

function bash(command: string): ModelTurn {
  return call('Bash', { command, description: 'Decide' });
}

const log = (): Event[] =>
  readFileSync(join(person.project, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);

describe.skipIf(client === undefined)('in a session of the real client', () => {
  test.each([
    ['by itself', 0],
    ['with words that the user did not say', 1],
    ['when it takes the variables of the client away', 2],
    ['when it empties one of them', 3],
  ])('a model pins nothing %s', (_, index) => {
    expect(results[index]).toContain('not done');
  });

  test('it may look at what waits, and not decide', () => {
    expect(results[4]).toContain('pin alpha');
    expect(results[4]).toContain('a person decides');
  });

  test('a command soon finds its own call in the transcript: what it makes, nobody has seen', () => {
    expect(results[6]).toContain('"tool_use"');
    expect(results[6]).toContain('tail -n 1');
  });

  // Only there a program can see what its ancestors were started with.
  test.skipIf(process.platform !== 'linux')(
    'what it says to a client that it started itself is not what the user said',
    () => {
      expect(results.slice(8)).toEqual([
        expect.stringContaining('got words of a session that another agent has started'),
      ]);
    },
  );

  test("the user's own sentence pins, and a bare ok to the last question retires", () => {
    expect(results[5]).toContain('alpha is pinned');
    expect(results[7]).toContain('beta is retired');
    const decided = log().filter(({ event }) => event === 'pin' || event === 'deprecate');
    expect(decided.map(({ approval }) => approval)).toEqual([
      { session, line: expect.any(Number), text: asked },
      { session, line: expect.any(Number), text: later },
    ]);
  });
});
