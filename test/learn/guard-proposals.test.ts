import { expect, test } from 'vitest';
import { proposeGuards } from '../../src/learn/guards/propose.js';
import { bansIn } from '../../src/learn/watches/bans.js';
import { contextFileReader } from '../../src/learn/watches/context-file.js';
import type { ShellCall } from '../../src/observe/shell/past-calls.js';
import type { Guard } from '../../src/schema.gen.js';
import { banned, brokenTwice, decoys, type PastCall } from '../support/guard-histories.js';

let line = 0;

function call(command: string, session: string, refusal?: string): ShellCall {
  const minute = String(++line % 60).padStart(2, '0');
  return {
    session,
    line,
    time: `2026-10-${String(10 + Math.floor(line / 60)).padStart(2, '0')}T10:${minute}:00Z`,
    command,
    isRefused: refusal !== undefined,
    ...(refusal ? { reason: refusal } : {}),
  };
}

const callsOf = (history: readonly PastCall[]): ShellCall[] =>
  history.map(({ command, session, refused }) => call(command, session, refused));
const patterns = (calls: readonly ShellCall[]): string[] =>
  proposeGuards(calls).flatMap(({ guard }) => guard.match);

test.each(banned)('%s, refused in two sessions, is proposed', (command) => {
  const found = proposeGuards(callsOf(brokenTwice(command)));
  expect(found.length).toBeGreaterThanOrEqual(1);
  const [{ guard, breaches, sessions, uses }] = found as [(typeof found)[0]];
  expect(command.startsWith(guard.match[0] ?? '?')).toBe(true);
  expect({ breaches, sessions, uses: uses.length }).toEqual({ breaches: 2, sessions: 2, uses: 2 });
});

test.each([...decoys, ['an empty history', []] as const])(
  'no guard is proposed for %s',
  (_, history) => {
    expect(patterns(callsOf(history))).toEqual([]);
  },
);

test('of twenty banned commands among twenty decoys five are proposed at a time, none twice', () => {
  expect([banned.length, decoys.length]).toEqual([20, 20]);
  const calls = callsOf([
    ...banned.flatMap(brokenTwice),
    ...decoys.flatMap(([, history]) => history),
  ]);
  const switchedOn: Guard[] = [];
  for (let round = 1; round <= 4; round++) {
    const found = proposeGuards(calls, [], switchedOn);
    expect(found.map(({ breaches, uses }) => [breaches, uses.length])).toEqual(
      Array.from({ length: 5 }, () => [2, 2]),
    );
    switchedOn.push(...found.map(({ guard }) => guard));
  }
  expect(proposeGuards(calls, [], switchedOn)).toEqual([]);
  const named = switchedOn.flatMap(({ match }) => match).sort();
  expect(named).toEqual(banned.map((command) => command.replace(/ --\w+$/, '')).sort());
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
    contextFileReader()(
      [
        'Do not run `cargo test` directly, use `just test`.',
        'Use `pnpm add` instead of `npm install`.',
        '',
        '不要用 `git push --force`。',
        '',
        'Do not commit without running `npm run lint`.',
        '',
        'Never edit `src/gen`.',
        'Never run `make deploy` unless I ask.',
        '```\nnever `rm x`\n```',
      ].join('\n'),
    ),
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
