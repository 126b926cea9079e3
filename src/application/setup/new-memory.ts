import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { forPerson } from '../../messages/agent.js';
import { faults } from '../../messages/problems/setup.js';
import { type Words, words } from '../../messages/setup/init.js';
import { isInProject, projectRoot } from '../../observe/sessions.js';
import { namesIn, ownFolder } from '../../platform/folders.js';
import {
  makeFolder,
  makeOwnFolder,
  readRegular,
  replaceFile,
  resolveInside,
} from '../../platform/fs.js';
import { rememberNode } from '../../platform/node-path.js';
import {
  ifPossible,
  type Language,
  MadnessError,
  type Problem,
  problem,
  type Wording,
} from '../../problem.js';
import type { Config } from '../../schema.gen.js';
import {
  isMergedByLines,
  memoryAttributes,
  memoryIgnores,
  registerDriver,
} from '../../share/git/clone-setup.js';
import { isInsideGit, nameByGit, trackedBelow, workTree } from '../../share/git/git.js';
import {
  assetNames,
  findLocation,
  isMemory,
  locationAt,
  logName,
  type MemoryLocation,
  memoryNames,
  refuseLinksOut,
  userLocation,
} from '../../store/location.js';
import { openMemory, parseConfig } from '../../store/store.js';
import {
  makeTarget,
  noteMadeTargets,
  targetFile,
  targetProblems,
  targetsOf,
} from '../../store/targets.js';
import { shellWord } from '../../text.js';
import { projectNamed } from '../../validation.js';
import { forPersonOnly } from '../approval/agent.js';
import { allowFile } from '../approval/client-allow-rules.js';
import type { Caller } from '../memory/run-context.js';
import { compileAndWrite, previewCompile } from '../memory/transaction.js';
import { notWritten, trustMemory } from '../memory/trust.js';
import { withoutHooks } from './installed.js';

/** What the person answered or named. Absent fields were not answered. */
export interface Answers {
  readonly goals?: Config['goals'];
  readonly review_interval_days?: number;
  readonly archive?: boolean;
  readonly allow?: boolean;
  readonly reflect?: boolean;
}

/** What `init` was asked for. */
interface Asked extends Answers {
  /** Of a new memory. */
  readonly language: Language;
  /** The language as it was typed. */
  readonly named: string | undefined;
  readonly sharesReviews: boolean;
  /** Files of an older memory to begin with. */
  readonly older: readonly string[];
  /** No person here has let it speak yet. */
  readonly isUnheard: boolean;
}

const adoptable = [...assetNames, logName, 'config.json'];

/** Writes what is missing: the memory, its trust, its targets, its index. */
export async function setUpMemory(caller: Caller, location: MemoryLocation, asked: Asked) {
  const wrote: string[] = [];
  const kept = makeMemory(caller, location, asked, wrote);
  const untold = asked.isUnheard ? letSpeak(caller, location) : [];
  const { config, memory, problems } = openMemory(location);
  const targets = targetsOf(location, config);
  if (problems.length > 0) return { problems };
  noteMadeTargets(
    location,
    targets.filter((path) => !existsSync(targetFile(location, path))),
  );
  // A target that has no block yet comes with the first rule that stands in it.
  const { problems: lacking } = await previewCompile(aboutMemory(caller, location));
  for (const { rule, file } of lacking)
    if (rule === 'target/missing') {
      makeTarget(location, file);
      wrote.push(targetFile(location, file));
    }
  const first = await firstIndex(caller, location);
  rememberNode(caller.env);
  const created = createdIn(location, [...wrote, ...first.written]);
  const told = [...untold, ...first.problems, ...unheeded(location, config, kept, asked)];
  return { problems, told, created, targets, language: memory.language };
}

export function chooseLocation(caller: Caller): MemoryLocation {
  const { user, memory } = caller.options;
  if (user === true) return userLocation(caller.env);
  const named = typeof memory === 'string' ? memory : caller.env.MADNESS_MEMORY;
  if (named) return locationAt(resolve(caller.cwd, named), caller.env);
  const found = ifPossible(() => findLocation(undefined, caller.cwd, caller.env));
  if (found !== undefined) return found;
  const [usual, other] = memoryNames.map((name) =>
    locationAt(join(resolve(caller.cwd), name), caller.env),
  ) as [MemoryLocation, MemoryLocation];
  return isForeign(usual) ? other : usual;
}

/** An agent makes a memory in the project that it works in, and nobody where git commits nothing. */
export function refuseElsewhere(caller: Caller, location: MemoryLocation): void {
  if (!location.isUser && isInsideGit(location.root))
    throw new MadnessError(faults.insideGit(location.root));
  const isHere = isInProject(location.root, projectRoot(caller.cwd)) && !location.isUser;
  if (isHere || isMemory(location.memory)) return;
  const named = location.isUser ? '--user' : `--memory ${shellWord(location.memory)}`;
  forPersonOnly(caller, forPerson.made(location.memory), `madness init ${named}`);
}

