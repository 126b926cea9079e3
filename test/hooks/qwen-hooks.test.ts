import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compile } from '../../src/commands/memory/compile.js';
import { add } from '../../src/commands/rules/add.js';
import { guard } from '../../src/commands/rules/guard.js';
import { list } from '../../src/commands/rules/list.js';
import { quoteCommand } from '../../src/commands/sessions/quote.js';
import { sessionsCommand } from '../../src/commands/sessions/sessions.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { callHook, runHook } from '../support/hook.js';
import { type Home, makeHome } from '../support/recall-home.js';
import { run } from '../support/run-command.js';

let home: Home;
const session = '7b82a77b-14bd-4504-9fc2-f1af968a7973';
const env = () => ({ ...home.env, QWEN_HOME: join(home.root, 'qwen') });
const chat = () => join(home.root, 'qwen/projects/-shop/chats', `${session}.jsonl`);
const command = (one: typeof init, args: string[] = [], more: object = {}) =>
  run(one, { cwd: home.shop, args, env: env(), ...more });
const payload = (hook_event_name: string, more: object = {}) => ({
  session_id: session,
  transcript_path: chat(),
  cwd: home.shop,
  hook_event_name,
  timestamp: '2026-11-28T22:29:53.444Z',
  permission_mode: 'yolo',
  ...more,
});
const shell = (line: string) => ({
  tool_name: 'run_shell_command',
  tool_input: { command: line, description: 'x', is_background: false },
  tool_use_id: `toolu_${line}`,
  tool_call_id: 'call_1',
});
const framed = (line: string, words: string, exit: number) =>
  `Command: ${line}\nDirectory: (root)\nOutput: ${words}\nError: (none)\nExit Code: ${exit}\nSignal: (none)\nProcess Group PGID: (none)`;
const answered = (one: object, hook?: string) => {
  const { out } =
    hook === undefined ? runHook(one, env()) : callHook(hook, JSON.stringify(one), env());
  return (out === '' ? {} : JSON.parse(out)) as {
    systemMessage?: string;
    hookSpecificOutput?: Record<string, string>;
  };
};
const rule = async (asset: object) => {
  const made = await command(add, ['gene'], {
    options: { file: '-' },
    stdin: JSON.stringify({ type: 'gene', trigger: 'always', ...asset }),
  });
  expect(made.code).toBe(0);
};

beforeEach(async () => {
  home = makeHome();
  await command(init);
});
afterEach(() => home.remove());

