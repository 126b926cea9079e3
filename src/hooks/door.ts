import { join } from 'node:path';
import { stateFolder } from '../observe/journal.js';
import type { Handled, Handler } from './handler.js';
import { type Payload, textOf } from './payload.js';
import { openSession, openSettings } from './session.js';
import { appendFacts, logFault, print, writeFiles } from './write.js';

/** Hands the event to its handler and does what that asks for. Was anything said? */
export function serve(
  payload: Payload,
  own: string,
  now: number,
  load: () => { readonly handle: Handler },
): boolean {
  const settings = openSettings(payload, process.env);
  if (settings.paused) return false;
  const event = textOf(payload, 'hook_event_name');
  const { handle } = load();
  const session = openSession(payload, process.env, now);
  const ts = new Date(now).toISOString();
  const journal = join(stateFolder(own, session.id), 'journal.jsonl');
  const faults: unknown[] = [];
  const trying = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      faults.push(error);
    }
  };
  const first = handle(payload, session, settings) ?? {};
  trying(() => appendFacts(journal, first.facts ?? [], ts));
  const second = first.next?.(session) ?? {};
  trying(() => appendFacts(journal, second.facts ?? [], ts));
  const spoke = say(event, { ...first, ...second });
  // Only what was said is handled: killed before, it is said the next time.
  trying(() => writeFiles(own, { ...first.files, ...second.files }));
  if (first.start !== undefined) startAside(first.start);
  for (const fault of faults) logFault(own, event, fault, ts);
  return spoke;
}

function say(hookEventName: string, { context, deny }: Handled): boolean {
  const said =
    context !== undefined
      ? { additionalContext: context }
      : deny !== undefined
        ? { permissionDecision: 'deny', permissionDecisionReason: deny }
        : undefined;
  if (said === undefined) return false;
  print(JSON.stringify({ hookSpecificOutput: { hookEventName, ...said } }));
  return true;
}

/** Runs our own program and does not wait for it. */
function startAside(args: readonly string[]): void {
  const { spawn } = require('node:child_process') as typeof import('node:child_process');
  const child = spawn(process.execPath, [join(__dirname, '..', 'cli.mjs'), ...args], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...process.env, MADNESS_CHILD: '1' },
  });
  child.on('error', () => {});
  child.unref();
}
