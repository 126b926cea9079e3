import { decisionCommand } from './consent/decision.js';
import { wordedDecision } from './worded-decision.js';

export const decideUnpin = wordedDecision('unpin', (life) => life?.pinned !== true);
export const unpin = decisionCommand('unpin', decideUnpin);
