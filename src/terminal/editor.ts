import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from './context.js';

/** The text as the person's editor left it; undefined if the editor failed. */
export function editedText({ env }: Context, name: string, text: string): string | undefined {
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = mkdtempSync(join(tmpdir(), 'madness-edit-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { status } = spawnSync(`${editor} "${file}"`, { stdio: 'inherit', shell: true });
    return status === 0 ? readFileSync(file, 'utf8') : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
