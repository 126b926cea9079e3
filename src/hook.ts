import type { Handler } from './hooks/handler.js';
import { type Payload, readPayload, textOf, wholeBytes } from './hooks/payload.js';
import { readInput } from './hooks/stdin.js';
import { openWarm } from './hooks/warm.js';
import { logFault } from './hooks/write.js';
import { ownFolder } from './house.js';

type Handling = { readonly handle: Handler };

interface Entry {
  readonly event: string;
  readonly tools?: RegExp;
  /** Its handler, a file of `hooks/`. */
  readonly handler: string;
}

const calls = /^(?:Bash|Edit|Write)$/;
const pages = /^WebFetch$/;

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

function main(): void {
  // Set for what we start ourselves: a client below it is not the person's session.
  if (process.env.MADNESS_CHILD !== undefined) return;
  const own = ownFolder(process.env);
  const now = Date.now();
  let event = 'unknown';
  try {
    const { head, tail } = readInput(wholeBytes);
    const payload = readPayload(head.toString('utf8'), tail?.toString('utf8'));
    if (payload === undefined) throw new Error(`expected a JSON object, got ${head.length} bytes`);
    event = textOf(payload, 'hook_event_name');
    const handler = handlerFor(payload, event);
    if (handler === undefined) return;
    const warm = openWarm(__dirname, own, handler);
    const { serve } = warm.load('hooks/door.cjs') as typeof import('./hooks/door.js');
    const spoke = serve(payload, own, now, () => warm.load(`hooks/${handler}.cjs`) as Handling);
    warm.keep(spoke);
  } catch (error) {
    logFault(own, event.replace(/[^\w]/g, '').slice(0, 40), error, new Date(now).toISOString());
  }
}

function handlerFor(payload: Payload, event: string): string | undefined {
  const tool = textOf(payload, 'tool_name');
  const entry = entries.find((one) => one.event === event && one.tools?.test(tool) !== false);
  return textOf(payload, 'session_id') === '' ? undefined : entry?.handler;
}

try {
  main();
} catch {
  // Nowhere to say it: a hook is never the reason why something fails.
}
