import { contradictedBy, goingFor } from '../../application/decisions/new-rule.js';
import { open } from '../../application/memory/transaction.js';
import type { Request } from '../../learn/change-request.js';
import { watchOf } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/add.js';
import { watchSentence } from '../../messages/rules/watch.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { asked } from '../../terminal/ask.js';
import { type Context, flag } from '../../terminal/context.js';

interface Settled {
  /** What is done to the old rules beside keeping the new one; absent where that is not kept. */
  readonly going?: readonly Request[];
  readonly problems?: readonly Problem[];
  /** The person dropped the new rule. */
  readonly isDropped?: true;
}

/**
 * What becomes of the rules that a new one cannot be kept with: a person at a terminal is asked, and one answer does
 * all; without a terminal it is refused. `accepted`: ids that the caller keeps beside it.
 */
export async function settleContradictions(
  context: Context,
  asset: Asset,
  accepted: readonly string[] = [],
): Promise<Settled> {
  const opened = open(context);
  const { language } = opened.memory;
  const old = contradictedBy(opened, asset).filter(({ id }) => !accepted.includes(id));
  if (old.length === 0) return { going: [] };
  const terminal =
    flag(context, 'json') || flag(context, 'dryRun') ? undefined : context.terminal?.();
  if (terminal === undefined) return { problems: old.map(cannotBeKeptWith) };
  const say = words[language];
  for (const { id, title } of old) context.print(say.contradicts(title, id));
  const choice = await asked(terminal, ({ select }, at) =>
    select({
      message: say.whatBecomes(asset.title),
      options: [
        { value: 'replace' as const, label: say.replaceIt(old.map(({ id }) => id).join(', ')) },
        { value: 'both' as const, label: say.keepBoth },
        { value: 'drop' as const, label: say.dropIt },
      ],
      initialValue: 'drop' as const,
      ...at,
    }),
  );
  if (choice === 'replace') return { going: old.map(({ id }) => goingFor(id, asset.id)) };
  if (choice === 'both') return { going: [] };
  context.print(say.dropped);
  return { isDropped: true };
}

function cannotBeKeptWith(old: Asset): Problem {
  const counted = watchOf(old)?.watch ?? {};
  const [en, zh] = [watchSentence(counted, 'en'), watchSentence(counted, 'zh')];
  const wording = faults.contradicted(old.title, old.id, en, zh);
  return problem('asset/contradicts', { file: `${old.type}s.json`, at: old.id }, wording);
}
