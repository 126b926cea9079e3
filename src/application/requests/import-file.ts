import { liveAmong } from '../../learn/fold/fold.js';
import { unreadSource } from '../../learn/fold/unread-imports.js';
import { usedIds } from '../../learn/log/id-history.js';
import { faults } from '../../messages/problems/share.js';
import { words } from '../../messages/sharing/import.js';
import { hasErrors, inBoth, MadnessError, type Problem, problem } from '../../problem.js';
import type { Event } from '../../schema.gen.js';
import type { ImportedItem } from '../../share/parse-import.js';
import { type Fate, type Planned, planImport } from '../../share/plan-import.js';
import type { Opened } from '../../store/store.js';
import { agentOf } from '../approval/agent.js';
import { decideFile } from '../approval/apply-import.js';
import { assetSetOf } from '../memory/asset-set.js';
import { instantOf, type Outcome, open, transact } from '../memory/transaction.js';
import { readIncoming } from './import-source.js';
import type { Prepared, RequestCall } from './request.js';

/** A file of rules and what would become of each here; with errors nothing would. */
interface PreparedImport extends Prepared {
  readonly problems: readonly Problem[];
  readonly items: readonly ImportedItem[];
  readonly plan: readonly Planned[];
  readonly opened: Opened;
  readonly do: (...answer: Parameters<Prepared['do']>) => Promise<Outcome>;
}

/** A teammate's exported rules, taken as a stranger's: what is clean comes in on trial, the rest waits. */
export async function prepareImport(call: RequestCall): Promise<PreparedImport> {
  const [name] = call.args;
  if (name === undefined) throw new MadnessError(faults.nothingToImport);
  const { items, sha256, problems: ofFile } = await readIncoming(call, name);
  const keep = (event: Event) => event.origin?.sha256 === sha256;
  const opened = open(call, keep);
  const tell = tellable(call);
  const problems = (hasErrors(ofFile) ? ofFile : opened.problems).map(tell);
  const plan = hasErrors(problems) ? [] : planHere(opened, items);
  const clean = idsOf(plan, 'new');
  const waits = idsOf(plan, 'other', 'held').length;
  return {
    ...{ problems, items, plan, opened },
    facts: {
      file: items[0]?.origin.source ?? name,
      sha256,
      count: String(clean.length),
      ids: clean.join(', '),
      ...(waits === 0 ? {} : { waits: String(waits) }),
    },
    do: async (answer = { by: 'terminal' }) => {
      // Searching similar rules is slow, so it is repeated only if the memory changed meanwhile.
      const planAt = (at: Opened) => (isSameMemory(opened, at) ? plan : planHere(at, items));
      const decide = (at: Opened) => decideFile(at, planAt(at), answer, instantOf(call));
      const outcome = await transact(call, decide, { keep });
      return { ...outcome, problems: outcome.problems.map(tell) };
    },
  };
}

/** The fate of each rule of a file in this memory. */
export function planHere(opened: Opened, items: readonly ImportedItem[]): Planned[] {
  const assetSet = assetSetOf(opened);
  const { assets, log } = assetSet;
  const seen = liveAmong(opened.kept, assetSet).map(({ event }) => event.asset_id ?? '');
  return planImport(items, {
    assets,
    ids: new Set([...assets.keys(), ...usedIds(log)]),
    seen: new Set(seen),
  });
}

export function idsOf(plan: readonly Planned[], ...fates: readonly Fate[]): string[] {
  return plan.filter(({ fate }) => fates.includes(fate)).map(({ id }) => id);
}

function isSameMemory(a: Opened, b: Opened): boolean {
  const texts = ({ memory }: Opened) => JSON.stringify([...memory.texts]);
  return (
    a.memory.log.log.entries.length === b.memory.log.log.entries.length && texts(a) === texts(b)
  );
}

/** Problems whose messages may repeat words of the file. */
const quoting = /^(?:import\/(?:format|prototype|schema|id-exists)|asset\/)/;

/** A problem with a file as it may be printed: an agent gets no word of the file. */
function tellable(call: RequestCall): (problem: Problem) => Problem {
  if (agentOf(call) === undefined) return (problem) => problem;
  const say = words[call.language()];
  return ({ at, ...one }) => {
    const file = unreadSource(one.file);
    if (!quoting.test(one.rule)) return { ...one, file };
    // A new object, so that no text of the file stays in either language.
    const { rule, severity, hint = '' } = one;
    return problem(
      rule,
      { severity, file },
      inBoth(() => [say.refusedUnseen, hint]),
    );
  };
}
