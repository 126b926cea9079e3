import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  allowedIn,
  allowFile,
  forMe,
  meaning,
  withoutRules,
} from '../../application/approval/client-allow-rules.js';
import { refreshGates } from '../../application/guards/guard-prefilters.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { locateBlock, removeBlock } from '../../compile/managed-block.js';
import { fromBinary } from '../../compile/place-block.js';
import { isOwnBlock, savedBlockName } from '../../compile/rule-block.js';
import { fold } from '../../learn/fold/fold.js';
import { faults } from '../../messages/problems/setup.js';
import { type Words, words } from '../../messages/setup/uninstall.js';
import { inboxFolder } from '../../observe/inbox.js';
import { countsName } from '../../observe/journal/kept-counts.js';
import { resolvedFailuresName } from '../../observe/journal/resolved-failures.js';
import { sourceListFile } from '../../observe/recall/sources.js';
import { projectRoot } from '../../observe/sessions/project-folder.js';
import { namesFolder } from '../../observe/sessions/session-names.js';
import { databaseFiles, namesIn, ownFolder } from '../../platform/folders.js';
import { realpath, replaceFile } from '../../platform/fs.js';
import { withLock } from '../../platform/lock.js';
import { knownNodeName } from '../../platform/node-path.js';
import { MadnessError, type Problem, problem } from '../../problem.js';
import { attributeLines } from '../../share/git/clone-setup.js';
import { excludedHere, includeAgain } from '../../share/git/exclude.js';
import { git, infoFile, workTree } from '../../share/git/git.js';
import { progressFile } from '../../share/git/log-scan-checkpoint.js';
import { noteWishes } from '../../store/guard-files.js';
import { isMemory, type MemoryLocation, skillsFolder, userLocation } from '../../store/location.js';
import { readPaused, writePaused } from '../../store/paused-file.js';
import { consolidatedName, consolidateLock } from '../../store/reading-queue.js';
import { openMemory, saveBlock } from '../../store/store.js';
import { isReadOnly, madeTargets, readOnly, targetFile, targetsOf } from '../../store/targets.js';
import {
  memoryPlace,
  readTrustFile,
  trustFileName,
  updateTrustFile,
} from '../../store/trust-file.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { askYes } from '../../terminal/confirm.js';
import { type Command, type Context, flag, sayer } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { isPluginInstalled } from './plugin-traces.js';

export const uninstallCommand: CommandDefinition = {
  usage: 'uninstall',
  summary: {
    en: 'Remove what madness wrote into this project and its clone; memories and the archive stay.',
    zh: '收回写进本项目及其克隆的内容；记忆库和存档保留。',
  },
  group: 'setup',
  options: [
    ['--keep', 'caches and the state of hooks stay as well', '缓存和钩子的状态也保留'],
    ['--purge', 'memories and the archive go too', '记忆库和存档也一并删除', 'person'],
  ],
  run: (context) => uninstall(context),
};

/** Files in our own folder that can be made again. */
const caches = [
  knownNodeName,
  'code',
  'pages',
  namesFolder,

  resolvedFailuresName,
  consolidatedName,
  countsName,
  ...Object.values(databaseFiles).flatMap((database) => [database, sourceListFile(database)]),
];

/**
 * Takes back what madness wrote into this project and its clone, and what it keeps for itself. Memories and the archive
 * are the user's: they stay unless --purge. With --keep the caches stay too.
 */
/** A removal: its description for a person, and the action. */
interface Removal {
  readonly line: string;
  readonly run: () => void;
}

