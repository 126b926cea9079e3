import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Asset } from '../../src/schema.gen.js';
import {
  callHook,
  contextOf,
  factsIn,
  handlerFor,
  runFaultyHook,
  runHook,
  shownTo,
  spawnFaultyHook,
  spawnHook,
  startHook,
} from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, type OnDisk, proved, putMemory, refuted } from '../support/memory.js';
import { clientPayloads, filesBelow } from '../support/real-files.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';
import { trustHere } from '../support/trust.js';

const s = 'session-1';
const failure = 'src/a.ts(3,5): error TS2345: Argument of type x is not assignable.';

const compiled = new Map<string, string>();
const templates = mkdtempSync(join(tmpdir(), 'madness-test-'));
afterAll(() => rmSync(templates, { recursive: true, force: true }));

/** A person with a project that has a memory, and our own folder. */
async function newHome(
  memory: OnDisk = rules(),
): Promise<{ project: string; own: string; env: Env }> {
  const key = JSON.stringify(memory);
  const template = compiled.get(key) ?? (await compileOnce(memory));
  compiled.set(key, template);
  const project = scratchFolder('project');
  cpSync(template, project, { recursive: true });
  const own = join(project, '..', 'own');
  const env = { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: join(project, '..', 'claude') };
  trustHere(project, env);
  return { project, own, env };
}

async function compileOnce(memory: OnDisk): Promise<string> {
  const folder = join(templates, String(compiled.size));
  mkdirSync(folder);
  putMemory(folder, { target: '# Project\n', ...memory });
  const { code, err } = await madnessHere(folder, ['compile'], {
    env: { MADNESS_HOME: templates },
  });
  if (code !== 0) throw new Error(err);
  return folder;
}

type Env = Readonly<Record<string, string>>;

/** A person's own command wrote it. */
const kept = { by: 'add' } as const;

function rules(): OnDisk {
  const when = { commands: ['tsc', 'npm run build', 'make'] };
  return {
    assets: [
      gene('a-lesser', { when, method: ['do the lesser thing'] }),
      gene('better', { when, method: ['read the first error'], checkpoint: 'it is gone' }),
    ],
    events: [born('a-lesser', 0.6, { ts: '2026-01-03T08:00:00Z' }), born('better', 0.8)],
  };
}

function payload(cwd: string, hook_event_name: string, more: object = {}): object {
  return { session_id: s, transcript_path: join(cwd, 't.jsonl'), cwd, hook_event_name, ...more };
}

let calls = 0;

function failed(cwd: string, command: string, error: string, more: object = {}): object {
  return payload(cwd, 'PostToolUseFailure', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: `toolu_${++calls}`,
    error: `Exit code 2\n${error}`,
    is_interrupt: false,
    ...more,
  });
}

function succeeded(cwd: string, command: string, stdout = 'ok'): object {
  return payload(cwd, 'PostToolUse', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
    tool_use_id: `toolu_${++calls}`,
  });
}

const kinds = (own: string) => factsIn(own, s).map(({ kind }) => kind);

