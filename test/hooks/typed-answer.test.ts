import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TranscriptRow } from '../../src/application/approval/answered-question.js';
import {
  type AgainPort,
  type CarriedAnswer,
  decideAgain,
  findTypedRow,
  noteCarried,
} from '../../src/application/approval/recheck-approvals.js';
import { handle as answered } from '../../src/hooks/events/post-ask-user-question.js';
import { handle as retest } from '../../src/hooks/events/recheck-approvals.js';
import { handle as sessionEnd } from '../../src/hooks/events/session-end.js';
import { handle as prompted } from '../../src/hooks/events/user-prompt-submit.js';
import type { Session, Settings } from '../../src/hooks/handler.js';
import {
  isPromptHook,
  isWorking,
  parseShownRule,
  parseTrust,
  parseTypedPrompt,
} from '../../src/hooks/parse-decision-prompt.js';
import { openSession, openSettings } from '../../src/hooks/session-state.js';
import { clientFile } from '../../src/hooks/update-session-record.js';
import { readWitness, type TypedNote } from '../../src/observe/journal/answer-notes.js';
import { promptPatterns } from '../../src/observe/journal/typed-forms.js';
import { cleanEnvironment } from '../support/cli.js';
import { born, gene, putMemory } from '../support/memory.js';
import { shared } from '../support/real-data.mjs';
import { scratchFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

const id = '0a1b2c3d';
const name = 'aaaaaaaa-0000-4000-8000-000000000000';
const now = Date.parse('2026-01-01T00:00:00.000Z');
const hookCommand =
  '/bin/sh\0-c\0eval \'sh "/p/hooks/start.sh" user-prompt-submit; exit 0\'; node "/p/dist/hook.cjs"\0';

/** A session whose client is 7 and lives, with one pending change that was shown. */
function sessionWith(more: Partial<Session> = {}): Session {
  const base = openSession(
    { session_id: name, cwd: scratchFolder() },
    { MADNESS_HOME: scratchFolder('own'), CLAUDE_CONFIG_DIR: scratchFolder('claude') },
    now,
  );
  return {
    ...base,
    client: () => ({ pid: 7, ended: false }),
    isAlive: () => true,
    pending: (change) => (change === id ? 'Keep this rule?' : undefined),
    shown: (change) => (change === id ? 'Keep this rule?' : undefined),
    unread: () => ({ text: '', offset: 0 }),
    commandBelow: () => hookCommand,
    ...more,
  };
}

const attended: Settings = {
  ...openSettings({}, { MADNESS_HOME: '/nowhere' }),
  client_pid: 7,
  entrypoint: 'cli',
  attended: true,
};

const submit = (prompt: string, session = sessionWith(), settings = attended) =>
  prompted({ hook_event_name: 'UserPromptSubmit', prompt }, session, settings);

const notePath = `state/${name}/typed/${id}.json`;

describe('a prompt that is nothing but a decision', () => {
  test.each([
    [`/madness keep ${id}`, 'keep', true],
    [`/madness:madness keep ${id}`, 'keep', true],
    [`keep ${id}`, 'keep', false],
    [`pin ${id} `, 'pin', false],
    [`/madness 放弃 ${id}`, 'drop', true],
    [`留下 ${id}`, 'keep', false],
    [`置顶 ${id}`, 'pin', false],
    [`看看 ${id}`, 'show', false],
    ['／madness　留下　０ａ１ｂ２ｃ３ｄ。', 'keep', true],
    [`/madness keep ${id}.`, 'keep', true],
    [`留下\u00a0${id} 。`, 'keep', false],
    ['/madness 置顶 0a1b２c３d．', 'pin', true],
  ])('%j is read as %s', (prompt, verb, isCommand) => {
    expect(parseTypedPrompt(prompt)).toEqual({ verb, id, isCommand });
  });

  test.each([
    `please keep ${id}`,
    `keep ${id}, but not here`,
    `"keep ${id}"`,
    `do not keep ${id}`,
    `keep ${id}\nkeep 11111111`,
    'keep 0A1B2C3D',
    'keep 0a1b2c3',
    `keepsake ${id}`,
    `/other keep ${id}`,
    `undo ${id}`,
    '',
  ])('%j is left to the model', (prompt) => {
    expect(parseTypedPrompt(prompt)).toBeUndefined();
    expect(submit(prompt)).toBeUndefined();
  });

  test('the line says what will be kept, by its title', () => {
    const session = sessionWith({ pendingTitle: () => 'Use pnpm, never npm' });
    expect(submit(`/madness keep ${id}`, session)?.block).toBe(
      `madness: keeping “Use pnpm, never npm” (${id}). Take it back with: madness undo`,
    );
  });

  test.skipIf(process.platform === 'win32')(
    'start.sh lets pass what the parser understands, by one table',
    { tags: 'slow' },
    () => {
      const script = readFileSync('hooks/start.sh', 'utf8');
      for (const pattern of promptPatterns()) expect(script).toContain(pattern);
      const passes = (prompt: string) =>
        spawnSync(
          'grep',
          promptPatterns()
            .flatMap((one) => ['-e', one])
            .concat('-E', '-q'),
          {
            input: `${JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt })}\n`,
            env: { ...process.env, LC_ALL: 'C' },
          },
        ).status === 0;
      const digits = '０１２３４５６７８９ａｂｃｄｅｆ';
      const typed = [...digits].map((sign) => `keep ${sign}${id.slice(1)}`);
      for (const prompt of [
        ...typed,
        `　/madness　看看　${id}。`,
        '／madness:madness show use-pnpm.',
        `/madness 放弃 ${id}．`,
      ]) {
        expect([prompt, passes(prompt)]).toEqual([prompt, true]);
        expect(parseTypedPrompt(prompt) ?? parseShownRule(prompt)).toBeDefined();
      }
      for (const prompt of ['/madness trust', '/madness　信任。', `/madness 信任 ${id}`]) {
        expect([prompt, passes(prompt)]).toEqual([prompt, true]);
        expect(parseTrust(prompt)).toBeDefined();
      }
      for (const prompt of [
        `please keep ${id}`,
        `keep ${id}, but`,
        'trust me',
        '/madness trust it',
      ])
        expect([prompt, passes(prompt), parseTrust(prompt)]).toEqual([prompt, false, undefined]);
    },
  );

  test.each([`/madness keep ${id}`, `keep ${id}`, `/madness:madness 置顶 ${id}`])(
    '%j blocks the prompt with one line, is noted and starts what carries it out',
    (prompt) => {
      const done = submit(prompt);
      expect(done?.block).toMatch(/^madness: (?:keeping|pinning) 0a1b2c3d\. [^\n]+$/);
      expect(done?.start).toEqual(['decide', '--again', name]);
      const note: TypedNote = JSON.parse(done?.files?.[notePath] ?? '');
      expect(note).toMatchObject({ id, reason: done?.block, client_pid: 7 });
    },
  );

  test.each<[string, Partial<Session>, Partial<Settings>]>([
    ['in a program’s client', {}, { entrypoint: 'sdk-cli' }],
    ['in another host', {}, { entrypoint: 'claude-vscode' }],
    ['where nobody is there', {}, { attended: false }],
    ['without a client', {}, { client_pid: 0 }],
    [
      'by a tool call of the model',
      { commandBelow: () => '/bin/bash\0-c\0source /s.sh && eval x\0' },
      {},
    ],
    ['by a process that the client did not start', { commandBelow: () => '' }, {}],
  ])('typed %s it decides nothing and goes on to the model', (_, session, settings) => {
    expect(
      submit(`/madness keep ${id}`, sessionWith(session), { ...attended, ...settings }),
    ).toBeUndefined();
  });

  test.each<[string, Partial<Session>, RegExp]>([
    [
      'while the session’s earlier client states',
      { client: () => ({ pid: 8, ended: false }) },
      /another client/,
    ],
    [
      'while the model works',
      { unread: () => ({ text: '{"type":"user","turnOrigin":"human"}', offset: 0 }) },
      /not now: Claude is working/,
    ],
    [
      'about a change that was not shown',
      { shown: () => undefined },
      /read it first: \/madness show/,
    ],
    [
      'about a change whose file has no question',
      { pending: () => '', shown: () => undefined },
      /read it first/,
    ],
    ['about a change that does not wait', { pending: () => undefined }, /no change 0a1b2c3d waits/],
  ])('typed %s it is blocked and decides nothing', (_, session, said) => {
    const done = submit(`/madness keep ${id}`, sessionWith(session));
    expect(done?.block).toMatch(said);
    expect(done?.files).toBeUndefined();
    expect(done?.start).toBeUndefined();
  });

  test.each<[string, Partial<Session>]>([
    ['a change that does not wait', { pending: () => undefined }],
    ['a change that was not shown', { shown: () => undefined }],
  ])('without the command, words about %s go on to the model', (_, session) => {
    expect(submit(`drop ${id}`, sessionWith(session))).toBeUndefined();
  });

  test('an earlier client that is gone, or has ended, is no hindrance', () => {
    const other = { client: () => ({ pid: 8, ended: false }) };
    expect(
      submit(`keep ${id}`, sessionWith({ ...other, isAlive: () => false }))?.start,
    ).toBeDefined();
    const ended = { client: () => ({ pid: 8, ended: true }) };
    expect(submit(`keep ${id}`, sessionWith(ended))?.start).toBeDefined();
  });

  test('show gives the change to the person alone and marks it as shown', () => {
    const done = submit(`/madness show ${id}`, sessionWith({ shown: () => undefined }));
    expect(done).toEqual({
      block: 'Keep this rule?',
      files: { [`state/${name}/shown/${id}.txt`]: 'Keep this rule?' },
    });
  });
});

describe('/madness show of an imported rule that nobody has read', () => {
  const rule = { source: 'theirs.json', lines: ['title: Use pnpm', 'method 1: pnpm add'] };
  const unread = { unreadRule: (name: string) => (name === 'use-pnpm' ? rule : undefined) };

  test.each(['/madness show use-pnpm', '/madness:madness 看看 use-pnpm'])(
    '%j gives its whole text to the person, starts nothing and notes nothing',
    (prompt) => {
      const done = submit(prompt, sessionWith(unread));
      expect(done).toEqual({ block: expect.stringContaining('imported from theirs.json') });
      expect(done?.block).toContain('\ntitle: Use pnpm\nmethod 1: pnpm add');
    },
  );

  test.each<[string, string, Partial<Session>, Partial<Settings>]>([
    ['without the command', 'show use-pnpm', {}, {}],
    ['with more words', '/madness show use-pnpm please', {}, {}],
    ['of a rule that was read', '/madness show other', {}, {}],
    ['in a program’s client', '/madness show use-pnpm', {}, { entrypoint: 'sdk-cli' }],
    ['by a tool call', '/madness show use-pnpm', { commandBelow: () => 'bash\0-c\0x\0' }, {}],
  ])('typed %s it is left to the model', (_, prompt, session, settings) => {
    const run = sessionWith({ ...unread, ...session });
    expect(submit(prompt, run, { ...attended, ...settings })).toBeUndefined();
  });

  test.each<[string, Partial<Session>, RegExp]>([
    ['is too long', { unreadRule: () => ({ ...rule, lines: ['x'.repeat(7000)] }) }, /too long/],
    ['is printed under another name', { unreadRule: () => ({ ...rule, lines: [] }) }, /too long/],
    [
      'is asked for while the model works',
      { unread: () => ({ text: '{"type":"user","turnOrigin":"human"}', offset: 0 }) },
      /not now: Claude is working/,
    ],
    ['is open elsewhere', { client: () => ({ pid: 8, ended: false }) }, /another client/],
  ])('one that %s is not shown there', (_, session, said) => {
    const done = submit('/madness show use-pnpm', sessionWith({ ...unread, ...session }));
    expect(done?.block).toMatch(said);
    expect(done?.block).not.toMatch(/pnpm add|xxx/);
  });

  test('its text is read from the memory, without a sign that a terminal obeys', () => {
    const cwd = scratchFolder();
    const [own, hidden] = [scratchFolder('own'), 'Use \u001b[2Jpnpm\u202e'];
    const origin = { source: 'theirs.json', sha256: 'a'.repeat(64) };
    const imported = gene('use-pnpm', { title: hidden, method: ['pnpm add'], origin });
    putMemory(cwd, { assets: [imported, gene('read-one')], events: [] });
    writeFileSync(join(cwd, 'memory/index.json'), '{"unread": ["use-pnpm", "unread-0a1b2c3d"]}');
    trustHere(cwd, { MADNESS_HOME: own });
    const session = openSession({ session_id: name, cwd }, { MADNESS_HOME: own }, now);
    expect(session.unreadRule('use-pnpm')).toMatchObject({ source: 'theirs.json' });
    expect(session.unreadRule('use-pnpm')?.lines).toEqual(
      expect.arrayContaining(['title: Use [2Jpnpm', 'method 1: pnpm add']),
    );
    expect(session.unreadRule('unread-0a1b2c3d')).toEqual({ source: '', lines: [] });
    expect(session.unreadRule('read-one')).toBeUndefined();
  });
});

describe('/madness trust, for whoever has no terminal', () => {
  const pages = [['gene:one', '    title: One'], ['gene:two'], ['gene:three']];
  const found = { pages, rules: 3, state: '89abcdef' };
  const read = (page: number, state = found.state) => ({
    trustPages: () => found,
    trustPage: () => ({ state, page }),
  });
  const page = (prompt: string, more: Partial<Session>) => submit(prompt, sessionWith(more));

  test('shows page after page, typed once a page, and the last names rules and state', () => {
    const first = page('/madness trust', read(0));
    expect(first?.block).toContain('page 1 of 3');
    expect(first?.block).toContain('title: One');
    expect(first?.block).not.toContain('89abcdef');
    expect(first?.files).toEqual({
      [`state/${name}/trust.json`]: '{"state":"89abcdef","page":1}\n',
    });
    expect(page('/madness trust', read(1))?.block).toContain('gene:two');
    const last = page('/madness　信任', read(2));
    expect(last?.block).toMatch(/gene:three\n3 rules, state 89abcdef\..*\/madness trust 89abcdef/);
    expect(last?.files?.[`state/${name}/shown/89abcdef.txt`]).toBe('89abcdef');
  });

  test('begins again where the memory has changed', () => {
    expect(page('/madness trust', read(2, 'another'))?.block).toContain('page 1 of 3');
  });

  test('is a yes only to the state that was read to its end', () => {
    const done = page('/madness trust 89abcdef', { ...read(3), shown: () => '89abcdef' });
    expect(done?.block).toMatch(/trusting this memory, 3 rules/);
    expect(done?.start).toEqual(['decide', '--again', name]);
    expect(JSON.parse(done?.files?.[`state/${name}/typed/89abcdef.json`] ?? '')).toMatchObject({
      verb: 'trust',
      id: '89abcdef',
    });
    for (const [prompt, more] of [
      ['/madness trust 89abcdef', { ...read(2), shown: () => undefined }],
      ['/madness trust 00000000', { ...read(3), shown: () => '89abcdef' }],
    ] as const)
      expect(page(prompt, more)).toEqual({ block: expect.stringContaining('read it first') });
  });

  test('is left to the model where no person types, and waits while Claude works', () => {
    const tool = { commandBelow: () => 'bash\0-c\0x\0' };
    expect(page('/madness trust', { ...read(0), ...tool })).toBeUndefined();
    const busy = { unread: () => ({ text: '{"type":"user","turnOrigin":"human"}', offset: 0 }) };
    expect(page('/madness trust', { ...read(0), ...busy })?.block).toMatch(/not now/);
  });
});

describe('whether the model works', () => {
  const line = (record: object) => JSON.stringify(record);
  const prompt = line({ type: 'user', turnOrigin: 'human', message: { content: 'go' } });
  const tool = line({ type: 'assistant', message: { content: [{ type: 'tool_use' }] } });
  const result = line({ type: 'user', message: { content: [{ type: 'tool_result' }] } });
  const end = line({ type: 'assistant', message: { content: [{ type: 'text', text: '.' }] } });
  const stopped = line({
    type: 'user',
    turnOrigin: 'human',
    message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] },
  });
  const system = line({ type: 'system', subtype: 'turn_duration' });
  test.each<[string, boolean, readonly string[]]>([
    ['nothing was read', false, []],
    ['a prompt has no answer', true, [prompt]],
    ['a tool runs', true, [prompt, tool]],
    ['a tool has ended', true, [prompt, tool, result, system]],
    ['the turn has ended', false, [prompt, tool, result, end, system]],
    ['the turn was interrupted', false, [prompt, tool, stopped]],
    ['the last line is torn', false, [prompt, end, '{"type":"user","turn']],
  ])('%s: %s', (_, working, lines) => {
    expect(isWorking(lines.join('\n'))).toBe(working);
  });
});

