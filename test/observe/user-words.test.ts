import { describe, expect, test } from 'vitest';
import { userWords } from '../../src/hooks/parse-user-messages.js';
import { jsonl, refusalLine, resultLine, userLine } from '../support/transcript-lines.js';

const at = (timestamp: string) => ({ timestamp });

describe("the user's words in a stretch of a transcript", () => {
  test('are the last prompt, and what corrected the agent, refusals first', () => {
    const said = jsonl(
      userLine('add a login page'),
      refusalLine('t1', 'use pnpm here'),
      userLine([{ type: 'text', text: 'no, not in that folder' }]),
      userLine('now write the tests'),
    );
    expect(userWords(said)).toMatchObject({
      prompt: 'now write the tests',
      corrections: ['use pnpm here', 'no, not in that folder'],
    });
  });

  test('are the reason of a refusal, in whatever words the client gives it, and no other part of it', () => {
    const opens =
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …).";
    const older = `${opens} The user provided the following reason for the rejection:  use pnpm`;
    const note = "\n\nNote: The user's next message may contain a correction or preference.";
    const said = jsonl(
      resultLine('t1', older, { is_error: true }),
      resultLine('t2', [{ type: 'text', text: `${older} here` }], { is_error: true }),
      refusalLine('t3', `say "no" first:\n- then why${note}`),
      refusalLine('t4'),
    );
    const reasons = ['use pnpm', 'use pnpm here', 'say "no" first:\n- then why'];
    expect(userWords(said)).toMatchObject({ prompt: '', corrections: reasons });
  });

  test('are no refusal that a file or a command shows', () => {
    const shown = "12: The user doesn't want to proceed with this tool use. the user said:\nno";
    expect(userWords(jsonl(resultLine('t1', shown))).corrections).toEqual([]);
  });

  const queue = (operation: string, content?: string, reason?: string) => ({
    type: 'queue-operation',
    operation,
    ...(content === undefined ? {} : { content }),
    ...(reason === undefined ? {} : { reason }),
  });

  test('are also what they typed while the model was working, once it was told', () => {
    const said = jsonl(
      userLine('add a login page'),
      queue('enqueue', 'no, not in that folder'),
      queue('enqueue', '<task-notification>no, wrong</task-notification>'),
      queue('enqueue', 'stop'),
      queue('remove'),
      queue('remove'),
      queue('remove', undefined, 'absorbed_mid_turn'),
    );
    const corrections = ['no, not in that folder', 'stop'];
    expect(userWords(said)).toMatchObject({ prompt: 'stop', corrections });
  });

  test.each([
    ['still waits', [queue('enqueue', 'no, wrong')]],
    ['was taken back', [queue('enqueue', 'no, wrong'), queue('popAll', 'no, wrong')]],
    [
      'was dropped',
      [queue('enqueue', 'no, wrong'), queue('remove', undefined, 'cleared_on_cancel')],
    ],
  ])('are not what %s in the queue', (_, lines) => {
    expect(userWords(jsonl(...lines))).toMatchObject({ prompt: '', corrections: [] });
  });

  test('are heard once where what waited became the next prompt', () => {
    const said = jsonl(queue('enqueue', 'no, wrong'), queue('dequeue'), userLine('no, wrong'));
    expect(userWords(said)).toMatchObject({ prompt: 'no, wrong', corrections: ['no, wrong'] });
  });

  test.each([
    ['the result of a tool', resultLine('t1', 'no, that is wrong')],
    ['a note of the client', userLine('no, that is wrong', { isMeta: true })],
    ['a summary', userLine('no, that is wrong', { isCompactSummary: true })],
    ['a plan', userLine('no, that is wrong', { planContent: 'no, that is wrong' })],
    ['a plan that is not marked', userLine('Implement the following plan:\n\n# No, that is wrong')],
    ['what another agent was told', userLine('no, that is wrong', { isSidechain: true })],
    [
      'a reminder',
      userLine([{ type: 'text', text: '<system-reminder>no, wrong</system-reminder>' }]),
    ],
    ['a command', userLine('<command-name>/clear</command-name>')],
    ['a timer that the model set', userLine('no, that is wrong', { turnOrigin: 'scheduled' })],
    ['a session that handed over', userLine('no, that is wrong', { handedOff: true })],
    ['an interruption', userLine('[Request interrupted by user]')],
    ['a picture', userLine([{ type: 'image', source: {} }])],
    ['a record without a message', { type: 'user', message: 'no, that is wrong' }],
  ])('are not %s', (_, line) => {
    expect(userWords(jsonl(line))).toMatchObject({ prompt: '', corrections: [] });
  });

  test('are read beside a picture and a reminder', () => {
    const blocks = [
      { type: 'image', source: {} },
      { type: 'text', text: '<system-reminder>x</system-reminder>' },
      { type: 'text', text: 'make it like this' },
    ];
    expect(userWords(jsonl(userLine(blocks))).prompt).toBe('make it like this');
  });

  test('are those since an instant, and those that have no time', () => {
    const said = jsonl(
      userLine('before', at('2026-11-21T10:00:00.000Z')),
      userLine('after', at('2026-11-21T12:00:00.000Z')),
      userLine('whenever', { timestamp: undefined }),
    );
    expect(userWords(said, '2026-11-21T11:00:00.000Z').prompt).toBe('whenever');
    const early = jsonl(userLine('before', at('2026-11-21T10:00:00.000Z')));
    expect(userWords(early, '2026-11-21T11:00:00.000Z').prompt).toBe('');
    expect(userWords(early, '2026-11-21T10:00:00.000Z').prompt).toBe('before');
  });

  test('are told from half a line, with which a stretch may begin', () => {
    const said = jsonl(userLine('add a login page'));
    expect(userWords(`${said.slice(20)}${said}`).prompt).toBe('add a login page');
  });
});
