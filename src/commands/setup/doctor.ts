import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { allowedIn, permissionRule } from '../../application/approval/client-allow-rules.js';
import { isBandOn } from '../../application/band/pressed.js';
import { nativeSeenIn } from '../../application/guards/list-guards.js';
import { remedyOf } from '../../application/memory/damage.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { previewCompile } from '../../application/memory/transaction.js';
import { damageOfTrust, trustIn, trustState } from '../../application/memory/trust.js';
import { readPrepared } from '../../application/retrospective/read-prepared.js';
import { readingsIn } from '../../application/retrospective/readings.js';
import { codexHooks } from '../../application/setup/codex-hooks.js';
import { hooksState } from '../../application/setup/hook-activity.js';
import {
  home,
  type Installed,
  installedPlugins,
  lastSaid,
  marketplaces,
  type Place,
  pluginState,
  programOnPath,
} from '../../application/setup/installed.js';
import { ownConfigProblems } from '../../application/setup/own-config.js';
import { tracesHere } from '../../application/setup/written.js';
import { ruleName } from '../../compile/index-files.js';
import { words as reflectWords } from '../../messages/sessions/reflect.js';
import { type Name, type State, type Words, words } from '../../messages/setup/doctor.js';
import { type Words as TrustWords, words as trustWords } from '../../messages/setup/trust.js';
import { words as uninstallWords } from '../../messages/setup/uninstall.js';
import { archiveSettings } from '../../observe/archive.js';
import { drawnName, faultLogName } from '../../observe/journal.js';
import { projectRoot } from '../../observe/sessions.js';
import { claudeFolder, namesIn, ownFolder } from '../../platform/folders.js';
import { knownNode, runs } from '../../platform/node-path.js';
import {
  hasErrors,
  type Language,
  MadnessError,
  messageIn,
  wordingOfProblem,
} from '../../problem.js';
import { isMergedByLines } from '../../share/git/clone-setup.js';
import { driverState } from '../../share/git/merge-driver-status.js';
import { switchedGuardsToChange } from '../../store/guard-files.js';
import { logName, type MemoryLocation, userLocation } from '../../store/location.js';
import { readPaused } from '../../store/paused-file.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag } from '../../terminal/context.js';
import { suggestCommand } from '../../terminal/next-command.js';
import { oneLine } from '../../text.js';
import { foreignMods } from './foreign-mods.js';

export const doctorCommand: CommandDefinition = {
  usage: 'doctor',
  summary: {
    en: 'Report problems of the installation and their remedies.',
    zh: '说出安装有什么问题、怎样修复。',
  },
  group: 'setup',
  listed: 'first',
  agent: 'free',
  options: [ofUser],
  run: (context) => doctor(context),
};

declare const VERSION: string;

interface Finding {
  readonly state: State;
  readonly words: string;
  /** The remedy, unless the state is ok. */
  readonly remedy?: string;
}

type Said = Finding | undefined;

/** What a check can read, and its messages. */
interface Scene {
  readonly context: Context;
  readonly location: MemoryLocation | undefined;
  readonly say: Words;
  readonly sayTrust: TrustWords;
  readonly language: Language;
}

interface Check {
  readonly name: Name;
  /** Undefined if there is nothing to report. */
  readonly look: (scene: Scene) => Said | Promise<Said>;
}

const checks: readonly Check[] = [
  { name: 'node', look: checkNode },
  { name: 'plugin', look: checkPlugin },
  { name: 'terminal', look: checkTerminal },
  { name: 'skill', look: checkSkill },
  { name: 'hooks', look: checkHooks },
  { name: 'settings', look: checkSettings },
  { name: 'mods', look: checkMods },
  { name: 'band', look: checkBand },
  { name: 'codex', look: checkCodex },
  { name: 'permission', look: checkPermission },
  { name: 'memory', look: checkMemory },
  { name: 'trust', look: checkTrust },
  { name: 'compile', look: checkCompile },
  { name: 'levels', look: checkLevels },
  { name: 'merge', look: checkMerge },
  { name: 'archive', look: checkArchive },
  { name: 'reflection', look: checkReflection },
];

