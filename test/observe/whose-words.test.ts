import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { userWords } from '../../src/hooks/parse-user-messages.js';
import { noEarlierWords } from '../../src/observe/journal/session-record.js';
import { readTranscript } from '../../src/observe/transcript/transcript.js';
import { isOwnWords } from '../../src/observe/transcript/turn.js';
import {
  assistantLine,
  callLine,
  jsonl,
  queuedLines,
  type Record,
  refusalLine,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'madness-words-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** What commands read of the person's own words. */
function commandsRead(content: string): string[] {
  const file = join(folder, `s${files++}.jsonl`);
  writeFileSync(file, content);
  return [...readTranscript(file).turns].filter(isOwnWords).map(({ text }) => text.trim());
}

/** What hooks read of them: every text here would be a correction. */
function hooksRead(content: string): string[] {
  return [...userWords(content).corrections];
}

const words = 'no, that is wrong';
const typed = { origin: { kind: 'human' }, promptSource: 'typed', turnOrigin: 'human' };
const queue = (operation: string, content?: string, reason?: string): Record => ({
  type: 'queue-operation',
  operation,
  ...(content === undefined ? {} : { content }),
  ...(reason === undefined ? {} : { reason }),
});
const repeated = (prompt: unknown, attachment: Record, more: Record = {}): Record => ({
  type: 'attachment',
  attachment: { type: 'queued_command', prompt, ...attachment },
  uuid: 'a1',
  timestamp: '2026-11-21T20:21:00.000Z',
  ...more,
});
const told = (content: string, attachment: Record): Record[] => [
  ...queuedLines(content),
  repeated(content, attachment),
];
const theirs = { commandMode: 'prompt', origin: { kind: 'human' }, humanTurn: true };
const answers = (answer: string, more: Record = {}): Record[] => [
  callLine(
    'AskUserQuestion',
    { questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] },
    'q1',
  ),
  resultLine('q1', `"Which?"="${answer}"`, {
    toolUseResult: { answers: { 'Which?': answer }, ...more },
  }),
];

describe('both readers hear as the person’s', () => {
  test.each<[string, readonly Record[]]>([
    ['a prompt', [userLine(words)]],
    ['a prompt in a block', [userLine([{ type: 'text', text: words }])]],
    ['a prompt that the client says was typed', [userLine(words, typed)]],
    ['a prompt that waited', [userLine(words, { ...typed, promptSource: 'queued' })]],
    [
      'a suggestion they took',
      [userLine(words, { ...typed, promptSource: 'suggestion_accepted' })],
    ],
    [
      'a prompt beside a picture',
      [
        userLine([
          { type: 'image', source: {} },
          { type: 'text', text: words },
        ]),
      ],
    ],
    [
      'a prompt beside a reminder',
      [
        userLine([
          { type: 'text', text: '<system-reminder>x</system-reminder>' },
          { type: 'text', text: words },
        ]),
      ],
    ],
    [
      'a prompt to a host of the SDK, where nobody typed in a terminal',
      [userLine(words, { promptSource: 'sdk', turnOrigin: 'sdk', entrypoint: 'claude-vscode' })],
    ],
    [
      'the reason of a refusal',
      [callLine('Bash', { command: 'ls' }, 't1'), refusalLine('t1', words)],
    ],
    ['what they typed while the model was working', queuedLines(words)],
    ['the same of an older client', [queue('enqueue', words), queue('remove')]],
    ['the same, repeated as theirs', told(words, { origin: { kind: 'human' }, humanTurn: true })],
    ['the same, of which a fork copied no queue', [repeated(words, theirs)]],
    ['the same of an older client, with a picture', [repeated([{ text: words }], {})]],
    [
      'the same, appended again by a compaction',
      [repeated(words, theirs), repeated(words, theirs)],
    ],
    [
      'what left the queue out of turn',
      [
        queue('enqueue', 'add a test'),
        queue('enqueue', words),
        queue('remove', words, 'absorbed_mid_turn'),
      ],
    ],
    [
      'what waited and became a prompt, once',
      [queue('enqueue', words), queue('dequeue'), userLine(words)],
    ],
    ['what they typed in answer to a question', answers(words)],
    [
      'words of which a second compaction appends a copy, once',
      [userLine(words, { uuid: 'u1' }), assistantLine('ok'), userLine(words, { uuid: 'u1' })],
    ],
  ])('%s', (_name, lines) => {
    const content = jsonl(assistantLine('hello'), ...lines);
    expect(commandsRead(content)).toEqual([words]);
    expect(hooksRead(content)).toEqual([words]);
  });

  test.each([
    ['<div> is not closed'],
    ['<b>no</b> is wrong'],
    ['Stop hook feedback is wrong here'],
    ['[ERROR] is wrong'],
    ['Another session is wrong'],
    ['# Not that'],
  ])('%s', (text) => {
    expect(commandsRead(jsonl(userLine(text)))).toEqual([text]);
    expect(userWords(jsonl(userLine(text))).prompt).toBe(text);
  });
});

