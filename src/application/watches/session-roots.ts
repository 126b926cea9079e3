import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CountedSession } from '../../learn/watches/count.js';
import type { ProjectTree } from '../../learn/watches/stale.js';
import type { SessionSteps } from '../../observe/summary.js';

/** The folder that a session's paths are relative to; it may be a work tree, or gone, or on another machine. */
export function withRoots(
  summaries: readonly SessionSteps[],
  { files }: Pick<ProjectTree, 'files'>,
): CountedSession[] {
  const folders = new Set(files.flatMap((path) => (path.includes('/') ? [dirname(path)] : [])));
  for (const folder of [...folders])
    for (let above = dirname(folder); above !== '.'; above = dirname(above)) folders.add(above);
  const cwdOf = ({ cwd, steps }: SessionSteps): string =>
    steps.flatMap((one) => ('cwd' in one && one.cwd !== '' ? [one.cwd] : []))[0] ?? cwd;
  const all = [...new Set(summaries.map(cwdOf))].filter((cwd) => cwd.split('/').length > 3);
  const known = new Map<string, string>();
  const rootOf = (cwd: string): string => {
    for (let at = cwd; at !== dirname(at); at = dirname(at))
      if (existsSync(join(at, '.git'))) return at;
    const parts = cwd.split('/');
    for (let at = 1; at < parts.length; at++)
      if (folders.has(parts.slice(at).join('/'))) return parts.slice(0, at).join('/');
    const above = all.filter(
      (other) => cwd.startsWith(`${other}/`) && !/worktrees?\//.test(cwd.slice(other.length)),
    );
    return above.sort((one, other) => one.length - other.length)[0] ?? cwd;
  };
  return [...summaries]
    .sort((one, other) => (one.first < other.first ? -1 : 1))
    .map((summary) => {
      const cwd = cwdOf(summary).replaceAll('\\', '/');
      const root = known.get(cwd) ?? rootOf(cwd);
      known.set(cwd, root);
      return { summary, root };
    });
}