describe('what the hook sees of a dialog', () => {
  const question = `[${id}] Keep this rule?`;
  const payload = (more: object = {}) => ({
    hook_event_name: 'PostToolUse',
    tool_use_id: 'call-1',
    tool_response: { questions: [{ question }], answers: { [question]: 'Keep' } },
    ...more,
  });

  test('it is a note that says the same, and the change counts as shown', () => {
    const done = answered(payload(), sessionWith(), attended);
    const file = done?.files?.[`state/${name}/answers/call-1.json`] ?? '';
    expect(JSON.parse(file)).toEqual({
      call: 'call-1',
      answers: { [question]: 'Keep' },
      client_pid: 7,
      session_pid: 7,
      entrypoint: 'cli',
      attended: true,
      ts: '2026-01-01T00:00:00.000Z',
    });
    expect(done?.files?.[`state/${name}/shown/${id}.txt`]).toBe(question);
  });

  test.each([
    ['of somebody else', { tool_response: { questions: [{ question: 'Which database?' }] } }],
    ['of a sub-agent', { agent_id: 'a1' }],
    ['without a call', { tool_use_id: '' }],
    ['without an answer', { tool_response: 'rejected' }],
  ])('a dialog %s leaves nothing', (_, more) => {
    expect(answered(payload(more), sessionWith(), attended)).toBeUndefined();
  });

  test('the id of a call that is a path stays below the folder', () => {
    const done = answered(payload({ tool_use_id: '../../../x' }), sessionWith(), attended);
    for (const file of Object.keys(done?.files ?? {})) expect(file).not.toContain('..');
  });

  test.each([
    ['whole', JSON.stringify({ call: 'c', answers: {}, client_pid: 1, session_pid: 1 }), 'object'],
    ['torn', '{"call":"c', 'string'],
    ['of another form', '[]', 'string'],
    ['absent', undefined, 'undefined'],
  ])('a note that is %s is read as such', (_, text, type) => {
    const own = scratchFolder();
    mkdirSync(join(own, 'state', name, 'answers'), { recursive: true });
    if (text !== undefined) writeFileSync(join(own, 'state', name, 'answers', 'c.json'), text);
    expect(typeof readWitness(own, name, 'c')).toBe(type);
  });
});

