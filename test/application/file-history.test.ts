import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditProject } from '../../src/application/watches/audit.js';
import { put, scratchFolder } from '../support/scratch.js';
import { callLine, jsonl, resultLine, userLine } from '../support/transcript-lines.js';

const line = '# Shop\n\nRun `make lint` before committing.\n';
const without = '# Shop\n';
const day = (date: string) => `2026-${date}T12:00:00Z`;

/** A repository with a past; each call of git is made at a day, which its logs note as well. */
function shop() {
  const room = scratchFolder('dates');
  const root = join(room, 'shop');
  mkdirSync(root);
  const git = (date: string, ...args: readonly string[]) => gitIn(root, date, ...args);
  const gitIn = (cwd: string, date: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_AUTHOR_NAME: 't',
        GIT_AUTHOR_EMAIL: 't@example.org',
        GIT_AUTHOR_DATE: day(date),
        GIT_COMMITTER_NAME: 't',
        GIT_COMMITTER_EMAIL: 't@example.org',
        GIT_COMMITTER_DATE: day(date),
      },
    });
  const commit = (date: string, files: Readonly<Record<string, string | null>> = {}) => {
    for (const [name, text] of Object.entries(files))
      if (text === null) rmSync(join(root, name));
      else put(root, name, text);
    git(date, 'add', '-A');
    git(date, 'commit', '-qm', 'x', '--allow-empty');
  };
  git('01-01', 'init', '-q', '-b', 'main');
  commit('01-01', { 'a.ts': '', 'CLAUDE.md': without });
  return {
    room,
    root,
    git,
    gitIn,
    commit,
    forget: () => rmSync(join(root, '.git/logs'), { recursive: true, force: true }),
  };
}
type Shop = ReturnType<typeof shop>;

/** A session that edits and commits without the check: `date`, and `@branch` where its record names one. */
function worked(room: string, cwd: string, session: string): void {
  const [date = '', branch = ''] = session.split('@');
  const more = {
    timestamp: `2026-${date}T13:00:00.000Z`,
    cwd,
    sessionId: session,
    gitBranch: branch,
  };
  const call = (name: string, input: object) => [
    { ...callLine(name, input, `${session}-${name}`), ...more },
    { ...resultLine(`${session}-${name}`, 'ok'), ...more },
  ];
  const file = join(room, 'claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${session}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  put(
    dirname(file),
    `${session}.jsonl`,
    jsonl(
      { ...userLine('go'), ...more },
      ...call('Edit', { file_path: join(cwd, 'a.ts'), old_string: 'a', new_string: 'b' }),
      ...call('Bash', { command: 'git commit -am x' }),
    ),
  );
}

interface Seen {
  readonly since: string | null;
  readonly until: string | null;
  /** What came of each session: broken, merge, or nothing. */
  readonly sessions: readonly string[];
  readonly file: string;
}

/** What the last audit said beside its rows. */
let said: readonly string[] = [];

function audited(
  { room, root }: Pick<Shop, 'room' | 'root'>,
  sessions: readonly string[],
  cwd = root,
) {
  for (const session of sessions) worked(room, cwd, session);
  const { audit, receipts, problems } = auditProject({
    env: { CLAUDE_CONFIG_DIR: join(room, 'claude'), MADNESS_HOME: join(room, 'none'), HOME: room },
    root,
    now: new Date('2026-06-01'),
    language: 'en',
    files: [],
    sessions: [],
    since: undefined,
    step: () => {},
  });
  said = problems.map(({ message }) => message);
  return audit.rows.map((row): Seen => {
    const all = new Map(
      receipts(row).map(({ session, verdict, why }) => [
        session,
        verdict === 'broken' ? 'broken' : `${why}`,
      ]),
    );
    const { since, until, file } = row;
    return { since, until, file, sessions: sessions.map((one) => all.get(one) ?? '') };
  });
}

type Row = readonly [
  name: string,
  story: (shop: Shop) => void,
  sessions: readonly string[],
  since: string,
  until: string | null,
  verdicts: readonly string[],
];
const from1Feb = ['01-15@main', '02-15@main'];
const fromThen = ['', 'broken'];

