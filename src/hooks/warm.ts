import { existsSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';

/**
 * Runs files of ours with the code that V8 made of them in an earlier run (kept by keep.ts): making it again would take
 * longer than all a hook does. Node's own compile cache holds a file's outermost code only, and Node 20 has none.
 */
export interface Warm {
  /** Where the code of this build, this Node and this machine is kept. */
  readonly folder: string;
  /** What ran, by name. */
  readonly ran: Map<string, { readonly script: Script; readonly kept: Kind | undefined }>;
  /** The exports of `hooks/<name>.cjs`, which may require what Node has. */
  readonly load: (name: string) => unknown;
}

/** Was anything said in the run that made it? Then more of the file ran. */
export type Kind = 'silent' | 'spoke';

declare const BUILD: string;

/** `dist` holds the files; below `own` the code is kept. */
export function openWarm(dist: string, own: string): Warm {
  const folder = `${own}/code/${BUILD}-${process.version}-${process.arch}`;
  const ran: Warm['ran'] = new Map();
  return {
    folder,
    ran,
    load: (name) => {
      const file = `${dist}/hooks/${name}.cjs`;
      const kind = existsSync(`${folder}/${name}.spoke`) ? 'spoke' : 'silent';
      const code = keptAt(`${folder}/${name}.${kind}`);
      const script = new Script(
        `(function (exports, require, module, __dirname) {${readFileSync(file, 'latin1')}\n})`,
        { filename: file, ...(code && { cachedData: code }) },
      );
      ran.set(name, { script, kept: script.cachedDataRejected === false ? kind : undefined });
      const module = { exports: {} };
      script.runInThisContext()(module.exports, require, module, `${dist}/hooks`);
      return module.exports;
    },
  };
}

/** V8 believes what it is given, and dies of a damaged one: the code is written twice, and whole where both are alike. */
function keptAt(file: string): Buffer | undefined {
  try {
    const twice = readFileSync(file);
    const code = twice.subarray(0, twice.length / 2);
    return code.length > 0 && code.equals(twice.subarray(code.length)) ? code : undefined;
  } catch {
    return undefined;
  }
}
