import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AskedQuestion,
  answerKey,
  failedConditions,
  findAnswer,
  type TranscriptRow,
} from '../../src/application/approval/answered-question.js';
import { answerOnceWritten } from '../../src/application/approval/decide.js';
import { readTranscriptRows } from '../../src/application/approval/read-transcript-rows.js';
import { shared } from '../support/real-data.mjs';
import { scratchFolders } from '../support/scratch.js';

// biome-ignore lint/suspicious/noExplicitAny: the rows are whatever the client wrote
type Json = any;

const records = shared('claude-code/records');
/** Folder of the records of each set in VERDICTS.md. */
const folders = { strict: 'flows', strict332: 'v332', ui: '.', ui332: 'v332' };

interface Verdict {
  readonly title: string;
  readonly verdict: string;
  readonly files: readonly string[];
}

function verdictsIn(folder: string): Verdict[] {
  const lines = readFileSync(join(folder, 'VERDICTS.md'), 'utf8').trim().split('\n').slice(2);
  return lines.map((line) => {
    const [, set, name, verdict] = line.split('|').map((cell) => cell.trim()) as string[];
    const place = join(folder, folders[set as keyof typeof folders]);
    const files = readdirSync(place)
      .filter((file) => file === `${name}.jsonl` || file.startsWith(`${name}--`))
      .sort()
      .map((file) => join(place, file));
    return { title: `${set} ${name}`, verdict: verdict as string, files };
  });
}

interface Asked extends AskedQuestion {
  readonly call: string;
}