describe('the client of a session', () => {
  const file = `state/${name}/client.json`;
  const known = (pid: number, ended = false) => ({ client: () => ({ pid, ended }) });
  test.each<[string, Partial<Session>, number | undefined]>([
    ['is the first one', known(0), 7],
    ['stays the first one while it lives', known(8), undefined],
    ['is the next one when the first is gone', { ...known(8), isAlive: () => false }, 7],
    ['is the next one when the first has ended the session', known(8, true), 7],
  ])('%s', (_, session, pid) => {
    const text = clientFile(sessionWith(session), attended, false)[file];
    expect(text === undefined ? undefined : JSON.parse(text).pid).toBe(pid);
  });

  test('the end of a nested client does not end it: the project still counts as open in the other', () => {
    const done = sessionEnd({ session_id: name }, sessionWith(known(8)), attended);
    expect(done?.files).not.toHaveProperty([file]);
    const [record = '{}'] = Object.entries(done?.files ?? {}).flatMap(([path, text]) =>
      path.startsWith('state/projects/') ? [text] : [],
    );
    expect(JSON.parse(record)).toMatchObject({ pid: 8, ended: false });
  });
});

const row = (reason: string, more: object = {}): TranscriptRow => ({
  line: 1,
  record: {
    type: 'system',
    subtype: 'informational',
    entrypoint: 'cli',
    sessionId: name,
    timestamp: '2026-01-01T00:00:00.200Z',
    promptSubmitEnding: { ending: { kind: 'blocked_by_hook', reason }, promptKept: false },
    ...more,
  },
});

