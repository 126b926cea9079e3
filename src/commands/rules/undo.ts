import { lastDecision } from '../../application/decisions/undo.js';
import { faults } from '../../messages/problems/memory.js';
import { MadnessError } from '../../problem.js';
import { type Command, text } from '../../terminal/context.js';
import { requestChange } from '../../terminal/finish-change.js';
export const undo: Command = async (context) => {
  const prefix = (context.args[0] ?? lastDecision).toLowerCase();
  if (prefix !== lastDecision && !/^[0-9a-f]{4,16}$/.test(prefix))
    throw new MadnessError(faults.noEventId(context.args[0]));
  const reason = text(context, 'reason');
  const request = {
    action: 'undo',
    event: prefix,
    ...(reason === undefined ? {} : { reason }),
  } as const;
  return requestChange(context, request);
};
