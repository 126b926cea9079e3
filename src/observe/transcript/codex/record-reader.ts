import type { Buffer } from 'node:buffer';
import { wordSet } from '../../../text.js';
import type { Head, ReadRecord, RecordReader, Skimmed, Standing } from '../agent.js';
import { recordsOn } from '../decode-record.js';
import {
  filled,
  inputStrings,
  isObject,
  type Json,
  type Role,
  type ToolCall,
  type Turn,
  type TurnKind,
} from '../turn.js';
import { type CopiedPart, copiedPart } from './copied-part.js';
import { completedItems, eventTypes, itemTypes, topTypes } from './record-types.js';
import {
  changedFiles,
  type Output,
  printedIn,
  shellCall,
  shownOutput,
  type TranslatedCall,
  translated,
  wordsOf,
} from './tool-calls.js';
import { typedTexts } from './typed-texts.js';

/** Reads a rollout of any version. What it emits has Claude Code's tool names and kinds. */
export function recordReader(file: string, head: Head, isResumed: boolean): RecordReader {
  const state: State = {
    file,
    head,
    cwd: head.cwd,
    calls: new Map(),
    running: new Map(),
    nested: false,
    said: new Set(),
    isOfProgram: false,
    typed: undefined,
    prompts: 0,
    copied: copiedPart(file, head, isResumed),
  };
  return {
    skim,
    values: (line) => recordsOn(line),
    read: (record, line, offset) => read(record, { line, offset }, state),
    title: () => undefined,
    foreign: () => undefined,
  };
}

interface State {
  readonly file: string;
  readonly head: Head;
  cwd: string | undefined;
  /** Calls whose output is still to come. */
  readonly calls: Map<string, Call>;
  /** Commands that still run, by the number they are asked again with. */
  readonly running: Map<string, Call>;
  /** Since the last script was called, commands of it were recorded by themselves. */
  nested: boolean;
  /** The prompts since the turn began, which events repeat. */
  readonly said: Set<string>;
  /** A program started the present turn. */
  isOfProgram: boolean;
  /** What the person typed in this session, by the client's own list. */
  typed: ReadonlySet<string> | undefined;
  prompts: number;
  readonly copied: CopiedPart;
}

interface Call {
  readonly id: string;
  readonly name: string;
}

interface Place {
  readonly line: number;
  readonly offset: number;
}

type Emit = (role: Role, kind: TurnKind, text: string, tool?: ToolCall, cwd?: string) => void;

function read(record: Json, place: Place, state: State): ReadRecord {
  const isWrapped = isObject(record.payload);
  const payload = isWrapped ? (record.payload as Json) : record;
  const timestamp = record.timestamp;
  const turns: Turn[] = [];
  const emit: Emit = (role, kind, text, tool, cwd = state.cwd) => {
    turns.push({
      file: state.file,
      line: place.line,
      offset: place.offset,
      role,
      kind,
      text,
      timestamp: filled(timestamp),
      session_id: state.head.session,
      cwd,
      message_id: filled(payload.id),
      uuid: undefined,
      is_sidechain: state.head.author === 'agent',
      tool,
    });
  };
  const type = isWrapped ? String(record.type) : bareType(record);
  const sub = String(payload.type);
  const copiedFrom = state.copied.isCopy(type, payload, timestamp);
  const unknown = unknownIn(type, sub, payload);
  if (copiedFrom === undefined && unknown === undefined) {
    if (type === 'response_item' || !isWrapped) readItem(payload, isWrapped, state, emit);
    else if (type === 'event_msg') readEvent(payload, state, emit);
    else if (type === 'compacted' && wordsOf(payload.message) !== '')
      emit('user', 'compact_summary', wordsOf(payload.message));
  }
  return {
    type,
    standing: standingOf(type),
    turns,
    unknown: unknown === undefined || unknown === type ? [] : [unknown],
    isMalformed: false,
    timestamp,
    version: place.line === 1 ? payload.cli_version : undefined,
    model: type === 'turn_context' && copiedFrom === undefined ? payload.model : undefined,
    session: undefined,
    cwd: state.cwd,
    copiedFrom,
    isOwn: copiedFrom === undefined,
  };
}

/** Before 0.32 a record had no envelope. */
function bareType(record: Json): string {
  if (typeof record.type === 'string') return record.type;
  if (record.record_type === 'state') return 'state';
  return typeof record.id === 'string' && 'instructions' in record ? 'session_meta' : '(none)';
}

