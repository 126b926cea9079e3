// When: the model is about to end its turn.
// If: tasks of its list are open, and the stop gate lets the turn go on.
// Then: it is told how many and which, and goes on.
import { oneLine } from '../../text.js';
import type { Handler } from '../handler.js';
import { guardWordsIn } from './guard-messages.js';
import { switchOf } from './guard-switch.js';
import { continuation } from './stop-gate.js';
import { tasksOf } from './tasks.js';

const maxNamed = 5;

export const handle: Handler = (payload, session, settings) => {
  if (switchOf('finish-todos', session, settings) === undefined) return undefined;
  const { done, open } = tasksOf(payload, session);
  if (open.length === 0) return undefined;
  const allowed = continuation(payload, session, settings, 'finish-todos');
  if (allowed === undefined) return undefined;
  const say = guardWordsIn(session.memories()[0]?.language ?? 'en');
  const named = open.map((task, at) => (at < maxNamed ? oneLine(task, 80) : '…'));
  return { ...allowed, context: say.todos(done.length, named) };
};
