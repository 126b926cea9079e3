import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isStopPrompt } from '../../src/hooks/guards/continuation-limit.js';
import { isNamed, namedPaths } from '../../src/learn/guards/named-paths.js';
import { countsOf } from '../../src/observe/journal/session-counts.js';
import type { Gene, Guard } from '../../src/schema.gen.js';
import { git } from '../support/git.js';
import { callHook, factsIn } from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, scratchFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

const guard = {
  on: 'command',
  match: ['git push'],
  unless: ['git push --dry-run'],
  action: 'ask',
  instead: 'open a pull request',
} as const satisfies Gene['guard'];

interface Home {
  readonly project: string;
  readonly own: string;
  readonly env: Readonly<Record<string, string>>;
}

async function newHome(more: Partial<Gene> = { guard }, config: object = {}): Promise<Home> {
  const top = scratchFolder('guards');
  const project = join(top, 'shop');
  mkdirSync(project);
  spawnSync('git', ['init', '-q'], { cwd: project });
  spawnSync('git', ['remote', 'add', 'origin', 'https://me@example.org/team/shop.git'], {
    cwd: project,
  });
  putMemory(project, {
    assets: [gene('no-push', { title: 'Never push', ...more })],
    events: [born('no-push', 0.9)],
    target: '# Shop\n',
    config,
  });
  const own = join(top, 'own');
  const env = { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: join(top, 'claude') };
  trustHere(project, env);
  const home = { project, own, env };
  await run(home, ['compile']);
  return home;
}

