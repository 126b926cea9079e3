import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { born, gene, logText, proved, putMemory } from '../support/memory.js';
import { removeFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';
import { client, runClient, runMadness } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { type ScriptedModel, startModel } from './scripted-model.js';

let person: PluginUser;
let model: ScriptedModel;
let shop: PluginUser;
let bank: PluginUser;

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = await newPluginUser(model);
  await madness(person, 'init', '--user', '--language', 'en');
  shop = await project('shop', ['everywhere', 'in-the-shop']);
  bank = await project('bank', ['in-the-bank']);
  await madness(shop, 'promote', 'everywhere');
  const log = join(person.claude, 'madness/memory/evolution.jsonl');
  const judged = ['b1', 'b2'].map((session) =>
    proved('everywhere', session, { project: 'bank', ts: '2027-01-01' }),
  );
  writeFileSync(log, readFileSync(log, 'utf8') + logText(judged));
  const file = join(person.folder, 'own.json');
  writeFileSync(file, JSON.stringify({ ...gene('of-my-own'), trigger: 'always' }));
  await madness(person, 'add', 'gene', '--user', '--file', file);
  await madness(person, 'pin', 'of-my-own', '--user');
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

async function madness(user: PluginUser, ...args: string[]): Promise<void> {
  const { code, stderr } = await runMadness(user, ...args);
  if (code !== 0) throw new Error(stderr);
}

async function project(name: string, ids: readonly string[]): Promise<PluginUser> {
  const folder = join(person.folder, name);
  mkdirSync(folder);
  putMemory(folder, {
    assets: ids.map((id) => gene(id)),
    events: ids.map((id) => born(id, 0.9, { project: name })),
    target: '# Project\n',
    config: { project: name },
  });
  trustHere(folder, person.env);
  const user = { ...person, project: folder };
  await madness(user, 'compile');
  return user;
}

/** How often each rule stands in the first request of a new session. */
async function seenBy(user: PluginUser, session: string): Promise<Record<string, number>> {
  model.add({ say: 'Hello.' });
  const { requests } = await runClient(user, model, session, 'Hello.');
  const [first = ''] = requests;
  const times = (id: string) => first.split(`[gene:${id}, c:`).length - 1;
  const ids = ['everywhere', 'in-the-shop', 'in-the-bank', 'of-my-own'];
  return Object.fromEntries(ids.map((id) => [id, times(id)]));
}

describe.skipIf(client === undefined)('with a memory of one’s own and that of a project', () => {
  test('each rule of both reaches the model once: where it was born', async () => {
    expect(await seenBy(shop, '1e7e1000-0000-4000-8000-000000000001')).toEqual({
      everywhere: 1,
      'in-the-shop': 1,
      'in-the-bank': 0,
      'of-my-own': 1,
    });
  });

  test('and where it was promoted to', async () => {
    expect(await seenBy(bank, '1e7e1000-0000-4000-8000-000000000002')).toEqual({
      everywhere: 1,
      'in-the-shop': 0,
      'in-the-bank': 1,
      'of-my-own': 1,
    });
  });
});
