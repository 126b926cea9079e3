import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { agentOf, forPersonOnly, refuseAgent } from '../../application/approval/agent.js';
import { allow } from '../../application/approval/client-allow-rules.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { repositoryProblems } from '../../application/memory/git-health.js';
import { trustIn } from '../../application/memory/trust.js';
import { switchReflection } from '../../application/retrospective/readings.js';
import {
  aboutMemory,
  chooseLocation,
  nextStep,
  olderMemory,
  problemsOutside,
  refuseElsewhere,
  refuseForeign,
  refuseHidden,
  secretsOf,
  setUpMemory,
  setUpMerging,
  wantsPrettierIgnore,
} from '../../application/setup/new-memory.js';
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
import { words } from '../../messages/setup/init.js';
import { words as trustWords } from '../../messages/setup/trust.js';
import { words as syncWords } from '../../messages/sharing/sync.js';
import { switchArchive } from '../../observe/archive.js';
import type { ScanRow } from '../../observe/scan.js';
import { homeIfKnown, ownFolder } from '../../platform/folders.js';
import { makeFolder, realpath } from '../../platform/fs.js';
import { type Language, MadnessError } from '../../problem.js';
import {
  isMemory,
  type MemoryLocation,
  memoryNames,
  refuseLinksOut,
} from '../../store/location.js';
import { openMemory } from '../../store/store.js';
import { nameOfTarget, targetsOf } from '../../store/targets.js';
import { askYes } from '../../terminal/ask.js';
import { type Command, type Context, flag, text } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { screenSize } from '../../terminal/layout.js';
import { suggestCommand } from '../../terminal/next-command.js';
import { readsAndTrusts } from '../../terminal/read-trust.js';
import { firstAuditLines } from '../sessions/audit-rows.js';
import {
  chooseFindings,
  findFindings,
  findingBlocks,
  keepFindings,
} from '../sessions/scan-findings.js';
import { readAnswers } from './init-questions.js';

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
  refuseForeign(location, languageOf(context));
  refuseHidden(location);
  if (!(await isMeant(context, location))) return { code: 1 };
  const remote = text(context, 'remote');
  if (remote !== undefined && !location.isUser) throw new MadnessError(shareFaults.needsUser);
  const connected = remote === undefined ? undefined : connectUserMemory(location, remote);
  const older = olderMemory(context, text(context, 'adopt'));
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
  const made = await setUpMemory(context, location, {
    ...answers,
    language: languageOf(context),
    named: text(context, 'language'),
    sharesReviews: flag(context, 'shareReviews'),
    older,
    isUnheard,
  });
  if (made.told === undefined) return made;
  const { language, targets, created } = made;
  const say = words[language];
  if (basename(location.memory) !== memoryNames[0] && !location.isUser && !hasConfig)
    context.print(say.besideForeign(location.memory));
  if (created.length > 0) context.print(say.created(created));
  await keepFindings(aboutMemory(context, location), chosen, scanMessages[language]);
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
      ...made.told,
      ...allowed.problems,
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
  const inside = leavingIn(openMemory(location, () => true));
  if (connected !== 'cloned') return [say.leaves(inside)];
  const arrived = arrivingWith(location, 'HEAD', []);
  const named = arrived.titles.length + arrived.files.length > 0 ? [say.arriving(arrived)] : [];
  installSkills(location, 'HEAD');
  return [[...named, say.cloned(inside.rules)].join('\n')];
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

/** An existing memory keeps its language, whatever is asked for. */
function languageFor(context: Context, location: MemoryLocation, hasConfig: boolean): Language {
  const asked = languageOf(context);
  return hasConfig ? languageIn(location) : asked;
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
  for (const line of findingBlocks(best, say, screenSize(context).width).flat())
    context.print(line);
  return chooseFindings(terminal, best, say);
}