const note: TypedNote = {
  id,
  verb: 'keep',
  reason: `madness: keep ${id}.`,
  client_pid: 7,
  ts: '2026-01-01T00:00:00.000Z',
};

describe('what was typed counts', () => {
  test('where the client recorded that our line blocked the prompt', () => {
    expect(findTypedRow([row('other'), row(note.reason)], note, name)).toBeDefined();
  });

  test.each<[string, object]>([
    ['a hook that was run by hand: no row', { type: 'user' }],
    [
      'another line',
      {
        promptSubmitEnding: { ending: { kind: 'blocked_by_hook', reason: 'x' }, promptKept: false },
      },
    ],
    [
      'a prompt that was kept',
      {
        promptSubmitEnding: {
          ending: { kind: 'blocked_by_hook', reason: note.reason },
          promptKept: true,
        },
      },
    ],
    ['a program’s client', { entrypoint: 'sdk-cli' }],
    ['another session', { sessionId: 'b' }],
    ['a branch', { forkedFrom: { sessionId: 'b' } }],
    ['a row from before', { timestamp: '2025-12-31T23:59:59.999Z' }],
    ['a row from long after', { timestamp: '2026-01-01T00:01:00.000Z' }],
    ['a row without a time', { timestamp: undefined }],
  ])('not for %s', (_, more) => {
    expect(findTypedRow([row(note.reason, more)], note, name)).toBeUndefined();
  });

  const queued = (operation: string, content?: unknown, at = '2026-01-01T00:00:00.100Z') => ({
    line: 1,
    record: { type: 'queue-operation', operation, sessionId: name, timestamp: at, content },
  });
  const end = { line: 1, record: { type: 'assistant', message: { content: [] } } };

  test.each<[string, readonly TranscriptRow[]]>([
    ['a schedule', [queued('enqueue', `keep ${id}`), queued('dequeue')]],
    [
      'a schedule that waited for the turn’s end',
      [queued('enqueue', `keep ${id}`, '2026-01-01T00:00:00.000Z'), end, queued('dequeue')],
    ],
    ['a mod, which records no words', [queued('enqueue'), queued('dequeue')]],
    [
      'another session',
      [queued('enqueue', `/madness keep ${id}`), queued('dequeue', `/madness keep ${id}`)],
    ],
    ['a program with full-width digits', [queued('enqueue', 'keep ０ａ１ｂ２ｃ３ｄ')]],
    [
      'a program whose words are blocks',
      [queued('enqueue', [{ type: 'text', text: `keep ${id}` }])],
    ],
  ])('not where it came through the queue: %s', (_, before) => {
    expect(findTypedRow([end, ...before, row(note.reason)], note, name)).toBeUndefined();
  });

  test('not where the queue is written a moment after the row', () => {
    const rows = [end, row(note.reason), queued('enqueue', `keep ${id}`)];
    expect(findTypedRow(rows, note, name)).toBeUndefined();
  });

  test.each<[string, readonly TranscriptRow[]]>([
    [
      'a message that was queued and sent before',
      [
        queued('enqueue', 'and the docs'),
        queued('dequeue'),
        { line: 1, record: { type: 'user' } },
        end,
      ],
    ],
    [
      'one that was refused for the queue, typed again',
      [end, queued('enqueue', `keep ${id}`), queued('dequeue'), row('madness: not now')],
    ],
    ['other words in the queue', [end, queued('enqueue', 'fix the tests')]],
  ])('after %s, what was typed counts', (_, before) => {
    expect(findTypedRow([...before, row(note.reason)], note, name)).toBeDefined();
  });

  const record = shared('claude-code/records/prompt-block.jsonl');
  test.skipIf(record === undefined)('as the real client records it', () => {
    const [first = ''] = readFileSync(record as string, 'utf8').split('\n');
    const written = JSON.parse(first);
    const real: TypedNote = {
      ...note,
      reason: written.promptSubmitEnding.ending.reason,
      ts: written.timestamp,
    };
    expect(findTypedRow([{ line: 1, record: written }], real, written.sessionId)).toMatchObject({
      line: 1,
    });
  });
});

