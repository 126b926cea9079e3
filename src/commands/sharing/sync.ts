import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import { cloneProblems } from '../../application/memory/clone-health.js';
import { damageRules } from '../../application/memory/damage.js';
import { withMemoryLock } from '../../application/memory/find-memory.js';
import { repositoryProblems } from '../../application/memory/git-health.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import { secretsInLines, secretsInMemory } from '../../application/memory/secret-screen.js';
import { compileAndWrite, open } from '../../application/memory/transaction.js';
import { wordingProblems } from '../../application/team/open-wordings.js';
import { arrivingWith, installSkills, memoryBranches } from '../../application/team/user-remote.js';
import { removeBlock } from '../../compile/managed-block.js';
import { faults } from '../../messages/problems/share.js';
import { type Arrival, type SyncStep, words } from '../../messages/sharing/sync.js';
import { ownFolder } from '../../platform/folders.js';
import { replaceFile } from '../../platform/fs.js';
import { readObject, textOf } from '../../platform/read-object.js';
import {
  hasErrors,
  MadnessError,
  mapTexts,
  messageIn,
  type Problem,
  problem,
  type Wording,
  wordingOfProblem,
} from '../../problem.js';
import { registerDriver } from '../../share/git/clone-setup.js';
import { historyOf, withLinked } from '../../share/git/git.js';
import {
  type Clone,
  cloneAt,
  commitOwn,
  fetchTip,
  foreignChanges,
  hasCommits,
  isWithin,
  leftInConflict,
  mergeIn,
  ownChanges,
  ownPaths,
  placesOf,
  push,
  type SyncPlaces,
  unsent,
} from '../../share/git/sync.js';
import type { MemoryLocation } from '../../store/location.js';
import { isCompiledView } from '../../store/store.js';
import { targetsOf } from '../../store/targets.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, type Context, flag, text } from '../../terminal/context.js';
import { suggestCommand } from '../../terminal/next-command.js';

export const syncCommand: CommandDefinition = {
  usage: 'sync',
  summary: {
    en: 'Pull, merge, compile, commit and push a memory in git.',
    zh: '对 git 保存的记忆库执行拉取、合并、编译、提交和推送。',
  },
  group: 'sharing',
  agent: 'free',
  options: [
    [
      '--user',
      'the memory of all your projects; once, to keep it in git: git init in its folder, git remote add origin URL',
      '所有项目共用的记忆库；若要放进 git，先在它的文件夹里执行一次：git init，git remote add origin URL',
    ],
    [
      '--message <subject>',
      'the subject of its commits, where a hook asks for a form',
      '提交的标题，供对格式有要求的钩子使用',
    ],
    ['--fetch', 'fetch only (hooks)', '只取回（供钩子使用）', 'hidden'],
  ],
  run: (context) => sync(context),
};

/** A remote that many push to at once: as often is it pulled again. */
const maxTries = 5;

type Tell = (step: SyncStep, about: string) => void;

/** Pulls, merges, compiles, commits and pushes; git does the work. */
export const sync: Command = async (context) => {
  if (flag(context, 'fetch')) return fetchInBackground(context);
  const done: SyncStep[] = [];
  const say = words[context.language()];
  const tell: Tell = (step, about) => {
    done.push(step);
    if (!flag(context, 'json')) context.print(say.steps[step](about));
  };
  const problems = await synchronise(context, tell);
  return { problems, json: { done }, talk: hasErrors(problems) ? [say.refused] : [] };
};

/**
 * Fetches the user's memory where a session's start asked for it. Sends nothing, asks nothing, and leaves a line for the
 * next start. A conflict is taken back; `sync --user` names it.
 */
async function fetchInBackground(context: Context): Promise<number> {
  const own = ownFolder(context.env);
  const location = locationOf(context);
  if (!location.isUser || readObject(join(own, 'config.json')).fetch !== true) return 0;
  const say = words[context.language()];
  Object.assign(process.env, {
    GIT_TERMINAL_PROMPT: '0',
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=10',
    GIT_HTTP_LOW_SPEED_LIMIT: '1000',
    GIT_HTTP_LOW_SPEED_TIME: '30',
  });
  const file = join(own, 'state', 'fetched.json');
  const named = textOf(readObject(file), 'named');
  let left: Readonly<Record<string, string>> = {};
  try {
    const clone = cloneAt(location.memory, location.memory);
    if (clone.remote === undefined) return 0;
    let commit: string | undefined;
    const receive: Receive = (tip) => {
      commit = tip;
      if (isNothing(arrivingWith(location, tip))) return tip;
      // A remote that was rewritten may have taken back what was named.
      return named !== '' && isWithin(clone.top, named, tip) ? named : undefined;
    };
    const [refused] = await exchange(context, clone, () => {}, receive, false);
    if (refused !== undefined) throw new MadnessError(inFile(refused));
    if (commit !== undefined) {
      const arrival = arrivingWith(location, commit);
      if (!isNothing(arrival)) left = { said: say.fetched(arrival), commit };
    }
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    left = { said: say.notFetched(messageIn(error.wording, context.language()).message), named };
  }
  replaceFile(file, `${JSON.stringify({ at: context.now().getTime(), ...left })}\n`);
  return 0;
}

