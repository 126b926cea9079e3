import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextFileReader } from '../../src/learn/watches/context-file.js';
import { type Counted, type CountOptions, countWatches } from '../../src/learn/watches/count.js';
import { historyOfFile } from '../../src/learn/watches/history.js';
import { staleReferences } from '../../src/learn/watches/stale.js';
import type { SessionSteps, Step } from '../../src/observe/summary/steps.js';
import { summariseSession } from '../../src/observe/summary/summary.js';
import type { Watch } from '../../src/schema.gen.js';
import { cpuTime } from '../support/cpu-time.js';
import { put, scratchFolders } from '../support/scratch.js';
import { callLine, refusalLine, resultLine, userLine } from '../support/transcript-lines.js';

const root = '/home/ann/shop';
let calls = 0;
type Outcome = 'ok' | 'failed' | 'refused' | 'none';
const base = () => ({
  id: `call-${++calls}`,
  line: calls,
  time: '2026-03-02T10:00:00Z',
  cwd: root,
});
const sh = (command: string, outcome: Outcome = 'ok', more = {}): Step => ({
  kind: 'command',
  ...base(),
  command,
  outcome,
  ...more,
});
const edit = (path: string, outcome: Outcome = 'ok'): Step => ({
  kind: 'edit',
  ...base(),
  path,
  outcome,
});
const agent = (): Step => ({ kind: 'agent', ...base() });
function session(steps: readonly Step[], more: Partial<SessionSteps> = {}) {
  const summary: SessionSteps = {
    session: 's1',
    title: '',
    first: '2026-03-02T09:00:00Z',
    last: '2026-03-02T11:00:00Z',
    cwd: root,
    models: ['claude-opus-4-6'],
    counts: { prompts: 1, calls: steps.length },
    hasAgents: false,
    steps,
    ...more,
  };
  return { summary, root };
}
const always = [{ since: '2026-01-01T00:00:00Z', until: null }];
const counted = (watch: Watch, more: Partial<Counted> = {}): Counted => ({
  watch,
  spans: always,
  ...more,
});
function verdicts(watch: Watch, steps: readonly Step[], options: CountOptions = {}, more = {}) {
  return countWatches([session(steps, more)], [counted(watch)], options).occasions.map(
    ({ verdict, why }) => (why === undefined ? verdict : `${verdict} ${why}`),
  );
}

const lint: Watch = { before: 'commit', run: ['make lint'] };
const commit = 'git commit -am "x"';

