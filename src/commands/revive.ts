import { policy } from '../learn/policy.js';
import { decisionCommand } from './decision.js';

export const revive = decisionCommand(
  'revive',
  (life) => life?.retired === false && life.confidence >= policy.gate.provisional,
  'taken back',
);
