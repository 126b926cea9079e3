import type { Decide } from '../../application/approval/request-change.js';
import { requestChange } from '../../application/approval/request-change.js';
import { decidePin } from '../../application/decisions/pin.js';
import {
  type DecisionKind,
  decideDeprecate,
  decideRevive,
  decideUnpin,
} from '../../application/decisions/status.js';
import { type Command, text } from '../../terminal/context.js';

function decisionCommand(kind: DecisionKind, decide: Decide): Command {
  return (context) => {
    const reason = text(context, 'reason');
    const request = {
      action: kind,
      asset_id: context.args[0] as string,
      ...(reason === undefined ? {} : { reason }),
    };
    return requestChange(context, request, decide);
  };
}

export const deprecate = decisionCommand('deprecate', decideDeprecate);
export const revive = decisionCommand('revive', decideRevive);
export const pin = decisionCommand('pin', decidePin);
export const unpin = decisionCommand('unpin', decideUnpin);
