import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Event } from '../../src/schema.gen.js';
import { removeFolder } from '../support/scratch.js';
import { client } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { ask, bash, decide, handed, handInOf, languages, scriptIn } from './retro-script.js';
import { answerWhole, haveMemory, haveSessions, permissions } from './retro-user.js';
import { type ModelTurn, type ScriptedModel, startModel, toolResults } from './scripted-model.js';
import { hasTerminal, keepScreen, keys, openTerminal } from './terminal.js';

vi.setConfig({ testTimeout: 540_000 });

let model: ScriptedModel;
let user: PluginUser | undefined;
afterEach(async () => {
  model?.close();
  if (user) await removeFolder(user.folder);
  user = undefined;
});

describe.skipIf(client === undefined || !hasTerminal)('a whole /madness mid', () => {
  test.each(languages)(
    'in %s is one reading, one hand-in, one dialog and the decision, and no permission is asked',
    async (language) => {
      model = await startModel();
      user = await newPluginUser(model);
      await haveMemory(user, language);
      await haveSessions(user, model, language);
      const { rule, last } = scriptIn(language);
      let isDecided = false;
      const handIn: ModelTurn = (request) => {
        const reading = toolResults(request).at(-1) ?? '';
        return handed('madness agent retro add', handInOf(language, reading)) as never;
      };
      model.add(bash('madness agent retro start mid'), handIn, ask, decide, () => {
        isDecided = true;
        return { say: last };
      });
      const terminal = await openTerminal(user, ...permissions);
      try {
        await terminal.shows('shortcuts');
        await terminal.type('/madness mid');
        await terminal.type(keys.enter);
        await terminal.shows({ en: 'Keep and pin', zh: '保留并置顶' }[language]);
        await answerWhole(terminal, '1');
        await vi.waitUntil(() => isDecided, { timeout: 60_000, interval: 100 });
        await terminal.shows(last.slice(0, 10));
      } finally {
        await terminal.close();
        keepScreen(`retro-${language}`, terminal);
      }
      expect(model.left()).toBe(0);
      const target = readFileSync(join(user.project, 'CLAUDE.md'), 'utf8');
      expect(target).toContain(rule.then);
      const log = readFileSync(join(user.project, 'memory/evolution.jsonl'), 'utf8');
      const events = log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Event);
      const judged = events.filter(({ by }) => by === 'retrospective');
      expect(new Set(judged.flatMap(({ asset_id = [] }) => asset_id))).toEqual(
        new Set(['classify-first', 'pnpm-not-npm']),
      );
    },
  );
});