async function run({ project, env }: Home, args: readonly string[]): Promise<string> {
  const { code, out, err } = await madnessHere(project, args, { env });
  if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${out} ${err}`);
  return out;
}

let serial = 0;

/** What a hook answers, as `start.sh` runs it; undefined where it says nothing. */
function hook(
  { project, env, own }: Home,
  name: string,
  payload: object,
  more: Readonly<Record<string, string>> = {},
  // biome-ignore lint/suspicious/noExplicitAny: the answer is what the test looks at.
): any {
  const input = {
    session_id: 's',
    transcript_path: join(project, '..', 't.jsonl'),
    cwd: project,
    tool_use_id: `call-${++serial}`,
    ...payload,
  };
  const { out } = callHook(name, JSON.stringify(input), { ...env, ...more });
  const log = join(own, 'state', 'hooks.log');
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('');
  if (out === '') return undefined;
  return out.startsWith('{') ? JSON.parse(out).hookSpecificOutput : out;
}

const bash = (command: string, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  ...more,
});

const rowsOf = (folder: string, name: string): string[] =>
  readFileSync(new URL(`../guards/${folder}/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

describe('the guard of a rule', () => {
  test('is off until the person switches it on, then asks, and says what to do instead', async () => {
    const home = await newHome();
    expect(existsSync(join(home.own, 'guards/pre-shell'))).toBe(false);
    expect(hook(home, 'pre-shell', bash('git push'))).toBeUndefined();
    await run(home, ['guard', 'no-push', '--on']);
    expect(JSON.parse(readFileSync(join(home.own, 'guards.json'), 'utf8')).guards).toMatchObject([
      { repository: 'example.org/team/shop', rule: 'gene:no-push' },
    ]);
    const answer = hook(home, 'pre-shell', bash('cd x && git -C y push origin'));
    expect(answer.permissionDecision).toBe('ask');
    expect(answer.permissionDecisionReason).toContain('Never push. Instead: open a pull request');
    expect(hook(home, 'pre-shell', bash('git commit -m "git push"'))).toBeUndefined();
    expect(hook(home, 'pre-shell', bash('git push --dry-run'))).toBeUndefined();
    expect(factsIn(home.own, 's')).toMatchObject([
      { kind: 'guard', guard: 'gene:no-push', action: 'ask' },
    ]);
  });

  test.each(['gone', '', '<<<<<<< ours\n{}\n>>>>>>> theirs\n'])(
    'holds where index.json is gone or unreadable: %j',
    async (text) => {
      const home = await newHome();
      await run(home, ['guard', 'no-push', '--on']);
      const file = join(home.project, 'memory/index.json');
      if (text === 'gone') rmSync(file);
      else writeFileSync(file, text);
      expect(hook(home, 'pre-shell', bash('git push')).permissionDecision).toBe('ask');
    },
  );

  test('of a branch holds what goes there alone, behind `cd`, `-C`, a switch, and in its work trees', async () => {
    const watch = { never: ['git push', 'git commit'], on: ['main', 'release/*'] };
    const home = await newHome({ watch });
    const made = (...args: string[]) => git(home.project, ...args);
    made('add', '-A');
    made('commit', '-qm', 'x');
    made('branch', '-M', 'main');
    made('worktree', 'add', '-q', '../fix', '-b', 'fix');
    // A branch of another name that a bare push reaches.
    made('branch', '-q', 'feature');
    made('update-ref', 'refs/remotes/origin/main', 'HEAD');
    made('config', 'push.default', 'upstream');
    made('branch', '-q', '-u', 'origin/main', 'feature');
    await run(home, ['guard', 'no-push', '--on']);
    const held = (rows: readonly string[], branch: string) => {
      made('checkout', '-q', branch);
      return rows.filter(
        (command) =>
          hook(home, 'pre-shell', bash(command, { session_id: `s${++serial}` })) !== undefined,
      );
    };
    const fix = join(home.project, '../fix');
    const toMain = [
      'git push origin HEAD:main',
      'git push -u origin +fix:refs/heads/release/2',
      'git push --all',
      'git push origin --delete main',
      'git switch main && git push',
    ];
    const elsewhere = [
      'git push origin fix',
      'git push origin main:backup',
      'git push --tags',
      `git -C ${fix} push`,
      `cd ${fix} && git commit -m x`,
      'git switch -c next && git push && git commit -m x',
    ];
    const bare = ['git push', 'git push origin HEAD', 'git commit -m x'];
    expect(held([...toMain, ...bare, ...elsewhere], 'main')).toEqual([...toMain, ...bare]);
    made('branch', '-q', 'other');
    expect(held([...toMain, ...bare, ...elsewhere], 'other')).toEqual(toMain);
    expect(held(bare, 'feature')).toEqual(['git push']);
    const main = home.project;
    made('checkout', '-q', 'other');
    expect(
      hook({ ...home, project: fix }, 'pre-shell', bash(`cd ${main} && git push`)),
    ).toBeUndefined();
    made('checkout', '-q', 'main');
    expect(
      hook({ ...home, project: fix }, 'pre-shell', bash(`cd ${main} && git push`))
        .permissionDecision,
    ).toBe('deny');
    // The branches are part of what was switched on.
    await run(home, ['edit', 'no-push', '--watch', '{"never":["git push"],"on":["fix"]}']);
    expect(held(['git push'], 'main')).toEqual([]);
  });

  test.each(['{ not json', '[]', '{"guards":[{"rule":"gene:no-push"}]}'])(
    'is never written over where the file of switches cannot be read, and doctor names the place: %s',
    async (text) => {
      const home = await newHome();
      await run(home, ['guard', 'no-push', '--on']);
      const file = join(home.own, 'guards.json');
      const whole = readFileSync(file, 'utf8');
      writeFileSync(file, text);
      for (const args of [
        ['guard', 'no-push', '--on'],
        ['guard', 'no-push', '--off'],
        ['doctor'],
      ]) {
        const { code, out, err } = await madnessHere(home.project, args, { env: home.env });
        expect([args[0], code]).toEqual([args[0], args[0] === 'doctor' ? 1 : 2]);
        expect(`${out}${err}`).toContain(`mv "${file}" "${file}.damaged"`);
      }
      await run(home, ['compile']);
      expect(readFileSync(file, 'utf8')).toBe(text);
      writeFileSync(file, whole);
      expect(existsSync(join(home.own, 'guards/pre-shell'))).toBe(true);
      expect(hook(home, 'pre-shell', bash('git push')).permissionDecision).toBe('ask');
    },
  );

  test('is a denial where nobody is there, which says what to do instead', async () => {
    const home = await newHome();
    await run(home, ['guard', 'no-push', '--on']);
    const answer = hook(home, 'pre-shell', bash('git push'), {
      CLAUDE_CODE_SESSION_ATTENDED: '0',
    });
    expect(answer.permissionDecision).toBe('deny');
    expect(answer.permissionDecisionReason).toContain('open a pull request');
  });

  test('only reminds after the person allowed it twice in a row, and asks again when switched on', async () => {
    const home = await newHome();
    await run(home, ['guard', 'no-push', '--on']);
    const push = (id: string) => hook(home, 'pre-shell', bash('git push', { tool_use_id: id }));
    const ran = (id: string) =>
      hook(home, 'post-tool-use', {
        ...bash('git push', { tool_use_id: id }),
        hook_event_name: 'PostToolUse',
        tool_response: { stdout: '', stderr: '' },
      });
    push('a');
    ran('a');
    // Refused in between: the row begins anew.
    push('b');
    push('c');
    ran('c');
    expect(push('d').permissionDecision).toBe('ask');
    ran('d');
    const reminder = push('e');
    expect(reminder.permissionDecision).toBeUndefined();
    expect(reminder.additionalContext).toContain('allowed twice in a row');
    // A reminder holds nothing back.
    const { guards } = countsOf('s', '', factsIn(home.own, 's')) ?? expect.unreachable();
    expect(guards.map(({ call, overridden }) => [call, overridden])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
      ['d', true],
    ]);
    await run(home, ['guard', 'no-push', '--on']);
    expect(push('f').permissionDecision).toBe('ask');
  });

  test.each([
    ['whose guard reads otherwise now', { guard: { ...guard, match: ['git'] } }, undefined],
    ['that has no guard any more', {}, undefined],
    ['that is retired', { guard }, ['deprecate', 'no-push', '--reason', 'x']],
    [
      'that came from outside and never worked here',
      {
        guard,
        origin: { source: 'x', imported_at: '2026-01-02' },
      },
      undefined,
    ],
  ])('a rule %s guards nothing', async (_, more, command) => {
    const home = await newHome();
    await run(home, ['guard', 'no-push', '--on']);
    if (command === undefined) {
      const assets = [gene('no-push', { title: 'Never push', ...(more as Partial<Gene>) })];
      putMemory(home.project, { assets, events: [born('no-push', 0.9)], target: '# Shop\n' });
      trustHere(home.project, home.env);
    } else await run(home, command);
    expect(hook(home, 'pre-shell', bash('git push'))).toBeUndefined();
  });

  test('in a memory that is not trusted guards nothing', async () => {
    const home = await newHome();
    await run(home, ['guard', 'no-push', '--on']);
    await run(home, ['trust', '--off']);
    expect(hook(home, 'pre-shell', bash('git push'))).toBeUndefined();
  });

  test('a path is held for an edit, a shell write, and by its real place', async () => {
    const home = await newHome({
      guard: { on: 'path', match: ['docs/plans/**'], action: 'deny', instead: 'use Linear' },
    });
    await run(home, ['guard', 'no-push', '--on']);
    const edit = (file_path: string) =>
      hook(home, 'pre-edit', {
        hook_event_name: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { file_path, content: 'x' },
      });
    expect(edit(join(home.project, 'docs/plans/a.md')).permissionDecision).toBe('deny');
    expect(edit('src/../docs/plans/a.md').permissionDecision).toBe('deny');
    expect(edit(join(home.project, 'docs/a.md'))).toBeUndefined();
    expect(edit(join(home.project, '../docs/plans/a.md'))).toBeUndefined();
    const write = hook(home, 'pre-shell', bash('cat <<X > docs/plans/b.md\nx\nX'));
    expect(write.permissionDecision).toBe('deny');
  });

  test.each(['*', '* *', '-*', 'git push; rm', '$X push'])(
    'with the pattern %j is refused',
    async (pattern) => {
      const home = await newHome({});
      const rule = gene('other', { guard: { on: 'command', match: [pattern], action: 'deny' } });
      const file = put(home.project, 'rule.json', JSON.stringify(rule));
      const { code, err } = await madnessHere(home.project, ['add', 'gene', '--file', file], {
        env: home.env,
      });
      expect(code).toBe(1);
      expect(err).toContain('asset/guard');
    },
  );

  test('a guard file that was edited by hand lets calls pass', async () => {
    const home = await newHome();
    await run(home, ['guard', 'no-push', '--on']);
    for (const text of ['', '[]', '{"guards": [{"rule": 1}]}', '{"guards": {}}', '{']) {
      writeFileSync(join(home.own, 'guards.json'), text);
      expect(hook(home, 'pre-shell', bash('git push'))).toBeUndefined();
    }
  });
});

