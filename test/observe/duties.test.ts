import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DutyFact, isWaiver, missingRuns } from '../../src/learn/watches/duty.js';
import { isProse } from '../../src/learn/watches/match.js';
import { weekPath } from '../../src/observe/journal/journal.js';
import { readCounts } from '../../src/observe/journal/kept-counts.js';
import { projectKey } from '../../src/observe/sessions/project-folder.js';
import type { Gene, Watch } from '../../src/schema.gen.js';
import { callHook, contextOf, factsIn, startHook } from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, scratchFolder } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';
import { trustHere } from '../support/trust.js';

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

  test.each(['docs/a.md', 'logo.png', 'README', 'sub/LICENSE.txt', 'LICENSE-MIT', 'CHANGELOG'])(
    '%s is prose or a picture',
    (path) => expect(isProse(path)).toBe(true),
  );

  test.each([
    ...['src/a.ts', 'readme.ts', 'license-check.js', 'scripts/changelog.py', 'ReadmeView.tsx'],
    ...['CMakeLists.txt', 'requirements.txt', 'requirements-dev.txt', 'md', 'license-check'],
  ])('%s is none', (path) => expect(isProse(path)).toBe(false));
});

interface Home {
  readonly project: string;
  readonly own: string;
  readonly env: Readonly<Record<string, string>>;
}

