import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentOf, forPersonOnly } from '../../application/approval/agent.js';
import { byQuestion } from '../../application/approval/by-question.js';
import { allow, allowFile } from '../../application/approval/client-permission.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { repositoryProblems } from '../../application/memory/git-health.js';
import { compileAndWrite, previewCompile } from '../../application/memory/transaction.js';
import { notWritten, summaryLines, trustIn, trustMemory } from '../../application/memory/trust.js';
import type { Language } from '../../compile/template.js';
import { forPerson } from '../../messages/agent.js';
import { type Words, words } from '../../messages/init.js';
import { faults } from '../../messages/problems/setup.js';
import { messages as scanMessages } from '../../messages/scan.js';
import { words as trustWords } from '../../messages/trust.js';
import { switchArchive } from '../../observe/archive/settings.js';
import type { ScanRow } from '../../observe/scan/row.js';
import { isInProject, projectRoot } from '../../observe/sessions/project-folder.js';
import { ownFolder } from '../../platform/folders.js';
import {
  makeFolder,
  makeOwnFolder,
  readRegular,
  realpath,
  replaceFile,
  resolveInside,
} from '../../platform/fs.js';
import { rememberNode } from '../../platform/node-path.js';
import { ifPossible, MadnessError, type Problem, problem } from '../../problem.js';
import type { Config } from '../../schema.gen.js';
import { memoryAttributes, memoryIgnores, registerDriver } from '../../share/git/clone-setup.js';
import { nameByGit, trackedBelow, workTree } from '../../share/git/git.js';
import {
  assetNames,
  findHouse,
  type House,
  houseAt,
  isMemory,
  logName,
  memoryNames,
  userHouse,
} from '../../store/location.js';
import { openMemory, parseConfig, refuseLinksOut } from '../../store/store.js';
import { targetFile, targetProblems, targetsOf } from '../../store/targets.js';
import { askYes } from '../../terminal/confirm.js';
import {
  type Command,
  type Context,
  flag,
  problemsOnly,
  report,
  text,
} from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { addressed, printNext } from '../../terminal/suggest-command.js';
import { shellWord } from '../../text.js';
import { projectNamed } from '../../validation.js';
import {
  chooseFindings,
  findFindings,
  keepFindings,
  printFinding,
} from '../sessions/scan-findings.js';
import { type Answers, answersOf, refuseSwitches } from './init-questions.js';

const adoptable = [...assetNames, logName, 'config.json'];

/** Makes what is missing and never overwrites; running it again in a clone sets up that clone. */
export const init: Command = async (context) => {
  const house = chooseHouse(context);
  if (isMemory(house.memory)) {
    refuseSwitches(context);
    const { json, memory, user, ...given } = context.options;
    const settings = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [value === true ? name : `${name} ${value}`],
    );
    const facts = { memory: house.memory, settings: settings.join(', ') };
    const asked = await byQuestion(context, house, 'init', facts);
    if (asked !== undefined) return asked;
  }
  return makeOrSetUp(context);
};

