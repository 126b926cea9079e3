import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditCommand } from '../../src/commands/sessions/audit.js';
import { quote } from '../../src/commands/sessions/quote.js';
import { recall } from '../../src/commands/sessions/recall.js';
import { scan } from '../../src/commands/sessions/scan.js';
import { sessions } from '../../src/commands/sessions/sessions.js';
import type { ScanRow } from '../../src/observe/scan/row.js';
import { findSessions } from '../../src/observe/sessions/sessions.js';
import { copyStore } from '../../src/observe/transcript/opencode/store-copy.js';
import { isWhole, openCopy, updateCopies } from '../../src/observe/transcript/opencode/update.js';
import { readCoverage, readTranscript } from '../../src/observe/transcript/transcript.js';
import { isOwnWords, type Turn } from '../../src/observe/transcript/turn.js';
import { answer, engines, makeStore, tool, user, words } from '../support/opencode-store.js';
import { agentsData } from '../support/real-data.mjs';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import {
  called,
  completed,
  event,
  type Item,
  item,
  meta,
  printed,
  sent,
  thread,
  writeRollout,
} from '../support/rollout.js';
import { run } from '../support/run-command.js';
import { callLine, resultLine, userLine } from '../support/transcript-lines.js';

let home: Home;
let codex: string;
beforeEach(() => {
  home = makeHome();
  codex = join(home.root, 'codex');
});
afterEach(() => home.remove());

const absent = 'skipped without ../shared/data/agents.tar.xz or $MADNESS_DATA';

function read(...items: readonly Item[]) {
  const { turns, coverage } = readTranscript(writeRollout(codex, items));
  return { turns: [...turns], coverage: coverage() };
}

const said = (turns: readonly Turn[]) => turns.filter(isOwnWords).map(({ text }) => text);
const shell = (turns: readonly Turn[]) =>
  turns.filter(({ tool }) => tool?.name === 'Bash').map(({ text, tool }) => [text, tool?.failed]);
const env = () => ({ ...home.env, CODEX_HOME: codex, XDG_DATA_HOME: join(home.root, 'data') });
const cli = (command: Parameters<typeof run>[0], args: string[], options = {}) =>
  run(command, { cwd: home.shop, args, options: { json: true, ...options }, env: env() });