describe('the hooks in Qwen Code', () => {
  test('a guard of a command and one of a path hold its own tools back', async () => {
    await rule({
      id: 'no-npm',
      title: 'No npm here',
      method: ['pnpm'],
      guard: { on: 'command', match: ['npm install'], action: 'deny' },
    });
    await rule({
      id: 'no-lock',
      title: 'Leave the lock file',
      method: ['Leave it'],
      guard: { on: 'path', match: ['*.lock'], action: 'deny' },
    });
    for (const id of ['no-npm', 'no-lock']) await command(guard, [id], { options: { on: true } });
    const asked = answered(payload('PreToolUse', shell('npm install x')), 'pre-shell');
    expect(asked.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
    expect(answered(payload('PreToolUse', shell('pnpm add x')), 'pre-shell')).toEqual({});
    for (const [tool_name, file, isHeld] of [
      ['write_file', 'yarn.lock', true],
      ['edit', 'yarn.lock', true],
      ['edit', 'src/a.ts', false],
    ] as const) {
      const tool = {
        tool_name,
        tool_input: { file_path: join(home.shop, file) },
        tool_use_id: 'e',
      };
      const held = answered(payload('PreToolUse', tool), 'pre-edit').hookSpecificOutput;
      expect([tool_name, file, held?.permissionDecision]).toEqual([
        tool_name,
        file,
        isHeld ? 'deny' : undefined,
      ]);
    }
  });

  test('a reminder refuses once, and the person reads whom', async () => {
    await command(add, ['Never run `npm install`.'], { options: { remind: true } });
    const call = payload('PreToolUse', shell('npm install x'));
    expect(answered(call, 'pre-shell')).toMatchObject({
      systemMessage: expect.stringMatching(/^madness: Qwen Code was held back once: /),
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
    expect(answered(call, 'pre-shell')).toEqual({});
  });

  test('the second like failure brings a hint, whichever way it is told', async () => {
    await rule({
      id: 'address',
      title: 'Set the address',
      method: ['Set it'],
      when: { commands: ['./deploy.sh'] },
    });
    const words = framed('./deploy.sh', 'ConfigError: DATABASE_URL is not set', 1);
    const failing = { ...shell('./deploy.sh'), error: words, is_interrupt: false };
    const first = payload('PostToolUseFailure', { ...failing, tool_use_id: '1' });
    expect(answered(first)).toEqual({});
    const { hookSpecificOutput } = answered(
      payload('PostToolUse', {
        ...shell('./deploy.sh'),
        tool_use_id: '2',
        tool_response: { llmContent: words, returnDisplay: 'x' },
      }),
    );
    expect(hookSpecificOutput?.additionalContext).toContain('Set the address');
  });
});

describe('a client in which something cannot hold', () => {
  const start = (transcript_path: string, more: object = {}) =>
    answered(payload('SessionStart', { source: 'startup', transcript_path, ...more }));
  const stranger =
    /madness does not know this client: no guard and no reminder is sure to hold here/g;

  test('one that nobody knows says so once, at its start; no known one does', async () => {
    await rule({ id: 'flamingo', title: 'Mind it', method: ['Mind it'] });
    await command(compile);
    const unknown = start('/home/me/.other/tmp/chats/session-2026-7b82.jsonl');
    expect(unknown.systemMessage?.match(stranger)).toHaveLength(1);
    expect(unknown.hookSpecificOutput?.additionalContext?.match(stranger)).toHaveLength(1);
    const resumed = payload('SessionStart', { source: 'resume', transcript_path: '/x/.y/z.jsonl' });
    expect(JSON.stringify(answered(resumed))).not.toMatch(stranger);
    const claudes = `projects/-shop/${session}.jsonl`;
    for (const known of [chat(), '', '/x', `/me/.claude/${claudes}`, `/me/.moved/${claudes}`])
      expect(JSON.stringify(start(known))).not.toMatch(stranger);
  });

  test('a guard that is on and has no hook in opencode is named there, and not in Qwen Code', async () => {
    await rule({ id: 'flamingo', title: 'Mind it', method: ['Mind it'] });
    mkdirSync(home.own, { recursive: true });
    writeFileSync(join(home.own, 'config.json'), '{"guards":{"short-labels":true}}');
    expect(start('', { agent: 'opencode' }).systemMessage).toBe(
      'madness: in opencode these guards do not hold, or not whole: short-labels.',
    );
    expect(JSON.stringify(start(chat()))).not.toContain('short-labels');
  });
});

describe('its sessions', () => {
  const line = (type: string, parts: object[], more: object = {}) =>
    JSON.stringify({
      uuid: `u-${Math.abs(JSON.stringify(parts).length)}-${type}`,
      parentUuid: null,
      sessionId: session,
      timestamp: '2026-11-28T22:29:47.769Z',
      type,
      provenance: type === 'user' ? 'real_user' : type,
      cwd: home.shop,
      version: '0.24.4',
      ...more,
      message: { role: type === 'assistant' ? 'model' : 'user', parts },
    });

  test('are listed and quoted; what a program may have sent is nobody’s proof', async () => {
    mkdirSync(join(chat(), '..'), { recursive: true });
    const name = 'run_shell_command';
    const lines = [
      line('user', [{ text: 'Please check the flamingo.' }]),
      line('assistant', [{ functionCall: { id: 'c', name, args: { command: 'sh check.sh' } } }]),
      line('tool_result', [
        {
          functionResponse: {
            id: 'c',
            name,
            response: { error: framed('sh check.sh', 'boom', 3) },
          },
        },
      ]),
      line('assistant', [{ functionCall: { id: 'd', name, args: { command: 'npm install x' } } }]),
      line(
        'tool_result',
        [{ functionResponse: { id: 'd', name, response: { error: 'Guard of gene:no-npm' } } }],
        { toolCallResult: { callId: 'd', status: 'error', errorType: 'execution_denied' } },
      ),
      line('assistant', [{ text: 'The flamingo is pink.' }]),
      JSON.stringify({
        uuid: 's',
        parentUuid: null,
        sessionId: session,
        type: 'system',
        subtype: 'ui_telemetry',
      }),
    ];
    writeFileSync(chat(), `${lines.join('\n')}\n`);
    const listed = await command(sessionsCommand.run as never, [], {
      options: { json: true, from: 'qwen' },
    });
    expect(JSON.parse(listed.out)).toMatchObject([
      { agent: 'qwen', session, project: 'shop', read: 'whole', unknown: {} },
    ]);
    await command(add, ['Never run `npm install`.']);
    const counted = await command(list, [], { options: { json: true } });
    expect(JSON.parse(counted.out)).toMatchObject([{ stopped: 1, broken: 0 }]);
    const said = async (words: string) => {
      const { out } = await command(quoteCommand.run as never, [session, words], {
        options: { json: true },
      });
      return JSON.stringify(JSON.parse(out));
    };
    expect(await said('The flamingo is pink.')).toContain('assistant');
    expect(await said('Please check the flamingo.')).not.toMatch(/"role":"user"|"user"/);
  });
});
