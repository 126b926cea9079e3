import { decisionCommand } from './decision.js';

export const pin = decisionCommand('pin', (life) => life?.pinned === true, 'pinned');
