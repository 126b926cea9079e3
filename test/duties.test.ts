import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DutyFact, isProseOnly, isWaiver, missingRuns } from '../src/learn/watches/duty.js';
import type { Gene, Watch } from '../src/schema.gen.js';
import { callHook, factsIn } from './support/hook.js';
import { madnessHere } from './support/in-process.js';
import { born, gene, putMemory } from './support/memory.js';
import { put, scratchFolder } from './support/scratch.js';
import { trustHere } from './support/trust.js';

const rule = 'gene:duty';
const ran = (run: string, call = 'c'): DutyFact => ({ kind: 'ran', run, call });
const commit: DutyFact = { kind: 'moment', moment: 'commit', call: 'commit-1' };
const undone = (call: string): DutyFact => ({ kind: 'undone', call });
const edited: DutyFact = { kind: 'edited', rule };

describe('what is missing at a moment', () => {
  const tests: Watch = { before: 'commit', run: ['npm test'] };
  const both: Watch = { before: 'commit', run: ['npm test', './check.sh'] };
  const docs: Watch = { after: ['*.proto'], run: ['make gen'] };
  test.each<[string, Watch, DutyFact[], string[]]>([
    ['what never ran', tests, [], ['npm test']],
    ['nothing once it ran', tests, [ran('test')], []],
    ['what ran before the last commit alone', tests, [ran('test'), commit], ['npm test']],
    ['nothing where that commit failed', tests, [ran('test'), commit, undone('commit-1')], []],
    ['what was refused', tests, [ran('test', 'r'), undone('r')], ['npm test']],
    ['one of two', both, [ran('test')], ['./check.sh']],
    ['nothing where either will do', { ...both, any: true }, [ran('./check.sh')], []],
    ['nothing where no such file was edited', docs, [], []],
    ['what an edit asks for', docs, [edited], ['make gen']],
    ['what ran before the edit', docs, [ran('make gen'), edited], ['make gen']],
    ['nothing where it ran after the edit', docs, [edited, ran('make gen')], []],
  ])('is %s', (_, watch, facts, missing) => {
    expect(missingRuns({ rule, watch }, facts)).toEqual(missing);
  });

  test.each([
    'just commit it',
    'skip the tests this time',
    "don't bother with lint, commit",
    'commit anyway',
    '先提交，测试晚点再说',
    '不用跑测试',
    '直接提交吧',
  ])('is nothing where the person says: %s', (words) => expect(isWaiver(words)).toBe(true));

  test.each([
    'commit it',
    'did you skip the tests?',
    '可以先提交吗？',
    'run the tests, then commit',
  ])('stays where the person says: %s', (words) => expect(isWaiver(words)).toBe(false));

  test('prose and pictures need no check, and neither does no change', () => {
    expect(isProseOnly(['docs/a.md', 'logo.png', 'README', 'sub/LICENSE.txt'])).toBe(true);
    expect(isProseOnly(['docs/a.md', 'src/a.ts'])).toBe(false);
  });
});

interface Home {
  readonly project: string;
  readonly own: string;
  readonly env: Readonly<Record<string, string>>;
}

async function newHome(more: Partial<Gene>, language: 'en' | 'zh' = 'en'): Promise<Home> {
  const top = scratchFolder('duties');
  const project = join(top, 'shop');
  mkdirSync(project);
  spawnSync('git', ['init', '-q'], { cwd: project });
  put(project, 'src/a.ts', 'export {};\n');
  const own = join(top, 'own');
  const env = { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: join(top, 'claude') };
  const home = { project, own, env };
  const memory = { title: 'Tests before each commit', ...more };
  putMemory(project, {
    assets: [gene('duty', memory)],
    events: [born('duty', 0.9)],
    target: '# Shop\n',
    config: { language },
  });
  trustHere(project, env);
  for (const args of [['compile'], ['guard', 'duty', '--on']]) {
    const { code, err } = await madnessHere(project, args, { env });
    expect([code, err]).toEqual([0, expect.any(String)]);
  }
  return home;
}

let serial = 0;

interface Answer {
  readonly decision?: string;
  readonly reason?: string;
  readonly person?: string;
}

function hook({ project, env, own }: Home, name: string, payload: object): Answer {
  const input = {
    session_id: 's',
    transcript_path: join(project, '..', 't.jsonl'),
    cwd: project,
    tool_use_id: `call-${++serial}`,
    ...payload,
  };
  const { out } = callHook(name, JSON.stringify(input), env);
  const log = join(own, 'state', 'hooks.log');
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('');
  const answer = out === '' ? {} : JSON.parse(out);
  return {
    decision: answer.hookSpecificOutput?.permissionDecision,
    reason: answer.hookSpecificOutput?.permissionDecisionReason,
    person: answer.systemMessage,
  };
}

const bash = (command: string, more: object = {}) => ({
  ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } },
  ...more,
});
const edit = (file: string) => ({
  ...{ hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: file } },
});
const failed = (command: string, id: string, error: string) => ({
  ...{ hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: { command } },
  ...{ tool_use_id: id, error },
});
const before: Partial<Gene> = { watch: { before: 'commit', run: ['npm test'] } };

