import { projectKey } from '../sessions/project-folder.js';
import { callKey, failuresIn } from '../signals/call-failures.js';
import { isOwn, isShell, isTrivial } from '../signals/command-key.js';
import { commandOf } from '../signals/tool-summary.js';
import { isObject, type ToolCall, type Turn } from '../transcript/turn.js';
import { type KeptFailure, type SessionCounts, sessionCounts } from './session-counts.js';

/** Tools whose failures the hooks hear. */
const heard: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'Edit', 'Write']);

/**
 * The counts of a transcript as the hooks would have recorded its failures. It contains no hints, guards and hold-out.
 * Undefined if no record has a time.
 */
export function countTranscript(session: string, turns: Iterable<Turn>): SessionCounts | undefined {
  const calls = new Map<string, ToolCall>();
  const failures: KeptFailure[] = [];
  const times: string[] = [];
  let project = '';
  for (const { tool, role, kind, text, timestamp, cwd } of turns) {
    if (timestamp !== undefined) times.push(timestamp);
    if (project === '' && cwd !== undefined) project = projectKey(cwd);
    if (tool === undefined) continue;
    if (role === 'tool_input') calls.set(tool.id, tool);
    const call = calls.get(tool.id);
    if (kind !== 'result' || call === undefined || timestamp === undefined) continue;
    calls.delete(tool.id);
    for (const { signal, fingerprint } of failuresOf(call, text, tool.failed === true))
      failures.push({ signal, fingerprint, at: timestamp });
  }
  return times.length === 0 ? undefined : sessionCounts(session, project, times, { failures });
}

/** As the hooks of a failed and of a finished call do. */
function failuresOf(tool: ToolCall, output: string, failed: boolean) {
  const { name } = tool;
  const command = commandOf(tool);
  if (!heard.has(name) || isOwn(command)) return [];
  if (!failed && (!isShell(name) || isTrivial(command))) return [];
  const file = isObject(tool.input) ? String(tool.input.file_path ?? '') : '';
  const key = callKey(name, command, file);
  return failuresIn({ tool: name, command, key }, output, failed ? true : undefined);
}
