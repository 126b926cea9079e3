import type { Event, Proposal } from '../../schema.gen.js';
import { decideAdd } from '../decisions/add.js';
import { decideImport, decideImportMerge } from '../decisions/import.js';
import { decideMerge } from '../decisions/merge.js';
import { decidePin } from '../decisions/pin.js';
import { decidePremise } from '../decisions/premise.js';
import { decidePromote } from '../decisions/promote.js';
import { decidePurge, keepPurged } from '../decisions/purge.js';
import { decideRevise } from '../decisions/revise.js';
import { decideDeprecate, decideRevive, decideUnpin } from '../decisions/status.js';
import { decideUndo, keepAll } from '../decisions/undo.js';
import type { Decide } from './request-change.js';

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
