import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { weekPath } from '../../src/observe/journal/journal.js';
import { projectKey } from '../../src/observe/sessions/project-folder.js';
import { dialog, type Json } from '../support/dialog.js';
import { callHook } from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { put, scratchFolder } from '../support/scratch.js';

const words = {
  en: {
    library: 'add a date library',
    correction: "no, don't use npm here, we use pnpm",
    rule: 'use pnpm, never npm',
    option: 'Keep and remind',
    heard: /^madness: in 2 sessions you said “.*npm.*!madness scan$/,
    reminded:
      'madness: Claude was held back once: “use pnpm, never npm” (madness why use-pnpm-never-npm). A second try passes.',
    status: /^use pnpm, never npm +kept 3, stopped 1, broken 1/m,
    on: /^use pnpm, never npm .*reminder on/m,
    effect: /use pnpm, never npm\n {2}kept 3, stopped 1, broken 1/,
    week: /^madness, 7 days: “use pnpm, never npm” kept 3, stopped 1, broken 1 · 1 reminder, 0 worked · to forbid it: madness guard use-pnpm-never-npm --export-permission/,
  },
  zh: {
    library: '加一个日期库',
    correction: '不对，这里别用 npm，我们用 pnpm',
    rule: '用 pnpm，不要用 npm',
    option: '保留并提醒',
    heard: /^madness：你在 2 个会话里说过“.*npm.*!madness scan$/,
    reminded:
      'madness：先拦下 Claude 一次：“用 pnpm，不要用 npm”（madness why pnpm-npm）。再试一次就放行。',
    status: /^用 pnpm，不要用 npm +遵守 3，拦下 1，违反 1/m,
    on: /^用 pnpm，不要用 npm .*提醒已打开/m,
    effect: /用 pnpm，不要用 npm\n {2}遵守 3，拦下 1，违反 1/,
    week: /^madness，最近 7 天：“用 pnpm，不要用 npm”遵守 3，拦下 1，违反 1 · 提醒 1 次，0 次起了作用 · 想彻底禁止：madness guard pnpm-npm --export-permission/,
  },
} as const;

/** Before a command that a hook refused. */
const heldBack = 'held back: ';

