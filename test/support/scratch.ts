import {
  cpSync,
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
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, onTestFinished } from 'vitest';

/** A program that has ended may have left a child that still writes; `maxRetries` would not look for its new files. */
export async function removeFolder(folder: string): Promise<void> {
  for (let left = 16; ; left--) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 0) throw error;
      await sleep(500);
    }
  }
}

/** An empty folder that is gone when the test is over. */
export function scratchFolder(name = 'project'): string {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'madness-test-')));
  onTestFinished(() => removeFolder(outer));
  const folder = join(outer, name);
  mkdirSync(folder);
  return folder;
}

/** Folders that are gone when the file's tests are done. */
export function scratchFolders(): (name?: string) => string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'madness-test-')));
  let count = 0;
  afterAll(() => removeFolder(root));
  return (name = 'project') => {
    count += 1;
    const folder = join(root, String(count), name);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
}

/** What takes long to make, once a file: each test gets the folder as it was then, at the same path. */
export function madeOnce<Made>(
  make: (folder: string) => Made | Promise<Made>,
): () => Promise<Made> {
  const scratch = scratchFolders();
  const copied = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;
  let first: { readonly folder: string; readonly made: Made } | undefined;
  return async () => {
    if (first === undefined) {
      const folder = scratch('团队 made');
      first = { folder, made: await make(folder) };
      cpSync(folder, `${folder}-then`, copied);
    } else {
      await removeFolder(first.folder);
      cpSync(`${first.folder}-then`, first.folder, copied);
    }
    return first.made;
  };
}

/** Writes files of its own, which are gone when the file's tests are done, and says where. */
export function scratchFiles(): (content: string | Uint8Array) => string {
  const folder = scratchFolders()();
  let count = 0;
  return (content) => put(folder, `${count++}.jsonl`, content);
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
      .flatMap(([name, path]) => {
        try {
          return [[name, readFileSync(path, 'latin1')]];
        } catch (error) {
          // A hook that still writes has put it in its place meanwhile.
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
          throw error;
        }
      }),
  );
}
