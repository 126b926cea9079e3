import { MadnessError } from '../problem.js';
import type { Asset } from '../schema.gen.js';
import { finish } from './add.js';
import { type Command, text } from './context.js';
import {
  eventAbout,
  instantBehind,
  pick,
  shelfOf,
  textsOf,
  withAsset,
  wordingChange,
} from './edit.js';
import { parseAsset, readInput } from './input.js';
import { change, instantOf } from './memory.js';

export const merge: Command = async (context) => {
  const id = context.args[0] as string;
  const into = text(context, 'into');
  if (into === undefined) throw new MadnessError('Expected --into ID, got none.');
  if (into === id) throw new MadnessError(`${id} cannot be merged into itself.`);
  const input = text(context, 'file') === undefined ? undefined : await readInput(context);
  const now = instantOf(context);
  const reason = text(context, 'reason');
  const outcome = await change(context, (opened) => {
    const shelf = shelfOf(opened);
    const absorbed = pick(shelf, id);
    const before = pick(shelf, into);
    const reworded =
      input === undefined
        ? { asset: before, problems: [] }
        : parseAsset(input, { type: before.type, id: into });
    if (reworded.asset === undefined) return { problems: reworded.problems };
    const after = absorb({ ...before, ...reworded.asset } as Asset, absorbed);
    const next = withAsset(shelf, after.type, into, after);
    if ('rule' in next) return { problems: [next] };
    const at = instantBehind(opened, into, instantBehind(opened, id, now));
    const event = eventAbout(absorbed, 'merge', at, opened.memory.project, {
      into,
      by: 'merge',
      ...(reason === undefined ? {} : { reason }),
      ...wordingChange(before, after),
    });
    return {
      change: { texts: textsOf(next), events: [event] },
      done: `merged ${id} into ${into}; ${id} is hidden and its verdicts do not count for ${into}`,
    };
  });
  return finish(context, outcome);
};

/** The survivor with the other's evidence. */
function absorb(survivor: Asset, absorbed: Asset): Asset {
  const evidence = new Map(
    [...(survivor.evidence ?? []), ...(absorbed.evidence ?? [])].map((one) => [
      JSON.stringify(one),
      one,
    ]),
  );
  return { ...survivor, evidence: [...evidence.values()].slice(0, 50) };
}
