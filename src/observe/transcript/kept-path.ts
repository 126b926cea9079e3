import path from 'node:path';
import { type HostName as AgentName, hostNames } from '../../platform/hosts.js';

// Claude Code names its folders by letters, digits and dashes alone.
const mark = '@';

/**
 * The path by which the archive and the index know a transcript, with `/`: for Claude Code below its folder, for others
 * `projects/@AGENT/NAME`.
 */
export function keptPath(agent: AgentName, file: string, claude: string): string {
  if (agent !== 'claude') return `projects/${mark}${agent}/${path.basename(file)}`;
  // path.relative takes longer than asking the disk.
  return file.slice(claude.length + 1).replaceAll(path.sep, '/');
}

/** Whose transcript a kept path is. */
export function agentIn(kept: string): AgentName {
  const name = /^projects\/@([^/]+)\//.exec(kept)?.[1];
  return hostNames.find((one) => one === name) ?? 'claude';
}

/** What a command takes as SESSION. Codex names a file after its time and its thread. */
export function sessionOfFile(file: string): string {
  const name = path.basename(file.replaceAll('\\', '/')).replace(/\.jsonl$/, '');
  return /^rollout-.*?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1] ?? name;
}
