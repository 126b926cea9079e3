import { decisionCommand, decisionOf } from './consent/decision.js';

export const decideUnpin = decisionOf('unpin', (life) => life?.pinned !== true);
export const unpin = decisionCommand('unpin', decideUnpin);
