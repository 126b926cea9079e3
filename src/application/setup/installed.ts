import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { words as guardWords } from '../../messages/setup/guards.js';
import { projectRoot } from '../../observe/sessions.js';
import { claudeFolder, type Environment, ownFolder } from '../../platform/folders.js';
import { readObject } from '../../platform/read-object.js';
import type { Language } from '../../problem.js';
import { codexHooks } from './codex-hooks.js';
import { hooksState } from './hook-activity.js';

/** A copy of a plugin, as the client lists it. */
export interface Installed {
  readonly version?: string;
  readonly installPath?: string;
  readonly scope?: string;
}

/** By name and marketplace: `madness@madness`. */
export function installedPlugins(env: Environment): Readonly<Record<string, readonly Installed[]>> {
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
export function programOnPath(env: Environment): string | undefined {
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

interface ClientSettings {
  readonly enabledPlugins?: Readonly<Record<string, boolean>>;
  readonly disableAllHooks?: boolean;
}

/** Where a session runs, and what it finds there. */
export interface Place {
  readonly env: Environment;
  /** The project, or the folder. */
  readonly root: string;
}

/** The last of the client's settings files for a session decides. */
export function lastSaid(
  { env, root }: Place,
  word: (settings: ClientSettings) => boolean | undefined,
): { readonly is: boolean; readonly file: string } | undefined {
  return [
    join(claudeFolder(env), 'settings.json'),
    ...['settings.json', 'settings.local.json'].map((name) => join(root, '.claude', name)),
  ]
    .flatMap((file) => {
      const is = word(readObject(file));
      return typeof is === 'boolean' ? { is, file } : [];
    })
    .at(-1);
}

/** Our plugin in Claude Code: its name, whether it is on, and the command that makes it so. */
export function pluginState(place: Place): {
  readonly name: string | undefined;
  readonly isOn: boolean;
  readonly mend: string;
} {
  const claude = claudeFolder(place.env);
  const installed = Object.keys(installedPlugins(place.env)).filter((id) =>
    id.startsWith('madness@'),
  );
  const isOn = (name: string) => lastSaid(place, (one) => one.enabledPlugins?.[name])?.is === true;
  const name = installed.find(isOn) ?? installed[0];
  if (name !== undefined) return { name, isOn: isOn(name), mend: `claude plugin enable ${name}` };
  // The client installs from a marketplace that it knows; this program lies in one.
  const source =
    'madness' in marketplaces(claude) ? 'madness@madness' : `madness --marketplace "${home()}"`;
  return { name, isOn: false, mend: `claude plugin install ${source}` };
}

/** A session that was started with our folder, or in another agent, writes as its hooks run. */
const recentMs = 3_600_000;

/** What to type before a hook of ours runs in a project; undefined where hooks run. */
function hooksNeed(place: Place, now: Date): string | undefined {
  const { isOn, mend } = pluginState(place);
  const isOff = lastSaid(place, ({ disableAllHooks }) => disableAllHooks)?.is === true;
  if (isOn && !isOff) return undefined;
  const { last = '' } = hooksState(ownFolder(place.env));
  if (now.getTime() - Date.parse(last) < recentMs) return undefined;
  if ((codexHooks(place.env, home())?.trusted ?? 0) > 0) return undefined;
  return isOff ? 'madness doctor' : mend;
}

/** One line below what speaks of a reminder, a guard or a hint, where no hook runs that would bring it; else none. */
export function withoutHooks(
  { env, cwd, now }: { readonly env: Environment; readonly cwd: string; readonly now: () => Date },
  language: Language,
): string[] {
  const need = hooksNeed({ env, root: projectRoot(cwd) }, now());
  return need === undefined ? [] : [guardWords[language].noHooks(need)];
}

/** The folder that holds this program. */
export function home(): string {
  return fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');
}
