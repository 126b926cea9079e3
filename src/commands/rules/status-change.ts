import type { DecisionKind } from '../../application/decisions/status.js';
import { type Command, text } from '../../terminal/context.js';
import { requestChange } from '../../terminal/finish-change.js';

function statusChange(action: DecisionKind): Command {
  return (context) => {
    const reason = text(context, 'reason');
    return requestChange(context, {
      action,
      asset_id: context.args[0] as string,
      ...(reason === undefined ? {} : { reason }),
    });
  };
}

export const deprecate = statusChange('deprecate');
export const revive = statusChange('revive');
export const pin = statusChange('pin');
export const unpin = statusChange('unpin');
