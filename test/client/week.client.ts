import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { removeFolder } from '../support/scratch.js';
import { client } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { ask, bash, decide, type Language } from './retro-script.js';
import { type ScriptedModel, startModel, toolCalls, toolResults } from './scripted-model.js';
import { hasTerminal, keepScreen, keys, openTerminal, type Terminal } from './terminal.js';

// Seven sessions of the client.
vi.setConfig({ testTimeout: 900_000 });

let model: ScriptedModel;
let user: PluginUser | undefined;
afterEach(async () => {
  model?.close();
  if (user) await removeFolder(user.folder);
  user = undefined;
});

interface Words {
  readonly locale: string;
  readonly library: string;
  readonly correction: string;
  readonly heard: RegExp;
  readonly rule: string;
  readonly question: string;
  readonly standing: string;
  readonly offer: RegExp;
  readonly keep: string;
  readonly week: readonly string[];
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    locale: 'C.UTF-8',
    library: 'add a date library',
    correction: "no, don't use npm here, we use pnpm",
    heard: /madness: in 2 sessions you said “/,
    rule: 'use pnpm, never npm',
    question: 'Keep and remind',
    standing: 'From now on always run pnpm test before you commit.',
    offer: /type: \/madness keep ([0-9a-f]{8})/,
    keep: 'keep',
    week: ['madness, 7 days: “use pnpm, never npm” kept'],
  },
  zh: {
    locale: 'zh_CN.UTF-8',
    library: '加一个日期库',
    correction: '不对，这里别用 npm，我们用 pnpm',
    heard: /madness：你在 2 个会话里说过“/,
    rule: '用 pnpm，不要用 npm',
    question: '保留并提醒',
    standing: '以后每次提交前都要先运行 pnpm test。',
    offer: /输入：\/madness 留下 ([0-9a-f]{8})/,
    keep: '留下',
    week: ['madness，最近 7 天：“用 pnpm，不要用 npm”遵守'],
  },
};

/** Programs that a project would have; they do nothing and go well. */
function havePrograms({ folder, env }: PluginUser): PluginUser['env'] {
  const bin = join(folder, 'programs');
  mkdirSync(bin);
  for (const name of ['npm', 'pnpm']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { ...env, PATH: `${bin}:${env.PATH}` };
}

/** What is noted of times in our own folder lies so much further back; whatever still runs in the background ends first. */
async function aDayPasses({ claude }: PluginUser, days = 1): Promise<void> {
  const folder = join(claude, 'madness/state');
  await sleep(3000);
  for (const name of readdirSync(folder).filter((one) => /^week-.*\.(made|shown)$/.test(one))) {
    const file = join(folder, name);
    writeFileSync(file, `${Number(readFileSync(file, 'utf8')) - days * 86_400_000}\n`);
  }
}

const bare = (terminal: Terminal) =>
  stripVTControlCharacters(terminal.drawn()).replaceAll(/\s/g, '');

describe.skipIf(client === undefined || !hasTerminal)('the first week', () => {
  test.each(['en', 'zh'] as const)(
    'in %s: what is said twice is heard, a rule takes one dialog, and it is reminded, counted and told',
    async (language) => {
      const say = words[language];
      model = await startModel();
      const installed = await newPluginUser(model);
      user = { ...installed, env: { ...havePrograms(installed), LC_ALL: say.locale } };
      writeFileSync(join(user.project, 'package.json'), '{"name":"shop"}\n');
      /** Questions of ours that were asked on each day. */
      const dialogs: number[] = [];
      let day = 0;

      const live = async (
        doing: (terminal: Terminal, enter: (text: string) => Promise<void>) => Promise<void>,
      ): Promise<string> => {
        if (day > 0) await aDayPasses(user as PluginUser);
        day++;
        const before = model.requests.length;
        const terminal = await openTerminal(
          user as PluginUser,
          ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
        );
        try {
          await doing(terminal, async (text) => {
            await terminal.type(text);
            await terminal.type(keys.enter);
          });
        } finally {
          await terminal.close();
          keepScreen(`week-${language}-${day}`, terminal);
        }
        const calls = model.requests.slice(before).flatMap((request) => toolCalls(request));
        const asked = new Set(
          calls.filter(({ name }) => name === 'AskUserQuestion').map((one) => JSON.stringify(one)),
        );
        dialogs.push(asked.size);
        return bare(terminal);
      };
      const errs = async (terminal: Terminal, enter: (text: string) => Promise<void>) => {
        model.add(bash('npm install dayjs'), { say: 'Added it.' }, bash('pnpm add dayjs'), {
          say: 'Now by pnpm.',
        });
        await terminal.shows('accept edits on');
        await enter(say.library);
        await terminal.shows('Added it.');
        await enter(say.correction);
        await terminal.shows('Now by pnpm.');
      };

      // Days 1 and 2: the model takes npm and is corrected.
      await live(errs);
      await live(errs);
      // Day 3: one line at the start says what was heard; a rule of one sentence takes one dialog.
      const third = await live(async (terminal, enter) => {
        model.add(bash(`madness agent add '${say.rule}'`), ask, decide, { say: 'Kept.' });
        await terminal.shows('accept edits on');
        await enter(`/madness add ${say.rule}`);
        await terminal.shows(say.question);
        await terminal.type('2');
        await terminal.shows('Kept.');
      });
      expect(third).toMatch(new RegExp(say.heard.source.replaceAll(' ', '')));
      // Day 4: the model takes npm again, is reminded, and takes pnpm.
      const fourth = await live(async (terminal, enter) => {
        model.add(bash('npm install zod'), bash('pnpm add zod'), { say: 'Added zod.' });
        await terminal.shows('accept edits on');
        await enter(say.library.replace(/date|日期/, 'zod '));
        await terminal.shows('Added zod.');
      });
      expect(fourth).toMatch(/Claudewasheldbackonce|先拦下Claude一次/);
      const answers = toolResults(model.requests.at(-1));
      expect(answers.join('\n')).toMatch(/pnpm add zod/);
      // Day 5: something said for good is offered in a line, and kept by typing what the line says.
      await live(async (terminal, enter) => {
        model.add({ say: 'Understood.' }, { say: 'Next.' });
        await terminal.shows('accept edits on');
        await enter(say.standing);
        await terminal.shows('Understood.');
        await enter('ok');
        await terminal.shows('Next.');
      });
      // Day 6: the person looks.
      const sixth = await live(async (terminal, enter) => {
        model.add({ say: 'Seen.' }, { say: 'Seen.' });
        await terminal.shows('accept edits on');
        await terminal.type('!');
        await enter('madness status');
        await terminal.shows(language === 'en' ? 'next' : '下一步');
        await terminal.type('!');
        await enter('madness effect');
        await terminal.shows('madness effect --details');
      });
      expect(sixth).toContain(language === 'en' ? 'usepnpm,nevernpm' : '用pnpm，不要用npm');
      // A week after the first line comes the next; it was made at the end of the last session.
      await aDayPasses(user, 5);
      const seventh = await live(async (terminal) => {
        await terminal.shows('accept edits on');
      });
      for (const line of say.week) expect(seventh).toContain(line.replaceAll(' ', ''));
      expect(dialogs).toEqual([0, 0, 1, 0, 0, 0, 0]);
      expect(readFileSync(join(user.project, 'CLAUDE.md'), 'utf8')).toContain(say.rule);
    },
  );
});
