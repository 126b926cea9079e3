import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeFolder } from '../support/scratch.js';
import { client, runClient } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { endedJob, taskIn, withClaude } from './reading.js';
import { ask, bash, decide, handed, packages, review, scriptIn, sorting } from './retro-script.js';
import {
  answerWhole,
  haveMemory,
  haveSessions,
  madness,
  permissions,
  read,
  timeless,
} from './retro-user.js';
import { call, type ScriptedModel, startModel, toolCalls, toolResults } from './scripted-model.js';
import { hasTerminal, keys, openTerminal } from './terminal.js';

// Each is several runs of the client.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { facets, verdicts, finding, candidate, rounds, last } = scriptIn('en');
const sessions = [sorting, packages];

let user: PluginUser;
let model: ScriptedModel;
/** The model that read in the background. */
let readBy = '';

beforeAll(async () => {
  if (client === undefined || !hasTerminal) return;
  model = await startModel();
  user = withClaude(await newPluginUser(model));
  await haveMemory(user, 'en');
  await haveSessions(user, model, 'en');
  for (const [index, session] of sessions.entries()) {
    const found = { facet: facets[session], verdicts: verdicts[session] };
    model.add((request) =>
      call('StructuredOutput', { ...taskIn(request), outcome: 'saved', ...found }),
    );
    await madness(user, 'reflect', '--now', session);
    const job = await endedJob(user, index + 1);
    expect(job).toMatchObject({ state: 'succeeded', outcome: 'saved' });
    readBy = job.model;
  }
});
afterAll(async () => {
  model?.close();
  if (user) await removeFolder(user.folder);
});

describe.skipIf(client === undefined || !hasTerminal)(
  'a /madness mid of sessions that were read in the background',
  () => {
    test('reaches its first question in one turn, without a sub-agent and without reading a session', async () => {
      const [[question] = ['']] = rounds;
      // The scripted model does what it is told comes next.
      const asTold = (request: string) =>
        toolResults(request).at(-1)?.includes('by madness agent protocol analysis')
          ? bash('madness agent protocol analysis')
          : call('Agent', { description: 'Read a session', prompt: `Session ${sorting}.` });
      model.add(
        bash('madness agent retro status'),
        bash('madness agent protocol mid'),
        bash('madness agent status'),
        bash('madness agent retro start mid'),
        asTold,
        bash('madness agent facet list --json'),
        handed('madness agent retro note', [finding]),
        bash('madness agent protocol socratic'),
        { say: question },
      );
      const { requests, stdout } = await runClient(
        user,
        model,
        review,
        '/madness mid',
        permissions,
      );
      expect(stdout).toContain(question);
      expect(requests).toHaveLength(9);
      const calls = toolCalls(requests.at(-1));
      expect(calls.map(({ name }) => name)).toEqual(calls.map(() => 'Bash'));
      const commands = calls.map(({ input }) => String(input.command)).join('\n');
      expect(commands).not.toMatch(/madness (?:digest|quote|facet add|verdict)/);
      const [, , , started] = toolResults(requests.at(-1));
      for (const session of sessions)
        expect(started).toContain(`${session}  read in the background by ${readBy}: 2 verdicts`);
    });

    test('ends in the report of one that read in the foreground, but for who read', async () => {
      const [, ...later] = rounds;
      model.add(
        ...later.map(([question]) => ({ say: question })),
        handed('madness agent candidate add', candidate),
        ask,
        decide,
        bash('madness agent compile'),
        bash('madness agent retro finish'),
        { say: last },
      );
      const terminal = await openTerminal(user, ...permissions, '--resume', review);
      try {
        for (const [question, answer] of rounds) {
          await terminal.shows(question);
          await terminal.type(answer);
          await terminal.type(keys.enter);
        }
        await terminal.shows('Keep and pin');
        await answerWhole(terminal, '2');
        await terminal.shows(last);
      } finally {
        await terminal.close();
      }
      expect(model.left()).toBe(0);
      const report = timeless(read(user, 'memory/retrospectives/DAY-mid.md'));
      const who = `, in the background by ${readBy}`;
      expect(report.split('\n').filter((line) => line.includes(who))).toHaveLength(2);
      // The review of retro.client.ts ends in this one; it reads in sub-agents.
      const foreground = join(import.meta.dirname, 'golden/en/report.md');
      expect(report.replaceAll(who, '')).toBe(readFileSync(foreground, 'utf8'));
    });
  },
);
