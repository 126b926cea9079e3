import { readCandidates } from './books.js';
import { type Command, flag, printJson } from './context.js';
import { houseOf } from './memory.js';

/** The candidates that wait, or all of them. */
export const candidateList: Command = (context) => {
  const all = readCandidates(houseOf(context));
  const shown = flag(context, 'all') ? all : all.filter(({ state }) => state === 'open');
  if (flag(context, 'json')) {
    printJson(context, shown);
    return 0;
  }
  for (const { id, kind, state, constraint, decision, became, proposal } of shown) {
    const what =
      kind === 'rule'
        ? `rule, ${decision?.action}${decision?.into === undefined ? '' : ` ${decision.into}`}`
        : kind;
    const end =
      became ?? (proposal === undefined ? state : `waits as proposal ${proposal}: madness review`);
    context.print(`${id}  ${what}  ${end}  ${constraint}`);
  }
  const left = all.length - shown.length;
  if (shown.length === 0)
    context.say(
      left === 0
        ? 'No candidates yet.'
        : `No open candidates; --all shows the ${left} that were decided.`,
    );
  return 0;
};