describe('when a tool fails', () => {
  test('the second like failure brings the steps of the best rule, the first and third nothing', async () => {
    const { project, own, env } = await newHome();
    const say = (command: string, at: string) =>
      contextOf(spawnHook(failed(project, command, failure.replace('(3,5)', at)), env));
    expect(say('npx tsc', '(3,5)')).toBe('');
    const hint = say('npm run build', '(70,1)');
    expect(hint).toContain('[gene:better]');
    expect(hint).toContain('1. read the first error\nCheck: it is gone');
    expect(hint).toContain('no session has judged it yet');
    expect(say('make', '(4,4)')).toBe('');
    expect(kinds(own)).toEqual(['signal', 'signal', 'hint', 'signal', 'hint_outcome']);
  });

  test.each([
    ['one id for every call', 'toolu_1'],
    ['no id', undefined],
  ])('the second is the second where the client gives %s', async (_, tool_use_id) => {
    const { project, env } = await newHome();
    const say = () => contextOf(runHook(failed(project, 'tsc', failure, { tool_use_id }), env));
    expect([say(), say(), say()]).toEqual(['', expect.stringContaining('[gene:better]'), '']);
  });

  test('a hint says what sessions made of the rule', async () => {
    const memory = rules();
    const judged = [proved('better', 'one'), refuted('better', 'two')];
    const { project, env } = await newHome({
      ...memory,
      events: [...(memory.events ?? []), ...judged],
    });
    runHook(failed(project, 'npx tsc', failure), env);
    const hint = contextOf(runHook(failed(project, 'make', failure), env));
    expect(hint).toContain('it worked in 1 of 2 judged sessions');
  });

  test('a hint from a rule of many long steps stays under what the client shows', async () => {
    const { project, env } = await newHome();
    const file = join(project, 'memory/genes.json');
    const genes: { id: string; method: string[] }[] = JSON.parse(readFileSync(file, 'utf8'));
    const long = genes.map((one) => ({ ...one, method: Array(100).fill('do this '.repeat(50)) }));
    writeFileSync(file, `${JSON.stringify(long, null, 2)}\n`);
    trustHere(project, env);
    runHook(failed(project, 'make', failure), env);
    const hint = contextOf(runHook(failed(project, 'make', failure), env));
    expect(hint).toContain('30. do this');
    expect(hint.length).toBeLessThan(10_000);
  });

  test('where one of two scenes does, the exception holds for both, as the block says it', async () => {
    const when = { commands: ['tsc', 'npm run build', 'make'] };
    const rule = gene('either', {
      when,
      trigger: 'IF build_failed OR test_failed:',
      skip_when: 'flaky',
    });
    const { project, env } = await newHome({ assets: [rule], events: [born('either', 0.7)] });
    const scene = '(build_failed OR test_failed) AND NOT (flaky)';
    const start = { session_id: s, cwd: project, hook_event_name: 'SessionStart' };
    expect(contextOf(runHook({ ...start, source: 'startup' }, env))).toContain(`IF ${scene}: `);
    runHook(failed(project, 'make', failure), env);
    expect(contextOf(runHook(failed(project, 'make', failure), env))).toContain(`WHEN ${scene}\n`);
  });

  test.each([
    ['如果要迁移数据库，就', '如果是测试库', '要迁移数据库 AND NOT (是测试库)'],
    ['如果 要迁移数据库 则：', '', '要迁移数据库'],
    ['迁移成就', '', '迁移成就'],
  ])(
    'a scene in Chinese brings its own IF no more than one in English: %s',
    async (trigger, skip, scene) => {
      const rule = gene('spoken', { trigger, ...(skip === '' ? {} : { skip_when: skip }) });
      const { project, env } = await newHome({ assets: [rule], events: [born('spoken', 0.7)] });
      const start = { session_id: s, cwd: project, hook_event_name: 'SessionStart' };
      expect(contextOf(runHook({ ...start, source: 'startup' }, env))).toContain(`IF ${scene}: `);
    },
  );

  test('a trade-off between two commands is told as the block tells it, not as a redirection', async () => {
    const force: Asset = {
      type: 'pref',
      id: 'no-force-push',
      title: 'Pull instead of forcing a push',
      trigger: 'push_rejected',
      prefer: 'git pull --rebase && git push',
      reject: 'git push --force',
      rationale: 'a force push loses what others pushed',
      when: { commands: ['tsc', 'npm run build', 'make'] },
    };
    const { project, env } = await newHome({
      assets: [force],
      events: [born('no-force-push', 0.7, { asset_type: 'pref' })],
    });
    runHook(failed(project, 'make', failure), env);
    expect(contextOf(runHook(failed(project, 'make', failure), env))).toContain(
      '1. prefer git pull --rebase && git push over git push --force',
    );
  });

  test('the steps of a procedure are told in their order, whatever order they are written in', async () => {
    const steps = [
      { seq: 2, action: 'tag the version', checkpoint: 'the tag is there' },
      { seq: 1, action: 'run the tests', checkpoint: 'all pass' },
    ];
    const release = { id: 'release', type: 'sop' as const, title: 'Release', domain: ['process'] };
    const when = { commands: ['tsc', 'npm run build', 'make'] };
    const sop = { ...release, trigger: 'releasing', steps, when, created_at: '2026-01-02' };
    const { project, env } = await newHome({
      assets: [sop],
      events: [born('release', 0.7, { asset_type: 'sop' })],
    });
    const [, said] = [1, 2].map(() => contextOf(runHook(failed(project, 'tsc', failure), env)));
    expect(said).toContain('1. run the tests\n2. tag the version\nCheck: the tag is there');
  });

  test.each([
    ['alembic upgrade head', 'database'],
    ['cd api && alembic upgrade head', 'database'],
    ['DATABASE_URL=x alembic  upgrade head', 'database'],
    ['alembic-viewer', undefined],
    ['curl http://127.0.0.1:9', undefined],
  ])(
    'a rule for a command is told where that command fails, not at a like failure of another: %s',
    async (command, rule) => {
      const when = { signals: ['infra:network'], commands: ['alembic'] };
      const { project, env } = await newHome({
        assets: [gene('database', { when, tags: ['network'], method: ['export .env.dev'] })],
        events: [born('database', 0.7)],
      });
      const error = 'curl: (7) Failed to connect to 127.0.0.1 port 9: Connection refused';
      const [, hint = ''] = [1, 2].map(() =>
        contextOf(runHook(failed(project, command, error), env)),
      );
      expect(/gene:(\w+)/.exec(hint)?.[1]).toBe(rule);
    },
  );

  test('of two rules that are worth the same, the first by its name is told', async () => {
    const when = { commands: ['tsc', 'npm run build', 'make'] };
    const twins = ['b', 'a', 'c'].map((id) => gene(id, { when, method: [`do ${id}`] }));
    const { project, env } = await newHome({
      assets: twins,
      events: twins.map(({ id }) => born(id, 0.7)),
    });
    const say = () => contextOf(runHook(failed(project, 'npx tsc', failure), env));
    expect([say(), say()]).toEqual(['', expect.stringContaining('[gene:a]')]);
  });

  test("a rule that the project holds, retired, is hinted from no user's memory either", async () => {
    const when = { commands: ['tsc', 'npm run build', 'make'] };
    const assets = [gene('better', { when })];
    const events = [born('better', 0.7)];
    const out = { event: 'deprecate', ts: '2026-02-03T08:00:00Z', confidence_delta: 0 } as const;
    const retired = await newHome({ assets, events: [...events, born('better', 0, out)] });
    const { project, own, env } = retired;
    cpSync(join((await newHome({ assets, events })).project, 'memory'), join(own, 'memory'), {
      recursive: true,
    });
    const said = [1, 2].map(() => contextOf(runHook(failed(project, 'npx tsc', failure), env)));
    expect(said).toEqual(['', '']);
    // Elsewhere it helps.
    const other = scratchFolder('other');
    const more = { session_id: 'session-2' };
    const there = [1, 2].map(() =>
      contextOf(runHook(failed(other, 'npx tsc', failure, more), env)),
    );
    expect(there[1]).toContain('gene:better');
  });

  test('a session hears at most three hints', async () => {
    const assets = [1, 2, 3, 4].map((n) =>
      gene(`rule-${n}`, { when: { commands: ['tsc', 'npm run build', 'make'] } }),
    );
    const { project, own, env } = await newHome({
      assets,
      events: assets.map(({ id }) => born(id, 0.7)),
    });
    for (const word of ['alpha', 'beta', 'gamma', 'delta'])
      for (const _ of 'twice'.slice(0, 2))
        runHook(failed(project, 'tsc', `x.ts(1,1): error TS2345: ${word}`), env);
    expect(kinds(own).filter((kind) => kind === 'hint')).toHaveLength(3);
  });

  test('without a rule, a past session where it was overcome is named; without that, nothing', async () => {
    const { project, own, env } = await newHome({});
    runHook(failed(project, 'cargo build', 'error[E0308]: mismatched types'), env);
    expect(
      contextOf(runHook(failed(project, 'cargo build', 'error[E0308]: mismatched types'), env)),
    ).toBe('');
    rmSync(join(own, 'state'), { recursive: true });
    const [first] = factsAfter(
      () => runHook(failed(project, 'cargo build', 'error[E0308]: mismatched types'), env),
      own,
    );
    const { signal, fingerprint } = first as { signal: string; fingerprint: string };
    const past = [
      signal,
      fingerprint,
      ['past-session', '2026-11-01T10:00:00Z', 42, ['Edit src/main.rs']],
    ];
    put(own, 'overcome.jsonl', `["error:x","y",["z","",1,[]]]\n${JSON.stringify(past)}\n`);
    const hint = contextOf(
      runHook(failed(project, 'cargo check', 'error[E0308]: mismatched types'), env),
    );
    expect(hint).toContain('session past-session of 2026-11-01 (line 42)');
    expect(hint).toContain('1. Edit src/main.rs');
    // Its outcome is counted: no turn is spent on it.
    expect(contextOf(runHook(payload(project, 'Stop', { stop_hook_active: false }), env))).toBe('');
    put(project, 'memory/config.json', '{"language":"zh"}');
    const later = failed(project, 'cargo check', 'error[E0308]: mismatched types', {
      session_id: 'session-2',
    });
    runHook(later, env);
    expect(contextOf(runHook(later, env))).toContain('第 42 行被解决');
  });

  test('the next like command judges a hint that nobody spoke of', async () => {
    const { project, own, env } = await newHome();
    for (const _ of [1, 2]) runHook(failed(project, 'cd app && npx tsc -p .', failure), env);
    runHook(succeeded(project, 'npm test'), env);
    expect(kinds(own)).not.toContain('hint_outcome');
    runHook(succeeded(project, 'npx tsc'), env);
    expect(factsIn(own, s).at(-1)).toMatchObject({ outcome: 'helped', inferred: true });
    runHook(succeeded(project, 'npx tsc'), env);
    runHook(failed(project, 'npx tsc', failure), env);
    expect(kinds(own).filter((kind) => kind === 'hint_outcome')).toHaveLength(1);
  });

  test('a client that does not name its calls is helped at the second failure too', async () => {
    const { project, env } = await newHome();
    const say = () =>
      contextOf(runHook(failed(project, 'npx tsc', failure, { tool_use_id: undefined }), env));
    expect([say(), say(), say()]).toEqual(['', expect.stringContaining('[gene:better]'), '']);
  });

  test('a failure that a pipeline hides counts; looking at things is no work', async () => {
    const { project, own, env } = await newHome();
    runHook(succeeded(project, 'npx tsc | tail -2', failure), env);
    expect(contextOf(runHook(succeeded(project, 'npx tsc 2>&1 | head', failure), env))).toContain(
      'gene:better',
    );
    const before = factsIn(own, s).length;
    for (const command of ['ls -la', 'git status && git log', 'cat x | grep y', 'madness signals'])
      runHook(succeeded(project, command, failure), env);
    expect(factsIn(own, s).length - before).toBe(0);
  });

  test('what the person stopped or refused is no failure', async () => {
    const { project, own, env } = await newHome();
    runHook(failed(project, 'npx tsc', failure, { is_interrupt: true }), env);
    runHook(
      failed(project, 'npx tsc', '', {
        error: "The user doesn't want to proceed with this tool use.",
      }),
      env,
    );
    expect(kinds(own)).toEqual([]);
  });

  test('it is noted with what it was, where it failed and what it said', async () => {
    const { project, own, env } = await newHome();
    const command = `npx tsc --project ${'x'.repeat(300)}`;
    runHook(
      failed(project, command, failure, { tool_use_id: 'toolu_a', agent_id: 'agent-7' }),
      env,
    );
    expect(factsIn(own, s)).toMatchObject([
      {
        signal: 'error:typescript',
        tool: 'Bash',
        command: `${command.slice(0, 199)}…`,
        key: 'tsc',
        line: failure,
        agent: 'agent-7',
        call: 'toolu_a',
      },
    ]);
  });

  test.each([
    ['FAIL', 'fail: npm test'],
    ['3 issues:', '<n> issues:: npm test'],
    ['构建失败', '构建失败: npm test'],
    ['', 'exit code 2: npm test'],
  ])(
    '%j says nothing of what failed: only the same command fails alike',
    async (error, fingerprint) => {
      const { project, own, env } = await newHome({
        assets: [gene('any', { when: { commands: ['npm test', 'make'] } })],
        events: [born('any')],
      });
      const say = (command: string) => contextOf(runHook(failed(project, command, error), env));
      expect([say('npm test'), say('make check')]).toEqual(['', '']);
      expect(say('npm test -- --run')).toContain('[gene:any]');
      expect(factsIn(own, s)[0]).toMatchObject({ fingerprint });
    },
  );

  test('an edit that failed is known by its file, and has no command', async () => {
    const { project, own, env } = await newHome();
    const edit = { tool_name: 'Edit', tool_input: { file_path: join(project, 'src/a.ts') } };
    runHook(failed(project, '', 'EACCES: permission denied, open a.ts', edit), env);
    const [fact] = factsIn(own, s);
    expect(fact).toMatchObject({ signal: 'infra:permission', tool: 'Edit', key: 'Edit a.ts' });
    expect(fact).not.toHaveProperty('command');
  });

  test('what our own program refuses is no failure of the work', async () => {
    const { project, own, env } = await newHome();
    runHook(failed(project, 'madness check', 'error: Expected a list, got text.'), env);
    expect(kinds(own)).toEqual([]);
  });

  test('PowerShell, which stands in the place of Bash on Windows, is heard like it', async () => {
    const { project, own, env } = await newHome();
    const tool_name = 'PowerShell';
    for (const command of ['Get-Content a.md', 'npm run build'])
      runHook({ ...succeeded(project, command), tool_name }, env);
    const hints = ['npx tsc', 'npm run build'].map((command) =>
      contextOf(runHook(failed(project, command, failure, { tool_name }), env)),
    );
    expect(hints).toEqual(['', expect.stringContaining('[gene:better]')]);
    expect(kinds(own).filter((kind) => kind === 'signal')).toHaveLength(2);
  });

  test('secrets are masked before anything is written', async () => {
    const { project, own, env } = await newHome();
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7b'.repeat(2).slice(0, 36)}`;
    runHook(
      failed(project, `curl -H "Authorization: token ${secret}" x`, `fatal: bad token ${secret}`),
      env,
    );
    runFaultyHook(`{"session_id":"x","hook_event_name":"${secret}`, env);
    const written = Object.values(snapshot(own)).join('\n');
    expect(written).toContain('[secret:github_token]');
    expect(written).not.toContain(secret);
  });

  test.each([
    [
      'a key in a heredoc, which is no step of its own',
      "cat > f <<'EOF'\n-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAu1SUx9pQ2vB7mLp9xQ2vB7mKd83hFs\nIzW7yWR7xQ2vB7mLp9xQ2vB7mKd83hFsu1SUx9pQ2vB7m\n-----END RSA PRIVATE KEY-----\nEOF",
      'IzW7yWR7x',
    ],
    ['a password with the sign that ends a step', "deploy --password 'ab12;mPz3qRtX'", 'mPz3qRtX'],
    [
      'a key with a slash',
      'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ3vT8mN2k && make',
      'bPxRfiCY',
    ],
  ])('no part of a command is kept unmasked: %s', async (_, command, secret) => {
    const { project, own, env } = await newHome();
    runHook(failed(project, command, failure), env);
    runHook(succeeded(project, command), env);
    expect(readFileSync(join(own, 'state', s, 'journal.jsonl'), 'utf8')).not.toContain(secret);
  });

  test('a secret is known before the case of its letters is lost', async () => {
    const { project, own, env } = await newHome();
    const secret = `AKIA${'Q7VX2MZ3PL4TB6WN'}`;
    runHook(failed(project, 'make', `error: no such key: ${secret}`), env);
    const written = readFileSync(join(own, 'state', s, 'journal.jsonl'), 'utf8').toLowerCase();
    expect(written).toContain('[secret:');
    expect(written).not.toContain(secret.toLowerCase());
  });

  test('of what the client leaves of an error, 10,000 characters, all is heard', async () => {
    const { project, own, env } = await newHome();
    const padding = 'nothing to see here\n'.repeat(250);
    runHook(failed(project, 'npx tsc', `${padding}${failure}\n${padding}`.slice(0, 10_000)), env);
    expect(factsIn(own, s)).toMatchObject([{ kind: 'signal', signal: 'error:typescript' }]);
  });

  test('ten megabytes of output say the same as their first and last lines', {
    tags: 'slow',
  }, async () => {
    const { project, own, env } = await newHome();
    const noise = `${'a line of "quoted" output \\ and 中文\n'.repeat(280_000)}`;
    runHook(failed(project, 'npx tsc', `${failure}\n${noise}`), env);
    expect(contextOf(runHook(failed(project, 'npx tsc', `${noise}${failure}`), env))).toContain(
      'gene:better',
    );
    runHook(succeeded(project, 'make', `${noise}make: *** [all] Error 2`), env);
    expect(factsIn(own, s).at(-1)).toMatchObject({
      signal: 'error:build',
      line: 'make: *** [all] Error 2',
    });
  });
});

