import { commandOutput, patchedFiles } from '../observe/transcript.js';
import { readPart } from '../platform/fs.js';
import { hostOf, hosts, inClaudesWords } from '../platform/hosts.js';
import { type Payload, parseRecord, recordOf, textOf } from './payload.js';

/**
 * Nobody is there to be asked: a program drives this session of Codex, as its rollout says on the first line, or nothing
 * tells, as in Qwen Code.
 */
export function isByProgram(payload: Payload): boolean {
  const host = hostOf(payload);
  if (host !== 'codex') return host === 'qwen';
  const start =
    readPart(textOf(payload, 'transcript_path'), headBytes)?.bytes.toString('utf8') ?? '';
  return /"source":"(?:exec|mcp)"/.test(start.split(/,"(?:base_)?instructions":/, 1)[0] ?? '');
}

// The long instructions stand behind what is looked for.
const headBytes = 2048;

/** The name by which a person knows it. */
export function clientNameOf(payload: Payload): string {
  return hosts[hostOf(payload)].title;
}

/** Our hooks that this client never starts; undefined for one that nobody here knows, in which none is sure to hold. */
export function lackedBy(payload: Payload): readonly string[] | undefined {
  const host = hostOf(payload);
  // A path that is not of Claude's shape and lies in a client's own folder, such as `~/.gemini`.
  const transcript = textOf(payload, 'transcript_path');
  const isStrange =
    /[\\/]\.(?!claude[\\/])[\w-]+[\\/]/.test(transcript) &&
    !/[\\/]projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/.test(transcript);
  return host === 'claude' && isStrange ? undefined : hosts[host].lacks;
}

/** Qwen Code hands on its own names of tools and fields; the rest of the hooks knows those of Claude Code. */
function fromQwen(payload: Payload): Payload {
  const { name, input } = inClaudesWords(
    'qwen',
    textOf(payload, 'tool_name'),
    recordOf(payload, 'tool_input'),
  );
  const printed = commandOutput(
    textOf(payload, 'error') || textOf(recordOf(payload, 'tool_response'), 'llmContent'),
  );
  return {
    ...payload,
    tool_name: name,
    tool_input: input,
    ...('error' in payload ? { error: printed.text } : { tool_response: printed.text }),
  };
}

/** A call that changes several files is one event for each of them. */
export function inOneCallEach(payload: Payload): readonly Payload[] {
  if (hostOf(payload) === 'qwen' && payload.tool_name !== undefined) return [fromQwen(payload)];
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
  if (hostOf(payload) !== 'codex') return undefined;
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