describe('a session of Codex', () => {
  test('holds the typed words, and nothing that Codex put in the same place', () => {
    const { turns, coverage } = read(
      meta(),
      sent(
        '# AGENTS.md instructions for /home/dev/shop\n\nAlways be brief.',
        'agents_md.instructions',
      ),
      sent('Please run the check.', 'user.text'),
      completed({
        type: 'UserMessage',
        content: [{ type: 'text', text: 'Please run the check.' }],
      }),
      sent(
        '<subagent_notification>\n{}\n</subagent_notification>',
        'multi_agent.subagent_notification',
      ),
      [
        'compacted',
        { message: 'SUMMARY', replacement_history: [sent('Older words', 'user.text')[1]] },
      ],
    );
    expect(said(turns)).toEqual(['Please run the check.']);
    expect(coverage).toMatchObject({ agent: 'codex', read: 'whole', cwd: '/home/dev/shop' });
  });

  test('before 0.150 an event tells which message was really sent', () => {
    const { turns } = read(
      meta({ cli_version: '0.116.0', source: 'cli', originator: 'codex_cli_rs' }),
      sent('<environment_context>\n  <cwd>/x</cwd>\n</environment_context>'),
      sent('Please run the check.'),
      event({ type: 'user_message', message: 'Please run the check.' }),
    );
    expect(said(turns)).toEqual(['Please run the check.']);
  });

  test.each([
    ['codex exec', { source: 'exec', originator: 'codex_exec' }],
    ['an SDK', { source: 'vscode', originator: 'codex_sdk_ts' }],
    ['a program that nobody knows', { source: 'vscode', originator: 'somebody' }],
    ['an MCP client', { source: 'mcp' }],
    ['another thread', { thread_source: 'subagent', parent_thread_id: 'p' }],
    ['a review by Codex itself', { source: { subagent: { other: 'guardian' } } }],
  ])("what %s sent is searched, and never the person's word", (_who, more) => {
    const { turns } = read(meta(more), sent('Never use npm.', 'user.text'));
    expect(turns.map(({ kind, text }) => [kind, text])).toEqual([
      ['agent_prompt', 'Never use npm.'],
    ]);
  });

  test('an unknown program counts as the person where the client lists the words as typed', () => {
    const file = writeRollout(codex, [
      meta({ originator: 'somebody' }),
      sent('Never use npm.', 'user.text'),
      sent('Sent by a program.', 'user.text'),
    ]);
    const entry = { session_id: thread, ts: 1, text: 'Never use npm.' };
    writeFileSync(join(codex, 'history.jsonl'), `${JSON.stringify(entry)}\n`);
    expect(said([...readTranscript(file).turns])).toEqual(['Never use npm.']);
  });

  test('a turn that `codex exec resume` starts in a typed session is no word of the person', () => {
    const started = (turn_trigger: string) =>
      event({ type: 'task_started', turn_id: 't', turn_attribution: { turn_trigger } });
    const { turns } = read(
      meta(),
      started('user'),
      sent('typed', 'user.text'),
      started('exec'),
      sent('sent', 'user.text'),
    );
    expect(said(turns)).toEqual(['typed']);
  });

  test('the words in an editor come after what it adds to them', () => {
    const message =
      '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nRename it.';
    const { turns } = read(meta({ originator: 'codex_vscode' }), sent(message, 'user.text'));
    expect(said(turns)).toEqual(['Rename it.']);
  });

  test.each([
    ['JSON, before 0.60', '{"output":"boom\\n","metadata":{"exit_code":2}}', 2],
    [
      'a header',
      'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nboom\n',
      2,
    ],
    [
      'a header with the command',
      "Command: bash -lc 'a\nb'\nChunk ID: 1\nWall time: 1 seconds\nProcess exited with code 2\nOriginal token count: 3\nOutput:\nboom\n",
      2,
    ],
    ['a header of `shell_command`', 'Exit code: 2\nWall time: 0.1 seconds\nOutput:\nboom\n', 2],
    [
      'parts',
      [{ type: 'input_text', text: 'Exit code: 2\nWall time: 1 seconds\nOutput:\nboom\n' }],
      2,
    ],
    ['an object', { content: 'boom\n', success: false }, 1],
  ])('the exit status of a command is read from %s', (_name, output, code) => {
    const { turns } = read(
      meta(),
      called('c1', 'shell', { command: ['bash', '-lc', 'make'] }),
      printed('c1', output),
    );
    expect(shell(turns)).toEqual([
      ['make', undefined],
      [`Exit code ${code}\nboom\n`, true],
    ]);
  });

  test.each([
    ['shell', { command: ['bash', '-lc', 'npm test'] }, 'Bash', 'npm test'],
    [
      'shell',
      { command: ['git', 'commit', '-m', 'two words'] },
      'Bash',
      "git commit -m 'two words'",
    ],
    [
      'shell',
      { command: ['powershell.exe', '-NoProfile', '-Command', 'npm test'] },
      'PowerShell',
      'npm test',
    ],
    ['exec_command', { cmd: 'npm test' }, 'Bash', 'npm test'],
    ['shell_command', { command: 'npm test' }, 'Bash', 'npm test'],
  ])('%s %j is a call of %s', (name, input, tool, command) => {
    const { turns } = read(meta(), called('c1', name, input));
    expect(turns[0]?.tool).toMatchObject({ name: tool, input: { command } });
  });

  test('a command that outlives its call fails under its own name', () => {
    const { turns } = read(
      meta(),
      called('c1', 'exec_command', { cmd: 'make all' }),
      printed(
        'c1',
        'Chunk ID: 1\nWall time: 10 seconds\nProcess running with session ID 7\nOutput:\nworking\n',
      ),
      called('c2', 'write_stdin', { session_id: 7, chars: '' }),
      printed(
        'c2',
        'Chunk ID: 2\nWall time: 5 seconds\nProcess exited with code 2\nOutput:\nboom\n',
      ),
    );
    expect(shell(turns).at(-1)).toEqual(['Exit code 2\nboom\n', true]);
  });

  test('a patch is a call for each of its files', () => {
    const patch = [
      '*** Begin Patch',
      '*** Add File: new.md',
      '+hello',
      '*** Update File: src/a.ts',
      '@@',
      '-old',
      '+new',
      '*** Delete File: gone.txt',
      '*** End Patch',
    ];
    for (const newline of ['\n', '\r\n']) {
      const input = patch.join(newline);
      const { turns } = read(
        meta(),
        item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'p', input }),
      );
      expect(
        turns.map(({ tool }) => [
          tool?.name,
          (tool?.input as { file_path?: string } | undefined)?.file_path,
        ]),
      ).toEqual([
        ['Write', '/home/dev/shop/new.md'],
        ['Edit', '/home/dev/shop/src/a.ts'],
        ['Edit', '/home/dev/shop/gone.txt'],
      ]);
    }
  });

  test('a patch on Windows names files below its drive', () => {
    const input = '*** Begin Patch\r\n*** Update File: src\\a.ts\r\n-old\r\n+new\r\n*** End Patch';
    const { turns } = read(
      meta({ cwd: 'C:\\Users\\me\\shop' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'p', input }),
    );
    expect(turns[0]?.tool?.input).toMatchObject({ file_path: 'C:\\Users\\me\\shop\\src\\a.ts' });
  });

  test('in code mode the commands of a script are calls, and the script fails no second time', () => {
    const script = {
      type: 'custom_tool_call',
      name: 'exec',
      call_id: 's',
      input: 'await tools.exec_command({})',
    };
    const output = [
      { type: 'input_text', text: 'Script completed\nWall time 1 seconds\nOutput:\n' },
      { type: 'input_text', text: 'Exit code: 1\nboom' },
    ];
    const { turns } = read(
      meta(),
      item(script),
      completed({
        type: 'CommandExecution',
        id: 'exec-1',
        command: ['/bin/bash', '-lc', 'make'],
        aggregated_output: 'boom',
        exit_code: 1,
      }),
      completed({
        type: 'FileChange',
        id: 'exec-2',
        status: 'completed',
        changes: { '/home/dev/shop/a.ts': { type: 'update', unified_diff: '@@\n-old\n+new\n' } },
      }),
      item({ type: 'custom_tool_call_output', call_id: 's', output }),
    );
    expect(shell(turns)).toEqual([
      ['make', undefined],
      ['Exit code 1\nboom', true],
    ]);
    expect(turns.filter(({ tool }) => tool?.failed)).toHaveLength(1);
    expect(turns.find(({ tool }) => tool?.name === 'Edit')?.tool?.input).toMatchObject({
      old_string: 'old',
      new_string: 'new',
    });
  });

  test('the history that a fork begins with belongs to its parent, and to the fork once that is gone', () => {
    const [parent, child] = [
      '01a30000-0000-7000-8000-00000000000a',
      '01a30001-0000-7000-8000-00000000000b',
    ];
    const own = (turn_id: string, text: string): Item[] => [
      event({ type: 'task_started', turn_id }),
      event({ type: 'user_message', message: text }),
    ];
    const old = own('01a30000-5000-7000-8000-000000000000', 'first');
    const first = meta({ cli_version: '0.142.4', source: 'cli' });
    const file = writeRollout(codex, [first, ...old], parent);
    const second = own('01a30002-0000-7000-8000-000000000000', 'second');
    const fork = meta({ cli_version: '0.142.4', source: 'cli', id: child, forked_from_id: parent });
    const forked = writeRollout(codex, [fork, first, ...old, ...second], child);
    expect(said([...readTranscript(forked).turns])).toEqual(['second']);
    renameSync(file, `${file}.gone`);
    expect(said([...readTranscript(forked).turns])).toEqual(['first', 'second']);
  });

  test('an invented type of record is named, at each of the places for one', () => {
    const { turns, coverage } = read(
      meta(),
      ['thought', { text: 'x' }],
      item({ type: 'dream' }),
      event({ type: 'quantum_leap' }),
      completed({ type: 'Telepathy' }),
      sent('Still read.', 'user.text'),
    );
    expect(said(turns)).toEqual(['Still read.']);
    expect(coverage.read).toBe('partly');
    expect(Object.keys(coverage.unknown)).toEqual([
      'thought',
      'response_item/dream',
      'event_msg/quantum_leap',
      'event_msg/item_completed/Telepathy',
    ]);
  });

  test('a later reading from the middle knows folder, session and author', () => {
    const file = writeRollout(codex, [meta(), sent('one', 'user.text')]);
    const first = readTranscript(file);
    expect(said([...first.turns])).toEqual(['one']);
    writeRollout(codex, [meta(), sent('one', 'user.text'), sent('two', 'user.text')]);
    const [turn] = readTranscript(file, first.coverage().end).turns;
    expect(turn).toMatchObject({
      text: 'two',
      kind: 'prompt',
      cwd: '/home/dev/shop',
      session_id: thread,
      line: 3,
    });
  });

  test('sub-agents count with their parent, a review by Codex itself is no session, a compressed one is named', async () => {
    writeRollout(codex, [meta({ cwd: home.shop }), sent('Please look.', 'user.text')]);
    const child = '01a30001-0000-7000-8000-00000000000b';
    const started = {
      thread_source: 'subagent',
      parent_thread_id: thread,
      id: child,
      session_id: thread,
    };
    writeRollout(codex, [meta(started), sent('Count.', 'user.text')], child);
    const review = '01a30002-0000-7000-8000-00000000000c';
    const guardian = {
      source: { subagent: { other: 'guardian' } },
      thread_source: 'subagent',
      id: review,
    };
    writeRollout(codex, [meta(guardian), sent('Is it safe?', 'user.text')], review);
    writeFileSync(join(codex, 'sessions/2026/11/26/rollout-2026-11-01T10-00-00-x.jsonl.zst'), 'x');
    const { out, talk, code } = await cli(sessions, []);
    expect(JSON.parse(out)).toMatchObject([
      { agent: 'codex', session: thread, subagents: 1, prompt: 'Please look.' },
    ]);
    expect(code).toBe(0);
    expect(talk).toContain('One compressed session is not read');
  });

  test('a session is found under the day it began and among the archived ones', () => {
    const file = writeRollout(codex, [meta({ cwd: home.shop }), sent('Please look.', 'user.text')]);
    const archived = join(codex, 'archived_sessions');
    mkdirSync(archived, { recursive: true });
    renameSync(file, join(archived, `rollout-2024-01-01T10-00-00-${thread}.jsonl`));
    expect(findSessions({ claude: home.claude, codex }, home.shop).sessions).toHaveLength(1);
  });
});