function factsAfter(work: () => unknown, own: string): ReturnType<typeof factsIn> {
  work();
  return factsIn(own, s);
}

describe('when a session starts', () => {
  const start = (project: string, more: object = {}) =>
    payload(project, 'SessionStart', { source: 'startup', ...more });

  test('nothing to say, nothing said', () => {
    const project = scratchFolder('empty');
    const env = { MADNESS_HOME: join(project, '..', 'own') };
    expect(contextOf(runHook(start(project), env))).toBe('');
  });

  test('rules on trial are labelled, and what was shown is written down', async () => {
    const { project, own, env } = await newHome();
    const said = contextOf(runHook(start(project), env));
    expect(said).toContain('- trial [gene:better, c:0.80]');
    expect(said).toContain('follow it');
    expect(factsIn(own, s)).toMatchObject([{ kind: 'shown', where: 'trial' }]);
  });

  test('copies of the transcripts, where they are kept, are made by a process that outlives the hook', async () => {
    const { project, own, env } = await newHome();
    put(own, 'config.json', '{"archive":true}');
    put(join(project, '..', 'claude', 'projects', 'p'), `${s}.jsonl`, '{"type":"user"}\n');
    runHook(start(project), env);
    const manifest = join(own, 'archive', 'manifest.json');
    await vi.waitFor(() => expect(readFileSync(manifest, 'utf8')).toContain(s), 15_000);
  });

  const indexes: readonly [string, (file: string) => void][] = [
    ['is gone', (file) => rmSync(file)],
    ['is empty', (file) => writeFileSync(file, '')],
    ['has conflict markers', (file) => writeFileSync(file, `<<<<<<< ours\n{}\n>>>>>>> theirs\n`)],
    ['knows fewer rules', (file) => dropRules(file, 'better')],
    ['knows one rule more', (file) => rewrite(file, '"assets": [', '"assets": [{"id":"gone"},')],
    ['has an older wording', (file) => rewrite(file, 'What better taught', 'What it taught')],
    [
      'has an older status',
      (file) => rewrite(file, '"status": "provisional"', '"status": "active"'),
    ],
  ];
  const rewrite = (file: string, from: string, to: string) =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  const dropRules = (file: string, id: string) => {
    const index = JSON.parse(readFileSync(file, 'utf8'));
    const assets = index.assets.filter((one: Asset) => one.id !== id);
    writeFileSync(file, JSON.stringify({ ...index, assets, trials: [] }, null, 2));
  };

  firstQuick(indexes)(
    'where index.json %s, the memory is compiled in the background, and the person is told so',
    async (_, change) => {
      const { project, env } = await newHome();
      const file = join(project, 'memory/index.json');
      const whole = readFileSync(file, 'utf8');
      change(file);
      const begun = () => runHook(start(project), { ...env, CLAUDECODE: '1' });
      expect(shownTo(begun())).toMatch(
        /^madness: what is compiled of this project’s memory is behind/,
      );
      await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe(whole), 15_000);
      expect(shownTo(begun())).toBe('');
    },
  );

  test.each(indexes.slice(0, 3))(
    'where index.json %s, a rule that helps with a failure is still found',
    async (_, change) => {
      const { project, env } = await newHome();
      change(join(project, 'memory/index.json'));
      runHook(failed(project, 'npx tsc', failure), env);
      const said = contextOf(runHook(failed(project, 'npx tsc', failure), env));
      expect(said).toMatch(/\[gene:(?:better|a-lesser)\]/);
    },
  );

  test('a memory of nobody here that was never compiled is named to the person, and to no model', async () => {
    const { project, env } = await newHome();
    rmSync(join(project, 'memory/index.json'));
    const answer = runHook(start(project), { ...env, MADNESS_HOME: `${env.MADNESS_HOME}-other` });
    expect(contextOf(answer)).toBe('');
    expect(shownTo(answer)).toContain('a memory that no person on this machine has trusted');
  });

  test('what is said stays under 2,000 characters', async () => {
    const long = 'a step that goes on and on '.repeat(10).trim();
    const assets = ['a', 'b', 'c'].map((id) =>
      gene(id, { method: Array(20).fill(long), title: long.slice(0, 150) }),
    );
    const { project, env } = await newHome({
      assets,
      events: assets.map(({ id }) => born(id, 0.7)),
    });
    put(project, 'memory/retrospectives/2020-01-01-mid.md', '');
    put(project, 'memory/work/proposal-0a1b2c3d.json', '{}');
    const said = contextOf(runHook(start(project), env));
    expect(said.length).toBeLessThan(2000);
    expect(said).toContain('overdue, the last was on 2020-01-01');
    expect(said).toContain("Waiting for the user's decision: 1");
    expect(said).toContain('trial [gene:a');
  });

  test('also with rules of the user, of which those are noted that it told', async () => {
    const long = 'a step that goes on and on '.repeat(10).trim();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const assets = ids.map((id) => gene(id, { method: Array(20).fill(long) }));
    const { project, own, env } = await newHome();
    const made = await newHome({ assets, events: assets.map(({ id }) => born(id, 0.7)) });
    const memory = join(made.project, 'memory');
    const index = JSON.parse(readFileSync(join(memory, 'index.json'), 'utf8'));
    const session_rules = ids.map((id) => `gene:${id}`);
    cpSync(memory, join(own, 'memory'), { recursive: true });
    put(own, 'memory/index.json', JSON.stringify({ session_rules, ...index }, null, 2));
    const said = contextOf(runHook(start(project), env));
    expect(said.length).toBeLessThan(2000);
    const told = said.match(/^- \[gene:\w+/gm) ?? [];
    expect(told.length).toBeGreaterThan(1);
    expect(said, 'the project has a rule on trial').toContain('- trial [gene:better');
    expect(told.length).toBeLessThan(ids.length);
    expect(factsIn(own, s)).toContainEqual(
      expect.objectContaining({
        where: 'session',
        rules: told.map((one) => one.slice('- ['.length)),
      }),
    );
  });

  test('of the project and the user at most three are on trial, one of them an import never proved here', async () => {
    const sha256 = '0'.repeat(64);
    const config = { inject: { max_trials: 3 } };
    const imported = { origin: { source: 'a friend', sha256, imported_at: '2026-01-02' } };
    const { project, own, env } = await newHome({
      config,
      assets: [gene('from-a-friend', imported), gene('ours')],
      events: [born('from-a-friend', 0.7), born('ours', 0.7)],
    });
    const mine = await newHome({
      config,
      assets: [gene('from-another', imported), gene('mine'), gene('mine-too')],
      events: ['from-another', 'mine', 'mine-too'].map((id) => born(id, 0.7)),
    });
    cpSync(join(mine.project, 'memory'), join(own, 'memory'), { recursive: true });
    runHook(start(project), env);
    expect(factsIn(own, s)).toMatchObject([
      { where: 'trial', rules: ['gene:from-a-friend', 'gene:ours', 'gene:mine'] },
    ]);
  });

  test('a rule on trial that nobody has seen leaves its place to one that may be told', async () => {
    const { project, env } = await newHome();
    const file = join(project, 'memory/genes.json');
    const text = readFileSync(file, 'utf8').replace('read the first error', 'read them all');
    writeFileSync(file, text);
    const told = contextOf(runHook(start(project), env));
    expect(told).toContain('trial [gene:a-lesser');
    expect(told).not.toContain('read them all');
  });

  test('what was shown is not shown again when the session is resumed, but after a compaction, which repeats nothing else', async () => {
    const { project, env } = await newHome();
    put(project, 'memory/retrospectives/2020-01-01-mid.md', '');
    const say = (source: string) => contextOf(runHook(start(project, { source }), env));
    expect(say('startup')).toMatch(/overdue[\s\S]*trial \[gene:better/);
    const resumed = say('resume');
    expect(resumed).toContain('overdue');
    expect(resumed).not.toContain('trial');
    const compacted = say('compact');
    expect(compacted).toContain('trial [gene:better');
    expect(compacted).not.toContain('overdue');
  });

  test.each([
    [13, 14, false],
    [16, 14, true],
    [16, 30, false],
    [2, 1, true],
    [13, undefined, false],
    [14, undefined, true],
  ])(
    'a retrospective %i days ago, where one is due every %s days, is overdue: %s',
    async (days, review_interval_days, isDue) => {
      const config = { trial: 'off', ...(review_interval_days && { review_interval_days }) };
      const { project, env } = await newHome({ ...rules(), config });
      const day = new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);
      put(project, `memory/retrospectives/${day}-mid.md`, '');
      expect(contextOf(runHook(start(project), env)).includes('overdue')).toBe(isDue);
    },
  );

  test.each([
    [3, false],
    [15, true],
  ])(
    'a retrospective that began long ago and ended %i days ago is overdue: %s',
    async (days, isDue) => {
      const { project, env } = await newHome({ ...rules(), config: { trial: 'off' } });
      const finished_at = new Date(Date.now() - days * 24 * 3_600_000).toISOString();
      const record = { retrospective: { finished_at } };
      put(project, 'memory/retrospectives/2020-01-01-mid.md', '');
      put(project, 'memory/retrospectives/2020-01-01-mid.json', JSON.stringify(record));
      const said = contextOf(runHook(start(project), env));
      expect(said.includes(`the last was on ${finished_at.slice(0, 10)}`)).toBe(isDue);
      expect(said.includes('overdue')).toBe(isDue);
    },
  );

  test.each<[string, number, string | undefined, RegExp]>([
    ['lately', 3, undefined, /^$/],
    ['longer ago than a review is due', 15, undefined, /no retrospective yet.*\(1\).*\/madness/],
    ['that, and a review was', 15, new Date().toISOString().slice(0, 10), /^$/],
  ])(
    'what was kept for a first review is told of where it was %s',
    async (_, days, report, said) => {
      const { project, env } = await newHome({ ...rules(), config: { trial: 'off' } });
      const kept = join(project, 'memory/work/candidates/0a1b2c3d.json');
      put(project, 'memory/work/candidates/0a1b2c3d.json', '{}');
      const then = Date.now() / 1000 - days * 24 * 3600;
      utimesSync(kept, then, then);
      if (report !== undefined) put(project, `memory/retrospectives/${report}-mid.md`, '');
      expect(contextOf(runHook(start(project), env))).toMatch(said);
    },
  );

  test('whatever waits for the person is counted, and a second report of a day is one', async () => {
    const { project, env } = await newHome();
    for (const name of ['proposal-0a1b2c3d.json', 'block-0a1b.md', 'undo-a-1.json', 'retro.json'])
      put(project, `memory/work/${name}`, '{}');
    put(project, 'memory/retrospectives/2020-01-01-mid.md', '');
    put(project, 'memory/retrospectives/2020-02-02-mid-2.md', '');
    rmSync(join(project, 'memory/work/retro.json'));
    const said = contextOf(runHook(start(project), env));
    expect(said).toContain("Waiting for the user's decision: 3");
    expect(said).toContain('the last was on 2020-02-02');
  });

  test.each(['finished_at', 'dropped_at'])(
    'a retrospective that is open is told of until its record says %s',
    async (ended) => {
      const { project, env } = await newHome({ ...rules(), config: { trial: 'off' } });
      const said = (retro: object) => {
        put(project, 'memory/work/retro.json', `${JSON.stringify(retro, null, 2)}\n`);
        return contextOf(runHook(start(project), env));
      };
      const retro = { id: 'r', findings: [{ [ended]: 'the words of a finding' }] };
      expect(said(retro)).toContain('madness agent retro start');
      expect(said({ ...retro, [ended]: '2026-11-20T10:00:00Z' })).toBe('');
    },
  );

  test("what waits in the user's memory is named with the command that goes there", async () => {
    const { project, own, env } = await newHome({ ...rules(), config: { trial: 'off' } });
    cpSync(join(project, 'memory'), join(own, 'memory'), { recursive: true });
    put(own, 'memory/retrospectives/2020-01-01-mid.md', '');
    put(own, 'memory/work/proposal-0a1b2c3d.json', '{}');
    const said = contextOf(runHook(start(project), env));
    expect(said).toContain('`madness agent retro start --user`');
    expect(said).toContain('1 (`madness review --user`)');
    expect(said).not.toContain('/madness');
    put(own, 'memory/work/retro.json', '{}');
    expect(contextOf(runHook(start(project), env))).toContain('`madness agent retro start --user`');
  });

  test.each([
    ['off', { ...rules(), config: { trial: 'off' } }],
    [
      'in the block',
      { ...rules(), events: [born('better', 0.8, kept), born('a-lesser', 0.6, kept)] },
    ],
  ] as const)('a memory whose trials are %s tells none at the start', async (_, memory) => {
    const { project, env } = await newHome(memory);
    expect(contextOf(runHook(start(project), env))).toBe('');
  });

  test('a Chinese memory is told in Chinese, in bytes that no shell in between can misread', async () => {
    const { project, env } = await newHome({ ...rules(), config: { language: 'zh' } });
    const answer = spawnHook(start(project), env);
    expect(contextOf(answer)).toContain('试用规则（madness）');
    expect(answer.out).toMatch(/^[ -~]+$/);
  });

  test.each(['', 'x'])(
    'a rule too long to be told is never cut within a character%s',
    async (pad) => {
      const rule = gene('long', { method: Array(3).fill(`${pad}${'😀𠮷'.repeat(60)}`) });
      const { project, env } = await newHome({ assets: [rule], events: [born('long', 0.7)] });
      const context = contextOf(runHook(start(project), env));
      expect(context).toContain('…');
      expect(context).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    },
  );

  test.each([
    ['its prompt', 'Please add a login page', '', 'the user asked "Please add a login page"'],
    ['its review', 'Please add a login page', 'The login page stands.', 'The login page stands.'],
    ['its review, where nobody asked anything', '', 'The page stands.', 'The page stands.'],
    ['nothing, where there is neither', '', '', ''],
  ])(
    'after two hours the last session is recalled, before that not: %s',
    async (...[, asked, brief, told]) => {
      const { project, own, env } = await newHome({ ...rules(), config: { trial: 'off' } });
      // The second has a picture and no words.
      const said = `${user(asked)}\n${user('')}\n`;
      const transcript = put(project, 't.jsonl', said);
      runHook(
        payload(project, 'SessionEnd', { transcript_path: transcript, reason: 'other' }),
        env,
      );
      if (brief !== '')
        put(project, `memory/facets/${s}.json`, JSON.stringify({ brief_summary: brief }));
      const next = { session_id: 'session-2' };
      expect(contextOf(runHook(start(project, next), env))).toBe('');
      const [record] = filesBelow(join(own, 'state', 'projects'), `${s}.json`);
      const held = JSON.parse(readFileSync(record as string, 'utf8'));
      writeFileSync(record as string, JSON.stringify({ ...held, last: held.last - 3 * 3_600_000 }));
      rmSync(join(record as string, '..', 'session-2.json'));
      const resumed = start(project, { ...next, source: 'resume' });
      expect(contextOf(runHook(resumed, env))).toBe('');
      const context = contextOf(runHook(start(project, next), env));
      if (told === '') expect(context).toBe('');
      else expect(context).toContain(told);
    },
  );
});

