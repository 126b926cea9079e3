import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slugOf } from '../../src/observe/sessions/project-folder.js';
import { born, gene, putMemory } from '../support/memory.js';
import { removeFolder } from '../support/scratch.js';
import { assistantLine, jsonl, userLine } from '../support/transcript-lines.js';
import { trustHere } from '../support/trust.js';
import { client, runClient, runProgram } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { call, type Played, type ScriptedModel, startModel } from './scripted-model.js';
import { hasTerminal, keys, openTerminal } from './terminal.js';

const session = '7e11a000-0000-4000-8000-00000000c0de';
const cli = join(import.meta.dirname, '../../dist/cli.mjs');

let person: PluginUser;
let model: ScriptedModel;

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = await newPluginUser(model);
  putMemory(person.project, {
    assets: [gene('alpha')],
    events: [born('alpha', 0.9)],
    target: '# P\n',
  });
  trustHere(person.project, person.env);
  await runProgram(process.execPath, [cli, 'compile'], person);
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

const root = join(import.meta.dirname, '../..');

/** After a message is written, a model has it within so many milliseconds. */
const soon = 2000;

/** When the first request came that holds a text, milliseconds. */
const came = new Map<string, number>();

function note(request: string, text: string): boolean {
  if (!request.includes(text)) return false;
  if (!came.has(text)) came.set(text, Date.now());
  return true;
}

/** A message of a person from another project; returns when it was written, milliseconds. */
async function send(text: string): Promise<number> {
  // Where the session has its project open, a process without a terminal counts as its own.
  const sender = { ...person, project: join(person.folder, 'web') };
  mkdirSync(sender.project, { recursive: true });
  putMemory(sender.project, { assets: [gene('beta')], target: '# W\n' });
  const { stdout } = await runProgram(
    process.execPath,
    [cli, 'tell', person.project, text],
    sender,
  );
  expect(stdout).toContain('left for');
  return Date.now();
}

describe.skipIf(client === undefined || !hasTerminal)('in a terminal of the real client', () => {
  test('"last time" brings the session that is meant, and a message wakes the session that waits', async () => {
    const folder = join(person.claude, 'projects', slugOf(person.project));
    mkdirSync(folder, { recursive: true });
    const asked = 'make a nightly backup of the orders database to the second disk';
    const at = { cwd: person.project, sessionId: 'backups', timestamp: '2026-11-20T10:00:00.000Z' };
    const title = { type: 'custom-title', customTitle: 'Nightly backups', sessionId: 'backups' };
    const lines = [userLine(asked, at), assistantLine('Done, with rsync.', at), title];
    writeFileSync(join(folder, 'backups.jsonl'), jsonl(...lines));
    await runProgram(process.execPath, [cli, 'recall'], person);
    const message = 'The API moved again.';
    model.add({ say: 'First answer.' }, (request) => {
      note(request, message);
      return { say: 'Second answer.' };
    });
    const begun = model.requests.length;
    const terminal = await openTerminal(person, '--plugin-dir', root);
    try {
      await sleep(3000);
      await terminal.type(
        'open the backup of the orders database from last time, on the second disk',
      );
      await terminal.type(keys.enter);
      await terminal.shows('First answer.');
      const [first] = model.requests.slice(begun).filter((one) => one.includes('from last time'));
      expect(first).toContain('“Nightly backups” · 2026-11-20, session backups.');
      const sent = await send(message);
      await terminal.shows('Second answer.');
      const woken = model.requests.at(-1);
      expect(woken).toContain('These are no words of the user of this session');
      expect(woken).toContain(message);
      expect((came.get(message) ?? Infinity) - sent).toBeLessThan(soon);
    } finally {
      await terminal.close();
    }
  }, 180_000);
});

describe.skipIf(client === undefined)('a message to a project', () => {
  test('reaches the session that works there at its next step, marked as no words of its user', async () => {
    const message = 'The API moved.';
    const begun = model.requests.length;
    const work = (request: string): Played =>
      note(request, message) ? { say: 'Done.' } : call('Bash', { command: 'sleep 0.5' });
    model.add(...Array.from({ length: 40 }, () => work));
    const turn = runClient(person, model, session, 'wait a little');
    await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBeGreaterThan(begun + 1);
    const sent = await send(message);
    const { requests, transcript } = await turn;
    expect(requests.at(-1)).toContain(message);
    expect(requests.at(-1)).toContain('These are no words of the user of this session');
    expect(readFileSync(transcript, 'utf8')).not.toContain(`"content":"${message}`);
    expect((came.get(message) ?? Infinity) - sent).toBeLessThan(soon);
  });
});
