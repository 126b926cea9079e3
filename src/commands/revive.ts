import { decisionCommand, decisionOf } from '../application/approval/status-decisions.js';
import { policy } from '../learn/fold/policy.js';

export const decideRevive = decisionOf(
  'revive',
  (life) => life?.retired === false && life.confidence >= policy.gate.provisional,
  ['merged'],
);
export const revive = decisionCommand('revive', decideRevive);