/** One line a check; exit code 1 where something does not work. */
export const doctor: Command = async (context) => {
  const location = locationIfAny(context);
  // JSON is the same in every language.
  const language = flag(context, 'json') ? 'en' : context.language();
  const scene = {
    context,
    location,
    say: words[language],
    sayTrust: trustWords[language],
    language,
  };
  const { say } = scene;
  const found: (Finding & { readonly name: Name })[] = [];
  for (const { name, look } of checks) {
    const finding = await said(() => look(scene), language);
    if (finding !== undefined) found.push({ name, ...sentTo(context, finding) });
  }
  const line = ({ name, state, words, remedy }: (typeof found)[number]) =>
    `${say.states[state]}  ${say.names[name]}  ${words}${remedy === undefined ? '' : ` → ${remedy}`}`;
  const native = Object.values(say.native).map(
    (what) => `${say.states.ok}  ${say.names.client}  ${what} (${nativeSeenIn})`,
  );
  return {
    json: { checks: found },
    text: [...found.map(line), ...native],
    code: found.some(({ state }) => state === 'wrong') ? 1 : 0,
  };
};

/** A check that cannot run is a finding itself; the other checks still run. */
async function said(look: () => Said | Promise<Said>, language: Language): Promise<Said> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    const { message, hint = 'madness check' } = messageIn(error.wording, language);
    return wrong(message, hint);
  }
}

/** A remedy for a named memory must name it too. */
function sentTo(context: Context, finding: Finding): Finding {
  const { remedy } = finding;
  return remedy === undefined ? finding : { ...finding, remedy: suggestCommand(context, remedy) };
}

const ok = (words: string): Finding => ({ state: 'ok', words });
const look = (words: string, remedy: string): Finding => ({ state: 'look', words, remedy });
const wrong = (words: string, remedy: string): Finding => ({ state: 'wrong', words, remedy });

function checkNode({ say }: Scene): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19)
    ? ok(process.version)
    : wrong(process.version, say.node.install);
}

/** Whether the mod drew the band, or why it does not. */
function checkBand({ context, location, say: { band } }: Scene): Said {
  if (location === undefined) return undefined;
  if (!isBandOn(ownFolder(context.env))) return ok(band.off);
  if (process.platform !== 'linux') return ok(band.system);
  const sessions = join(ownFolder(context.env), 'state');
  const [last] = namesIn(sessions)
    .filter((name) => namesIn(join(sessions, name)).includes(drawnName))
    .map((name) =>
      statSync(join(sessions, name, drawnName))
        .mtime.toISOString()
        .slice(0, 10),
    )
    .sort()
    .reverse();
  return ok(last === undefined ? band.never : band.drawn(last));
}

/** Mods of other programs, and what they can do to an answer. */
function checkMods({ context, location, say: { mods } }: Scene): Said {
  const claude = claudeFolder(context.env);
  const others = Object.entries(installedPlugins(context.env)).filter(
    ([id]) => !id.startsWith('madness@'),
  );
  const folders = others.flatMap(([, copies]) =>
    copies.flatMap(({ installPath }) => installPath ?? []),
  );
  const project = location?.isUser === false ? location.root : context.cwd;
  const found = foreignMods(claude, project, folders).map(({ folder, abilities }) =>
    mods.found(
      oneLine(folder, 200),
      abilities.map((one) => mods.abilities[one]),
    ),
  );
  return found.length === 0 ? undefined : look(mods.all(found), mods.remedy);
}

function checkPlugin(scene: Scene): Finding {
  const { context, say } = scene;
  const claude = claudeFolder(context.env);
  const { name, isOn, mend } = pluginState(placeOf(scene));
  if (name === undefined) {
    const traces = tracesHere(context, uninstallWords[scene.language]);
    const hasRun = hooksState(ownFolder(context.env)).last !== undefined;
    return hasRun && traces.length > 0
      ? look(say.plugin.removed(traces), say.plugin.takeAway(mend))
      : look(say.plugin.absent, mend);
  }
  if (!isOn) return look(say.plugin.off(name), mend);
  const { version = say.plugin.unversioned, ...copy } =
    installedPlugins(context.env)[name]?.at(-1) ?? {};
  if (version === VERSION) return damagedCopy(copy, name, say) ?? ok(`${name} ${version}`);
  const isNewer = /^\d+\.\d/.test(version) && compareVersions(version, VERSION) > 0;
  return look(
    say.plugin.other(name, version, VERSION),
    isNewer ? updateOfThis(claude, say) : updateOf(name, say),
  );
}

