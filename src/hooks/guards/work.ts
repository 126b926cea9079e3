// When: the model is about to end its turn.
// If: the person started work on a plan or a loop in this session, it is not done, and the stop gate lets the turn go on.
// Then: it is told what is open, or the task again, and goes on; a finished piece of work is closed.
import { join } from 'node:path';
import { read } from '../../platform/read-object.js';
import { boxesIn, parseWork, type Work, workPath } from '../../store/work-file.js';
import { oneLine } from '../../text.js';
import type { Handled } from '../handler.js';
import { textOf } from '../payload.js';
import { continuation } from './continuation-limit.js';
import { type GuardInput, guardOf } from './guard-switch.js';

export const handle = guardOf('work', (scene) => {
  const { session, settings } = scene;
  const work = parseWork(read(join(settings.own, workPath(session.folder))));
  if (work === undefined) return undefined;
  return 'plan' in work ? goOnWithPlan(work, scene) : goOnWithLoop(work, scene);
});

function goOnWithPlan(
  { plan, open: before }: Extract<Work, { plan: string }>,
  { payload, session, settings, say }: GuardInput,
): Handled | undefined {
  const { done, open } = boxesIn(read(plan));
  const file = workPath(session.folder);
  if (open.length === 0) return { files: { [file]: undefined } };
  const isOrdered = before === undefined || open.length < before;
  const allowed = continuation(payload, session, settings, 'work', { isOrdered });
  if (allowed === undefined) return undefined;
  return {
    ...allowed,
    files: { [file]: `${JSON.stringify({ plan, open: open.length })}\n` },
    context: say().plan(
      plan,
      done.length,
      open.map((box) => oneLine(box, 80)),
    ),
  };
}

function goOnWithLoop(
  work: Extract<Work, { task: string }>,
  { payload, session, settings, say }: GuardInput,
): Handled | undefined {
  const { task, promise, max, round } = work;
  const file = workPath(session.folder);
  // The answer ends with the promise; words about it are none.
  const isDone = textOf(payload, 'last_assistant_message')
    .split('\n')
    .some((line) => line.trimEnd().endsWith(`<promise>${promise}</promise>`));
  if (isDone || round >= max) return { files: { [file]: undefined } };
  const allowed = continuation(payload, session, settings, 'work', { isOrdered: true });
  if (allowed === undefined) return undefined;
  return {
    ...allowed,
    files: { [file]: `${JSON.stringify({ ...work, round: round + 1 })}\n` },
    context: say().loop(task, promise, round + 1, max),
  };
}
