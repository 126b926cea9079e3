import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ruleName } from '../compile/catalog.js';
import { claudeFolder, type House, logName, ownFolder, userHouse } from '../house.js';
import { parseJson } from '../json-text.js';
import { knownNodeName } from '../known-node.js';
import { archiveSettings } from '../observe/archive/settings.js';
import { projectRoot } from '../observe/project-folder.js';
import { hasErrors, MadnessError } from '../problem.js';
import { driverState } from '../share/driver.js';
import { allowedIn, permissionRule } from './consent/permission.js';
import { readPaused } from './hooks-pause.js';
import { hooksState } from './hooks-state.js';
import { previewCompile } from './memory/memory.js';
import { houseIfAny } from './memory/place.js';
import { type Command, type Context, flag, printJson } from './talk/context.js';
import { counted } from './talk/counted.js';

declare const VERSION: string;

/** ok: nothing to do. look: it works, but not as it could. wrong: it does not work. */
interface Finding {
  readonly state: 'ok' | 'look' | 'wrong';
  readonly words: string;
  /** What mends it; wherever the state is not ok. */
  readonly remedy?: string;
}

type Said = Finding | undefined;

interface Check {
  readonly name: string;
  /** Undefined where there is nothing to say here. */
  readonly look: (context: Context, house: House | undefined) => Said | Promise<Said>;
}

/** In the order in which they are shown. */
const checks: readonly Check[] = [
  { name: 'node', look: checkNode },
  { name: 'plugin', look: checkPlugin },
  { name: 'skill', look: checkSkill },
  { name: 'hooks', look: checkHooks },
  { name: 'permission', look: checkPermission },
  { name: 'memory', look: checkMemory },
  { name: 'compile', look: checkCompile },
  { name: 'levels', look: checkLevels },
  { name: 'merge', look: checkMerge },
  { name: 'archive', look: checkArchive },
];

/** One line a check; exit code 1 where something does not work. */
export const doctor: Command = async (context) => {
  const house = houseIfAny(context);
  const found: (Finding & { readonly name: string })[] = [];
  for (const { name, look } of checks) {
    const finding = await said(() => look(context, house));
    if (finding !== undefined) found.push({ name, ...finding });
  }
  if (flag(context, 'json')) printJson(context, { checks: found });
  else
    for (const { name, state, words, remedy } of found)
      context.print(
        `${state.padEnd(5)}  ${name.padEnd(10)}  ${words}${remedy === undefined ? '' : ` → ${remedy}`}`,
      );
  return found.some(({ state }) => state === 'wrong') ? 1 : 0;
};

/** What a check cannot go on for is its finding: the others have something to say all the same. */
async function said(look: () => Said | Promise<Said>): Promise<Said> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return wrong(error.message, error.hint ?? 'madness check');
  }
}

const ok = (words: string): Finding => ({ state: 'ok', words });
const look = (words: string, remedy: string): Finding => ({ state: 'look', words, remedy });
const wrong = (words: string, remedy: string): Finding => ({ state: 'wrong', words, remedy });

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19)
    ? ok(process.version)
    : wrong(process.version, 'install Node.js 20.19 or newer');
}

interface Installed {
  readonly plugins?: Readonly<Record<string, readonly { readonly version?: string }[]>>;
}

function checkPlugin(context: Context, house: House | undefined): Finding {
  const claude = claudeFolder(context.env);
  const { plugins = {} } = readObject(join(claude, 'plugins/installed_plugins.json')) as Installed;
  const installed = Object.keys(plugins).filter((id) => id.startsWith('madness@'));
  const settings = [claude, ...(house === undefined ? [] : [join(house.root, '.claude')])].flatMap(
    (folder) => ['settings.json', 'settings.local.json'].map((file) => join(folder, file)),
  );
  const isOn = (name: string) =>
    settings.map((file) => enabledIn(file, name)).findLast((one) => one !== undefined) === true;
  const name = installed.find(isOn) ?? installed[0];
  if (name === undefined)
    return look(
      'the plugin is not installed, so there is no /madness',
      `claude plugin install ${sourceIn(claude)}`,
    );
  if (!isOn(name)) return look(`${name} is switched off`, `claude plugin enable ${name}`);
  const version = plugins[name]?.at(-1)?.version ?? 'of no version';
  if (version === VERSION) return ok(`${name} ${version}`);
  const isNewer = /^\d+\.\d/.test(version) && compareVersions(version, VERSION) > 0;
  return look(
    `${name} ${version} is installed, this is madness ${VERSION}`,
    isNewer ? updateOfThis(claude) : updateOf(name),
  );
}

const compareVersions = new Intl.Collator('en', { numeric: true }).compare;

/** A session keeps the plugin that it began with. */
function updateOfThis(claude: string): string {
  return home().startsWith(join(claude, 'plugins')) ? again : `git pull in ${home()}`;
}

/** The client looks for a newer version only in its own copy of the marketplace. */
function updateOf(name: string): string {
  const marketplace = name.slice('madness@'.length);
  return `claude plugin marketplace update ${marketplace}, then claude plugin update ${name}, then ${again}`;
}

const again = 'start the client again';

/** The folder of this program. */
function home(): string {
  return fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');
}

