import fs from 'node:fs';
import path from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { type Problem, problem } from '../../problem.js';

// There are thousands, and path.join takes longer than the disk.
export function within(folder: string, { name }: fs.Dirent): string {
  return folder + path.sep + name;
}

/** The entries of a folder by name. An unreadable one is a problem, a missing one is empty. */
export function entriesIn(folder: string, problems: Problem[]): fs.Dirent[] {
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
