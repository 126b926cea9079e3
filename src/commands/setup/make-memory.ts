import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { agentOf, forPersonOnly, refuseAgent } from '../../application/approval/agent.js';
import { allow, allowFile } from '../../application/approval/client-allow-rules.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { repositoryProblems } from '../../application/memory/git-health.js';
import { compileAndWrite, previewCompile } from '../../application/memory/transaction.js';
import { notWritten, trustIn, trustMemory } from '../../application/memory/trust.js';
import { switchReflection } from '../../application/retrospective/readings.js';
import {
  arrivingWith,
  connectUserMemory,
  installSkills,
  leavingIn,
  switchFetch,
} from '../../application/team/user-remote.js';
import { tellSigned } from '../../application/team/who.js';
import { forPerson } from '../../messages/agent.js';
import { faults } from '../../messages/problems/setup.js';
import { faults as shareFaults } from '../../messages/problems/share.js';
import { words as reflectMessages } from '../../messages/sessions/reflect.js';
import { messages as scanMessages } from '../../messages/sessions/scan.js';
import { type Words, words } from '../../messages/setup/init.js';
import { words as trustWords } from '../../messages/setup/trust.js';
import { words as syncWords } from '../../messages/sharing/sync.js';
import { switchArchive } from '../../observe/archive/settings.js';
import type { ScanRow } from '../../observe/scan/row.js';
import { isInProject, projectRoot } from '../../observe/sessions/project-folder.js';
import { homeIfKnown, ownFolder } from '../../platform/folders.js';
import {
  makeFolder,
  makeOwnFolder,
  readRegular,
  realpath,
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
import { memoryAttributes, memoryIgnores, registerDriver } from '../../share/git/clone-setup.js';
import { nameByGit, trackedBelow, workTree } from '../../share/git/git.js';
import {
  assetNames,
  findLocation,
  isMemory,
  locationAt,
  logName,
  type MemoryLocation,
  memoryNames,
  userLocation,
} from '../../store/location.js';
import { openMemory, parseConfig, refuseLinksOut } from '../../store/store.js';
import {
  nameOfTarget,
  noteMadeTarget,
  targetFile,
  targetProblems,
  targetsOf,
} from '../../store/targets.js';
import { askYes } from '../../terminal/confirm.js';
import { type Command, type Context, flag, text } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { suggestCommand } from '../../terminal/next-command.js';
import { readsAndTrusts } from '../../terminal/read-trust.js';
import { shellWord } from '../../text.js';
import { projectNamed } from '../../validation.js';
import { firstAuditLines } from '../sessions/audit-rows.js';
import {
  chooseFindings,
  findFindings,
  findingLines,
  keepFindings,
} from '../sessions/scan-findings.js';
import { type Answers, readAnswers } from './init-questions.js';

const adoptable = [...assetNames, logName, 'config.json'];

/** Makes what is missing and never overwrites; running it again in a clone sets up that clone. */
export const init: Command = async (context) => {
  const location = chooseLocation(context);
  if (isMemory(location.memory)) {
    const { json, memory, user, ...given } = context.options;
    const isAgent = agentOf(context) !== undefined;
    const isSet = Object.values(given).some((value) => value !== undefined);
    if (isSet || location.isUser) refuseAgent(context, 'madness init');
    const isSilent = trustIn(context.env, location).silence !== undefined;
    const isThere = !isAgent && context.terminal?.() !== undefined;
    if (isAgent || (isSilent && !isThere && !location.isUser)) return setUpClone(context);
  }
  return makeOrSetUp(context);
};

/** Nobody is there to read it, so git is set up and nothing is trusted. */
const setUpClone: Command = (context) => {
  const location = chooseLocation(context);
  const say = words[context.language()];
  refuseLinksOut(location);
  const { config, problems } = openMemory(location);
  const targets = problems.length > 0 ? [] : targetsOf(location, config);
  const merging = setUpMerging(location, targets);
  const isSilent = trustIn(context.env, location).silence !== undefined;
  const done = say[isSilent ? 'onlyGit' : 'gitIsSetUp'];
  return {
    problems: merging.problems,
    text: merging.isNew ? [say.merging, done] : [done],
  };
};

const makeOrSetUp: Command = async (context) => {
  const location = chooseLocation(context);
  // The client's folder, which the client may not have made yet; any other is a slip.
  if (location.isUser) makeFolder(location.root);
  else if (!existsSync(location.root)) throw new MadnessError(faults.noFolder(location.root));
  refuseElsewhere(context, location);
  refuseForeign(context, location);
  refuseHidden(location);
  if (!(await isMeant(context, location))) return { code: 1 };
  const remote = text(context, 'remote');
  if (remote !== undefined && !location.isUser) throw new MadnessError(shareFaults.needsUser);
  const connected = remote === undefined ? undefined : connectUserMemory(location, remote);
  const older = olderMemory(context);
  const isUnheard = await needsTrust(context, location, older);
  if (isUnheard === 'refused') return { code: 1 };
  const hasConfig = existsSync(join(location.memory, 'config.json'));
  const asked = languageFor(context, location, hasConfig);
  const isFirst = !hasConfig && !location.isUser;
  if (isFirst && context.options.brief !== true && !flag(context, 'json'))
    for (const line of firstAuditLines(context, location.root, asked, shownLines))
      context.print(line);
  const chosen = isFirst ? await offerFindings(context, asked) : [];
  const answers = await readAnswers(context, asked, hasConfig);
  const secrets = await secretsOf(answers);
  if (secrets.length > 0) return { problems: secrets };
  const outside = problemsOutside(location, older, answers);
  if (outside.length > 0) return { problems: outside };
  const wrote: string[] = [];
  const kept = makeMemory(context, location, answers, older, wrote);
  const untold = isUnheard ? letSpeak(context, location) : [];
  const { config, memory, problems } = openMemory(location);
  const targets = targetsOf(location, config);
  if (problems.length > 0) return { problems };
  for (const target of targets) createTarget(location, target, wrote);
  const first = await firstIndex(context, location);
  wrote.push(...first.written);
  rememberNode(context.env);
  const { language } = memory;
  const say = words[language];
  if (basename(location.memory) !== memoryNames[0] && !location.isUser && !hasConfig)
    context.print(say.besideForeign(location.memory));
  if (wrote.length > 0) context.print(say.created(createdIn(location, wrote)));
  await keepFindings(within(context, location), chosen, scanMessages[language]);
  const merging = setUpMerging(location, targets);
  const home = ownFolder(context.env);
  if (answers.archive === true) switchArchive(home, 'on');
  const { reflect } = answers;
  const reading = reflect === undefined ? undefined : switchReflection(home, reflect);
  const allowed = answers.allow === true ? allow(location, say) : { done: [], problems: [] };
  tellSigned(context, location);
  const named = targets.map((path) => nameOfTarget(location, path));
  const lines = [
    ...(merging.isNew ? [say.merging] : []),
    ...(answers.archive === true ? [say.archived] : []),
    ...(reflect && reading
      ? [reflectMessages[language].on(reading.max_per_day, reading.model)]
      : []),
    ...allowed.done,
    ...(wantsPrettierIgnore(location) ? [say.prettier(`${basename(location.memory)}/`)] : []),
    say.memory(location.memory, named),
    ...(connected === undefined ? [] : toldConnected(context, location, connected, language)),
  ];
  return {
    problems: [
      ...untold,
      ...first.problems,
      ...allowed.problems,
      ...unheeded(context, location, config, kept),
      ...merging.problems,
      ...repositoryProblems(location),
    ],
    text: lines,
    next: suggestCommand(context, await nextStep(context, location, say)),
  };
};

/** What comes from a person's other machines, or goes to them; from now on a session's start fetches it. */
function toldConnected(
  context: Context,
  location: MemoryLocation,
  connected: ReturnType<typeof connectUserMemory>,
  language: Language,
): string[] {
  const say = syncWords[language];
  switchFetch(context.env);
  if (connected !== 'cloned') return [say.leaves(leavingIn(openMemory(location, () => true)))];
  const lines = [`${say.arriving(arrivingWith(location, 'HEAD', []))}\n${say.cloned}`];
  installSkills(location, 'HEAD');
  return lines;
}

/**
 * Tells whether this run must ask for trust. A new memory may speak at once. An existing or adopted one may hold other
 * people's words: an agent is refused, a person at a terminal sees them first.
 */
async function needsTrust(
  context: Context,
  location: MemoryLocation,
  older: readonly string[],
): Promise<boolean | 'refused'> {
  if (location.isUser) return false;
  const isThere = existsSync(location.memory) && readdirSync(location.memory).length > 0;
  if (isThere && trustIn(context.env, location).silence === undefined) return older.length > 0;
  if (!isThere && older.length === 0) return true;
  const say = trustWords[languageIn(location)];
  forPersonOnly(context, forPerson.heard, 'madness init');
  const terminal = context.terminal?.();
  if (!isThere || terminal === undefined) return true;
  if (await readsAndTrusts(context, location, terminal)) return true;
  context.print(say.left);
  return 'refused';
}

/** If trust cannot be stored, the memory exists but stays silent. */
function letSpeak({ env, now }: Context, location: MemoryLocation): Problem[] {
  try {
    trustMemory(env, location, 'init', now());
    return [];
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return [notWritten(env, error)];
  }
}

/** Names the memory's folder once, whatever was created in it, and the files beside it. */
function createdIn({ memory, root }: MemoryLocation, wrote: readonly string[]): string[] {
  const isInside = (path: string) => path.startsWith(join(memory, sep));
  const inside = wrote.filter(isInside);
  const isNew = inside.some((path) => basename(path) === 'config.json');
  const shown = isNew ? [`${memory}${sep}`, ...wrote.filter((path) => !isInside(path))] : wrote;
  return [...new Set(shown)].map((path) => relative(root, path) + (path.endsWith(sep) ? sep : ''));
}

/** An existing memory keeps its language, whatever is asked for. */
function languageFor(context: Context, location: MemoryLocation, hasConfig: boolean): Language {
  const asked = languageOf(context);
  return hasConfig ? languageIn(location) : asked;
}

function setUpMerging(location: MemoryLocation, targets: readonly string[]) {
  if (workTree(location.memory) === undefined) return { isNew: false, problems: [] };
  const { changes, refusal } = registerDriver(location, targets);
  const where = { severity: 'warning', file: '.git/config' } as const;
  const refused = refusal && problem('git/no-driver', where, faults.driverRefused(refusal));
  return { isNew: changes.length > 0, problems: refused ? [refused] : [] };
}

/** An agent makes a memory in the project that it works in. */
function refuseElsewhere(context: Context, location: MemoryLocation): void {
  const isHere = isInProject(location.root, projectRoot(context.cwd)) && !location.isUser;
  if (isHere || isMemory(location.memory)) return;
  const named = location.isUser ? '--user' : `--memory ${shellWord(location.memory)}`;
  forPersonOnly(context, forPerson.made(location.memory), `madness init ${named}`);
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

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function refuseForeign(context: Context, location: MemoryLocation): void {
  if (location.isUser || !isForeign(location)) return;
  const say = words[languageOf(context)];
  throw new MadnessError(say.foreign(location.memory), say.foreignHint);
}

/** Refuses a memory that git tracks but the work tree lacks: a new one would be committed in its place. */
function refuseHidden({ memory, root }: MemoryLocation): void {
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

/** The home folder is no project: a person is asked once more, anything else is refused. */
async function isMeant(context: Context, location: MemoryLocation): Promise<boolean> {
  const home = homeIfKnown() ?? '';
  const isHome = !location.isUser && existsSync(home) && realpath(location.root) === realpath(home);
  if (!isHome || isMemory(location.memory) || text(context, 'memory') !== undefined) return true;
  const language = languageOf(context);
  const say = words[language];
  const terminal = agentOf(context) === undefined ? context.terminal?.() : undefined;
  if (terminal !== undefined) return askYes(terminal, language, say.inHome);
  throw new MadnessError(say.isHome(location.root), say.isHomeHint);
}

const shownFindings = 5;
const shownLines = 3;

/** The first thing that a person at a terminal sees: what came back in their sessions here. */
async function offerFindings(context: Context, language: Language): Promise<readonly ScanRow[]> {
  const terminal = agentOf(context) === undefined ? context.terminal?.() : undefined;
  if (terminal === undefined || flag(context, 'json')) return [];
  const say = scanMessages[language];
  const { rows, sessions } = findFindings(context, say);
  const best = rows.slice(0, shownFindings);
  if (best.length === 0) return [];
  context.print(words[language].findings(rows.length, sessions, best.length));
  for (const line of best.flatMap((row) => findingLines(row, say))) context.print(line);
  return chooseFindings(terminal, best, say);
}

/** Finds paths that leave the project, by link or by name. Runs before anything is written. */
function problemsOutside(
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

/** Returns which files of an older memory were not taken, because there are such files here. */
function makeMemory(
  context: Context,
  location: MemoryLocation,
  answers: Answers,
  older: readonly string[],
  wrote: string[],
): readonly string[] {
  const create = (name: string, content: string) => {
    const path = resolveInside(location.memory, join(location.memory, name));
    if (existsSync(path)) return;
    replaceFile(path, content);
    wrote.push(path);
  };
  if (location.isUser) makeOwnFolder(ownFolder(context.env));
  makeFolder(location.memory);
  const kept = adopt(older, location, wrote);
  create('config.json', `${JSON.stringify(newConfig(context, location, answers), null, 2)}\n`);
  for (const name of ['genes.json', 'sops.json', 'prefs.json']) create(name, '[]\n');
  create(logName, '');
  create('.gitignore', memoryIgnores(flag(context, 'shareReviews')));
  create('.gitattributes', memoryAttributes(location.memory));
  return kept;
}

/** Requests that had no effect, because existing files are never overwritten. */
function unheeded(
  context: Context,
  { memory }: MemoryLocation,
  { language = 'en' }: Config,
  kept: readonly string[],
): Problem[] {
  const asked = text(context, 'language') ?? language;
  const ignored = flag(context, 'shareReviews')
    ? readRegular(join(memory, '.gitignore'))
        .split('\n')
        .filter((line) => ['facets/', 'retrospectives/'].includes(line.trim()))
    : [];
  return [
    ...kept.map((name) => stays(`memory/${name}`, faults.notAdopted(memory))),
    ...(asked === language
      ? []
      : [stays('memory/config.json', faults.languageStays(asked, language))]),
    ...(ignored.length === 0 ? [] : [stays('memory/.gitignore', faults.reviewsIgnored(ignored))]),
  ];
}

function stays(file: string, wording: Wording): Problem {
  return problem('init/kept', { severity: 'warning', file }, wording);
}

function chooseLocation(context: Context): MemoryLocation {
  if (flag(context, 'user')) return userLocation(context.env);
  const named = text(context, 'memory') ?? context.env.MADNESS_MEMORY;
  if (named) return locationAt(resolve(context.cwd, named), context.env);
  const found = ifPossible(() => findLocation(undefined, context.cwd, context.env));
  if (found !== undefined) return found;
  const [usual, other] = memoryNames.map((name) =>
    locationAt(join(resolve(context.cwd), name), context.env),
  ) as [MemoryLocation, MemoryLocation];
  return isForeign(usual) ? other : usual;
}

/** The files to begin with, where an older memory is named. */
function olderMemory(context: Context): readonly string[] {
  const from = text(context, 'adopt');
  if (from === undefined) return [];
  forPersonOnly(context, forPerson.adopted, `madness init --adopt ${shellWord(from)}`);
  const folder = resolve(context.cwd, from);
  const found = adoptable.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length > 0) return found;
  throw new MadnessError(faults.nothingToAdopt(folder, adoptable.join(', ')));
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

/** Goals go to config.json, which a team commits. */
async function secretsOf({ goals = [] }: Answers): Promise<Problem[]> {
  if (goals.length === 0) return [];
  const { screenSecrets } = await import('../../application/memory/secret-screen.js');
  return screenSecrets({ goals }, 'the command line');
}

function newConfig(context: Context, location: MemoryLocation, answers: Answers): Config {
  const project = location.isUser
    ? 'user'
    : projectNamed(nameByGit(location.root) ?? basename(location.root));
  const { goals = [], review_interval_days } = answers;
  return {
    project,
    language: languageOf(context),
    ...(goals.length === 0 ? {} : { goals }),
    ...(review_interval_days === undefined ? {} : { review_interval_days }),
    ...(flag(context, 'shareReviews') ? { share_reviews: true } : {}),
  };
}

/** Hooks and teammates find a memory by its index. Compile keeps an existing one. */
async function firstIndex(
  context: Context,
  location: MemoryLocation,
): Promise<{ readonly written: readonly string[]; readonly problems: readonly Problem[] }> {
  if (existsSync(join(location.memory, 'index.json'))) return { written: [], problems: [] };
  const { written, problems } = await compileAndWrite(within(context, location));
  return { written: written.map((path) => join(location.root, path)), problems };
}

/** A file that init has just made, or a clone that lagged behind, holds no rules yet. */
async function nextStep(context: Context, location: MemoryLocation, say: Words): Promise<string> {
  const { written } = await previewCompile(within(context, location));
  if (written.length > 0) return 'madness compile';
  return location.isUser ? say.beginUser : say.begin;
}

function within(context: Context, { memory }: MemoryLocation): Context {
  return { ...context, options: { ...context.options, memory } };
}

function createTarget(location: MemoryLocation, target: string, wrote: string[]): void {
  const path = targetFile(location, target);
  const isThere = existsSync(path);
  // An empty file of the person's looks the same: uninstall takes away only what is named here.
  makeFolder(join(location.memory, 'work'));
  noteMadeTarget(location, isThere ? '' : `${target}\n`);
  if (isThere) return;
  makeFolder(resolve(path, '..'));
  writeFileSync(path, '', { flag: 'wx' });
  wrote.push(path);
}

/** Prettier is used in the project, and nothing keeps it from the memory. */
function wantsPrettierIgnore({ root, memory, isUser }: MemoryLocation): boolean {
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