/** Files that `init` or the user may create before the log exists. */
const ownNames = [
  ...adoptable,
  '.gitignore',
  '.gitattributes',
  '.gitkeep',
  '.DS_Store',
  ...['work', 'facets', 'retrospectives', 'notes', 'exports', 'views'],
];

/** Another program's folder, or source code: nothing in it is ours to add to. */
function isForeign({ memory, root }: MemoryLocation): boolean {
  if (isMemory(memory)) return false;
  const tracked = trackedBelow(root, basename(memory)).map(({ name }) => name);
  if (tracked.some((name) => basename(name) === logName)) return false;
  const names = [...namesIn(memory), ...tracked.map((name) => name.split('/')[1] ?? '')];
  if (names.some((name) => !ownNames.includes(name))) return true;
  if (existsSync(join(memory, 'views/_all.md'))) return true;
  const problems: Problem[] = [];
  const file = join(memory, 'config.json');
  if (existsSync(file)) parseConfig(readFileSync(file, 'utf8'), problems);
  return (
    problems.length > 0 ||
    assetNames.some((name) => names.includes(name) && existsSync(join(memory, name)))
  );
}

export function refuseForeign(location: MemoryLocation, language: Language): void {
  if (location.isUser || !isForeign(location)) return;
  const say = words[language];
  throw new MadnessError(say.foreign(location.memory), say.foreignHint);
}

/** Refuses a memory that git tracks but the work tree lacks: a new one would be committed in its place. */
export function refuseHidden({ memory, root }: MemoryLocation): void {
  if (isMemory(memory)) return;
  const name = basename(memory);
  const tracked = trackedBelow(root, name).filter(({ name: path }) =>
    [logName, ...assetNames].includes(basename(path)),
  );
  if (tracked.length === 0) return;
  throw new MadnessError(
    faults.notInWorkTree(
      memory,
      tracked.some(({ isSparse }) => isSparse),
      root,
      name,
    ),
  );
}

/** The files to begin with, where an older memory is named. */
export function olderMemory(caller: Caller, from: string | undefined): readonly string[] {
  if (from === undefined) return [];
  forPersonOnly(caller, forPerson.adopted, `madness init --adopt ${shellWord(from)}`);
  const folder = resolve(caller.cwd, from);
  const found = adoptable.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length > 0) return found;
  throw new MadnessError(faults.nothingToAdopt(folder, adoptable.join(', ')));
}

/** Goals go to config.json, which a team commits. */
export async function secretsOf({ goals = [] }: Answers): Promise<Problem[]> {
  if (goals.length === 0) return [];
  const { screenSecrets } = await import('../../application/memory/secret-screen.js');
  return screenSecrets({ goals }, 'the command line');
}

/** Finds paths that leave the project, by link or by name. Runs before anything is written. */
export function problemsOutside(
  location: MemoryLocation,
  older: readonly string[],
  { allow: isAllowed }: Answers,
): Problem[] {
  const { root, memory, isUser } = location;
  // The user's memory lies where $MADNESS_HOME says, a project's in the project.
  if (!isUser) resolveInside(root, memory);
  if (existsSync(memory)) {
    refuseLinksOut(location);
    for (const name of ['.gitignore', '.gitattributes']) resolveInside(memory, join(memory, name));
  }
  if (isAllowed === true) resolveInside(root, allowFile(location));
  const problems: Problem[] = [];
  const [file] = [join(memory, 'config.json'), ...older].filter(
    (path) => basename(path) === 'config.json' && existsSync(path),
  );
  const config = parseConfig(file === undefined ? undefined : readFileSync(file, 'utf8'), problems);
  return [...problems, ...targetProblems(location, config)];
}

/** If trust cannot be stored, the memory exists but stays silent. */
function letSpeak({ env, now }: Caller, location: MemoryLocation): Problem[] {
  try {
    trustMemory(env, location, 'init', now());
    return [];
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return [notWritten(env, error)];
  }
}

/** Returns which files of an older memory were not taken, because there are such files here. */
function makeMemory(
  caller: Caller,
  location: MemoryLocation,
  asked: Asked,
  wrote: string[],
): readonly string[] {
  const create = (name: string, content: string) => {
    const path = resolveInside(location.memory, join(location.memory, name));
    if (existsSync(path)) return;
    replaceFile(path, content);
    wrote.push(path);
  };
  if (location.isUser) makeOwnFolder(ownFolder(caller.env));
  makeFolder(location.memory);
  const kept = adopt(asked.older, location, wrote);
  create('config.json', `${JSON.stringify(newConfig(location, asked), null, 2)}\n`);
  for (const name of ['genes.json', 'sops.json', 'prefs.json']) create(name, '[]\n');
  create(logName, '');
  for (const [name, text] of gitFiles(location, asked.sharesReviews)) create(name, text);
  return kept;
}

/** What tells git how a memory is merged and what of it stays here, name → text. */
function gitFiles({ memory }: MemoryLocation, sharesReviews: boolean) {
  return [
    ['.gitignore', memoryIgnores(sharesReviews)],
    ['.gitattributes', memoryAttributes(memory)],
  ] as const;
}

