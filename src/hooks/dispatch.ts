import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalName, stateFolder } from '../observe/journal.js';
import { claudeFolder, namesIn, ownFolder } from '../platform/folders.js';
import { hostOf } from '../platform/hosts.js';
import { dropSurplus } from '../store/reading-queue.js';
import { recordNamed } from '../store/trust.js';
import type { Handled, Handler, Session } from './handler.js';
import { inOneCallEach } from './other-agents.js';
import { type Payload, parseRecord, textOf } from './payload.js';
import { openSession, openSettings } from './session-state.js';
import {
  appendEach,
  appendFacts,
  claimOne,
  logFault,
  print,
  tidy,
  writeFiles,
} from './write-state.js';

/**
 * Reads an event from standard input, asks each handler in turn and does what they ask for. `event` is the client's name
 * for it; any other event is ignored. A fault becomes a line in our own log. Ends the process with 0.
 */
export function dispatch(
  event: string,
  handlers: readonly Handler[],
  unpaused: readonly Handler[] = [],
): void {
  // Set for what we start ourselves: a client below it is not the person's session.
  if (process.env.MADNESS_CHILD === undefined) {
    const now = Date.now();
    const own = ownFolder(process.env);
    try {
      const payload = parseRecord(readFileSync(0, 'utf8'));
      if (payload === undefined) throw new Error('expected a JSON object on standard input');
      const isHeard =
        textOf(payload, 'hook_event_name') === event && textOf(payload, 'session_id') !== '';
      if (isHeard) serve(event, handlers, unpaused, payload, own, now);
    } catch (error) {
      logFault(own, event, error, now);
    }
  }
  // Output is written synchronously, so nothing is lost.
  process.exit(0);
}

/** In a work tree the client may name a folder that was never made; the transcript lies in another one. */
function withTranscript(payload: Payload): Payload {
  const path = textOf(payload, 'transcript_path');
  const name = `${textOf(payload, 'session_id')}.jsonl`;
  if (path === '' || existsSync(path) || !/^[\w-]+\.jsonl$/.test(name)) return payload;
  const projects = join(claudeFolder(process.env), 'projects');
  const folder = namesIn(projects).find((one) => existsSync(join(projects, one, name)));
  if (folder === undefined) return payload;
  return { ...payload, transcript_path: join(projects, folder, name) };
}

function serve(
  event: string,
  all: readonly Handler[],
  unpaused: readonly Handler[],
  given: Payload,
  own: string,
  now: number,
): void {
  const settings = openSettings(given, process.env);
  const handlers = settings.paused ? unpaused : all;
  if (handlers.length === 0) return;
  const payload = withTranscript(given);
  const session = openSession(payload, process.env, now);
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
  const calls = inOneCallEach(payload);
  const done = handlers.flatMap((handle) =>
    calls.flatMap((call) => {
      let parts: Handled[] = [];
      trying(() => {
        parts = record(handle(call, session, settings), session, own, trying);
      });
      return parts;
    }),
  );
  say(event, done, hostOf(payload) === 'claude');
  // Only printed results count as handled. A hook killed before this repeats them next time.
  for (const { files = {}, max_per_day: max } of done)
    trying(() => {
      writeFiles(own, files);
      if (max !== undefined) dropSurplus(own, now, max);
    });
  for (const { append = {} } of done) trying(() => appendEach(own, append));
  for (const { trust } of done)
    if (trust !== undefined)
      trying(() => recordNamed(own, trust.memory, session.id, trust.named, trust.entry));
  if (done.some((part) => part.tidy)) trying(() => tidy(own));
  for (const { start } of done) if (start !== undefined) startAside(start);
  for (const fault of faults) logFault(own, event, fault, now);
}

/** Writes the facts of a handler's answer and of those that follow from it; returns the parts that hold. */
function record(
  first: Handled | undefined,
  session: Session,
  own: string,
  trying: (work: () => void) => boolean,
): Handled[] {
  const folder = stateFolder(own, session.id);
  const done: Handled[] = [];
  for (let part = first; part; part = part.next?.(session)) {
    const { claims = [], facts = [] } = part;
    let isOurs = false;
    const isNoted = trying(() => {
      isOurs = claims.every((names) => claimOne(names.map((name) => join(folder, name))));
      if (isOurs) appendFacts(join(folder, journalName), facts, session.now);
    });
    // Must be recorded, or every later hook would print it again.
    if (isOurs && (isNoted || done.length === 0)) done.push(part);
  }
  return done;
}

/**
 * Prints one answer for all parts: the first denial and the first block count, texts are joined. Other agents refuse an
 * answer with a field that only Claude Code has, and put no question before a call: there it is a denial.
 */
function say(hookEventName: string, done: readonly Handled[], isClaude: boolean): void {
  const joined = (texts: readonly (string | undefined)[], between: string): string | undefined =>
    texts.filter((text) => text !== undefined).join(between) || undefined;
  const context = joined(
    done.map((part) => part.context),
    '\n\n',
  );
  const message = joined(
    done.map((part) => part.system_message),
    '\n',
  );
  const asked = done.find((part) => part.ask !== undefined)?.ask;
  const denied = done.find((part) => part.deny !== undefined)?.deny;
  const deny = denied ?? (isClaude ? undefined : asked);
  const ask = deny === undefined ? asked : undefined;
  const watch = done.flatMap((part) => part.watch ?? []);
  const input = done.findLast((part) => part.input !== undefined)?.input;
  const output = done.findLast((part) => part.output !== undefined)?.output;
  const plain = joined(
    done.map((part) => part.plain),
    '\n\n',
  );
  // Elsewhere a model that ends its turn hears only why it goes on.
  const goesOn = hookEventName === 'Stop' && !isClaude;
  const block =
    done.find((part) => part.block !== undefined)?.block ?? (goesOn ? context : undefined);
  const ofClaude = {
    ...(watch.length > 0 && { watchPaths: watch }),
    ...(input !== undefined && { updatedInput: input }),
    ...(output !== undefined && { updatedToolOutput: output }),
    ...(block !== undefined && { suppressOriginalPrompt: true }),
  };
  const specific = {
    ...(context !== undefined && !goesOn && { additionalContext: context }),
    ...(isClaude && ofClaude),
    ...(deny !== undefined && { permissionDecision: 'deny', permissionDecisionReason: deny }),
    ...(ask !== undefined && { permissionDecision: 'ask', permissionDecisionReason: ask }),
  };
  const answer = {
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName, ...specific } }),
    ...(message !== undefined && { systemMessage: message }),
    ...(block !== undefined && { decision: 'block', reason: block }),
  };
  if (plain !== undefined) print(plain);
  else if (Object.keys(answer).length > 0) print(asciiJson(answer));
}

/** PowerShell decodes what a hook prints in an encoding of its own, so other characters are escaped. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Runs our own program and does not wait for it. */
function startAside(args: readonly string[]): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [join(__dirname, '../cli.mjs'), ...args], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...process.env, MADNESS_CHILD: '1' },
  });
  child.on('error', () => {});
  child.unref();
}