/** The questions of the records carry no id of ours: each gets one that belongs to its call. */
function marked(file: string): { rows: TranscriptRow[]; questions: Asked[]; session: string } {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  // Their headers are those of questions about rules, which we number.
  const all: Json[] = lines.map((line) =>
    JSON.parse(line.replace(/("header": ?")Rule/g, '$1Test')),
  );
  const questions: Asked[] = [];
  const blocks = all.flatMap((record) =>
    Array.isArray(record.message?.content) ? record.message.content : [],
  );
  for (const { type, name, id: call, input } of blocks) {
    if (type !== 'tool_use' || name !== 'AskUserQuestion') continue;
    const results = all.filter((record) => record.message?.content?.[0]?.tool_use_id === call);
    const kept = results.map((record) => record.toolUseResult).filter((one) => one?.questions);
    const shown: Json[] = kept[0]?.questions ?? input.questions ?? [];
    // A call that the client refuses may hold no question at all.
    if (shown.length === 0) shown.push({ question: '', options: [] });
    const ids = shown.map((_, at) =>
      createHash('sha256').update(`${call} ${at}`).digest('hex').slice(0, 8),
    );
    questions.push(
      ...shown.map(({ question, options = [], ...more }, at) => ({
        call,
        id: ids[at] as string,
        question: { multiSelect: false, ...more, options, question: `[${ids[at]}] ${question}` },
        filed_at: '1970-01-01T00:00:00.000Z',
      })),
    );
    for (const [at, { question }] of structuredClone(shown).entries()) {
      for (const list of [input.questions, ...kept.map((one) => one.questions)])
        if (list?.[at]) list[at].question = `[${ids[at]}] ${list[at].question}`;
      for (const part of kept.flatMap((one) => [one.answers, one.annotations]))
        if (part && question in part) part[`[${ids[at]}] ${question}`] = part[question];
    }
  }
  const session = all.find(({ sessionId }) => typeof sessionId === 'string')?.sessionId ?? '';
  return { rows: all.map((record, at) => ({ line: at + 1, record })), questions, session };
}

/** Of each call's first question: its option, the conditions that it fails, or that its call has counted before. */
function outcomesOf(files: readonly string[]): string[] {
  const used = new Set<string>();
  return files.flatMap((file) => {
    const { rows, questions, session } = marked(file);
    const first = questions.filter(
      ({ call }, at) => questions.findIndex((one) => one.call === call) === at,
    );
    return first.map((asked) => {
      const context = { session, used, printed: questions.map((one) => one.question) };
      const answer = findAnswer(rows, asked, context);
      const failed = failedConditions(rows, asked, context) ?? ['C1', 'C2', 'C5'];
      if (answer.kind === 'answered') used.add(answer.call);
      if (answer.kind === 'answered') return `ACCEPT "${answer.choice}"`;
      return failed.join() === 'C12' ? 'duplicate' : `refuse ${failed.join(' ')} `;
    });
  });
}

const expectedIn = (verdict: string): string[] =>
  verdict.split('<br>').flatMap((part) => {
    const [, times = '1'] = /×(\d+)$/.exec(part) ?? [];
    return Array.from({ length: Number(times) }, () => part);
  });

/** Labels are cut in the table; a refusal names at least the conditions that the table names. */
function isAsExpected(got: string, expected: string): boolean {
  const [, label] = /^ACCEPT "(.*?)"/.exec(expected) ?? [];
  if (label !== undefined) {
    const choice = /^ACCEPT "(.*)"$/s.exec(got)?.[1];
    return choice !== undefined && (choice.startsWith(label) || label.startsWith(`${choice}, `));
  }
  if (expected === 'duplicate') return got === 'duplicate';
  const named = expected.match(/\bC\d+/g) ?? [];
  return named.length > 0 && named.every((one) => got.includes(`${one} `));
}

describe.skipIf(records === undefined)('every record of the real client gets its verdict', () => {
  test.each(records === undefined ? [] : verdictsIn(records))(
    '$title: $verdict',
    ({ verdict, files }) => {
      const got = outcomesOf(files);
      expect(files.length).toBeGreaterThan(0);
      if (verdict === 'no question') return expect(got).toEqual([]);
      for (const expected of expectedIn(verdict).sort((a, b) => b.length - a.length)) {
        const at = got.findIndex((one) => isAsExpected(one, expected));
        expect({ expected, got, at }).not.toMatchObject({ at: -1 });
        got.splice(at, 1);
      }
      expect(got).toEqual([]);
    },
  );

  test.each(['nested-nest-pty2-CUT', 'x_pty_bg-CUT', 'x_pty_bg_quiet-CUT'])(
    '%s: what a terminal of its own answered is refused by our own witness alone',
    (name) => {
      const { rows, questions, session } = marked(
        join(records as string, 'flows', `${name}.jsonl`),
      );
      const asked = questions[0] as Asked;
      const used = new Set<string>();
      const answer = findAnswer(rows, asked, { session, used });
      expect(answer.kind).toBe('answered');
      const choice = answer.kind === 'answered' ? answer.choice : '';
      const note = {
        ...noteOf(asked.question.question, choice),
        call: asked.call,
        client_pid: 8,
      };
      expect(findAnswer(rows, asked, { session, used, witness: () => note })).toMatchObject({
        kind: 'open',
        why: 'other_client',
      });
    },
  );
});

const question = '[0a1b2c3d] Keep this rule?\n  IF a test is flaky THEN run it twice';
const labels = ['Keep', 'Keep and pin', 'Question it first', 'Drop'];
const printed = {
  header: 'Rule',
  question,
  options: labels.map((label) => ({ label, description: '.' })),
  multiSelect: false,
} as const;
const asked: AskedQuestion = {
  id: '0a1b2c3d',
  question: printed,
  filed_at: '2026-01-01T00:00:00.000Z',
};
const session = 'aaaaaaaa-0000-4000-8000-000000000000';
const context = { session, used: new Set<string>() };

const noteOf = (text: string, label: string) => ({
  call: 'call-1',
  answers: { [text]: label },
  client_pid: 7,
  session_pid: 7,
  entrypoint: 'cli',
  attended: true,
  ts: '2026-01-01T00:00:04.000Z',
});

/** A prompt, a question and its answer, as the client writes them. */
function conversation(): Record<'prompt' | 'ask' | 'result' | 'after', Json> {
  const common = (second: number, uuid: string, parentUuid: string | null) => ({
    uuid,
    parentUuid,
    isSidechain: false,
    entrypoint: 'cli',
    sessionId: session,
    session_id: session,
    timestamp: `2026-01-01T00:00:0${second}.000Z`,
  });
  const shown = structuredClone(printed);
  return {
    prompt: {
      ...common(1, 'u1', null),
      type: 'user',
      promptId: 'p1',
      origin: { kind: 'human' },
      promptSource: 'typed',
      turnOrigin: 'human',
      message: { role: 'user', content: 'keep what we learnt' },
    },
    ask: {
      ...common(2, 'u2', 'u1'),
      type: 'assistant',
      message: {
        id: 'm1',
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id: 'call-1',
            name: 'AskUserQuestion',
            input: { questions: [structuredClone(shown)] },
          },
        ],
      },
    },
    result: {
      ...common(3, 'u3', 'u2'),
      type: 'user',
      promptId: 'p1',
      sourceToolAssistantUUID: 'u2',
      permissionDecision: { decision: 'accept', source: 'user_temporary', grantScope: 'once' },
      toolUseResult: { questions: [shown], answers: { [question]: 'Keep' }, annotations: {} },
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'call-1', content: 'answered' }],
      },
    },
    after: {
      ...common(4, 'u4', 'u3'),
      type: 'assistant',
      message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'Kept.' }] },
    },
  };
}