describe('the gate before Node', () => {
  const passes = (home: Home, name: string, payload: object): boolean => {
    const file = join(home.own, 'guards', name);
    if (!existsSync(file)) return false;
    const patterns = readFileSync(file, 'utf8').trimEnd();
    const { status } = spawnSync('grep', ['-qE', '-e', patterns], {
      input: `${JSON.stringify({ session_id: 's', cwd: home.project, ...payload })}\n`,
      env: { ...process.env, LC_ALL: 'C' },
    });
    return status === 0;
  };

  test('lets through what a guard holds back, and little else', async () => {
    const home = await newHome();
    await run(home, ['guard', 'no-push', '--on']);
    for (const command of ['git push', 'x\ngit  push', '/usr/bin/git -C a push', '(git push)'])
      expect(passes(home, 'pre-shell', bash(command)), command).toBe(true);
    for (const command of ['npm test', 'git status', 'cat .gitpush', 'push git'])
      expect(passes(home, 'pre-shell', bash(command)), command).toBe(false);
    await run(home, ['guard', 'no-push', '--off']);
    expect(existsSync(join(home.own, 'guards/pre-shell'))).toBe(false);
  });

  test('of rules by path opens for files that could fit, in that project alone', async () => {
    const home = await newHome({ when: { paths: ['src/api/**/*.ts'] } });
    const read = (file_path: string) => ({ tool_name: 'Read', tool_input: { file_path } });
    expect(passes(home, 'post-guards', read(`${home.project}/src/api/a.ts`))).toBe(true);
    expect(passes(home, 'post-guards', read(`${home.project}/README.md`))).toBe(false);
    const other = { ...read('/x/src/api/a.ts'), cwd: '/x' };
    expect(passes(home, 'post-guards', other)).toBe(false);
  });
});

