import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { removeFolder } from '../support/scratch.js';
import { callLine, jsonl, resultLine, userLine } from '../support/transcript-lines.js';
import { client, type Person, runProgram } from './client.js';
import { newPluginUser, newReader } from './plugin.js';
import { ask, bash, decide } from './retro-script.js';
import { type ScriptedModel, startModel, toolResults } from './scripted-model.js';
import { hasTerminal, keys, openTerminal, type Terminal } from './terminal.js';

let model: ScriptedModel;
let person: Person | undefined;
afterEach(async () => {
  model.close();
  if (person) await removeFolder(person.folder);
  person = undefined;
});

interface Try {
  readonly language: 'en' | 'zh';
  readonly locale: string;
  readonly mode: readonly [name: string, shown: string];
  readonly sentence: string;
  readonly id: string;
  readonly question: readonly string[];
  readonly finding: readonly string[];
}

const english: Try = {
  language: 'en',
  locale: 'C.UTF-8',
  mode: ['auto', 'auto mode on'],
  sentence: 'use pnpm, never npm',
  id: 'use-pnpm-never-npm',
  question: ['New rule in the new memory/', 'use pnpm, never npm', 'Keep and remind'],
  finding: ['failed again', 'unknown flag: --stat', 'what then worked: gh pr diff 7 --name-only'],
};
const chinese: Try = {
  language: 'zh',
  locale: 'zh_CN.UTF-8',
  mode: ['manual', 'for shortcuts'],
  sentence: '用 pnpm，不要用 npm',
  id: 'pnpm-npm',
  question: ['新规则（第一条，存进新建的 memory/）', '用 pnpm，不要用 npm', '保留并提醒'],
  finding: ['反复失败', 'unknown flag: --stat', '后来有效的命令：gh pr diff 7 --name-only'],
};

async function enter(terminal: Terminal, text: string): Promise<void> {
  await terminal.type(text);
  await terminal.type(keys.enter);
}

/** Three sessions of this project in which one command failed and another one then worked. */
function putHistory({ claude, project }: Person): void {
  const folder = join(claude, 'projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  for (const number of [1, 2, 3]) {
    const sessionId = `5e55a000-0000-4000-8000-00000000b00${number}`;
    const records = [
      userLine('what changed in the pull request?'),
      callLine('Bash', { command: 'gh pr diff 7 --stat' }, 'failed'),
      resultLine('failed', 'Exit code 1\nunknown flag: --stat', { is_error: true }),
      callLine('Bash', { command: 'gh pr diff 7 --name-only' }, 'worked'),
      resultLine('worked', 'src/a.ts'),
    ];
    const lines = records.map((record) => ({ ...record, sessionId, cwd: project }));
    writeFileSync(join(folder, `${sessionId}.jsonl`), jsonl(...lines));
  }
}

