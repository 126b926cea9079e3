import type { Event, Proposal } from '../../schema.gen.js';
import { decideAdd } from '../add.js';
import { decideDeprecate } from '../deprecate.js';
import { decideMerge } from '../merge.js';
import { decidePin } from '../pin.js';
import { decidePromote } from '../promote.js';
import { decidePurge, keepPurged } from '../purge.js';
import { decideRevise } from '../revise.js';
import { decideRevive } from '../revive.js';
import { decideUndo, keepAll } from '../undo.js';
import { decideUnpin } from '../unpin.js';
import { decidePremise } from './decision.js';
import { decideImport, decideImportMerge } from './import-decision.js';
import type { Decide } from './request.js';

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
