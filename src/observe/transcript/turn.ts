/** Whose words, or what was shown. */
export type Role = 'user' | 'assistant' | 'thinking' | 'tool_input' | 'tool_result';

/**
 * The kind of a turn. Most `user` lines are not the user's, so the role alone means little: the person typed or chose
 * only the kinds in `ownWords`.
 */
export type TurnKind =
  /** Typed by the person. */
  | 'prompt'
  /** A slash command as it was typed, `/name arguments`. */
  | 'command'
  /** A shell command the person typed after `!`. */
  | 'bash_input'
  /** Typed while the model was working; the same words may come again as a prompt. */
  | 'queued'
  /** The person's words when refusing a tool call. */
  | 'rejection'
  /** The person's own words in an answer to AskUserQuestion. */
  | 'answer'
  /** The option of AskUserQuestion that the person chose: their decision in the model's wording. */
  | 'choice'
  /** The task another agent set (side chains and sub-agents). */
  | 'agent_prompt'
  | 'teammate'
  /** A prompt the model itself had scheduled. */
  | 'scheduled'
  /** A plan the model wrote and the client sent as a prompt. */
  | 'plan'
  | 'meta'
  | 'skill'
  | 'hook'
  | 'caveat'
  | 'ide'
  | 'compact_summary'
  | 'interrupt'
  | 'task_notification'
  /** The model's text, thinking, tool call. */
  | 'text'
  | 'thinking'
  | 'call'
  /** Written by the client in the model's name (API errors, "No response requested."). */
  | 'synthetic'
  /** A tool's result. */
  | 'result'
  /** The client's words that a call was refused by the person; the reason follows as a `rejection`. */
  | 'refusal'
  | 'bash_output'
  | 'command_output';

export interface ToolCall {
  /** Empty if the call of a result is not in the file. */
  readonly name: string;
  readonly id: string;
  /** On `tool_input` turns only. */
  readonly input?: unknown;
  /** On `tool_result` turns only: the result is marked as an error. */
  readonly failed?: boolean | undefined;
  /** On the result of an edit that the person changed before they accepted it. */
  readonly changed?: Changed;
}

/** What stands in the file instead of what was proposed; no text where the client tells only that it differs. */
export interface Changed {
  readonly text: string | undefined;
}

/** One text or thinking block, tool call, or text of a tool's result. */
export interface Turn {
  readonly file: string;
  /** Starts at 1. Two records joined on one line share it. */
  readonly line: number;
  /** Byte offset of the line's start in the file. */
  readonly offset: number;
  readonly role: Role;
  readonly kind: TurnKind;
  /**
   * The text as in the file, with system reminders. For a tool call: every string of its input, one per line, so search
   * `inputStrings` for words that must be in one string.
   */
  readonly text: string;
  readonly timestamp: string | undefined;
  readonly session_id: string | undefined;
  readonly cwd: string | undefined;
  /** What the record says of git; absent where an agent's records name no branch. */
  readonly branch?: string | undefined;
  /** The same for all lines of one message of the model. */
  readonly message_id: string | undefined;
  /** The record's own id, which a copy in another file shares. */
  readonly uuid: string | undefined;
  readonly is_sidechain: boolean;
  /**
   * On calls, results, rejections and answers: the refused call, or the question. Its name is `!` for a shell command
   * that the person typed and its output.
   */
  readonly tool: ToolCall | undefined;
}

export type Json = { readonly [key: string]: unknown };

const ownWords: ReadonlySet<TurnKind> = new Set([
  'prompt',
  'command',
  'bash_input',
  'queued',
  'rejection',
  'answer',
  'choice',
]);

/** Did the person write these words, or choose them? */
export function isOwnWords(turn: Turn): boolean {
  return ownWords.has(turn.kind);
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text with something in it. */
export function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Every string in a tool's input, depth first, in the order of the keys. */
export function inputStrings(input: unknown): string[] {
  const strings: string[] = [];
  const pending = [input];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') strings.push(value);
    else if (typeof value === 'object' && value !== null) {
      const parts = Object.values(value);
      for (let at = parts.length - 1; at >= 0; at--) pending.push(parts[at]);
    }
  }
  return strings;
}

/** The person's words without the tags that the client adds around a command. */
export function typedWords({ kind, text }: Turn): string {
  if (kind === 'command') return commandTyped(text);
  return kind === 'bash_input' ? (inside(text, 'bash-input') ?? text) : text;
}

/**
 * The text without parts that the client or a hook added for the model; `filler` replaces each. Only tags at the start
 * of a line count: in code about the tag something precedes it.
 */
export function withoutReminders(text: string, filler = ''): string {
  if (!text.includes('<')) return text;
  return withoutTag(withoutTag(text, 'system-reminder', filler), 'user-prompt-submit-hook', filler);
}

function withoutTag(text: string, tag: string, filler: string): string {
  const opens = `<${tag}>`;
  const closes = `</${tag}>`;
  let kept = '';
  let from = 0;
  for (let at = text.indexOf(opens); at >= 0; at = text.indexOf(opens, at)) {
    const end = text.indexOf(closes, at);
    if (end < 0) break;
    if (!/(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at))) at += opens.length;
    else {
      kept += text.slice(from, at) + filler;
      from = end + closes.length;
      at = from;
    }
  }
  return from === 0 ? text : kept + text.slice(from);
}

function inside(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const from = start + tag.length + 2;
  const end = text.lastIndexOf(`</${tag}>`);
  return text.slice(from, end < from ? undefined : end);
}

function commandTyped(text: string): string {
  const name = inside(text, 'command-name') ?? inside(text, 'command-message') ?? '';
  const args = inside(text, 'command-args')?.trim() ?? '';
  const typed = name.startsWith('/') ? name : `/${name}`;
  return args === '' ? typed : `${typed} ${args}`;
}
