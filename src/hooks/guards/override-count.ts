// When: a shell call or an edit has run.
// If: the guard of a rule asked the person about this call, so the person allowed it.
// Then: it is counted. After two in a row the guard only reminds.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readObject } from '../../platform/read-object.js';
import { overridePath, overridesFolder } from '../../store/guard-files.js';
import type { Handler } from '../handler.js';
import { textOf } from '../payload.js';

/** How the person answered a guard lately. */
export interface Overrides {
  /** Id of the call that was asked about last and has not run. */
  readonly asked: string;
  /** Allowed in a row. */
  readonly count: number;
  /** It only reminds from now on. */
  readonly fallen: boolean;
}

const maxOverrides = 2;

export const handle: Handler = (payload, session, { own }) => {
  const call = textOf(payload, 'tool_use_id').slice(0, 60);
  if (call === '' || !hasRun(textOf(payload, 'error'))) return undefined;
  if (!existsSync(join(own, overridesFolder))) return undefined;
  const asked = session
    .journal()
    .findLast((fact) => fact.kind === 'guard' && fact.action === 'ask' && fact.call === call);
  if (asked?.kind !== 'guard') return undefined;
  const before = readOverrides(own, asked.guard);
  if (before.asked !== call) return undefined;
  const count = before.count + 1;
  const after: Overrides = { asked: '', count, fallen: before.fallen || count >= maxOverrides };
  return {
    facts: [{ kind: 'guard', guard: asked.guard, action: 'overridden', call }],
    files: { [overridePath(asked.guard)]: `${JSON.stringify(after)}\n` },
  };
};

/** A refused call is a failure without an exit code. */
function hasRun(error: string): boolean {
  return error === '' || error.startsWith('Exit code ');
}

export function readOverrides(own: string, id: string): Overrides {
  const { asked, count, fallen } = readObject(join(own, overridePath(id)));
  return {
    asked: typeof asked === 'string' ? asked : '',
    count: typeof count === 'number' ? count : 0,
    fallen: fallen === true,
  };
}

/** The counts before a new question. A call that was asked about but never ran ends the streak. */
export function overridesBefore(overrides: Overrides): Overrides {
  return overrides.asked === '' ? overrides : { ...overrides, asked: '', count: 0 };
}
