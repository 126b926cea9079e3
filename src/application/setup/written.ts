import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locateBlock, removeBlock } from '../../compile/managed-block.js';
import { fromBinary } from '../../compile/place-block.js';
import { isOwnBlock, savedBlockName } from '../../compile/rule-block.js';
import { fold } from '../../learn/fold/fold.js';
import { faults } from '../../messages/problems/setup.js';
import type { Words } from '../../messages/setup/uninstall.js';
import { countsName, inboxFolder, resolvedFailuresName } from '../../observe/journal.js';
import { sourceListFile } from '../../observe/recall.js';
import { namesFolder, projectRoot } from '../../observe/sessions.js';
import { databaseFiles, namesIn, ownFolder, summariesFolder } from '../../platform/folders.js';
import { realpath, replaceFile } from '../../platform/fs.js';
import { knownNodeName } from '../../platform/node-path.js';
import { ifPossible, type Problem, problem } from '../../problem.js';
import { attributeLines } from '../../share/git/clone-setup.js';
import { excludedHere, includeAgain } from '../../share/git/exclude.js';
import { git, infoFile, pathInGit, workTree } from '../../share/git/git.js';
import { noteWishes } from '../../store/guard-files.js';
import { isMemory, type MemoryLocation, skillsFolder, userLocation } from '../../store/location.js';
import { readPaused, writePaused } from '../../store/paused-file.js';
import { consolidatedName } from '../../store/reading-queue.js';
import { openMemory, saveBlock } from '../../store/store.js';
import { isReadOnly, madeTargets, readOnly, targetFile, targetsOf } from '../../store/targets.js';
import {
  memoryPlace,
  readTrustFile,
  trustFileName,
  updateTrustFile,
} from '../../store/trust-file.js';
import {
  allowedIn,
  allowFile,
  forMe,
  meaning,
  withoutRules,
} from '../approval/client-allow-rules.js';
import { refreshGates } from '../guards/guard-prefilters.js';
import { locationIfAny } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import { readingsName } from '../watches/readings.js';

/** Something that madness wrote: how a person reads it, and how it is taken away. */
interface Removal {
  readonly line: string;
  readonly run: () => void;
}

/** What is to go. */
interface Going extends Pick<Scene, 'problems' | 'say'> {
  /** Memories and the archive go too. */
  readonly purge: boolean;
  /** Caches and the state of hooks stay. */
  readonly keep: boolean;
}

/** Files in our own folder that can be made again, and those that stay while another project has a memory. */
const caches = [
  knownNodeName,
  'code',
  'pages',
  namesFolder,
  summariesFolder,
  resolvedFailuresName,
  consolidatedName,
  countsName,
  ...Object.values(databaseFiles).flatMap((database) => [database, sourceListFile(database)]),
];
const shared = [trustFileName, 'guards', 'reflection', readingsName, inboxFolder];

/** Memories of other projects on this machine: their blocks stay until uninstall runs there. */
export function memoriesElsewhere(own: string, locations: readonly MemoryLocation[]): string[] {
  const here = locations.map(({ memory }) => realpath(memory));
  return (readTrustFile(own) ?? [])
    .map(({ repository, path }) => (repository ? join(dirname(repository), path) : path))
    .filter((memory) => isMemory(memory) && !here.includes(realpath(memory)));
}

/** All that would go: from these projects, and of what madness keeps for itself. */
export function tracesOf(
  caller: Caller,
  locations: readonly MemoryLocation[],
  others: readonly string[],
  { purge, keep, ...more }: Going,
): Removal[] {
  const own = ownFolder(caller.env);
  const allowed = locations.map(allowFile);
  const left = purge || keep;
  return [
    ...locations.flatMap((one) => tracesInProject(caller, one, { ...more, purge, allowed })),
    ...(purge ? locations.flatMap(({ memory }) => removal(memory)) : []),
    ...(left ? [] : leaveOwn(caller, own, more.say, others.length > 0)),
    ...(left || others.length === 0 ? [] : leaveTrust(caller, own)),
    ...(purge ? removal(own) : []),
  ];
}

/** Other projects keep their entries in files that all share. */
function leaveTrust(caller: Caller, own: string): Removal[] {
  return locationsOf(caller)
    .filter(({ isUser }) => !isUser)
    .map(({ memory, root }) => ({
      line: `${join(own, trustFileName)}: ${memory}`,
      run: () => {
        updateTrustFile(own, memoryPlace(memory), () => null);
        noteWishes(own, root, undefined);
        refreshGates(caller.env);
      },
    }));
}

