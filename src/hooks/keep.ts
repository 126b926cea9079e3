import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Kind, Warm } from './warm.js';
import { makeRoom, remove, replace } from './write.js';

/** Of two builds, and some Nodes or options each: a megabyte a folder. */
const mostFolders = 8;

/** Keeps the code of this run, which was for the handler `name`, unless what is kept of all that ran will do. */
export function keep({ folder, ran }: Warm, own: string, name: string, spoke: boolean): void {
  const kind: Kind = spoke ? 'spoke' : 'silent';
  const willDo = [...ran].every(
    ([one, { kept }]) => kept === 'spoke' || (one === name && kept === kind),
  );
  const isWhole = [...ran.values()].every(({ isOfThisBuild }) => isOfThisBuild);
  // Before anything of ours was ever written, nothing is.
  if (willDo || !isWhole || !existsSync(own)) return;
  for (const [one, { script }] of ran) {
    const code = script.createCachedData();
    // What serves more than one event grows with each.
    const file = `${folder}/${one}.${one === name ? kind : 'spoke'}`;
    replace(file, Buffer.concat([code, code]));
  }
  // Damaged, or of code that V8 refuses, it would be tried first, and in vain, in every run.
  if (!spoke) remove(`${folder}/${name}.spoke`);
  makeRoom(dirname(folder), mostFolders);
}
