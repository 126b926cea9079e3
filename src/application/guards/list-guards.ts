import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../../observe/journal.js';
import { guardTable } from '../../store/built-in-guards.js';
import { readSwitchedGuards } from '../../store/guard-files.js';
import { isSwitchedOn, readSwitches } from './guard-prefilters.js';

/** A guard as `madness guards` lists it. */
interface ListedGuard {
  /** `type:id` for the guard of a rule. */
  readonly name: string;
  readonly event: string;
  readonly kind: 'built-in' | 'rule' | 'native';
  readonly on: boolean;
  /** How often it acted, in the sessions that are still known. */
  readonly fired: number;
  /** ISO 8601; null if it never did. */
  readonly last: string | null;
}

/** Built-in behaviour of the client that no guard repeats: name → event. `test/client/native.client.ts` shows each. */
export const native = {
  'subagent-questions': 'PreToolUse',
  'interrupted-history': 'SessionStart',
  'delegated-arguments': 'PostToolUse',
  'claude-md-by-path': 'PostToolUse',
  'plan-mode': 'PreToolUse',
  goal: 'Stop',
} as const;

/** The version of the client in which it was seen. */
export const nativeSeenIn = '2.1.330';

/** Every guard of this machine: ours, those of rules that the person switched on and that hold, and what the client does itself. */
export function listGuards(
  own: string,
  isGone: (rule: string, repository: string) => boolean,
): ListedGuard[] {
  const switches = readSwitches(own);
  const fired = firedIn(own);
  const row = (name: string, event: string, kind: ListedGuard['kind'], on: boolean) => ({
    name,
    event,
    kind,
    on,
    fired: fired.get(name)?.count ?? 0,
    last: fired.get(name)?.last ?? null,
  });
  const rules = new Set(
    readSwitchedGuards(own)
      .filter(({ rule, repository }) => !isGone(rule, repository))
      .map(({ rule }) => rule),
  );
  return [
    ...guardTable
      .filter(({ name }) => name !== 'rule-guards')
      .map((one) => row(one.name, one.event, 'built-in', isSwitchedOn(one, switches))),
    ...[...rules].map((name) => row(name, 'PreToolUse', 'rule', switches['rule-guards'] !== false)),
    ...Object.entries(native).map(([name, event]) => row(name, event, 'native', true)),
  ];
}

function firedIn(own: string): Map<string, { count: number; last: string }> {
  const fired = new Map<string, { count: number; last: string }>();
  for (const session of sessionsIn(join(own, 'state')))
    for (const fact of readJournal(own, session)) {
      if (fact.kind !== 'guard' || fact.action === 'overridden') continue;
      const { count = 0, last = '' } = fired.get(fact.guard) ?? {};
      fired.set(fact.guard, { count: count + 1, last: fact.ts > last ? fact.ts : last });
    }
  return fired;
}

function sessionsIn(state: string): string[] {
  try {
    return readdirSync(state, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'projects')
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
