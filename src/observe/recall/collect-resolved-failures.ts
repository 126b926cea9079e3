import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import {
  overcomeLine,
  parseResolvedFailure,
  type ResolvedFailure,
  resolvedFailuresName,
} from '../journal/resolved-failures.js';
import { failuresIn } from '../signals/call-failures.js';
import { commandKey, isAlike, isOwn, isShell, isTrivial } from '../signals/command-key.js';
import { commandOf, summaryOf } from '../signals/tool-summary.js';
import type { Collector } from '../summary/collector.js';
import type { Turn } from '../transcript/turn.js';
import { type Folders, type Talk, withIndexLock } from './index-lock.js';
import { findSources } from './sources.js';

const maxSteps = 3;
const maxKept = 1000;

interface Call {
  readonly tool: string;
  readonly command: string;
  readonly key: string;
  readonly summary: string;
}

interface Pending {
  readonly signal: string;
  readonly fingerprint: string;
  readonly key: string;
  /** The steps since then, newest last. */
  steps: readonly string[];
}

/** Collects which failures of a session ended: a like command went well after something was done. */
export function resolvedFailureCollector(session: string): Collector<readonly ResolvedFailure[]> {
  const found: ResolvedFailure[] = [];
  const calls = new Map<string, Call>();
  const pending = new Map<string, Pending>();
  const take = (turn: Turn) => {
    const { tool } = turn;
    if (tool === undefined) return;
    if (turn.role === 'tool_input') calls.set(tool.id, callOf(turn));
    if (turn.role !== 'tool_result') return;
    const call = calls.get(tool.id);
    calls.delete(tool.id);
    if (call === undefined || isOwn(call.command)) return;
    if (tool.failed === true) {
      for (const { signal, fingerprint } of failuresIn(call, turn.text, true))
        pending.set(`${signal}\n${fingerprint}`, { signal, fingerprint, key: call.key, steps: [] });
      return;
    }
    for (const [name, one] of pending) {
      if (isShell(call.tool) && one.steps.length > 0 && isAlike(one.key, call.key)) {
        pending.delete(name);
        found.push(ended(one, turn, session));
      } else if (isWork(call)) one.steps = [...one.steps, call.summary].slice(-maxSteps);
    }
  };
  return { take, kept: () => found };
}

function callOf({ tool, cwd }: Turn): Call {
  if (tool === undefined) throw new Error('a call without a tool');
  const command = commandOf(tool);
  return {
    tool: tool.name,
    command,
    key: commandKey(command),
    summary: `${tool.name} ${summaryOf(tool, cwd)}`,
  };
}

function isWork({ tool, command }: Call): boolean {
  return (
    /^(?:Edit|MultiEdit|Write|NotebookEdit)$/.test(tool) || (isShell(tool) && !isTrivial(command))
  );
}

function ended(
  { signal, fingerprint, steps }: Pending,
  turn: Turn,
  session: string,
): ResolvedFailure {
  const { timestamp: date = '', line } = turn;
  return { signal, fingerprint, session, date, line, followed: steps };
}

/** Updates the file: adds new entries, and keeps the old ones whose transcripts still exist. */
export function keepResolvedFailures(
  home: string,
  found: readonly ResolvedFailure[],
  sessions: { readonly read: ReadonlySet<string>; readonly all: ReadonlySet<string> },
): void {
  const file = join(home, resolvedFailuresName);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const kept = before
    .split('\n')
    .flatMap((line) => parseResolvedFailure(line) ?? [])
    .filter(({ session }) => sessions.all.has(session) && !sessions.read.has(session));
  const newest = new Map<string, ResolvedFailure>();
  for (const one of [...kept, ...found].sort((a, b) => (a.date < b.date ? -1 : 1)))
    newest.set(`${one.signal}\n${one.fingerprint}`, one);
  const lines = [...newest.values()].slice(-maxKept).map(overcomeLine).sort();
  const text = lines.map((line) => `${line}\n`).join('');
  if (text === before) return;
  replaceFile(file, text);
  // The steps of sessions are private to their owner.
  chmodSync(file, 0o600);
}

/**
 * Adds what was found in sessions that were read for something else. Where our own folder cannot be read or
 * written, the hooks go without.
 */
export async function addResolvedFailures(
  folders: Folders,
  found: readonly ResolvedFailure[],
  read: ReadonlySet<string>,
  say: Talk['say'],
): Promise<void> {
  if (found.length === 0) return;
  try {
    const { sources } = await findSources(folders);
    const all = new Set(sources.map(({ session }) => session));
    await withIndexLock(folders.home, say, () =>
      keepResolvedFailures(folders.home, found, { read, all }),
    );
  } catch (error) {
    const isOfSystem = (error as NodeJS.ErrnoException).code !== undefined;
    if (!(error instanceof MadnessError || isOfSystem)) throw error;
  }
}
