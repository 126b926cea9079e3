import { decisionCommand, decisionOf } from './consent/decision.js';

export const decideDeprecate = decisionOf('deprecate', (life) => life?.retired === true);
export const deprecate = decisionCommand('deprecate', decideDeprecate);