const rowsOf = (all: readonly Json[]): TranscriptRow[] =>
  all.map((record, at) => ({ line: at + 1, record }));

type Talk = ReturnType<typeof conversation>;
type Change = (talk: Talk) => unknown;

function changed(change: Change): TranscriptRow[] {
  const talk = conversation();
  const rows = change(talk);
  return rowsOf(Array.isArray(rows) ? rows : Object.values(talk));
}

const bash = (uuid: string, parentUuid: string): Json => ({
  ...conversation().ask,
  uuid,
  parentUuid,
  message: {
    id: 'm0',
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'call-0', name: 'Bash', input: {} }],
  },
});
const bashResult = (parentUuid: string): Json => ({
  ...conversation().after,
  uuid: 'u9',
  parentUuid,
  type: 'user',
  promptId: 'p1',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call-0' }] },
});

describe('a question counts as answered only where every condition holds', () => {
  test('the option that the person took is given with its call and line', () => {
    expect(
      findAnswer(
        changed(() => {}),
        asked,
        context,
      ),
    ).toEqual({
      kind: 'answered',
      choice: 'Keep',
      call: 'call-1',
      line: 3,
      ts: '2026-01-01T00:00:03.000Z',
    });
    expect(
      failedConditions(
        changed(() => {}),
        asked,
        context,
      ),
    ).toEqual([]);
  });

  test.each<[string, condition: string, why: string, Change]>([
    [
      'a second result',
      'C1',
      'not_by_person',
      (t) => [
        t.prompt,
        t.ask,
        t.result,
        { ...t.after, type: 'user', uuid: 'u7', message: { content: t.result.message.content } },
      ],
    ],
    [
      'a result on another row than the one that asked',
      'C1',
      'not_by_person',
      (t) => {
        t.result.sourceToolAssistantUUID = 'u1';
      },
    ],
    [
      'an error',
      'C1',
      'not_by_person',
      (t) => {
        t.result.message.content[0].is_error = true;
      },
    ],
    [
      'a hook as the source',
      'C2',
      'not_by_person',
      (t) => {
        t.result.permissionDecision.source = 'hook';
      },
    ],
    [
      'a refusal',
      'C2',
      'not_by_person',
      (t) => {
        t.result.permissionDecision.decision = 'reject';
      },
    ],
    [
      'an answer given to another host',
      'C3',
      'other_host',
      (t) => {
        t.result.entrypoint = 'claude-vscode';
      },
    ],
    [
      'a question that another host asked',
      'C3',
      'other_host',
      (t) => {
        t.ask.entrypoint = 'sdk-cli';
      },
    ],
    [
      'a sub-agent',
      'C3',
      'sub_agent',
      (t) => {
        t.result.agentId = 'a1';
      },
    ],
    [
      'another session',
      'C3',
      'other_session',
      (t) => {
        t.result.sessionId = 'bbbbbbbb-0000-4000-8000-000000000000';
      },
    ],
    [
      'no session_id, as a program leaves it out',
      'C4',
      'not_by_person',
      (t) => {
        t.result.session_id = undefined;
      },
    ],
    [
      'a copy in a branch',
      'C4',
      'copied',
      (t) => {
        t.ask.forkedFrom = { sessionId: 'x' };
      },
    ],
    [
      'no annotations',
      'C5',
      'not_by_person',
      (t) => {
        t.result.toolUseResult.annotations = undefined;
      },
    ],
    [
      'a countdown',
      'C6',
      'countdown',
      (t) => {
        t.result.toolUseResult.afkTimeoutMs = 60_000;
      },
    ],
    [
      'a response in place of an option',
      'C6',
      'own_words',
      (t) => {
        t.result.toolUseResult.response = 'rather not';
      },
    ],
    [
      'a shown question altered by one character',
      'C7',
      'altered_question',
      (t) => {
        const output = t.result.toolUseResult;
        const altered = question.replace('twice', 'thrice');
        output.questions[0].question = altered;
        output.answers = { [altered]: 'Keep' };
      },
    ],
    [
      'a label altered by one character',
      'C7',
      'altered_question',
      (t) => {
        t.result.toolUseResult.questions[0].options[3].label = 'Drop it';
      },
    ],
    [
      'labels in another order',
      'C7',
      'altered_question',
      (t) => {
        t.result.toolUseResult.questions[0].options.reverse();
      },
    ],
    [
      'two equal labels',
      'C7',
      'altered_question',
      (t) => {
        t.result.toolUseResult.questions[0].options[3].label = 'Keep';
      },
    ],
    [
      'an option more',
      'C7',
      'altered_question',
      (t) => {
        t.result.toolUseResult.questions[0].options.push({ label: 'Later' });
      },
    ],
    [
      'no options',
      'C7',
      'altered_question',
      (t) => {
        t.result.toolUseResult.questions[0].options = undefined;
      },
    ],
    [
      'the question twice in one dialog',
      'C7',
      'altered_question',
      (t) => {
        const { questions } = t.result.toolUseResult;
        questions.push({ ...questions[0], options: [{ label: 'Keep' }, { label: 'Yes' }] });
      },
    ],
    ...(
      [
        ['another header', ([q]) => Object.assign(q, { header: 'Dismiss' })],
        [
          'descriptions turned round',
          ([q]) => Object.assign(q.options[0], { description: 'Nothing is written.' }),
        ],
        ['a preview', ([q]) => Object.assign(q.options[0], { preview: 'A dry run.' })],
        ['an unknown key of the question', ([q]) => Object.assign(q, { note: 'x' })],
        ['an unknown key of an option', ([q]) => Object.assign(q.options[3], { hint: 'x' })],
        ['an empty description', ([q]) => Object.assign(q.options[3], { description: '' })],
        ['no header', ([q]) => delete q.header],
        ['a question before it', (all) => all.unshift({ ...all[0], question: 'A test?' })],
        ['a question behind it', (all) => all.push({ ...all[0], question: 'Are you sure?' })],
        ['something else than a question behind it', (all) => all.push('a text')],
        ['the same question twice', (all) => all.push(structuredClone(all[0]))],
      ] as [string, (questions: Json[]) => void][]
    ).map(
      ([name, alter]): [string, string, string, (t: ReturnType<typeof conversation>) => void] => [
        name,
        'C7',
        'altered_question',
        (t) => alter(t.result.toolUseResult.questions),
      ],
    ),
    [
      'several choices',
      'C7',
      'several',
      (t) => {
        t.result.toolUseResult.questions[0].multiSelect = true;
      },
    ],
    [
      'own words',
      'C7',
      'own_words',
      (t) => {
        t.result.toolUseResult.answers[question] = 'Keep, but only here';
      },
    ],
    [
      'two labels as one answer',
      'C7',
      'own_words',
      (t) => {
        t.result.toolUseResult.answers[question] = 'Keep, Drop';
      },
    ],
    [
      'notes beside an option',
      'C7',
      'notes',
      (t) => {
        t.result.toolUseResult.annotations[question] = { notes: 'only on CI' };
      },
    ],
    [
      'a question left out',
      'C7',
      'unanswered',
      (t) => {
        t.result.toolUseResult.answers = {};
      },
    ],
    [
      'an output that a hook rewrote',
      'C8',
      'rewritten',
      (t) => [
        t.prompt,
        t.ask,
        t.result,
        {
          type: 'attachment',
          uuid: 'u8',
          parentUuid: 'u3',
          attachment: {
            type: 'hook_success',
            hookEvent: 'PostToolUse',
            toolUseID: 'call-1',
            stdout: '{"hookSpecificOutput":{"updatedToolOutput":{}}}',
          },
        },
        t.after,
      ],
    ],
    [
      'a turn that a program began',
      'C9',
      'program_turn',
      (t) => {
        Object.assign(t.prompt, { origin: undefined, promptSource: 'sdk', turnOrigin: 'sdk' });
      },
    ],
    [
      'a prompt from another host',
      'C9',
      'program_turn',
      (t) => {
        t.prompt.entrypoint = 'sdk-cli';
      },
    ],
    ['no prompt', 'C9', 'program_turn', (t) => [t.ask, t.result, t.after]],
    [
      "a notification after a program's prompt",
      'C9',
      'program_turn',
      (t) => [
        {
          ...t.prompt,
          uuid: 'u0',
          promptId: 'p0',
          origin: undefined,
          promptSource: 'sdk',
          turnOrigin: 'sdk',
        },
        Object.assign(t.prompt, {
          origin: { kind: 'task-notification' },
          promptSource: 'system',
          turnOrigin: 'task_notification',
          parentUuid: 'u0',
        }),
        t.ask,
        t.result,
        t.after,
      ],
    ],
    [
      'a call that was open while the dialog was',
      'C10',
      'open_call',
      (t) => {
        const call = bash('u5', 'u1');
        t.ask.parentUuid = 'u5';
        return [t.prompt, call, t.ask, t.result, { ...bashResult('u4') }, t.after];
      },
    ],
    [
      'a row of the first client that goes on from before the question',
      'C11',
      'passed_by',
      (t) => [
        t.prompt,
        t.ask,
        t.result,
        t.after,
        { ...t.after, uuid: 'u6', parentUuid: 'u1', message: { id: 'm3', content: [] } },
      ],
    ],
    [
      'the same, with rows of no turn between',
      'C11',
      'passed_by',
      (t) => [
        t.prompt,
        t.ask,
        t.result,
        { type: 'system', uuid: 'u7', parentUuid: 'u1' },
        { ...t.after, uuid: 'u6', parentUuid: 'u7', message: { id: 'm3', content: [] } },
      ],
    ],
    [
      'a question asked before the change was filed',
      'later',
      'before_filing',
      (t) => {
        t.ask.timestamp = '2025-12-31T23:59:59.000Z';
      },
    ],
    [
      'no time',
      'later',
      'before_filing',
      (t) => {
        t.result.timestamp = undefined;
      },
    ],
  ])('%s fails %s alone: %s', (_, condition, why, change) => {
    const rows = changed(change);
    expect(failedConditions(rows, asked, context)).toEqual([condition]);
    expect(findAnswer(rows, asked, context)).toMatchObject({ kind: 'open', why });
  });

  test('a call counts once, and each question in it once', () => {
    const rows = changed(() => {});
    for (const key of ['call-1', answerKey('call-1', asked.id)])
      expect(findAnswer(rows, asked, { session, used: new Set([key]) })).toMatchObject({
        why: 'used',
      });
    const other = new Set([answerKey('call-1', '99999999')]);
    expect(findAnswer(rows, asked, { session, used: other })).toMatchObject({ choice: 'Keep' });
  });

  test.each<[string, why: string, note: Json]>([
    ['another option', 'contradicted', noteOf(question, 'Drop')],
    ['another question', 'contradicted', noteOf('[0a1b2c3d] Something else?', 'Keep')],
    ['another call', 'contradicted', { ...noteOf(question, 'Keep'), call: 'call-2' }],
    ['nothing that can be read', 'contradicted', 'damaged'],
    ['another client', 'other_client', { ...noteOf(question, 'Keep'), client_pid: 8 }],
    ['another host', 'not_by_person', { ...noteOf(question, 'Keep'), entrypoint: 'sdk-cli' }],
    ['nobody there', 'not_by_person', { ...noteOf(question, 'Keep'), attended: false }],
  ])('our own hook saw %s: %s', (_, why, note) => {
    const witnessed = { ...context, witness: () => note };
    expect(
      failedConditions(
        changed(() => {}),
        asked,
        witnessed,
      ),
    ).toEqual(['witness']);
    expect(
      findAnswer(
        changed(() => {}),
        asked,
        witnessed,
      ),
    ).toMatchObject({ why });
  });

  test('our own hook that saw the same confirms it, also where no start of the session was seen', () => {
    for (const session_pid of [7, 0]) {
      const note = { ...noteOf(question, 'Keep'), session_pid };
      const answer = findAnswer(
        changed(() => {}),
        asked,
        { ...context, witness: () => note },
      );
      expect(answer.kind).toBe('answered');
    }
  });

  test.each<[string, why: string, words: string | undefined, Change]>([
    ['not asked', 'never_asked', undefined, (t) => [t.prompt]],
    [
      'asked with another id',
      'never_asked',
      undefined,
      (t) => {
        const other = question.replace('0a1b2c3d', '0a1b2c3e');
        t.ask.message.content[0].input.questions[0].question = other;
        t.result.toolUseResult.questions[0].question = other;
      },
    ],
    ['still open', 'unanswered', undefined, (t) => [t.prompt, t.ask]],
    [
      'escaped',
      'escaped',
      undefined,
      (t) => {
        t.result.message.content[0].is_error = true;
        Object.assign(t.result, {
          permissionDecision: undefined,
          toolUseResult: 'User rejected tool use',
          toolDenialKind: 'user-rejected',
        });
      },
    ],
    [
      'left for a chat',
      'chat',
      undefined,
      (t) => {
        t.result.message.content[0].is_error = true;
        Object.assign(t.result, {
          permissionDecision: { decision: 'reject', source: 'user_reject' },
          toolUseResult: 'Error',
          userFeedback: 'The user wants to clarify',
        });
      },
    ],
    [
      'answered in own words',
      'own_words',
      'only for packages/api',
      (t) => {
        t.result.toolUseResult.answers[question] = 'only for packages/api';
      },
    ],
    [
      'answered with a note',
      'notes',
      'only on CI',
      (t) => {
        t.result.toolUseResult.annotations[question] = { notes: 'only on CI' };
      },
    ],
  ])('%s: nothing is decided, and what the person wrote is given', (_, why, words, change) => {
    const answer = findAnswer(changed(change), asked, context);
    expect(answer).toEqual({ kind: 'open', why, ...(words === undefined ? {} : { words }) });
  });
});

