import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { weekPath } from '../../src/observe/journal/journal.js';
import { projectKey } from '../../src/observe/sessions/project-folder.js';
import { callHook } from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, scratchFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

interface Home {
  readonly project: string;
  readonly own: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

async function newHome(language?: 'en' | 'zh'): Promise<Home> {
  const top = scratchFolder('week');
  const project = join(top, 'shop');
  mkdirSync(project);
  spawnSync('git', ['init', '-q'], { cwd: project });
  const own = join(top, 'own');
  const env = {
    MADNESS_HOME: own,
    CLAUDE_CONFIG_DIR: join(top, 'claude'),
    CLAUDE_CODE_ENTRYPOINT: 'cli',
  };
  if (language !== undefined) {
    const use = gene('pnpm', {
      title: 'use pnpm, never npm',
      watch: { use: 'pnpm', not: ['npm'] },
    });
    putMemory(project, { assets: [use], events: [born('pnpm', 0.9)], config: { language } });
    trustHere(project, env);
    await madnessHere(project, ['compile'], { env });
  }
  return { project, own, env, file: join(own, weekPath(projectKey(project))) };
}

/** A session of this week with these commands, each of which went well. */
function session({ project, env }: Home, name: string, said: string, ...commands: string[]): void {
  const slug = project.replace(/[^a-zA-Z0-9]/g, '-');
  // The same words at the same instant are a copy.
  const at = new Date(Date.now() - 1000 * name.charCodeAt(0)).toISOString();
  const base = { sessionId: name, cwd: project, timestamp: at, version: '2.1.330' };
  const rows = commands.flatMap((command, index) => {
    const id = `toolu_${name}_${index}`;
    const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
    const result = { type: 'tool_result', tool_use_id: id, content: 'done' };
    return [
      { ...base, type: 'assistant', message: { role: 'assistant', content: [use] } },
      { ...base, type: 'user', message: { role: 'user', content: [result] } },
    ];
  });
  const first = { ...base, type: 'user', message: { role: 'user', content: said } };
  put(
    env.CLAUDE_CONFIG_DIR as string,
    `projects/${slug}/${name}.jsonl`,
    `${[first, ...rows].map((row) => JSON.stringify(row)).join('\n')}\n`,
  );
}

function start({ project, env }: Home, more: object = {}, as: object = {}): string {
  const payload = {
    ...{ session_id: 'now', transcript_path: '/x', cwd: project, hook_event_name: 'SessionStart' },
    ...{ source: 'startup', ...more },
  };
  const { out } = callHook('session-start', JSON.stringify(payload), { ...env, ...as });
  return out === '' ? '' : (JSON.parse(out).systemMessage ?? '');
}

function end({ project, env }: Home): void {
  const payload = {
    ...{ session_id: 'now', transcript_path: '/x', cwd: project, hook_event_name: 'SessionEnd' },
    reason: 'prompt_input_exit',
  };
  callHook('session-end', JSON.stringify(payload), env);
}

/** As the hook lets it run in the background. */
const made = async (home: Home): Promise<string> => {
  const { code, err } = await madnessHere(home.project, ['week'], { env: home.env });
  expect([code, err]).toEqual([0, '']);
  const text = readFileSync(home.file, 'utf8');
  writeFileSync(`${home.file}.made`, `${Date.now()}\n`);
  return text.trim();
};

describe('the weekly line', () => {
  test.each([
    ['en', 'madness, 7 days: “use pnpm, never npm” kept 2, broken 1', 'weekly off'],
    ['zh', 'madness，最近 7 天：“use pnpm, never npm”遵守 2，违反 1', 'weekly off'],
  ] as const)(
    'says in %s how the rules did, and how to end it, once a week',
    async (language, ...said) => {
      const home = await newHome(language);
      session(home, 'one', 'add a package', 'pnpm add a', 'npm install b', 'pnpm install');
      const line = await made(home);
      for (const words of said) expect(line).toContain(words);
      expect(start(home)).toBe(line);
      expect(start(home)).toBe('');
      writeFileSync(`${home.file}.shown`, `${Date.now() - 8 * 86_400_000}\n`);
      expect(start(home)).toBe(line);
    },
  );

  test('names the command that reminds Claude of what it did not follow', async () => {
    const home = await newHome('en');
    session(home, 'one', 'add a package', 'npm install b');
    expect(await made(home)).toContain('to remind Claude: madness guard pnpm --on');
    // A person's terminal has no variable of the client.
    const { CLAUDE_CODE_ENTRYPOINT: _, ...env } = home.env;
    const switched = await madnessHere(home.project, ['guard', 'pnpm', '--on'], { env });
    expect(switched.out).toContain('is on');
    expect(await made(home)).not.toContain('madness guard');
  });

  test('is empty where nothing was counted, and nothing is shown', async () => {
    const home = await newHome('en');
    session(home, 'one', 'look around', 'ls');
    expect(await made(home)).toBe('');
    expect(start(home)).toBe('');
  });

  test.each([
    ['a session is resumed', { source: 'resume' }, {}, {}],
    ['nobody reads along', {}, { CLAUDE_CODE_SESSION_ATTENDED: '0' }, {}],
    ['a program sends the prompts', {}, { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, {}],
    ['the person switched it off', {}, {}, { weekly: 'off' }],
  ])('is not shown where %s', async (_, more, as, config) => {
    const home = await newHome('en');
    session(home, 'one', 'add a package', 'pnpm add a');
    expect(await made(home)).not.toBe('');
    put(home.own, 'config.json', JSON.stringify(config));
    expect(start(home, more, as)).toBe('');
  });

  test('is made once a day at most, when a session ends', async () => {
    const home = await newHome('en');
    const madeAt = `${home.file}.made`;
    expect(start(home)).toBe('');
    expect(existsSync(madeAt)).toBe(false);
    end(home);
    const asked = readFileSync(madeAt, 'utf8');
    end(home);
    expect(readFileSync(madeAt, 'utf8')).toBe(asked);
    writeFileSync(madeAt, `${Date.now() - 86_400_001}\n`);
    end(home);
    expect(Date.now() - Number(readFileSync(madeAt, 'utf8'))).toBeLessThan(60_000);
  });

  test('before there is a memory it names what the person said in several sessions', async () => {
    const home = await newHome();
    for (const name of ['one', 'two'])
      session(home, name, 'From now on use pnpm, never npm.', 'npm install');
    expect(await made(home)).toMatch(/^madness: in 2 sessions you said “.*pnpm.*!madness scan$/);
    expect(start(home)).toContain('!madness scan');
    expect(existsSync(join(home.project, 'memory'))).toBe(false);
  });

  test('so it does where a memory has no rule yet, and no more once it has one', async () => {
    const home = await newHome();
    const { CLAUDE_CODE_ENTRYPOINT: _, ...person } = home.env;
    await madnessHere(home.project, ['init'], { env: person });
    for (const name of ['one', 'two'])
      session(home, name, 'From now on use pnpm, never npm.', 'npm install');
    expect(await made(home)).toContain('!madness scan');
    expect(start(home)).toContain('!madness scan');
    expect(start(home)).toBe('');
    await madnessHere(home.project, ['add', 'be kind to readers'], { env: person });
    expect(await made(home)).toBe('');
  });
});