/** By the hooks and commands, as the client would call them. Who answers is a script. */
test.each(['en', 'zh'] as const)(
  'in the first week, in %s, one question is asked; each other day shows one line or nothing',
  async (language) => {
    const say = words[language];
    const top = scratchFolder('first-week');
    const project = join(top, 'shop');
    mkdirSync(project);
    spawnSync('git', ['init', '-q'], { cwd: project });
    const own = join(top, 'own');
    const env = {
      MADNESS_HOME: own,
      CLAUDE_CONFIG_DIR: join(top, 'claude'),
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      LC_ALL: language === 'zh' ? 'zh_CN.UTF-8' : 'C.UTF-8',
    };
    const slug = project.replace(/[^a-zA-Z0-9]/g, '-');
    const shown: string[] = [];
    let clock = Date.now() - 60_000;
    const base = (name: string) => {
      clock += 1000;
      const timestamp = new Date(clock).toISOString();
      return { sessionId: name, cwd: project, version: '2.1.330', timestamp };
    };
    const live = (name: string, ...turns: readonly (readonly [string, ...string[]])[]): void => {
      const rows = turns.flatMap(([prompt, ...commands], turn) => [
        { ...base(name), type: 'user', message: { role: 'user', content: prompt } },
        ...commands.flatMap((line, index) => {
          const id = `toolu_${name}_${turn}_${index}`;
          const command = line.replace(heldBack, '');
          const came =
            line === command
              ? { content: 'done' }
              : { content: 'PreToolUse:Bash hook error: Rule …', is_error: true };
          const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
          const result = { type: 'tool_result', tool_use_id: id, ...came };
          return [
            { ...base(name), type: 'assistant', message: { role: 'assistant', content: [use] } },
            { ...base(name), type: 'user', message: { role: 'user', content: [result] } },
          ];
        }),
      ]);
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      put(env.CLAUDE_CONFIG_DIR, `projects/${slug}/${name}.jsonl`, text);
    };
    const hook = (name: string, event: string, more: object): Json => {
      const input = { session_id: 'now', transcript_path: '/x', cwd: project, ...more };
      const { out } = callHook(name, JSON.stringify({ ...input, hook_event_name: event }), env);
      return out === '' ? {} : JSON.parse(out);
    };
    const start = (): string => {
      const line = hook('session-start', 'SessionStart', { source: 'startup' }).systemMessage ?? '';
      shown.push(`day ${shown.length + 1}: ${line}`);
      return line;
    };
    const week = async (): Promise<void> => {
      await madnessHere(project, ['week'], { env });
      writeFileSync(join(own, `${weekPath(projectKey(project))}.made`), `${Date.now()}\n`);
    };

    // Days 1 and 2: npm, and a correction; nothing is shown.
    for (const name of ['one', 'two']) {
      expect(start()).toBe('');
      live(name, [say.library, 'npm install dayjs'], [say.correction, 'pnpm add dayjs']);
    }
    // Day 3: what was said twice stands in one line; the rule takes one question.
    await week();
    expect(start()).toMatch(say.heard);
    const session = '11111111-2222-4333-8444-555555555555';
    const agent = { ...env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
    const added = await madnessHere(project, ['agent', 'add', say.rule, '--json'], { env: agent });
    const { ask } = JSON.parse(added.out);
    expect(ask.questions).toHaveLength(1);
    expect(ask.questions[0].options.map(({ label }: Json) => label)).toContain(say.option);
    const answer = dialog(ask.questions[0], say.option).map((one: Json) => ({
      ...one,
      cwd: project,
      timestamp: new Date(Date.now() + 1000).toISOString(),
    }));
    put(
      env.CLAUDE_CONFIG_DIR,
      `projects/${slug}/${session}.jsonl`,
      answer.map((row: Json) => `${JSON.stringify(row)}\n`).join(''),
    );
    const decided = await madnessHere(project, ['agent', 'decide', '--json'], { env: agent });
    expect(JSON.parse(decided.out).decided).toMatchObject([{ choice: say.option, done: true }]);
    // Day 4: npm again: refused once, in one line for the person; then pnpm.
    clock = Date.now() + 60_000;
    expect(start()).toBe('');
    const shell = {
      tool_name: 'Bash',
      tool_input: { command: 'npm install zod' },
      tool_use_id: 'c1',
    };
    const told = hook('pre-shell', 'PreToolUse', shell);
    expect(told.hookSpecificOutput.permissionDecision).toBe('deny');
    expect(told.systemMessage).toBe(say.reminded);
    expect(hook('pre-shell', 'PreToolUse', { ...shell, tool_use_id: 'c2' })).toEqual({});
    live('four', [say.library, `${heldBack}npm install zod`, 'pnpm add zod', 'npm ci']);
    // Days 5 and 6: nothing is asked or shown; whoever looks sees how it goes.
    expect(start()).toBe('');
    live('five', ['go on', 'pnpm add a', 'pnpm add b', 'pnpm install']);
    expect(start()).toBe('');
    const status = await madnessHere(project, ['status'], { env });
    expect(status.out).toMatch(say.status);
    expect(status.out).toMatch(say.on);
    expect(status.out).not.toContain(project);
    // The line of the rule that says it is on says how to switch it off.
    const rule = await madnessHere(project, ['show', say.rule], { env });
    const [, off = ''] = /(?:off: |关闭：)madness (guard .*?)[)）]/.exec(rule.out) ?? [];
    const { CLAUDE_CODE_ENTRYPOINT: _, ...ofPerson } = env;
    const copy = { ...ofPerson, MADNESS_HOME: join(top, 'copy') };
    cpSync(own, copy.MADNESS_HOME, { recursive: true });
    expect((await madnessHere(project, off.split(' '), { env: copy })).code).toBe(0);
    expect((await madnessHere(project, ['status'], { env: copy })).out).not.toMatch(say.on);
    const effect = await madnessHere(project, ['effect'], { env });
    expect(effect.out).toMatch(say.effect);
    // Once seven days have gone since the last line: how it went, in one.
    await week();
    expect(start()).toBe('');
    writeFileSync(
      join(own, `${weekPath(projectKey(project))}.shown`),
      `${Date.now() - 8 * 86_400_000}\n`,
    );
    expect(start()).toMatch(say.week);
    expect(readFileSync(join(project, 'CLAUDE.md'), 'utf8')).toContain(say.rule);
    const folder = process.env.MADNESS_SCREENS;
    if (folder !== undefined)
      put(
        folder,
        `${language}.txt`,
        [...shown, JSON.stringify(ask, null, 1), told.systemMessage, status.out, effect.out].join(
          '\n',
        ),
      );
  },
);