async function newHome(
  more: Partial<Gene>,
  language: 'en' | 'zh' = 'en',
  prepare: (project: string) => void = () => {},
): Promise<Home> {
  const top = scratchFolder('duties');
  const project = join(top, 'shop');
  mkdirSync(project);
  spawnSync('git', ['init', '-q'], { cwd: project });
  put(project, 'src/a.ts', 'export {};\n');
  prepare(project);
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
/** Code that a commit takes along. */
const change = ({ project }: Home) => put(project, 'src/a.ts', `export const a = ${++serial};\n`);

interface Answer {
  readonly decision?: string;
  readonly reason?: string;
  readonly person?: string;
}

const asSent = ({ project }: Home, payload: object) => ({
  session_id: 's',
  transcript_path: join(project, '..', 't.jsonl'),
  cwd: project,
  tool_use_id: `call-${++serial}`,
  ...payload,
});

function hook(home: Home, name: string, payload: object): Answer {
  const { env, own } = home;
  const { out } = callHook(name, JSON.stringify(asSent(home, payload)), env);
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

/** What the person reads where a reminder of that rule refused a call. */
const held =
  'madness: Claude was held back once: “Tests before each commit” (madness why duty). A second try passes.';

describe('a duty that the person switched on', () => {
  test('is told once at a commit, in a refusal that names what is missing; the second attempt passes', async () => {
    const home = await newHome(before);
    const first = hook(home, 'pre-shell', bash('git commit -m "a change"'));
    expect(first.decision).toBe('deny');
    expect(first.reason).toContain('Not run since the last time: `npm test`.');
    expect(first.person).toBe(held);
    expect(hook(home, 'pre-shell', bash('git commit -m "a change"'))).toEqual({});
    // A new stretch began with that commit.
    change(home);
    expect(hook(home, 'pre-shell', bash('git commit -m "the next"')).decision).toBe('deny');
  });

  test('says so in Chinese', { tags: 'slow' }, async () => {
    const home = await newHome(before, 'zh');
    const { reason, person } = hook(home, 'pre-shell', bash('git commit -m x'));
    expect(reason).toContain('还没有运行：`npm test`');
    expect(person).toBe(
      'madness：先拦下 Claude 一次：“Tests before each commit”（madness why duty）。再试一次就放行。',
    );
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

  test.each([0, 60])(
    'says nothing in one message where the run begins %i ms after the commit',
    async (late) => {
      const home = await newHome(before);
      const start = (command: string) =>
        startHook(asSent(home, bash(command, { tool_use_id: command })), home.env).ended;
      const runs = late === 0 ? [start('npm test')] : [];
      const commit = start('git commit -m x');
      if (late > 0) await new Promise((resolve) => setTimeout(resolve, late));
      if (late > 0) runs.push(start('npm test'));
      const answers = await Promise.all([...runs, commit]);
      expect(answers.map(contextOf)).toEqual(['', '']);
    },
  );

  test('says nothing where the client tells the end of a run two seconds later, after the commit', async () => {
    const home = await newHome(before);
    const post = (command: string, id: string) =>
      hook(home, 'post-tool-use', {
        ...{ ...bash(command, { tool_use_id: id }), hook_event_name: 'PostToolUse' },
        tool_response: { stdout: 'ok', stderr: '', interrupted: false },
      });
    expect(hook(home, 'pre-shell', bash('npm test', { tool_use_id: 'run' }))).toEqual({});
    expect(hook(home, 'pre-shell', bash('git commit -m x', { tool_use_id: 'c' }))).toEqual({});
    post('git commit -m x', 'c');
    post('npm test', 'run');
    // What is told late belongs to the stretch in which it began.
    change(home);
    expect(hook(home, 'pre-shell', bash('git commit -m y')).decision).toBe('deny');
  });

  test.each(['the agent commits', 'another sub-agent commits'])(
    'says nothing where a sub-agent ran it and %s',
    async (who) => {
      const home = await newHome(before);
      expect(hook(home, 'pre-shell', bash('npm test', { agent_id: 'a1' }))).toEqual({});
      const by = who.startsWith('another') ? { agent_id: 'a2' } : {};
      expect(hook(home, 'pre-shell', bash('git commit -m x', by))).toEqual({});
    },
  );

  test('a run that ends with an exit code has run; one that never began has not', async () => {
    const home = await newHome(before);
    for (const [id, error] of [
      ['red', 'Exit code 1\nFAIL'],
      ['refused', 'The user does not want to proceed.'],
    ] as const) {
      change(home);
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
    ['the memory and prose alone changed', (home: Home) => put(home.project, '../x', '')],
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
    if (/^(?:prose|the memory)/.test(why)) {
      const git = (...args: string[]) => spawnSync('git', args, { cwd: home.project });
      git('add', '-A');
      git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'all');
      put(home.project, 'docs/a.md', 'words\n');
      if (why.startsWith('the memory')) {
        put(home.project, 'memory/genes.json', '[]\n');
        put(home.project, 'memory/.gitattributes', '* text\n');
      }
    }
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
    const waived = factsIn(home.own, 's').filter(
      (fact) => 'action' in fact && fact.action === 'waived',
    );
    expect(waived).toHaveLength(why.includes('waived') ? 1 : 0);
  });

  test('is not told a second time after a commit that failed', { tags: 'slow' }, async () => {
    const home = await newHome(before);
    expect(hook(home, 'pre-shell', bash('git commit -m x')).decision).toBe('deny');
    hook(home, 'pre-shell', bash('git commit -m x', { tool_use_id: 'torn' }));
    hook(home, 'post-tool-use-failure', failed('git commit -m x', 'torn', 'Exit code 1\nhusky'));
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
  });

  test('what stands in a line that was refused has not run', { tags: 'slow' }, async () => {
    const home = await newHome({ watch: { before: 'commit', run: ['npm test', './check.sh'] } });
    const line = 'npm test && git commit -m x';
    expect(hook(home, 'pre-shell', bash(line)).reason).toContain('`./check.sh`');
    const runs = factsIn(home.own, 's').filter(({ kind }) => kind === 'ran' || kind === 'moment');
    expect(runs).toEqual([]);
  });

  test('passes where the rule excepts the call, or the edit', { tags: 'slow' }, async () => {
    const excepted = await newHome({
      watch: { before: 'commit', run: ['npm test'], unless: ['git commit --amend'] },
    });
    expect(hook(excepted, 'pre-shell', bash('git commit --amend --no-edit'))).toEqual({});
    change(excepted);
    expect(hook(excepted, 'pre-shell', bash('git commit -m x')).decision).toBe('deny');
    const file = await newHome({
      watch: { after: ['api/'], run: ['make gen'], unless: ['api/README.md'] },
    });
    hook(file, 'pre-edit', edit(join(file.project, 'api/README.md')));
    expect(hook(file, 'pre-shell', bash('git commit -m x'))).toEqual({});
    hook(file, 'pre-edit', edit(join(file.project, 'api/a.proto')));
    expect(hook(file, 'pre-shell', bash('git commit -m x')).decision).toBe('deny');
  });

  test('a file with the name of a document and code in it is no document', {
    tags: 'slow',
  }, async () => {
    const home = await newHome(before);
    const git = (...args: string[]) => spawnSync('git', args, { cwd: home.project });
    const commitAll = () => {
      git('add', '-A');
      git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'all');
    };
    put(home.project, 'docs/a.md', 'words\n'.repeat(20));
    commitAll();
    // A document that moved is one; so is nothing.
    expect(hook(home, 'pre-shell', bash('git commit --amend --no-edit'))).toEqual({});
    git('mv', 'docs/a.md', 'docs/b.md');
    expect(hook(home, 'pre-shell', bash('git commit -m moved'))).toEqual({});
    commitAll();
    put(home.project, 'src/readme.ts', 'export {};\n');
    expect(hook(home, 'pre-shell', bash('git commit -m x')).decision).toBe('deny');
  });

  test.each([
    ['since the last commit', 'git commit -m first'],
    ['since the session began', 'true'],
  ])('says nothing where no code was changed %s: what ran before holds', async (_, first) => {
    const home = await newHome(before);
    const old = new Date(Date.now() - 3_600_000);
    const { stdout } = spawnSync('git', ['ls-files', '-o'], {
      cwd: home.project,
      encoding: 'utf8',
    });
    for (const path of stdout.split('\n').filter(Boolean))
      utimesSync(join(home.project, path), old, old);
    hook(home, 'session-start', { hook_event_name: 'SessionStart', source: 'startup' });
    if (first !== 'true') {
      put(home.project, 'src/b.ts', 'export {};\n');
      hook(home, 'pre-shell', bash('npm test'));
      expect(hook(home, 'pre-shell', bash(first))).toEqual({});
      spawnSync('git', ['add', 'src/b.ts'], { cwd: home.project });
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first'], {
        cwd: home.project,
      });
    }
    expect(hook(home, 'pre-shell', bash('git add src/a.ts && git commit -m x'))).toEqual({});
    // Deleting a file changes it.
    rmSync(join(home.project, 'src/a.ts'));
    spawnSync('git', ['add', '-N', '.'], { cwd: home.project });
    put(home.project, 'src/c.ts', 'export {};\n');
    expect(hook(home, 'pre-shell', bash('git commit -am y')).decision).toBe('deny');
  });

  test('a commit in another repository is none of this project', async () => {
    const home = await newHome(before);
    const elsewhere = scratchFolder('elsewhere');
    for (const line of [`cd ${elsewhere} && git commit -m x`, `git -C ${elsewhere} commit -m x`])
      expect(hook(home, 'pre-shell', bash(line))).toEqual({});
    const ban = await newHome({ watch: { never: ['git add -A'] } });
    const scratch = `cd ${elsewhere} && git init && git add -A && git commit -m x`;
    expect(hook(ban, 'pre-shell', bash(scratch))).toEqual({});
    expect(hook(ban, 'pre-shell', bash('git add -A')).decision).toBe('deny');
  });

  test('what follows an edit is told at the next commit', async () => {
    const home = await newHome({ watch: { after: ['api/**'], run: ['make gen'] } });
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
    hook(home, 'pre-edit', edit(join(home.project, 'api/a.proto')));
    expect(hook(home, 'pre-shell', bash('git commit -m x')).decision).toBe('deny');
    hook(home, 'pre-shell', bash('make gen'));
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
  });

  test.each(['git log --oneline | grep fix', 'npm test 2>&1 | tail -20 | grep -c x'])(
    'a program that sifts through the output of another reads no file: %s',
    async (line) => {
      const home = await newHome({ watch: { use: 'rg', not: ['grep'] } });
      expect(hook(home, 'pre-shell', bash(line))).toEqual({});
      expect(hook(home, 'pre-shell', bash('grep -rn fix src')).decision).toBe('deny');
    },
  );

  test.each([
    ['use', { use: 'pnpm', not: ['npm'] }, 'npm install left-pad', 'Instead: pnpm.'],
    ['use', { use: 'rg', not: ['grep'] }, 'git ls-files | xargs grep -n x', 'Instead: rg.'],
    ['never', { never: ['git push --force'] }, 'git push -f', 'Tests before each commit.'],
  ] as const)(
    '%s: it is told once a session, sub-agents included',
    async (_, watch, line, says) => {
      const home = await newHome({ watch: watch as unknown as Watch });
      const first = hook(home, 'pre-shell', bash(line));
      expect([first.decision, first.person]).toEqual(['deny', held]);
      expect(first.reason).toContain(says);
      expect(hook(home, 'pre-shell', bash(line, { agent_id: 'a1' }))).toEqual({});
    },
  );
});

describe('a file that is reached by another name', () => {
  const linked = () =>
    newHome({ watch: { no_edit: ['docs/plans/**'] } }, 'en', (project) => {
      put(project, 'docs/plans/a.md', 'a\n');
      put(project, 'sub/b.ts', 'b\n');
      symlinkSync('docs/plans', join(project, 'notes'));
      symlinkSync('../docs', join(project, 'sub/d'));
      symlinkSync('docs/plans/a.md', join(project, 'plan.md'));
      linkSync(join(project, 'docs/plans/a.md'), join(project, 'hard.md'));
    });
  /** What the shell lets through to the hook, and what the hook says. */
  const answer = (home: Home, name: string, payload: object) => {
    const input = JSON.stringify(asSent(home, payload));
    const gate = spawnSync('grep', ['-qE', '-f', join(home.own, 'guards', name)], { input });
    return gate.status === 0 ? hook(home, name, payload).decision : 'stays in the shell';
  };

  test.each(['notes/a.md', 'notes/new.md', 'sub/d/plans/a.md', 'plan.md', 'hard.md'])(
    'is held back like the file itself: %s',
    async (path) => {
      const home = await linked();
      expect(answer(home, 'pre-edit', edit(join(home.project, path)))).toBe('deny');
      for (const [at, line] of [`echo x > ${path}`, `sed -i s/a/b/ ./${path}`].entries())
        expect(answer(home, 'pre-shell', bash(line, { session_id: `${at}` }))).toBe('deny');
      expect(answer(home, 'pre-shell', bash(`cat ${path}`, { session_id: '3' }))).toBe(undefined);
    },
  );

  test.each(['echo x > sub/b.ts', 'npm run noted', 'cat handhard.mdx'])(
    'starts nothing where a word merely holds its name: %s',
    async (line) => {
      expect(answer(await linked(), 'pre-shell', bash(line))).toBe('stays in the shell');
    },
  );
});

describe('what came of reminders', () => {
  /** Two were heeded, one was passed over, one was waived. */
  async function reminded(language: 'en' | 'zh'): Promise<Home> {
    const home = await newHome(before, language);
    const transcript = (text: string) =>
      put(
        home.project,
        '../t.jsonl',
        `${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`,
      );
    hook(home, 'session-start', { hook_event_name: 'SessionStart', source: 'startup' });
    for (const then of ['npm test', 'npx vitest run', 'true']) {
      change(home);
      expect(hook(home, 'pre-shell', bash('git commit -m x')).decision).toBe('deny');
      hook(home, 'pre-shell', bash(then));
      expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
    }
    transcript('Just commit it.');
    change(home);
    expect(hook(home, 'pre-shell', bash('git commit -m x'))).toEqual({});
    return home;
  }

  const shown = async ({ project, env }: Home, ...args: string[]) =>
    (await madnessHere(project, args, { env })).out;

  firstQuick([
    [
      'en',
      ['Claude was reminded 3 times: heeded 2, ignored 1', 'You let 1 reminder pass'],
      /reminded\s+3 times since .*, 2 of them worked/,
      '3 reminders, 2 worked',
      '2 of 3',
    ],
    [
      'zh',
      ['提醒过 Claude 3 次：照做 2 次，没照做 1 次', '有 1 次提醒，你用自己的话放行了'],
      /以来提醒 3 次，其中 2 次起了作用/,
      '提醒 3 次，2 次起了作用',
      '2/3',
    ],
  ] as const)(
    'is counted in effect, in status, in the weekly line and on the page (%s)',
    async (language, inEffect, inStatus, inWeek, onPage) => {
      const home = await reminded(language);
      const effect = await shown(home, 'effect');
      for (const words of inEffect) expect(effect).toContain(words);
      const { reminders, rules } = JSON.parse(await shown(home, 'effect', '--json'));
      expect(reminders).toEqual({ given: 3, heeded: 2, repeated: 1, waived: 1 });
      expect(rules[0].reminders).toEqual(reminders);
      expect(await shown(home, 'status')).toMatch(inStatus);
      await shown(home, 'week');
      const week = readFileSync(join(home.own, weekPath(projectKey(home.project))), 'utf8');
      expect(week).toContain(inWeek);
      await shown(home, 'page');
      const page = readFileSync(join(home.project, 'memory/retrospectives/page.html'), 'utf8');
      expect(page).toContain(`<strong>${onPage}</strong>`);
      expect(page).toContain(`<td>–</td><td class="number">${onPage}</td>`);
    },
  );

  test('of a ban is that the call does not come again', async () => {
    const home = await newHome({ watch: { never: ['git push --force'] } });
    const counts = () => readCounts(home.own).flatMap(({ reminders }) => reminders);
    hook(home, 'pre-shell', bash('git push -f', { tool_use_id: 'one' }));
    hook(home, 'pre-shell', bash('git push'));
    expect(counts()).toEqual([{ rule, call: 'one', outcome: 'heeded' }]);
    // The careful one is counted as forced, too.
    hook(home, 'pre-shell', bash('git push --force-with-lease', { tool_use_id: 'two' }));
    expect(counts()).toEqual([{ rule, call: 'one', outcome: 'repeated' }]);
  });
});
