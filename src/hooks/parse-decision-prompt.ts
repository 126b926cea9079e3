import { plainPrompt, type TypedVerb, typedVerbs } from '../observe/journal.js';
import { counted } from '../text.js';
import { blocksOf, type Payload, parseRecord, recordOf } from './payload.js';

/** A prompt that is nothing but a decision about one change. `isCommand`: with the command's name before it. */
export interface TypedPrompt {
  readonly verb: TypedVerb;
  readonly id: string;
  readonly isCommand: boolean;
}

const form = new RegExp(`^(/(?:madness:)?madness\\s+)?(${typedVerbs})\\s+([0-9a-f]{8})$`);

const chinese: Readonly<Record<string, TypedVerb>> = {
  留下: 'keep',
  置顶: 'pin',
  放弃: 'drop',
  看看: 'show',
};

/** Undefined unless the prompt is exactly such a command. */
export function parseTypedPrompt(prompt: string): TypedPrompt | undefined {
  const [, command, word = '', id = ''] = form.exec(plainPrompt(prompt)) ?? [];
  if (id === '') return undefined;
  return { verb: chinese[word] ?? (word as TypedVerb), id, isCommand: command !== undefined };
}

const shown = /^\/(?:madness:)?madness\s+(?:show|看看)\s+([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** The id of the rule that the person asks to see; undefined for any other prompt. */
export function parseShownRule(prompt: string): string | undefined {
  return shown.exec(plainPrompt(prompt))?.[1];
}

const trusted = /^\/(?:madness:)?madness\s+(?:trust|信任)(?:\s+([0-9a-f]{8}))?$/;

/** The state that the person trusts, empty for the next page; undefined for any other prompt. */
export function parseTrust(prompt: string): string | undefined {
  const found = trusted.exec(plainPrompt(prompt));
  return found === null ? undefined : (found[1] ?? '');
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

const enVerbs: Readonly<Record<TypedVerb, string>> = {
  keep: 'keeping',
  pin: 'pinning',
  drop: 'dropping',
  show: 'showing',
  trust: 'trusting',
};

/** What the person reads instead of a prompt that was a decision, one line each. */
const en = {
  decided: (verb: TypedVerb, id: string, title: string) =>
    `madness: ${enVerbs[verb]} ${title === '' ? id : `“${title}” (${id})`}. Take it back with: madness undo`,
  trustPage: (page: number, pages: number) =>
    `madness: page ${page} of ${pages} of what this memory would tell Claude.${page < pages ? ' The next page: /madness trust' : ''}`,
  trustLast: (rules: number, state: string) =>
    `${counted(rules, 'rule')}, state ${state}. To let it speak here: /madness trust ${state}`,
  trusting: (rules: number, state: string) =>
    `madness: trusting this memory, ${counted(rules, 'rule')}, state ${state}. Take it back with: madness trust --off`,
  trustUnread: 'madness: read it first, page by page: /madness trust',
  unknown: (id: string) => `madness: no change ${id} waits here. What waits: madness review`,
  notShown: (id: string) => `madness: read it first: /madness show ${id}`,
  tooLong: 'madness: this change is too long for a line. Read it with: madness review',
  unread: (id: string, source: string) =>
    `madness: ${id}, imported from ${source}. Claude has not been told it. Keep or drop it: madness review`,
  unreadTooLong: (id: string) =>
    `madness: ${id} is too long to show here. Read it with: madness review`,
  working: 'madness: not now: Claude is working. Type it again when Claude is idle.',
  otherClient: 'madness: this session is open in another client. Type it there.',
};

const zhVerbs: Readonly<Record<TypedVerb, string>> = {
  keep: '留下',
  pin: '置顶',
  drop: '放弃',
  show: '看看',
  trust: '信任',
};

const zh: typeof en = {
  decided: (verb, id, title) =>
    `madness：${zhVerbs[verb]}${title === '' ? ` ${id}` : `“${title}”（${id}）`}。撤销：madness undo`,
  trustPage: (page, pages) =>
    `madness：此记忆库会告诉 Claude 的内容，第 ${page} 页，共 ${pages} 页。${page < pages ? '下一页：/madness 信任' : ''}`,
  trustLast: (rules, state) =>
    `共 ${rules} 条规则，状态 ${state}。要让它在这里说话：/madness 信任 ${state}`,
  trusting: (rules, state) =>
    `madness：信任此记忆库，${rules} 条规则，状态 ${state}。收回：madness trust --off`,
  trustUnread: 'madness：请先逐页查看：/madness 信任',
  unknown: (id) => `madness：没有待定的变更 ${id}。查看待定项：madness review`,
  notShown: (id) => `madness：请先查看：/madness 看看 ${id}`,
  tooLong: 'madness：这项变更太长，请运行 madness review 查看。',
  unread: (id, source) =>
    `madness：${id}，导入自 ${source}，Claude 尚未看到。保留或放弃：madness review`,
  unreadTooLong: (id) => `madness：${id} 太长，请运行 madness review 查看。`,
  working: 'madness：现在不行：Claude 正在工作，请等它空闲时再输入。',
  otherClient: 'madness：本次会话已在另一个客户端打开，请在那里输入。',
};

export const typedWordsIn = (language: 'en' | 'zh') => ({ en, zh })[language];
