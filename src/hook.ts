import { join } from 'node:path';
import type { Handled, Handler } from './hooks/handler.js';
import { type Payload, readPayload, textOf, wholeBytes } from './hooks/payload.js';
import { openSession, openSettings } from './hooks/session.js';
import { readInput } from './hooks/stdin.js';
import { appendFacts, logFault, print, writeFiles } from './hooks/write.js';
import { ownFolder } from './house.js';
import { stateFolder } from './observe/journal.js';

interface Entry {
  readonly event: string;
  readonly tools?: RegExp;
  readonly load: () => Promise<Handler>;
}

const calls = /^(?:Bash|Edit|Write)$/;
const pages = /^WebFetch$/;

/** Every event that is heard; what its handler needs is loaded for it alone. */
const entries: readonly Entry[] = [
  {
    event: 'SessionStart',
    load: async () => (await import('./hooks/session-start.js')).sessionStart,
  },
  {
    event: 'PostToolUse',
    tools: calls,
    load: async () => (await import('./hooks/post-tool-use.js')).postToolUse,
  },
  {
    event: 'PostToolUseFailure',
    tools: calls,
    load: async () => (await import('./hooks/post-tool-use-failure.js')).postToolUseFailure,
  },
  {
    event: 'PreToolUse',
    tools: pages,
    load: async () => (await import('./hooks/pre-web-fetch.js')).preWebFetch,
  },
  {
    event: 'PostToolUse',
    tools: pages,
    load: async () => (await import('./hooks/post-web-fetch.js')).postWebFetch,
  },
  {
    event: 'SubagentStart',
    load: async () => (await import('./hooks/subagent-start.js')).subagentStart,
  },
  { event: 'Stop', load: async () => (await import('./hooks/stop.js')).stop },
  { event: 'SessionEnd', load: async () => (await import('./hooks/session-end.js')).sessionEnd },
];

/** Set for what we start ourselves: a client below it is not the person's session. */
const childMark = 'MADNESS_CHILD';

async function main(): Promise<void> {
  if (process.env[childMark] !== undefined) return;
  const own = ownFolder(process.env);
  const now = Date.now();
  let event = 'unknown';
  try {
    const { head, tail } = readInput(wholeBytes);
    const payload = readPayload(head.toString('utf8'), tail?.toString('utf8'));
    if (payload === undefined) throw new Error(`expected a JSON object, got ${head.length} bytes`);
    event = textOf(payload, 'hook_event_name');
    await handle(payload, own, now);
  } catch (error) {
    logFault(own, event.replace(/[^\w]/g, '').slice(0, 40), error, new Date(now).toISOString());
  }
}

async function handle(payload: Payload, own: string, now: number): Promise<void> {
  const event = textOf(payload, 'hook_event_name');
  const tool = textOf(payload, 'tool_name');
  const entry = entries.find((one) => one.event === event && one.tools?.test(tool) !== false);
  if (entry === undefined || textOf(payload, 'session_id') === '') return;
  const settings = openSettings(payload, process.env);
  if (settings.paused) return;
  const handler = await entry.load();
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
  const first = handler(payload, session, settings) ?? {};
  trying(() => appendFacts(journal, first.facts ?? [], ts));
  const second = first.next?.(session) ?? {};
  trying(() => appendFacts(journal, second.facts ?? [], ts));
  say(event, { ...first, ...second });
  // Only what was said is handled: killed before, it is said the next time.
  trying(() => writeFiles(own, { ...first.files, ...second.files }));
  if (first.start !== undefined) await startAside(first.start);
  for (const fault of faults) logFault(own, event, fault, ts);
}

function say(hookEventName: string, { context, deny }: Handled): void {
  if (context !== undefined)
    print(JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext: context } }));
  else if (deny !== undefined)
    print(
      JSON.stringify({
        hookSpecificOutput: {
          hookEventName,
          permissionDecision: 'deny',
          permissionDecisionReason: deny,
        },
      }),
    );
}

/** Runs our own program and does not wait for it. */
async function startAside(args: readonly string[]): Promise<void> {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [join(__dirname, '..', 'cli.mjs'), ...args], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...process.env, [childMark]: '1' },
  });
  child.on('error', () => {});
  child.unref();
}

void main();
