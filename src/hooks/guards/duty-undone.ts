// When: a shell call has failed.
// If: it was noted as a commit, a push or a pull request, or as a run that did not even begin.
// Then: it counts no more.
import type { Handler } from '../handler.js';
import { textOf } from '../payload.js';

export const handle: Handler = (payload, session) => {
  const call = textOf(payload, 'tool_use_id').slice(0, 60);
  if (call === '') return undefined;
  // A run that ends with an exit code has run, whatever came of it.
  const hasRun = textOf(payload, 'error').startsWith('Exit code ');
  const isNoted = session
    .journal()
    .some(
      (fact) => (fact.kind === 'moment' || (fact.kind === 'ran' && !hasRun)) && fact.call === call,
    );
  return isNoted ? { facts: [{ kind: 'undone', call }] } : undefined;
};
