import fs from 'node:fs';
import path from 'node:path';
import type { SessionFolders } from '../../../platform/folders.js';
import type { Problem } from '../../../problem.js';
import type { Found, Transcript } from '../agent.js';
import { entriesIn, within } from '../list-folder.js';

/** Every transcript in Claude Code's configuration folder. */
export function findProjects({ claude }: SessionFolders): Found {
  const projects = path.join(claude, 'projects');
  const problems: Problem[] = [];
  const transcripts: Transcript[] = [];
  for (const slug of entriesIn(projects, problems)) {
    if (slug.isDirectory() || slug.isSymbolicLink()) {
      for (const found of inSlug(projects, slug.name, problems)) transcripts.push(found);
    }
  }
  return { transcripts, problems };
}

const agent = 'claude';

function inSlug(projects: string, slug: string, problems: Problem[]): Transcript[] {
  const folder = path.join(projects, slug);
  return entriesIn(folder, problems).flatMap((entry): Transcript[] => {
    if (entry.name.endsWith('.jsonl')) {
      const session = entry.name.slice(0, -'.jsonl'.length);
      return [{ agent, session, file: within(folder, entry), slug, started_by: undefined }];
    }
    if (!entry.isDirectory()) return [];
    const agents = path.join(folder, entry.name, 'subagents');
    return fs.existsSync(agents) ? agentsIn(agents, slug, entry.name, problems) : [];
  });
}

/** Agents of a session; those a workflow started lie one or two folders deeper. */
function agentsIn(
  folder: string,
  slug: string,
  started_by: string,
  problems: Problem[],
): Transcript[] {
  return entriesIn(folder, problems).flatMap((entry): Transcript[] => {
    const file = within(folder, entry);
    if (entry.isDirectory()) return agentsIn(file, slug, started_by, problems);
    const session = /^(agent-.+)\.jsonl$/.exec(entry.name)?.[1];
    return session === undefined ? [] : [{ agent, session, file, slug, started_by }];
  });
}
