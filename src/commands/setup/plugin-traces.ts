import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { allowedIn } from '../../application/approval/client-allow-rules.js';
import { locateBlock } from '../../compile/managed-block.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { ifPossible } from '../../problem.js';
import type { MemoryLocation } from '../../store/location.js';
import { openMemory } from '../../store/store.js';
import { targetFile, targetsOf } from '../../store/targets.js';
import type { Context } from '../../terminal/context.js';

/** Files and folders of ours that stay where only the plugin is removed; memories are not among them. */
export function tracesHere(context: Context, location: MemoryLocation | undefined): string[] {
  const state = join(ownFolder(context.env), 'state');
  const inProject =
    location === undefined ? [] : [...blocksOf(location), ...allowedIn(context, location)];
  return [...inProject, ...(existsSync(state) ? [state] : [])];
}

function blocksOf(location: MemoryLocation): string[] {
  const targets = ifPossible(() => targetsOf(location, openMemory(location).config)) ?? [];
  return targets
    .flatMap((target) => ifPossible(() => targetFile(location, target)) ?? [])
    .filter(
      (file) => existsSync(file) && locateBlock(readFileSync(file, 'latin1')).kind === 'found',
    );
}

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
