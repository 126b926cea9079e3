import { assetSetOf, pick } from '../../application/memory/asset-set.js';
import { open } from '../../application/memory/transaction.js';
import { twoDecimals } from '../../compile/escape-rule-text.js';
import { blockLines } from '../../compile/rule-block.js';
import { wordingOf } from '../../learn/asset.js';
import { statusOf } from '../../learn/fold/rank.js';
import { words } from '../../messages/rules/list.js';
import type { Asset } from '../../schema.gen.js';
import { type Command, flag, printJson, report } from '../../terminal/context.js';

/** One rule whole: as the block reads it, then what else it holds. */
export const show: Command = (context) => {
  const opened = open(context);
  const assetSet = assetSetOf(opened);
  const asset = pick(assetSet, context.args[0] as string);
  if (flag(context, 'json')) {
    printJson(context, asset);
    return report(context, opened.problems);
  }
  const { language } = opened.memory;
  const say = words[language];
  const ruleState = assetSet.states.get(asset.id);
  context.print(`${asset.id} — ${asset.title}`);
  if (ruleState?.baseline !== undefined)
    context.print(
      say.stands(
        say.type[asset.type],
        say.status[statusOf(ruleState)].trim(),
        twoDecimals(ruleState.confidence),
        ruleState.version,
      ),
    );
  for (const line of blockLines(asset)) context.print(`    ${line}`);
  if (asset.created_at !== undefined) context.print(say.since(asset.created_at));
  for (const line of otherFields(asset)) context.print(line);
  for (const { quote, session, line } of asset.evidence ?? [])
    if (quote && (quote !== asset.title || session !== undefined))
      context.print(say.evidence(quote.replace(/\s+/g, ' '), placeOf(session, line)));
  context.print(say.more(asset.id));
  return report(context, opened.problems);
};

/** The fields that `blockLines` leaves out. */
function otherFields(asset: Asset): string[] {
  const said = ['id', 'type', 'title', 'trigger', 'skip_when', 'method', 'prefer', 'reject'];
  return Object.entries(wordingOf(asset)).flatMap(([name, value]) =>
    said.includes(name) || ['evidence', 'inject', 'created_at'].includes(name)
      ? []
      : [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
}

function placeOf(session: string | undefined, line: number | undefined): string {
  return session === undefined ? '' : ` (${session}${line === undefined ? '' : `:${line}`})`;
}
