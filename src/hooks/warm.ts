import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { makeRoom, replace } from './write.js';

/**
 * Runs files of ours with the code that V8 made of them in an earlier run: making it again would take longer than all a
 * hook does (Node's own compile cache holds a file's outermost code only, and Node 20 has none).
 */
export interface Warm {
  /** The exports of a CommonJS file, which may require what Node has. */
  readonly load: (file: string) => unknown;
  /** Keeps what was made in this run; a run in which something was said ran more of it, and replaces one that was silent. */
  readonly keep: (spoke: boolean) => void;
}

declare const BUILD: string;

const mostFolders = 4;

/** `dist` holds the files; below `own` the code is kept, apart for each event: each runs another part of a file. */
export function openWarm(dist: string, own: string, event: string): Warm {
  const all = join(own, 'code');
  const folder = join(all, `${BUILD}-${process.version}-${process.arch}`);
  const pathOf = (file: string, kind: Kind) =>
    join(folder, `${event}.${file.replace('/', '.')}.${kind}`);
  const ran = new Map<string, Script>();
  let known: Kind | undefined;
  return {
    load: (file) => {
      const path = join(dist, file);
      const kept = keptAt(pathOf(file, 'spoke')) ?? keptAt(pathOf(file, 'silent'));
      const script = new Script(
        `(function (exports, require, module, __dirname) {${readFileSync(path, 'utf8')}\n})`,
        { filename: path, ...(kept && { cachedData: kept.code }) },
      );
      ran.set(file, script);
      known = kept === undefined || script.cachedDataRejected === true ? undefined : kept.kind;
      const module = { exports: {} };
      script.runInThisContext()(module.exports, require, module, join(path, '..'));
      return module.exports;
    },
    keep: (spoke) => {
      const kind = spoke ? 'spoke' : 'silent';
      // Before anything of ours was ever written, nothing is.
      if (known === kind || known === 'spoke' || !existsSync(own)) return;
      for (const [file, script] of ran) {
        const code = script.createCachedData();
        replace(pathOf(file, kind), Buffer.concat([code, code]));
      }
      makeRoom(all, mostFolders);
    },
  };
}

type Kind = 'silent' | 'spoke';

/** V8 believes what it is given, and dies of a damaged one: the code is written twice, and whole where both are alike. */
function keptAt(path: string): { readonly kind: Kind; readonly code: Buffer } | undefined {
  let twice: Buffer;
  try {
    twice = readFileSync(path);
  } catch {
    return undefined;
  }
  const code = twice.subarray(0, twice.length / 2);
  if (code.length === 0 || !code.equals(twice.subarray(code.length))) return undefined;
  return { kind: path.endsWith('spoke') ? 'spoke' : 'silent', code };
}