describe('a duty before a commit', () => {
  test.each<[string, readonly Step[], readonly string[]]>([
    [
      'is kept where the command ran since the last edit',
      [edit('a.ts'), sh('make lint'), sh(commit)],
      ['kept'],
    ],
    ['is kept in one line', [edit('a.ts'), sh(`make lint && ${commit}`)], ['kept']],
    [
      'is broken where it ran in one line after the commit',
      [edit('a.ts'), sh(`${commit} && make lint`)],
      ['broken not-run'],
    ],
    ['is broken where it did not run', [edit('a.ts'), sh('ls'), sh(commit)], ['broken not-run']],
    [
      'is broken where files changed after it',
      [edit('a.ts'), sh('make lint'), edit('b.ts'), sh(commit)],
      ['broken stale-run'],
    ],
    [
      'is broken where a script changed files after it',
      [edit('a.ts'), sh('make lint'), sh('sed -i s/a/b/ b.ts'), sh(commit)],
      ['broken stale-run'],
    ],
    [
      'is kept although the run failed: it ran',
      [edit('a.ts'), sh('make lint', 'failed'), sh(commit)],
      ['kept'],
    ],
    [
      'is kept where the person ran it',
      [edit('a.ts'), sh('make lint', 'ok', { outcome: 'typed' }), sh(commit)],
      ['kept'],
    ],
    ['is not judged without edits', [sh(commit)], ['not_judged no-edits']],
    [
      'is not judged where documents alone changed',
      [edit('README.md'), edit('docs/a.md'), sh(commit)],
      ['not_judged docs-only'],
    ],
    [
      'is not judged where the person refused the run',
      [edit('a.ts'), sh('make lint', 'refused'), sh(commit)],
      ['not_judged refused'],
    ],
    [
      'is not judged where a sub-agent worked unseen',
      [edit('a.ts'), agent(), sh(commit)],
      ['not_judged agent-unseen'],
    ],
    ['has no occasion in a refused commit', [edit('a.ts'), sh(commit, 'refused')], []],
    ['has no occasion in a failed commit', [edit('a.ts'), sh(commit, 'failed')], []],
    ['has no occasion in a dry run', [edit('a.ts'), sh('git commit --dry-run')], []],
    [
      'has no occasion in a scratch repository',
      [edit('a.ts'), sh('cd /tmp/x && git init && git commit -am y')],
      [],
    ],
    [
      'has no occasion in another repository',
      [edit('a.ts'), sh('git -C /srv/other commit -am y')],
      [],
    ],
    [
      'has one in each commit, and the first one starts anew',
      [edit('a.ts'), sh('make lint'), sh(commit), edit('b.ts'), sh(commit)],
      ['kept', 'broken not-run'],
    ],
    [
      'counts an amended commit',
      [edit('a.ts'), sh('git commit --amend --no-edit')],
      ['broken not-run'],
    ],
    [
      'does not count an edit that failed or was refused',
      [edit('a.ts', 'failed'), edit('b.ts', 'refused'), sh(commit)],
      ['not_judged no-edits'],
    ],
    [
      'does not count a file elsewhere',
      [edit('/tmp/a.ts'), edit('../b.ts'), sh(commit)],
      ['not_judged no-edits'],
    ],
    ['sees through bash -c', [edit('a.ts'), sh("bash -c 'make lint'"), sh(commit)], ['kept']],
    [
      'takes words in a document for no run',
      [edit('a.ts'), sh('cat <<E\nmake lint\nE'), sh(commit)],
      ['broken not-run'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(verdicts(lint, steps)).toEqual(expected);
  });

  test('is broken by a part of the tests, and says what ran instead', () => {
    const tests: Watch = { before: 'commit', run: ['npm test'] };
    expect(verdicts(tests, [edit('a.ts'), sh('npm test -- -t cart'), sh(commit)])).toEqual([
      'broken part-run',
    ]);
    const { occasions } = countWatches(
      [session([edit('a.ts'), sh('npx vitest run src/a.test.ts'), sh(commit)])],
      [counted(tests)],
    );
    expect(occasions[0]?.other).toContain('vitest run src/a.test.ts');
  });

  test('is not judged where the commit hook runs the command', () => {
    expect(
      verdicts(lint, [edit('a.ts'), sh(commit)], { commitHooks: '#!/bin/sh\nmake lint\n' }),
    ).toEqual(['not_judged commit-hook']);
  });

  test('before a push counts from the last push, across commits', () => {
    const push: Watch = { before: 'push', run: ['make lint'] };
    const steps = [
      edit('a.ts'),
      sh('make lint'),
      sh(commit),
      sh('git push'),
      edit('b.ts'),
      sh(commit),
      sh('git push'),
    ];
    expect(verdicts(push, steps)).toEqual(['kept', 'broken not-run']);
  });

  test('is met by any of several where any is enough', () => {
    const any: Watch = { before: 'commit', run: ['make lint', 'npm test'], any: true };
    expect(verdicts(any, [edit('a.ts'), sh('npm test'), sh(commit)])).toEqual(['kept']);
  });

  test('a call that a resumed session holds again counts once', () => {
    const steps = [edit('a.ts'), sh(commit)];
    const { occasions } = countWatches(
      [session(steps), session(steps, { session: 's2' })],
      [counted(lint)],
    );
    expect(occasions).toHaveLength(1);
  });
});

describe('other watches', () => {
  test('after a change: kept, broken at the commit, open at the end', () => {
    const after: Watch = { after: ['schema/'], run: ['npm run codegen'] };
    expect(verdicts(after, [edit('schema/a.sql'), sh('npm run codegen'), sh(commit)])).toEqual([
      'kept',
    ]);
    expect(verdicts(after, [edit('schema/a.sql'), sh(commit)])).toEqual(['broken not-run']);
    expect(verdicts(after, [edit('schema/a.sql')])).toEqual(['not_judged open']);
    expect(verdicts(after, [edit('src/a.ts'), sh(commit)])).toEqual([]);
  });

  test('after a change: a part of the tests is none, a run on the changed file is one', () => {
    const after: Watch = { after: ['**/*_test.go'], run: ['mise run test'] };
    const part = sh('mise run test -- -run TestCart ./cart');
    expect(verdicts(after, [edit('api/a_test.go'), part, sh(commit)])).toEqual(['broken part-run']);
    expect(verdicts(after, [edit('api/a_test.go'), part])).toEqual(['not_judged open']);
    const format: Watch = { after: ['**/*.py'], run: ['ruff format'] };
    const there = [sh('ruff format web/b.py'), sh('ruff format src/a.py')];
    expect(verdicts(format, [edit('src/a.py'), ...there, sh(commit)])).toEqual(['kept']);
    expect(verdicts(format, [edit('src/a.py'), sh('ruff format web/b.py'), sh(commit)])).toEqual([
      'broken part-run',
    ]);
  });

  test('one command instead of another, with exceptions', () => {
    const use: Watch = { use: 'pnpm', not: ['npm'], unless: ['npm publish'] };
    expect(
      verdicts(use, [
        sh('pnpm i'),
        sh('npm i'),
        sh('npm publish'),
        sh('npx tsc'),
        sh('npm i', 'refused'),
      ]),
    ).toEqual(['kept', 'broken ran']);
  });

  test('behind a pipe a program sifts through an output, and takes the place of none', () => {
    const use: Watch = { use: 'rg', not: ['grep'] };
    const lines = ['git log | grep fix', 'ls | rg -c x', 'ls | xargs grep x', 'rg x src'];
    expect(
      verdicts(
        use,
        lines.map((line) => sh(line)),
      ),
    ).toEqual(['broken ran', 'kept']);
    expect(verdicts({ never: ['grep'] }, [sh('git log | grep fix')])).toEqual(['broken ran']);
  });

  test('a command of git in a repository that is not the project is no occasion', () => {
    const never: Watch = { never: ['git add -A'] };
    expect(
      verdicts(never, [
        sh('cd /tmp/x && git init && git add -A'),
        sh('git -C /srv/other add -A'),
        sh('cd /srv/other && git add -A'),
        sh('git add -A'),
      ]),
    ).toEqual(['broken ran']);
  });

  test('bans of commands and of files; what was allowed on request is not judged', () => {
    expect(verdicts({ never: ['git push --force'] }, [sh('git push'), sh('git push -f')])).toEqual([
      'broken ran',
    ]);
    expect(
      verdicts({ no_edit: ['dist/'], unless: ['dist/keep.txt'] }, [
        edit('dist/a.js'),
        edit('dist/keep.txt'),
        edit('src/a.ts'),
      ]),
    ).toEqual(['broken edited']);
    const onRequest = counted({ never: ['make deploy'] }, { isAllowedOnRequest: true });
    const { occasions } = countWatches([session([sh('make deploy')])], [onRequest]);
    expect(occasions.map(({ verdict, why }) => [verdict, why])).toEqual([['not_judged', 'asked']]);
  });

  const onMain: Watch = { never: ['git push'], on: ['main', 'release/*'] };
  const on = (branch: string) => ({ branch });
  test.each<[string, Step, readonly string[]]>([
    ['to the branch', sh('git push origin main'), ['broken ran']],
    ['to one that a glob names', sh('git push origin HEAD:refs/heads/release/2'), ['broken ran']],
    ['to another one', sh('git push -u origin feature', 'ok', on('main')), []],
    ['from there, bare', sh('git push', 'ok', on('main')), ['broken ran']],
    ['from elsewhere, bare', sh('git push', 'ok', on('feature')), []],
    ['behind a switch', sh('git switch main && git push', 'ok', on('feature')), ['broken ran']],
    ['behind a switch away', sh('git checkout -b fix && git push', 'ok', on('main')), []],
    ['from nobody knows where', sh('git push'), ['not_judged branch']],
    ['of tags alone', sh('git push --tags', 'ok', on('main')), []],
    [
      'of one tag',
      sh('git push origin tag v1 && git push origin refs/tags/v2', 'ok', on('main')),
      [],
    ],
    [
      'with the tags that lead there',
      sh('git push --follow-tags', 'ok', on('main')),
      ['broken ran'],
    ],
    ['of everything', sh('git push --all', 'ok', on('main')), ['not_judged branch']],
    ['of a mirror', sh('git push --mirror backup', 'ok', on('fix')), ['not_judged branch']],
    ['that deletes it', sh('git push origin --delete main', 'ok', on('fix')), ['broken ran']],
    [
      'that deletes it by its refspec',
      sh('git push origin :main', 'ok', on('fix')),
      ['broken ran'],
    ],
    ['that overwrites it', sh('git push origin +fix:main', 'ok', on('fix')), ['broken ran']],
    ['of it to another name', sh('git push origin main:backup', 'ok', on('main')), []],
    ['of where it stands', sh('git push -o ci.skip origin HEAD', 'ok', on('main')), ['broken ran']],
    [
      'with a name that the shell computes',
      sh('git push origin "$B"', 'ok', on('main')),
      ['not_judged branch'],
    ],
    [
      'whose output names it',
      sh('git push origin "$B"', 'ok', { pushed: ['main'] }),
      ['broken ran'],
    ],
    ['whose output names another', sh('git push', 'ok', { branch: 'main', pushed: ['fix'] }), []],
    [
      'behind files that are put back',
      sh('git checkout a.ts && git push', 'ok', on('main')),
      ['broken ran'],
    ],
    ['behind a new name', sh('git branch -M fix && git push', 'ok', on('main')), []],
    [
      'behind a step back',
      sh('git checkout - && git push', 'ok', on('fix')),
      ['not_judged branch'],
    ],
    [
      'behind a switch elsewhere',
      sh('git -C ../b switch fix; git push', 'ok', on('main')),
      ['broken ran'],
    ],
    ['in a folder below', sh('cd src && git push', 'ok', on('main')), ['broken ran']],
    [
      'in a work tree below',
      sh('cd .claude/worktrees/b && git push', 'ok', on('main')),
      ['not_judged branch'],
    ],
    [
      'by -C in another work tree',
      sh('git -C /home/ann/shop/.claude/worktrees/b push', 'ok', on('main')),
      ['not_judged branch'],
    ],
    [
      'by -C with a refspec',
      sh('git -C /home/ann/shop/.claude/worktrees/b push origin HEAD:main', 'ok', on('fix')),
      ['broken ran'],
    ],
  ])('a ban on branches counts there alone: a push %s', (_, step, expected) => {
    expect(verdicts(onMain, [step])).toEqual(expected);
  });

  test('after a change of any code, by one table of what code is', () => {
    const watch: Watch = { after: 'code', run: ['make check'] };
    expect(verdicts(watch, [edit('a.ts'), sh(commit)])).toEqual(['broken not-run']);
    expect(verdicts(watch, [edit('a.ts'), sh('make check'), sh(commit)])).toEqual(['kept']);
    expect(verdicts(watch, [edit('README.md'), edit('pnpm-lock.yaml'), sh(commit)])).toEqual([]);
  });

  test('of a nested file count in its folder alone', () => {
    const nested = counted(lint, { within: 'web' });
    const { occasions } = countWatches(
      [session([edit('api/a.ts'), sh(commit), edit('web/a.ts'), sh(commit)])],
      [nested],
    );
    expect(occasions.map(({ verdict }) => verdict)).toEqual(['not_judged', 'broken']);
  });

  test('a hundred watches over a thousand commands take no more than seconds', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      counted({ before: 'commit', run: [`make t${at}`] }),
    );
    const steps = Array.from({ length: 1000 }, (_, at) =>
      at % 10 === 0 ? sh(commit) : at % 3 === 0 ? edit(`a${at}.ts`) : sh(`make t${at % 100}`),
    );
    expect(cpuTime(() => countWatches([session(steps)], many))).toBeLessThan(10_000);
  });
});

