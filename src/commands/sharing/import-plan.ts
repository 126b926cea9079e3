import { agentOf } from '../../application/approval/agent.js';
import { unreadAsset } from '../../application/approval/mark-import-read.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import { idsOf } from '../../application/requests/import-file.js';
import { unreadName, unreadSource } from '../../learn/fold/unread-imports.js';
import { holdIn } from '../../messages/reasons.js';
import { type Words, words } from '../../messages/sharing/import.js';
import type { Hold, Origin } from '../../schema.gen.js';
import type { Fate, Planned } from '../../share/plan-import.js';
import type { Context } from '../../terminal/context.js';

export function planLines(
  context: Context,
  plan: readonly Planned[],
  origin: Origin | undefined,
  say: Words,
): string[] {
  const isAgent = agentOf(context) !== undefined;
  const language = context.language();
  const name = nameFor(context);
  const by = origin?.exported_by === undefined || isAgent ? '' : say.by(origin.exported_by);
  const source = isAgent && origin !== undefined ? unreadSource(origin.source) : origin?.source;
  const lines = [`${source ?? say.noRules}${by}`];
  for (const [fate, label] of Object.entries(say.fates)) {
    const ids = idsOf(plan, fate as Fate).map(name);
    if (ids.length > 0) lines.push(`${label} ${ids.length}  ${ids.slice(0, 12).join(', ')}`);
  }
  for (const { id, dropped } of plan)
    if (dropped.length > 0) lines.push(`  ${say.dropped(name(id), dropped)}`);
  const held = plan.filter(({ fate }) => fate === 'held');
  for (const { id, holds } of held.slice(0, 40))
    for (const one of holds.slice(0, 3)) {
      const { rule, message, at = '', found } = isAgent ? untold(one, say) : one;
      const quoted = found ? `: “${found}”` : '';
      const why = holdIn(language, { rule, message });
      lines.push(`  ${name(id)}${at}: ${why}${quoted} (${rule})`);
    }
  return lines;
}

/** The result of `import --json`. An agent gets ids and rules of the screen, and no word of the file. */
export function importResult(
  context: Context,
  {
    imported = [],
    skipped = [],
    proposals = [],
    plan = [],
  }: Partial<Record<'imported' | 'skipped' | 'proposals', readonly string[]>> & {
    readonly plan?: readonly Planned[];
  },
): object {
  const isAgent = agentOf(context) !== undefined;
  const name = nameFor(context);
  const opened = locationIfAny(context) === undefined ? undefined : open(context);
  const say = words[opened?.memory.language ?? 'en'];
  const isWaiting = (id: string) => opened !== undefined && unreadAsset(opened, id) !== undefined;
  const held = plan
    .filter(({ fate }) => fate === 'held')
    .flatMap(({ id, holds }) => holds.map((one) => ({ id, ...(isAgent ? untold(one, say) : one) })))
    .map(({ id, rule, message, found = null }) => ({ id: name(id), rule, message, found }));
  return {
    imported: imported.map(name),
    unread: imported.filter(isWaiting).map(name),
    skipped: skipped.map(name),
    proposals: proposals.map(name),
    held,
  };
}

/** A stranger chose the ids: an agent gets those that are plain. */
function nameFor(context: Context): (id: string) => string {
  return agentOf(context) === undefined ? (id) => id : unreadName;
}

/** The screen's messages are ours. Others may repeat text of the file. */
function untold({ rule, message }: Hold, say: Words): Hold {
  return { rule, message: rule.startsWith('screen/') ? message : say.heldUnseen };
}