const makeOrSetUp = problemsOnly(async (context) => {
  const house = chooseHouse(context);
  // The client's folder, which the client may not have made yet; any other is a slip.
  if (house.isUser) makeFolder(house.root);
  else if (!existsSync(house.root)) throw new MadnessError(faults.noFolder(house.root));
  refuseElsewhere(context, house);
  refuseForeign(context, house);
  refuseHidden(house);
  if (!(await isMeant(context, house))) return 1;
  const older = olderMemory(context);
  const isUnheard = await needsTrust(context, house, older);
  if (isUnheard === 'refused') return 1;
  const hasConfig = existsSync(join(house.memory, 'config.json'));
  const asked = languageFor(context, house, hasConfig);
  const chosen = hasConfig || house.isUser ? [] : await offerFindings(context, asked);
  const answers = await answersOf(context, asked, hasConfig);
  const secrets = await secretsOf(answers);
  if (secrets.length > 0) return report(context, secrets);
  const outside = problemsOutside(house, older, answers);
  if (outside.length > 0) return report(context, outside);
  const wrote: string[] = [];
  const kept = makeMemory(context, house, answers, older, wrote);
  const untold = isUnheard ? letSpeak(context, house) : [];
  const { config, memory, problems } = openMemory(house);
  const targets = targetsOf(house, config);
  if (problems.length > 0) return report(context, problems);
  for (const target of targets) createTarget(house, target, wrote);
  const first = await firstIndex(context, house);
  wrote.push(...first.written);
  rememberNode(context.env);
  const { language } = memory;
  const say = words[language];
  if (basename(house.memory) !== memoryNames[0] && !house.isUser && !hasConfig)
    context.print(say.besideForeign(house.memory));
  if (wrote.length > 0) context.print(say.created(createdIn(house, wrote)));
  await keepFindings(within(context, house), chosen, scanMessages[language]);
  const merging = setUpMerging(context, house, targets, language);
  if (answers.archive === true) {
    switchArchive(ownFolder(context.env), 'on');
    context.print(say.archived);
  }
  const allowed = answers.allow === true ? allow(house, say) : { done: [], problems: [] };
  for (const line of allowed.done) context.print(line);
  if (wantsPrettierIgnore(house)) context.print(say.prettier(`${basename(house.memory)}/`));
  context.print(say.memory(house.memory, targets));
  printNext(context, addressed(context, await nextStep(context, house, say)));
  return report(context, [
    ...untold,
    ...first.problems,
    ...allowed.problems,
    ...unheeded(context, house, config, kept),
    ...merging,
    ...repositoryProblems(house),
  ]);
});

/**
 * Whether this run lets the memory speak. One made from nothing may at once. One that is there, or is adopted, holds
 * words that somebody else may have written: an agent is refused, and a person at a terminal sees them first.
 */
async function needsTrust(
  context: Context,
  house: House,
  older: readonly string[],
): Promise<boolean | 'refused'> {
  if (house.isUser) return false;
  const isThere = existsSync(house.memory) && readdirSync(house.memory).length > 0;
  if (isThere && trustIn(context.env, house).silence === undefined) return older.length > 0;
  if (!isThere && older.length === 0) return true;
  const say = trustWords[languageIn(house)];
  // An answered question about this memory has allowed it.
  if (context.gate !== undefined) return true;
  forPersonOnly(context, forPerson.heard, 'madness init');
  const terminal = context.terminal?.();
  if (!isThere || terminal === undefined) return true;
  for (const line of summaryLines(house, say)) context.print(line);
  if (await askYes(terminal, languageIn(house), say.question)) return true;
  context.print(say.left);
  return 'refused';
}

/** What could not be written down: the memory stands all the same, and says nothing yet. */
function letSpeak({ env, now }: Context, house: House): Problem[] {
  try {
    trustMemory(env, house, 'init', now());
    return [];
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return [notWritten(env, error)];
  }
}

/** The folder of the memory once, whatever was made in it, and the files beside it. */
function createdIn({ memory, root }: House, wrote: readonly string[]): string[] {
  const isInside = (path: string) => path.startsWith(join(memory, sep));
  const inside = wrote.filter(isInside);
  const isNew = inside.some((path) => basename(path) === 'config.json');
  const shown = isNew ? [`${memory}${sep}`, ...wrote.filter((path) => !isInside(path))] : wrote;
  return [...new Set(shown)].map((path) => relative(root, path) + (path.endsWith(sep) ? sep : ''));
}

/** A memory that is here keeps its own, whatever is asked for now. */
function languageFor(context: Context, house: House, hasConfig: boolean): Language {
  const asked = languageOf(context);
  return hasConfig ? languageIn(house) : asked;
}

function setUpMerging(
  context: Context,
  house: House,
  targets: readonly string[],
  language: Language,
): Problem[] {
  if (workTree(house.memory) === undefined) return [];
  const { changes, refusal } = registerDriver(house, cliPath(), targets);
  if (changes.length > 0) context.print(words[language].merging);
  if (refusal === undefined) return [];
  return [
    problem(
      'git/no-driver',
      { severity: 'warning', file: '.git/config' },
      faults.driverRefused(refusal),
    ),
  ];
}