/** Who silenced the hooks in another project wants them silent there. */
function leaveOwn(caller: Caller, own: string, say: Words, isShared: boolean): Removal[] {
  const here = projectRoot(caller.cwd);
  const silent = readPaused(ownFolder(caller.env)).projects.filter((one) => one !== here);
  const gone = [...caches, ...(isShared ? [] : shared)].flatMap((name) => {
    const what = say.own[name];
    const path = join(own, name);
    return removal(path, what === undefined ? path : say.named(path, what));
  });
  const state = removal(join(own, 'state'), say.state).map(({ line, run }) => ({
    line,
    run: () => {
      run();
      if (silent.length === 0) return;
      writePaused(ownFolder(caller.env), { sessions: [], projects: silent });
      caller.say(say.silent(silent));
    },
  }));
  return [...gone, ...state];
}

/** The project's memory, if there is one, and the user's. */
export function locationsOf(caller: Caller): MemoryLocation[] {
  const user = userLocation(caller.env);
  const locations = existsSync(user.memory) ? [user] : [];
  const location = locationIfAny(caller);
  return location === undefined || location.memory === user.memory
    ? locations
    : [location, ...locations];
}

/** What a kind of trace is looked for in. */
interface Scene {
  readonly caller: Caller;
  readonly location: MemoryLocation;
  /** Files with the rule block, now or formerly. */
  readonly targets: readonly string[];
  /** What becomes of a person's edits of a block. */
  readonly keep: ReturnType<typeof keepEdits>;
  /** Settings files of all memories that leave. */
  readonly allowed: readonly string[];
  readonly problems: Problem[];
  readonly say: Words;
}

/** What madness wrote into a project and its clone, in the order in which it goes. */
const inProject: readonly ((scene: Scene) => Removal[])[] = [
  (scene) => scene.targets.flatMap((target) => leaveTarget(scene, target)),
  ({ location }) => keptSkills(location).flatMap((path) => removal(path)),
  leaveAttributes,
  leaveDriver,
  leaveExclude,
  ({ location }) => removal(pathInGit(location.memory, formerCheckpoint)),
  leavePermission,
];

/** Former versions noted there up to where no event is missing. */
const formerCheckpoint = 'madness-whole';

/** All of it in one project; what forbids a part is added to `problems`. */
function tracesInProject(
  caller: Caller,
  location: MemoryLocation,
  { purge, ...more }: Pick<Scene, 'allowed' | 'problems' | 'say'> & { readonly purge: boolean },
): Removal[] {
  const { config, memory } = openMemory(location);
  const former = (memory.former ?? []).map(({ path }) => path);
  const { blocks } = fold(memory.log.log);
  const keep = keepEdits(purge, (hash) => blocks.has(hash));
  const targets = [...targetsOf(location, config), ...former];
  return inProject.flatMap((leave) => leave({ ...more, caller, location, targets, keep }));
}

/** Skills that the background reader proposed and a person kept: the client loads them from the project. */
function keptSkills(location: MemoryLocation): string[] {
  const folder = skillsFolder(location);
  return namesIn(folder)
    .filter((name) => /^madness-reflect-[a-z0-9-]+$/.test(name))
    .map((name) => join(folder, name));
}

/** A file that held nothing but the block was ours, unless a link of the user's leads there. */
function leaveTarget({ caller, location, keep, problems, say }: Scene, target: string): Removal[] {
  const path = join(location.root, target);
  if (!existsSync(path)) return [];
  const file = targetFile(location, target);
  const text = readFileSync(file).toString('latin1');
  if (text === '') caller.say(say.kept(say.empty(file)));
  const bare = removeBlock(text);
  if (typeof bare !== 'string') {
    problems.push(problem('target/block', { file: target, at: bare.line }, bare.says));
    return [];
  }
  if (bare === text) return [];
  const kept = isReadOnly(file) ? { problem: readOnly(target) } : keep(location, target, text);
  if (kept !== undefined) problems.push(kept.problem);
  if (kept?.problem.severity === 'error') return [];
  const isWhole = bare === '' && !lstatSync(path).isSymbolicLink() && isMadeHere(location, target);
  const run = () => {
    kept?.save?.();
    if (isWhole) rmSync(file);
    else replaceFile(file, Buffer.from(bare, 'latin1'));
  };
  return [{ line: isWhole ? file : say.block(file), run }];
}

