import type { Request } from '../../learn/change-request.js';
import { hasErrors, type Problem } from '../../problem.js';
import type { Event, Proposal } from '../../schema.gen.js';
import type { Change, Opened } from '../../store/store.js';
import { decideAdd } from '../decisions/add.js';
import type { Decide, DecisionContext } from '../decisions/decision-types.js';
import {
  decideImport,
  decideImportMerge,
  decideReadImport,
  decideReadImportMerge,
} from '../decisions/import.js';
import { decidePremise } from '../decisions/lower-confidence.js';
import { decideMerge } from '../decisions/merge.js';
import { decidePin } from '../decisions/pin.js';
import { decidePromote } from '../decisions/promote.js';
import { decidePurge, keepPurged } from '../decisions/purge-import.js';
import { decideRevise } from '../decisions/revise.js';
import { decideDeprecate, decideRevive, decideUnpin } from '../decisions/status.js';
import { decideUndo, keepAll } from '../decisions/undo.js';
import { after, type Decision } from '../memory/transaction.js';

export interface Action {
  readonly decide: Decide;
  /** The events it needs in full. */
  readonly keep?: (event: Event) => boolean;
}

/** How each kind of proposal is carried out: as its command does it. */
export const actions: Readonly<Record<Proposal['action'], Action>> = {
  add: { decide: decideAdd },
  revise: { decide: decideRevise },
  merge: { decide: decideMerge },
  premise: { decide: decidePremise },
  deprecate: { decide: decideDeprecate },
  revive: { decide: decideRevive },
  pin: { decide: decidePin },
  unpin: { decide: decideUnpin },
  import: { decide: decideImport },
  import_merge: { decide: decideImportMerge },
  purge: { decide: decidePurge, keep: keepPurged },
  undo: { decide: decideUndo, keep: keepAll },
  promote: { decide: decidePromote },
};

/** The same where a person decides with the whole text before them, as `review` shows it. */
const readActions: Readonly<Partial<Record<Proposal['action'], Action>>> = {
  import: { decide: decideReadImport },
  import_merge: { decide: decideReadImportMerge },
};

/** The events that some requests need in full. */
export function keepFor(requests: readonly Request[]): (event: Event) => boolean {
  const keeps = requests.flatMap(({ action }) => actions[action].keep ?? []);
  return (event) => keeps.some((keep) => keep(event));
}

/** Requests with what only the memory could tell, decided one after the other as one change. */
export function decideAll(
  opened: Opened,
  requests: readonly Request[],
  scene: DecisionContext,
  /** True if a person has seen the whole text. */
  isRead = false,
): Decision & { readonly requests: readonly Request[] } {
  let now = opened;
  let change: Change | undefined;
  const whole: Request[] = [];
  const problems: Problem[] = [];
  const done: string[] = [];
  for (const request of requests) {
    const action = (isRead ? readActions[request.action] : undefined) ?? actions[request.action];
    const decision = action.decide(now, request, scene);
    problems.push(...(decision.problems ?? []));
    if (hasErrors(problems)) return { problems, requests };
    whole.push(decision.request ?? request);
    if (decision.done !== undefined) done.push(decision.done);
    if (decision.change === undefined) continue;
    change = joinedChange(change, decision.change);
    now = after(now, decision.change);
  }
  return {
    ...(change === undefined ? {} : { change }),
    problems,
    done: done.join('\n'),
    requests: whole,
  };
}

export function joinedChange(first: Change | undefined, second: Change): Change {
  return {
    texts: new Map([...(first?.texts ?? []), ...(second.texts ?? [])]),
    events: [...(first?.events ?? []), ...(second.events ?? [])],
    work: new Map([...(first?.work ?? []), ...(second.work ?? [])]),
    afterwards: new Map([...(first?.afterwards ?? []), ...(second.afterwards ?? [])]),
  };
}
