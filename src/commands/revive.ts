import { policy } from '../learn/policy.js';
import { decisionCommand, decisionOf } from './consent/decision.js';

export const decideRevive = decisionOf(
  'revive',
  (life) => life?.retired === false && life.confidence >= policy.gate.provisional,
  ['merged'],
);
export const revive = decisionCommand('revive', decideRevive);