const rows: readonly Row[] = [
  [
    'plain',
    ({ commit }) => commit('02-01', { 'CLAUDE.md': line }),
    from1Feb,
    '02-01',
    null,
    fromThen,
  ],
  [
    'on a branch, merged: no session before is accused',
    (one) => {
      branchWithLine(one);
      one.git('02-01', 'merge', '-q', '--no-ff', '-m', "Merge branch 'fix'", 'fix');
    },
    ['01-15@main', '02-15@main'],
    '02-01',
    null,
    fromThen,
  ],
  [
    'on a branch, merged, without logs: who stood on the branch is not judged',
    (one) => {
      branchWithLine(one);
      one.git('02-01', 'merge', '-q', '--no-ff', '-m', "Merge branch 'fix'", 'fix');
      one.git('02-01', 'branch', '-D', 'fix');
      one.forget();
    },
    ['01-15@main', '01-16@fix', '01-17', '02-15@main'],
    '02-01',
    null,
    ['', 'merge', 'merge', 'broken'],
  ],
  [
    'on a branch that is still there, without logs: its own history tells',
    (one) => {
      branchWithLine(one);
      one.git('02-01', 'merge', '-q', '--no-ff', '-m', "Merge branch 'fix'", 'fix');
      one.forget();
    },
    ['01-15@main', '01-16@fix', '02-15@main'],
    '02-01',
    null,
    ['', 'broken', 'broken'],
  ],
  [
    'on a branch to which main is fast-forwarded',
    (one) => {
      branchWithLine(one);
      one.git('02-01', 'merge', '-q', '--ff-only', 'fix');
    },
    from1Feb,
    '02-01',
    null,
    fromThen,
  ],
  [
    'squashed',
    (one) => {
      branchWithLine(one);
      one.git('02-01', 'merge', '-q', '--squash', 'fix');
      one.commit('02-01');
      one.forget();
    },
    from1Feb,
    '02-01',
    null,
    fromThen,
  ],
  [
    'rebased',
    (one) => {
      branchWithLine(one);
      one.commit('01-20', { 'b.ts': '' });
      one.git('02-01', 'rebase', '-q', 'main', 'fix');
      one.git('02-01', 'checkout', '-q', 'main');
      one.git('02-01', 'merge', '-q', '--ff-only', 'fix');
      one.forget();
    },
    from1Feb,
    '02-01',
    null,
    fromThen,
  ],
  [
    'picked from another branch',
    (one) => {
      branchWithLine(one);
      one.git('02-01', 'cherry-pick', 'fix');
      one.forget();
    },
    from1Feb,
    '02-01',
    null,
    fromThen,
  ],
  [
    'reverted',
    (one) => {
      one.commit('01-10', { 'CLAUDE.md': line });
      one.git('02-01', 'revert', '--no-edit', 'HEAD');
      one.forget();
    },
    ['01-05@main', '01-15@main', '02-15@main'],
    '01-10',
    '02-01',
    ['', 'broken', ''],
  ],
  [
    'on a teammate’s branch, into which main was merged, and main moved there: main’s log tells',
    (one) => {
      mergedBack(one);
    },
    ['01-15@main', '02-15@main'],
    '02-02',
    null,
    fromThen,
  ],
  [
    'the same without logs: in between nothing is said',
    (one) => {
      mergedBack(one);
      one.forget();
    },
    ['01-05@main', '01-15@main', '02-15@main'],
    '01-10',
    null,
    ['', 'merge', 'broken'],
  ],
  [
    'by `git mv` under a new name',
    (one) => {
      one.commit('01-10', { 'CLAUDE.md': line });
      one.git('02-01', 'mv', 'CLAUDE.md', 'AGENTS.md');
      one.commit('02-01');
      one.forget();
    },
    ['01-05@main', '01-15@main', '02-15@main'],
    '01-10',
    null,
    ['', 'broken', 'broken'],
  ],
  [
    'into another file that is imported',
    (one) => {
      one.commit('01-10', { 'CLAUDE.md': line });
      one.commit('02-01', { 'CLAUDE.md': '@AGENTS.md\n', 'AGENTS.md': line });
    },
    ['01-05@main', '01-15@main', '02-15@main'],
    '01-10',
    null,
    ['', 'broken', 'broken'],
  ],
  [
    'alone into .claude/rules',
    (one) => {
      one.commit('01-10', { 'CLAUDE.md': line });
      one.commit('02-01', {
        'CLAUDE.md': without,
        '.claude/rules/a.md': 'Run `make lint` before committing.\n',
      });
    },
    ['01-05@main', '01-15@main', '02-15@main'],
    '01-10',
    null,
    ['', 'broken', 'broken'],
  ],
  [
    'to AGENTS.md, to which CLAUDE.md is a link since',
    (one) => {
      one.commit('01-10', { 'CLAUDE.md': line });
      one.git('02-01', 'mv', 'CLAUDE.md', 'AGENTS.md');
      symlinkSync('AGENTS.md', join(one.root, 'CLAUDE.md'));
      one.commit('02-01');
      one.forget();
    },
    ['01-05@main', '01-15@main', '02-15@main'],
    '01-10',
    null,
    ['', 'broken', 'broken'],
  ],
  [
    'with AGENTS.md as a link to it',
    (one) => {
      one.commit('01-10', { 'CLAUDE.md': line });
      symlinkSync('CLAUDE.md', join(one.root, 'AGENTS.md'));
      one.commit('02-01');
    },
    ['01-05@main', '01-15@main', '02-15@main'],
    '01-10',
    null,
    ['', 'broken', 'broken'],
  ],
  [
    'out and back',
    (one) => {
      one.commit('01-10', { 'CLAUDE.md': line });
      one.commit('02-01', { 'CLAUDE.md': without });
      one.commit('03-01', { 'CLAUDE.md': line });
    },
    ['01-15@main', '02-15@main', '03-15@main'],
    '01-10',
    null,
    ['broken', '', 'broken'],
  ],
  [
    'in other words, as a row of a table, with other line ends: it keeps its date',
    (one) => {
      one.commit('01-10', { 'CLAUDE.md': line });
      one.commit('02-01', { 'CLAUDE.md': '# A\r\n\r\n- Before each commit run `make lint`.\r\n' });
    },
    ['01-05@main', '01-15@main', '02-15@main'],
    '01-10',
    null,
    ['', 'broken', 'broken'],
  ],
  [
    'below a folder that moves',
    (one) => {
      one.commit('01-10', { 'web/CLAUDE.md': line, 'web/a.ts': '' });
      one.git('02-01', 'mv', 'web', 'site');
      one.commit('02-01', { 'site/a.ts': 'x' });
    },
    [],
    '01-10',
    null,
    [],
  ],
  [
    'and not committed yet',
    (one) => {
      put(one.root, 'CLAUDE.md', line);
      utimesSync(join(one.root, 'CLAUDE.md'), new Date(day('02-01')), new Date(day('02-01')));
    },
    from1Feb,
    '02-01',
    null,
    fromThen,
  ],
  [
    'and there is no git',
    (one) => {
      rmSync(join(one.root, '.git'), { recursive: true });
      put(one.root, 'CLAUDE.md', line);
      utimesSync(join(one.root, 'CLAUDE.md'), new Date(day('02-01')), new Date(day('02-01')));
    },
    from1Feb,
    '02-01',
    null,
    fromThen,
  ],
];

