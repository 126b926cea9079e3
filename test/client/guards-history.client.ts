import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Event, Gene, Guard } from '../../src/schema.gen.js';
import { banned, brokenTwice, decoys, recordsOf, teammates } from '../support/guard-histories.js';
import { factsIn } from '../support/hook.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, removeFolder } from '../support/scratch.js';
import { jsonl } from '../support/transcript-lines.js';
import { trustHere } from '../support/trust.js';
import { client, newPerson, type Person, runClient, runMadness } from './client.js';
import { bash, printed } from './retro-script.js';
import {
  call,
  type ModelTurn,
  type ScriptedModel,
  startModel,
  toolResults,
} from './scripted-model.js';
import { hasTerminal, keys, openTerminal, quoted } from './terminal.js';

const root = join(import.meta.dirname, '../..');
const asking = '5e55a000-0000-4000-8000-0000000d1c01';
const third = '5e55a000-0000-4000-8000-0000000d1c02';
const plugin = ['--permission-mode', 'acceptEdits', '--plugin-dir', root];
const questionsInACall = 4;
const rounds = banned.length / questionsInACall;

const idOf = (command: string): string => `no-${command.replaceAll(/\W+/g, '-')}`;
const ruleOf = (command: string, guard?: Guard): Gene =>
  gene(idOf(command), {
    title: `Never run ${command} here`,
    trigger: `about_to_run ${command}`,
    method: ['ask first'],
    ...(guard && { guard }),
  });
const guardOf = (command: string): Guard => ({ on: 'command', match: [command], action: 'ask' });

interface Offer {
  readonly kind: string;
  readonly text: string;
  readonly count: number;
  readonly sessions: number;
}

let model: ScriptedModel;
let person: Person;
/** What each scan offered, and what each call of the dialog asked. */
const offers: (readonly Offer[])[] = [];
const asked: { readonly question: string }[][] = [];

const scan: ModelTurn = () => bash('madness agent decide; madness agent scan --json');

function offersIn(request: string): readonly Offer[] {
  const text = toolResults(request).at(-1) ?? '';
  const rows = JSON.parse(text.slice(text.search(/^\[(?:$|\])/m))) as Offer[];
  return rows.filter(({ kind }) => kind === 'guard');
}

const commandOf = ({ text }: Offer): string =>
  banned.find((one) => one === text || one.startsWith(`${text} -`)) ?? text;

/** Files a change for each command, and prints the questions about all of them. */
function fileAll(commands: readonly string[], changeOf: (command: string) => string): string {
  const filed = commands.map((command) => `${changeOf(command)} > /dev/null`);
  return [...filed, 'madness agent ask'].join('\n');
}

const revision = (command: string): string => {
  const { id: _, type: __, created_at: ___, ...wording } = ruleOf(command, guardOf(command));
  return `madness agent revise ${idOf(command)} --file - <<< ${quoted(JSON.stringify(wording))}`;
};

const ask: ModelTurn = (request) => {
  const input = printed(request);
  asked.push([...input.questions]);
  return call('AskUserQuestion', input);
};

/** Takes four of what was offered: their rules get the guard, and then it is switched on. */
function allowFour(): ModelTurn[] {
  let chosen: string[] = [];
  return [
    (request) => {
      const offered = offersIn(request);
      offers.push(offered);
      chosen = offered.slice(0, questionsInACall).map(commandOf);
      return bash(fileAll(chosen, revision));
    },
    ask,
    () =>
      bash(
        `madness agent decide\n${fileAll(chosen, (one) => `madness agent guard ${idOf(one)} --on`)}`,
      ),
    ask,
    scan,
  ];
}

async function haveHistory(): Promise<void> {
  putMemory(person.project, {
    assets: [...banned.map((one) => ruleOf(one)), ruleOf(teammates, guardOf(teammates))],
    events: [...banned, teammates].map((one) => born(idOf(one))),
    target: '# Shop\n',
  });
  trustHere(person.project, person.env);
  await runMadness(person, 'compile');
  const calls = [...banned.flatMap(brokenTwice), ...decoys.flatMap(([, history]) => history)];
  const folder = join(person.claude, 'projects', person.project.replaceAll(/[^\w]/g, '-'));
  mkdirSync(folder, { recursive: true });
  for (const [session, records] of recordsOf(calls, person.project))
    put(folder, `${session}.jsonl`, jsonl(...records));
  const settings = { permissions: { allow: ['Bash'] } };
  writeFileSync(join(person.claude, 'settings.json'), JSON.stringify(settings));
}

