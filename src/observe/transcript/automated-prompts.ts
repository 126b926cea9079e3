import type { Json } from './turn.js';

/** Says the client that it sent this prompt itself: a timer that the model had set, another session, its host? */
export function isSentByProgram(record: Json): boolean {
  return (
    programs.has(String(record.turnOrigin)) ||
    typeof record.wakeupSource === 'string' ||
    record.textNotTyped === true ||
    record.handedOff === true
  );
}

const programs: ReadonlySet<string> = new Set([
  'scheduled',
  'task_notification',
  'auto_continuation',
  'peer',
  'host_synthetic',
  'system',
]);

/**
 * A plan that the model wrote, sent in the person's name when they let the work on it begin anew. Clients before 2.1.29 do
 * not mark it.
 */
export function isPlan(record: Json, text: string): boolean {
  return (
    typeof record.planContent === 'string' || text.startsWith('Implement the following plan:\n\n# ')
  );
}
