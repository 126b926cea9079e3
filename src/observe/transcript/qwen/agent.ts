import path from 'node:path';
import { inClaudesWords } from '../../../platform/hosts.js';
import { jsonIn } from '../../../platform/read-object.js';
import type { Problem } from '../../../problem.js';
import { type Agent, type Found, type Head, noHead, type ReadRecord } from '../agent.js';
import { recordsOn } from '../decode-record.js';
import { entriesIn, within } from '../list-folder.js';
import { filled, inputStrings, isObject, type Json, type Turn } from '../turn.js';
import { commandOutput } from './command-output.js';

/** Qwen Code: folders as Claude Code's, records as Gemini's. */
export const qwen: Agent = {
  name: 'qwen',
  find: ({ qwen: root }) =>
    root === undefined ? { transcripts: [], problems: [] } : chatsIn(root),
  owns: (file, start) =>
    path.basename(path.dirname(file)) === 'chats' &&
    /^\uFEFF?\{"uuid":"[^"]*","parentUuid":/.test(start),
  open,
  reader: (file, head) => ({
    skim: () => undefined,
    values: (line) => recordsOn(line),
    read: (record, line, offset) => read(record, { file, line, offset }, head),
    title: () => undefined,
    foreign: () => undefined,
  }),
};

function chatsIn(root: string): Found {
  const problems: Problem[] = [];
  const projects = path.join(root, 'projects');
  const chats = entriesIn(projects, problems).map(({ name }) => path.join(projects, name, 'chats'));
  const transcripts = chats.flatMap((folder) =>
    entriesIn(folder, problems).flatMap((entry) => {
      const session = /^(.+)\.jsonl$/.exec(entry.name)?.[1];
      const found = { agent: 'qwen', file: within(folder, entry), slug: '' } as const;
      return session === undefined ? [] : [{ ...found, session, started_by: undefined }];
    }),
  );
  return { transcripts, problems };
}

/** A prompt that a program hands over with `-p` is marked `real_user` like a typed one: nothing tells who speaks. */
function open(firstLine: string): Head {
  const record = jsonIn(firstLine.replace(/^\uFEFF/, ''));
  if (!isObject(record)) return noHead;
  return { ...noHead, session: filled(record.sessionId), cwd: filled(record.cwd) };
}

type Place = Pick<Turn, 'file' | 'line' | 'offset'>;
type Said = Pick<Turn, 'role' | 'kind' | 'text' | 'tool'>;

const known = new Set(['user', 'assistant', 'tool_result', 'system']);

function read(record: Json, place: Place, head: Head): ReadRecord {
  const type = typeof record.type === 'string' ? record.type : '(none)';
  const message = isObject(record.message) ? record.message : {};
  const parts = Array.isArray(message.parts) ? message.parts.filter(isObject) : [];
  const common = {
    ...place,
    timestamp: filled(record.timestamp),
    session_id: filled(record.sessionId) ?? head.session,
    cwd: filled(record.cwd) ?? head.cwd,
    branch: filled(record.gitBranch),
    message_id: filled(record.uuid),
    uuid: filled(record.uuid),
    is_sidechain: record.provenance === 'subagent',
  };
  return {
    type,
    standing: known.has(type) ? 'known' : 'unknown',
    turns: parts
      .flatMap((part) => saidIn(part, type, record))
      .map((said) => ({ ...common, ...said })),
    unknown: [],
    isMalformed: type !== 'system' && known.has(type) && !Array.isArray(message.parts),
    timestamp: record.timestamp,
    version: record.version,
    model: type === 'assistant' ? record.model : undefined,
    session: record.sessionId,
    cwd: record.cwd,
    copiedFrom: undefined,
    isOwn: true,
  };
}

function saidIn(part: Json, type: string, record: Json): Said[] {
  const { functionCall: call, functionResponse: response } = part;
  if (isObject(call)) {
    const given = isObject(call.args) ? call.args : {};
    const { name, input } = inClaudesWords('qwen', String(call.name), given);
    const tool = { name, id: String(call.id ?? ''), input };
    return [{ role: 'tool_input', kind: 'call', text: inputStrings(input).join('\n'), tool }];
  }
  if (isObject(response)) return [resultOf(response, record)];
  const text = filled(part.text);
  if (text === undefined) return [];
  const tool = undefined;
  if (type === 'user') {
    const isPrompt = record.provenance === undefined || record.provenance === 'real_user';
    return [{ role: 'user', kind: isPrompt ? 'agent_prompt' : 'meta', text, tool }];
  }
  if (type !== 'assistant') return [];
  return part.thought === true
    ? [{ role: 'thinking', kind: 'thinking', text, tool }]
    : [{ role: 'assistant', kind: 'text', text, tool }];
}

function resultOf({ id, name, response }: Json, { toolCallResult }: Json): Said {
  const { output, error } = isObject(response) ? response : {};
  const { status, errorType } = isObject(toolCallResult) ? toolCallResult : {};
  const { text, exit } = commandOutput(String(error ?? output ?? ''));
  const failed = error !== undefined || status === 'error' || (exit !== undefined && exit !== 0);
  const tool = {
    name: inClaudesWords('qwen', String(name), {}).name,
    id: String(id ?? ''),
    failed,
  };
  // A hook refused it before it began.
  const kind = errorType === 'execution_denied' ? 'hook' : 'result';
  return { role: 'tool_result', kind, text, tool };
}
