import type { Request } from '../../learn/change-request.js';
import type { Opened } from '../../store/store.js';
import type { Decision } from '../memory/transaction.js';

/** Context of a decision beside the memory and the request. */
export interface DecisionContext {
  /** ISO 8601. */
  readonly now: string;
  readonly say: (text: string) => void;
}

/** Computes the change that a request makes, or the problems that forbid it. */
export type Decide = (opened: Opened, request: Request, scene: DecisionContext) => Decision;
