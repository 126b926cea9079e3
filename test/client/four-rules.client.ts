import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Gene } from '../../src/schema.gen.js';
import { removeFolder } from '../support/scratch.js';
import { client, runClient } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { ask, bash, decide, handed, packages, review, scriptIn, sorting } from './retro-script.js';
import { answerWhole, haveMemory, haveSessions, permissions } from './retro-user.js';
import {
  type ModelTurn,
  type ScriptedModel,
  startModel,
  toolCalls,
  toolResults,
} from './scripted-model.js';
import { hasTerminal, keepScreen, keys, openTerminal } from './terminal.js';

// Each is several runs of the client.
vi.setConfig({ testTimeout: 900_000 });

let model: ScriptedModel;
let user: PluginUser | undefined;
afterEach(async () => {
  model?.close();
  if (user) await removeFolder(user.folder);
  user = undefined;
});

const { candidate, finding, said } = scriptIn('en');
const four = [
  ['ask-before-bulk', 'Ask how before a bulk change', 'items > 10', 'ask how'],
  [
    'plan-in-three-lines',
    'Show the plan in three lines',
    'work takes an hour',
    'write three lines',
  ],
  ['name-the-file', 'Name the file before it changes', 'a file changes', 'say its path'],
  ['changelog-entry', 'Write a changelog entry', 'a release is near', 'add a line to CHANGELOG'],
] as const;

const draftOf = (
  [id, title, when, step]: (typeof four)[number],
  rounds: (typeof candidate)['rounds'],
) => ({
  ...candidate,
  ...{ constraint: `${title}.`, if: when, skip: 'the user said so', rounds },
  // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
  then: step,
  asset: { ...candidate.asset, id, title, method: [step] } as Gene,
  decision: { action: 'new' as const, why: `nothing older speaks of ${id}` },
});

describe.skipIf(client === undefined || !hasTerminal)('four rules in a review', () => {
  test.each([
    ['mid', 'Question it first', 0],
    ['final', 'Not like that', 4],
  ] as const)(
    'of %s are four dialogs, one a rule, and final asks its rounds before them',
    async (mode, third, rounds) => {
      model = await startModel();
      user = await newPluginUser(model);
      await haveMemory(user, 'en');
      await haveSessions(user, model, 'en');
      const questioned = candidate.rounds.slice(0, rounds);
      const turns: readonly ModelTurn[] = [
        bash(`madness agent retro start ${mode}`),
        ...[sorting, packages].map((session) =>
          bash(`madness agent retro skip ${session} --reason "nothing to judge"`),
        ),
        handed('madness agent retro note', [finding]),
        ...questioned.flatMap(({ challenge }) => [{ say: challenge }]),
      ];
      model.add(...turns, ...(rounds === 0 ? [{ say: 'Ready.' }] : []));
      const answers = [`/madness ${mode}`, ...questioned.map(({ answer }) => answer)];
      for (const prompt of rounds === 0 ? answers : answers.slice(0, -1))
        await runClient(user, model, review, prompt, permissions);
      let decided = 0;
      model.add(
        ...four.flatMap((rule): ModelTurn[] => [
          handed('madness agent candidate add', draftOf(rule, questioned)),
          ask,
          (request) => {
            decided++;
            return typeof decide === 'function' ? decide(request) : decide;
          },
        ]),
        bash('madness agent retro finish'),
        { say: 'The report is there.' },
      );
      const before = model.requests.length;
      const terminal = await openTerminal(user, ...permissions, '--resume', review);
      try {
        await terminal.shows('shortcuts');
        await terminal.type(rounds === 0 ? said.go : (questioned.at(-1)?.answer ?? ''));
        await terminal.type(keys.enter);
        for (const [index] of four.entries()) {
          await terminal.shows(third);
          await answerWhole(terminal, '1');
          await vi.waitUntil(() => decided > index, { timeout: 30_000, interval: 100 });
        }
        await terminal.shows('The report is there.');
      } finally {
        await terminal.close();
        keepScreen(`four-rules-${mode}`, terminal);
      }
      const last = model.requests.at(-1);
      const dialogs = toolCalls(last).filter(({ name }) => name === 'AskUserQuestion');
      expect(dialogs).toHaveLength(4);
      expect(model.requests.length).toBeGreaterThan(before);
      const results = toolResults(last);
      expect(results.filter((text) => /: Keep, done/.test(text))).toHaveLength(4);
      const genes = JSON.parse(readFileSync(join(user.project, 'memory/genes.json'), 'utf8'));
      expect(genes.map(({ id }: Gene) => id)).toEqual(
        expect.arrayContaining(four.map(([id]) => id)),
      );
    },
  );
});
