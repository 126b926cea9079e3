import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { born, gene, putMemory } from '../support/memory.js';
import { trustHere } from '../support/trust.js';
import { client, removeFolder, runClient, runProgram } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { call, type ScriptedModel, startModel } from './scripted-model.js';

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

describe.skipIf(client === undefined)('a message to a project', () => {
  test('reaches the session that works there at its next step, marked as no words of its user', async () => {
    model.add(
      () => call('Bash', { command: 'sleep 6' }),
      () => ({ say: 'Done.' }),
    );
    const turn = runClient(person, model, session, 'wait a little');
    await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await sleep(1000);
    const args = [cli, 'tell', person.project, 'The API moved.'];
    // Where the session has its project open, a process without a terminal counts as its own.
    const sender = { ...person, project: join(person.folder, 'web') };
    mkdirSync(sender.project);
    putMemory(sender.project, { assets: [gene('beta')], target: '# W\n' });
    expect(await runProgram(process.execPath, args, sender)).toMatchObject({
      stdout: expect.stringContaining('left for'),
    });
    const { requests, transcript } = await turn;
    expect(requests.at(-1)).toContain('The API moved.');
    expect(requests.at(-1)).toContain('These are no words of the user of this session');
    expect(readFileSync(transcript, 'utf8')).not.toContain('"content":"The API moved.');
  });
});
