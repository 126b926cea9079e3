import fs from 'node:fs';
import path from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { type Problem, problem } from '../../problem.js';
import { type Copyable, firstLineIn, withoutCopies } from './dedupe.js';

/** A transcript on disk, not yet read. */
export interface Transcript {
  /** Base name without `.jsonl`: what a command takes as SESSION. */
  readonly session: string;
  readonly file: string;
  /** Folder below `projects/`. */
  readonly slug: string;
  /** The session that started this agent, if the path names it. */
  readonly started_by: string | undefined;
}

/** Every transcript in the configuration folder, sorted by path; of copies of one session the longest. */
export function findTranscripts(claude: string): {
  transcripts: readonly Transcript[];
  problems: readonly Problem[];
} {
  const projects = path.join(claude, 'projects');
  const problems: Problem[] = [];
  const transcripts: Transcript[] = [];
  for (const slug of list(projects, problems)) {
    if (slug.isDirectory() || slug.isSymbolicLink()) {
      for (const found of inSlug(projects, slug.name, problems)) transcripts.push(found);
    }
  }
  return { transcripts: withoutCopies(transcripts, lookAt), problems };
}

function lookAt({ session, started_by, file }: Transcript): Copyable {
  return {
    session,
    started_by,
    size: () => statOf(file)?.size ?? 0,
    firstLine: () => firstLineIn(file),
  };
}

function inSlug(projects: string, slug: string, problems: Problem[]): Transcript[] {
  const folder = path.join(projects, slug);
  return list(folder, problems).flatMap((entry): Transcript[] => {
    if (entry.name.endsWith('.jsonl')) {
      const session = entry.name.slice(0, -'.jsonl'.length);
      return [{ session, file: within(folder, entry), slug, started_by: undefined }];
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
  return list(folder, problems).flatMap((entry): Transcript[] => {
    const file = within(folder, entry);
    if (entry.isDirectory()) return agentsIn(file, slug, started_by, problems);
    const session = /^(agent-.+)\.jsonl$/.exec(entry.name)?.[1];
    return session === undefined ? [] : [{ session, file, slug, started_by }];
  });
}

// There are thousands, and path.join takes longer than the disk.
function within(folder: string, { name }: fs.Dirent): string {
  return folder + path.sep + name;
}

function list(folder: string, problems: Problem[]): fs.Dirent[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      problems.push(
        problem(
          'sessions/unreadable-folder',
          { severity: 'warning', file: folder },
          faults.unreadableFolder(message),
        ),
      );
    }
    return [];
  }
}

/** Undefined if the file is gone, is a cyclic link, or lies in a forbidden folder. */
export function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file);
  } catch {
    return undefined;
  }
}