describe('a dialog is compared by value:', () => {
  test('the order of keys is the model’s, and the client adds a missing multiSelect', () => {
    const rows = changed((t) => {
      const [{ header, question, options }] = t.result.toolUseResult.questions;
      const turned = options.map(({ label, description }: Json) => ({ description, label }));
      t.result.toolUseResult.questions = [{ options: turned, question, header }];
    });
    expect(findAnswer(rows, asked, context)).toMatchObject({ choice: 'Keep' });
  });

  test('other questions of ours may stand beside it, before and behind', () => {
    const other = { ...printed, question: '[0a1b2c3e] Pin beta?' };
    const third = { ...printed, question: '[0a1b2c3f] Pin delta?' };
    const shown = (...headers: string[]) =>
      changed((t) => {
        t.result.toolUseResult.questions = [other, printed, third].map((one, at) => ({
          ...one,
          header: headers[at],
        }));
      });
    const rows = shown('Rule 1/3', 'Rule 2/3', 'Rule 3/3');
    expect(findAnswer(rows, asked, context)).toMatchObject({ why: 'altered_question' });
    const more = { ...context, printed: [other, third] };
    expect(findAnswer(rows, asked, more)).toMatchObject({ choice: 'Keep' });
    for (const wrong of [shown('Rule', 'Rule', 'Rule'), shown('Rule 1/3', 'Rule 3/3', 'Rule 2/3')])
      expect(findAnswer(wrong, asked, more)).toMatchObject({ why: 'altered_question' });
  });
});