describe('over agents', () => {
  beforeEach(() => {
    const boom = 'ConfigError: DATABASE_URL is not set, see config/README.md';
    writeSession(
      home,
      'claudes',
      userLine('Please check.'),
      callLine('Bash', { command: 'node check.mjs' }, 't1'),
      resultLine('t1', `Exit code 1\n${boom}`, { is_error: true }),
    );
    writeRollout(codex, [
      meta({ cwd: home.shop }),
      sent('Please check the flamingo.', 'user.text'),
      called('c1', 'exec_command', { cmd: 'node check.mjs' }),
      printed(
        'c1',
        `Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\n${boom}\n`,
      ),
    ]);
  });

  test('one failure is one row of scan', async () => {
    const { out } = await cli(scan, []);
    const rows = (JSON.parse(out) as ScanRow[]).filter(({ kind }) => kind === 'failure');
    expect(rows).toMatchObject([{ count: 2, sessions: 2 }]);
  });

  test('audit counts one rule over the three, each with its model', async () => {
    const git = (...args: string[]) => {
      const who = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@example.org' };
      const also = { GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@example.org' };
      const date = '2026-01-01T00:00:00Z';
      const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      const env = { ...process.env, ...who, ...also, ...dates, GIT_CONFIG_GLOBAL: '/dev/null' };
      execFileSync('git', args, { cwd: home.shop, env, stdio: 'pipe' });
    };
    rmSync(join(home.shop, '.git'), { recursive: true });
    writeFileSync(join(home.shop, 'AGENTS.md'), '# Shop\n\nUse `pnpm`, never `npm`.\n');
    for (const args of [
      ['init', '-q'],
      ['add', 'AGENTS.md'],
      ['commit', '-qm', 'x'],
    ])
      git(...args);
    const timestamp = '2026-11-26T10:00:00.000Z';
    const time = { timestamp };
    writeSession(
      home,
      'claudes',
      userLine('Add it.', time),
      callLine('Bash', { command: 'npm install x' }, 't9', time),
      resultLine('t9', 'done', time),
    );
    writeRollout(codex, [
      meta({ cwd: home.shop }),
      ['turn_context', { model: 'gpt-6.1-sol' }],
      sent('Add it.', 'user.text'),
      called('c1', 'exec_command', { cmd: 'npm install x' }),
      printed('c1', 'Chunk ID: 1\nProcess exited with code 0\nOutput:\ndone\n'),
    ]);
    const done = { output: 'done', metadata: { exit: 0 } };
    await makeStore(join(home.root, 'data'), [
      {
        id: 'ses_1',
        directory: home.shop,
        messages: [
          [user, words('Add it.')],
          [{ ...answer, modelID: 'kimi-k3' }, tool('bash', { command: 'npm install x' }, done)],
        ],
      },
    ]);
    await updateCopies({
      claude: home.claude,
      opencode: join(home.root, 'data/opencode'),
      home: home.own,
    });
    const { rows, ...rest } = JSON.parse((await cli(auditCommand.run, [])).out);
    expect(rest.models).toEqual(expect.arrayContaining(['gpt-6.1-sol', 'kimi-k3']));
    expect(rows).toMatchObject([{ file: 'AGENTS.md', kept: 0, broken: 3 }]);
  });

  test('recall says how each session is resumed', async () => {
    const { out } = await cli(recall, ['flamingo']);
    expect(JSON.parse(out)).toMatchObject([
      { agent: 'codex', session: thread, resume: `cd ${home.shop} && codex resume ${thread}` },
    ]);
  });

  test('sessions lists those of one agent, and knows no other name', async () => {
    const names = async (from: string) =>
      (JSON.parse((await cli(sessions, [], { from })).out) as { session: string }[]).map(
        ({ session }) => session,
      );
    expect(await names('codex')).toEqual([thread]);
    expect(await names('claude')).toEqual(['claudes']);
    await expect(cli(sessions, [], { from: 'nobody' })).rejects.toThrow('claude, codex, opencode');
  });

  test('quote knows whose words they are', async () => {
    const { out } = await cli(quote, [thread.slice(0, 13), 'check the flamingo']);
    expect(JSON.parse(out)).toMatchObject({ found: true, role: 'user', line: 2 });
  });
});

describe.each(engines)('a session of opencode, by SQLite of %s', (_name, engine) => {
  const data = () => join(home.root, 'data');
  const copies = async () => {
    const folders = { claude: home.claude, opencode: join(data(), 'opencode'), home: home.own };
    await updateCopies(folders, engine);
    return findSessions(folders);
  };
  const turnsIn = async () => {
    const { sessions: found } = await copies();
    return found.flatMap(({ file }) => [...readTranscript(file).turns]);
  };
  const asked = (...messages: Parameters<typeof makeStore>[1][number]['messages']) =>
    makeStore(data(), [{ id: 'ses_1', directory: home.shop, messages }]);

  test('holds the typed words, the calls by the names of Claude Code, and how they ended', async () => {
    await asked(
      [
        user,
        words('Please check.'),
        words('<system-reminder>be brief</system-reminder>', { synthetic: true }),
      ],
      [
        answer,
        words('I will.'),
        tool('bash', { command: 'make' }, { output: 'boom', metadata: { exit: 2 } }),
        tool('edit', { filePath: '/a.ts', oldString: 'a', newString: 'b' }, { output: 'done' }),
      ],
      [{ ...answer, summary: true }, words('SUMMARY')],
    );
    const turns = await turnsIn();
    expect(said(turns)).toEqual(['Please check.']);
    expect(shell(turns)).toEqual([
      ['make', undefined],
      ['Exit code 2\nboom', true],
    ]);
    expect(turns.find(({ tool }) => tool?.name === 'Edit')?.tool?.input).toEqual({
      file_path: '/a.ts',
      old_string: 'a',
      new_string: 'b',
    });
    expect(turns.find(({ text }) => text === 'SUMMARY')?.kind).toBe('compact_summary');
  });

  test("what `opencode run` and a sub-agent were told is nobody's word", async () => {
    const question = { permission: 'question', pattern: '*', action: 'deny' };
    const messages = [[user, words('Never use npm.')]] as const;
    await makeStore(data(), [
      { id: 'ses_run', directory: home.shop, permission: JSON.stringify([question]), messages },
      { id: 'ses_sub', directory: home.shop, parent: 'ses_run', messages },
    ]);
    const { sessions: found } = await copies();
    expect(found.map(({ session, agents }) => [session, agents.length])).toEqual([['ses_run', 1]]);
    expect(said(await turnsIn())).toEqual([]);
  });

  test("a command typed after `!` is the person's, and a refusal with a reason is their word", async () => {
    const message = { ...answer, parentID: 'msg_ses_1_000' };
    const error =
      'The user rejected permission to use this specific tool call with the following feedback: use pnpm';
    await asked(
      [user, words('The following tool was executed by the user', { synthetic: true })],
      [message, tool('bash', { command: 'npm test' }, { output: 'ok', metadata: {} })],
      [answer, tool('bash', { command: 'npm install' }, { status: 'error', error })],
    );
    expect(said(await turnsIn())).toEqual(['npm test', 'use pnpm']);
  });

  test('an answer that is still written is left for the next time; one taken back is gone', async () => {
    const open = { role: 'assistant', time: { created: 1 } };
    await asked(
      [user, words('one')],
      [answer, words('first')],
      [user, words('two')],
      [open, words('half')],
    );
    expect((await turnsIn()).map(({ text }) => text)).toEqual(['one', 'first', 'two']);
    await asked([user, words('one')], [answer, words('first')]);
    expect((await turnsIn()).map(({ text }) => text)).toEqual(['one', 'first']);
  });

  test('a store of an unknown kind, a damaged one and one from before 1.2 are problems, never an empty list', async () => {
    const file = await asked([user, words('one')]);
    const database = await engine.open(file, { mode: 'write', work: 'little' });
    database.exec('alter table part rename to piece');
    database.close();
    expect((await copies()).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('not known here'),
    ]);
    writeFileSync(file, readFileSync(file).fill(7, 3000, 9000));
    expect((await copies()).problems).toMatchObject([{ rule: 'sessions/unread-store' }]);
    rmSync(file);
    mkdirSync(join(data(), 'opencode/storage/session'), { recursive: true });
    expect((await copies()).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('before opencode 1.2'),
    ]);
  });

  test('an unchanged store is not copied again', async () => {
    await asked([user, words('one')]);
    await copies();
    const state = join(home.own, 'opencode/state.json');
    const { mtimeMs } = statSync(state);
    await copies();
    expect(statSync(state).mtimeMs).toBe(mtimeMs);
  });

  const python = spawnSync('python3', ['-c', 'import sqlite3']).status === 0;
  test.skipIf(!python)(
    'beside an agent that holds its WAL open every row is read, no byte of it changes, and its next write is seen by others (skipped without python3)',
    async () => {
      const file = await asked([user, words('one')], [answer, words('first')]);
      const holder = spawn('python3', ['-c', holding, file], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      try {
        await once(holder.stdout, 'data');
        // As texts: Vitest compares buffers byte by byte, for seconds.
        const bytes = () => ['', '-wal', '-shm'].map((end) => readFileSync(file + end, 'latin1'));
        const before = bytes();
        expect(before[1]?.length).toBeGreaterThan(0);
        expect((await turnsIn()).map(({ text }) => text)).toEqual(['one', 'in the WAL']);
        expect(bytes()).toEqual(before);
        holder.stdin.write('go on\n');
        await once(holder.stdout, 'data');
        const { stdout } = spawnSync('python3', ['-c', looking, file], { encoding: 'utf8' });
        expect(stdout).toContain('after it');
        expect((await turnsIn()).map(({ text }) => text)).toEqual(['one', 'after it']);
      } finally {
        holder.kill();
      }
    },
  );

  test.skipIf(!python)(
    "while it is written each copy is whole or refused, and the file stays its writer's (skipped without python3)",
    { tags: 'slow' },
    async () => {
      const file = join(home.root, 'live.db');
      const writer = spawn('python3', ['-c', writing, file], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      try {
        await once(writer.stdout, 'data');
        const copy = join(home.root, 'copy.db');
        const count = { whole: 0, refused: 0 };
        for (let at = 0; at < 100; at++) {
          const copied = await copyStore(file, copy, (whole) => isWhole(engine, whole));
          if (typeof copied === 'string') {
            count.refused++;
            continue;
          }
          count.whole++;
          const database = await openCopy(engine, copy);
          // Each transaction writes one number into every row.
          const rows = database
            .prepare('select count(*) as n, count(distinct x) as kinds from t')
            .all();
          expect(rows).toEqual([{ n: 400, kinds: 1 }]);
          database.close();
        }
        expect(count.whole + count.refused).toBe(100);
        expect(count.whole).toBeGreaterThan(0);
        writer.stdin.end();
        const [end] = (await once(writer.stdout, 'data')) as [Buffer];
        expect(String(end)).toContain('ok True');
      } finally {
        writer.kill();
      }
    },
  );
});

/** Changes an answer and waits; for each line of input it does so again. Nothing reaches the database but by its WAL. */
const holding = `
import sqlite3, sys, json
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute('pragma journal_mode=wal'); c.execute('pragma wal_autocheckpoint=0')
def say(text):
    c.execute("update part set data = ?, time_updated = time_updated + 1 where message_id like '%_001'", (json.dumps({'type': 'text', 'text': text}),))
    print('done', flush=True)
say('in the WAL')
for _ in sys.stdin: say('after it')
`;
const looking = `
import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute('select group_concat(data) from part').fetchone()[0])
`;

/** Writes until its input ends, then says whether its file is whole and its WAL still there. */
const writing = `
import sqlite3, sys, threading, os
f = sys.argv[1]
c = sqlite3.connect(f, isolation_level=None)
c.execute('pragma journal_mode=wal'); c.execute('pragma wal_autocheckpoint=50')
c.execute('create table t(id integer primary key, x integer, pad text)')
c.executemany('insert into t values(?, 0, ?)', [(i, 'p' * 500) for i in range(400)])
print('ready', flush=True)
done = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), done.set()), daemon=True).start()
n = 0
while not done.is_set():
    n += 1
    c.execute('begin'); c.execute('update t set x = ?', (n,)); c.execute('commit')
    if n % 5 == 0: done.wait(0.1)
ok = c.execute('pragma integrity_check').fetchone()[0]
print(f"{ok} {os.path.exists(f + '-wal')}", flush=True)
`;

const store = agentsData('opencode/db');
describe.skipIf(store === undefined)(`the real store of opencode (${absent})`, () => {
  test('is read whole, and keeps its bytes', async () => {
    const opencode = join(home.root, 'data/opencode');
    cpSync(store as string, opencode, { recursive: true });
    const bytes = () =>
      ['opencode.db', 'opencode.db-wal', 'opencode.db-shm'].map((name) =>
        readFileSync(join(opencode, name), 'latin1'),
      );
    const before = bytes();
    await updateCopies({ claude: home.claude, opencode, home: home.own });
    const { sessions: found, problems } = findSessions({
      claude: home.claude,
      opencode,
      home: home.own,
    });
    expect(problems).toEqual([]);
    expect(found.map(({ agents }) => agents.length)).toEqual([0, 1]);
    const words = found.map(({ file }) => said([...readTranscript(file).turns]).length);
    expect(words).toEqual([3, 5]);
    for (const { file } of found) expect(readCoverage(file).read).toBe('whole');
    expect(bytes()).toEqual(before);
  });

  test('one failure over Claude Code, Codex and opencode is one row of scan', async () => {
    cpSync(store as string, join(home.root, 'data/opencode'), { recursive: true });
    cpSync(agentsData('cross/codexhome') as string, codex, { recursive: true });
    writeSession(
      home,
      'claudes',
      userLine('Please check.'),
      callLine('Bash', { command: 'node scripts/check.mjs' }, 't1'),
      resultLine('t1', 'Exit code 1\nConfigError: DATABASE_URL is not set, see config/README.md', {
        is_error: true,
      }),
    );
    await updateCopies({
      claude: home.claude,
      opencode: join(home.root, 'data/opencode'),
      home: home.own,
    });
    const { out } = await cli(scan, [], { all: true });
    const rows = (JSON.parse(out) as ScanRow[]).filter(({ kind }) => kind === 'failure');
    expect(rows).toMatchObject([{ count: 4, sessions: 4 }]);
    const resumed = JSON.parse(
      (await cli(recall, ['check', 'configuration'], { all: true })).out,
    ) as { resume: string }[];
    expect(resumed.map(({ resume }) => resume).join('\n')).toMatch(/codex resume \S+/);
    expect(resumed.map(({ resume }) => resume).join('\n')).toMatch(/opencode -s ses_\S+/);
  });
});

const real = agentsData('codex-versions');
describe.skipIf(real === undefined)(`real rollouts (${absent})`, () => {
  const below = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name));
  const versions = real === undefined ? [] : below(real);

  test('every version is read whole, with one failing and one mending command', () => {
    expect(versions.length).toBeGreaterThan(11);
    for (const file of versions) {
      const { turns, coverage } = readTranscript(file);
      const failed = shell([...turns]).flatMap(([, failed]) => failed ?? []);
      expect([file, failed.slice(0, 2), coverage().read]).toEqual([file, [true, false], 'whole']);
    }
  });

  test('0.169 likewise, plain and in code mode; a fork that only points at its parent has no turns', () => {
    for (const folder of ['codex-story', 'codex-code-mode'])
      for (const file of below(agentsData(folder) as string)) {
        const { turns, coverage } = readTranscript(file);
        const all = [...turns];
        expect([file, coverage().read]).toEqual([file, 'whole']);
        const failed = shell(all).flatMap(([, failed]) => failed ?? []);
        if (failed.length > 1) expect([file, ...failed.slice(0, 2)]).toEqual([file, true, false]);
        const isFork = readFileSync(file, 'utf8').includes('"history_base"');
        expect([file, all.length === 0]).toEqual([file, isFork]);
      }
  });

  test('what `codex exec` sent is never typed; what was typed always is', () => {
    for (const file of versions) {
      const words = said([...readTranscript(file).turns]);
      const isTyped = file.includes('fork');
      expect([file, words]).toEqual([file, isTyped ? ['Please run the check again.'] : []]);
    }
    const story = below(agentsData('codex-story') as string).map((file) =>
      said([...readTranscript(file).turns]),
    );
    expect(story.map((words) => words.length)).toEqual([5, 0, 3, 0, 0]);
    expect(story[0]).toContain('no, use pnpm, never npm');
    const coded = below(agentsData('codex-code-mode') as string).map((file) =>
      said([...readTranscript(file).turns]),
    );
    expect(coded.map((words) => words.length)).toEqual([4, 0, 2]);
  });

  test('a fork and its parent fail twice, not three times', () => {
    const failures = versions
      .filter((file) => file.includes('fork'))
      .flatMap((file) => shell([...readTranscript(file).turns]))
      .filter(([, failed]) => failed === true);
    expect(failures).toHaveLength(2);
  });

  test('the sub-agent of the story counts with its parent, and one failure in three sessions is one row', async () => {
    cpSync(agentsData('codex-story') as string, codex, { recursive: true });
    const { out } = await cli(scan, [], { all: true });
    const rows = (JSON.parse(out) as ScanRow[]).filter(({ kind }) => kind === 'failure');
    expect(rows).toMatchObject([
      {
        kind: 'failure',
        count: 3,
        sessions: 3,
        overcome: 'DATABASE_URL=sqlite:dev.db node scripts/check.mjs',
      },
    ]);
    const { sessions: found } = findSessions({ claude: home.claude, codex });
    expect(found.map(({ agents }) => agents.length).sort()).toEqual([0, 0, 0, 1]);
  });

  test('a compaction repeats no word of the person, and a sub-agent says none', async () => {
    cpSync(agentsData('codex-story') as string, codex, { recursive: true });
    const { sessions: found } = findSessions({ claude: home.claude, codex });
    for (const { file, agents } of found) {
      const words = said([...readTranscript(file).turns]);
      expect(words).toEqual([...new Set(words)]);
      for (const { file: agent } of agents)
        expect(said([...readTranscript(agent).turns])).toEqual([]);
    }
    const typed = JSON.parse(
      (await cli(quote, ['01a216b9-3302', 'Now add the left-pad dependency.'])).out,
    );
    const compacted = readFileSync(below(codex)[0] as string, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes('"replacement_history"'));
    expect(typed).toMatchObject({ found: true, role: 'user' });
    expect(typed.line).toBeLessThan(compacted + 1);
  });

  test.each([
    ['a hook added', 'codex', '01a216c0-dee8', 'CONTEXT FROM UserPromptSubmit'],
    ['`codex exec` sent', 'codex-story', '01a216bb-5569', ''],
  ])("the words that %s are not the user's", async (_whose, folder, session, words) => {
    cpSync(agentsData(folder) as string, codex, { recursive: true });
    const { sessions: found } = findSessions({ claude: home.claude, codex });
    const one = found.find(({ session: name }) => name.startsWith(session));
    const sent = [...readTranscript(one?.file ?? '').turns].find(
      ({ kind }) => kind === 'agent_prompt',
    );
    const { out } = await cli(quote, [session, words || (sent?.text ?? '')]);
    expect(JSON.parse(out)).not.toMatchObject({ role: 'user' });
    if (words === '') expect(JSON.parse(out)).toMatchObject({ found: true });
  });

  test.each([
    ['of AGENTS.md', 'Always answer briefly.'],
    ['of the summary', 'SUMMARY: the person wants the check to pass'],
    ['of a sub-agent', 'Helper task: count the files'],
  ])("the words %s are not the user's", async (_whose, words) => {
    cpSync(agentsData('codex-story') as string, codex, { recursive: true });
    const { out } = await cli(quote, ['01a216b9-3302', words]);
    expect(JSON.parse(out)).not.toMatchObject({ found: true, role: 'user' });
  });
});
