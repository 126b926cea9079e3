import type { Agent } from './agent.js';
import { claude } from './claude/agent.js';
import { codex } from './codex/agent.js';
import { opencode } from './opencode/agent.js';
import { qwen } from './qwen/agent.js';

/** Claude Code is last: what nobody else owns is read by its rules. */
export const agents: readonly Agent[] = [codex, opencode, qwen, claude];

/** Whose transcript this is, by its name and its first bytes. */
export function ownerOf(file: string, start: string): Agent {
  return agents.find((agent) => agent.owns(file, start)) ?? claude;
}
