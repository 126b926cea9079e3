import { policy } from '../learn/policy.js';
import { decisionCommand } from './consent/decision.js';
import { wordedDecision } from './worded-decision.js';

export const decideRevive = wordedDecision(
  'revive',
  (life) => life?.retired === false && life.confidence >= policy.gate.provisional,
  ['merged'],
);
export const revive = decisionCommand('revive', decideRevive);
