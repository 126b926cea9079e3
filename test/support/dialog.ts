import type { Ran } from './run-command.js';
import { put } from './scratch.js';

export const session = '11111111-2222-4333-8444-555555555555';

export interface World {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of commands have shapes of their own
export type Json = any;
export const json = ({ out }: Ran): Json => JSON.parse(out);

export const row = (uuid: string, parentUuid: string | null, second: number, more: Json): Json => ({
  uuid,
  parentUuid,
  isSidechain: false,
  entrypoint: 'cli',
  sessionId: session,
  session_id: session,
  timestamp: `2026-11-21T10:00:0${second}.000Z`,
  ...more,
});

export const prompt = (content: string): Json =>
  row('u1', null, 1, {
    type: 'user',
    promptId: 'p1',
    origin: { kind: 'human' },
    promptSource: 'typed',
    turnOrigin: 'human',
    message: { role: 'user', content },
  });

/** The dialog with this question, or these, answered in order as the client writes it; undefined: left out. */
export function dialog(
  question: Json | readonly Json[],
  answer: string | readonly (string | undefined)[],
  callId = 'call-1',
): Json[] {
  const questions: readonly Json[] = [question].flat();
  const answers = [answer].flat();
  return [
    prompt('Go on.'),
    row('u2', 'u1', 2, {
      type: 'assistant',
      message: {
        id: 'm1',
        role: 'assistant',
        content: [{ type: 'tool_use', id: callId, name: 'AskUserQuestion', input: { questions } }],
      },
    }),
    row('u3', 'u2', 3, {
      type: 'user',
      promptId: 'p1',
      sourceToolAssistantUUID: 'u2',
      permissionDecision: { decision: 'accept', source: 'user_temporary', grantScope: 'once' },
      toolUseResult: {
        questions,
        answers: Object.fromEntries(
          questions.flatMap((one, at) => (answers[at] ? [[one.question, answers[at]]] : [])),
        ),
        annotations: {},
      },
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: callId, content: 'answered' }],
      },
    }),
  ];
}

/** Writes a session's transcript. */
export function speak({ cwd }: World, rows: readonly Json[], name = session): void {
  const text = rows.map((one) => `${JSON.stringify(one)}\n`).join('');
  put(cwd, `.claude/projects/-shop/${name}.jsonl`, text);
}