describe('the history of a line', () => {
  const read = contextFileReader();
  const text = 'Run `make lint` before committing.\n';
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();

  test('is in force from the revision that has it first to the one that drops it, however it is reworded or moved', () => {
    const { duties } = historyOfFile(
      [
        { date: day(0), text: '# A\n' },
        { date: day(1), text },
        { date: day(2), text: `# B\n\n- Before each commit run \`make lint\`.\n` },
        { date: day(3), text: '# B\n' },
        { date: day(4), text },
      ],
      read,
    );
    expect(duties.map(({ spans, line }) => ({ spans, line }))).toEqual([
      {
        spans: [
          { since: day(1), until: day(3) },
          { since: day(4), until: null },
        ],
        line: 1,
      },
    ]);
  });

  test('shifting the date of a revision past sessions takes just their occasions away', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (starts, one, other) => {
          const [early, late] = one < other ? [one, other] : [other, one];
          const sessions = starts.map((start, at) =>
            session([edit('a.ts'), sh(commit)], { session: `s${at}`, first: day(start) }),
          );
          const sessionsWith = (since: number) => {
            const { duties } = historyOfFile([{ date: day(since), text }], read);
            return new Set(countWatches(sessions, duties).occasions.map((found) => found.session));
          };
          const before = sessionsWith(early);
          const after = sessionsWith(late);
          const gone = starts.flatMap((start, at) =>
            start >= early && start < late ? [`s${at}`] : [],
          );
          expect([...before].filter((name) => !after.has(name)).sort()).toEqual(gone.sort());
          expect([...after].every((name) => before.has(name))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what is gone', () => {
  test('a task, a path that git had, another extension; and nothing that merely is not there', () => {
    const text = [
      'Run `make lint` and `make check`, see `.eslintrc.yml`, `src/old/` and `src/a.ts`.',
      'Generated: `gen/out.ts`; home: `~/.x/y.ts`; example `foo/bar.ts`; `npm run dev`.',
    ].join('\n');
    const found = staleReferences(contextFileReader()(text).units, {
      files: ['src/a.ts', '.eslintrc.yaml', 'Makefile'],
      removed: ['src/old/b.ts'],
      tasks: new Map([['make', new Set(['lint'])]]),
    });
    expect(found).toEqual([
      { line: 1, named: 'make check', kind: 'task', instead: '' },
      { line: 1, named: '.eslintrc.yml', kind: 'extension', instead: '.eslintrc.yaml' },
      { line: 1, named: 'src/old/', kind: 'gone', instead: '' },
    ]);
  });
});

describe('a call that was held back and then done right', () => {
  const scratch = scratchFolders();
  const bad = { is_error: true };
  test.each([
    [
      'by a hook is stopped, and what is right then is no occasion of its own',
      resultLine('t1', 'PreToolUse:Bash hook error: use pnpm', bad),
      'stopped',
    ],
    ['by the client is kept', resultLine('t1', '<tool_use_error>no', bad), 'kept'],
    ['by the person is kept', refusalLine('t1'), 'kept'],
    [
      'by nobody, since the hook came after it, is broken',
      resultLine('t1', 'PostToolUse:Bash hook blocking error from command: "x": no', bad),
      'broken kept',
    ],
    ['by nobody is broken', resultLine('t1', 'added 1 package'), 'broken kept'],
  ])('%s', (_, result, expected) => {
    const lines = [
      userLine('go', { cwd: root, timestamp: '2026-03-02T10:00:00Z' }),
      callLine('Bash', { command: 'npm i zod' }, 't1', { cwd: root }),
      result,
      callLine('Bash', { command: 'pnpm add zod' }, 't2', { cwd: root }),
      resultLine('t2', 'done'),
    ];
    const folder = scratch('held-back');
    put(folder, 's1.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const found = { session: 's1', file: `${folder}/s1.jsonl`, agents: [] };
    const whole = found as unknown as Parameters<typeof summariseSession>[0];
    const summary = summariseSession(whole, ['steps']);
    const { occasions } = countWatches(
      [{ summary, root }],
      [counted({ use: 'pnpm', not: ['npm'] })],
    );
    expect(occasions.map(({ verdict }) => verdict).join(' ')).toBe(expected);
  });

  test('the branch is that of the record, or what the commit printed', () => {
    const onMain = { cwd: root, gitBranch: 'main' };
    const lines = [
      userLine('go', { cwd: root, timestamp: '2026-03-02T10:00:00Z' }),
      callLine('Bash', { command: 'git commit -m x' }, 't1', onMain),
      resultLine('t1', '[fix abc1234] x'),
      callLine('Bash', { command: 'git push' }, 't2', onMain),
    ];
    const folder = scratch('branches');
    put(folder, 's1.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const found = { session: 's1', file: `${folder}/s1.jsonl`, agents: [] };
    const whole = found as unknown as Parameters<typeof summariseSession>[0];
    const { steps } = summariseSession(whole, ['steps']);
    expect(steps.map((one) => 'branch' in one && one.branch)).toEqual(['fix', 'main']);
  });
});
