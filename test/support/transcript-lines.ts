/** Records as the client writes them: made up, in its order of keys. */
export type Record = { [key: string]: unknown };

let serial = 0;

export function userLine(content: unknown, more: Record = {}): Record {
  return { ...envelope(), type: 'user', message: { role: 'user', content }, ...stamp(), ...more };
}

export function assistantLine(block: Record | string, more: Record = {}): Record {
  const content = [typeof block === 'string' ? { type: 'text', text: block } : block];
  const message = { model: 'claude-x', id: `msg_${++serial}`, type: 'message', role: 'assistant' };
  const usage = { input_tokens: 3, output_tokens: 5 };
  return {
    ...envelope(),
    message: { ...message, content, stop_reason: null, usage },
    requestId: 'req_1',
    type: 'assistant',
    ...stamp(),
    ...more,
  };
}

export function thinkingLine(thinking: string, more: Record = {}): Record {
  return assistantLine({ type: 'thinking', thinking, signature: 'x' }, more);
}

export function callLine(name: string, input: unknown, id: string, more: Record = {}): Record {
  return assistantLine({ type: 'tool_use', id, name, input }, more);
}

export function resultLine(id: string, content: unknown, more: Record = {}): Record {
  const { is_error, ...rest } = more;
  const block = {
    tool_use_id: id,
    type: 'tool_result',
    content,
    ...(is_error === undefined ? {} : { is_error }),
  };
  return userLine([block], { toolUseResult: { stdout: content, stderr: '' }, ...rest });
}

/** A refusal in the words of the client, with the reason the person gave. */
export function refusalLine(id: string, reason?: string): Record {
  const start =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). ";
  const end =
    reason === undefined
      ? 'STOP what you are doing and wait for the user to tell you how to proceed.'
      : `To tell you how to proceed, the user said:\n${reason}`;
  return resultLine(id, start + end, { is_error: true, toolUseResult: 'User rejected tool use' });
}

/** What a person types while the model is working, and the client then tells it. */
export function queuedLines(content: string): Record[] {
  const operation = (name: string): Record => ({
    type: 'queue-operation',
    operation: name,
    content,
  });
  return [operation('enqueue'), { ...operation('remove'), reason: 'absorbed_mid_turn' }];
}

/** One record a line. */
export function jsonl(...records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const session = '5e55a000-0000-4000-8000-00000000feed';

function envelope(): Record {
  return {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/dev/shop',
    sessionId: session,
    version: '2.1.42',
    gitBranch: 'main',
  };
}

function stamp(): Record {
  const second = String(serial++ % 60).padStart(2, '0');
  return { uuid: `u-${serial}`, timestamp: `2026-11-21T20:21:${second}.000Z` };
}
