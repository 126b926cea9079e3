import { requestChange } from '../../application/approval/request-change.js';
import { MadnessError } from '../../problem.js';
import { type Command, text } from '../../terminal/context.js';
export const undo: Command = async (context) => {
  const prefix = (context.args[0] as string).toLowerCase();
  if (!/^[0-9a-f]{4,16}$/.test(prefix))
    throw new MadnessError(
      `Expected the id of an event or its first digits (at least 4), got ${context.args[0]}.`,
      'madness why ID lists the events of a rule.',
    );
  const reason = text(context, 'reason');
  const request = {
    action: 'undo',
    event: prefix,
    ...(reason === undefined ? {} : { reason }),
  } as const;
  return requestChange(context, request);
};
