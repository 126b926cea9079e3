import { decideRevive } from '../../commands/revive.js';
import { decideAdd } from '../../commands/rules/add.js';
import { decideDeprecate } from '../../commands/rules/deprecate.js';
import { decideMerge } from '../../commands/rules/merge.js';
import { decidePin } from '../../commands/rules/pin.js';
import { decideRevise } from '../../commands/rules/revise.js';
import { decideUndo, keepAll } from '../../commands/rules/undo.js';
import { decidePromote } from '../../commands/sharing/promote.js';
import { decidePurge, keepPurged } from '../../commands/sharing/purge.js';
import { decideUnpin } from '../../commands/unpin.js';
import type { Event, Proposal } from '../../schema.gen.js';
import {
  decideImport,
  decideImportMerge,
  decideReadImport,
  decideReadImportMerge,
} from './import-decisions.js';
import type { Decide } from './request-change.js';
import { decidePremise } from './status-decisions.js';

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
export const readActions: Readonly<Partial<Record<Proposal['action'], Action>>> = {
  import: { decide: decideReadImport },
  import_merge: { decide: decideReadImportMerge },
};
