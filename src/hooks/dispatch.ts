import { journalName, stateFolder } from '../observe/journal/journal.js';
import { join } from '../plain-path.js';
import { ownFolder } from '../store/location.js';
import { recordNamed } from '../store/trust.js';
import type { Handled, Handler, Settings } from './handler.js';
import { keep } from './keep.js';
import { type Payload, readPayload, textOf, wholeBytes } from './payload.js';
import { openSession, openSettings } from './session-state.js';
import { readInput } from './stdin.js';
import { load, type Warm } from './warm.js';
import { appendFacts, claimOne, logFault, print, tidy, writeFiles } from './write.js';

interface Entry {
  readonly event: string;
  readonly tools?: readonly string[];
  /** Its handler, a file of this folder. */
  readonly handler: string;
}

const calls = ['Bash', 'PowerShell', 'Edit', 'Write'];
const pages = ['WebFetch'];

/** Every event that is heard; what its handler needs is loaded for it alone. */
const entries: readonly Entry[] = [
  { event: 'SessionStart', handler: 'session-start' },
  { event: 'PostToolUse', tools: calls, handler: 'post-tool-use' },
  { event: 'PostToolUseFailure', tools: calls, handler: 'post-tool-use-failure' },
  { event: 'PreToolUse', tools: pages, handler: 'pre-web-fetch' },
  { event: 'PostToolUse', tools: pages, handler: 'post-web-fetch' },
  { event: 'SubagentStart', handler: 'subagent-start' },
  { event: 'Stop', handler: 'stop' },
  { event: 'SessionEnd', handler: 'session-end' },
];

/**
 * Reads an event from standard input and serves it; whatever goes wrong is a line in our own log. `given`: the handler
 * that came in one file with this, if the event is for it.
 */
export function hear(
  warm: Warm,
  given?: { readonly name: string; readonly handle: Handler },
): void {
  const now = Date.now();
  const own = ownFolder(process.env);
  let event = 'unknown';
  try {
    const payload = readPayload(readInput(wholeBytes));
    if (payload === undefined) throw new Error('expected a JSON object on standard input');
    event = textOf(payload, 'hook_event_name');
    const handler = handlerFor(payload, event);
    const settings = openSettings(payload, process.env);
    if (handler === undefined || settings.paused) return;
    const { handle } =
      given?.name === handler ? given : (load(warm, handler) as { readonly handle: Handler });
    keep(warm, own, handler, serve(handle, payload, settings, own, now));
  } catch (error) {
    logFault(own, event.replace(/[^\w]/g, '').slice(0, 40), error, now);
  }
}

function handlerFor(payload: Payload, event: string): string | undefined {
  if (textOf(payload, 'session_id') === '') return undefined;
  const tool = textOf(payload, 'tool_name');
  return entries.find((one) => one.event === event && one.tools?.includes(tool) !== false)?.handler;
}

/** Does what the handler asks for. Was anything said? */
function serve(
  handle: Handler,
  payload: Payload,
  settings: Settings,
  own: string,
  now: number,
): boolean {
  const event = textOf(payload, 'hook_event_name');
  const session = openSession(payload, process.env, now);
  const folder = stateFolder(own, session.id);
  const journal = join(folder, journalName);
  const faults: unknown[] = [];
  const trying = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch (error) {
      faults.push(error);
      return false;
    }
  };
  const done: Handled[] = [];
  for (let part = handle(payload, session, settings); part; part = part.next?.(session)) {
    const { claims = [], facts = [] } = part;
    let isOurs = false;
    const isNoted = trying(() => {
      isOurs = claims.every((names) => claimOne(names.map((name) => join(folder, name))));
      if (isOurs) appendFacts(journal, facts, now);
    });
    // What comes later must be noted, or it would be said again and again.
    if (isOurs && (isNoted || done.length === 0)) done.push(part);
  }
  const all: Handled = Object.assign({}, ...done);
  const spoke = say(event, all);
  // Only what was said is handled: killed before, it is said the next time.
  for (const { files = {} } of done) trying(() => writeFiles(own, files));
  const { trust } = all;
  if (trust) trying(() => recordNamed(own, trust.memory, session.id, trust.named, trust.entry));
  if (all.tidy) trying(() => tidy(own));
  if (all.start !== undefined) startAside(all.start);
  for (const fault of faults) logFault(own, event, fault, now);
  return spoke;
}

function say(hookEventName: string, { context, deny, systemMessage }: Handled): boolean {
  const said =
    context !== undefined
      ? { additionalContext: context }
      : deny !== undefined
        ? { permissionDecision: 'deny', permissionDecisionReason: deny }
        : undefined;
  if (said === undefined && systemMessage === undefined) return false;
  const told = said && { hookSpecificOutput: { hookEventName, ...said } };
  print(asciiJson({ ...(systemMessage === undefined ? {} : { systemMessage }), ...told }));
  return true;
}

/** Where PowerShell runs the hook, it reads what is printed in an encoding of its own. */
function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) === text.length) return text;
  return text.replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Runs our own program and does not wait for it. */
function startAside(args: readonly string[]): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [join(__dirname, '..', 'cli.mjs'), ...args], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...process.env, MADNESS_CHILD: '1' },
  });
  child.on('error', () => {});
  child.unref();
}