describe('what a person types behind the answer', () => {
  const typed = { ...conversation().prompt, uuid: 'w1', parentUuid: 'u3', promptId: 'p2' };
  const queued = { type: 'queue-operation', operation: 'enqueue', content: 'no, wait' };
  const command = {
    type: 'attachment',
    attachment: { type: 'queued_command', prompt: 'no, wait', origin: { kind: 'human' } },
  };
  const with_ = (...rows: readonly Json[]) => {
    const { prompt, ask, result, after } = conversation();
    return findAnswer(rowsOf([prompt, ask, result, ...rows, after]), asked, context);
  };

  test.each([
    ['a prompt', typed],
    ['a text in the queue', queued],
    ['a queued text that the model received', command],
  ])('%s makes the question be asked anew', (_, row) => {
    expect(with_(row)).toMatchObject({ kind: 'open', why: 'said_after' });
  });

  test.each([
    ['a finished sub-agent', { ...queued, content: '<task-notification>done</task-notification>' }],
    [
      'a queued text of a program',
      { ...command, attachment: { ...command.attachment, origin: { kind: 'peer' } } },
    ],
    ['a text that leaves the queue', { ...queued, operation: 'dequeue' }],
  ])('%s is no word of a person', (_, row) => {
    expect(with_(row)).toMatchObject({ choice: 'Keep' });
  });

  test('words after the model went on are a new request', () => {
    const { prompt, ask, result, after } = conversation();
    const rows = rowsOf([prompt, ask, result, after, { ...typed, parentUuid: after.uuid }]);
    expect(findAnswer(rows, asked, context)).toMatchObject({ choice: 'Keep' });
  });
});