/** An update copies nothing if the version is the same, so a copy that lost a part is installed anew. */
function damagedCopy(
  { installPath, scope = 'user' }: Installed,
  name: string,
  { plugin }: Words,
): Said {
  if (installPath === undefined) return undefined;
  const missing = hookFiles.find((file) => !existsSync(join(installPath, file)));
  if (missing === undefined) return undefined;
  const whole = scope === 'user' ? name : `${name} --scope ${scope}`;
  return wrong(plugin.missing(missing, installPath), plugin.anew(whole));
}

/** Without these no hook runs. */
const hookFiles = ['hooks/hooks.json', 'hooks/start.sh', 'dist/hook.cjs', 'dist/hooks'];

const compareVersions = new Intl.Collator('en', { numeric: true }).compare;

/** A session keeps the plugin that it began with. */
function updateOfThis(claude: string, { plugin }: Words): string {
  return home().startsWith(join(claude, 'plugins')) ? plugin.again : plugin.pull(home());
}

/** The client looks for a newer version only in its own copy of the marketplace. */
function updateOf(name: string, { plugin }: Words): string {
  return plugin.update(name, name.slice('madness@'.length));
}

/** Whether a person has `madness` outside Claude Code: npm links the marketplace's copy, which updates renew. */
function checkTerminal({ context, say: { terminal } }: Scene): Said {
  const claude = claudeFolder(context.env);
  if (!home().startsWith(join(claude, 'plugins'))) return undefined;
  const program = programOnPath(context.env);
  if (program !== undefined) return ok(program);
  const { madness } = marketplaces(claude);
  return look(terminal.none, `npm install --global "${madness?.installLocation ?? home()}"`);
}

/** The place whose settings a session here would have. */
function placeOf({ context, location }: Scene): Place {
  const root = location === undefined || location.isUser ? context.cwd : location.root;
  return { env: context.env, root };
}

/** The client prefers a user's or project's skill of the same name over ours. */
function checkSkill({ context, location, say }: Scene): Finding {
  const folders = [claudeFolder(context.env), join(context.cwd, '.claude')];
  if (location !== undefined) folders.push(join(location.root, '.claude'));
  const shadow = folders
    .map((folder) => join(folder, 'skills/madness/SKILL.md'))
    .find((file) => existsSync(file));
  return shadow === undefined
    ? ok(say.skill.ours)
    : look(say.skill.hidden(shadow), say.skill.rename);
}

/** Whether the hooks can run, ran, failed or were paused, and what they wrote. */
function checkHooks(scene: Scene): Finding {
  const { context, say } = scene;
  const { hooks } = say;
  const claude = claudeFolder(context.env);
  const own = ownFolder(context.env);
  const inTheWay = [own, join(own, 'state')].find(isNoFolder);
  if (inTheWay !== undefined) return wrong(hooks.inTheWay(inTheWay), hooks.moveAway);
  switchedGuardsToChange(own);
  const off = lastSaid(placeOf(scene), ({ disableAllHooks }) => disableAllHooks);
  if (off?.is) return look(hooks.off(off.file), hooks.switchOn);
  const node = knownNode(context.env);
  if (node !== undefined && !runs(node)) return wrong(hooks.brokenNode(node), 'madness init');
  const { last, sessions, bytes, faults } = hooksState(own);
  const { projects } = readPaused(ownFolder(context.env));
  const wrote = hooks.wrote(sessions, Math.ceil(bytes / 1000), join(own, 'state'));
  if (faults.length > 0)
    return look(
      hooks.faults(faults.length, faults.at(-1)),
      hooks.clear(join(own, 'state', faultLogName)),
    );
  if (projects.includes(projectRoot(context.cwd)))
    return look(hooks.paused(wrote), 'madness hooks resume --project');
  if (last !== undefined) return ok(hooks.ran(last, wrote));
  if (isBare(claude, own)) return look(hooks.noClient(claude), hooks.startClient);
  return look(hooks.none, `${node === undefined ? hooks.tellNode : ''}${hooks.begin}`);
}

/** What of the person's own settings has no effect. */
function checkSettings({ context, language }: Scene): Said {
  const [first, ...more] = ownConfigProblems(context.env);
  if (first === undefined) return undefined;
  const { message, hint = '' } = messageIn(wordingOfProblem(first), language);
  const rest = more.length === 0 ? '' : ` (+${more.length})`;
  return look(`${first.file}${first.at ?? ''}: ${message}${rest}`, hint);
}

