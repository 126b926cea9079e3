// When: a shell, Edit or Write call has ended and the client reports success; it does not wait for us.
// If: its output shows a failure anyway (a pipeline hides an exit code), or it did some work.
// Then: the failure is noted and gets a hint like any other. Work is counted and shows the outcome of an earlier hint.

import { isOwn, isShell, isTrivial } from '../../observe/signals/command-key.js';
import { answerFailure, answerSuccess, callOf, failuresOf } from '../failure-hints.js';
import type { Handler, NewFact, Session } from '../handler.js';
import { outputOf, recordOf } from '../payload.js';

export const handle: Handler = (payload, _, { holdout }) => {
  const call = callOf(payload);
  if (recordOf(payload, 'tool_response').interrupted === true || isOwn(call.command))
    return undefined;
  if (isShell(call.tool) && isTrivial(call.command)) return undefined;
  const facts = isShell(call.tool) ? failuresOf(call, outputOf(payload), undefined) : [];
  const how = { isSeen: false, held: holdout === 'held' };
  const answer = (session: Session) => answerFailure(call, facts, session, how);
  if (facts.length > 0) return { facts, next: answer };
  const done: NewFact = {
    kind: 'call',
    tool: call.tool,
    key: call.key,
    ...(call.agent === '' ? {} : { agent: call.agent }),
  };
  return { facts: [done], next: (session) => answerSuccess(call, session) };
};
