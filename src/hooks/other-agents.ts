import { patchedFiles } from '../observe/transcript.js';
import { readPart } from '../platform/fs.js';
import { type Payload, parseRecord, recordOf, textOf } from './payload.js';

/** Whose event it is. Codex runs our hooks as they are; opencode's plugin of ours says its name. */
export function senderOf(payload: Payload): 'claude' | 'codex' | 'opencode' {
  if (payload.agent === 'opencode') return 'opencode';
  const isRollout = /[\\/]rollout-[^\\/]*\.jsonl$/.test(textOf(payload, 'transcript_path'));
  return isRollout || typeof payload.turn_id === 'string' ? 'codex' : 'claude';
}

/** A program drives this session of Codex, as its rollout says on the first line; nobody is there to be asked. */
export function isByProgram(payload: Payload): boolean {
  if (senderOf(payload) !== 'codex') return false;
  const start =
    readPart(textOf(payload, 'transcript_path'), headBytes)?.bytes.toString('utf8') ?? '';
  return /"source":"(?:exec|mcp)"/.test(start.split(/,"(?:base_)?instructions":/, 1)[0] ?? '');
}

// The long instructions stand behind what is looked for.
const headBytes = 2048;

/** The name by which a person knows it. */
export function clientNameOf(payload: Payload): string {
  return { claude: 'Claude', codex: 'Codex', opencode: 'opencode' }[senderOf(payload)];
}

/** A call that changes several files is one event for each of them. */
export function inOneCallEach(payload: Payload): readonly Payload[] {
  if (!/^(?:functions\.)?apply_patch$/.test(textOf(payload, 'tool_name'))) return [payload];
  const input = recordOf(payload, 'tool_input');
  const patch = textOf(input, 'command') || textOf(input, 'input') || textOf(input, 'patchText');
  return patchedFiles(patch, textOf(payload, 'cwd')).map(({ name, input: tool_input }) => ({
    ...payload,
    tool_name: name,
    tool_input,
  }));
}

// Bytes: the record of a call is among the last when its hook runs.
const tailBytes = 256 << 10;

/**
 * The exit status of a command that Codex or opencode ran: neither calls it a failure. Codex does not hand it on, but its
 * rollout has it by then. Undefined where it is not known.
 */
export function exitStatusOf(payload: Payload): number | undefined {
  if (typeof payload.exit_code === 'number') return payload.exit_code;
  if (senderOf(payload) !== 'codex') return undefined;
  const id = textOf(payload, 'tool_use_id');
  const file = textOf(payload, 'transcript_path');
  const part = readPart(file, tailBytes, (size) => Math.max(0, size - tailBytes));
  const lines = part?.bytes.toString('utf8').split('\n') ?? [];
  for (const line of lines.reverse()) {
    if (id === '' || !line.includes(id) || !line.includes('"exit_code"')) continue;
    const event = recordOf(parseRecord(line) ?? {}, 'payload');
    const item = event.type === 'item_completed' ? recordOf(event, 'item') : event;
    const isIt = item.id === id || item.call_id === id;
    if (isIt && typeof item.exit_code === 'number') return item.exit_code;
  }
  return undefined;
}