describe('the note of our hook', () => {
  const rows = rowsOf(Object.values(conversation()));
  const note = noteOf(question, 'Keep');
  const withNote = (one: Json) =>
    findAnswer(rows, asked, { ...context, needsWitness: true, witness: () => one });

  test('must be there where our hook saw the session start', () => {
    expect(withNote(note)).toMatchObject({ choice: 'Keep' });
    expect(withNote(undefined)).toMatchObject({ why: 'unseen' });
    expect(findAnswer(rows, asked, context)).toMatchObject({ choice: 'Keep' });
  });

  test('that is missing a second time leaves the change to review', () => {
    const again = askedAgain(() => {});
    expect(
      findAnswer(again, asked, { ...context, needsWitness: true, witness: () => undefined }),
    ).toMatchObject({ why: 'unseen_again' });
  });

  test('tells what the dialog took: a mod that answers in its place is refused', () => {
    expect(withNote({ ...note, taken: { [question]: 'Drop' } })).toMatchObject({
      why: 'contradicted',
    });
    expect(withNote({ ...note, taken: { [question]: 'Keep' } })).toMatchObject({ choice: 'Keep' });
  });
});

/** The conversation goes on: the same is asked again, and answered otherwise. */
function askedAgain(change: (result: Json) => void): TranscriptRow[] {
  const talk = conversation();
  const text = JSON.stringify([talk.ask, talk.result])
    .replaceAll('call-1', 'call-2')
    .replaceAll('"u3"', '"u13"')
    .replaceAll('"u2"', '"u12"')
    .replaceAll('"m1"', '"m11"')
    .replaceAll('"u1"', '"u4"');
  const [ask, result] = JSON.parse(text);
  change(result);
  return rowsOf([...Object.values(talk), ask, result]);
}

