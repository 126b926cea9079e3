import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is gone when the test is over. */
export function scratchFolder(name = 'project'): string {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'madness-test-')));
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  const folder = join(outer, name);
  mkdirSync(folder);
  return folder;
}

export function put(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Path (relative, forward slashes) → bytes as a binary string, of every file below; no .git. */
export function snapshot(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), path] as const)
      .filter(([name]) => !`/${name}`.includes('/.git/'))
      .sort()
      .map(([name, path]) => [name, readFileSync(path, 'latin1')]),
  );
}