function standingOf(type: string): Standing {
  return topTypes.has(type) || itemTypes.has(type) || type === 'state' ? 'known' : 'unknown';
}

/** The type that nobody knows in this record; undefined if all of it is known. */
function unknownIn(type: string, sub: string, payload: Json): string | undefined {
  if (standingOf(type) === 'unknown') return type;
  if (type === 'response_item' && !itemTypes.has(sub)) return `response_item/${sub}`;
  if (type !== 'event_msg') return undefined;
  if (!eventTypes.test(sub)) return `event_msg/${sub}`;
  const item = sub === 'item_completed' && isObject(payload.item) ? payload.item : undefined;
  if (item === undefined || completedItems.has(String(item.type))) return undefined;
  return `event_msg/item_completed/${item.type}`;
}

/** Most lines repeat what others hold; their type stands at the beginning. */
function skim(line: Buffer): Skimmed | undefined {
  const start = line.toString('latin1', 0, 400);
  const [, timestamp, type = '', sub = ''] = OPENING.exec(start) ?? [];
  if (!silent.has(type) && !(type === 'event_msg' && isSilentEvent(sub, start))) return undefined;
  return line[line.length - 1] === closeBrace ? { type, standing: 'known', timestamp } : undefined;
}

const closeBrace = 125;
const OPENING =
  /^\{"timestamp":"([^"]*)",(?:"ordinal":\d+,)?"type":"([a-z_]+)","payload":\{(?:"type":"([a-z_]+)")?/;
const silent = wordSet('world_state token_usage_record');
const silentEvents = wordSet(
  'token_count thread_settings_applied agent_message agent_reasoning agent_reasoning_raw_content task_complete',
);

function isSilentEvent(sub: string, start: string): boolean {
  if (sub === 'item_completed')
    return /"item":\{"type":"(?:AgentMessage|Reasoning|Plan)"/.test(start);
  return silentEvents.has(sub);
}

function readItem(item: Json, isWrapped: boolean, state: State, emit: Emit): void {
  const id = wordsOf(item.call_id) || wordsOf(item.id);
  switch (item.type) {
    case 'message':
      if (item.role === 'assistant')
        for (const text of partsOf(item.content)) emit('assistant', 'text', text);
      else if (item.role === 'user') readUser(item, isWrapped, state, emit);
      return;
    case 'agent_message':
      for (const text of partsOf(item.content)) emit('user', 'agent_prompt', text);
      return;
    case 'reasoning':
      for (const text of [...partsOf(item.summary), ...partsOf(item.content)])
        emit('thinking', 'thinking', text);
      return;
    case 'local_shell_call':
    case 'function_call':
    case 'custom_tool_call':
      call(toolName(item), id, item.arguments ?? item.input ?? item, state, emit);
      return;
    case 'web_search_call':
      emitCalls([{ name: 'WebSearch', input: isObject(item.action) ? item.action : {} }], id, emit);
      return;
    case 'function_call_output':
    case 'custom_tool_call_output':
      result(id, item.output, state, emit);
  }
}

/** Tools of an MCP server carry its name, as Claude Code writes it: `mcp__server__tool`. */
function toolName({ type, name, namespace }: Json): string {
  if (type === 'local_shell_call') return 'local_shell';
  const tool = wordsOf(name);
  const of = wordsOf(namespace).replace(/__$/, '');
  return of.startsWith('mcp__') && !tool.startsWith(of) ? `${of}__${tool}` : tool;
}

function partsOf(content: unknown): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) =>
    isObject(part) && typeof part.text === 'string' && part.text !== '' ? [part.text] : [],
  );
}

/**
 * A message in the user's place. Since 0.150 each part says what it is. Before, an event repeats what was really sent,
 * so that all else is the client's. Before 0.32 there are neither, only the client's own tags.
 */
function readUser(item: Json, isWrapped: boolean, state: State, emit: Emit): void {
  const passed = item.internal_chat_message_metadata_passthrough;
  const kinds =
    isObject(passed) && Array.isArray(passed.content_item_kinds)
      ? passed.content_item_kinds
      : undefined;
  for (const [index, text] of partsOf(item.content).entries()) {
    const command =
      /^<user_shell_command>\s*<command>\n?([\s\S]*?)\n?<\/command>\s*<result>\n?([\s\S]*)<\/result>/.exec(
        text,
      );
    if (command !== null) typedCommand(command[1] as string, command[2] as string, state, emit);
    else if (kinds !== undefined) {
      if (kinds[index] === 'user.text') prompt(text, state, emit);
    } else if (!isWrapped) {
      state.cwd ??= /^<environment_context>[\s\S]*?<cwd>(.*?)<\/cwd>/.exec(text)?.[1];
      if (!isOfClient(text)) prompt(text, state, emit);
    }
  }
}

