import { adopt } from '../../compile/compile.js';
import { parseAssets } from '../../learn/asset.js';
import { fold } from '../../learn/fold/fold.js';
import { touchesWording } from '../../learn/history/undo.js';
import { words } from '../../messages/rules/rule-changes.js';
import { hasErrors } from '../../problem.js';
import type { Event, Origin } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { readWaiting } from '../approval/pending-items.js';
import { after, type Decision } from '../memory/transaction.js';
import type { Decide } from './decision-types.js';
import { decideUndo } from './undo.js';

/** The events that a purge needs in full. */
export function keepPurged(event: Event): boolean {
  return event.origin !== undefined || touchesWording(event);
}

export const decidePurge: Decide = (opened, request, scene) => {
  const { sha256, source } = request.origin as Origin;
  const say = words[opened.memory.language];
  const adopted = unlogged(opened).filter(({ origin }) => origin?.sha256 === sha256);
  let now = after(opened, { events: adopted });
  const brought = now.kept.filter(({ event }) => event.origin?.sha256 === sha256);
  const reverts: Event[] = [];
  const work = new Map<string, string | undefined>();
  // The newest first: each finds the memory as it was when it was written.
  for (const { id } of brought.reverse()) {
    if (!isLive(now, id)) continue;
    const decision: Decision = decideUndo(now, { action: 'undo', event: id }, scene);
    if (decision.change === undefined || hasErrors(decision.problems ?? [])) return decision;
    const { events = [], work: saved = new Map() } = decision.change;
    reverts.push(...events);
    for (const [name, content] of saved) work.set(name, content);
    now = after(now, decision.change);
  }
  for (const file of waitingFrom(opened, sha256)) work.set(file, undefined);
  if (reverts.length === 0 && work.size === 0) return { done: say.purgedAlready(source) };
  return {
    change: { events: [...adopted, ...reverts], texts: now.memory.texts, work },
    done: say.purged(source, reverts.length),
  };
};

/** Create events for imported rules that the log lacks: the run died, or a merge lost the line. */
export function unlogged({ memory }: Opened): Event[] {
  return adopt(memory, parseAssets(memory.texts).assets);
}

function isLive({ memory }: Opened, id: string): boolean {
  return fold(memory.log.log).isLive(id);
}

function waitingFrom(opened: Opened, sha256: string): string[] {
  return readWaiting(opened).items.flatMap((item) =>
    item.kind === 'proposal' &&
    item.proposal.origin?.sha256 === sha256 &&
    item.proposal.action !== 'purge'
      ? [item.file]
      : [],
  );
}
