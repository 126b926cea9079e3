import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compile } from '../../src/commands/memory/compile.js';
import { add } from '../../src/commands/rules/add.js';
import { guard } from '../../src/commands/rules/guard.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { exitStatusOf, inOneCallEach } from '../../src/hooks/other-agents.js';
import { hostOf } from '../../src/platform/hosts.js';
import { madness } from '../support/cli.js';
import { callHook, runHook } from '../support/hook.js';
import { agentsData } from '../support/real-data.mjs';
import { type Home, makeHome } from '../support/recall-home.js';
import { completed, meta, thread, writeRollout } from '../support/rollout.js';
import { run } from '../support/run-command.js';

let home: Home;
const boom = 'ConfigError: DATABASE_URL is not set, see config/README.md\n';
const env = () => ({ ...home.env, CODEX_HOME: join(home.root, 'codex') });
const command = (one: typeof init, args: string[] = [], more: object = {}) =>
  run(one, { cwd: home.shop, args, env: env(), ...more });
const rule = async (asset: object) => {
  const made = await command(add, ['gene'], {
    options: { file: '-' },
    stdin: JSON.stringify({ type: 'gene', trigger: 'always', ...asset }),
  });
  expect(made.code).toBe(0);
};
const payload = (hook_event_name: string, more: object = {}) => ({
  session_id: thread,
  turn_id: 't',
  transcript_path: join(
    home.root,
    `codex/sessions/2026/11/26/rollout-2026-11-26T10-00-00-${thread}.jsonl`,
  ),
  cwd: home.shop,
  hook_event_name,
  permission_mode: 'bypassPermissions',
  ...more,
});
const answered = (one: object) => {
  const { hook_event_name: event, tool_name: tool } = one as Record<string, string>;
  const guarded = tool === 'apply_patch' ? 'pre-edit' : 'pre-shell';
  const { out } =
    event === 'PreToolUse' ? callHook(guarded, JSON.stringify(one), env()) : runHook(one, env());
  return out === '' ? {} : (JSON.parse(out) as { hookSpecificOutput?: Record<string, string> });
};
const patch = (name: string, newline = '\n') =>
  [
    '*** Begin Patch',
    `*** Update File: ${name}`,
    '@@',
    '-a',
    '+b',
    '*** Update File: other.ts',
    '-a',
    '+b',
    '*** End Patch',
  ].join(newline);

beforeEach(async () => {
  home = makeHome();
  await command(init);
});
afterEach(() => home.remove());