describe('a question that was asked twice', () => {
  test('the last option counts', () => {
    const rows = askedAgain((result) => {
      result.toolUseResult.answers[question] = 'Drop';
    });
    expect(findAnswer(rows, asked, context)).toMatchObject({ choice: 'Drop', call: 'call-2' });
  });

  test('own words after an option take it back', () => {
    const rows = askedAgain((result) => {
      result.toolUseResult.answers[question] = 'Keep, but shorter';
    });
    expect(findAnswer(rows, asked, context)).toMatchObject({ why: 'own_words' });
  });

  test('a forged answer after an option changes nothing', () => {
    const rows = askedAgain((result) => {
      result.toolUseResult.answers[question] = 'Drop';
      result.permissionDecision.source = 'hook';
    });
    expect(findAnswer(rows, asked, context)).toMatchObject({ choice: 'Keep', call: 'call-1' });
  });
});

describe('an answer that is still on its way to the transcript', () => {
  const hooked = rowsOf(Object.values(conversation())).map((one) => ({
    ...one,
    record: { ...one.record, permissionDecision: { decision: 'accept', source: 'hook' } },
  }));
  const whole = askedAgain(() => {});
  const found = (states: readonly (readonly TranscriptRow[])[]) => {
    let at = 0;
    const answer = answerOnceWritten(
      () => findAnswer(states[Math.min(at, states.length - 1)] ?? [], asked, context),
      () => void at++,
    );
    return { at, answer };
  };

  test('is waited for, also behind a call that a hook answered', () => {
    const now = [...hooked, ...whole.slice(-2)];
    expect(found([[], hooked, now])).toMatchObject({ at: 2, answer: { call: 'call-2' } });
  });

  test('is not waited for where the person said something else, nor for ever', () => {
    const chat = askedAgain((result) => {
      result.toolUseResult.answers[question] = 'Keep, but shorter';
    });
    expect(found([chat, whole])).toMatchObject({ at: 0, answer: { why: 'own_words' } });
    expect(found([hooked])).toMatchObject({ at: 3, answer: { why: 'not_by_person' } });
  });
});

