import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { list } from '../../src/commands/rules/list.js';
import { show } from '../../src/commands/rules/show.js';
import { auditCommand } from '../../src/commands/sessions/audit.js';
import { init } from '../../src/commands/setup/make-memory.js';
import type { Command } from '../../src/terminal/context.js';
import { columns } from '../../src/validation.js';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import { put } from '../support/scratch.js';
import { callLine, resultLine, userLine } from '../support/transcript-lines.js';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

let calls = 0;
/** `held` before a command: a hook held it back. */
function worked(session: string, day: string, ...steps: readonly string[]): void {
  const time = { timestamp: `${day}T10:00:00.000Z` };
  const lines = steps.flatMap((step) => {
    const id = `toolu_screen_${calls++}`;
    const [, held = '', command = ''] = /^(held )?(.*)$/.exec(step) ?? [];
    const call = command.startsWith('edit ')
      ? callLine(
          'Edit',
          { file_path: command.slice(5), old_string: 'a', new_string: 'b' },
          id,
          time,
        )
      : callLine('Bash', { command }, id, time);
    const result =
      held === ''
        ? resultLine(id, '[main abc1234] x', time)
        : resultLine(id, 'PreToolUse:Bash hook error: no', { is_error: true, ...time });
    return [call, result];
  });
  writeSession(home, session, userLine('go', time), ...lines);
}

const asks = {
  en: [
    'Use `pnpm`, not `npm`.',
    'Run `make lint` before every commit.',
    'Run `make check` before every commit.',
    'Never run `git stash`.',
    'Never run `git push --force`.',
    'Write small functions, and name each of them after what it returns.',
  ],
  zh: [
    '用 `pnpm`，不要用 `npm`。',
    '每次提交前运行 `make lint`。',
    '每次提交前运行 `make check`。',
    '不要运行 `git stash`。',
    '不要运行 `git push --force`。',
    '函数要短，按返回的内容来命名。',
  ],
};
const rules = {
  en: ['use pnpm, never npm', 'name a function after what it returns, not after how it finds it'],
  zh: ['用 pnpm，不要用 npm', '函数按返回的内容命名，不要按查找的方式命名'],
};

type Shown = (command: Command, args?: readonly string[], options?: object) => Promise<string>;

/** The commands as a person sees them at a terminal so wide. */
function terminal(language: 'en' | 'zh', width: number): Shown {
  const output = Object.assign(new PassThrough(), { columns: width });
  return async (command, args = [], options = {}) => {
    const ran = await run(command, {
      ...{ cwd: home.shop, args, options: { ...options }, now: '2026-11-21T10:00:00Z' },
      env: { ...home.env, LANG: language === 'en' ? 'en_US.UTF-8' : 'zh_CN.UTF-8' },
      terminal: () => ({ input: new PassThrough(), output }),
    });
    return ran.out;
  };
}

async function madeProject(language: 'en' | 'zh'): Promise<void> {
  put(home.shop, 'CLAUDE.md', `# Shop\n\n${asks[language].map((one) => `- ${one}\n`).join('')}`);
  const env = home.env;
  await run(init, { cwd: home.shop, env, options: { language } });
  for (const rule of rules[language]) await run(add, { cwd: home.shop, env, args: [rule] });
  const commit = 'git commit -m x';
  worked('00000001-0000', '2026-11-22', 'pnpm i', 'edit src/a.ts', 'make check', commit);
  worked('00000002-0000', '2026-11-23', 'held npm i', 'pnpm i', 'edit src/b.ts', 'ls', commit);
  worked('00000003-0000', '2026-11-24', 'git stash', 'edit src/c.ts', 'make lint', commit);
}

/** What stands behind the last `madness` of a screen, as the command and what it is given. */
function lastStep(screen: string): [name: string, args: string[], options: Record<string, string>] {
  const [, line = ''] = /.*madness (.*?)$/s.exec(screen.replace(/\s+/g, ' ')) ?? [];
  const [name = '', ...words] = line.split(' ');
  const options: Record<string, string> = {};
  const args = words.filter((word, at) => {
    if (!word.startsWith('--')) return !(words[at - 1] === '--show');
    options[word.slice(2)] = words[at + 1] ?? (true as unknown as string);
    return false;
  });
  return [name, args, options];
}

describe.each(['en', 'zh'] as const)('the screens, in %s', (language) => {
  test.each([80, 40])('are these at %i columns', async (width) => {
    await madeProject(language);
    const shown = terminal(language, width);
    const audit = await shown(auditCommand.run);
    const [name, args, options] = lastStep(audit);
    const rule = rules[language][0] ?? '';
    const screens = {
      audit,
      [`audit --show ${options.show}`]: await shown(auditCommand.run, args, options),
      status: await shown(status),
      list: await shown(list),
      [`show '${rule}'`]: await shown(show, [rule]),
    };
    expect(name).toBe('audit');
    for (const [command, screen] of Object.entries(screens)) {
      for (const line of screen.split('\n'))
        expect([command, columns(line) <= width]).toEqual([command, true]);
      if (width === 80 && !command.includes('--show'))
        expect(screen.split('\n').length).toBeLessThanOrEqual(24);
    }
    const text = Object.entries(screens).map(
      ([command, screen]) => `$ madness ${command}\n${screen}\n`,
    );
    await expect(text.join('\n')).toMatchFileSnapshot(`../golden-screens/${language}-${width}.txt`);
  });

  test('end in a command that does what it says', async () => {
    await madeProject(language);
    const shown = terminal(language, 80);
    const [, args, options] = lastStep(await shown(auditCommand.run));
    expect(await shown(auditCommand.run, args, options)).toContain('00000002:');
    const [name, [rule = ''], log] = lastStep(await shown(show, [rules[language][0] ?? '']));
    expect([name, log]).toEqual(['show', { log: true }]);
    expect(await shown(show, [rule], log)).toContain('0.70');
  });
});
