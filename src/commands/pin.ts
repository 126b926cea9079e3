import { decisionCommand, decisionOf } from './decision.js';

export const decidePin = decisionOf('pin', (life) => life?.pinned === true, 'pinned', [
  'merged',
  'retired',
]);
export const pin = decisionCommand('pin', decidePin);
