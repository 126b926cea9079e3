import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { claudeFolder } from '../../platform/folders.js';
import { readObject } from '../../platform/read-object.js';
import type { Context } from '../../terminal/context.js';

/** A copy of a plugin, as the client lists it. */
export interface Installed {
  readonly version?: string;
  readonly installPath?: string;
  readonly scope?: string;
}

/** By name and marketplace: `madness@madness`. */
export function installedPlugins({ env }: Context): Readonly<Record<string, readonly Installed[]>> {
  const { plugins = {} } = readObject(join(claudeFolder(env), 'plugins/installed_plugins.json'));
  return plugins as Readonly<Record<string, readonly Installed[]>>;
}

export function marketplaces(
  claude: string,
): Readonly<Record<string, { readonly installLocation?: string }>> {
  return readObject(join(claude, 'plugins/known_marketplaces.json')) as ReturnType<
    typeof marketplaces
  >;
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
