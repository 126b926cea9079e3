import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asset } from '../schema.gen.js';
import type { Context } from './talk/context.js';

/** The wording as the person's editor left it. */
export function editedAsset({ env }: Context, asset: Asset | undefined): Asset | undefined {
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = mkdtempSync(join(tmpdir(), 'madness-edit-'));
  try {
    const file = join(folder, `${asset?.id ?? 'asset'}.json`);
    writeFileSync(file, `${JSON.stringify(asset, null, 2)}\n`);
    const { status } = spawnSync(`${editor} "${file}"`, { stdio: 'inherit', shell: true });
    return status === 0
      ? (JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, '')) as Asset)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
