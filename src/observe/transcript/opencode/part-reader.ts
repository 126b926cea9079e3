import { inClaudesWords } from '../../../platform/hosts.js';
import { wordSet } from '../../../text.js';
import type { Head, ReadRecord, RecordReader } from '../agent.js';
import { patchedFiles, shownOutput, type TranslatedCall } from '../codex/tool-calls.js';
import { recordsOn } from '../decode-record.js';
import { filled, inputStrings, isObject, type Json, type ToolCall, type Turn } from '../turn.js';

/** Reads the lines of a copied session: a head, then a part of a message each. */
export function partReader(file: string, head: Head): RecordReader {
  let title: string | undefined;
  /** Messages after which the client ran what the person typed after `!`. */
  const typed = new Set<unknown>();
  const read = (record: Json, line: number, offset: number): ReadRecord => {
    const type = typeof record.type === 'string' ? record.type : '(none)';
    if (type === 'opencode_session' && typeof record.title === 'string') title = record.title;
    const message = isObject(record.message) ? record.message : {};
    const part = isObject(record.part) ? record.part : {};
    const kind = String(part.type);
    const isPart = type === 'opencode_part';
    if (
      part.synthetic === true &&
      /^The following tool was executed by the user/.test(String(part.text))
    )
      typed.add(record.message_id);
    const cwd = isObject(message.path) ? message.path.cwd : undefined;
    const common = {
      file,
      line,
      offset,
      timestamp: filled(record.timestamp),
      session_id: head.session,
      cwd: filled(cwd) ?? head.cwd,
      message_id: filled(record.message_id),
      uuid: undefined,
      is_sidechain: head.author === 'agent',
    };
    const said = isPart ? turnsOf(part, message, head, typed.has(message.parentID)) : [];
    const known = type === 'opencode_session' || isPart;
    return {
      type,
      standing: known ? 'known' : 'unknown',
      turns: said.map((turn) => ({ ...common, ...turn })),
      unknown: isPart && !partTypes.has(kind) ? [`part/${kind}`] : [],
      isMalformed: false,
      timestamp: record.timestamp,
      version: record.version,
      model: message.role === 'assistant' ? message.modelID : undefined,
      session: undefined,
      cwd: head.cwd,
      copiedFrom: undefined,
      isOwn: true,
    };
  };
  return {
    skim: () => undefined,
    values: (line) => recordsOn(line),
    read,
    title: () => title,
    foreign: () => undefined,
  };
}

type Said = Pick<Turn, 'role' | 'kind' | 'text' | 'tool'>;

const partTypes = wordSet(
  'text reasoning tool file agent subtask compaction patch snapshot retry step-start step-finish',
);

function turnsOf(part: Json, message: Json, head: Head, isTyped: boolean): Said[] {
  const text = typeof part.text === 'string' ? part.text : '';
  if (part.type === 'tool') return toolTurns(part, head, isTyped);
  if (text.trim() === '') return [];
  if (part.type === 'reasoning') return [{ ...untold, role: 'thinking', kind: 'thinking', text }];
  if (part.type !== 'text') return [];
  if (message.role === 'assistant') {
    if (message.summary === true)
      return [{ ...untold, role: 'user', kind: 'compact_summary', text }];
    return [{ ...untold, role: 'assistant', kind: 'text', text }];
  }
  // What the client adds to a prompt is marked.
  if (part.synthetic === true || part.ignored === true) return [];
  const kind = head.author === 'person' ? 'prompt' : 'agent_prompt';
  return [{ ...untold, role: 'user', kind, text }];
}

const untold = { tool: undefined };

function toolTurns(part: Json, head: Head, isTyped: boolean): Said[] {
  const state = isObject(part.state) ? part.state : {};
  const input = isObject(state.input) ? state.input : {};
  const id = String(part.callID ?? part.id ?? '');
  const calls = translated(String(part.tool), input, head.cwd ?? '');
  const [first] = calls as [TranslatedCall];
  const failure = state.status === 'error' ? String(state.error ?? '') : undefined;
  const exit = isObject(state.metadata) ? state.metadata.exit : undefined;
  const isBad = failure !== undefined || (typeof exit === 'number' && exit !== 0);
  if (isTyped) {
    const tool = { name: '!', id, failed: isBad };
    const command = String(input.command ?? '');
    return [
      { role: 'user', kind: 'bash_input', text: command, tool: { name: '!', id } },
      { role: 'tool_result', kind: 'bash_output', text: String(state.output ?? ''), tool },
    ];
  }
  const asked = calls.map(({ name, input: given }, index): Said => {
    const tool = { name, id: index === 0 ? id : `${id}#${index}`, input: given };
    return { role: 'tool_input', kind: 'call', text: inputStrings(given).join('\n'), tool };
  });
  if (state.status !== 'completed' && failure === undefined) return asked;
  const tool: ToolCall = { name: first.name, id, failed: isBad };
  const printed = shownOutput(
    String(state.output ?? ''),
    typeof exit === 'number' ? exit : undefined,
  );
  const refused = REFUSED.exec(failure ?? '');
  const kind = refused === null ? (blocked.test(failure ?? '') ? 'hook' : 'result') : 'refusal';
  const turns: Said[] = [...asked, { role: 'tool_result', kind, text: failure ?? printed, tool }];
  const reason = refused?.[1]?.trim();
  if (reason && head.author === 'person')
    turns.push({ role: 'user', kind: 'rejection', text: reason, tool });
  return turns;
}

/** The person's no to a call, and what they wrote to it. */
const REFUSED =
  /^(?:Error: )?The user rejected permission to use this specific tool call(?: with the following feedback: ([\s\S]*))?/;
/** What our plugin throws before a call. */
const blocked = /^(?:Error: )?madness: /;

function translated(tool: string, input: Json, cwd: string): readonly TranslatedCall[] {
  if (tool === 'patch' || tool === 'apply_patch')
    return patchedFiles(String(input.patchText ?? input.patch ?? ''), cwd);
  return [inClaudesWords('opencode', tool, input)];
}