/** Text that the client or another program wraps in a tag of its own. */
function isOfClient(text: string): boolean {
  const tag = /^\s*<([a-z]+[_-][\w-]*)>/.exec(text)?.[1];
  return (
    text.startsWith('# AGENTS.md instructions') ||
    (tag !== undefined && text.trimEnd().endsWith(`</${tag}>`))
  );
}

/** Typed after `!`; nothing else can begin such a message. */
function typedCommand(command: string, shown: string, { head }: State, emit: Emit): void {
  const tool = { name: '!', id: `!${command}` };
  const exit = Number(/^Exit code: (-?\d+)/.exec(shown)?.[1] ?? 0);
  const isTheirs = head.author === 'person' || head.author === 'unknown';
  emit('user', isTheirs ? 'bash_input' : 'agent_prompt', command, tool);
  const output = /(?:^|\n)Output:\n([\s\S]*)$/.exec(shown)?.[1] ?? shown;
  emit('tool_result', 'bash_output', shownOutput(output, exit), { ...tool, failed: exit !== 0 });
}

function prompt(text: string, state: State, emit: Emit): void {
  state.said.add(text.trim());
  // The editor puts what is open before the words; its own heading stands between.
  const asked = /(?:^|\n)## My request for Codex:\s*\n([\s\S]*)$/.exec(text)?.[1]?.trim() ?? text;
  if (asked.trim() === '') return;
  emit(
    'user',
    isOfClient(asked) ? 'meta' : isOfPerson(asked, state) ? 'prompt' : 'agent_prompt',
    asked,
  );
  state.prompts++;
}

/** Only where the client's own list of what was typed says so can an unknown author be a person. */
function isOfPerson(text: string, state: State): boolean {
  const { author } = state.head;
  if (author === 'agent' || author === 'program' || state.isOfProgram) return false;
  state.typed ??= typedTexts(state.file, state.head.session);
  if (author === 'unknown') return state.typed.has(text.trim());
  // Sent by `codex exec resume` into a typed session. The first prompt may stand on the command line.
  return state.typed.size === 0 || state.prompts === 0 || state.typed.has(text.trim());
}

function readEvent(event: Json, state: State, emit: Emit): void {
  switch (event.type) {
    case 'task_started': {
      const by = isObject(event.turn_attribution) ? event.turn_attribution.turn_trigger : undefined;
      state.isOfProgram = typeof by === 'string' && by !== 'user';
      state.said.clear();
      return;
    }
    case 'user_message':
      if (event.kind === undefined || event.kind === 'plain')
        said(wordsOf(event.message), state, emit);
      return;
    case 'turn_aborted':
      emit('user', 'interrupt', `[interrupted: ${wordsOf(event.reason)}]`);
      return;
    case 'item_completed':
      if (isObject(event.item)) readCompleted(event.item, wordsOf(event.item.id), state, emit);
      return;
    case 'exec_command_end':
    case 'patch_apply_end':
    case 'mcp_tool_call_end':
      readCompleted({ ...event, type: endings[event.type] }, wordsOf(event.call_id), state, emit);
  }
}

const endings = {
  exec_command_end: 'CommandExecution',
  patch_apply_end: 'FileChange',
  mcp_tool_call_end: 'McpToolCall',
} as const;

/** An event repeats a prompt of the history, unless the history does not say what it is. */
function said(text: string, state: State, emit: Emit): void {
  if (!state.said.has(text.trim())) prompt(text, state, emit);
}

/**
 * In code mode a script calls the tools, so that their calls are recorded here alone. Elsewhere the item has the id of a
 * call whose output follows.
 */
function readCompleted(item: Json, id: string, state: State, emit: Emit): void {
  if (item.type === 'UserMessage') {
    said(partsOf(item.content).join('\n'), state, emit);
    return;
  }
  if (state.calls.has(id) || item.source === 'user_shell') return;
  const done = completed(item);
  if (done === undefined) return;
  state.nested = true;
  emitCalls(done.calls, id, emit);
  emitResult({ id, name: done.calls[0]?.name ?? '' }, done.output, emit);
}