test('a rule by path is shown once a session, and again after a compaction', async () => {
  const home = await newHome({ when: { paths: ['src/api/**'] } });
  const read = (file: string) =>
    hook(home, 'post-guards', {
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_input: { file_path: join(home.project, file) },
      tool_response: { type: 'text', file: { content: 'x' } },
    });
  expect(read('src/web/a.ts')).toBeUndefined();
  expect(read('src/api/a.ts').additionalContext).toContain('gene:no-push');
  expect(read('src/api/b.ts')).toBeUndefined();
  hook(home, 'pre-compact', { hook_event_name: 'PreCompact', trigger: 'auto' });
  expect(read('src/api/b.ts').additionalContext).toContain('gene:no-push');
  await run(home, ['guards', 'off', 'rules-by-path']);
  expect(existsSync(join(home.own, 'guards/post-guards'))).toBe(false);
});

test('a note of the person that holds a secret is not kept', async () => {
  const home = await newHome({});
  const text = `The token is ${'ghp_'}16C7e42F292c6912E7710c838347Ae178B4a`;
  const { code, err } = await madnessHere(home.project, ['keep', 'note', 'deploy', text], {
    env: home.env,
  });
  expect([code, err]).toEqual([1, expect.stringContaining('github_token')]);
  expect(existsSync(join(home.project, 'memory/notes/deploy.md'))).toBe(false);
});

test('a note without a path or a command is not kept: nobody would ever be told', async () => {
  const home = await newHome({});
  const text = 'The rates come from finance.';
  const { code, err } = await madnessHere(home.project, ['keep', 'note', 'rates', text], {
    env: home.env,
  });
  expect([code, err]).toEqual([2, expect.stringContaining('this one names none')]);
  expect(existsSync(join(home.project, 'memory/notes/rates.md'))).toBe(false);
});

test('a kept note is named where a command that it names failed twice', async () => {
  const home = await newHome({});
  const text = 'Before `npm run build`, run `npm run gen:types`.';
  await run(home, ['keep', 'note', 'web-build', text]);
  const fails = (command: string) =>
    hook(home, 'post-tool-use-failure', {
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_use_id: `note-${++serial}`,
      tool_input: { command },
      error: "Exit code 2\nsrc/a.ts(1,1): error TS2307: Cannot find module '@ledger/api-types'",
    });
  expect(fails('cd web && npm run build')).toBeUndefined();
  expect(fails('cd web && npm run build').additionalContext).toMatch(
    /A kept note names this command: .*memory\/notes\/web-build\.md$/,
  );
});

test('a kept note is named once a session, when a path that it names comes up', async () => {
  const home = await newHome({});
  const text = 'The rates in `src/billing/rates.ts` come from finance.\nSee https://x.org/a.ts';
  await run(home, ['keep', 'note', 'billing-rates', text]);
  const tool = (file: string, more: object = {}) => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_input: { file_path: join(home.project, file) },
    tool_response: { type: 'text', file: { content: 'x' } },
    ...more,
  });
  expect(readFileSync(join(home.own, 'guards/post-guards'), 'utf8')).toContain('rates\\.ts');
  expect(hook(home, 'post-guards', tool('src/billing/other.ts'))).toBeUndefined();
  expect(hook(home, 'post-guards', tool('a.ts'))).toBeUndefined();
  const told = hook(home, 'post-guards', tool('src/billing/rates.ts'));
  expect(told.additionalContext).toBe(
    'A kept note names this file (madness): memory/notes/billing-rates.md',
  );
  expect(hook(home, 'post-guards', tool('src/billing/rates.ts'))).toBeUndefined();
  const other = tool('src/billing/rates.ts', { session_id: 't' });
  expect(hook(home, 'post-guards', other)).toBeDefined();
});

test('a kept skill goes with uninstall, and the skills of the person stay', async () => {
  const home = await newHome({});
  await run(home, ['keep', 'skill', 'madness-reflect-release', 'Tag, then push.', 'Releases']);
  const own = put(home.project, '.claude/skills/release/SKILL.md', 'mine\n');
  const skill = join(home.project, '.claude/skills/madness-reflect-release');
  expect(existsSync(skill)).toBe(true);
  expect(await run(home, ['uninstall'])).toContain(skill);
  expect([existsSync(skill), existsSync(own)]).toEqual([false, true]);
});

test('the paths that a text names are found, and what merely looks like one is not', () => {
  const text =
    'In src/store/ and ./lib/a.ts, and (README.md), 改 src/界面/x.ts，修改src/b.ts时; e.g. and/or v1.2 a.b.';
  expect(namedPaths(text)).toEqual(['src/store/', 'lib/a.ts', 'README.md', 'src/b.ts', 'and/or']);
  expect(isNamed('src/store/deep/a.ts', namedPaths(text))).toBe(true);
  expect(isNamed('docs/README.md', namedPaths(text))).toBe(true);
  expect(isNamed('src/a.ts', namedPaths('see src/store'))).toBe(false);
});

const typed = (content: string, at: number) =>
  JSON.stringify({
    type: 'user',
    uuid: `u${at}`,
    timestamp: `2026-11-20T10:00:0${at}Z`,
    origin: { kind: 'human' },
    promptSource: 'typed',
    message: { role: 'user', content },
  });

