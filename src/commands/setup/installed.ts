import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { claudeFolder } from '../../platform/folders.js';
import type { Context } from '../../terminal/context.js';

/** True if the client has the plugin installed from any marketplace. */
export function isPluginInstalled({ env }: Context): boolean {
  try {
    const file = join(claudeFolder(env), 'plugins/installed_plugins.json');
    return readFileSync(file, 'utf8').includes('"madness@');
  } catch {
    return false;
  }
}

/** A `madness` on the terminal's PATH. The client adds the plugin's to its own PATH only. */
export function programOnPath({ env }: Context): string | undefined {
  const plugins = join(claudeFolder(env), 'plugins');
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith(plugins))
    .flatMap((folder) => ['madness', 'madness.cmd'].map((name) => join(folder, name)))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
