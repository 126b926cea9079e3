import { decisionCommand } from './decision.js';

export const deprecate = decisionCommand('deprecate', (life) => life?.retired === true, 'retired');
