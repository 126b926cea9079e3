import { expect, test } from 'vitest';
import { bansIn, proposeGuards } from '../src/learn/guards/propose.js';
import type { ShellCall } from '../src/observe/shell/past-calls.js';
import { simpleCommands } from '../src/observe/shell/simple-commands.js';

let line = 0;

function call(command: string, session: string, refusal?: string): ShellCall {
  const minute = String(++line % 60).padStart(2, '0');
  return {
    session,
    line,
    time: `2026-10-${String(10 + Math.floor(line / 60)).padStart(2, '0')}T10:${minute}:00Z`,
    command,
    commands: simpleCommands(command),
    isRefused: refusal !== undefined,
    ...(refusal ? { reason: refusal } : {}),
  };
}

const patterns = (calls: readonly ShellCall[]): string[] =>
  proposeGuards(calls).flatMap(({ guard }) => guard.match);

const broken = [
  'git push',
  'git push --force',
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
  'brew upgrade',
];

test.each(broken)('%s, refused in two sessions, is proposed', (command) => {
  const found = proposeGuards([
    call('npm test', 'one'),
    call(`${command} a`, 'one', ''),
    call(`cd x && ${command} b`, 'two', 'we never do that here'),
  ]);
  expect(found.length).toBeGreaterThanOrEqual(1);
  const [{ guard, breaches, sessions, uses }] = found as [(typeof found)[0]];
  expect(command.startsWith(guard.match[0] ?? '?')).toBe(true);
  expect({ breaches, sessions, uses: uses.length }).toEqual({ breaches: 2, sessions: 2, uses: 2 });
});

const decoys: readonly (readonly [string, () => ShellCall[]])[] = [
  ['refused once', () => [call('git push', 'one', 'no')]],
  ['refused twice in one session', () => [call('git push', 'a', 'no'), call('git push', 'a', '')]],
  [
    'a ban that was lifted later',
    () => [
      call('git push', 'a', 'no'),
      call('git push', 'b', 'no'),
      call('git push', 'c'),
      call('git push', 'd'),
    ],
  ],
  [
    'used more often than refused',
    () => [
      ...['a', 'b', 'c'].map((session) => call('git push', session)),
      call('git push', 'd', ''),
      call('git push', 'e', ''),
    ],
  ],
  [
    'a refusal that is a question',
    () => ['a', 'b'].map((session) => call('git push', session, 'do we handle several commits?')),
  ],
  ...['test first', 'not yet', 'wait', 'pull before that', '先跑测试', '现在不行', 'later'].map(
    (reason) =>
      [
        `a refusal about the moment: ${reason}`,
        () => ['a', 'b'].map((session) => call('git push', session, reason)),
      ] as const,
  ),
  ['a command that merely fails', () => ['a', 'b', 'c'].map((session) => call('go test', session))],
  [
    'a refusal of another command of the same program',
    () => [
      call('git push', 'a', 'no'),
      call('git rebase main', 'b', 'no'),
      ...['c', 'd', 'e'].map((session) => call('git status', session)),
    ],
  ],
  [
    'words that are only mentioned',
    () => ['a', 'b'].map((session) => call(`echo "git push ${session}"; npm t`, session)),
  ],
  ['a computed word', () => ['a', 'b'].map((session) => call('$TOOL push', session, 'no'))],
  [
    'one refusal in each of two sessions, each with a wanted call after it',
    () => [
      call('make all', 'a', 'no'),
      call('make all', 'a'),
      call('make all', 'b', 'no'),
      call('make all', 'b'),
      call('make all', 'c'),
    ],
  ],
  ['an empty history', () => []],
  [
    'calls without refusals',
    () => ['a', 'b', 'c', 'd'].map((session) => call('terraform apply', session)),
  ],
  [
    'a refusal that names an order',
    () => ['a', 'b'].map((session) => call('git commit', session, 'run fmt first')),
  ],
];

test.each(decoys)('no guard is proposed for %s', (_, history) => {
  expect(patterns(history())).toEqual([]);
});

test('there are 20 decoys', () => {
  expect(decoys).toHaveLength(20);
});

test('siblings are pooled, and the narrowest pattern that covers all breaches is taken', () => {
  const history = [
    call('mise run build', 'a'),
    call('mise run test:ci', 'a', ''),
    call('mise run test:integration', 'b', ''),
    call('mise run lint', 'b'),
    call('mise run fmt', 'c'),
  ];
  expect(patterns(history)).toEqual(['mise run test:*']);
});

test('a program alone is proposed where nothing followed it, and is too wide elsewhere', () => {
  const twice = (command: string) => ['a', 'b'].map((session) => call(command, session, 'no'));
  expect(patterns(twice('cd x && ./deploy.sh'))).toEqual(['deploy.sh']);
  expect(patterns(twice('mkdir -p /tmp/x'))).toEqual([]);
  expect(patterns(twice('docker compose up -d'))).toEqual(['docker compose up']);
});

test('a banned command is proposed once it was used, with what replaces it', () => {
  const bans = bansIn(
    [
      'Do not run `cargo test` directly. Use `just test`.',
      'Use `pnpm add` instead of `npm install`.',
      '不要用 `git push --force`。',
      'Do not commit without running `npm run lint`.',
      'Never edit `src/gen`.',
      '```\nnever `rm x`\n```',
    ].join('\n'),
  );
  expect(bans.map(({ command, instead }) => [command, instead])).toEqual([
    ['cargo test', 'use just test'],
    ['npm install', 'use pnpm add'],
    ['git push --force', undefined],
  ]);
  const found = proposeGuards([call('cargo test --all', 'a'), call('npm ci', 'a')], bans);
  expect(found).toMatchObject([
    { guard: { match: ['cargo test'], action: 'deny', instead: 'use just test' }, breaches: 0 },
  ]);
});
