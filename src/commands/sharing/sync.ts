import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import type { Facts } from '../../application/approval/pending-change.js';
import { assetSetOf } from '../../application/memory/asset-set.js';
import { cloneProblems } from '../../application/memory/clone-health.js';
import { repositoryProblems } from '../../application/memory/git-health.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import { secretsInLines, secretsInMemory } from '../../application/memory/secret-screen.js';
import { compileAndWrite, open } from '../../application/memory/transaction.js';
import { wordingProblems } from '../../application/team/open-wordings.js';
import { removeBlock } from '../../compile/managed-block.js';
import { faults } from '../../messages/problems/share.js';
import { type SyncStep, type Words, words } from '../../messages/sharing/sync.js';
import { ownFolder } from '../../platform/folders.js';
import { replaceFile } from '../../platform/fs.js';
import { readObject } from '../../platform/read-object.js';
import { hasErrors, ifPossible, MadnessError, type Problem, problem } from '../../problem.js';
import { registerDriver } from '../../share/git/clone-setup.js';
import { git, withLinked } from '../../share/git/git.js';
import {
  type Clone,
  cloneAt,
  commitOwn,
  foreignChanges,
  hasCommits,
  leftInConflict,
  ownChanges,
  placesOf,
  pull,
  push,
  type SyncPlaces,
} from '../../share/git/sync.js';
import type { MemoryLocation } from '../../store/location.js';
import { isCompiledView } from '../../store/store.js';
import { targetsOf } from '../../store/targets.js';
import type { CommandDefinition } from '../../terminal/command.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  report,
  text,
} from '../../terminal/context.js';
import { suggestCommand } from '../../terminal/next-command.js';
import { byQuestion } from '../../terminal/require-approval.js';

export const syncCommand: CommandDefinition = {
  usage: 'sync',
  summary: {
    en: 'Pull, merge, compile, commit and push a memory in git.',
    zh: '对 git 保存的记忆库执行拉取、合并、编译、提交和推送。',
  },
  group: 'sharing',
  agent: 'asks',
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
  // The client asks before a push of its own; it does not look into ours.
  const location = locationOf(context);
  const asked = await byQuestion(context, location, 'sync', toPush(location));
  if (asked !== undefined) return asked;
  const done: SyncStep[] = [];
  const isJson = flag(context, 'json');
  const say = words[context.language()];
  const tell: Tell = (step, about) => {
    done.push(step);
    if (!isJson) context.print(say.steps[step](about));
  };
  const problems = await synchronise(context, tell, say);
  const code = hasErrors(problems) ? 1 : 0;
  if (isJson) {
    printJson(context, { done, problems });
    return code;
  }
  report(context, problems);
  if (code !== 0) context.say(say.refused);
  return code;
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
  });
  let said = '';
  try {
    const before = new Set(assetSetOf(open(context)).assets.keys());
    const clone = cloneAt(location.memory, location.memory);
    if (clone.remote === undefined) return 0;
    commitOwn(clone.top, placesIn(context, clone), 'Keep what was learned');
    const pulled = pull(clone);
    if (pulled.kind === 'conflict')
      throw new MadnessError(faults.conflict(clone.remote, clone.remoteBranch, clone.top));
    if (pulled.kind === 'pulled') await compiled(context);
    const came = [...assetSetOf(open(context)).told].filter(([id]) => !before.has(id));
    if (came.length > 0) said = say.fetched(came.slice(0, 5).map(([, { title }]) => title));
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    said = say.notFetched(error.message);
  }
  const line = { at: context.now().getTime(), ...(said === '' ? {} : { said }) };
  replaceFile(join(own, 'state', 'fetched.json'), `${JSON.stringify(line)}\n`);
  return 0;
}

/** The destination of a push, and every commit that it would include. */
function toPush(location: MemoryLocation): Facts {
  const { top, remote, remoteBranch } = cloneAt(
    location.memory,
    location.isUser ? location.memory : location.root,
  );
  const range = `${remote}/${remoteBranch}..HEAD`;
  if (remote === undefined) return { remote: '-', branch: remoteBranch, commits: '-' };
  const told = (...args: string[]) => git(top, args).stdout.trim();
  const commits = told('log', '--format=%h %s', range, '--').split('\n').join(' · ');
  const url = told('remote', 'get-url', '--push', remote);
  return { remote: `${remote} (${url})`, branch: remoteBranch, commits: commits || '-' };
}