function user(content: string, more: object = {}): string {
  return JSON.stringify({ type: 'user', message: { role: 'user', content }, ...more });
}

describe('when the model stops', () => {
  const stop = (project: string, more: object = {}) =>
    payload(project, 'Stop', { stop_hook_active: false, last_assistant_message: 'Done.', ...more });

  /** A session with something to learn from. */
  async function learnt(): Promise<ReturnType<typeof newHome>> {
    const home = await newHome();
    for (const _ of [1, 2]) runHook(failed(home.project, 'npx tsc', failure), home.env);
    return home;
  }

  test('it is asked once about a hint, in one line that says what to do and how to switch it off', async () => {
    const { project, env } = await learnt();
    const answer = runHook(stop(project), env);
    expect(contextOf(answer)).toBe(
      "madness: a hint told you a rule in this session. Did the user say how it should be done from now on? Then offer them `madness agent add 'THEIR SENTENCE'`; else end without a word of this. (Off: madness config set look_back off)",
    );
    // The client shows that line to the person as well.
    expect(shownTo(answer)).toBe('');
    expect(contextOf(runHook(stop(project), env))).toBe('');
  });

  test.each(['off', false])(
    'where the person switched it off (%j), it is not asked',
    async (look_back) => {
      const { project, own, env } = await learnt();
      put(own, 'config.json', JSON.stringify({ look_back }));
      expect(contextOf(runHook(stop(project), env))).toBe('');
    },
  );

  test.each([
    ['nobody reads along', { CLAUDE_CODE_SESSION_ATTENDED: '0' }, false],
    ['a program sends the prompts', { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, false],
    ['a person reads along', { CLAUDE_CODE_SESSION_ATTENDED: '1' }, true],
  ])('where %s, it is asked: %j', async (_, who, isAsked) => {
    const { project, env } = await learnt();
    expect(contextOf(runHook(stop(project), { ...env, ...who })) !== '').toBe(isAsked);
  });

  test("where only the user's own memory is, the offer goes there", async () => {
    const { project, own, env } = await newHome({ assets: [], events: [] });
    cpSync(join((await newHome()).project, 'memory'), join(own, 'memory'), { recursive: true });
    rmSync(join(project, 'memory'), { recursive: true });
    for (const _ of [1, 2]) runHook(failed(project, 'npx tsc', failure), env);
    expect(contextOf(runHook(stop(project), env))).toContain("`madness agent add --user 'THEIR");
  });

  test.each([
    ['this Stop follows from ours', { stop_hook_active: true }],
    ['a background task runs', { background_tasks: [{ id: 'a', status: 'running' }] }],
    ['it is a sub-agent', { agent_id: 'a1' }],
  ])('nothing is asked while %s', async (_, more) => {
    const { project, env } = await learnt();
    expect(contextOf(runHook(stop(project, more), env))).toBe('');
    expect(contextOf(runHook(stop(project), env))).not.toBe('');
  });

  test.each([
    ['a correction', user('No, that is wrong: use tabs.'), true],
    ['a correction in Chinese', user('不对，应该用制表符'), true],
    [
      'a reason for a refusal',
      `{"type":"user","message":{"content":[{"tool_use_id":"t","type":"tool_result","is_error":true,"content":"The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\\nuse tabs"}]}}`,
      true,
    ],
    ['praise', user('Thank you, well done.'), false],
    ['a finished agent', user('<task-notification>\n<result>No, that is wrong</result>'), false],
    ['a compaction', user('No, that is wrong.', { isCompactSummary: true }), false],
    ['a side chain', user('No, that is wrong.', { isSidechain: true }), false],
    [
      'output of a tool',
      `{"type":"user","message":{"content":[{"tool_use_id":"t","content":"No, that is wrong"}]}}`,
      false,
    ],
  ])(
    '%s in the transcript is noted as the words of the person, or is not',
    async (_, line, isTheirs) => {
      const { project, own, env } = await newHome();
      put(project, 't.jsonl', `{"type":"mode"}\n${line}\n{"torn":`);
      runHook(stop(project), env);
      const kinds = isTheirs ? ['correction'] : [];
      expect(factsIn(own, s).map(({ kind }) => kind)).toEqual(kinds);
    },
  );

  test('of a long turn both ends are read, where its prompt and its last words stand, and each part once', async () => {
    const { project, own, env } = await newHome();
    const filler = `${JSON.stringify({ type: 'assistant', text: 'x'.repeat(1000) })}\n`.repeat(400);
    const turn = (first: string, middle: string, last: string) =>
      [user(first), filler, user(middle), filler, user(last)].join('\n');
    const said = () => factsIn(own, s).flatMap((fact) => ('text' in fact ? fact.text : []));
    const first = `${turn('No, wrong.', 'No, unseen.', 'Stop, that is wrong.')}\n`;
    put(project, 't.jsonl', first);
    for (const _ of [1, 2]) runHook(stop(project, { background_tasks: [{}] }), env);
    expect(said()).toEqual(['No, wrong.', 'Stop, that is wrong.']);
    put(project, 't.jsonl', `${first}${turn('No, tabs.', 'No, unseen.', 'Thank you.')}\n`);
    runHook(stop(project, { background_tasks: [{}] }), env);
    expect(said().slice(2)).toEqual(['No, tabs.']);
  });

  test.each([100, 128, 129, 200, 256, 257])(
    'of %d kB no line is lost at a seam',
    async (kilobytes) => {
      const { project, own, env } = await newHome();
      const line = user(`No, wrong: ${'x'.repeat(100)}`);
      const count = Math.floor((kilobytes << 10) / (line.length + 1));
      put(project, 't.jsonl', `${line}\n`.repeat(count));
      runHook(stop(project, { background_tasks: [{}] }), env);
      const heard = factsIn(own, s).length;
      expect(heard).toBeGreaterThanOrEqual(count - (kilobytes > 256 ? 20 : 0));
      expect(heard).toBeLessThanOrEqual(count);
    },
  );

  test.each([
    ['61 minutes', -61, true],
    ['59 minutes', -59, false],
    ['59 minutes by a clock that runs ahead', 59, false],
    ['a month by a clock that runs ahead', 30 * 1440, true],
  ])('%s after another session was asked it is asked: %s %j', async (_, minutes, isAsked) => {
    const { project, own, env } = await learnt();
    const last = new Date(Date.now() + minutes * 60_000);
    put(own, 'state/looked-back', last.toISOString());
    expect(contextOf(runHook(stop(project), env)) !== '').toBe(isAsked);
  });

  test('a session is asked once, however long it goes on', async () => {
    const { project, own, env } = await learnt();
    expect(contextOf(runHook(stop(project), env))).not.toBe('');
    put(own, 'state/looked-back', new Date(Date.now() - 300 * 60_000).toISOString());
    for (const _ of [1, 2]) runHook(failed(project, 'npx vitest', 'boom: other'), env);
    expect(contextOf(runHook(stop(project), env))).toBe('');
    const other = { session_id: 'another-session' };
    for (const _ of [1, 2]) runHook(failed(project, 'npx tsc', failure, other), env);
    expect(contextOf(runHook(stop(project, other), env))).not.toBe('');
  });

  test.each([
    [0, true],
    [2, false],
    [-1, false],
  ])(
    'where the user wants a pause of %d minutes, a minute after another session it asks: %s',
    async (minutes, isAsked) => {
      const { project, own, env } = await learnt();
      put(own, 'config.json', JSON.stringify({ review_pause_minutes: minutes }));
      put(own, 'state/looked-back', new Date(Date.now() - 60_000).toISOString());
      expect(contextOf(runHook(stop(project), env)) !== '').toBe(isAsked);
    },
  );

  test('of turns that end at once one is asked, also where it could not yet say so', async () => {
    const { project, own, env } = await learnt();
    const stops = [1, 2, 3, 4, 5, 6].map(() => startHook(stop(project), env).ended);
    const answers = (await Promise.all(stops)).map(contextOf);
    expect(answers.filter((said) => said !== '')).toHaveLength(1);
    const journal = join(own, 'state', s, 'journal.jsonl');
    const lines = readFileSync(journal, 'utf8').split('\n');
    const unsaid = lines.filter((line) => !line.includes('"kind":"review"'));
    expect(unsaid).toHaveLength(lines.length - 1);
    writeFileSync(journal, unsaid.join('\n'));
    expect(contextOf(runHook(stop(project), env))).toBe('');
  });

  test('what was said before a fork is not noted in it', async () => {
    const { project, own, env } = await newHome();
    runHook(payload(project, 'SessionStart', { source: 'fork' }), env);
    const at = (minutes: number) => ({
      timestamp: new Date(Date.now() + minutes * 60_000).toISOString(),
    });
    const refusal = {
      tool_use_id: 't',
      type: 'tool_result',
      content:
        "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse tabs",
    };
    const before = [
      user('No, that is wrong: use tabs.', at(-1)),
      JSON.stringify({ type: 'user', message: { content: [refusal] }, ...at(-1) }),
    ];
    put(project, 't.jsonl', `${before.join('\n')}\n`);
    runHook(stop(project), env);
    put(project, 't.jsonl', `${before.join('\n')}\n${user('No, that is still wrong.', at(1))}\n`);
    runHook(stop(project), env);
    const corrections = factsIn(own, s).filter(({ kind }) => kind === 'correction');
    expect(corrections).toMatchObject([{ text: 'No, that is still wrong.' }]);
  });

  test('what it did not handle is handed to the next session, once', async () => {
    const { project, env } = await learnt();
    runHook(payload(project, 'SessionEnd', { reason: 'other' }), env);
    const start = (session_id: string) =>
      contextOf(runHook(payload(project, 'SessionStart', { source: 'startup', session_id }), env));
    const told = start('session-2');
    expect(told).toContain(`Session ${s} ended with something`);
    expect(told).toContain(`\`madness agent digest ${s}\` says what happened`);
    expect(start('session-3')).not.toContain('ended with something');
  });

  test('but not to itself where it goes on', async () => {
    const { project, env } = await learnt();
    runHook(payload(project, 'SessionEnd', { reason: 'other' }), env);
    const resumed = payload(project, 'SessionStart', { source: 'resume' });
    expect(contextOf(runHook(resumed, env))).not.toContain('ended with something');
  });

  test.each([
    ['waits for its next turn', false, () => process.pid],
    ['lost its client', true, () => spawnSync(process.execPath, ['-e', '0']).pid],
    ['had no client that is known, and spoke just now', false, () => 0],
  ])('what a session that %s has to teach is handed on: %s', async (_, isLeft, pid) => {
    const { project, env } = await learnt();
    const client = { ...env, CLAUDE_PID: String(pid()) };
    runHook(stop(project, { background_tasks: [{ id: 'b1' }] }), client);
    const start = payload(project, 'SessionStart', { source: 'startup', session_id: 'session-2' });
    expect(contextOf(runHook(start, env)).includes('ended with something')).toBe(isLeft);
  });
});

describe('when a sub-agent starts', () => {
  const kinds = [
    ['npx tsc', 'TS2345'],
    ['npm run build', 'TS2304'],
    ['make', 'TS1005'],
    ['pnpm build', 'TS2322'],
  ] as const;
  const stuck = async (count: number) => {
    const home = await newHome({ ...rules(), config: { trial: 'off' } });
    for (const [command, kind] of kinds.slice(0, count))
      for (const _ of [1, 2])
        runHook(failed(home.project, command, `a.ts(1,1): error ${kind}: It is wrong.`), home.env);
    return home;
  };
  const start = ({ project, env }: Awaited<ReturnType<typeof newHome>>, more: object) =>
    contextOf(runHook(payload(project, 'SubagentStart', { agent_id: 'a1', ...more }), env));

  test('it hears where its parent is stuck, of at most three failures, the most frequent first, then the last', async () => {
    const home = await stuck(4);
    const again = 'a.ts(1,1): error TS2304: It is wrong.';
    runHook(failed(home.project, 'npm run build', again), home.env);
    const said = start(home, { agent_type: 'general-purpose' });
    // What a tool printed is no text that another agent is told.
    expect(said).not.toContain('It is wrong');
    expect(said.match(/\((?:npx|npm|make|pnpm)[^)]*\)/g)).toEqual([
      '(npm run build)',
      '(pnpm build)',
      '(make)',
    ]);
    expect(start(await stuck(1), { agent_type: 'general-purpose' })).toContain('error:typescript');
    expect(start(await stuck(0), { agent_type: 'general-purpose' })).toBe('');
  });

  test('one without a name, which writes the summary of a compaction, hears nothing', async () => {
    expect(start(await stuck(1), {})).toBe('');
  });
});

