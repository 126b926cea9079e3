import { isShell } from '../signals/command-key.js';
import { commandOf } from '../signals/tool-summary.js';
import type { Turn } from '../transcript/turn.js';
import { type SimpleCommand, simpleCommands } from './simple-commands.js';

/** A shell call of a session, and how the person answered it. */
export interface ShellCall {
  readonly session: string;
  readonly line: number;
  /** ISO 8601; empty if the transcript gives none. */
  readonly time: string;
  readonly command: string;
  readonly commands: readonly SimpleCommand[];
  readonly isRefused: boolean;
  /** The person's words in the refusal. */
  readonly reason?: string;
}

/** Collects the shell calls of sessions whose turns are passed one by one. A repeated record counts once. */
export function shellCallCollector(): {
  readonly read: (session: string) => (turn: Turn) => void;
  readonly calls: () => readonly ShellCall[];
} {
  const found = new Map<string, ShellCall>();
  return {
    calls: () => [...found.values()],
    read: (session) => (turn) => {
      const { tool, kind, role, line, timestamp: time = '' } = turn;
      if (tool === undefined) return;
      const before = found.get(tool.id);
      if (role === 'tool_input' && isShell(tool.name) && before === undefined) {
        const command = commandOf(tool);
        const commands = simpleCommands(command);
        found.set(tool.id, { session, line, time, command, commands, isRefused: false });
      } else if (before !== undefined && kind === 'refusal')
        found.set(tool.id, { ...before, isRefused: true });
      else if (before !== undefined && kind === 'rejection')
        found.set(tool.id, { ...before, isRefused: true, reason: turn.text.trim() });
    },
  };
}
