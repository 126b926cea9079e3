import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readRegular } from '../platform/fs.js';
import { assetNames, logName, type MemoryLocation } from './location.js';

/** Hash of the sources: another compiler may write other bytes. */
declare const BUILD: string;

/**
 * What the last compile read and wrote. While all those bytes are the same, a new compile would do nothing. It lies in
 * work/, so git ignores it. `--check` does not use it.
 */
export interface CompileCache {
  readonly digest: string;
  /** Relative to the root: what compile reads and what it writes. */
  readonly paths: readonly string[];
  /** Outputs that compile reported as up to date. */
  readonly unchanged: readonly string[];
  readonly rules: readonly string[];
  readonly block_version: number;
}

export const stampName = 'work/stamp.json';
/** Above this size hashing costs more than it saves. */
const maxFileBytes = 16 * 1024 * 1024;

/** The stamp, if nothing changed since; undefined when in doubt. */
export function freshCompileCache(location: MemoryLocation): CompileCache | undefined {
  try {
    const stamp = JSON.parse(readRegular(join(location.memory, stampName))) as CompileCache;
    return digest(location, stamp.paths) === stamp.digest ? stamp : undefined;
  } catch {
    return undefined;
  }
}

/** Outputs of the last compile, relative to the root; empty if unknown. */
export function lastOutputs(location: MemoryLocation): readonly string[] {
  try {
    const { unchanged } = JSON.parse(readRegular(join(location.memory, stampName))) as CompileCache;
    return unchanged.filter((path) => typeof path === 'string');
  } catch {
    return [];
  }
}

/** The cache for the memory as it is on disk. Undefined if the memory is too large. */
export function compileCacheOf(
  location: MemoryLocation,
  outputs: readonly string[],
  rules: readonly string[],
  block_version: number,
): CompileCache | undefined {
  const inputs = [...assetNames, logName, 'config.json'].map((name) =>
    relative(location.root, join(location.memory, name)),
  );
  const all = [...new Set([...inputs, ...outputs])].sort();
  const found = digest(location, all);
  return found === undefined
    ? undefined
    : { digest: found, paths: all, unchanged: [...outputs].sort(), rules, block_version };
}

function digest(location: MemoryLocation, paths: readonly string[]): string | undefined {
  // These decide what the project is called, which file is the target, and which views are stale.
  const views = join(location.memory, 'views');
  const parts: string[] = [
    BUILD,
    basename(location.root),
    String(existsSync(join(location.root, 'CLAUDE.md'))),
    String(existsSync(join(location.root, 'AGENTS.md'))),
    existsSync(views) ? readdirSync(views).sort().join('\n') : '',
  ];
  for (const path of paths) {
    const real = join(location.root, path);
    const found = statSync(real, { throwIfNoEntry: false });
    if (found !== undefined && (!found.isFile() || found.size > maxFileBytes)) return undefined;
    parts.push(path, found === undefined ? '' : hash('sha256', readFileSync(real), 'hex'));
  }
  return hash('sha256', JSON.stringify(parts), 'hex');
}