/** Chooses what of a fetched commit is merged now. */
type Receive = (tip: string) => string | undefined;

function isNothing({ titles, files }: Arrival): boolean {
  return titles.length + files.length === 0;
}

/** A person reads what comes from their other machines before it is merged. */
function receiving(context: Context, location: MemoryLocation): Receive {
  return (tip) => {
    const arrival = location.isUser ? arrivingWith(location, tip) : { titles: [], files: [] };
    if (isNothing(arrival)) return tip;
    if (agentOf(context) !== undefined)
      throw new MadnessError(faults.unseen(arrival.titles.length + arrival.files.length));
    context.print(words[context.language()].arriving(arrival));
    return tip;
  };
}

/** With the name of its file, for one line. */
function inFile(one: Problem): Wording {
  return mapTexts(wordingOfProblem(one), (text) => `${one.file}: ${text}`);
}

/** With an error nothing was pushed. */
async function synchronise(context: Context, tell: Tell): Promise<readonly Problem[]> {
  const location = locationOf(context);
  const clone = cloneAt(location.memory, location.isUser ? location.memory : location.root);
  // What an earlier commit had would be lost for everybody: it comes back before anything is sent.
  const lost = repositoryProblems(location).filter(({ rule }) => damageRules.includes(rule));
  if (lost.length > 0) return lost;
  const refused = await exchange(context, clone, tell, receiving(context, location), true);
  if (hasErrors(refused)) return refused;
  if (!hasCommits(clone.top)) return [nothingYet(location.memory)];
  const said = wordingProblems(open(context), agentOf(context) !== undefined);
  const ofClone = await cloneProblems(location, context.env, said);
  return [...refused, ...said, ...ofClone, ...repositoryProblems(location)];
}

/**
 * Commits what is ours, merges what the remote has, and sends until the remote has what we have; in the background it
 * sends nothing. Returns the problems that forbid it. Nothing is committed or sent before it was searched for secrets.
 */
async function exchange(
  context: Context,
  clone: Clone,
  tell: Tell,
  receive: Receive,
  sends: boolean,
): Promise<readonly Problem[]> {
  const { remote, remoteBranch, top } = clone;
  const say = words[context.language()];
  const location = locationOf(context);
  const named = text(context, 'message');
  const more = [
    ...(named === undefined ? [] : ['-m', named]),
    // The person has named one remote on two machines that both had a memory.
    ...(location.isUser ? ['--allow-unrelated-histories'] : []),
  ];
  const take = async (options: readonly string[]) => {
    const tip = fetchTip(clone);
    const others = location.isUser && tip === undefined ? memoryBranches(top, remote ?? '') : [];
    const [other] = others;
    if (other !== undefined)
      throw new MadnessError(faults.otherMemory(remote ?? '', other, clone.branch, top));
    const wanted = tip === undefined ? undefined : receive(tip);
    if (wanted === undefined) return undefined;
    if (location.isUser) installSkills(location, wanted, 'HEAD');
    // What a session writes meanwhile would be overwritten.
    return withMemoryLock(
      location,
      () => {},
      () => mergeIn(clone, wanted, options),
    );
  };
  refuseForeign(clone, foreignChanges(top, placesIn(context, clone)));
  // Fetches anyway if git can set our changes aside.
  const fetchOnly = async () => {
    try {
      const merged = await take(['--ff-only', '--autostash']);
      if (merged?.kind === 'merged') tell('merged', `${remote}/${remoteBranch}`);
    } catch (error) {
      if (!(error instanceof MadnessError)) throw error;
    }
  };
  const committed = await commitScreened(context, clone, tell, 'committed', fetchOnly);
  if (hasErrors(committed) || !hasCommits(top)) return committed;
  if (remote === undefined) {
    tell('no_remote', top);
    context.say(suggestCommand(context, say.addRemote(top)));
    return [];
  }
  const branch = `${remote}/${remoteBranch}`;
  for (let tries = 1; tries <= maxTries; tries++) {
    const merged = await take(more);
    if (merged?.kind === 'conflict') return [conflict(clone, merged.paths)];
    if (merged?.kind === 'merged') {
      tell('merged', branch);
      // Merged changes may name other targets.
      const problems = await commitScreened(context, clone, tell, 'compiled');
      if (hasErrors(problems)) return problems;
    }
    if (!sends) return [];
    // The client asks before a push of its own; it does not look into ours, so that a person types it.
    if (agentOf(context) !== undefined) {
      tell('left_to_person', branch);
      return [];
    }
    const secrets = await secretsUnsent(clone, placesIn(context, clone));
    if (hasErrors(secrets)) return secrets;
    const pushed = push(clone);
    if (pushed === 'pushed') tell('pushed', branch);
    if (pushed === 'same') tell('nothing_to_push', remote);
    if (pushed !== 'rejected') return [];
    context.say(say.movedOn(remote, tries, maxTries));
  }
  throw new MadnessError(faults.movedOn(remote, maxTries));
}

