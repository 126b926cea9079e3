import { words } from './change-words.js';
import { decisionOf } from './consent/decision.js';
import type { Decide } from './consent/request.js';

type Parts = Parameters<typeof decisionOf>;

/** A person's decision about one rule that says in the language of the memory what came of it. */
export function wordedDecision(kind: Parts[0], isDone: Parts[1], barred?: Parts[3]): Decide {
  const decide = decisionOf(kind, isDone, kind, barred);
  return (opened, request, scene) => {
    const decision = decide(opened, request, scene);
    const { done, already } = words[opened.memory.language][kind];
    const say = decision.change === undefined ? already : done;
    return { ...decision, done: say(request.asset_id as string) };
  };
}
