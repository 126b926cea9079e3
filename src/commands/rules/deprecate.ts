import { decisionCommand, decisionOf } from '../../application/approval/status-decisions.js';

export const decideDeprecate = decisionOf('deprecate', (life) => life?.retired === true);
export const deprecate = decisionCommand('deprecate', decideDeprecate);
