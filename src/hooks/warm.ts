import { existsSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { makeRoom, remove, replace } from './write.js';

/**
 * Runs files of ours with the code that V8 made of them in an earlier run: making it again would take longer than all a
 * hook does (Node's own compile cache holds a file's outermost code only, and Node 20 has none).
 */
export interface Warm {
  /** The exports of `hooks/<name>.cjs`, which may require what Node has. */
  readonly load: (name: string) => unknown;
  /**
   * Keeps for later runs what was made in this one, unless what is kept of `name` will do: where something was said more
   * of it ran.
   */
  readonly keep: (name: string, spoke: boolean) => void;
}

declare const BUILD: string;

const mostFolders = 4;

/** `dist` holds the files; below `own` the code is kept. */
export function openWarm(dist: string, own: string): Warm {
  const folder = `${own}/code/${BUILD}-${process.version}-${process.arch}`;
  const ran = new Map<string, Script>();
  const known = new Map<string, Kind>();
  return {
    load: (name) => {
      const file = `${dist}/hooks/${name}.cjs`;
      const kept = keptAt(folder, name, 'spoke') ?? keptAt(folder, name, 'silent');
      const script = new Script(
        `(function (exports, require, module, __dirname) {${readFileSync(file, 'utf8')}\n})`,
        { filename: file, ...(kept && { cachedData: kept.code }) },
      );
      ran.set(name, script);
      if (kept !== undefined && script.cachedDataRejected !== true) known.set(name, kept.kind);
      const module = { exports: {} };
      script.runInThisContext()(module.exports, require, module, `${dist}/hooks`);
      return module.exports;
    },
    keep: (name, spoke) => {
      const kind = spoke ? 'spoke' : 'silent';
      // Before anything of ours was ever written, nothing is.
      if (known.get(name) === kind || known.get(name) === 'spoke' || !existsSync(own)) return;
      for (const [one, script] of ran) {
        const code = script.createCachedData();
        // The door serves every event: what is kept of it grows with each.
        replace(pathOf(folder, one, one === name ? kind : 'spoke'), Buffer.concat([code, code]));
      }
      // Kept under other options of V8 (NODE_OPTIONS), it would be tried first, and in vain, in every run.
      if (!spoke) remove(pathOf(folder, name, 'spoke'));
      makeRoom(`${own}/code`, mostFolders);
    },
  };
}

type Kind = 'silent' | 'spoke';

function pathOf(folder: string, name: string, kind: Kind): string {
  return `${folder}/${name}.${kind}`;
}

/** V8 believes what it is given, and dies of a damaged one: the code is written twice, and whole where both are alike. */
function keptAt(
  folder: string,
  name: string,
  kind: Kind,
): { readonly kind: Kind; readonly code: Buffer } | undefined {
  let twice: Buffer;
  try {
    twice = readFileSync(pathOf(folder, name, kind));
  } catch {
    return undefined;
  }
  const code = twice.subarray(0, twice.length / 2);
  return code.length > 0 && code.equals(twice.subarray(code.length)) ? { kind, code } : undefined;
}