/** Did `init` make it? Without a list (an older one made none) only a file that git knows as empty is the person's. */
function isMadeHere({ memory, root }: MemoryLocation, target: string): boolean {
  const list = join(memory, madeTargets);
  if (existsSync(list)) return readFileSync(list, 'utf8').split('\n').includes(target);
  return git(root, ['cat-file', '-s', `HEAD:./${target}`]).stdout.trim() !== '0';
}

/** The message about an edited block, and the step that saves its text. */
interface Kept {
  readonly problem: Problem;
  readonly save?: () => void;
}

/** A person's edits of the block are saved in the memory. If the memory goes too, the block stays. */
function keepEdits(
  purge: boolean,
  isKnown: (hash: string) => boolean,
): (location: MemoryLocation, target: string, text: string) => Kept | undefined {
  return (location, target, text) => {
    const located = locateBlock(text);
    if (located.kind !== 'found') return undefined;
    const block = text.slice(located.start, located.end);
    if (isOwnBlock(fromBinary(block), isKnown)) return undefined;
    const saved = join(location.memory, savedBlockName(block));
    const edited = problem(
      'target/edited-by-hand',
      { severity: purge ? 'error' : 'warning', file: target },
      faults.editedByHand(purge, saved),
    );
    return purge
      ? { problem: edited }
      : { problem: edited, save: () => void saveBlock(location, block) };
  };
}

/** The file of git's attributes in this clone, as it is and without our lines. */
function attributesOf({ location: { memory, root }, targets }: Scene) {
  const file = infoFile(memory, 'attributes');
  const before = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const top = workTree(memory);
  const ours = top === undefined ? [] : attributeLines(top, root, targets);
  const left = before.split('\n').filter((line) => !ours.includes(line));
  return { file, before, after: left.join('\n') };
}

function leaveAttributes(scene: Scene): Removal[] {
  const { file, before, after } = attributesOf(scene);
  if (file === undefined || after === before) return [];
  if (after.trim() === '') return removal(file);
  return [{ line: scene.say.lines(file), run: () => replaceFile(file, after) }];
}

/** Another memory in the same clone may need the driver. Its attribute lines show that. */
function leaveDriver(scene: Scene): Removal[] {
  const { caller, say } = scene;
  const { memory } = scene.location;
  const { file, after } = attributesOf(scene);
  if (file !== undefined && / merge=madness$/m.test(after)) {
    caller.say(say.kept(say.needed(file)));
    return [];
  }
  return ['merge.madness', 'merge.madness-past']
    .filter((name) => git(memory, ['config', '--local', '--get', `${name}.driver`]).status === 0)
    .map((name) => ({
      line: `git config ${name}`,
      run: () => void git(memory, ['config', '--local', '--remove-section', name]),
    }));
}

function leaveExclude({ location: { root }, say }: Scene): Removal[] {
  const exclude = excludedHere(root, forMe);
  if (exclude === undefined) return [];
  return [{ line: say.line(exclude), run: () => includeAgain(root, forMe) }];
}

/** Takes our permissions out of the settings. Says so if other changes cannot be excluded. */
function leavePermission({ caller, location, allowed, problems, say }: Scene): Removal[] {
  const file = allowFile(location);
  const found = allowedIn(caller, location);
  for (const other of found) if (!allowed.includes(other)) caller.say(say.kept(say.foreign(other)));
  if (!found.includes(file)) return [];
  const after = withoutRules(readFileSync(file, 'utf8'));
  if (after === undefined) {
    problems.push(problem('settings/unclear', { file }, faults.permissionsUnclear));
    return [];
  }
  if (meaning(after) !== '{}')
    return [{ line: say.permission(file), run: () => replaceFile(file, after) }];
  const isAlone = !location.isUser && readdirSync(dirname(file)).length === 1;
  return isAlone ? removal(dirname(file), file) : removal(file);
}

function removal(path: string | undefined, line = path ?? ''): Removal[] {
  if (path === undefined || !existsSync(path)) return [];
  return [{ line, run: () => rmSync(path, { recursive: true, force: true }) }];
}

/** The same, as one line each, where only the plugin is gone; memories and caches are not among them. */
export function tracesHere(caller: Caller, say: Words): string[] {
  const going = { purge: false, keep: true, problems: [], say };
  const silent = { ...caller, say: () => {} };
  const found = ifPossible(() => tracesOf(silent, locationsOf(silent), [], going)) ?? [];
  const state = join(ownFolder(caller.env), 'state');
  return [...found.map(({ line }) => line), ...(existsSync(state) ? [state] : [])];
}