/** An agent makes a memory in the project that it works in. */
function refuseElsewhere(context: Context, house: House): void {
  const isHere = isInProject(house.root, projectRoot(context.cwd)) && !house.isUser;
  if (isHere || isMemory(house.memory)) return;
  const named = house.isUser ? '--user' : `--memory ${shellWord(house.memory)}`;
  forPersonOnly(context, forPerson.made(house.memory), `madness init ${named}`);
}

/** What `init` or the user may have put into a memory before it has a log. */
const ownNames = [
  ...adoptable,
  '.gitignore',
  '.gitattributes',
  '.gitkeep',
  '.DS_Store',
  ...['work', 'facets', 'retrospectives', 'notes', 'exports', 'views'],
];

/** Another program's folder, or source code: nothing in it is ours to add to. */
function isForeign({ memory, root }: House): boolean {
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

function refuseForeign(context: Context, house: House): void {
  if (house.isUser || !isForeign(house)) return;
  const say = words[languageOf(context)];
  throw new MadnessError(say.foreign(house.memory), say.foreignHint);
}

/** One that git has and the work tree has not: a new one in its place would be committed as what is left of it. */
function refuseHidden({ memory, root }: House): void {
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

/** The home folder is no project: a person is asked once more, everybody else is refused. */
async function isMeant(context: Context, house: House): Promise<boolean> {
  const home = homedir();
  const isHome = !house.isUser && existsSync(home) && realpath(house.root) === realpath(home);
  if (!isHome || isMemory(house.memory) || text(context, 'memory') !== undefined) return true;
  const language = languageOf(context);
  const say = words[language];
  const terminal = agentOf(context) === undefined ? context.terminal?.() : undefined;
  if (terminal !== undefined) return askYes(terminal, language, say.inHome);
  throw new MadnessError(say.isHome(house.root), say.isHomeHint);
}

const shownFindings = 5;

/** The first thing that a person at a terminal sees: what came back in their sessions here. */
async function offerFindings(context: Context, language: Language): Promise<readonly ScanRow[]> {
  const terminal = agentOf(context) === undefined ? context.terminal?.() : undefined;
  if (terminal === undefined || flag(context, 'json')) return [];
  const say = scanMessages[language];
  const { rows, sessions } = findFindings(context, say);
  const best = rows.slice(0, shownFindings);
  if (best.length === 0) return [];
  context.print(words[language].findings(rows.length, sessions, best.length));
  for (const row of best) printFinding(context, row, say);
  return chooseFindings(terminal, best, say);
}

/** What leads out of the project, through a link or by its name: looked for before anything is written. */
function problemsOutside(
  house: House,
  older: readonly string[],
  { allow: isAllowed }: Answers,
): Problem[] {
  const { root, memory, isUser } = house;
  // The user's own lies where $MADNESS_HOME says, a project's in the project.
  if (!isUser) resolveInside(root, memory);
  if (existsSync(memory)) {
    refuseLinksOut(house);
    for (const name of ['.gitignore', '.gitattributes']) resolveInside(memory, join(memory, name));
  }
  if (isAllowed === true) resolveInside(root, allowFile(house));
  const problems: Problem[] = [];
  const [file] = [join(memory, 'config.json'), ...older].filter(
    (path) => basename(path) === 'config.json' && existsSync(path),
  );
  const config = parseConfig(file === undefined ? undefined : readFileSync(file, 'utf8'), problems);
  return [...problems, ...targetProblems(house, config)];
}

/** Returns which files of an older memory were not taken, because there are such files here. */
function makeMemory(
  context: Context,
  house: House,
  answers: Answers,
  older: readonly string[],
  wrote: string[],
): readonly string[] {
  const create = (name: string, content: string) => {
    const path = resolveInside(house.memory, join(house.memory, name));
    if (existsSync(path)) return;
    replaceFile(path, content);
    wrote.push(path);
  };
  if (house.isUser) makeOwnFolder(ownFolder(context.env));
  makeFolder(house.memory);
  const kept = adopt(older, house, wrote);
  create('config.json', `${JSON.stringify(newConfig(context, house, answers), null, 2)}\n`);
  for (const name of ['genes.json', 'sops.json', 'prefs.json']) create(name, '[]\n');
  create(logName, '');
  create('.gitignore', memoryIgnores(flag(context, 'shareReviews')));
  create('.gitattributes', memoryAttributes(house.memory));
  return kept;
}

/** What was asked for and did not happen, since nothing that is there is overwritten. */
function unheeded(
  context: Context,
  { memory }: House,
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
    ...kept.map((name) =>
      stays(
        `memory/${name}`,
        'Expected no such file here for --adopt, got one: it stays, and the older one was not taken.',
        `To begin with the older memory, move ${memory} away and run this again.`,
      ),
    ),
    ...(asked === language
      ? []
      : [
          stays(
            'memory/config.json',
            `Expected a new memory for --language ${asked}, got one in ${language}: it stays so.`,
            `Set "language": "${asked}" there, then madness compile.`,
          ),
        ]),
    ...(ignored.length === 0
      ? []
      : [
          stays(
            'memory/.gitignore',
            `Expected a new memory for --share-reviews, got one that ignores ${ignored.join(' and ')}.`,
            'Take these lines out of it.',
          ),
        ]),
  ];
}

function stays(file: string, message: string, hint: string): Problem {
  return { rule: 'init/kept', severity: 'warning', file, message, hint };
}

function chooseHouse(context: Context): House {
  if (flag(context, 'user')) return userHouse(context.env);
  const named = text(context, 'memory') ?? context.env.MADNESS_MEMORY;
  if (named) return houseAt(resolve(context.cwd, named), context.env);
  const found = ifPossible(() => findHouse(undefined, context.cwd, context.env));
  if (found !== undefined) return found;
  const [usual, other] = memoryNames.map((name) =>
    houseAt(join(resolve(context.cwd), name), context.env),
  ) as [House, House];
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
function adopt(older: readonly string[], house: House, wrote: string[]): readonly string[] {
  const kept = older
    .map((file) => basename(file))
    .filter((name) => existsSync(join(house.memory, name)));
  for (const file of older) {
    if (kept.includes(basename(file))) continue;
    const path = resolveInside(house.memory, join(house.memory, basename(file)));
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

function newConfig(context: Context, house: House, answers: Answers): Config {
  const project = house.isUser
    ? 'user'
    : projectNamed(nameByGit(house.root) ?? basename(house.root));
  const { goals = [], review_interval_days } = answers;
  return {
    project,
    language: languageOf(context),
    ...(goals.length === 0 ? {} : { goals }),
    ...(review_interval_days === undefined ? {} : { review_interval_days }),
    ...(flag(context, 'shareReviews') ? { share_reviews: true } : {}),
  };
}

/** Hooks and teammates find a memory by its index; where there is one, compile keeps it. */
async function firstIndex(
  context: Context,
  house: House,
): Promise<{ readonly written: readonly string[]; readonly problems: readonly Problem[] }> {
  if (existsSync(join(house.memory, 'index.json'))) return { written: [], problems: [] };
  const { written, problems } = await compileAndWrite(within(context, house));
  return { written: written.map((path) => join(house.root, path)), problems };
}

/** A file that init has just made, or a clone that lagged behind, holds no rules yet. */
async function nextStep(context: Context, house: House, say: Words): Promise<string> {
  const { written } = await previewCompile(within(context, house));
  if (written.length > 0) return 'madness compile';
  return house.isUser ? say.beginUser : say.begin;
}

function within(context: Context, { memory }: House): Context {
  return { ...context, options: { ...context.options, memory } };
}

function createTarget(house: House, target: string, wrote: string[]): void {
  const path = targetFile(house, target);
  if (existsSync(path)) return;
  makeFolder(resolve(path, '..'));
  writeFileSync(path, '', { flag: 'wx' });
  wrote.push(path);
}

/** Prettier is used in the project, and nothing keeps it from the memory. */
function wantsPrettierIgnore({ root, memory, isUser }: House): boolean {
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

/** The program that is running, for those who start it again: git, as its merge driver. */
export function cliPath(): string {
  return process.argv[1] ?? fileURLToPath(import.meta.url);
}