describe('a page cache', () => {
  const url = 'https://docs.example.org/guide';
  const text = 'What the page says. '.repeat(10);
  const fetched = (address: string, result = text, code = 200) =>
    payload('/', 'PostToolUse', {
      tool_name: 'WebFetch',
      tool_input: { url: address, prompt: 'What?' },
      tool_response: { code, result, url: address },
    });
  const fetching = (address: string) =>
    payload('/', 'PreToolUse', {
      tool_name: 'WebFetch',
      tool_input: { url: address, prompt: 'What?' },
    });

  function on(config: object = { page_cache: true }): { own: string; env: Env } {
    const own = scratchFolder('own');
    put(own, 'config.json', JSON.stringify(config));
    return { own, env: { MADNESS_HOME: own } };
  }

  test('serves what it saved, with its date', () => {
    const { env } = on();
    expect(contextOf(runHook(fetching(url), env))).toBe('');
    runHook(fetched(url), env);
    const { out } = runHook(fetching(url), env);
    expect(JSON.parse(out).hookSpecificOutput.permissionDecision).toBe('deny');
    expect(out).toContain(`fetched ${new Date().toISOString().slice(0, 10)}`);
    expect(out).toContain(text.trim());
  });

  test('is off until the user turns it on', () => {
    const { own, env } = on({});
    runHook(fetched(url), env);
    expect(readdirSync(own)).not.toContain('pages');
  });

  test.each([
    'http://localhost:3000/x',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://10.1.2.3/',
    'http://172.20.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'https://intranet/',
    'https://wiki.corp/',
    'https://user:password@example.org/',
    'https://example.org/?access_token=abc',
    'https://example.org/?X-Amz-Signature=abc',
    'https://printer.local/',
    'file:///etc/passwd',
    'not a url',
  ])('never keeps %s', (address) => {
    const { own, env } = on();
    runHook(fetched(address), env);
    expect(readdirSync(own)).not.toContain('pages');
  });

  test.each([
    ['a short page', 'too short', 200],
    ['an error', text, 404],
  ])('does not keep %s', (_, result, code) => {
    const { own, env } = on();
    runHook(fetched(url, result, code), env);
    expect(readdirSync(own)).not.toContain('pages');
  });
});

