import {
  inputStrings,
  isOwnWords,
  type Role,
  type Turn,
  withoutReminders,
} from '../transcript/turn.js';

/** A text in which a quote may stand: no words run from one passage into another. */
export interface Passage {
  readonly line: number;
  /** Whose words they are: `user` for the person's own alone. */
  readonly role: Role;
  readonly text: string;
  /** The call whose input or result this is. */
  readonly call: string | undefined;
  readonly message_id: string | undefined;
}

/** Never evidence, whatever they say: written by the client, a hook, a skill, or a summary of what was said. */
const never: ReadonlySet<Turn['kind']> = new Set([
  'meta',
  'hook',
  'skill',
  'caveat',
  'compact_summary',
]);

/** In `user` lines, but a model's words. */
const modelWords: ReadonlySet<Turn['kind']> = new Set([
  'agent_prompt',
  'teammate',
  'scheduled',
  'plan',
]);

/** The person's, whatever the call was. */
const replies: ReadonlySet<Turn['kind']> = new Set(['rejection', 'answer', 'choice']);

/**
 * What a turn said or showed. Each string of a tool's input is a passage by itself; system reminders are cut out,
 * and what stood around one does not join.
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