/** The client installs from a marketplace that it knows; this program lies in one. */
function sourceIn(claude: string): string {
  return 'madness' in readObject(join(claude, 'plugins/known_marketplaces.json'))
    ? 'madness@madness'
    : `madness --marketplace "${home()}"`;
}

function enabledIn(file: string, name: string): boolean | undefined {
  const { enabledPlugins } = readObject(file) as { enabledPlugins?: Record<string, boolean> };
  return enabledPlugins?.[name];
}

/** A skill of the user or of the project with the same name is taken by the client instead of ours. */
function checkSkill(context: Context, house: House | undefined): Finding {
  const folders = [claudeFolder(context.env), join(context.cwd, '.claude')];
  if (house !== undefined) folders.push(join(house.root, '.claude'));
  const shadow = folders
    .map((folder) => join(folder, 'skills/madness/SKILL.md'))
    .find((file) => existsSync(file));
  return shadow === undefined
    ? ok('/madness is ours')
    : look(`${shadow} hides ours`, 'type /madness:madness, or rename its folder');
}

/** Whether they ran, failed, or were silenced, and what they wrote. */
function checkHooks(context: Context): Finding {
  const own = ownFolder(context.env);
  const { last, sessions, bytes, faults } = hooksState(own);
  const { projects } = readPaused(context);
  const wrote = `${counted(sessions, 'session')}, ${Math.ceil(bytes / 1000)} kB in ${join(own, 'state')}`;
  if (faults.length > 0)
    return look(
      `${counted(faults.length, 'fault')}, the last: ${faults.at(-1)}`,
      `look into ${join(own, 'state/hooks.log')}, then delete it`,
    );
  if (projects.includes(projectRoot(context.cwd)))
    return look(`paused in this project; ${wrote}`, 'madness hooks resume --project');
  return last === undefined
    ? look(
        'none has run yet',
        `${findNode(own)}start a session of the client with the plugin installed`,
      )
    : ok(`last ran ${last}; ${wrote}`);
}

function findNode(own: string): string {
  return existsSync(join(own, knownNodeName))
    ? ''
    : 'madness init, which tells them where Node is; then ';
}

function checkPermission(context: Context, house: House | undefined): Finding | undefined {
  if (house === undefined) return undefined;
  const [file] = allowedIn(context, house);
  return file === undefined
    ? look('the client asks before each `madness` command', 'madness init --allow')
    : ok(`${file} allows ${permissionRule}`);
}

function checkMemory(_: Context, house: House | undefined): Finding {
  return house === undefined ? wrong('none here', 'madness init') : ok(house.memory);
}

async function checkCompile(
  context: Context,
  house: House | undefined,
): Promise<Finding | undefined> {
  if (house === undefined) return undefined;
  const { problems, written, plan } = await previewCompile(context);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (hasErrors(problems))
    return wrong(`${counted(errors, 'error')} in the memory`, 'madness check');
  const forgotten = problems.find(({ rule }) => rule === 'target/forgotten');
  if (forgotten !== undefined)
    return look(`${forgotten.file} is no target and holds a block all the same`, 'madness check');
  const missing = problems.find(({ rule }) => rule === 'target/missing');
  if (missing !== undefined)
    return look(`${missing.file} is missing, so no rule stands in it`, initOf(house));
  if (plan?.standings.length === 0) return ok('there are no rules yet');
  return written.length === 0
    ? ok('everything is up to date')
    : look(`${counted(written.length, 'file is', 'files are')} behind the log`, 'madness compile');
}

/** The client reads both blocks: a rule that somebody wrote into both memories by hand reaches a session twice. */
async function checkLevels(
  context: Context,
  house: House | undefined,
): Promise<Finding | undefined> {
  const user = userHouse(context.env);
  if (house === undefined || house.isUser || !existsSync(join(user.memory, logName)))
    return undefined;
  const { memory, ...options } = context.options;
  const own = await previewCompile({ ...context, options: { ...options, user: true } });
  const here = (await previewCompile(context)).plan?.selection;
  const told = new Set([...(here?.rules ?? []), ...(here?.trials ?? [])].map(ruleName));
  const [twice, ...more] = (own.plan?.selection.rules ?? [])
    .map(ruleName)
    .filter((name) => told.has(name));
  if (twice === undefined) return ok('no rule reaches a session from two memories');
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return look(
    `${twice}${others} stands in your own memory too, so that a session sees it twice`,
    `madness deprecate ${twice.split(':')[1]} --user`,
  );
}

function initOf({ isUser }: House): string {
  return isUser ? 'madness init --user' : 'madness init';
}

function checkMerge(_: Context, house: House | undefined): Finding | undefined {
  if (house === undefined) return undefined;
  switch (driverState(house.memory)) {
    case 'no-git':
      return undefined;
    case 'registered':
      return ok('git merges this memory by itself');
    case 'missing':
      return look('git would leave conflicts in compiled files', initOf(house));
    case 'stale':
      return look('the merge driver of git names a program that is gone', initOf(house));
  }
}

function checkArchive({ env }: Context): Finding {
  const { isOn, client_days } = archiveSettings(ownFolder(env), claudeFolder(env));
  return isOn
    ? ok('transcripts are kept')
    : look(
        `the client deletes transcripts after ${counted(client_days, 'day')}`,
        'madness archive --on',
      );
}

/** Of a file of the client's; one that is absent or unclear says nothing. */
function readObject(file: string): object {
  try {
    const value = parseJson(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