test('a row that a compaction appended again is read once', () => {
  const all = Object.values(conversation());
  expect(findAnswer(rowsOf([...all, ...all]), asked, context)).toMatchObject({ line: 3 });
});

test('rows in which the client logs a request repeat calls and results, and are no turn', () => {
  const rows = changed((t) => [
    { type: 'api-request-blob', message: bash('u5', 'u1').message },
    t.prompt,
    t.ask,
    t.result,
    { type: 'api-request-blob', message: t.result.message },
    { type: 'api-request-blob', message: bashResult('u4').message },
    t.after,
  ]);
  expect(findAnswer(rows, asked, context)).toMatchObject({ choice: 'Keep', line: 4 });
});

test('rows whose parents run in a circle end the search', () => {
  const rows = changed((t) => [
    ...Object.values(t),
    { ...t.after, uuid: 'u20', parentUuid: 'u21' },
    { ...t.after, uuid: 'u21', parentUuid: 'u20' },
  ]);
  expect(findAnswer(rows, asked, context).kind).toBe('answered');
});

const scratch = scratchFolders();

describe('the reader of a transcript keeps what the conditions need', () => {
  const claudeWith = (name: string, lines: readonly string[]): string => {
    const claude = scratch();
    const folder = join(claude, 'projects', '-home-dev-app');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.jsonl`), `${lines.join('\n')}\n`);
    return claude;
  };
  const lines = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one));

  test('an answer is found among torn lines, copies and large results, with its line', () => {
    const { prompt, ask, result, after } = conversation();
    const large = { ...after, uuid: 'u5', message: { id: 'm5', content: 'x'.repeat(3_000_000) } };
    const claude = claudeWith(session, [
      ...lines([prompt]),
      '{"type":"assistant","uuid":"torn',
      '',
      ...lines([ask, ask, result, large]),
    ]);
    const rows = readTranscriptRows(claude, session);
    expect(findAnswer(rows, asked, context)).toMatchObject({ choice: 'Keep', line: 6 });
    expect(JSON.stringify(rows).length).toBeLessThan(10_000);
  });

  test.each(['unknown', '../x', ''])('no transcript named %j: no rows', (name) => {
    expect(readTranscriptRows(claudeWith(session, []), name)).toEqual([]);
  });

  test.skipIf(records === undefined)(
    'every record gives the same answers as its whole rows',
    () => {
      const folder = join(records as string, 'flows');
      for (const file of readdirSync(folder)) {
        const { rows, questions, session } = marked(join(folder, file));
        const read = readTranscriptRows(
          claudeWith(session, lines(rows.map(({ record }) => record))),
          session,
        );
        const context = { session, used: new Set<string>() };
        for (const asked of questions) {
          expect(failedConditions(read, asked, context)).toEqual(
            failedConditions(rows, asked, context),
          );
          expect(findAnswer(read, asked, context)).toEqual(findAnswer(rows, asked, context));
        }
      }
    },
  );
});
