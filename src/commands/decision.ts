import type { Life } from '../learn/confidence.js';
import type { Event } from '../schema.gen.js';
import { finish } from './add.js';
import type { Command } from './context.js';
import { text } from './context.js';
import { eventAbout, instantBehind, pick, shelfOf } from './edit.js';
import { change, instantOf } from './memory.js';

/** A command that is one event about one asset: a person's decision, no wording. */
export function decisionCommand(
  kind: Event['event'],
  isDone: (life: Life | undefined) => boolean,
  done: string,
): Command {
  return async (context) => {
    const id = context.args[0] as string;
    const reason = text(context, 'reason');
    const now = instantOf(context);
    const outcome = await change(context, (opened) => {
      const shelf = shelfOf(opened);
      const asset = pick(shelf, id);
      if (isDone(shelf.lives.get(id))) return { done: `${id} is ${done} already` };
      const more = { by: kind, ...(reason === undefined ? {} : { reason }) };
      const at = instantBehind(opened, id, now);
      const event = eventAbout(asset, kind, at, opened.memory.project, more);
      return { change: { events: [event] }, done: `${id} is ${done}` };
    });
    return finish(context, outcome);
  };
}