describe('whatever comes on standard input', () => {
  const own = () => ({ MADNESS_HOME: join(scratchFolder(), 'own') });

  test.each([
    ['nothing', ''],
    ['garbage', Buffer.from([0, 255, 254, 10, 123])],
    ['a list', '[1,2]'],
    ['half an object', '{"session_id":"x","hook_event_name":"Stop"'],
    ['an unknown event', '{"session_id":"x","hook_event_name":"Tomorrow"}'],
    ['fields of other kinds', '{"session_id":7,"hook_event_name":"Stop","cwd":{},"tool_input":3}'],
    ['fifty megabytes', Buffer.alloc(50 << 20, 'x')],
    [
      'fifty megabytes of a call',
      `{"session_id":"x","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"x"},"tool_response":{"stdout":"${'y'.repeat(50 << 20)}"}}`,
    ],
  ])('%s: exit code 0 and silence', (_, input) => {
    expect(spawnFaultyHook(input, own())).toEqual({ code: 0, out: '', err: '' });
  });

  test('every payload of the real client passes', ({ skip }) => {
    const folder = clientPayloads();
    if (folder === undefined) return skip('the payloads of the real client are absent');
    const env = own();
    for (const file of filesBelow(folder, '.json'))
      expect([basename(file), runFaultyHook(readFileSync(file), env)]).toEqual([
        basename(file),
        { code: 0, out: '', err: '' },
      ]);
  });

  test('no change to a payload makes it fail or answer nonsense', { tags: 'slow' }, async () => {
    const { project, env } = await newHome();
    const events = [
      payload(project, 'SessionStart', { source: 'startup' }),
      failed(project, 'npx tsc', failure),
      succeeded(project, 'npx tsc', failure),
      payload(project, 'Stop', { stop_hook_active: false, background_tasks: [] }),
      payload(project, 'SubagentStart', { agent_id: 'a', agent_type: 'Explore' }),
      payload(project, 'SessionEnd', { reason: 'other' }),
    ];
    const fields = [
      'session_id',
      'transcript_path',
      'cwd',
      'hook_event_name',
      'tool_name',
      'tool_input',
      'tool_response',
      'error',
      'source',
      'agent_type',
      'tool_use_id',
      'background_tasks',
      'last_assistant_message',
    ];
    const mutation = fc.record({
      event: fc.constantFrom(...events),
      changes: fc.dictionary(
        fc.constantFrom(...fields),
        fc.oneof(
          fc.jsonValue(),
          fc.string({ unit: 'binary' }),
          fc.constantFrom('../../x', 'C:\\x', '/dev/null', '\u0000', '中文 空格'),
        ),
        { maxKeys: 3 },
      ),
      cut: fc.option(fc.nat(400)),
    });
    fc.assert(
      fc.property(mutation, ({ event, changes, cut }) => {
        const text = JSON.stringify({ ...event, ...changes });
        const input = Buffer.from(cut === null ? text : text.slice(0, cut));
        contextOf(callHook(handlerFor(event) ?? '', input, env));
      }),
      { numRuns: 200 },
    );
  });
});