export const uninstall: Command = async (context) => {
  const purge = flag(context, 'purge');
  if (purge && flag(context, 'keep')) throw new MadnessError(faults.keepOrPurge);
  const problems: Problem[] = [];
  const own = ownFolder(context.env);
  // What it builds would come back.
  if (existsSync(consolidateLock(own)))
    await withLock(consolidateLock(own), sayer(context), () => {});
  const locations = locationsOf(context);
  const language = locations[0] === undefined ? languageOf(context) : languageIn(locations[0]);
  const say = words[language];
  const others = elsewhere(own, locations);
  const plan = [
    ...locations.flatMap((location) =>
      leaveProject(context, location, locations.map(allowFile), problems, say),
    ),
    ...(purge ? locations.flatMap(({ memory }) => removal(memory)) : []),
    ...(flag(context, 'keep') || purge ? [] : leaveOwn(context, own, say, others.length > 0)),
    ...(flag(context, 'keep') || purge || others.length === 0 ? [] : leaveTrust(context, own)),
    ...(purge ? removal(own) : []),
  ];
  const terminal = context.terminal?.();
  if (terminal !== undefined && plan.length > 0) {
    context.print(say.would);
    for (const { line } of plan) context.print(`  ${line}`);
    for (const memory of others) context.print(`  ${say.elsewhere(memory)}`);
    if (!(await askYes(terminal, language, say.goOn))) return { text: [say.left] };
  }
  for (const { line, run } of plan) {
    run();
    context.print(say.removed(line));
  }
  if (existsSync(own) && isEmpty(own)) rmdirSync(own);
  const kept = [
    ...(purge ? [] : locations.map(({ memory }) => memory)),
    ...(existsSync(own) ? [own] : []),
    ...others.map(say.elsewhere),
  ];
  const remove = say.plugin('claude plugin marketplace remove madness');
  return {
    problems,
    text: plan.length === 0 ? [say.nothing] : [],
    talk: [...kept.map(say.kept), ...(isPluginInstalled(context) ? [remove] : [])],
  };
};

/** Memories of other projects on this machine: their blocks stay until uninstall runs there. */
function elsewhere(own: string, locations: readonly MemoryLocation[]): string[] {
  const here = locations.map(({ memory }) => realpath(memory));
  return (readTrustFile(own) ?? [])
    .map(({ repository, path }) => (repository ? join(dirname(repository), path) : path))
    .filter((memory) => isMemory(memory) && !here.includes(realpath(memory)));
}

/** Other projects keep their entries in files that all share. */
function leaveTrust(context: Context, own: string): Removal[] {
  return locationsOf(context)
    .filter(({ isUser }) => !isUser)
    .map(({ memory, root }) => ({
      line: `${join(own, trustFileName)}: ${memory}`,
      run: () => {
        updateTrustFile(own, memoryPlace(memory), () => null);
        noteWishes(own, root, undefined);
        refreshGates(context.env);
      },
    }));
}

/** Who silenced the hooks in another project wants them silent there. */
function leaveOwn(context: Context, own: string, say: Words, isShared: boolean): Removal[] {
  const here = projectRoot(context.cwd);
  const silent = readPaused(ownFolder(context.env)).projects.filter((one) => one !== here);
  const shared = [trustFileName, 'guards', 'reflection', inboxFolder];
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
      writePaused(ownFolder(context.env), { sessions: [], projects: silent });
      context.say(say.silent(silent));
    },
  }));
  return [...gone, ...state];
}

/** The project's memory, if there is one, and the user's. */
function locationsOf(context: Context): MemoryLocation[] {
  const user = userLocation(context.env);
  const locations = existsSync(user.memory) ? [user] : [];
  const location = locationIfAny(context);
  return location === undefined || location.memory === user.memory
    ? locations
    : [location, ...locations];
}

function leaveProject(
  context: Context,
  location: MemoryLocation,
  written: readonly string[],
  problems: Problem[],
  say: Words,
): Removal[] {
  const { config, memory } = openMemory(location);
  const targets = [
    ...targetsOf(location, config),
    ...(memory.former ?? []).map(({ path }) => path),
  ];
  const { blocks } = fold(memory.log.log);
  const keep = keepEdits(flag(context, 'purge'), (hash) => blocks.has(hash));
  return [
    ...targets.flatMap((target) => leaveTarget(context, location, target, keep, problems, say)),
    ...keptSkills(location).flatMap((path) => removal(path)),
    ...leaveClone(context, location, targets, say),
    ...allowedIn(context, location).flatMap((file) => {
      if (file === allowFile(location)) return leaveSettings(location, file, problems, say);
      if (!written.includes(file)) context.say(say.kept(say.foreign(file)));
      return [];
    }),
  ];
}

