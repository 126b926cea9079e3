import { decisionCommand } from './decision.js';

export const unpin = decisionCommand('unpin', (life) => life?.pinned !== true, 'not pinned');
