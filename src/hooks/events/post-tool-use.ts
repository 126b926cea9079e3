// When: a shell, Edit or Write call has ended and the client reports success; it does not wait for us.
// If: its output or its exit status shows a failure all the same (a pipeline, another agent), or it did some work.
// Then: the failure is noted and gets a hint like any other. Work is counted and shows the outcome of an earlier hint.

import { isOwn, isShell, isTrivial } from '../../observe/signals.js';
import { shownOutput } from '../../observe/transcript.js';
import { hostOf } from '../../platform/hosts.js';
import { answerFailure, answerSuccess, callOf, failuresOf } from '../failure-hints.js';
import type { Handler, NewFact, Session } from '../handler.js';
import { exitStatusOf } from '../other-agents.js';
import { outputOf, recordOf } from '../payload.js';

export const handle: Handler = (payload, _, { holdout }) => {
  const call = callOf(payload);
  if (recordOf(payload, 'tool_response').interrupted === true || isOwn(call.command))
    return undefined;
  if (isShell(call.tool) && isTrivial(call.command)) return undefined;
  const exit = exitStatusOf(payload);
  const failed = exit !== undefined && exit !== 0 ? true : undefined;
  const output = shownOutput(outputOf(payload), exit);
  const facts = isShell(call.tool) ? failuresOf(call, output, failed) : [];
  // Only Claude Code runs this one aside.
  const how = { isSeen: hostOf(payload) !== 'claude', held: holdout === 'held' };
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
