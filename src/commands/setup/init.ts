import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forPersonOnly } from '../../application/approval/agent.js';
import { byQuestion } from '../../application/approval/by-question.js';
import { allow, allowFile } from '../../application/approval/client-permission.js';
import { repositoryProblems } from '../../application/memory/git-health.js';
import { languageIn } from '../../application/memory/memory-language.js';
import { compileAndWrite, previewCompile } from '../../application/memory/transaction.js';
import { notWritten, summaryLines, trustIn, trustMemory } from '../../application/memory/trust.js';
import type { Language } from '../../compile/template.js';
import { type Words, words } from '../../messages/init.js';
import { words as syncWords } from '../../messages/sync.js';
import { words as trustWords } from '../../messages/trust.js';
import { switchArchive } from '../../observe/archive/settings.js';
import { isInProject, projectRoot } from '../../observe/sessions/project-folder.js';
import { ownFolder } from '../../platform/folders.js';
import { makeFolder, makeOwnFolder, replaceFile, resolveInside } from '../../platform/fs.js';
import { rememberNode } from '../../platform/node-path.js';
import { ifPossible, MadnessError, type Problem } from '../../problem.js';
import type { Config } from '../../schema.gen.js';
import { memoryAttributes, memoryIgnores, registerDriver } from '../../share/git/clone-setup.js';
import { nameByGit, trackedIn, workTree } from '../../share/git/git.js';
import {
  findHouse,
  type House,
  houseAt,
  isMemory,
  logName,
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
import { addressed } from '../../terminal/suggest-command.js';
import { shellWord } from '../../text.js';
import { projectNamed } from '../../validation.js';
import { type Answers, answersOf, refuseSwitches } from './init-questions.js';

const adoptable = ['genes.json', 'sops.json', 'prefs.json', logName, 'config.json'];

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
  else if (!existsSync(house.root))
    throw new MadnessError(
      `Expected a folder at ${house.root}, got none.`,
      'Make it first, or name another one.',
    );
  refuseElsewhere(context, house);
  refuseForeign(house);
  refuseHidden(house);
  const older = olderMemory(context);
  const isUnheard = await needsTrust(context, house, older);
  if (isUnheard === 'refused') return 1;
  const hasConfig = existsSync(join(house.memory, 'config.json'));
  const answers = await answersOf(context, languageFor(context, house, hasConfig), hasConfig);
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
  for (const path of new Set(wrote)) context.print(say.created(path));
  const merging = setUpMerging(context, house, targets, language);
  if (answers.archive === true) {
    switchArchive(ownFolder(context.env), 'on');
    context.print(say.archived);
  }
  const allowed = answers.allow === true ? allow(house, say) : { done: [], problems: [] };
  for (const line of allowed.done) context.print(line);
  if (wantsPrettierIgnore(house)) context.print(say.prettier(`${basename(house.memory)}/`));
  // An agent waits for the first word of each, which is the same in both languages.
  context.print(`memory: ${say.memory(house.memory, targets)}`);
  context.print(addressed(context, `next: ${await nextStep(context, house, say)}`));
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
  forPersonOnly(context, say.whatInit, 'madness init');
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
  for (const change of changes) context.print(syncWords[language].steps.set_up(change));
  if (refusal === undefined) return [];
  return [
    {
      rule: 'git/no-driver',
      severity: 'warning',
      file: '.git/config',
      message: `Expected git to take how it merges this memory, got: ${refusal}`,
      hint: "Mend that and run madness init again; where Claude Code's sandbox is what keeps git from its configuration, in a terminal of your own.",
    },
  ];
}

/** An agent makes a memory in the project that it works in. */
function refuseElsewhere(context: Context, house: House): void {
  const isHere = isInProject(house.root, projectRoot(context.cwd)) && !house.isUser;
  if (isHere || isMemory(house.memory)) return;
  const named = house.isUser ? '--user' : `--memory ${shellWord(house.memory)}`;
  forPersonOnly(context, `a memory is made at ${house.memory}`, `madness init ${named}`);
}

/** A folder of somebody else's may have the same name: what compile writes would take the place of theirs. */
function refuseForeign({ memory }: House): void {
  const taken = ['index.json', 'INDEX.md', 'views/_all.md'].filter((name) =>
    existsSync(join(memory, name)),
  );
  if (taken.length === 0 || isMemory(memory)) return;
  throw new MadnessError(
    `Expected no other files where a memory is to be, got ${taken.join(', ')} in ${memory}, which compile would replace.`,
    'Move them away, or give them other names; then madness init.',
  );
}

/** One that git has and the work tree has not: a new one in its place would be committed as what is left of it. */
function refuseHidden({ memory, root }: House): void {
  if (isMemory(memory)) return;
  const tracked = trackedIn(root, basename(memory));
  if (tracked === undefined) return;
  throw new MadnessError(
    `Expected no memory at ${memory} yet, got one in git that is not in the work tree.`,
    tracked === 'sparse'
      ? `git -C "${root}" sparse-checkout add ${basename(memory)} brings it; then madness init.`
      : `git -C "${root}" checkout -- ${basename(memory)} brings it back; git rm -r --cached ${basename(memory)} forgets it. Then madness init.`,
  );
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
  const outside = targetProblems(house, config);
  return outside.length === 0 ? [] : [...problems, ...outside];
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
    ? readFileSync(join(memory, '.gitignore'), 'utf8')
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
  return (
    ifPossible(() => findHouse(undefined, context.cwd, context.env)) ??
    houseAt(join(resolve(context.cwd), 'memory'), context.env)
  );
}

/** The files to begin with, where an older memory is named. */
function olderMemory(context: Context): readonly string[] {
  const from = text(context, 'adopt');
  if (from === undefined) return [];
  forPersonOnly(
    context,
    'the rules of an older memory hold here',
    `madness init --adopt ${shellWord(from)}`,
  );
  const folder = resolve(context.cwd, from);
  const found = adoptable.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length > 0) return found;
  throw new MadnessError(`${folder} holds no memory.`, `Expected one of ${adoptable.join(', ')}.`);
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
  return isUsed && !lines.some((line) => line.replace(/^\/|\/?\s*$/g, '') === basename(memory));
}

/** The program that is running, for those who start it again: git, as its merge driver. */
export function cliPath(): string {
  return process.argv[1] ?? fileURLToPath(import.meta.url);
}
