import { groupBy } from '../../text.js';
import { maskEach, maskSecrets } from '../secrets/mask-secrets.js';
import { commandKey, isShell, isTrivial } from '../signals/command-key.js';
import { commandOf } from '../signals/tool-summary.js';
import { type Collector, copyOf, type Seen } from '../summary/collector.js';
import type { Turn } from '../transcript/turn.js';
import { rowOf, type ScanRow, type Sighting, sessionsIn } from './row.js';

export interface SeenRefusal extends Seen {
  readonly key: string;
  readonly hasReason: boolean;
}

// A refusal of these means something else each time.
const varied = /^(?:git (?:add|checkout|switch|stash|fetch)|mkdir|rm|cp|mv|gh pr|cd)\b/;

/** Collects the commands that a person refused, with their reasons. */
export function refusalCollector(): Collector<readonly SeenRefusal[]> {
  const refusals: SeenRefusal[] = [];
  const calls = new Map<string, Turn>();
  const refused = new Map<string, number>();
  const take = (turn: Turn) => {
    if (turn.tool === undefined) return;
    const { tool, role, kind, line, timestamp: time, text } = turn;
    if (role === 'tool_input') calls.set(tool.id, turn);
    if (kind === 'refusal') {
      for (const key of keysOf(calls.get(tool.id))) {
        refused.set(tool.id, refusals.length);
        const [first = ''] = text.split('\n', 1);
        refusals.push({ line, time, text: first, copy: copyOf(turn), key, hasReason: false });
      }
    }
    // The reason follows the client's words as a turn of its own.
    const at = refused.get(tool.id);
    if (kind !== 'rejection' || at === undefined) return;
    const said = text.trim();
    const before = refusals[at] as SeenRefusal;
    refusals[at] = { ...before, line, time, text: said, hasReason: !said.endsWith('?') };
  };
  const kept = () => {
    const plain = maskEach(refusals.map(({ text }) => text));
    return refusals.map((one, at) => ({ ...one, text: plain[at]?.slice(0, maxText) ?? '' }));
  };
  return { take, kept };
}

const maxText = 200;

/** Keys of the refused call: its last effective step, or the tool of an MCP server. */
function keysOf(call: Turn | undefined): string[] {
  if (call?.tool === undefined) return [];
  if (call.tool.name.startsWith('mcp__')) return [call.tool.name];
  const command = maskSecrets(commandOf(call.tool));
  if (!isShell(call.tool.name) || isTrivial(command)) return [];
  const steps = commandKey(command).split('; ');
  return steps
    .filter((step) => step !== '' && (steps.length === 1 || step !== 'git add'))
    .slice(-1);
}

export function refusalRows(all: readonly (SeenRefusal & Sighting)[]): ScanRow[] {
  return [...groupBy(all, ({ key }) => key)].flatMap(([key, group]) => refusalRow(key, group));
}

function refusalRow(key: string, refusals: readonly (SeenRefusal & Sighting)[]): ScanRow[] {
  const sessions = sessionsIn(refusals);
  const withReason = refusals.filter(({ hasReason }) => hasReason);
  if (varied.test(key) || sessions < (withReason.length > 0 ? 2 : 3)) return [];
  const score = sessions * (1 + withReason.length / refusals.length);
  const shown = withReason.length > 0 ? withReason : refusals;
  const row = rowOf('refusal', key, shown, { score });
  return [{ ...row, count: refusals.length, sessions }];
}
