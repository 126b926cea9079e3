import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentOf } from '../../src/application/approval/agent.js';
import { projectKey } from '../../src/observe/sessions/project-folder.js';
import type { Ancestor } from '../../src/platform/process-info.js';
import { shellWord } from '../../src/text.js';
import { cleanEnvironment, program } from '../support/cli.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

interface World {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function world(more: object = {}): World {
  const cwd = scratchFolder();
  putMemory(cwd, { assets: [gene('alpha', more)], events: [born('alpha', 0.7)] });
  const here = { cwd, env: { ...cleanEnvironment, HOME: join(cwd, 'home') } };
  trusted(here);
  return here;
}

/** Again where the folder became a repository: it is another place then. */
function trusted({ cwd, env }: World): void {
  trustHere(cwd, { CLAUDE_CONFIG_DIR: join(env.HOME as string, '.claude') });
}

const pinned = ({ cwd }: World) =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8').includes('"event":"pin"');

/** The session record of a client in the project of this world. */
function openClient({ cwd }: World, pid: number, ended = false): void {
  const folder = `home/.claude/madness/state/projects/${projectKey(cwd)}`;
  put(cwd, `${folder}/s1.json`, JSON.stringify({ session: 's1', pid, ended }));
}

/** What a shell prints, the programs that it left in the background included. */
function shell({ cwd, env }: World, script: string, more: Readonly<Record<string, string>> = {}) {
  // The trailing command keeps the shell from handing its process over.
  return spawnSync('sh', ['-c', `${script}; true`], {
    cwd,
    env: { ...env, ...more },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const madness = [process.execPath, ...program].map(shellWord).join(' ');
const pin = `${madness} pin alpha`;
const bare = `env -i HOME="$HOME" PATH="$PATH" GIT_CONFIG_GLOBAL=/dev/null`;
const hasTmux = spawnSync('tmux', ['-V']).status === 0;
const strip =
  'env -u CLAUDECODE -u CLAUDE_CODE_SESSION_ID -u CLAUDE_CODE_CHILD_SESSION -u CLAUDE_PID -u CLAUDE_CODE_ENTRYPOINT -u AI_AGENT';
const marked = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1', CLAUDE_PID: '1' };

const base = {
  args: [],
  options: {},
  cwd: '/',
  env: {},
  now: () => new Date(0),
  stdin: async () => '',
  print: () => {},
  say: () => {},
};
const at = (pid: number, env: Record<string, string>): Ancestor => ({ pid, program: 'sh', env });

describe.runIf(process.platform === 'linux')('an agent is known', () => {
  test.each([
    'CLAUDECODE',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_PID',
    'CLAUDE_CODE_ENTRYPOINT',
    'AI_AGENT',
  ])('by %s in its environment, empty too', async (name) => {
    for (const value of ['1', '']) {
      const here = world();
      const env = { ...here.env, [name]: value };
      const { out } = await madnessHere(here.cwd, ['pin', 'alpha'], { env });
      expect(out).toContain('not done');
      expect(pinned(here)).toBe(false);
    }
  });

  test.each([
    ['Codex', { CODEX_CI: '1', CODEX_THREAD_ID: 'x', CODEX_SESSION_ID: 'x' }],
    ['Codex', { CODEX_SANDBOX_NETWORK_DISABLED: '1' }],
    ['opencode', { AGENT: '1', OPENCODE: '1', OPENCODE_PID: '3' }],
    ['opencode', { AGENT: '1' }],
    ['Gemini CLI', { GEMINI_CLI: '1' }],
    ['Qwen Code', { QWEN_CODE: '1' }],
    ['Cursor', { CURSOR_AGENT: '1' }],
    ['Cursor', { CURSOR_EXTENSION_HOST_ROLE: 'agent-exec' }],
    ['Amp', { AMP_CURRENT_THREAD_ID: 'T-1' }],
    ['goose', { AGENT: 'goose' }],
    ['goose', { GOOSE_TERMINAL: '1' }],
    ['Cline', { CLINE_ACTIVE: 'true' }],
    ['Roo', { ROO_ACTIVE: 'true' }],
    ['Auggie', { AUGMENT_AGENT: '1' }],
    ['Copilot CLI', { COPILOT_CLI: '1' }],
    ['Antigravity', { ANTIGRAVITY_AGENT: '1' }],
    ['Trae', { TRAE_AI_SHELL_ID: '1' }],
  ] as [string, Record<string, string>][])('as %s by %o', (name, env) => {
    for (const one of [{ env }, { ancestors: () => [at(5, {}), at(4, env)] }])
      expect(agentOf({ ...base, ...one })?.sign).toMatchObject({ agent: name });
  });

  test('as one that is not ours by what a process above it says', () => {
    const here = world();
    const env = { AGENT: '1', OPENCODE: '1', OPENCODE_PID: '3' };
    expect(shell(here, `${bare} ${pin}`, env).stdout).toContain('not done');
    const { stderr } = shell(here, `${bare} ${pin.replace('pin alpha', 'archive --on')}`, env);
    expect(stderr).toContain('of opencode is set in process');
    expect(pinned(here)).toBe(false);
  });

  test.each([
    ['Codex', { CODEX_CI: '1', CODEX_THREAD_ID: 'x', CODEX_SESSION_ID: 'x' }],
    ['opencode', { AGENT: '1', OPENCODE: '1', OPENCODE_PID: '3' }],
    ['Gemini CLI', { GEMINI_CLI: '1' }],
    ['Qwen Code', { QWEN_CODE: '1' }],
  ] as [string, Record<string, string>][])(
    '%s switches no guard off, trusts and pins nothing and decides nothing; a person does',
    async (_, env) => {
      const here = world({ guard: { on: 'command', match: ['npm install'], action: 'deny' } });
      const ran = (args: string, more = {}) =>
        madnessHere(here.cwd, args.split(' '), { env: { ...here.env, ...more } });
      expect((await ran('guard alpha --on')).out).not.toContain('not done');
      // All but what waits.
      const kept = () =>
        Object.entries(snapshot(here.cwd)).filter(([name]) => !name.startsWith('memory/work/'));
      const isHeld = () =>
        kept().some(([name, text]) => name.startsWith('home/') && text.includes('npm install'));
      expect(isHeld()).toBe(true);
      const before = kept();
      for (const args of ['guard alpha --off', 'pin alpha', 'trust --off', 'trust']) {
        const { out, err } = await ran(args, env);
        expect([args, out + err]).toEqual([args, expect.stringMatching(/not done|may not run/)]);
      }
      expect((await ran('decide', env)).err).toContain('madness review');
      expect(JSON.parse((await ran('review --json', env)).out).waiting).toHaveLength(2);
      expect(kept()).toEqual(before);
      await ran('guard alpha --off');
      await ran('pin alpha');
      expect(pinned(here)).toBe(true);
      expect(kept()).not.toEqual(before);
      expect(isHeld()).toBe(false);
    },
  );

  test.each([
    ['env -i', `${bare} ${pin}`],
    ['env -i and a shell', `${bare} sh -c '${pin.replaceAll("'", '"')}; true'`],
    ['env -u', `${strip} ${pin}`],
    ['script', `${bare} script -qec "${pin}" /dev/null`],
    ['xargs', `echo alpha | ${bare} xargs ${madness} pin`],
    ['find -exec', `${bare} find memory -maxdepth 0 -exec ${pin} ';'`],
    ['a git alias', `${bare} git -c alias.x='!${pin.replaceAll("'", '"')}' -C memory/.. x`],
    [
      'shells in shells, each with an empty environment',
      [1, 2, 3].reduce((inner) => `${bare} sh -c ${shellWord(inner)}; true`, pin),
    ],
    ['an own session with the shell alive', `${bare} setsid ${pin}`],
    ['a job in the background', `${bare} nohup ${pin} & wait`],
    [
      'a shell with the name of tmux',
      `cp "$(command -v bash)" tmux && ./tmux -c ${shellWord(`${pin}; true`)}`,
    ],
    [
      'such a shell in a terminal',
      `cp "$(command -v bash)" kitty && ./kitty -c ${shellWord(`script -qec ${shellWord(pin)} /dev/null; true`)}`,
    ],
  ])('behind %s', { tags: 'slow' }, (_, script) => {
    const here = world();
    spawnSync('git', ['init', '-q'], { cwd: here.cwd, env: here.env });
    trusted(here);
    const { stdout, stderr } = shell(here, script, marked);
    expect(stdout + stderr).toContain('not done');
    expect(pinned(here)).toBe(false);
  });

  test.each([
    ['setsid -f', `setsid -f ${bare} ${pin}`],
    ['setsid -f under nohup', `${bare} nohup setsid -f ${pin}`],
    ['a double fork', `(${bare} setsid sh -c '${pin.replaceAll("'", '"')} &' &)`],
    ['exec in the shell of the client', `exec ${bare} ${pin}`],
    ['another own folder', `setsid -f ${bare} MADNESS_HOME=/nonexistent ${pin}`],
  ])('by the living client when it left its ancestors with %s', { tags: 'slow' }, (_, script) => {
    const here = world();
    openClient(here, process.pid);
    const { stdout, stderr } = shell(here, script, marked);
    expect(stdout + stderr).toMatch(/not done|No person on this machine has trusted/);
    expect(pinned(here)).toBe(false);
  });

  test('a refusal names what it went by and the way out', () => {
    const here = world();
    const direct = shell(here, `${madness} archive --on`, marked);
    expect(direct.status).toBe(0);
    expect(direct.stderr).toMatch(/CLAUDECODE of Claude Code is set in process \d+ \(sh\)/);
    expect(direct.stderr).toContain('In a terminal that no agent started: madness archive --on');
    openClient(here, process.pid);
    const orphan = shell(here, `setsid -f ${bare} ${madness} archive --on`);
    expect(orphan.stderr).toContain(
      `there is no terminal, and Claude Code (process ${process.pid}) has this project open`,
    );
  });
});

describe.runIf(process.platform === 'linux')('a person is let be', () => {
  test.each([
    ['without a terminal', pin],
    ['in a terminal', `script -qec "${pin}" /dev/null`],
    ['with other variables of the client', `CLAUDE_CONFIG_DIR="$HOME/.claude" ${pin}`],
    ['with a job that has lost its ancestors', `setsid -f ${pin}`],
    ['in the terminal of Cursor', `CURSOR_TRACE_ID=x TERM_PROGRAM=vscode ${pin}`],
    ['with settings of other agents', `CODEX_HOME=/x AGENT=ci GEMINI_API_KEY=x ${pin}`],
  ])('%s', { tags: 'slow' }, (_, script) => {
    const here = world();
    shell(here, script);
    expect(pinned(here)).toBe(true);
  });

  test.runIf(hasTmux)('in a tmux that an agent had started', () => {
    const here = world();
    const socket = join(here.cwd, 'tmux');
    const run = (...args: string[]) =>
      spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
        cwd: here.cwd,
        env: { ...here.env, ...marked, TERM: 'xterm' },
      });
    run('new-session', '-d', `${pin} > out 2>&1; tmux -S '${socket}' wait-for -S done; sleep 60`);
    run('wait-for', 'done');
    run('kill-server');
    expect(readFileSync(join(here.cwd, 'out'), 'utf8')).not.toContain('not done');
    expect(pinned(here)).toBe(true);
  });

  test.each([
    ['has ended', process.pid, true],
    ['was killed', 2 ** 22 + 1, false],
  ])('without a terminal when the client that had the project open %s', (_, pid, ended) => {
    const here = world();
    openClient(here, pid, ended);
    shell(here, `setsid -f ${pin}`);
    expect(pinned(here)).toBe(true);
  });

  test('in a terminal while a client has the project open', () => {
    const here = world();
    openClient(here, process.pid);
    shell(here, `script -qec "${pin}" /dev/null`);
    expect(pinned(here)).toBe(true);
  });

  test('without a terminal while a client has another project open', () => {
    const here = world();
    openClient(world(), process.pid);
    shell(here, `setsid -f ${pin}`);
    expect(pinned(here)).toBe(true);
  });
});

describe('the processes above', () => {
  test('are all looked at, and the outermost with a mark is believed: what it started may forge anything', () => {
    const chain = [at(5, {}), at(4, { AI_AGENT: 'x' }), at(3, marked), at(1, {})];
    const agent = agentOf({ ...base, env: { CLAUDECODE: 'forged' }, ancestors: () => chain });
    expect(agent).toEqual({
      env: marked,
      sign: { variable: 'CLAUDECODE', agent: 'Claude Code', pid: 3, program: 'sh' },
    });
    const init = { ...at(1, {}), program: 'systemd' };
    expect(agentOf({ ...base, ancestors: () => [at(3, marked), init] })?.sign).toMatchObject({
      isOrphan: true,
    });
  });

  test('of a desk count no more: what an editor inherited from an agent says nothing of the person in it', () => {
    const desk = (program: string, env: Record<string, string>) => ({ ...at(2, env), program });
    for (const program of ['code', 'gnome-terminal-', 'tmux: server', 'sshd', 'cursor', 'emacs'])
      for (const below of [{ ...base, env: marked }, base]) {
        const chain = [at(4, marked), at(3, marked), desk(program, marked), at(1, marked)];
        expect(agentOf({ ...below, ancestors: () => chain })).toBeUndefined();
      }
    const editor = desk('cursor', { CURSOR_TRACE_ID: 'x' });
    const shell = at(4, { CURSOR_TRACE_ID: 'x', CURSOR_AGENT: '1' });
    expect(agentOf({ ...base, ancestors: () => [shell, editor] })?.sign).toMatchObject({
      agent: 'Cursor',
      pid: 4,
    });
    const own = { ...marked, CLAUDE_CODE_SESSION_ID: 's2' };
    expect(
      agentOf({ ...base, ancestors: () => [at(4, own), desk('tmux: server', marked)] })?.env,
    ).toBe(own);
  });

  test('may bear the name of a desk, but only what opened this terminal is one', () => {
    const chain = [{ ...at(4, marked), program: 'tmux', opensTerminal: () => false }];
    expect(agentOf({ ...base, ancestors: () => chain })).toBeDefined();
  });

  test('say nothing where none has a mark', () => {
    const chain = [at(5, { CLAUDE_CONFIG_DIR: '/x' }), at(1, {})];
    expect(agentOf({ ...base, ancestors: () => chain, isDetached: () => false })).toBeUndefined();
  });
});
