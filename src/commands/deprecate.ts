import { decisionCommand } from './consent/decision.js';
import { wordedDecision } from './worded-decision.js';

export const decideDeprecate = wordedDecision('deprecate', (life) => life?.retired === true);
export const deprecate = decisionCommand('deprecate', decideDeprecate);
