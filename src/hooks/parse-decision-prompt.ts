import type { TypedVerb } from '../observe/journal/answer-notes.js';
import { blocksOf, type Payload, parseRecord, recordOf } from './payload.js';

/** A prompt that is nothing but a decision about one change. `isCommand`: with the command's name before it. */
export interface TypedPrompt {
  readonly verb: TypedVerb;
  readonly id: string;
  readonly isCommand: boolean;
}

const form =
  /^(\/(?:madness:)?madness\s+)?(keep|pin|drop|show|留下|置顶|放弃|看看)\s+([0-9a-f]{8})$/;

const chinese: Readonly<Record<string, TypedVerb>> = {
  留下: 'keep',
  置顶: 'pin',
  放弃: 'drop',
  看看: 'show',
};

/** Undefined unless the prompt is exactly such a command. */
export function parseTypedPrompt(prompt: string): TypedPrompt | undefined {
  const [, command, word = '', id = ''] = form.exec(prompt.trim()) ?? [];
  if (id === '') return undefined;
  return { verb: chinese[word] ?? (word as TypedVerb), id, isCommand: command !== undefined };
}

const shown = /^\/(?:madness:)?madness\s+(?:show|看看)\s+([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** The id of the rule that the person asks to see; undefined for any other prompt. */
export function parseShownRule(prompt: string): string | undefined {
  return shown.exec(prompt.trim())?.[1];
}

/**
 * True if the transcript ends while the model works. The client then records nothing of a blocked prompt, so a running
 * tool could forge one.
 */
export function isWorking(transcript: string): boolean {
  const lines = transcript.split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const record = parseRecord(lines[at] as string);
    if (record === undefined || record.isSidechain === true) continue;
    const kinds = blocksOf(record).map(({ type }) => type);
    if (record.type === 'assistant') return kinds.includes('tool_use');
    if (record.type !== 'user') continue;
    if (kinds.includes('tool_result')) return true;
    if (isInterruption(record)) return false;
    if (record.turnOrigin !== undefined) return true;
  }
  return false;
}

function isInterruption(record: Payload): boolean {
  const { content } = recordOf(record, 'message');
  const texts = [content, ...blocksOf(record).map(({ text }) => text)];
  return texts.some((text) => typeof text === 'string' && text.startsWith('[Request interrupted'));
}

/**
 * True if this is the command for a prompt in hooks.json, as the client passes it to a shell. A tool call has another
 * shell directly below the client.
 */
export function isPromptHook(command: string): boolean {
  return /^[^\0]+\0(?:-\w+\0)+eval 'sh "[^"\n]*\/hooks\/start\.sh" user-prompt-submit; exit 0'/.test(
    command,
  );
}

/** What the person reads instead of a prompt that was a decision, one line each. */
interface Words {
  readonly decided: (verb: TypedVerb, id: string) => string;
  readonly unknown: (id: string) => string;
  readonly notShown: (id: string) => string;
  readonly tooLong: string;
  readonly unread: (id: string, source: string) => string;
  readonly unreadTooLong: (id: string) => string;
  readonly working: string;
  readonly otherClient: string;
}

const en: Words = {
  decided: (verb, id) => `madness: ${verb} ${id}. Take it back with: madness undo`,
  unknown: (id) => `madness: no change ${id} waits here. What waits: madness review`,
  notShown: (id) => `madness: read it first: /madness show ${id}`,
  tooLong: 'madness: this change is too long for a line. Read it with: madness review',
  unread: (id, source) =>
    `madness: ${id}, imported from ${source}. Claude has not been told it. Keep or drop it: madness review`,
  unreadTooLong: (id) => `madness: ${id} is too long to show here. Read it with: madness review`,
  working: 'madness: Claude is working. Type it again when the turn has ended.',
  otherClient: 'madness: this session is open in another client. Type it there.',
};

const zhVerbs: Readonly<Record<TypedVerb, string>> = {
  keep: '留下',
  pin: '置顶',
  drop: '放弃',
  show: '看看',
};

const zh: Words = {
  decided: (verb, id) => `madness：${zhVerbs[verb]} ${id}。撤销：madness undo`,
  unknown: (id) => `madness：没有待定的变更 ${id}。查看待定项：madness review`,
  notShown: (id) => `madness：请先查看：/madness 看看 ${id}`,
  tooLong: 'madness：这项变更太长，请运行 madness review 查看。',
  unread: (id, source) =>
    `madness：${id}，导入自 ${source}，Claude 尚未看到。保留或放弃：madness review`,
  unreadTooLong: (id) => `madness：${id} 太长，请运行 madness review 查看。`,
  working: 'madness：Claude 正在工作，请在本轮结束后再输入。',
  otherClient: 'madness：本次会话已在另一个客户端打开，请在那里输入。',
};

export const typedWordsIn = (language: 'en' | 'zh'): Words => (language === 'zh' ? zh : en);