test('the compaction brief holds the constraints word for word, and keeps its length', async () => {
  const home = await newHome();
  const words = 'Never touch the billing tables, they are shared with finance.';
  const long = Array.from({ length: 60 }, (_, at) => `You must keep rule number ${at} of mine.`);
  const transcript = put(
    join(home.project, '..'),
    't.jsonl',
    `${[typed(`Build the page. ${words}`, 1), typed(long.join('\n'), 2), typed(`Go on.\n不要修改 ${'旧接口'}。`, 3)].join('\n')}\n`,
  );
  const brief = (trigger: string): string =>
    hook(home, 'pre-compact', {
      hook_event_name: 'PreCompact',
      trigger,
      transcript_path: transcript,
    }) ?? '';
  expect(brief('auto').length).toBeLessThanOrEqual(1500);
  expect(brief('manual').length).toBeLessThanOrEqual(600);
  expect(brief('auto')).toContain('- "不要修改 旧接口。"');
  writeFileSync(transcript, `${typed(`Build the page. ${words}`, 1)}\n`);
  expect(brief('manual')).toContain(`- "${words}"`);
  await run(home, ['guards', 'off', 'compaction-brief']);
  expect(brief('auto')).toBe('');
});

describe('a turn that goes on by itself', () => {
  async function withTodos(
    prompt: string,
    more = '',
  ): Promise<{ home: Home; stop: (more?: object) => unknown }> {
    const home = await newHome();
    await run(home, ['guards', 'on', 'finish-todos']);
    put(home.env.CLAUDE_CONFIG_DIR ?? '', 'tasks/s/1.json', '{"subject":"a","status":"completed"}');
    put(home.env.CLAUDE_CONFIG_DIR ?? '', 'tasks/s/2.json', '{"subject":"b","status":"pending"}');
    put(join(home.project, '..'), 't.jsonl', `${typed(prompt, 1)}\n${more}`);
    const stop = (fields: object = {}, env = {}) =>
      hook(home, 'stop', { hook_event_name: 'Stop', stop_hook_active: false, ...fields }, env);
    return { home, stop };
  }

  test('goes on while tasks are open, three times in a row at most', async () => {
    const { stop } = await withTodos('build it');
    expect(stop()).toMatchObject({ additionalContext: expect.stringContaining('1 of 2 tasks') });
    for (const _ of [2, 3]) expect(stop({ stop_hook_active: true })).toBeDefined();
    expect(stop({ stop_hook_active: true })).toBeUndefined();
  });

  test.each(['stop', '停', '别继续'])('ends after %j', async (prompt) => {
    expect((await withTodos(prompt)).stop()).toBeUndefined();
  });

  test('ends after a "stop" that the client writes only while the turn ends', async () => {
    const { home, stop } = await withTodos('build it');
    const file = join(home.project, '..', 't.jsonl');
    const row = JSON.stringify({ ...JSON.parse(typed('stop', 2)), promptId: 'p2' });
    spawn('sh', ['-c', 'sleep 0.2; printf "%s\\n" "$1" >> "$2"', 'sh', row, file]);
    expect(stop({ prompt_id: 'p2' })).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toContain('p2');
  });

  test('ends after an interrupt, with nobody there, with work in the background', async () => {
    const interrupted = JSON.stringify({
      type: 'user',
      uuid: 'u9',
      timestamp: '2026-11-20T10:00:09Z',
      message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
    });
    expect((await withTodos('build it', `${interrupted}\n`)).stop()).toBeUndefined();
    const { home, stop } = await withTodos('build it');
    expect(stop({ background_tasks: [{}] })).toBeUndefined();
    const alone = { CLAUDE_CODE_SESSION_ATTENDED: '0' };
    expect(hook(home, 'stop', { hook_event_name: 'Stop' }, alone)).toBeUndefined();
  });

  test('goes on with one text where two guards ask for it, three times in a row at most', async () => {
    const { home, stop } = await withTodos('build it');
    put(home.project, 'PLAN.md', '- [x] one\n- [ ] two\n');
    await run(home, ['work', 'start', 'PLAN.md', '--session', 's']);
    for (const round of [1, 2, 3])
      expect(stop({ stop_hook_active: round > 1 })).toMatchObject({
        additionalContext: expect.stringMatching(/1 of 2 tasks[\s\S]*\n\n[\s\S]*1 of 2 boxes/),
      });
    expect(stop({ stop_hook_active: true })).toBeUndefined();
    expect(stop()).toBeDefined();
  });

  test.each(rowsOf('stop-gate', 'stops'))('is stopped by %j', (prompt) => {
    expect(isStopPrompt(prompt)).toBe(true);
  });
  test.each(rowsOf('stop-gate', 'lets-pass'))('is not stopped by %j', (prompt) => {
    expect(isStopPrompt(prompt)).toBe(false);
  });
});