describe.skipIf(client === undefined || !hasTerminal)('the first minute', () => {
  test.each([english, chinese])(
    '$language: after /plugin install a finding stands on the screen without a model, and one dialog keeps a rule',
    async ({ language, locale, mode, sentence, id, question, finding }) => {
      model = await startModel();
      const reader = await newReader(model, ['https://github.com/acme/madness.git']);
      person = { ...reader, env: { ...reader.env, LC_ALL: locale } };
      putHistory(person);
      // The client asks the model about what the person runs with an exclamation mark: it answers when that is seen.
      let isSeen = () => {};
      const seen = new Promise<void>((resolve) => {
        isSeen = resolve;
      });
      model.add(
        () => seen.then(() => ({ say: 'Seen.' })),
        bash(`madness agent add '${sentence}'`),
        ask,
        decide,
        { say: 'Kept.' },
      );
      const seconds: Record<string, number> = {};
      const terminal = await openTerminal(person, '--permission-mode', mode[0]);
      let began = 0;
      const note = (what: string) => {
        seconds[what] = Math.round((Date.now() - began) / 100) / 10;
        keepScreen(`${language}-${Object.keys(seconds).length}-${what}`, terminal, began);
      };
      try {
        await terminal.shows(mode[1]);
        began = Date.now();
        await enter(terminal, '/plugin install madness --marketplace acme/madness');
        await terminal.shows("You'll review the plugin");
        note('marketplace');
        await terminal.type('y');
        await terminal.shows('Install for you');
        note('scope');
        await terminal.type(keys.enter);
        await terminal.shows('Plugin is now active');
        note('installed');
        await terminal.type('!');
        await enter(terminal, 'madness scan');
        for (const words of finding) await terminal.shows(words);
        note('finding');
        isSeen();
        await terminal.shows('Seen.');
        await enter(terminal, `/madness add ${sentence}`);
        for (const words of question) await terminal.shows(words);
        note('asked');
        await terminal.type('2');
        await terminal.shows('Kept.');
        note('kept');
      } finally {
        await terminal.close();
      }
      const { project } = person;
      expect(readFileSync(join(project, 'CLAUDE.md'), 'utf8')).toContain(`gene:${id},`);
      expect(readFileSync(join(project, 'CLAUDE.md'), 'utf8')).toContain(`\n${sentence}\n`);
      const log = readFileSync(join(project, 'memory/evolution.jsonl'), 'utf8');
      expect(log).toContain('"by":"dialog"');
      // The one dialog of ours; the client has asked for no permission.
      expect(model.requests).toHaveLength(5);
      expect(toolResults(model.requests.at(-1))).toHaveLength(3);
      expect(terminal.drawn().replaceAll(/\s/g, '')).not.toContain('Doyouwanttoproceed');
      expect(seconds.finding).toBeLessThan(60);
      expect(seconds.kept).toBeLessThan(60);
    },
  );
});

test.skipIf(client === undefined || !hasTerminal)(
  'with the band off, what a person says for good is offered in one line, and kept by what the line says, without a model',
  async () => {
    model = await startModel();
    const user = await newPluginUser(model);
    person = user;
    for (const args of [['init'], ['config', 'set', 'band', 'off']])
      await runProgram(join(user.plugin, 'bin/madness'), args, user);
    // The client writes a prompt down some moments later than it sends it.
    model.add(() => sleep(1500, { say: 'Understood.' }), { say: 'Next.' });
    const terminal = await openTerminal(user, '--permission-mode', 'manual');
    const began = Date.now();
    try {
      await terminal.shows('for shortcuts');
      await enter(terminal, 'From now on run the tests before you push, because CI is slow.');
      await terminal.shows('Understood.');
      const waiting = join(user.project, 'memory/work/pending');
      for (let left = 60; left > 0 && namesIn(waiting).length === 0; left--) await sleep(250);
      const [id = ''] = namesIn(waiting).map((name) => name.slice(0, 8));
      await enter(terminal, 'and what is next?');
      await terminal.shows(`keep it as a rule? type: /madness keep ${id}`);
      const before = model.requests.length;
      await enter(terminal, `/madness keep ${id}`);
      await terminal.shows('madness: keeping');
      expect(model.requests).toHaveLength(before);
      for (let left = 60; left > 0 && namesIn(waiting).length > 0; left--) await sleep(250);
      keepScreen('en-7-offered', terminal, began);
      await terminal.type('\u0015');
    } finally {
      await terminal.close();
    }
    const [rule] = JSON.parse(readFileSync(join(user.project, 'memory/genes.json'), 'utf8'));
    expect(rule.title).toBe('run the tests before you push, because CI is slow.');
  },
);

/** Changes that wait; not the scratch file of one that is being written. */
function namesIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^[0-9a-f]{8}\.json$/.test(name));
}

/** What stood on the screen then, as it was drawn, where somebody wants to look at it. */
function keepScreen(name: string, terminal: Terminal, began: number): void {
  const folder = process.env.MADNESS_SCREENS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}-${Date.now() - began}ms.raw`), terminal.drawn());
}