function branchWithLine({ git, commit }: Shop): void {
  git('01-02', 'checkout', '-q', '-b', 'fix');
  commit('01-10', { 'CLAUDE.md': line });
  git('01-11', 'checkout', '-q', 'main');
}

function mergedBack(one: Shop): void {
  branchWithLine(one);
  one.commit('01-12', { 'b.ts': '' });
  one.git('02-01', 'checkout', '-q', 'fix');
  one.git('02-01', 'merge', '-q', '--no-ff', '-m', "Merge branch 'main' into fix", 'main');
  one.git('02-02', 'checkout', '-q', 'main');
  one.git('02-02', 'merge', '-q', '--ff-only', 'fix');
}

const check = ([, story, sessions, since, until, verdicts]: Row) => {
  const one = shop();
  story(one);
  const seen = audited(one, sessions);
  expect(seen.map(({ file: _, ...row }) => row)).toEqual([
    { since: `2026-${since}`, until: until && `2026-${until}`, sessions: verdicts },
  ]);
};

describe('a line of a context file', () => {
  test.each(rows.slice(0, 2))('%s', (...row) => check(row));
  test.each(rows.slice(2))('%s', { tags: 'slow' }, (...row) => check(row));

  test('of a work tree counts there from when that tree had it', { tags: 'slow' }, () => {
    const one = shop();
    branchWithLine(one);
    const tree = join(one.room, 'tree');
    one.git('01-20', 'worktree', 'add', '-q', tree, 'fix');
    one.git('02-01', 'merge', '-q', '--ff-only', 'fix');
    worked(one.room, tree, '01-21@fix');
    const [row] = audited(one, ['01-21@main', '02-15@main']);
    expect(row).toMatchObject({ since: '2026-02-01', sessions: ['', 'broken'] });
    expect(audited({ ...one, root: tree }, ['01-21@fix'], tree)).toMatchObject([
      { since: '2026-01-10', sessions: ['broken'] },
    ]);
  });

  test('of a submodule has the dates of its own repository', { tags: 'slow' }, () => {
    const one = shop();
    one.commit('02-01', { 'CLAUDE.md': line });
    const top = join(one.room, 'top');
    mkdirSync(top);
    one.gitIn(top, '02-10', 'init', '-q', '-b', 'main');
    one.gitIn(top, '02-10', 'submodule', '--quiet', 'add', one.root, 'shop');
    const root = join(top, 'shop');
    expect(audited({ room: one.room, root }, ['01-15', '02-15'])).toMatchObject([
      { since: '2026-02-01', sessions: fromThen },
    ]);
  });

  test('of a shallow clone is dated by where its history begins, and that is said', () => {
    const one = shop();
    one.commit('01-10', { 'CLAUDE.md': line });
    one.commit('02-01', { 'a.ts': 'x' });
    const root = join(one.room, 'clone');
    one.gitIn(one.room, '02-10', 'clone', '-q', '--depth', '1', `file://${one.root}`, root);
    expect(readFileSync(join(root, '.git/shallow'), 'utf8')).not.toBe('');
    const seen = audited({ ...one, root }, ['01-15@main', '02-15@main']);
    expect(seen).toMatchObject([{ since: '2026-02-01', sessions: ['', 'broken'] }]);
    expect(said).toEqual([
      'This clone is shallow: its history begins 2026-02-01, so no line is dated before.',
    ]);
  });
});
