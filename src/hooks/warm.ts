import { existsSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { shortHash } from './short-hash.js';

/** What a run needs to load files of ours with the code that V8 made of them in an earlier one (kept by keep.ts). */
export interface Warm {
  readonly dist: string;
  /** Where the code of this build, this Node, its options and this machine is kept. */
  readonly folder: string;
  /** What ran, by name. */
  readonly ran: Map<string, Ran>;
}

interface Ran {
  readonly script: Script;
  readonly kept: Kind | undefined;
  readonly exports: object;
  /** Not of another build, of which an update left the file there: V8 would take its code for this one's by their length. */
  readonly isOfThisBuild: boolean;
}

/** Was anything said in the run that made it? Then more of the file ran. */
export type Kind = 'silent' | 'spoke';

declare const BUILD: string;
/** What Node has, by its name: the build gives it to the file that begins. */
declare const builtin: NodeJS.Require;

const options = shortHash(`${process.execArgv} ${process.env.NODE_OPTIONS}`);

/** Code of another build, Node or processor is of no use, nor is what V8 made under other options, as of memory. */
export const codeFolder = `${BUILD}-${process.version}-${process.arch}-${options}`;

/**
 * The exports of `hooks/<name>.cjs`, which asks for nothing but what Node has. To make its code again would take longer
 * than all a hook does; Node's own compile cache holds a file's outermost code only, and Node 20 has none. What the file
 * calls of a module that begins with `// Apart: ` is loaded by the first such call.
 * One function, because for the first file of a hook no code is kept: each more costs it 60,000 instructions.
 */
export function load(warm: Warm, name: string): unknown {
  const { dist, folder, ran } = warm;
  const before = ran.get(name);
  if (before !== undefined) return before.exports;
  const file = `${dist}/hooks/${name}.cjs`;
  const text = readFileSync(file, 'utf8');
  const isOfThisBuild = text.startsWith(`//${BUILD}\n`);
  const kind = existsSync(`${folder}/${name}.spoke`) ? 'spoke' : 'silent';
  let code: Buffer | undefined;
  try {
    // V8 believes what it is given, and dies of a damaged one: the code is written twice, and whole where both are alike.
    const twice = readFileSync(`${folder}/${name}.${kind}`);
    const half = twice.length / 2;
    if (isOfThisBuild && half > 0 && twice.compare(twice, half, twice.length, 0, half) === 0)
      code = twice.subarray(0, half);
  } catch {
    // None is kept.
  }
  const script = new Script(`(function (exports, builtin, __dirname, apart) {${text}\n})`, {
    filename: file,
    ...(code && { cachedData: code }),
  });
  const exports = {};
  const kept = script.cachedDataRejected === false ? kind : undefined;
  ran.set(name, { script, kept, exports, isOfThisBuild });
  const apart = (other: string): unknown => load(warm, other);
  script.runInThisContext()(exports, builtin, `${dist}/hooks`, apart);
  return exports;
}
