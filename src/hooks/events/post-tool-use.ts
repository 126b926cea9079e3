// When: a shell, Edit or Write call has ended and the client calls it a success; nobody waits for us.
// If: its output tells of a failure all the same (a pipeline hides an exit code), or it did some work.
// Then: the failure is noted and hinted at like any other; work is counted, and judges the hint given before.

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