describe('several guards', () => {
  const two = async (other: Partial<Guard>): Promise<Home> => {
    const home = await newHome();
    putMemory(home.project, {
      assets: [
        gene('no-push', { title: 'Never push', guard }),
        gene('no-force', {
          title: 'Never force',
          guard: { on: 'command', match: ['git push --force'], action: 'deny', ...other },
        }),
      ],
      events: [born('no-push', 0.9), born('no-force', 0.9)],
      target: '# Shop\n',
    });
    trustHere(home.project, home.env);
    await run(home, ['compile']);
    for (const id of ['no-push', 'no-force']) await run(home, ['guard', id, '--on']);
    return home;
  };

  test('on one call: the strictest speaks, alone', async () => {
    const home = await two({});
    const denied = hook(home, 'pre-shell', bash('git push --force'));
    expect(denied.permissionDecision).toBe('deny');
    expect(denied.permissionDecisionReason).toContain('Never force');
    expect(JSON.stringify(denied)).not.toContain('Never push');
    expect(hook(home, 'pre-shell', bash('git push')).permissionDecision).toBe('ask');
    const facts = factsIn(home.own, 's').filter(({ kind }) => kind === 'guard');
    expect(facts.map((fact) => fact.kind === 'guard' && fact.guard)).toEqual([
      'gene:no-force',
      'gene:no-push',
    ]);
  });

  test('on one call, of which one only reminds: the other asks', async () => {
    const home = await two({ action: 'tell' });
    const asked = hook(home, 'pre-shell', bash('git push --force'));
    expect(asked.permissionDecision).toBe('ask');
    expect(asked.permissionDecisionReason).toContain('Never push');
  });

  test('after one call: their texts are joined in the order of the table', async () => {
    const home = await newHome({ when: { paths: ['src/**'] } });
    for (const name of ['nested-readme', 'nested-agents']) await run(home, ['guards', 'on', name]);
    put(home.project, 'src/AGENTS.md', 'For agents.\n');
    put(home.project, 'src/README.md', 'For people.\n');
    const file = put(home.project, 'src/a.ts', 'x\n');
    const { additionalContext } = hook(home, 'post-guards', {
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_input: { file_path: file },
      tool_response: { type: 'text', file: { filePath: file, content: 'x\n' } },
    });
    const places = ['Never push', 'For agents.', 'For people.'].map((words) =>
      additionalContext.indexOf(words),
    );
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('and a hint: a guarded call that the person allowed and that failed twice is hinted at too', async () => {
    const home = await newHome({ guard, when: { commands: ['git push'] } });
    await run(home, ['guard', 'no-push', '--on']);
    const failed = {
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: 'git push' },
      error: 'Exit code 1\nerror: failed to push some refs to origin',
    };
    const turn = () => {
      const id = `both-${++serial}`;
      const asked = hook(home, 'pre-shell', bash('git push', { tool_use_id: id }));
      return [asked, hook(home, 'post-tool-use-failure', { ...failed, tool_use_id: id })];
    };
    const [first, nothing] = turn();
    expect([first.permissionDecision, nothing]).toEqual(['ask', undefined]);
    const [second, hint] = turn();
    expect(second.permissionDecision).toBe('ask');
    expect(hint.additionalContext).toMatch(/madness hint [\s\S]*Never push/);
    expect(hook(home, 'pre-shell', bash('git push')).additionalContext).toContain('only reminds');
  });

  test('guard a sub-agent’s call as well, and its end is not continued', async () => {
    const home = await two({});
    const inAgent = { agent_id: 'a1', agent_type: 'general-purpose' };
    const denied = hook(home, 'pre-shell', bash('git push --force', inAgent));
    expect(denied.permissionDecision).toBe('deny');
    await run(home, ['guards', 'on', 'finish-todos']);
    put(home.env.CLAUDE_CONFIG_DIR ?? '', 'tasks/s/1.json', '{"subject":"a","status":"pending"}');
    expect(hook(home, 'stop', { hook_event_name: 'Stop', ...inAgent })).toBeUndefined();
  });
});

describe('by switch', () => {
  const on = async (name: string, settings: unknown = true): Promise<Home> => {
    const home = await newHome();
    put(home.own, 'config.json', JSON.stringify({ guards: { [name]: settings } }));
    return home;
  };

  test('modes put the text of a word before the model', async () => {
    const home = await on('modes');
    const ask = (prompt: string) =>
      hook(home, 'prompt-guards', { hook_event_name: 'UserPromptSubmit', prompt });
    for (const prompt of rowsOf('modes', 'stops')) expect(ask(prompt), prompt).toBeDefined();
    for (const prompt of rowsOf('modes', 'lets-pass')) expect(ask(prompt), prompt).toBeUndefined();
  });

  test('short labels keep 27 characters, and stay unique', async () => {
    const home = await on('short-labels');
    const ask = (labels: readonly string[], question = 'Which?') =>
      hook(home, 'pre-question', {
        hook_event_name: 'PreToolUse',
        tool_name: 'AskUserQuestion',
        tool_input: { questions: [{ question, options: labels.map((label) => ({ label })) }] },
      });
    for (const label of rowsOf('short-labels', 'lets-pass')) expect(ask([label])).toBeUndefined();
    for (const label of rowsOf('short-labels', 'stops')) {
      const labels = ask([`${label}x`, `${label}y`]).updatedInput.questions[0].options.map(
        (option: { label: string }) => option.label,
      );
      expect(labels[0]).toBe(`${[...label].slice(0, 27).join('')}...`);
      expect(new Set(labels).size).toBe(2);
      expect([...labels[1]]).toHaveLength(30);
      // A question of madness is compared word for word.
      expect(ask([label], '[0123abcd] Keep?')).toBeUndefined();
    }
  });

  test('a locked agent writes only where the switch says', async () => {
    const home = await on('agent-lock', { agents: ['planner'], globs: ['docs/plans/**'] });
    const write = (row: string) => {
      const [agent_type, file_path] = row.split(' ');
      return hook(home, 'pre-edit', {
        hook_event_name: 'PreToolUse',
        tool_name: 'Write',
        agent_id: 'a',
        agent_type,
        tool_input: { file_path, content: '' },
      });
    };
    for (const row of rowsOf('agent-lock', 'stops'))
      expect(write(row)?.permissionDecision, row).toBe('deny');
    for (const row of rowsOf('agent-lock', 'lets-pass')) expect(write(row), row).toBeUndefined();
  });

  test('nested notes are shown once, the outermost first, without the root', async () => {
    const home = await on('nested-agents');
    put(home.project, 'AGENTS.md', 'root');
    put(home.project, 'a/AGENTS.md', `outer ${'x'.repeat(5000)}`);
    put(home.project, 'a/b/AGENTS.md', 'inner');
    const read = () =>
      hook(home, 'post-guards', {
        hook_event_name: 'PostToolUse',
        tool_name: 'Read',
        tool_input: { file_path: join(home.project, 'a/b/c.ts') },
      });
    const text: string = read().additionalContext;
    expect(text).toMatch(/a\/AGENTS\.md.*outer[\s\S]*a\/b\/AGENTS\.md[\s\S]*inner/s);
    expect(text).not.toContain('root\n');
    expect(text.length).toBeLessThan(4300);
    expect(read()).toBeUndefined();
  });

  test('a long output keeps its first lines and its failures, and names the file of the whole', async () => {
    const home = await on('short-outputs');
    const lines = Array.from({ length: 40_000 }, (_, at) =>
      at === 39_000 ? 'Error: here it broke' : `line ${at} of the log`,
    );
    const answer = hook(home, 'post-guards', {
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'make' },
      tool_response: { stdout: lines.join('\n'), stderr: '', interrupted: false, isImage: false },
    }).updatedToolOutput;
    expect(answer.interrupted).toBe(false);
    expect(answer.stdout.length).toBeLessThan(205_000);
    expect(answer.stdout).toContain('Error: here it broke');
    expect(answer.stdout.startsWith('line 0 of the log\nline 1')).toBe(true);
    const [, file = ''] = /is in (.+)\]$/.exec(answer.stdout) ?? [];
    expect(readFileSync(file, 'utf8')).toBe(lines.join('\n'));
  });

  test.each<[string, string, number, string[]]>([
    [
      'four lines in a session that is past the usual window',
      'a\nb\nc\nd',
      260_000,
      ['a\nb\nc\nd'],
    ],
    ['one line of 400 kB', `{"first":1,${'x'.repeat(400_000)}}`, 1000, ['{"first":1,']],
    [
      'a log whose last line sums up',
      `${'compiling one more of the many files\n'.repeat(30_000)}3 of 41 did not pass (cart.total)`,
      1000,
      ['compiling one more', '3 of 41 did not pass (cart.total)'],
    ],
    [
      'a page of search results',
      `${'src/a.ts: word\n'.repeat(200)}last`,
      199_990,
      ['src/a.ts', 'last'],
    ],
  ])('what is left of %s says something', async (_, stdout, tokens, kept) => {
    const home = await on('short-outputs');
    const usage = { input_tokens: 10, cache_read_input_tokens: tokens };
    const row = { type: 'assistant', message: { model: 'some-model', usage } };
    const transcript_path = put(join(home.project, '..'), 't.jsonl', `${JSON.stringify(row)}\n`);
    const answer = hook(home, 'post-guards', {
      ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'make' } },
      tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
      transcript_path,
    })?.updatedToolOutput;
    const read: string = answer?.stdout ?? stdout;
    expect(read.length).toBeGreaterThan(Math.min(stdout.length - 1, 5000));
    for (const words of kept) expect(read).toContain(words);
  });

  test('the context warning comes once, at 70 %', async () => {
    const home = await on('context-warning');
    const call = (tokens: number) => {
      const usage = { input_tokens: 10, cache_read_input_tokens: tokens };
      const row = { type: 'assistant', message: { model: 'm', usage } };
      put(join(home.project, '..'), 't.jsonl', `${JSON.stringify(row)}\n`);
      return hook(home, 'post-guards', {
        hook_event_name: 'PostToolUse',
        tool_name: 'Grep',
        tool_input: {},
      });
    };
    expect(call(130_000)).toBeUndefined();
    expect(call(150_000).additionalContext).toContain('75 %');
    expect(call(150_000)).toBeUndefined();
  });

  test('the words of the comment check reach the model', async () => {
    const script = 'process.stdin.resume();console.log("too many comments")';
    const home = await on('comment-check', { command: [process.execPath, '-e', script] });
    const answer = hook(home, 'post-guards', {
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'a.ts', content: '// a' },
    });
    expect(answer.additionalContext).toContain('too many comments');
  });

  test('delegation reminds at an edit, holds a task to one thing, and asks for a check', async () => {
    const home = await on('delegate');
    const call = (name: string, fields: object) =>
      hook(home, name, { hook_event_name: 'PreToolUse', ...fields });
    const edit = { tool_name: 'Edit', tool_input: { file_path: 'src/a.ts' } };
    expect(call('pre-edit', edit).additionalContext).toContain('coordinates');
    expect(call('pre-edit', { ...edit, agent_id: 'x' })).toBeUndefined();
    expect(call('pre-edit', { ...edit, tool_input: { file_path: 'plan.md' } })).toBeUndefined();
    const task = { tool_name: 'Agent', tool_input: { prompt: 'Do it', description: 'd' } };
    const { updatedInput } = call('pre-agent', task);
    expect(updatedInput).toMatchObject({ description: 'd' });
    expect(updatedInput.prompt).toMatch(/^Do exactly the one task below[\s\S]*Do it$/);
    const after = call('post-guards', { ...task, hook_event_name: 'PostToolUse' });
    expect(after.additionalContext).toContain('run the tests');
  });

  test('an API failure at the end is told when the session is resumed', async () => {
    const home = await on('recovery-note');
    const resume = (row: object) => {
      put(join(home.project, '..'), 't.jsonl', `${JSON.stringify(row)}\n`);
      const answer = hook(home, 'session-start', {
        hook_event_name: 'SessionStart',
        source: 'resume',
      });
      return answer?.additionalContext ?? '';
    };
    expect(resume({ type: 'assistant', isApiErrorMessage: true, message: {} })).toContain('API');
    const content = [{ type: 'tool_use', name: 'Bash', input: {} }];
    expect(resume({ type: 'assistant', message: { content } })).toContain('interrupted');
    const done = [{ type: 'text', text: 'done' }];
    expect(resume({ type: 'assistant', message: { content: done } })).not.toContain('interrupted');
  });

  test('work goes on while the plan has open boxes, and is closed when it has none', async () => {
    const home = await newHome();
    const plan = put(home.project, 'PLAN.md', '- [x] a\n- [ ] b\n```\n- [ ] no box\n```\n');
    put(join(home.project, '..'), 't.jsonl', `${typed('go', 1)}\n`);
    await run(home, ['work', 'start', 'PLAN.md', '--session', 's']);
    const stop = (last_assistant_message = '') =>
      hook(home, 'stop', { hook_event_name: 'Stop', last_assistant_message });
    expect(stop().additionalContext).toContain('1 of 2 boxes');
    writeFileSync(plan, '- [x] a\n- [x] b\n');
    expect(stop()).toBeUndefined();
    expect(existsSync(join(home.own, 'state/s/work.json'))).toBe(false);
    await run(home, [
      'work',
      'loop',
      'fix it',
      '--promise',
      'DONE',
      '--max',
      '2',
      '--session',
      's',
    ]);
    expect(stop().additionalContext).toContain('Round 1 of 2');
    expect(stop('<promise>DONE</promise>')).toBeUndefined();
    expect(await run(home, ['work', 'status', '--session', 's'])).toContain('No work');
  });
});

test('guards are listed with what the client does itself, and a project switches on only some', async () => {
  const home = await newHome({ guard }, { guards: ['nested-readme'] });
  await run(home, ['guard', 'no-push', '--on']);
  hook(home, 'pre-shell', bash('git push'));
  const rows = JSON.parse(await run(home, ['guards', '--json']));
  const row = (name: string) => rows.find((one: { name: string }) => one.name === name);
  expect(row('gene:no-push')).toMatchObject({ kind: 'rule', on: true, fired: 1 });
  expect(row('finish-todos')).toMatchObject({ kind: 'built-in', on: false, last: null });
  expect(row('goal')).toMatchObject({ kind: 'native', on: true });
  expect(readFileSync(join(home.own, 'guards/post-guards'), 'utf8')).toContain(home.project);
  const config = JSON.stringify({ project: 'home', guards: ['finish-todos'] });
  put(home.project, 'memory/config.json', config);
  expect((await madnessHere(home.project, ['check'], { env: home.env })).code).toBe(1);
  put(home.env.CLAUDE_CONFIG_DIR ?? '', 'tasks/s/1.json', '{"subject":"a","status":"pending"}');
  expect(hook(home, 'stop', { hook_event_name: 'Stop' })).toBeUndefined();
});