const subjects = { committed: 'Keep what was learned', compiled: 'Compile after a merge' };

/** Compiles, and commits what is ours unless a problem forbids it. */
async function commitScreened(
  context: Context,
  clone: Clone,
  tell: Tell,
  step: keyof typeof subjects,
  otherwise: () => Promise<void> = async () => {},
): Promise<readonly Problem[]> {
  const { remote, top } = clone;
  setUp(context, tell);
  const { problems: found } = await compileAndWrite(context);
  const places = placesIn(context, clone);
  const problems = [
    ...found.filter(({ severity }) => severity === 'error'),
    ...(await secretsInMemory(open(context, () => true))),
    ...leftInConflict(top, places).map(unmended),
    ...(await secretsInFiles(clone, places)),
  ];
  if (hasErrors(problems)) return problems;
  try {
    if (commitOwn(top, places, text(context, 'message') ?? subjects[step])) tell(step, top);
  } catch (error) {
    if (remote !== undefined && hasCommits(top)) await otherwise();
    throw error;
  }
  return [];
}

function setUp(context: Context, tell: Tell): void {
  const location = locationOf(context);
  const targets = targetsOf(location, open(context).config);
  for (const change of registerDriver(location, targets).changes) tell('set_up', change);
}

function placesIn(context: Context, { top }: Clone): SyncPlaces {
  const location = locationOf(context);
  const [memory, root] = [realpathSync(location.memory), realpathSync(location.root)];
  const targets = withLinked(root, targetsOf(location, open(context).config));
  const files = targets.map((path) => join(root, path));
  return { ...placesOf(top, memory, files), isView: isCompiledView, bareOf };
}

/** Wordings and the log, whose fields were looked at one by one, and what follows from them. */
const screened = /(?:^|\/)(?:(?:genes|sops|prefs|index)\.json|evolution\.jsonl)$/;

/** Searches the other files that would be committed: configuration, targets, reports and session summaries. */
async function secretsInFiles({ top }: Clone, places: SyncPlaces): Promise<Problem[]> {
  const files = ownChanges(top, places).filter(
    (path) => !screened.test(path) && existsSync(join(top, path)),
  );
  return secretsInLines(
    files.map((file) => ({ file, text: readFileSync(join(top, file), 'utf8') })),
  );
}

/** Searches every line that a push would send, also where a later commit took it away: a push cannot be taken back. */
async function secretsUnsent(clone: Clone, places: SyncPlaces): Promise<Problem[]> {
  const { revisions, undo } = unsent(clone);
  const found: Problem[] = [];
  for (const patches of historyOf(clone.top, revisions, ownPaths(places)))
    for (const { commit, path, added } of patches)
      found.push(
        ...(await secretsInLines(
          (screened.test(path) ? literalsIn(added) : [added]).map((text) => ({
            file: `${path} (commit ${commit})`,
            text,
          })),
        )),
      );
  const once = new Map(found.map((one) => [one.file, one]));
  return [...once.values()].map(({ rule, file, ...one }) =>
    problem(rule, { file }, faults.secretUnsent(wordingOfProblem({ rule, file, ...one }), undo)),
  );
}

const literal = /"(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*"/giu;

/** Texts of JSON, one by one: a field beside a value is no part of it. */
function literalsIn(lines: string): string[] {
  return (lines.match(literal) ?? []).map((one) => JSON.parse(one));
}

/** A file that cannot be classified counts as the user's. */
function bareOf(text: string): string {
  const bare = removeBlock(text);
  return typeof bare === 'string' ? bare : text;
}

function refuseForeign({ top }: Clone, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const some = paths.slice(0, 3).join(', ');
  throw new MadnessError(faults.otherChanges(top, some, paths.length, paths.length - 3));
}

function conflict({ remote, remoteBranch, top }: Clone, paths: readonly string[]): Problem {
  return problem(
    'sync/conflict',
    { file: paths.join(', ') },
    faults.conflict(remote, remoteBranch, top),
  );
}

function unmended(file: string): Problem {
  return problem('sync/unmended', { file }, faults.unmended);
}

function nothingYet(memory: string): Problem {
  return problem('sync/nothing', { file: memory }, faults.nothingToCommit);
}