/** Skills that the background reader proposed and a person kept: the client loads them from the project. */
function keptSkills(location: MemoryLocation): string[] {
  const folder = skillsFolder(location);
  return namesIn(folder)
    .filter((name) => /^madness-reflect-[a-z0-9-]+$/.test(name))
    .map((name) => join(folder, name));
}

/** A file that held nothing but the block was ours, unless a link of the user's leads there. */
function leaveTarget(
  context: Context,
  location: MemoryLocation,
  target: string,
  keep: (location: MemoryLocation, target: string, text: string) => Kept | undefined,
  problems: Problem[],
  say: Words,
): Removal[] {
  const path = join(location.root, target);
  if (!existsSync(path)) return [];
  const file = targetFile(location, target);
  const text = readFileSync(file).toString('latin1');
  if (text === '') context.say(say.kept(say.empty(file)));
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

function leaveClone(
  context: Context,
  { memory, root }: MemoryLocation,
  targets: readonly string[],
  say: Words,
): Removal[] {
  const file = infoFile(memory, 'attributes');
  const before = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const after = withoutLines(before, memory, root, targets);
  return [
    ...(file === undefined || after === before ? [] : leaveAttributes(file, after, say)),
    ...leaveDriver(context, memory, file, after, say),
    ...[excludedHere(root, forMe)].flatMap((exclude) =>
      exclude === undefined
        ? []
        : [{ line: say.line(exclude), run: () => includeAgain(root, forMe) }],
    ),
    ...removal(progressFile(memory)),
  ];
}

/** Another memory in the same clone may need the driver. Its attribute lines show that. */
function leaveDriver(
  context: Context,
  memory: string,
  file: string | undefined,
  attributes: string,
  say: Words,
): Removal[] {
  if (file !== undefined && / merge=madness$/m.test(attributes)) {
    context.say(say.kept(say.needed(file)));
    return [];
  }
  return ['merge.madness', 'merge.madness-past']
    .filter((name) => git(memory, ['config', '--local', '--get', `${name}.driver`]).status === 0)
    .map((name) => ({
      line: `git config ${name}`,
      run: () => void git(memory, ['config', '--local', '--remove-section', name]),
    }));
}

function leaveAttributes(file: string, after: string, say: Words): Removal[] {
  if (after.trim() === '') return removal(file);
  return [{ line: say.lines(file), run: () => replaceFile(file, after) }];
}

function withoutLines(
  before: string,
  memory: string,
  root: string,
  targets: readonly string[],
): string {
  const top = workTree(memory);
  if (top === undefined) return before;
  const ours = attributeLines(top, root, targets);
  const left = before.split('\n').filter((line) => !ours.includes(line));
  return left.join('\n');
}

/** Removes our permissions from the text. Says so if other changes cannot be excluded. */
function leaveSettings(
  { isUser }: MemoryLocation,
  file: string,
  problems: Problem[],
  say: Words,
): Removal[] {
  const text = readFileSync(file, 'utf8');
  const after = withoutRules(text);
  if (after === undefined) {
    problems.push(problem('settings/unclear', { file }, faults.permissionsUnclear));
    return [];
  }
  if (meaning(after) === '{}') {
    const isAlone = !isUser && readdirSync(dirname(file)).length === 1;
    return isAlone ? removal(dirname(file), file) : removal(file);
  }
  return [{ line: say.permission(file), run: () => replaceFile(file, after) }];
}

function isEmpty(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length === 0;
}

function removal(path: string | undefined, line = path ?? ''): Removal[] {
  if (path === undefined || !existsSync(path)) return [];
  return [{ line, run: () => rmSync(path, { recursive: true, force: true }) }];
}
