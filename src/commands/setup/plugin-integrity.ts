import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

declare const BUILD: string;
/** Files of the hooks when this program was built: path below the plugin's folder → SHA-256. */
declare const HOOK_FILES: Readonly<Record<string, string>>;

interface Damage {
  /** Below the plugin's folder. */
  readonly file: string;
  readonly kind: 'missing' | 'changed';
}

/**
 * Files that hooks need and a copy of the plugin lacks. Hashes are known for this build only: for the copy that
 * contains `own`, and for copies whose hooks name this build.
 */
export function damageOf(folder: string, own: string): Damage | undefined {
  const files = Object.entries(HOOK_FILES);
  const missing = files.find(([file]) => !existsSync(join(folder, file)));
  if (missing !== undefined) return { file: missing[0], kind: 'missing' };
  const isThisBuild =
    realpathSync(folder) === own || readFileSync(join(folder, 'dist/hook.cjs')).includes(BUILD);
  const changed = files.find(([file, hash]) => isThisBuild && hashOf(join(folder, file)) !== hash);
  return changed && { file: changed[0], kind: 'changed' };
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