/** Copies an older memory's files into this one, where they are missing; returns which were not. */
function adopt(
  older: readonly string[],
  location: MemoryLocation,
  wrote: string[],
): readonly string[] {
  const kept = older
    .map((file) => basename(file))
    .filter((name) => existsSync(join(location.memory, name)));
  for (const file of older) {
    if (kept.includes(basename(file))) continue;
    const path = resolveInside(location.memory, join(location.memory, basename(file)));
    replaceFile(path, readFileSync(file));
    wrote.push(path);
  }
  return kept;
}

function newConfig(location: MemoryLocation, asked: Asked): Config {
  const project = location.isUser
    ? 'user'
    : projectNamed(nameByGit(location.root) ?? basename(location.root));
  const { goals = [], review_interval_days, language, sharesReviews } = asked;
  return {
    project,
    language,
    ...(goals.length === 0 ? {} : { goals }),
    ...(review_interval_days === undefined ? {} : { review_interval_days }),
    ...(sharesReviews ? { share_reviews: true } : {}),
  };
}

/** Hooks and teammates find a memory by its index. Compile keeps an existing one. */
async function firstIndex(
  caller: Caller,
  location: MemoryLocation,
): Promise<{ readonly written: readonly string[]; readonly problems: readonly Problem[] }> {
  if (existsSync(join(location.memory, 'index.json'))) return { written: [], problems: [] };
  const { written, problems } = await compileAndWrite(aboutMemory(caller, location));
  return { written: written.map((path) => join(location.root, path)), problems };
}

/** Names the memory's folder once, whatever was created in it, and the files beside it. */
function createdIn({ memory, root }: MemoryLocation, wrote: readonly string[]): string[] {
  const isInside = (path: string) => path.startsWith(join(memory, sep));
  const inside = wrote.filter(isInside);
  const isNew = inside.some((path) => basename(path) === 'config.json');
  const shown = isNew ? [`${memory}${sep}`, ...wrote.filter((path) => !isInside(path))] : wrote;
  return [...new Set(shown)].map((path) => relative(root, path) + (path.endsWith(sep) ? sep : ''));
}

/** Requests that had no effect, because existing files are never overwritten. */
function unheeded(
  { memory }: MemoryLocation,
  { language = 'en' }: Config,
  kept: readonly string[],
  { named = language, sharesReviews }: Asked,
): Problem[] {
  const ignored = sharesReviews
    ? readRegular(join(memory, '.gitignore'))
        .split('\n')
        .filter((line) => ['facets/', 'retrospectives/'].includes(line.trim()))
    : [];
  return [
    ...kept.map((name) => stays(`memory/${name}`, faults.notAdopted(memory))),
    ...(named === language
      ? []
      : [stays('memory/config.json', faults.languageStays(named, language))]),
    ...(ignored.length === 0 ? [] : [stays('memory/.gitignore', faults.reviewsIgnored(ignored))]),
  ];
}

function stays(file: string, wording: Wording): Problem {
  return problem('init/kept', { severity: 'warning', file }, wording);
}

export function setUpMerging(location: MemoryLocation, targets: readonly string[]) {
  if (workTree(location.memory) === undefined) return { isNew: false, problems: [] };
  // A memory that was made by hand has none, and git would leave conflicts in every file of it.
  for (const [name, text] of gitFiles(location, false)) {
    const path = resolveInside(location.memory, join(location.memory, name));
    if (!existsSync(path)) replaceFile(path, text);
  }
  const { changes, refusal } = registerDriver(location, targets);
  const where = { severity: 'warning', file: '.git/config' } as const;
  const refused = refusal && problem('git/no-driver', where, faults.driverRefused(refusal));
  const isNew = changes.length > 0 && isMergedByLines(location.memory);
  return { isNew, problems: refused ? [refused] : [] };
}

/** A file that init has just made, or a clone that lagged behind, holds no rules yet. */
export async function nextStep(
  caller: Caller,
  location: MemoryLocation,
  say: Words,
): Promise<string> {
  const { written } = await previewCompile(aboutMemory(caller, location));
  if (written.length > 0) return 'madness compile';
  // Without the plugin there is no /madness.
  const isAlone = location.isUser || withoutHooks(caller, 'en').length > 0;
  return isAlone ? say.beginUser : say.begin;
}

/** The same run, about this memory. */
export function aboutMemory<C extends Caller>(caller: C, { memory }: MemoryLocation): C {
  return { ...caller, options: { ...caller.options, memory } };
}

/** Prettier is used in the project, and nothing keeps it from the memory. */
export function wantsPrettierIgnore({ root, memory, isUser }: MemoryLocation): boolean {
  if (isUser) return false;
  const textOf = (name: string) =>
    existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : '';
  const isUsed =
    readdirSync(root).some((name) => /^(?:\.prettierrc|prettier\.config\.)/.test(name)) ||
    textOf('package.json').includes('"prettier"');
  const lines = textOf('.prettierignore').split('\n');
  const bare = (line: string) => line.trim().replace(/^\//, '').replace(/\/$/, '');
  return isUsed && !lines.some((line) => bare(line) === basename(memory));
}
