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
