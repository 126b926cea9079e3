// When: a shell, Edit or Write call has failed.
// If: the same failure (signal and fingerprint) occurs for the second time in this session.
// Then: the model gets the steps of one rule, or the solution of a past session. Otherwise the failure is only noted.

import { answerFailure, callOf, failuresOf } from '../failure-hints.js';
import type { Handler } from '../handler.js';
import { textOf } from '../payload.js';

export const handle: Handler = (payload, _, { holdout }) => {
  if (payload.is_interrupt === true) return undefined;
  const call = callOf(payload);
  const facts = failuresOf(call, textOf(payload, 'error'), true);
  if (facts.length === 0) return undefined;
  const how = { isSeen: true, held: holdout === 'held' };
  return { facts, next: (session) => answerFailure(call, facts, session, how) };
};
