import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { read } from './read-file.js';

/** The block as the client puts it before the model. */
export interface Block {
  readonly rules: readonly string[];
  readonly text: string;
}

/** The files of a project that the client reads by itself. */
export function targetsOf(root: string, client: string): string[] {
  const own = existsSync(join(root, 'CLAUDE.md')) ? 'CLAUDE.md' : 'AGENTS.md';
  const rules = join(root, '.claude', 'rules', 'madness.md');
  return root === client ? [join(root, own)] : [join(root, own), rules];
}

export function blockOf(files: readonly string[]): Block | undefined {
  for (const file of files) {
    const text = fencedIn(read(file));
    if (text === undefined) continue;
    const rules = [...text.matchAll(/^# R\d+ \[((?:gene|sop|pref):[\w-]+)/gm)];
    return { rules: rules.map(([, name]) => name as string), text };
  }
  return undefined;
}

/** What stands between the fences of the block. One pattern for all of it would take ten times as long. */
function fencedIn(file: string): string | undefined {
  const start = file.indexOf('<!-- madness:memory-inject start -->');
  const end = start < 0 ? -1 : file.indexOf('<!-- madness:memory-inject end -->', start);
  if (end < 0) return undefined;
  const block = file.slice(start, end);
  const [opening, fence] = /^[^`]*\n(`{3,})text\r?\n/.exec(block) ?? [];
  if (opening === undefined) return undefined;
  const inside = block.slice(opening.length);
  const closing = [`\r\n${fence}\r\n`, `\n${fence}\n`].find((line) => inside.includes(line));
  return closing === undefined ? undefined : inside.slice(0, inside.indexOf(closing));
}
