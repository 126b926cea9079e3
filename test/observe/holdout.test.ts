import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdoutShare, sideOf } from '../../src/observe/journal/holdout.js';
import { countsOf, mergeCounts } from '../../src/observe/journal/session-counts.js';
import type { Gene } from '../../src/schema.gen.js';
import { callHook, contextOf, factsIn, runHook } from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { scratchFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

const names = Array.from({ length: 10_000 }, (_, at) => `c0ffee${at}-0000-4000-8000-${at * 7919}`);
const held = names.find((one) => sideOf(one, 0.1) === 'held') as string;
const told = names.find((one) => sideOf(one, 0.5) === 'told') as string;
const failure = 'src/a.ts(3,5): error TS2345: Argument of type x is not assignable.';

test('the hold-out takes its share of the sessions, always the same ones', () => {
  for (const share of [0.1, 0.25, 0.5]) {
    const some = names.filter((one) => sideOf(one, share) === 'held');
    expect(some.length / names.length).toBeCloseTo(share, 1);
    expect(names.filter((one) => sideOf(one, share) === 'held')).toEqual(some);
  }
});

test.each([[0], ['0.1'], [-1], [0.6], [null]])('a share of %j is none', (value) => {
  expect(holdoutShare(value)).toBe(0);
  expect(sideOf(held, holdoutShare(value))).toBeUndefined();
});

interface Home {
  readonly project: string;
  readonly own: string;
  readonly env: Readonly<Record<string, string>>;
}

const guard = {
  on: 'command',
  match: ['git push'],
  action: 'tell',
  instead: 'open a pull request',
} as const satisfies Gene['guard'];

async function newHome(holdout: number): Promise<Home> {
  const top = scratchFolder('holdout');
  const project = join(top, 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  putMemory(project, {
    assets: [
      gene('known', {
        when: { signals: ['error:typescript'], commands: ['tsc'], paths: ['src/**'] },
        method: ['read the first error'],
      }),
      gene('no-push', { guard }),
    ],
    events: [born('known', 0.8), born('no-push', 0.9)],
    target: '# Shop\n',
  });
  const own = join(top, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 'config.json'), JSON.stringify({ holdout }));
  const env = { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: join(top, 'claude') };
  trustHere(project, env);
  for (const args of [['compile'], ['guard', 'no-push', '--on']]) {
    const { code, err } = await madnessHere(project, args, { env });
    if (code !== 0) throw new Error(err);
  }
  return { project, own, env };
}

/** What a session is told: at its start, at a second like failure, for a file, and before a push. */
function session({ project, env }: Home, session_id: string): string[] {
  const about = { session_id, transcript_path: join(project, 't.jsonl'), cwd: project };
  const failed = (id: string) => ({
    ...about,
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_input: { command: 'npx tsc' },
    tool_use_id: id,
    error: `Exit code 2\n${failure}`,
    is_interrupt: false,
  });
  const answered = (name: string, payload: object) =>
    contextOf(callHook(name, JSON.stringify({ ...about, ...payload }), env));
  return [
    contextOf(runHook({ ...about, hook_event_name: 'SessionStart', source: 'startup' }, env)),
    ...['a', 'b', 'c'].map((id) => contextOf(runHook(failed(id), env))),
    answered('post-guards', {
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_input: { file_path: join(project, 'src/a.ts') },
      tool_response: { type: 'text', file: { content: 'x' } },
    }),
    answered('pre-shell', {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git push' },
    }),
  ];
}

test('a session that is held out gets no trials, hints, rules by path and reminders, and is judged like one that does', async () => {
  const home = await newHome(0.1);
  const [trial, , hint, , byPath, reminder] = session(home, told);
  expect(trial).toContain('trial [gene:known');
  expect(hint).toContain('[gene:known]');
  expect(byPath).toContain('gene:known');
  expect(reminder).toContain('Rule no-push');
  expect(session(home, held).join('')).toBe('');
  const facts = factsIn(home.own, held);
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'holdout', held: true }));
  expect(facts.filter(({ kind }) => kind === 'hint')).toEqual([]);
  expect(countsOf(held, 'shop', facts)).toMatchObject({
    holdout: ['held'],
    hints: [{ rule: 'gene:known', outcome: 'repeated', withheld: true }],
  });
  expect(countsOf(told, 'shop', factsIn(home.own, told))).toMatchObject({ holdout: ['told'] });

  const { out } = await madnessHere(home.project, ['effect', '--json'], { env: home.env });
  expect(JSON.parse(out)).toMatchObject({
    holdout: {
      share: 0.1,
      held: { sessions: 1, failures: 1 },
      told: { sessions: 1, failures: 1 },
      enough: false,
      hints: { given: 1, helped: 0, repeated: 1 },
    },
    hints: { given: 1, helped: 0, repeated: 1 },
  });
});

test('where the hold-out is off nothing of it is noted, and every session is told', async () => {
  const home = await newHome(0);
  expect(session(home, held).filter((said) => said !== '').length).toBe(4);
  expect(factsIn(home.own, held).map(({ kind }) => kind)).not.toContain('holdout');
});

test.each([
  ['en', 'hold-out       10 %', 'cannot be held out'],
  ['zh', '留出    10 %', '无法留出'],
] as const)(
  'effect says in %s what is held out, and that the block is not',
  async (language, line, block) => {
    const home = await newHome(0.1);
    putMemory(home.project, { config: { language } });
    const { out } = await madnessHere(home.project, ['effect', '--details'], { env: home.env });
    expect(out).toContain(line);
    expect(out).toContain(block);
  },
);

test('a session whose side changed with the share counts on neither', () => {
  const ts = '2026-01-02T08:00:00.000Z';
  const counts = (is: boolean) =>
    countsOf('s', 'p', [{ ts, kind: 'holdout', held: is }]) ?? expect.unreachable();
  expect(mergeCounts([counts(true), counts(false)])).toMatchObject([{ holdout: ['held', 'told'] }]);
});

test.each([
  ['0.1', 0.1],
  ['0', 0],
  ['0.5', 0.5],
])('a person sets the share to %s for all their projects', async (value, share) => {
  const home = await newHome(0.2);
  const { code } = await madnessHere(home.project, ['config', 'set', 'holdout', value], {
    env: home.env,
  });
  expect(code).toBe(0);
  const { out } = await madnessHere(home.project, ['config', 'get', 'holdout', '--json'], {
    env: home.env,
  });
  expect(JSON.parse(out)).toEqual({ holdout: share });
});

test.each(['0.6', '10%', 'true', '-0.1'])('a share of %s is refused', async (value) => {
  const home = await newHome(0.2);
  const ran = await madnessHere(home.project, ['config', 'set', 'holdout', value], {
    env: home.env,
  });
  expect(ran.code).toBe(2);
});
