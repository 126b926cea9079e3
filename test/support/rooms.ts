import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Rooms of the tests, the widest reach first: a file belongs to the first of which it uses something. */
const reaches = {
  /** They start git. */
  git: /support\/(?:git|team)\.ts$/,
  /** They run the built hooks. */
  hooks: /support\/hook\.ts$/,
  /** They run the program, built or here, or start another one. */
  cli: /support\/(?:cli|in-process|kills)\.ts$|node:child_process/,
  /** They call commands in this process, or ask the list of all for something. */
  commands: /src\/(?:commands|cli)\//,
} as const;

export type Room = keyof typeof reaches | 'alone' | 'unit';

/** What is left needs no build and is quick, but for these: they take seconds, or change what the whole process sees. */
const elsewhere = /\/(?:fold|house|shown-difference|simulation)\.test\.ts$/;

/** Each test file below a folder in its room. A new file finds its own. */
export function rooms(folder: string): Readonly<Record<Room, readonly string[]>> {
  const files: Record<Room, string[]> = {
    git: [],
    hooks: [],
    cli: [],
    commands: [],
    alone: [],
    unit: [],
  };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name).replaceAll('\\', '/');
    if (file.endsWith('.test.ts')) files[roomOf(file)].push(file);
  }
  return files;
}

function roomOf(file: string): Room {
  // Who replaces a module needs one process for it.
  if (readFileSync(file, 'utf8').includes('vi.mock(')) return 'alone';
  // What it counts since the last look differed at times beside files that write transcripts in the same process.
  if (file.endsWith('/reflection-trigger.test.ts')) return 'alone';
  const used = [...usedBy(file, new Set())];
  const isUsed = (what: RegExp) => used.some((one) => what.test(one));
  const room = (Object.keys(reaches) as (keyof typeof reaches)[]).find((one) =>
    isUsed(reaches[one]),
  );
  return room ?? (elsewhere.test(file) ? 'commands' : 'unit');
}

/** All that a test imports, and what the files of test/ among it import; types are no reach. */
function usedBy(file: string, seen: Set<string>): Set<string> {
  const imported = /^(?:import|export) (?!type\b)(?:[^;]*?from )?'([^']+)'|\bimport\('([^']+)'\)/gm;
  for (const [, whole, lazy] of readFileSync(file, 'utf8').matchAll(imported)) {
    const path = (whole ?? lazy) as string;
    const at = path.startsWith('.')
      ? join(dirname(file), path).replaceAll('\\', '/').replace(/\.js$/, '.ts')
      : path;
    if (seen.has(at)) continue;
    seen.add(at);
    if (at.startsWith('test/') && existsSync(at)) usedBy(at, seen);
  }
  return seen;
}