describe('whatever a memory looks like', () => {
  const crlf = (text: string) => text.replaceAll('\n', '\r\n');
  const oneLine = (text: string) => JSON.stringify(JSON.parse(text));

  test.each<[string, string, (text: string) => string]>([
    ['an index in one line', 'memory/index.json', oneLine],
    ['an index with CRLF', 'memory/index.json', crlf],
    ['assets in one line', 'memory/genes.json', oneLine],
    ['assets with CRLF', 'memory/genes.json', crlf],
    ['a CLAUDE.md with CRLF', 'CLAUDE.md', crlf],
  ])('%s says the same', async (_, file, change) => {
    const { assets = [], events = [] } = rules();
    const { project, env } = await newHome({
      assets: [...assets, gene('settled')],
      events: [...events, born('settled')],
    });
    const said = () => {
      const own = join(project, '..', `own-${++calls}`);
      trustHere(project, { ...env, MADNESS_HOME: own });
      const hear = (event: object) => contextOf(runHook(event, { ...env, MADNESS_HOME: own }));
      return [
        hear(payload(project, 'SessionStart', { source: 'startup' })),
        hear(payload(project, 'SubagentStart', { agent_type: 'Explore' })).replaceAll('\r', ''),
        hear(failed(project, 'npx tsc', failure)),
        // Its id is made of the session, the signal and the fingerprint.
        hear(failed(project, 'npx tsc', failure)),
      ];
    };
    const before = said();
    writeFileSync(join(project, file), change(readFileSync(join(project, file), 'utf8')));
    expect(said()).toEqual(before);
    for (const [at, words] of ['[gene:better', '[gene:settled', '', '[gene:better]'].entries())
      expect(before[at]).toContain(words);
  });
});