describe('the hooks in Codex', () => {
  test('a session begins with the rule on trial, and with no field that Codex refuses', async () => {
    await rule({ id: 'flamingo', title: 'Mind the flamingo', method: ['Mind it'] });
    writeFileSync(join(home.shop, 'memory/config.json'), '{"trial":"session"}');
    await command(compile);
    const { hookSpecificOutput = {} } = answered(payload('SessionStart', { source: 'startup' }));
    expect(hookSpecificOutput.additionalContext).toContain('Mind the flamingo');
    expect(Object.keys(hookSpecificOutput).sort()).toEqual(['additionalContext', 'hookEventName']);
  });

  test('no pattern of its plugin looks ahead, none of its hooks is asynchronous, and all have a matcher of Claude Code', () => {
    const read = (name: string) =>
      readFileSync(join(import.meta.dirname, '../../hooks', name), 'utf8');
    const ofCodex = read('codex.json');
    expect(ofCodex).not.toMatch(/\(\?[!=<]|"async|FileChanged|PostToolUseFailure/);
    const [one, other] = [JSON.parse(read('hooks.json')).hooks, JSON.parse(ofCodex).hooks];
    for (const event of Object.keys(other)) expect(other[event]).toHaveLength(one[event].length);
    const ends = other.SessionEnd.map(({ matcher }: { matcher: string }) => new RegExp(matcher));
    for (const reason of ['clear', 'resume', 'logout', 'other', 'reset', 'prompt_input_exit'])
      expect(ends.filter((end: RegExp) => end.test(reason))).toHaveLength(1);
  });

  test.each([
    ['the status of the rollout', 1, true],
    ['no failure', 0, false],
  ])('the second like failure brings a hint by %s', async (_how, exit_code, isHinted) => {
    await rule({
      id: 'address',
      title: 'Set the address',
      method: ['Set it'],
      when: { commands: ['./deploy.sh'] },
    });
    const tool = {
      tool_name: 'Bash',
      tool_input: { command: './deploy.sh' },
      tool_response: 'it went\n',
    };
    const ids = ['call_1', 'call_2'];
    writeRollout(join(home.root, 'codex'), [
      meta(),
      ...ids.map((id) => completed({ type: 'CommandExecution', id, exit_code })),
    ]);
    const answers = ids.map((tool_use_id) =>
      answered(payload('PostToolUse', { ...tool, tool_use_id })),
    );
    const context = answers[1]?.hookSpecificOutput?.additionalContext ?? '';
    expect(context.includes('Set the address')).toBe(isHinted);
  });

  test.each(['\n', '\r\n'])(
    'a guard of a path holds a patch that touches it beside others',
    async (newline) => {
      await rule({
        id: 'no-lock',
        title: 'Leave the lock file',
        method: ['Leave it'],
        guard: { on: 'path', match: ['*.lock'], action: 'deny' },
      });
      expect((await command(guard, ['no-lock'], { options: { on: true } })).code).toBe(0);
      const tool = (name: string) => ({
        tool_name: 'apply_patch',
        tool_use_id: 'p',
        tool_input: { command: patch(name, newline) },
      });
      const denied = answered(payload('PreToolUse', tool('yarn.lock'))).hookSpecificOutput;
      expect(denied).toMatchObject({
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('Leave the lock file'),
      });
      expect(answered(payload('PreToolUse', tool('src/a.ts')))).toEqual({});
    },
  );

  test('a question before a call, which Codex cannot put, is a denial there', async () => {
    await rule({
      id: 'ask-me',
      title: 'Ask before a release',
      method: ['Ask'],
      guard: { on: 'command', match: ['npm publish'], action: 'ask' },
    });
    await command(guard, ['ask-me'], { options: { on: true } });
    const call = { tool_name: 'Bash', tool_use_id: 'c', tool_input: { command: 'npm publish' } };
    const { turn_id: _, ...claudes } = { ...payload('PreToolUse', call), transcript_path: '' };
    expect(answered(claudes).hookSpecificOutput?.permissionDecision).toBe('ask');
    expect(answered(payload('PreToolUse', call)).hookSpecificOutput?.permissionDecision).toBe(
      'deny',
    );
  });

  test.each([
    ['typed', {}, true],
    ['that `codex exec` runs', { source: 'exec', originator: 'codex_exec' }, false],
  ])(
    'a session %s goes on for a look back only if a person is there',
    async (_how, more, goesOn) => {
      await rule({
        id: 'address',
        title: 'Set the address',
        method: ['Set it'],
        when: { commands: ['./deploy.sh'] },
      });
      const ids = ['call_1', 'call_2'];
      writeRollout(join(home.root, 'codex'), [
        meta(more),
        ...ids.map((id) => completed({ type: 'CommandExecution', id, exit_code: 1 })),
      ]);
      const tool = {
        tool_name: 'Bash',
        tool_input: { command: './deploy.sh' },
        tool_response: 'no',
      };
      for (const tool_use_id of ids) answered(payload('PostToolUse', { ...tool, tool_use_id }));
      const ended = answered(payload('Stop', { stop_hook_active: false }));
      // Codex refuses any other field here.
      expect(Object.keys(ended)).toEqual(goesOn ? ['decision', 'reason'] : []);
    },
  );

  test('the person reads which agent was reminded', async () => {
    const kept = await command(add, ['Never run `npm install`.'], { options: { remind: true } });
    expect(kept.code).toBe(0);
    const call = { tool_name: 'Bash', tool_use_id: 'c', tool_input: { command: 'npm install' } };
    expect(answered(payload('PreToolUse', call))).toMatchObject({
      systemMessage: expect.stringMatching(/^madness: Codex was held back once: /),
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  });

  test('its model is told that the user decides in a terminal, as no dialog of it counts', async () => {
    const asked = (agent: object) =>
      command(add, ['Mind the flamingo.'], { env: { ...env(), ...agent } });
    const { out } = await asked({ CODEX_THREAD_ID: thread });
    expect(out).toMatch(/^not done: .* The user decides with madness review in a terminal\.$/);
    // As the real client sets them.
    const client = { AI_AGENT: 'claude-code_2-1-330_agent', CLAUDECODE: '1' };
    const claudes = await asked({ ...client, CLAUDE_CODE_SESSION_ID: 's' });
    expect(claudes.out).toContain('ask with AskUserQuestion');
  });

  test('a session of Codex is not read in the background, where one of Claude Code is', () => {
    writeFileSync(join(home.own, 'config.json'), '{"reflection":{"enabled":true}}');
    const counted = () =>
      existsSync(join(home.own, 'reflection'))
        ? readdirSync(join(home.own, 'reflection'), { recursive: true, encoding: 'utf8' }).filter(
            (name) => /decisions|jobs/.test(name),
          )
        : [];
    const ended = { last_assistant_message: 'done' };
    answered(payload('SessionStart', { source: 'startup' }));
    answered(payload('Stop', ended));
    expect(counted()).toEqual([]);
    const { turn_id: _, ...claudes } = payload('Stop', ended);
    answered({ ...claudes, session_id: 's', transcript_path: join(home.root, 's.jsonl') });
    expect(counted()).toEqual([join('triggers', 's', 'decisions.jsonl')]);
  });

  test('doctor says that hooks which nobody trusts there are not run', {
    tags: 'slow',
  }, async () => {
    const config = join(home.root, 'codex/config.toml');
    mkdirSync(join(home.root, 'codex'), { recursive: true });
    const checks = () => madness(home.shop, ['doctor'], { env: env() }).out;
    writeFileSync(config, 'model = "x"\n');
    expect(checks()).not.toContain('Codex');
    writeFileSync(config, '[plugins."madness@madness"]\nenabled = true\n');
    expect(checks()).toMatch(
      /look +Codex +0 of \d+ hooks are trusted there, the others are not run/,
    );
    const trust = Array.from(
      { length: 40 },
      (_, at) => `[hooks.state."madness@madness:hooks:${at}"]\ntrusted_hash = "sha256:x"\n`,
    );
    writeFileSync(config, `[plugins."madness@madness"]\nenabled = true\n${trust.join('')}`);
    expect(checks()).toMatch(/ok +Codex +all \d+ hooks are trusted there/);
  });
});

describe('whose event it is', () => {
  test.each([
    ['claude', { session_id: 's', transcript_path: '/home/me/.claude/projects/-shop/s.jsonl' }],
    [
      'codex',
      { session_id: 's', transcript_path: '/home/me/.codex/sessions/2026/11/26/rollout-x.jsonl' },
    ],
    [
      'codex',
      { session_id: 's', transcript_path: 'C:\\Users\\me\\.codex\\sessions\\rollout-x.jsonl' },
    ],
    ['codex', { session_id: 's', turn_id: 't', transcript_path: null }],
    ['opencode', { agent: 'opencode', session_id: 's' }],
    ['qwen', { session_id: 's', transcript_path: '/home/me/.qwen/projects/-shop/chats/s.jsonl' }],
  ])('%s', (sender, one) => expect(hostOf(one)).toBe(sender));

  test('a patch on Windows is a call for each file below its drive', () => {
    const one = {
      tool_name: 'apply_patch',
      cwd: 'C:\\shop',
      tool_input: { command: patch('src\\a.ts', '\r\n') },
    };
    expect(
      inOneCallEach(one).map(({ tool_input }) => (tool_input as { file_path: string }).file_path),
    ).toEqual(['C:\\shop\\src\\a.ts', 'C:\\shop\\other.ts']);
  });

  test('a command of PowerShell on Windows passes through the hooks', () => {
    const tool = {
      tool_name: 'PowerShell',
      tool_input: { command: 'Get-ChildItem C:\\shop' },
      tool_use_id: 'c',
    };
    const windows = { ...payload('PreToolUse', tool), cwd: 'C:\\Users\\me\\shop' };
    expect(answered(windows)).toEqual({});
    const after = { tool_response: 'npm : The term is not recognized\r\n' };
    expect(answered({ ...windows, ...after, hook_event_name: 'PostToolUse' })).toEqual({});
  });
});

const recorded = agentsData('payloads/codex');
test.skipIf(recorded === undefined)(
  'every recorded payload of Codex passes (skipped without ../shared/data/agents.tar.xz or $MADNESS_DATA)',
  () => {
    for (const folder of ['payloads/codex', 'payloads/codex-code'])
      for (const name of readdirSync(agentsData(folder) as string)) {
        const { payload: one } = JSON.parse(
          readFileSync(join(agentsData(folder) as string, name), 'utf8'),
        );
        const { hookSpecificOutput = {} } = answered({ ...one, cwd: home.shop });
        expect([
          name,
          Object.keys(hookSpecificOutput).filter(
            (key) => !/^(?:hookEventName|additionalContext|permissionDecision\w*)$/.test(key),
          ),
        ]).toEqual([name, []]);
        expect(hostOf(one)).toBe('codex');
      }
  },
);

test('an exit status is looked for only where an agent keeps it back', () => {
  expect(exitStatusOf({ session_id: 's', tool_response: { stdout: boom } })).toBeUndefined();
  expect(exitStatusOf({ agent: 'opencode', exit_code: 2 })).toBe(2);
});
