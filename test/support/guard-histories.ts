import { callLine, type Record, refusalLine, resultLine, userLine } from './transcript-lines.js';

/** A shell call of a past session. Sessions are named by a letter, in the order of their time. */
export interface PastCall {
  readonly session: string;
  readonly command: string;
  /** The person refused it with these words, or with none. */
  readonly refused?: string;
  readonly failed?: true;
}

const ran = (command: string, ...sessions: readonly string[]): PastCall[] =>
  sessions.map((session) => ({ session, command: `${command} ${session}` }));
const failed = (command: string, ...sessions: readonly string[]): PastCall[] =>
  ran(command, ...sessions).map((one) => ({ ...one, failed: true }));
const refused = (command: string, words: string, ...sessions: readonly string[]): PastCall[] =>
  ran(command, ...sessions).map((one) => ({ ...one, refused: words }));

/** What twenty rules ban; no two of them have a pattern in common. */
export const banned: readonly string[] = [
  'git push',
  'npm install',
  'npm publish',
  'pip install',
  'yarn add',
  'cargo publish',
  'docker compose up',
  'docker system prune',
  'kubectl delete',
  'terraform apply',
  'gh pr merge',
  'gh release create',
  'make deploy',
  'rails db:drop',
  'go mod vendor',
  'mvn deploy',
  'git rebase',
  'git reset --hard',
  'git commit --amend',
  'brew upgrade',
];

/** A rule that was broken in two sessions, and the person refused it each time. */
export function brokenTwice(command: string): PastCall[] {
  return [
    { session: 'a', command: 'npm test' },
    ...refused(command, '', 'a'),
    ...refused(`cd x && ${command}`, 'we never do that here', 'b'),
  ];
}

/** The guard of this rule came from a teammate, and the person lets its command run. */
export const teammates = 'fly deploy';

/** Histories that support no guard, each with commands of its own. */
export const decoys: readonly (readonly [string, readonly PastCall[]])[] = [
  ['a command refused once', refused('svn commit', 'no', 'a')],
  ['a command refused twice in one session', refused('hg push', 'no', 'a', 'a')],
  [
    'a ban that was lifted later',
    [...refused('bun publish', 'no', 'a', 'b'), ...ran('bun publish', 'c', 'd')],
  ],
  [
    'a command used more often than refused',
    [...ran('deno deploy', 'a', 'b', 'c'), ...refused('deno deploy', '', 'd', 'e')],
  ],
  ['a refusal that is a question', refused('hg commit', 'do we handle several commits?', 'a', 'b')],
  ...(
    [
      ['flyway migrate', 'test first'],
      ['helm upgrade', 'not yet'],
      ['pulumi up', 'wait'],
      ['hg merge', 'pull before that'],
      ['gradle publish', '先跑测试'],
      ['pod install', '现在不行'],
      ['vercel deploy', 'later'],
    ] as const
  ).map(
    ([command, words]) =>
      [`a refusal about the moment: ${words}`, refused(command, words, 'a', 'b')] as const,
  ),
  ['a refusal that names an order', refused('git tag', 'run fmt first', 'a', 'b')],
  ['a command that merely fails', failed('go test', 'a', 'b', 'c')],
  [
    'a refusal of another command of the same program',
    [
      ...refused('nix build', 'no', 'a'),
      ...refused('nix develop', 'no', 'b'),
      ...ran('nix flake', 'c', 'd', 'e'),
    ],
  ],
  ['words that are only mentioned', ran('echo "git push it" && npm t', 'a', 'b')],
  ['a computed word', refused('$TOOL push', 'no', 'a', 'b')],
  [
    'one refusal in each of two sessions, each with a wanted call after it',
    [
      ...refused('make all', 'no', 'a'),
      ...ran('make all', 'a'),
      ...refused('make all', 'no', 'b'),
      ...ran('make all', 'b', 'c'),
    ],
  ],
  ['calls without refusals', ran('ansible deploy', 'a', 'b', 'c', 'd')],
  ['a command that only a teammate guards', ran(teammates, 'a', 'b', 'c', 'd')],
];

const idOf = (session: string): string => `5e55a000-0000-4000-8000-00000000000${session}`;

/** The calls as the client records them: the records of each session, by its id. */
export function recordsOf(calls: readonly PastCall[], cwd: string): ReadonlyMap<string, Record[]> {
  const sessions = new Map<string, Record[]>();
  for (const [at, { session, command, refused, failed }] of calls.entries()) {
    const sessionId = idOf(session);
    const records = sessions.get(sessionId) ?? [userLine('Go on with the release.')];
    const id = `toolu_past_${at}`;
    records.push(
      callLine('Bash', { command }, id),
      refused === undefined
        ? resultLine(id, failed ? 'Exit code 1' : 'done', { is_error: failed === true })
        : refusalLine(id, refused || undefined),
    );
    sessions.set(sessionId, records);
  }
  for (const [sessionId, records] of sessions) {
    const day = 10 + 'abcde'.indexOf(sessionId.slice(-1));
    const stamped = records.map((record, at) => {
      const second = new Date(Date.UTC(2026, 10, day, 10) + at * 1000);
      return { ...record, sessionId, cwd, timestamp: second.toISOString() };
    });
    sessions.set(sessionId, stamped);
  }
  return sessions;
}