/** A session with a transcript on disk, and what is done to its memory. */
function sessionOnDisk(records: readonly object[]) {
  const own = scratchFolder('own');
  const claude = scratchFolder('claude');
  const folder = join(own, 'state', name);
  const transcript = join(claude, 'projects', 'p', `${name}.jsonl`);
  mkdirSync(join(folder, 'typed'), { recursive: true });
  mkdirSync(join(claude, 'projects', 'p'), { recursive: true });
  const write = (all: readonly object[]) =>
    writeFileSync(transcript, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  if (records.length > 0) write(records);
  const calls: string[] = [];
  const port: AgainPort = {
    undo: async ({ call }, why) => `${calls.push(`undo ${call} ${why}`)} undone`,
    carryOut: async ({ verb, id }, line) => `${calls.push(`${verb} ${id} ${line}`)} done`,
    notDone: ({ id }) => `${id} not done`,
    wait: (ms) => void calls.push(`wait ${ms}`),
  };
  const again = () => decideAgain(own, claude, name, port);
  const told = () =>
    existsSync(join(folder, 'tell.txt')) ? readFileSync(join(folder, 'tell.txt'), 'utf8') : '';
  return { own, folder, calls, port, again, told, write };
}

describe('in the background', async () => {
  const putNote = (folder: string, text = JSON.stringify(note)) =>
    writeFileSync(join(folder, 'typed', `${id}.json`), text);

  test('what was typed is carried out once, and told', async () => {
    const { folder, calls, again, told } = sessionOnDisk([row(note.reason).record]);
    putNote(folder);
    await again();
    await again();
    expect(calls.filter((one) => !one.startsWith('wait'))).toEqual([`keep ${id} 1`]);
    expect(told()).toBe('1 done\n');
    expect(readdirSync(join(folder, 'typed'))).toEqual([]);
  });

  test('a row that the client writes a moment later is waited for', async () => {
    const { folder, calls, again, port, write } = sessionOnDisk([]);
    putNote(folder);
    const wait = port.wait;
    Object.assign(port, {
      wait: (ms: number) => {
        wait(ms);
        write([row(note.reason).record]);
      },
    });
    await again();
    expect(calls).toContain(`keep ${id} 1`);
  });

  test.each([
    ['a forged note without a row', JSON.stringify(note), `${id} not done\n`],
    ['a damaged note', '{"id":', ''],
  ])('%s changes nothing, is told once and goes', async (_, text, line) => {
    const { folder, calls, again, told } = sessionOnDisk([row('other').record]);
    putNote(folder, text);
    await again();
    expect(calls.filter((one) => !one.startsWith('wait'))).toEqual([]);
    expect(told()).toBe(line);
    expect(readdirSync(join(folder, 'typed'))).toEqual([]);
  });

  const question = `[${id}] Keep this rule?`;
  const options = ['Keep', 'Drop'].map((label) => ({ label, description: '.' }));
  const shown = { header: 'Rule', question, multiSelect: false, options } as const;
  const talk = (() => {
    const common = { entrypoint: 'cli', sessionId: name, session_id: name, isSidechain: false };
    const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
    return [
      {
        ...common,
        type: 'user',
        uuid: 'u1',
        parentUuid: null,
        timestamp: at(1),
        promptId: 'p',
        origin: { kind: 'human' },
        promptSource: 'typed',
        turnOrigin: 'human',
        message: { content: 'go' },
      },
      {
        ...common,
        type: 'assistant',
        uuid: 'u2',
        parentUuid: 'u1',
        timestamp: at(2),
        message: {
          id: 'm1',
          content: [
            { type: 'tool_use', id: 'c1', name: 'AskUserQuestion', input: { questions: [shown] } },
          ],
        },
      },
      {
        ...common,
        type: 'user',
        uuid: 'u3',
        parentUuid: 'u2',
        timestamp: at(3),
        promptId: 'p',
        sourceToolAssistantUUID: 'u2',
        permissionDecision: { decision: 'accept', source: 'user_temporary' },
        toolUseResult: { questions: [shown], answers: { [question]: 'Keep' }, annotations: {} },
        message: { content: [{ type: 'tool_result', tool_use_id: 'c1', content: '' }] },
      },
    ];
  })();
  const passedBy = {
    ...talk[0],
    uuid: 'u9',
    parentUuid: 'u1',
    type: 'assistant',
    message: { id: 'm9', content: [] },
  };
  const carried: CarriedAnswer = {
    memory: '/m',
    asked: { id, question: shown, filed_at: '2026-01-01T00:00:00.000Z' },
    call: 'c1',
    choice: 'Keep',
  };

  test('an answer that still holds stays, and is tested again until the session has ended', async () => {
    const { own, folder, calls, again, told } = sessionOnDisk(talk);
    noteCarried(own, name, carried);
    await again();
    expect(existsSync(join(folder, 'carried.json'))).toBe(true);
    writeFileSync(join(folder, 'client.json'), '{"pid":1,"ended":true}');
    await again();
    expect(existsSync(join(folder, 'carried.json'))).toBe(false);
    expect([calls, told()]).toEqual([[], '']);
  });

  test('an answer that fails now is undone once, and the person told', async () => {
    const { own, folder, calls, again, told } = sessionOnDisk([...talk, passedBy]);
    noteCarried(own, name, carried);
    await again();
    await again();
    expect(calls).toEqual(['undo c1 passed_by']);
    expect(told()).toBe('1 undone\n');
    expect(existsSync(join(folder, 'carried.json'))).toBe(false);
  });

  test('of two answers only the one that fails is undone', async () => {
    const { own, folder, calls, again } = sessionOnDisk(talk);
    noteCarried(own, name, carried);
    noteCarried(own, name, { ...carried, choice: 'Drop' });
    await again();
    expect(calls).toEqual(['undo c1 rewritten']);
    expect(readFileSync(join(folder, 'carried.json'), 'utf8')).toContain('"choice":"Keep"');
  });

  test('our own witness that says otherwise undoes it, also where its note is damaged', async () => {
    const { own, folder, calls, again } = sessionOnDisk(talk);
    noteCarried(own, name, carried);
    mkdirSync(join(folder, 'answers'));
    writeFileSync(join(folder, 'answers', 'c1.json'), 'torn');
    await again();
    expect(calls).toEqual(['undo c1 contradicted']);
  });

  test('without a transcript nothing is known, and nothing is done', async () => {
    const { own, folder, calls, again } = sessionOnDisk([]);
    noteCarried(own, name, carried);
    await again();
    expect(calls).toEqual([]);
    expect(existsSync(join(folder, 'carried.json'))).toBe(true);
  });
});

describe('a hook starts the test again', () => {
  const event = (hook_event_name: string) => ({ hook_event_name, session_id: name });
  const open = { isUndecided: (id: string) => id === name };
  test.each(['Stop', 'SessionEnd', 'SessionStart'])(
    'at %s, where an answer was carried out',
    (at) => {
      expect(retest(event(at), sessionWith(open), attended)?.start).toEqual([
        'decide',
        '--again',
        name,
      ]);
      expect(retest(event(at), sessionWith(), attended)).toBeUndefined();
    },
  );

  test('a new session takes up those before it', () => {
    const earlier = { session: 'before' } as ReturnType<Session['records']>[number];
    const session = sessionWith({ records: () => [earlier], isUndecided: (id) => id === 'before' });
    expect(retest(event('SessionStart'), session, attended)?.start).toEqual([
      'decide',
      '--again',
      'before',
    ]);
    expect(retest(event('Stop'), session, attended)).toBeUndefined();
  });

  test('what became of it is one line for the person, shown once, and not at a session’s end', () => {
    const news = { tell: () => 'madness: taken back' };
    expect(retest(event('Stop'), sessionWith(news), attended)).toEqual({
      system_message: 'madness: taken back',
      files: { [`state/${name}/tell.txt`]: undefined },
    });
    expect(retest(event('SessionEnd'), sessionWith(news), attended)).toBeUndefined();
  });
});

const hooks = JSON.parse(readFileSync('hooks/hooks.json', 'utf8')).hooks;
const command: string = hooks.UserPromptSubmit[0].hooks[0].command;

/** This process is the client; `args` is what it starts. */
function submitted(prompt: string, args: readonly string[], more: Record<string, string> = {}) {
  const project = scratchFolder('project');
  const own = scratchFolder('own');
  putMemory(project, { assets: [gene('alpha')], events: [born('alpha', 0.7)] });
  mkdirSync(join(project, 'memory/work/pending'), { recursive: true });
  writeFileSync(join(project, 'memory/index.json'), '{}');
  writeFileSync(
    join(project, `memory/work/pending/${id}.json`),
    JSON.stringify({ id, question: 'Keep alpha?' }),
  );
  trustHere(project, { MADNESS_HOME: own });
  const folder = join(own, 'state', name);
  mkdirSync(join(folder, 'shown'), { recursive: true });
  writeFileSync(join(folder, `shown/${id}.txt`), 'Keep alpha?');
  const payload = {
    session_id: name,
    transcript_path: join(project, 't.jsonl'),
    cwd: project,
    hook_event_name: 'UserPromptSubmit',
    prompt,
  };
  const [program = '', ...rest] = args;
  const { stdout } = spawnSync(program, rest, {
    cwd: project,
    input: JSON.stringify(payload),
    encoding: 'utf8',
    env: {
      ...cleanEnvironment,
      MADNESS_HOME: own,
      CLAUDE_PLUGIN_ROOT: process.cwd(),
      CLAUDE_PID: String(process.pid),
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      CLAUDE_CODE_SESSION_ATTENDED: '1',
      ...more,
    },
  });
  return { stdout, isNoted: existsSync(join(folder, 'typed')) };
}

describe.skipIf(process.platform !== 'linux')('started by a real process', () => {
  const bundle = join(process.cwd(), 'dist/hooks/user-prompt-submit.cjs');
  const start = join(process.cwd(), 'hooks/start.sh');

  test('the hook that the client starts blocks the prompt', () => {
    const { stdout } = submitted(`/madness keep ${id}`, ['/bin/sh', '-c', command]);
    expect(JSON.parse(stdout)).toEqual({
      decision: 'block',
      reason: expect.stringContaining(`keeping ${id}`),
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true },
    });
  });

  test.each<[string, readonly string[], Record<string, string>?]>([
    ['the bundle by hand', ['node', bundle]],
    ['start.sh by hand', ['sh', start, 'user-prompt-submit']],
    [
      'the hook’s command within a tool call',
      ['bash', '-c', `source /dev/null && eval '${command.replaceAll("'", "'\\''")}'`],
    ],
    [
      'the hook’s command below a tool call’s shell',
      ['bash', '-c', `true; sh -c '${command.replaceAll("'", "'\\''")}'; true`],
    ],
    ['a client that is no ancestor', ['/bin/sh', '-c', command], { CLAUDE_PID: '1000000' }],
    ['a program’s client', ['/bin/sh', '-c', command], { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
    [
      'a client where nobody is there',
      ['/bin/sh', '-c', command],
      { CLAUDE_CODE_SESSION_ATTENDED: '0' },
    ],
  ])('a forged prompt through %s leaves nothing', (_, args, more) => {
    expect(submitted(`/madness keep ${id}`, args, more)).toEqual({ stdout: '', isNoted: false });
  });

  test.each([
    ['What is new?', ''],
    [`please keep ${id}`, ''],
    [`keep ${id} and go on`, ''],
    [`/madness 留下 ${id}`, 'started'],
    [`keep ${id}`, 'started'],
    ['/madness show use-pnpm', 'started'],
    ['/madness show the rules', ''],
  ])('%j: of Node %j', (prompt, said) => {
    const bin = scratchFolder('bin');
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho started\n', { mode: 0o755 });
    const PATH = `${bin}:${process.env.PATH}`;
    expect(submitted(prompt, ['/bin/sh', '-c', command], { PATH }).stdout.trim()).toBe(said);
  });

  test('the shell of hooks.json is told from that of a tool call', () => {
    expect(
      isPromptHook(`/bin/sh\0-c\0${command.replace(/\$\{CLAUDE_PLUGIN_ROOT\}/, '/p')}\0`),
    ).toBe(true);
    expect(isPromptHook("/bin/bash\0-c\0source /snapshot.sh && eval 'x'\0")).toBe(false);
  });
});
