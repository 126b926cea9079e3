import { decisionCommand, decisionOf } from '../application/approval/status-decisions.js';

export const decideUnpin = decisionOf('unpin', (life) => life?.pinned !== true);
export const unpin = decisionCommand('unpin', decideUnpin);