describe('a duty that the person switched on', () => {
  test('is told once at a commit, in a refusal that names what is missing; the second attempt passes', async () => {
    const home = await newHome(before);
    const first = hook(home, 'pre-shell', bash('git commit -m "a change"'));
    expect(first.decision).toBe('deny');
    expect(first.reason).toContain('Not run since the last time: `npm test`.');
    expect(first.person).toBe('madness: reminded Claude of duty');
    expect(hook(home, 'pre-shell', bash('git commit -m "a change"'))).toEqual({});
    // A new stretch began with that commit.
    expect(hook(home, 'pre-shell', bash('git commit -m "the next"')).decision).toBe('deny');
  });

  test('says so in Chinese', async () => {
    const home = await newHome(before, 'zh');
    const { reason, person } = hook(home, 'pre-shell', bash('git commit -m x'));
    expect(reason).toContain('还没有运行：`npm test`');
    expect(person).toBe('madness：已提醒 Claude 遵守 duty');
  });

  test.each([
    ['it ran', ['npm test']],
    ['another of its kind ran', ['npx vitest run src']],
    ['it ran in the same line', []],
    ['it ran by a script of bash', ['bash -c "npm test"']],
  ])('says nothing where %s', async (_, commands) => {
    const home = await newHome(before);
    for (const command of commands) expect(hook(home, 'pre-shell', bash(command))).toEqual({});
    const line = commands.length === 0 ? 'npm test && git commit -m x' : 'git commit -m x';
    expect(hook(home, 'pre-shell', bash(line))).toEqual({});
  });

  test('a run that ends with an exit code has run; one that never began has not', async () => {
    const home = await newHome(before);
    for (const [id, error] of [
      ['red', 'Exit code 1\nFAIL'],
      ['refused', 'The user does not want to proceed.'],
    ] as const) {
      hook(home, 'pre-shell', bash('npm test', { tool_use_id: id }));
      hook(home, 'post-tool-use-failure', failed('npm test', id, error));
      const { decision } = hook(home, 'pre-shell', bash('git commit -m x'));
      expect(decision).toBe(id === 'red' ? undefined : 'deny');
    }
  });

  test('a commit that failed ends nothing', async () => {
    const home = await newHome(before);
    hook(home, 'pre-shell', bash('npm test'));
    hook(home, 'pre-shell', bash('git commit -m x', { tool_use_id: 'torn' }));
    hook(home, 'post-tool-use-failure', failed('git commit -m x', 'torn', 'Exit code 1\nhusky'));
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
  });

  test.each([
    ['prose alone changed', (home: Home) => put(home.project, '../x', '')],
    ['a hook of git runs it', (home: Home) => put(home.project, '.husky/pre-commit', 'npm test\n')],
    [
      'the person waived it',
      (home: Home) =>
        put(
          home.project,
          '../t.jsonl',
          `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'Just commit it.' } })}\n`,
        ),
    ],
  ])('says nothing where %s', async (why, make) => {
    const home = await newHome(before);
    make(home);
    if (why.startsWith('prose')) {
      const git = (...args: string[]) => spawnSync('git', args, { cwd: home.project });
      git('add', '-A');
      git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'all');
      put(home.project, 'docs/a.md', 'words\n');
    }
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
    const waived = factsIn(home.own, 's').filter(
      (fact) => 'action' in fact && fact.action === 'waived',
    );
    expect(waived).toHaveLength(why.includes('waived') ? 1 : 0);
  });

  test('a commit in another repository is none of this project', async () => {
    const home = await newHome(before);
    const elsewhere = scratchFolder('elsewhere');
    for (const line of [`cd ${elsewhere} && git commit -m x`, `git -C ${elsewhere} commit -m x`])
      expect(hook(home, 'pre-shell', bash(line))).toEqual({});
  });

  test('what follows an edit is told at the next commit', async () => {
    const home = await newHome({ watch: { after: ['api/**'], run: ['make gen'] } });
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
    hook(home, 'pre-edit', edit(join(home.project, 'api/a.proto')));
    expect(hook(home, 'pre-shell', bash('git commit -m x')).decision).toBe('deny');
    hook(home, 'pre-shell', bash('make gen'));
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
  });

  test.each([
    ['use', { use: 'pnpm', not: ['npm'] }, 'npm install left-pad', 'Instead: pnpm.'],
    ['never', { never: ['git push --force'] }, 'git push -f', 'Tests before each commit.'],
  ] as const)(
    '%s: it is told once a session, sub-agents included',
    async (_, watch, line, says) => {
      const home = await newHome({ watch: watch as unknown as Watch });
      const first = hook(home, 'pre-shell', bash(line));
      expect([first.decision, first.person]).toEqual(['deny', 'madness: reminded Claude of duty']);
      expect(first.reason).toContain(says);
      expect(hook(home, 'pre-shell', bash(line, { agent_id: 'a1' }))).toEqual({});
    },
  );
});
