import type { Opened } from '../store.js';
import type { Decide } from './approval.js';
import { decisionCommand, decisionOf } from './decision.js';
import { shelfOf } from './edit.js';

const decide = decisionOf('pin', (life) => life?.pinned === true, 'pinned', ['merged', 'retired']);

/** The block has room for some pinned rules only: one more would stand nowhere, whatever was said. */
export const decidePin: Decide = (opened, request, scene) => {
  const decision = decide(opened, request, scene);
  const { max_pinned } = opened.memory.limits;
  const pinned = pinnedIn(opened);
  if (decision.change === undefined || pinned.length < max_pinned) return decision;
  return {
    problems: [
      {
        rule: 'pin/full',
        severity: 'error',
        file: 'config.json',
        message: `Expected at most ${max_pinned} pinned rules, got one more: ${pinned.join(', ')} are pinned.`,
        hint: `madness unpin ${pinned[0]} first, or another of them.`,
      },
    ],
  };
};

function pinnedIn(opened: Opened): string[] {
  const { assets, lives } = shelfOf(opened);
  return [...assets.keys()].filter((id) => {
    const life = lives.get(id);
    return life?.pinned === true && !life.retired && life.absorbedInto === undefined;
  });
}

export const pin = decisionCommand('pin', decidePin);