/** With an error nothing was pushed. */
async function synchronise(context: Context, tell: Tell, say: Words): Promise<readonly Problem[]> {
  const location = locationOf(context);
  const clone = cloneAt(location.memory, location.isUser ? location.memory : location.root);
  const places = placesIn(context, clone);
  refuseForeign(clone, foreignChanges(clone.top, places));
  setUp(context, tell);
  const problems = [
    ...(await compiled(context)),
    ...leftInConflict(clone.top, places).map(unmended),
    ...(await secretsToSend(clone, places)),
  ];
  if (hasErrors(problems)) return problems;
  const subject = text(context, 'message') ?? 'Keep what was learned';
  try {
    if (commitOwn(clone.top, places, subject)) tell('committed', clone.top);
  } catch (error) {
    // Fetches anyway if git can set our changes aside.
    if (clone.remote !== undefined && hasCommits(clone.top)) fetchOnly(clone, tell);
    throw error;
  }
  if (!hasCommits(clone.top)) return [nothingYet(location.memory)];
  const refused = await exchange(context, clone, tell, say);
  const said = wordingProblems(open(context), agentOf(context) !== undefined);
  const ofClone = await cloneProblems(location, context.env, said);
  return [...refused, ...said, ...ofClone, ...repositoryProblems(location)];
}

/** Used if nothing can be committed here. */
function fetchOnly(clone: Clone, tell: Tell): void {
  const pulled = ifPossible(() => pull(clone, ['--ff-only', '--autostash']));
  if (pulled?.kind === 'pulled') tell('merged', `${clone.remote}/${clone.remoteBranch}`);
}

/** Until the remote has what we have; the problems that forbid it. */
async function exchange(
  context: Context,
  clone: Clone,
  tell: Tell,
  say: Words,
): Promise<readonly Problem[]> {
  const { remote, remoteBranch, top } = clone;
  if (remote === undefined) {
    tell('no_remote', top);
    context.say(suggestCommand(context, say.addRemote(top)));
    return [];
  }
  const branch = `${remote}/${remoteBranch}`;
  for (let tries = 1; tries <= maxTries; tries++) {
    const named = text(context, 'message');
    const pulled = pull(clone, named === undefined ? [] : ['-m', named]);
    if (pulled.kind === 'conflict') return [conflict(clone, pulled.paths)];
    if (pulled.kind === 'pulled') {
      tell('merged', branch);
      // Merged changes may name other targets.
      setUp(context, tell);
      const problems = await compiled(context);
      if (hasErrors(problems)) return problems;
      const subject = text(context, 'message') ?? 'Compile after a merge';
      if (commitOwn(top, placesIn(context, clone), subject)) tell('compiled', top);
    }
    const pushed = push(clone);
    if (pushed === 'pushed') tell('pushed', branch);
    if (pushed === 'same') tell('nothing_to_push', remote);
    if (pushed !== 'rejected') return [];
    context.say(say.movedOn(remote, tries, maxTries));
  }
  throw new MadnessError(faults.movedOn(remote, maxTries));
}

/** Compiled, and free of secrets: a push cannot be taken back. */
async function compiled(context: Context): Promise<Problem[]> {
  const { problems } = await compileAndWrite(context);
  const secrets = await secretsInMemory(open(context, () => true));
  return [...problems.filter(({ severity }) => severity === 'error'), ...secrets];
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

/** Searches the other files too: configuration, targets, reports and session summaries. */
async function secretsToSend({ top }: Clone, places: SyncPlaces): Promise<Problem[]> {
  const files = ownChanges(top, places).filter(
    (path) => !screened.test(path) && existsSync(join(top, path)),
  );
  return secretsInLines(
    files.map((file) => ({ file, text: readFileSync(join(top, file), 'utf8') })),
  );
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