const texts: readonly string[] = [
  `<task-notification>\n<task-id>a1</task-id>\n<result>${words}</result>\n</task-notification>`,
  `<task-notification id="7">${words}</task-notification>`,
  `<agent-notification>${words}</agent-notification>`,
  `<agent-notification agent="a1">\n${words}`,
  `[SYSTEM NOTIFICATION - NOT USER INPUT]\n${words}`,
  `[SYSTEM NOTIFICATION]: ${words}`,
  `<cross-session-message from="uds:" from-name="proj-16" from-mode="prompting">\n${words}\n</cross-session-message>`,
  `<cross-session-message>${words}</cross-session-message>`,
  `Another Claude session sent a message:\n${words}`,
  `<teammate-message teammate_id="lead" color="blue">\n${words}\n</teammate-message>`,
  `<teammate-message>${words}</teammate-message>`,
  `[Subagent hand-back] ${words}`,
  `Stop hook feedback:\n${words}`,
  `SubagentStop hook feedback:\n- ${words}`,
  `PostToolUse:Bash hook blocking error from command: "x": ${words}`,
  `UserPromptSubmit hook additional context: ${words}`,
  `SessionStart:startup hook success: ${words}`,
  `TaskCompleted hook feedback:\n[x]: ${words}`,
  `Operation stopped by hook: ${words}`,
  `[structured-output-enforce] ${words}`,
  `Base directory for this skill: /x\n\n${words}`,
  `This session is being continued from a previous conversation. ${words}`,
  `<local-command-stdout>${words}</local-command-stdout>`,
  `<local-command-stderr>${words}</local-command-stderr>`,
  `<local-command-caveat>${words}</local-command-caveat>`,
  `Caveat: The messages below were generated by the user. ${words}`,
  `<bash-stdout>${words}</bash-stdout><bash-stderr></bash-stderr>`,
  `<bash-stderr>${words}</bash-stderr>`,
  `<ide_selection>${words}</ide_selection>`,
  `<system-reminder>\n${words}\n</system-reminder>`,
  `<some-new-notice kind="x">${words}</some-new-notice>`,
  '[Request interrupted by user]',
  `Implement the following plan:\n\n# ${words}`,
];

const marks: readonly Record[] = [
  { isMeta: true },
  { isMeta: true, sourceToolUseID: 't1' },
  { isCompactSummary: true },
  { repeatsCompactSummary: true },
  { isSidechain: true, agentId: 'a1' },
  { planContent: words },
  { textNotTyped: true },
  { handedOff: true },
  { wakeupSource: 'schedule_wakeup' },
  { promptSource: 'system' },
  { origin: { kind: 'task-notification' } },
  { origin: { kind: 'peer' } },
  ...[
    'scheduled',
    'task_notification',
    'auto_continuation',
    'peer',
    'host_synthetic',
    'system',
  ].map((turnOrigin) => ({ turnOrigin })),
];