describe('whatever the state is like', () => {
  test('a session id with path characters leads nowhere else', async () => {
    const { project, env } = await newHome();
    const before = Object.keys(snapshot(join(project, '..'))).filter(
      (name) => !name.startsWith('own/'),
    );
    for (const session_id of ['../../../escaped', '/tmp/x', '..', 'a\u0000b', 'C:\\x'])
      runHook({ ...failed(project, 'npx tsc', failure), session_id }, env);
    const after = Object.keys(snapshot(join(project, '..'))).filter(
      (name) => !name.startsWith('own/'),
    );
    expect(after).toEqual(before);
  });

  test.each([
    ['a file where its folder belongs', (own: string) => put(own, 'state', 'x')],
    [
      'a folder where the journal belongs',
      (own: string) => mkdirSync(join(own, 'state', s, 'journal.jsonl'), { recursive: true }),
    ],
    [
      'a journal of garbage',
      (own: string) => put(own, `state/${s}/journal.jsonl`, Buffer.from([0, 255, 10, 123, 34])),
    ],
    [
      'facts of a newer version',
      (own: string) =>
        put(
          own,
          `state/${s}/journal.jsonl`,
          '{"ts":"x","kind":"signal","signal":[],"v":9}\n{"kind":7}\n',
        ),
    ],
    ['a config of garbage', (own: string) => put(own, 'config.json', '[[[')],
  ])('%s: exit code 0', async (_, damage) => {
    const { project, own, env } = await newHome();
    rmSync(join(own, 'state'), { recursive: true, force: true });
    damage(own);
    for (const event of [
      failed(project, 'npx tsc', failure),
      payload(project, 'Stop'),
      payload(project, 'SessionStart', { source: 'startup' }),
    ])
      contextOf(runFaultyHook(event, env));
  });

  test('of more than a thousand sessions the oldest are forgotten when one ends, and nothing else', async () => {
    const { project, own, env } = await newHome();
    const state = join(own, 'state');
    for (const name of ['projects/p/x.json', 'paused.json']) put(state, name, '{}');
    for (let n = 0; n < 1002; n++) {
      mkdirSync(join(state, `old-${n}`));
      utimesSync(join(state, `old-${n}`), n, n);
    }
    utimesSync(join(state, 'projects'), 0, 0);
    runHook(payload(project, 'SessionEnd', { reason: 'other' }), env);
    const left = readdirSync(state);
    expect(left).toHaveLength(1002);
    expect(left).toEqual(expect.arrayContaining(['projects', 'paused.json', 'old-1001', 'old-2']));
    expect(left).not.toContain('old-1');
  });

  test('a fault is one line in a log of our own', async () => {
    const { project, own, env } = await newHome();
    mkdirSync(join(own, 'state', s, 'journal.jsonl'), { recursive: true });
    runFaultyHook(failed(project, 'npx tsc', failure), env);
    expect(readFileSync(join(own, 'state', 'hooks.log'), 'utf8')).toMatch(
      /^\S+Z PostToolUseFailure E[A-Z]+ .*\n$/,
    );
  });

  test('a place where no folder can be made costs no time', async ({ skip }) => {
    if (!existsSync('/proc/self')) skip('needs /proc');
    const { project, env } = await newHome();
    const there = { ...env, MADNESS_HOME: '/proc/nowhere' };
    expect(contextOf(runHook(failed(project, 'make', failure), there))).toBe('');
    const { code, err } = await madnessHere(project, ['archive', '--on'], { env: there });
    expect([code, err]).toEqual([2, expect.stringContaining('Cannot write /proc/nowhere')]);
  });

  test('a full disk says nothing to the client', async ({ skip }) => {
    if (process.platform !== 'linux') return skip('only Linux has a disk that is always full');
    const { project, own, env } = await newHome();
    mkdirSync(join(own, 'state', s), { recursive: true });
    const { symlinkSync } = process.getBuiltinModule('node:fs');
    symlinkSync('/dev/full', join(own, 'state', s, 'journal.jsonl'));
    contextOf(runFaultyHook(failed(project, 'npx tsc', failure), env));
  });

  test('a memory that links to what never ends is read as none', async ({ skip }) => {
    if (process.platform !== 'linux') return skip('only Linux has a file that never ends');
    const { project, env } = await newHome();
    const { symlinkSync } = process.getBuiltinModule('node:fs');
    for (const name of ['memory/index.json', 'memory/config.json', 'CLAUDE.md']) {
      rmSync(join(project, name), { force: true });
      symlinkSync('/dev/zero', join(project, name));
    }
    expect(contextOf(runHook(payload(project, 'SessionStart', { source: 'startup' }), env))).toBe(
      '',
    );
  });

  test('of failures that come for the second time at once, three bring a hint', {
    tags: 'slow',
  }, async () => {
    const { project, own, env } = await newHome();
    const errors = [2345, 2322, 2551, 7006, 2339, 2304].map(
      (code) => `a.ts(3,5): error TS${code}: no`,
    );
    for (const error of errors) runHook(failed(project, 'npx tsc', error), env);
    const started = errors.map((error) => startHook(failed(project, 'npx tsc', error), env).ended);
    const answers = (await Promise.all(started)).map(contextOf);
    expect(answers.filter((said) => said !== '')).toHaveLength(3);
    expect(kinds(own).filter((kind) => kind === 'hint')).toHaveLength(3);
  });

  test('a journal longer than what is read of it brings no fourth hint', async () => {
    const { project, own, env } = await newHome();
    const twice = (word: string): string => {
      const error = `x.ts(1,1): error TS2345: ${word}`;
      runHook(failed(project, 'npx tsc', error), env);
      return contextOf(runHook(failed(project, 'npx tsc', error), env));
    };
    for (const word of ['alpha', 'beta', 'gamma']) expect(twice(word)).not.toBe('');
    const call = { ts: new Date().toISOString(), kind: 'call', tool: 'Bash', key: 'make' };
    appendFileSync(
      join(own, 'state', s, 'journal.jsonl'),
      `${JSON.stringify(call)}\n`.repeat(4000),
    );
    expect(twice('delta')).toBe('');
    expect(twice('alpha')).toBe('');
  });

  test('a line that a killed hook left half written costs none that comes after it', async () => {
    const { project, own, env } = await newHome();
    const half = '{"ts":"2026-11-20T08:00:00.000Z","kind":"sig';
    const journal = put(own, `state/${s}/journal.jsonl`, half);
    runHook(failed(project, 'npx tsc', failure), env);
    const [torn, ...lines] = readFileSync(journal, 'utf8').trimEnd().split('\n');
    expect([torn, lines.length]).toEqual([half, 1]);
    expect(contextOf(runHook(failed(project, 'npx tsc', failure), env))).toContain('gene:better');
  });

  test('sixty hooks, twenty at once, lose no line and give one hint', {
    tags: 'slow',
  }, async () => {
    const { project, own, env } = await newHome();
    const answers: string[] = [];
    for (let batch = 0; batch < 3; batch++) {
      const started = Array.from(
        { length: 20 },
        () => startHook(failed(project, 'npx tsc', failure), env).ended,
      );
      for (const answer of await Promise.all(started)) answers.push(contextOf(answer));
    }
    expect(kinds(own).filter((kind) => kind === 'signal')).toHaveLength(60);
    expect(answers.filter((said) => said !== '')).toHaveLength(1);
  });

  test('a hook killed at any moment loses at most the line it was writing', async () => {
    const { project, own, env } = await newHome();
    let seed = 7;
    for (let run = 0; run < 8; run++) {
      const { kill, ended } = startHook(failed(project, 'npx tsc', failure), env);
      seed = (seed * 16_807) % 2_147_483_647;
      const timer = setTimeout(kill, 20 + (seed % 120));
      onTestFinished(() => clearTimeout(timer));
      await ended;
    }
    const before = kinds(own).length;
    contextOf(runHook(failed(project, 'npx tsc', failure), env));
    expect(kinds(own).length).toBeGreaterThan(before);
  });

  test('a paused project and a client of our own hear nothing', async () => {
    const { project, own, env } = await newHome();
    runHook(payload(project, 'SessionStart', { source: 'startup' }), {
      ...env,
      MADNESS_CHILD: '1',
    });
    put(own, 'state/paused.json', JSON.stringify({ projects: [project] }));
    expect(contextOf(runHook(payload(project, 'SessionStart', { source: 'startup' }), env))).toBe(
      '',
    );
    expect(kinds(own)).toEqual([]);
  });
});
