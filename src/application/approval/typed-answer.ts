import type { TypedNote } from '../../observe/journal/answer-notes.js';
import type { Fields, TranscriptRow } from './answered-question.js';

/** Between our hook's note and the client's record of the blocked prompt; a hook has 5 seconds. */
const maxDelayMs = 10_000;

/**
 * The row in which the terminal client recorded that our hook blocked this very prompt. A hook that was started by hand
 * leaves a note and no row; a hook of somebody else leaves a row and no note. Both are needed, and the note comes first.
 */
export function findTypedRow(
  rows: readonly TranscriptRow[],
  note: TypedNote,
  session: string,
): TranscriptRow | undefined {
  const noted = Date.parse(note.ts);
  return rows.find(({ record }) => {
    const late = Date.parse(String(record.timestamp)) - noted;
    return (
      record.type === 'system' &&
      record.entrypoint === 'cli' &&
      record.sessionId === session &&
      record.isSidechain !== true &&
      record.forkedFrom === undefined &&
      blockedReason(record) === note.reason &&
      late >= 0 &&
      late <= maxDelayMs
    );
  });
}

function blockedReason({ promptSubmitEnding }: Fields): unknown {
  const { ending, promptKept } = (promptSubmitEnding ?? {}) as Fields;
  const { kind, reason } = (ending ?? {}) as Fields;
  return kind === 'blocked_by_hook' && promptKept === false ? reason : undefined;
}
