import {
  inputStrings,
  isOwnWords,
  type Role,
  type Turn,
  withoutReminders,
} from '../transcript/turn.js';

/** A text that can contain a quote. No quote spans two passages. */
export interface Passage {
  readonly line: number;
  /** The speaker. `user` is the person only. */
  readonly role: Role;
  readonly text: string;
  /** The call whose input or result this is. */
  readonly call: string | undefined;
  readonly message_id: string | undefined;
}

/** Never evidence: written by the client, a hook or a skill, or a summary. */
const never: ReadonlySet<Turn['kind']> = new Set([
  'meta',
  'hook',
  'skill',
  'caveat',
  'compact_summary',
]);

/** In `user` lines, but written by a model. */
const modelWords: ReadonlySet<Turn['kind']> = new Set([
  'agent_prompt',
  'teammate',
  'scheduled',
  'plan',
]);

/** Always the person's, whatever the call was. */
const replies: ReadonlySet<Turn['kind']> = new Set(['rejection', 'answer', 'choice']);

/**
 * The passages of a turn. Each string of a tool's input is a passage. System reminders are cut out, and their
 * surroundings are not joined.
 */
export function passagesOf(turn: Turn): Passage[] {
  if (never.has(turn.kind)) return [];
  const role = roleOf(turn);
  const call = replies.has(turn.kind) ? undefined : turn.tool?.id;
  return textsOf(turn)
    .filter((text) => text !== '')
    .map((text) => ({ line: turn.line, role, text, call, message_id: turn.message_id }));
}

function roleOf(turn: Turn): Role {
  if (turn.role !== 'user' || isOwnWords(turn)) return turn.role;
  return modelWords.has(turn.kind) ? 'assistant' : 'tool_result';
}

function textsOf(turn: Turn): string[] {
  if (turn.role === 'tool_input') return inputStrings(turn.tool?.input);
  if (turn.role === 'assistant' || turn.role === 'thinking') return [turn.text];
  return withoutReminders(turn.text, '\u0000').split('\u0000');
}