/** Codex runs no hook that the person did not trust there, and says so only when it starts in a terminal. */
function checkCodex({ context, say }: Scene): Said {
  const found = codexHooks(context.env, home());
  if (found === undefined) return undefined;
  const { all, trusted } = found;
  return trusted >= all
    ? ok(say.codex.trusted(all))
    : look(say.codex.untrusted(all, trusted), say.codex.trust);
}

/** No client wrote here: our own folder may lie in its place before it was ever started. */
function isBare(claude: string, own: string): boolean {
  return !existsSync(claude) || readdirSync(claude).every((name) => join(claude, name) === own);
}

/** Something that is there and in which nothing can be written. */
function isNoFolder(path: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false }) !== undefined &&
    statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true
  );
}

function checkPermission({ context, location, say }: Scene): Said {
  if (location === undefined) return undefined;
  const [file] = allowedIn(context, location, permissionRule);
  return file === undefined
    ? look(say.permission.asks, 'madness init --allow')
    : ok(say.permission.allowed(file));
}

function checkMemory({ location, say }: Scene): Finding {
  return location === undefined ? wrong(say.memory.none, 'madness init') : ok(location.memory);
}

/** Whether hooks may use this memory, and how to allow it. */
function checkTrust({ context: { env }, location, sayTrust }: Scene): Said {
  if (location === undefined) return undefined;
  const told = trustState(env, location, sayTrust);
  if (trustIn(env, location).silence === undefined) return ok(told);
  const damage = damageOfTrust(env);
  return damage === undefined
    ? look(told, 'madness trust')
    : wrong(told, damage.hint ?? 'madness trust');
}

async function checkCompile({ context, location, say }: Scene): Promise<Said> {
  if (location === undefined) return undefined;
  const { problems, written, plan } = await previewCompile(context);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (hasErrors(problems))
    return wrong(say.compile.errors(errors), remedyOf(problems) ?? 'madness check');
  const forgotten = problems.find(({ rule }) => rule === 'target/forgotten');
  if (forgotten !== undefined) return look(say.compile.forgotten(forgotten.file), 'madness check');
  const missing = problems.find(({ rule }) => rule === 'target/missing');
  if (missing !== undefined) return look(say.compile.missing(missing.file), 'madness init');
  if (written.length > 0) return look(say.compile.behind(written.length), 'madness compile');
  return ok(plan?.standings.length === 0 ? say.compile.noRules : say.compile.upToDate);
}

/** The client reads both blocks, so a session sees a rule twice if both memories contain it. */
async function checkLevels({ context, location, say }: Scene): Promise<Said> {
  const user = userLocation(context.env);
  if (location === undefined || location.isUser || !existsSync(join(user.memory, logName)))
    return undefined;
  const { memory, ...options } = context.options;
  const own = await previewCompile({ ...context, options: { ...options, user: true } });
  const here = (await previewCompile(context)).plan?.selection;
  const told = new Set([...(here?.rules ?? []), ...(here?.trials ?? [])].map(ruleName));
  const [twice, ...more] = (own.plan?.selection.rules ?? [])
    .map(ruleName)
    .filter((name) => told.has(name));
  if (twice === undefined) return ok(say.levels.once);
  return look(say.levels.twice(twice, more.length), `madness remove ${twice.split(':')[1]} --user`);
}

function checkMerge({ location, say: { merge } }: Scene): Said {
  if (location === undefined) return undefined;
  const driver = driverState(location.memory);
  if (driver === 'no-git') return undefined;
  const isOn = driver !== 'registered' || isMergedByLines(location.memory);
  const state = isOn ? driver : 'missing';
  return state === 'registered' ? ok(merge[state]) : look(merge[state], 'madness init');
}

function checkArchive({ context: { env }, say: { archive } }: Scene): Finding {
  const { isOn, client_days } = archiveSettings(ownFolder(env), claudeFolder(env));
  return isOn ? ok(archive.kept) : look(archive.deleted(client_days), 'madness archive --on');
}

function checkReflection({ context, location, say: { reflection }, language }: Scene): Said {
  const { enabled, last, week, open } = readingsIn(ownFolder(context.env), context.now().getTime());
  if (!enabled) return undefined;
  if (last?.state === 'failed')
    return look(reflection.failed(last.error ?? ''), 'madness reflect --status');
  const at = last && ([last.queued_at.slice(0, 10), last.state] as const);
  const prepared = location === undefined ? 0 : readPrepared(location).size;
  return ok(reflectWords[language].summary(at, week, { open, prepared }));
}
