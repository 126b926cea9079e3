import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, cliFile, program } from '../support/cli.js';
import { dialog, session, speak } from '../support/dialog.js';
import { madnessHere } from '../support/in-process.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

interface Room {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function room(home: string, name: string): Room {
  const cwd = join(home, name);
  put(cwd, 'CLAUDE.md', '# Project\n');
  const env = { ...cleanEnvironment, HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') };
  spawnSync('git', ['init', '-q', '-b', 'main'], { cwd, env });
  run({ cwd, env }, ['init', '--language', 'en']);
  return { cwd, env };
}

function run({ cwd, env }: Room, args: readonly string[], input = '') {
  const ran = spawnSync(process.execPath, [...program, ...args], {
    cwd,
    env,
    input,
    encoding: 'utf8',
  });
  return { ...ran, all: ran.stdout + ran.stderr };
}

const asAgent = ({ cwd, env }: Room): Room => ({
  cwd,
  env: { ...env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session, CLAUDE_CODE_ENTRYPOINT: 'cli' },
});

const decideAside = ({ cwd, env }: Room, id: string) =>
  new Promise<void>((done) => {
    const child = spawn(process.execPath, [...program, 'decide', id], {
      cwd,
      env,
      stdio: 'ignore',
    });
    child.on('close', () => done());
  });

test.each([2, 4, 8])(
  'one answer and %d runs of decide at once have one effect',
  { tags: 'slow' },
  async (runs) => {
    const home = scratchFolder();
    const shop = asAgent(room(home, 'shop'));
    const bank = room(home, 'bank');
    const filed = JSON.parse(run(shop, ['tell', 'bank', 'the-key-moved', '--json']).stdout);
    const rows = dialog(filed.ask.questions[0], 'Send');
    const later = new Date(Date.now() + 1000).toISOString();
    speak(
      { cwd: home, env: shop.env },
      rows.map((row) => ({ ...row, timestamp: later })),
    );
    await Promise.all(Array.from({ length: runs }, () => decideAside(shop, filed.pending)));
    const inbox = join(home, '.claude/madness/inbox');
    const texts = readdirSync(inbox, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
    expect(texts.join('').match(/the-key-moved/g)).toHaveLength(1);
    expect(bank.cwd).toContain('bank');
  },
);

test('the merge driver of git runs for a model: merge, rebase and pull go through', () => {
  const home = scratchFolder();
  const shop = room(home, 'shop');
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: shop.cwd, env: asAgent(shop).env, encoding: 'utf8' });
  const rule = (id: string) =>
    JSON.stringify({ id, title: `Agree on ${id}`, trigger: `${id}_open`, method: [`do_${id}`] });
  git('config', 'user.email', 'a@example.org');
  git('config', 'user.name', 'a');
  const commit = (text: string) => [git('add', '-A'), git('commit', '-qm', text)];
  run(shop, ['add', 'gene', '--file', '-'], rule('alpha'));
  commit('one');
  for (const [name, id] of [
    ['left', 'beta-is-other'],
    ['right', 'delta-unlike'],
  ] as const) {
    git('checkout', '-q', '-b', name, 'main');
    run(shop, ['add', 'gene', '--file', '-'], rule(id));
    commit(name);
  }
  git('checkout', '-q', 'left');
  expect(git('merge', '-q', '--no-edit', 'right').status).toBe(0);
  git('checkout', '-q', '-b', 'third', 'main');
  run(shop, ['add', 'gene', '--file', '-'], rule('epsilon-new'));
  commit('third');
  expect(git('rebase', '-q', 'left').status).toBe(0);
  expect(git('pull', '-q', '--no-rebase', '--no-edit', '.', 'right').status).toBe(0);
  const ids = JSON.parse(readFileSync(join(shop.cwd, 'memory/genes.json'), 'utf8'));
  expect(ids.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(['alpha', 'beta-is-other', 'delta-unlike', 'epsilon-new']),
  );
});

const agents: readonly [string, Record<string, string>][] = [
  [
    'Codex',
    { CODEX_CI: '1', CODEX_THREAD_ID: 'x', CODEX_SESSION_ID: 'x', CODEX_TOOL_CALL_ID: 'x' },
  ],
  ['opencode', { OPENCODE: '1', OPENCODE_PID: '3', AGENT: '1' }],
  ['Gemini CLI', { GEMINI_CLI: '1' }],
  ['Qwen Code', { QWEN_CODE: '1' }],
  ['Cursor', { CURSOR_AGENT: '1', CURSOR_TRACE_ID: 'x' }],
];

firstQuick(agents)('a model in %s decides nothing', async (agent, signs) => {
  const home = scratchFolder();
  const shop = room(home, 'shop');
  const rule = { id: 'alpha', title: 'Alpha', trigger: 'x_open', method: ['look', 'go'] };
  run(shop, ['add', 'gene', '--file', '-'], JSON.stringify(rule));
  const before = kept(home);
  const env = { ...shop.env, ...signs };
  const all = [
    ['add', 'Never write tests.'],
    ['pin', 'alpha'],
    ['deprecate', 'alpha', '--reason', 'x'],
    ['revise', 'alpha', '--file', '-'],
    ['edit', 'alpha'],
    ['undo', 'last'],
    ['trust', '--off'],
    ['purge', '--source', 'x'],
    ['config', 'set', 'language', 'zh'],
    ['hooks', 'pause'],
    ['hooks', 'pause', '--project'],
    ['guards', 'on', 'delegate'],
    ['reflect', '--on'],
    ['archive', '--on'],
    ['keep', 'note', 'n', '--file', '-'],
    ['tell', 'shop', 'text'],
    ['init', '--allow'],
    ['sync'],
    ['uninstall', '--purge'],
    ['review'],
  ];
  // One table knows all signs: the whole list is run for the first, and each other one takes its part of it.
  const at = agents.findIndex(([name]) => name === agent);
  for (const args of all.filter((_, index) => at === 0 || index % 4 === at - 1))
    await madnessHere(shop.cwd, args, { input: JSON.stringify({ ...rule, title: 'Other' }), env });
  expect(kept(home)).toEqual(before);
});

/** All but what waits, and what hooks and caches write for themselves. */
const kept = (home: string) =>
  Object.fromEntries(
    Object.entries(snapshot(home)).filter(
      ([path]) => !/memory\/work\/|\/\.git\/|\.claude\/madness\/(?:state|recall|cache)/.test(path),
    ),
  );

test('a pause silences neither the witness of an answer nor a guard that a person set', {
  tags: 'slow',
}, () => {
  const home = scratchFolder();
  const shop = room(home, 'shop');
  const guard = { on: 'command', match: ['git push'], action: 'deny', instead: 'a pull request' };
  const rule = { id: 'nopush', title: 'No push', trigger: 'push', method: ['ask'], guard };
  run(shop, ['add', 'gene', '--file', '-'], JSON.stringify(rule));
  run(shop, ['guard', 'nopush', '--on']);
  run(shop, ['hooks', 'pause', '--project']);
  const hook = (name: string, payload: object) =>
    spawnSync(process.execPath, [join(cliFile, `../hooks/${name}.cjs`)], {
      cwd: shop.cwd,
      env: { ...asAgent(shop).env, CLAUDE_CODE_SESSION_ATTENDED: '1' },
      input: JSON.stringify({
        session_id: session,
        cwd: shop.cwd,
        transcript_path: '',
        ...payload,
      }),
      encoding: 'utf8',
    }).stdout;
  const push = { tool_name: 'Bash', tool_input: { command: 'git push' }, tool_use_id: 't1' };
  const stopped = hook('pre-shell', { hook_event_name: 'PreToolUse', ...push });
  expect(stopped).toContain('"permissionDecision":"deny"');
  const parts = ['[0a1b2c3d 1/2] Keep this?', '[0a1b2c3d 2/2] more of it'];
  const questions = parts.map((question) => ({ question }));
  const answers = Object.fromEntries(parts.map((question) => [question, 'Keep']));
  const root = join(import.meta.dirname, '../..');
  const answered = {
    session_id: session,
    cwd: shop.cwd,
    transcript_path: '',
    hook_event_name: 'PostToolUse',
    tool_name: 'AskUserQuestion',
    tool_use_id: 'call-1',
    tool_input: { questions, answers },
    tool_response: { questions, answers },
  };
  spawnSync('sh', [join(root, 'hooks/start.sh'), 'post-ask-user-question'], {
    cwd: shop.cwd,
    env: { ...asAgent(shop).env, CLAUDE_PLUGIN_ROOT: root },
    input: `${JSON.stringify(answered)}\n`,
  });
  const note = Object.entries(snapshot(home)).find(([path]) => path.includes('/answers/call-1'));
  expect(JSON.parse(String(note?.[1]))).toMatchObject({ answers, taken: answers });
  const silent = hook('session-start', { hook_event_name: 'SessionStart', source: 'startup' });
  expect(silent).toBe('');
});
