// When: the model is about to end its turn.
// If: tasks of its list are open, and the stop gate lets the turn go on.
// Then: it is told how many and which, and goes on.
import { oneLine } from '../../text.js';
import { continuation } from './continuation-limit.js';
import { guardOf } from './guard-switch.js';
import { tasksOf } from './tasks.js';

const maxNamed = 5;

export const handle = guardOf('finish-todos', ({ payload, session, settings, say }) => {
  const { done, open } = tasksOf(payload, session);
  if (open.length === 0) return undefined;
  const allowed = continuation(payload, session, settings, 'finish-todos');
  if (allowed === undefined) return undefined;
  const named = open.map((task, at) => (at < maxNamed ? oneLine(task, 80) : '…'));
  return { ...allowed, context: say().todos(done.length, named) };
});
