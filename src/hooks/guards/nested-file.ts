import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { placeInProject, projectRoot } from '../../observe/sessions.js';
import { fnv1a, head } from '../../text.js';
import type { Handled, Handler, Session } from '../handler.js';
import { recordOf, textOf } from '../payload.js';
import { compactionsOf, guardOf, wordsFor } from './guard-switch.js';

const maxBytes = 2048;

/** Shows each file of this name between the file read and the project's root, once per session and compaction. */
export function nestedGuard(guard: string, name: string): Handler {
  return guardOf(guard, ({ payload, session }) => {
    const read = textOf(recordOf(payload, 'tool_input'), 'file_path');
    if (read === '') return undefined;
    const cwd = textOf(payload, 'cwd') || process.cwd();
    const file = resolve(cwd, read);
    const project = projectRoot(cwd);
    const root = placeInProject(project, file)?.top ?? project;
    const found = foldersBetween(root, dirname(file))
      .map((folder) => join(folder, name))
      .filter((path) => path !== file && statSync(path, { throwIfNoEntry: false })?.isFile());
    return showEach(found, root, guard, session);
  });
}

/** The outermost first; the root's own file is the client's business. */
function foldersBetween(root: string, folder: string): string[] {
  const found: string[] = [];
  for (let at = folder; at.startsWith(root) && at !== root && at !== dirname(at); at = dirname(at))
    found.unshift(at);
  return found;
}

function showEach(
  files: readonly string[],
  root: string,
  guard: string,
  session: Session,
): Handled | undefined {
  const [file, ...rest] = files;
  if (file === undefined) return undefined;
  return {
    claims: [[`${guard}-${compactionsOf(session)}-${fnv1a(file)}`]],
    facts: [{ kind: 'guard', guard, action: 'tell' }],
    context: wordsFor(session).nested(relative(root, file).replaceAll('\\', '/'), startOf(file)),
    next: (later) => showEach(rest, root, guard, later),
  };
}

function startOf(file: string): string {
  const bytes = Buffer.alloc(maxBytes);
  const open = openSync(file, 'r');
  try {
    const text = bytes.toString('utf8', 0, readSync(open, bytes, 0, maxBytes, 0));
    // A letter may be cut in two.
    return head(text.replace(/\uFFFD+$/, ''), maxBytes).trimEnd();
  } finally {
    closeSync(open);
  }
}