/** A person who takes the first option of every question. */
async function allowAll(): Promise<void> {
  model.add(scan, ...Array.from({ length: rounds }, allowFour).flat(), (request) => {
    offers.push(offersIn(request));
    return { say: 'The end.' };
  });
  const terminal = await openTerminal(person, ...plugin, '--session-id', asking);
  try {
    await terminal.shows('accept edits on');
    await terminal.type('Which guards could be offered?');
    await terminal.type(keys.enter);
    for (let dialog = 0; dialog < 2 * rounds; dialog++) {
      await vi.waitUntil(() => asked.length > dialog, { timeout: 30_000, interval: 50 });
      const questions = asked[dialog] ?? [];
      await terminal.shows(questions[0]?.question.slice(0, 10) ?? '?');
      for (const _ of questions) await terminal.type('1');
      await terminal.type(keys.enter);
    }
    await terminal.shows('The end.');
  } finally {
    await terminal.close();
  }
}

beforeAll(async () => {
  if (client === undefined || !hasTerminal) return;
  model = await startModel();
  person = newPerson(model);
  await haveHistory();
  await allowAll();
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

const read = (file: string): string => readFileSync(join(person.project, file), 'utf8');

describe.skipIf(client === undefined || !hasTerminal)('in the real client', () => {
  test('twenty rules that were broken in two sessions are offered as guards, the twenty decoys beside them never', () => {
    expect([banned.length, decoys.length]).toEqual([20, 20]);
    const firstFour = offers.flatMap((offered) => offered.slice(0, questionsInACall));
    expect(firstFour.map(commandOf).sort()).toEqual([...banned].sort());
    const all = offers.flat();
    expect(all.filter((one) => !banned.includes(commandOf(one)))).toEqual([]);
    expect(new Set(all.map(({ count, sessions }) => `${count} in ${sessions}`))).toEqual(
      new Set(['2 in 2']),
    );
    expect(offers.at(-1)).toEqual([]);
  });

  test('the person allows each guard, and its switch, in the printed question', () => {
    expect(asked.map((questions) => questions.length)).toEqual(
      Array.from({ length: 2 * rounds }, () => questionsInACall),
    );
    const revised = read('memory/evolution.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Event)
      .filter(({ event }) => event === 'revise');
    expect(revised.map(({ asset_id }) => asset_id).sort()).toEqual(banned.map(idOf).sort());
    for (const { approval } of revised)
      expect(approval).toMatchObject({ by: 'dialog', session: asking });
    const { guards } = JSON.parse(readFileSync(join(person.claude, 'madness/guards.json'), 'utf8'));
    expect(guards.map(({ rule }: { rule: string }) => rule).sort()).toEqual(
      banned.map((one) => `gene:${idOf(one)}`).sort(),
    );
  });

  test('each guard stops the third breach with its rule, and the commands of the decoys run', async () => {
    // Where a guard would let it pass, the shell still does not come to the command.
    const breaches = banned.map((command) => bash(`false && ${command} third`));
    const passed = decoys.map(([, history]) => `false && ${history[0]?.command}`);
    model.add(...breaches, bash(`${passed.join('\n')}\necho all passed`), { say: 'Stopped.' });
    const { requests } = await runClient(person, model, third, 'Release it.', plugin);
    const results = toolResults(requests.at(-1));
    expect(results).toHaveLength(banned.length + 1);
    for (const [at, command] of banned.entries())
      expect(results[at]).toContain(
        `Guard of gene:${idOf(command)} (madness): Never run ${command} here.`,
      );
    expect(results.at(-1)).toBe('all passed');
    const denied = factsIn(join(person.claude, 'madness'), third).flatMap((fact) =>
      fact.kind === 'guard' && fact.action === 'deny' ? [fact.guard] : [],
    );
    expect(denied).toEqual(banned.map((one) => `gene:${idOf(one)}`));
  });
});