function completed(item: Json): { calls: readonly TranslatedCall[]; output: Output } | undefined {
  const failed = item.status === 'failed' || item.success === false ? 1 : 0;
  const running = undefined;
  if (item.type === 'CommandExecution') {
    const printed =
      item.aggregated_output ??
      item.formatted_output ??
      `${wordsOf(item.stdout)}${wordsOf(item.stderr)}`;
    const exit = typeof item.exit_code === 'number' ? item.exit_code : failed;
    const declined = item.status === 'declined' ? [DECLINED] : [wordsOf(printed)];
    return { calls: [shellCall(item.command)], output: { texts: declined, exit, running } };
  }
  if (item.type === 'FileChange') {
    const texts = [`${wordsOf(item.stdout)}${wordsOf(item.stderr)}`];
    return { calls: changedFiles(item.changes), output: { texts, exit: failed, running } };
  }
  if (item.type !== 'McpToolCall') return undefined;
  const { server, tool, arguments: input } = isObject(item.invocation) ? item.invocation : item;
  const name = `mcp__${wordsOf(server)}__${wordsOf(tool)}`;
  const { Ok, Err, content } = isObject(item.result) ? item.result : ({} as Json);
  const texts = Err === undefined ? partsOf(isObject(Ok) ? Ok.content : content) : [wordsOf(Err)];
  const exit = Err !== undefined || isObject(item.error) ? 1 : failed;
  return {
    calls: [{ name, input: isObject(input) ? input : {} }],
    output: { texts, exit, running },
  };
}

function call(tool: string, id: string, input: unknown, state: State, emit: Emit): void {
  if (tool === 'exec') state.nested = false;
  if (tool === 'write_stdin') {
    const given = translated(tool, input, '')[0]?.input ?? {};
    const of = state.running.get(String(given.session_id));
    remember(id, of ?? { id, name: tool }, state);
    if (wordsOf(given.chars) !== '') emitCalls([{ name: tool, input: given }], id, emit);
    return;
  }
  const calls = translated(tool, input, state.cwd ?? '');
  remember(id, { id, name: calls[0]?.name ?? tool }, state);
  emitCalls(calls, id, emit);
}

// A call without an output stays in memory; a file of millions of such calls must not.
const maxCallsInFlight = 10_000;

function remember(id: string, call: Call, { calls }: State): void {
  if (calls.size >= maxCallsInFlight) calls.delete(calls.keys().next().value as string);
  calls.set(id, call);
}

function emitCalls(calls: readonly TranslatedCall[], id: string, emit: Emit): void {
  for (const [index, { name, input, cwd }] of calls.entries()) {
    const tool = { name, id: index === 0 ? id : `${id}#${index}`, input };
    emit('tool_input', 'call', inputStrings(input).join('\n'), tool, cwd);
  }
}

function result(id: string, output: unknown, state: State, emit: Emit): void {
  const call = state.calls.get(id) ?? { id, name: '' };
  state.calls.delete(id);
  // The script's own output repeats that of the commands in it.
  if (call.name === 'exec' && state.nested) return;
  const read = printedIn(output);
  if (read.running !== undefined) state.running.set(read.running, call);
  emitResult(call, read, emit);
}

function emitResult({ id, name }: Call, { texts, exit }: Output, emit: Emit): void {
  const first = texts[0] ?? '';
  const byHook = HOOK.test(first);
  const byPerson = REFUSED.test(first);
  const failed = byHook || byPerson || BROKEN.test(first) || (exit !== undefined && exit !== 0);
  const kind = byHook ? 'hook' : byPerson ? 'refusal' : 'result';
  for (const text of texts.length === 0 ? [''] : texts)
    emit('tool_result', kind, kind === 'result' ? shownOutput(text, exit) : text, {
      name,
      id,
      failed,
    });
}

const DECLINED = 'exec command rejected by user';
const HOOK = /^Command blocked by \w+ hook\b|^Tool call blocked by \w+ hook\b/;
const REFUSED =
  /^(?:exec command rejected by user|patch rejected by user|(?:command )?aborted by user)\b/i;
const BROKEN =
  /^(?:apply_patch verification failed|failed to parse function arguments|unsupported call|exec_command failed)/;