const inQueue: readonly (readonly [string, readonly Record[]])[] = [
  ['that still waits', [queue('enqueue', words)]],
  ['that was taken back with Up', [queue('enqueue', words), queue('popAll', words)]],
  ['that was dropped', [queue('enqueue', words), queue('remove', words, 'cleared_on_cancel')]],
  [
    'of a program, as the client repeats it',
    told(words, { origin: { kind: 'task-notification' } }),
  ],
  ['that no person typed', told(words, { humanTurn: false })],
  ['of another session, without its queue', [repeated(words, { origin: { kind: 'peer' } })]],
  ['that is a shell command, without its queue', [repeated(words, { commandMode: 'bash' })]],
  ['of a sub-agent, without its queue', [repeated(words, theirs, { isSidechain: true })]],
  [
    'that the model had scheduled',
    [callLine('CronCreate', { prompt: words }, 'c1'), ...queuedLines(words)],
  ],
  [
    'of a timer that another session set',
    [...queuedLines(words), { type: 'system', subtype: 'scheduled_task_fire', prompt: words }],
  ],
];

describe('neither reader hears as the person’s', () => {
  test.each(texts)('%s', (text) => {
    for (const content of [jsonl(userLine(text)), jsonl(...queuedLines(text))]) {
      expect(commandsRead(jsonl(assistantLine('hello')) + content)).toEqual([]);
      expect(userWords(content)).toMatchObject({ prompt: '', corrections: [] });
    }
  });

  test.each(marks)('a row with %o', (mark) => {
    const content = jsonl(assistantLine('hello'), userLine(words, mark));
    expect(commandsRead(content)).toEqual([]);
    expect(userWords(content)).toMatchObject({ prompt: '', corrections: [] });
  });

  test.each(inQueue)('a text in the queue %s', (_name, lines) => {
    const content = jsonl(assistantLine('hello'), ...lines);
    expect(commandsRead(content)).toEqual([]);
    expect(userWords(content)).toMatchObject({ prompt: '', corrections: [] });
  });

  test.each<[string, readonly Record[]]>([
    ['what a tool printed', [resultLine('t1', words)]],
    [
      'what a file shows of a refusal',
      [
        resultLine(
          't1',
          `12: The user doesn't want to proceed with this tool use. the user said:\n${words}`,
        ),
      ],
    ],
    ['an answer that a countdown gave', answers(words, { afkTimeoutMs: 60_000 })],
  ])('%s', (_name, lines) => {
    const content = jsonl(assistantLine('hello'), ...lines);
    expect(commandsRead(content)).toEqual([]);
    expect(hooksRead(content)).toEqual([]);
  });

  test.each<Record>([
    { promptSource: 'sdk', turnOrigin: 'sdk', entrypoint: 'sdk-cli' },
    { turnOrigin: 'sdk' },
    { promptSource: 'sdk' },
  ])('a prompt that a nested client appended: %o', (mark) => {
    const content = jsonl(userLine('run it', typed), assistantLine('ok'), userLine(words, mark));
    expect(commandsRead(content)).toEqual(['run it']);
    expect(hooksRead(content)).toEqual([]);
  });
});

describe('a hook that reads on where it stopped', () => {
  const at = (second: number) => ({ timestamp: `2026-11-21T20:21:0${second}.000Z` });

  test('hears no copy of what it heard, and what came since', () => {
    const first = userWords(jsonl(userLine(words, at(1))));
    const second = userWords(
      jsonl(userLine(words, at(1)), userLine('stop', at(2))),
      '',
      first.heard,
    );
    expect(second.corrections).toEqual(['stop']);
  });

  test('knows that a person typed before a nested client did', () => {
    const { heard } = userWords(
      jsonl(userLine('run it', { ...typed, ...at(1) })),
      '',
      noEarlierWords,
    );
    const nested = userLine(words, { promptSource: 'sdk', ...at(2) });
    expect(userWords(jsonl(nested), '', heard).corrections).toEqual([]);
  });
});
