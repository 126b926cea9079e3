import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { born, gene, putMemory } from '../support/memory.js';
import { removeFolder } from '../support/scratch.js';
import { type ClientRun, client, runClient, runProgram } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { type ScriptedModel, startModel } from './scripted-model.js';
import { hasTerminal, keys, openScreen } from './terminal.js';

const cli = join(import.meta.dirname, '../../dist/cli.mjs');
const rule = gene('agree-on-a-standard', {
  title: 'Agree on a standard before sorting',
  trigger: 'issues to sort',
  method: ['define the standard', 'sort'],
});
const asked = 'Please sort these 40 issues into categories.';

let person: PluginUser;
let model: ScriptedModel;
let colleague: PluginUser;
let mine: PluginUser;
/** What a session before somebody read the rule, the next one, and the one after the proof were sent. */
let unread: ClientRun;
let before: ClientRun;
let after: ClientRun;
const told: string[] = [];
const targets: string[] = [];
/** It comes with the first rule that stands in it. */
const targetOf = (project: string): string => {
  const file = join(project, 'CLAUDE.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

beforeAll(async () => {
  if (client === undefined || !hasTerminal) return;
  model = await startModel();
  person = await newPluginUser(model);
  colleague = folder('colleague');
  mine = folder('mine');
  putMemory(colleague.project, { assets: [rule], events: [born(rule.id, 0.95)] });
  const exported = join(mine.project, 'portable.json');
  await madness(colleague, 'export', exported, '--by', 'a colleague');
  await madness(mine, 'init', '--language', 'en');
  told.push(await madness(mine, 'import', 'portable.json', '--yes'));
  await madness(mine, 'compile');
  model.add({ say: 'Hello.' });
  unread = await runClient(mine, model, id(9), 'Hello.');
  await readImport(mine);
  before = await session(mine, 1);
  targets.push(targetOf(mine.project));
  for (const serial of [2, 3, 4, 5]) await session(mine, serial);
  const reading = await madness(mine, 'retro', 'start', 'mid');
  writeFileSync(join(mine.project, 'hand-in.json'), JSON.stringify(handIn(reading)));
  told.push(await madness(mine, 'retro', 'add', '--file', 'hand-in.json'));
  told.push(await madness(mine, 'show', rule.id));
  targets.push(targetOf(mine.project));
  model.add({ say: 'Yes.' });
  after = await runClient(mine, model, id(4), 'Ready?');
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

function folder(name: string): PluginUser {
  const project = join(person.folder, name);
  mkdirSync(project);
  return { ...person, project };
}

/** Someone sees the rule in `madness review`, and says so. */
async function readImport(user: PluginUser): Promise<void> {
  const screen = openScreen(user, [process.execPath, cli, 'review']);
  await screen.shows('define the standard');
  await screen.shows('I have read it');
  await screen.type(keys.enter);
  await screen.shows('counts as read');
  await screen.ended();
}

const id = (serial: number) =>
  `5e55a000-0000-4000-8000-00000000e${String(serial).padStart(3, '0')}`;

const thanks = 'Thanks, all 40 stand where they belong.';

/** Somebody asks, the model follows the rule, and they say that it worked. */
async function session(user: PluginUser, serial: number): Promise<ClientRun> {
  model.add({ say: 'First I define the standard on three. Then I sort all of them by it.' });
  const run = await runClient(user, model, id(serial), asked);
  model.add({ say: 'Gladly.' });
  await runClient(user, model, id(serial), thanks);
  return run;
}

/** That the rule was followed in each session where somebody asked for sorting, and that it worked. */
function handIn(reading: string): object {
  const places = (words: string) =>
    [...reading.matchAll(/^(\d+:\d+) (.*)$/gm)].flatMap(([, place = '', line = '']) =>
      line.includes(words) ? [place] : [],
    );
  const [scenes, acts, results] = [asked, 'sort all of them', thanks].map(places);
  const verdicts = scenes?.map((scene, at) => {
    const [act = '', result] = [acts?.[at], results?.[at]];
    return { rule: rule.id, scene, done: true, lines: [act], went: 'well', result };
  });
  const numbers = [...reading.matchAll(/^# Session (\d+)/gm)].map(([, number]) => Number(number));
  const sessions = numbers.map((s) => ({ s, outcome: 'done' }));
  return { verdicts, sessions };
}

async function madness(user: PluginUser, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(process.execPath, [cli, ...args], user);
  if (code !== 0) throw new Error(`madness ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

describe.skipIf(client === undefined || !hasTerminal)(
  "a colleague's rule in sessions of the real client",
  () => {
    test('comes in unread, and no model hears of it before a person has read it', () => {
      expect(told[0]).toContain('imported 1 on trial');
      for (const words of [rule.id, rule.title, 'define the standard'])
        expect(unread.requests.join('')).not.toContain(words);
    });

    test('is then shown as one on trial, and stays out of CLAUDE.md', () => {
      expect(targets[0]).not.toContain(rule.id);
      const request = before.requests[0] as string;
      expect(request).toContain(rule.id);
      expect(request).toContain('trial');
    });

    test('is in CLAUDE.md, and before the model, once it has worked here five times', () => {
      expect(told.at(-1)).toContain('proved, confidence 0.85');
      expect(targets.at(-1)).toContain(`[gene:${rule.id}, c:0.85`);
      expect(after.requests[0]).toContain(`[gene:${rule.id}, c:0.85`);
    });
  },
);
