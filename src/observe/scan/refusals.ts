import { groupBy } from '../../text.js';
import { commandKey, isShell, isTrivial } from '../signals/command-key.js';
import { commandOf } from '../signals/tool-summary.js';
import type { Turn } from '../transcript/turn.js';
import { type Collector, rowOf, type ScanRow, type Sighting, sessionsIn } from './row.js';

interface Refusal extends Sighting {
  readonly key: string;
  readonly hasReason: boolean;
}

// A refusal of these means something else each time.
const varied = /^(?:git (?:add|checkout|switch|stash|fetch)|mkdir|rm|cp|mv|gh pr|cd)\b/;

/** Collects the commands that a person refused, with their reasons. */
export function refusalCollector(): Collector {
  const refusals: Refusal[] = [];
  return {
    read: (session) => {
      const calls = new Map<string, Turn>();
      const refused = new Map<string, number>();
      return (turn) => {
        if (turn.tool === undefined) return;
        if (turn.role === 'tool_input') calls.set(turn.tool.id, turn);
        if (turn.kind === 'refusal') {
          for (const key of keysOf(calls.get(turn.tool.id))) {
            refused.set(turn.tool.id, refusals.length);
            refusals.push(sighting(session, turn, key, turn.text.split('\n')[0] ?? '', false));
          }
        }
        // The reason follows the client's words as a turn of its own.
        const at = refused.get(turn.tool.id);
        if (turn.kind !== 'rejection' || at === undefined) return;
        const said = turn.text.trim();
        const before = refusals[at] as Refusal;
        refusals[at] = sighting(session, turn, before.key, said, !said.endsWith('?'));
      };
    },
    rows: () =>
      [...groupBy(refusals, ({ key }) => key)].flatMap(([key, group]) => refusalRow(key, group)),
  };
}

function sighting(
  session: string,
  { line, timestamp: time }: Turn,
  key: string,
  text: string,
  hasReason: boolean,
): Refusal {
  return { session, owner: session, line, time, key, text: text.slice(0, 200), hasReason };
}

/** Keys of the refused call: its last effective step, or the tool of an MCP server. */
function keysOf(call: Turn | undefined): string[] {
  if (call?.tool === undefined) return [];
  if (call.tool.name.startsWith('mcp__')) return [call.tool.name];
  const command = commandOf(call.tool);
  if (!isShell(call.tool.name) || isTrivial(command)) return [];
  const steps = commandKey(command).split('; ');
  return steps
    .filter((step) => step !== '' && (steps.length === 1 || step !== 'git add'))
    .slice(-1);
}

function refusalRow(key: string, refusals: readonly Refusal[]): ScanRow[] {
  const sessions = sessionsIn(refusals);
  const withReason = refusals.filter(({ hasReason }) => hasReason);
  if (varied.test(key) || sessions < (withReason.length > 0 ? 2 : 3)) return [];
  const score = sessions * (1 + withReason.length / refusals.length);
  const shown = withReason.length > 0 ? withReason : refusals;
  const row = rowOf('refusal', key, shown, { score });
  return [{ ...row, count: refusals.length, sessions }];
}
