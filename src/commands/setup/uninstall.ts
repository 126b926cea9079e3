import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { forPersonOnly } from '../../application/approval/agent.js';
import { byQuestion } from '../../application/approval/by-question.js';
import {
  allowedIn,
  allowFile,
  forMe,
  meaning,
  withoutRules,
} from '../../application/approval/client-permission.js';
import { languageIn } from '../../application/memory/memory-language.js';
import { houseIfAny } from '../../application/memory/resolve-memory.js';
import { locateBlock, removeBlock } from '../../compile/managed-block.js';
import { fromBinary } from '../../compile/place-block.js';
import { isOwnBlock } from '../../compile/rule-block.js';
import { fold } from '../../learn/fold/fold.js';
import { faults } from '../../messages/problems/setup.js';
import { type Words, words } from '../../messages/uninstall.js';
import { countsName } from '../../observe/journal/kept-counts.js';
import { overcomeName } from '../../observe/journal/resolved-failures.js';
import { databaseFiles } from '../../observe/recall/engine.js';
import { ledgerFile } from '../../observe/recall/source-list.js';
import { projectRoot } from '../../observe/sessions/project-folder.js';
import { ownFolder } from '../../platform/folders.js';
import { replaceFile } from '../../platform/fs.js';
import { knownNodeName } from '../../platform/node-path.js';
import { MadnessError, type Problem, problem } from '../../problem.js';
import { attributeLines } from '../../share/git/clone-setup.js';
import { includeAgain } from '../../share/git/exclude.js';
import { git, infoFile, workTree } from '../../share/git/git.js';
import { progressFile } from '../../share/git/history-progress.js';
import { type House, userHouse } from '../../store/location.js';
import { openMemory, saveBlock } from '../../store/store.js';
import { isReadOnly, readOnly, targetFile, targetsOf } from '../../store/targets.js';
import { trustFileName } from '../../store/trust-file.js';
import { type Command, type Context, flag, problemsOnly, report } from '../../terminal/context.js';
import { readPaused, writePaused } from './hooks-pause.js';

/** What can be made again, in our own folder. */
const caches = [
  knownNodeName,
  'code',
  'pages',
  overcomeName,
  countsName,
  ...Object.values(databaseFiles).flatMap((database) => [database, ledgerFile(database)]),
];

/**
 * Takes back what madness wrote into this project and its clone, and what it keeps for itself. Memories and the archive
 * are the user's: they stay unless --purge. With --keep the caches stay as well.
 */
export const uninstall: Command = async (context) => {
  const house = houseIfAny(context);
  const project = house?.root ?? context.cwd;
  if (!flag(context, 'purge')) {
    const asked = await byQuestion(context, house, 'uninstall', { project });
    if (asked !== undefined) return asked;
  }
  return takeBack(context);
};

const takeBack = problemsOnly((context) => {
  const purge = flag(context, 'purge');
  if (purge) forPersonOnly(context, 'memories go', 'madness uninstall --purge');
  if (purge && flag(context, 'keep')) throw new MadnessError(faults.keepOrPurge);
  const problems: Problem[] = [];
  const own = ownFolder(context.env);
  const houses = housesOf(context);
  const say = words[languageIn(houses[0])];
  const done = [
    ...houses.flatMap((house) =>
      leaveProject(context, house, houses.map(allowFile), problems, say),
    ),
    ...(purge ? houses.map(({ memory }) => memory) : []).flatMap(removed),
    ...(flag(context, 'keep') ? [] : leaveOwn(context, own, say)),
    ...(purge || isEmpty(own) ? removed(own) : []),
  ];
  for (const line of done) context.print(say.removed(line));
  if (done.length === 0) context.print(say.nothing);
  if (!purge) for (const { memory } of houses) context.say(say.kept(memory));
  if (existsSync(own)) context.say(say.kept(own));
  context.say(say.plugin('claude plugin marketplace remove madness'));
  return report(context, problems);
});

/** Who silenced the hooks in another project wants them silent there. */
function leaveOwn(context: Context, own: string, say: Words): string[] {
  const here = projectRoot(context.cwd);
  const elsewhere = readPaused(context).projects.filter((one) => one !== here);
  const gone = [...caches, trustFileName, 'guards', 'state']
    .map((name) => join(own, name))
    .flatMap(removed);
  if (elsewhere.length > 0 && !flag(context, 'purge')) {
    writePaused(context, { sessions: [], projects: elsewhere });
    context.say(say.silent(elsewhere));
  }
  return gone;
}

/** The project's memory, where there is one, and the user's. */
function housesOf(context: Context): House[] {
  const user = userHouse(context.env);
  const houses = existsSync(user.memory) ? [user] : [];
  const house = houseIfAny(context);
  return house === undefined || house.memory === user.memory ? houses : [house, ...houses];
}

function leaveProject(
  context: Context,
  house: House,
  written: readonly string[],
  problems: Problem[],
  say: Words,
): string[] {
  const { config, memory } = openMemory(house);
  const targets = [...targetsOf(house, config), ...(memory.former ?? []).map(({ path }) => path)];
  const { blocks } = fold(memory.log.log);
  const keep = keepEdits(flag(context, 'purge'), (hash) => blocks.has(hash));
  return [
    ...targets.flatMap((target) => leaveTarget(context, house, target, keep, problems, say)),
    ...leaveClone(context, house, targets, say),
    ...allowedIn(context, house).flatMap((file) => {
      if (file === allowFile(house)) return leaveSettings(house, file, problems, say);
      if (!written.includes(file)) context.say(say.kept(say.foreign(file)));
      return [];
    }),
  ];
}

/** A file that held nothing but the block was ours, unless a link of the user's leads there. */
function leaveTarget(
  context: Context,
  house: House,
  target: string,
  keep: (house: House, target: string, text: string) => Problem | undefined,
  problems: Problem[],
  say: Words,
): string[] {
  const path = join(house.root, target);
  if (!existsSync(path)) return [];
  const file = targetFile(house, target);
  const text = readFileSync(file).toString('latin1');
  if (text === '') context.say(say.kept(say.empty(file)));
  const bare = removeBlock(text);
  if (typeof bare !== 'string') {
    problems.push(problem('target/block', { file: target, at: bare.line }, bare.says));
    return [];
  }
  if (bare === text) return [];
  const obstacle = isReadOnly(file) ? readOnly(target) : keep(house, target, text);
  if (obstacle !== undefined) problems.push(obstacle);
  if (obstacle?.severity === 'error') return [];
  if (bare === '' && !lstatSync(path).isSymbolicLink()) return removed(file);
  replaceFile(file, Buffer.from(bare, 'latin1'));
  return [say.block(file)];
}

/** What somebody wrote into the block goes to the memory; where that goes too, the block stays. */
function keepEdits(
  purge: boolean,
  isKnown: (hash: string) => boolean,
): (house: House, target: string, text: string) => Problem | undefined {
  return (house, target, text) => {
    const located = locateBlock(text);
    if (located.kind !== 'found') return undefined;
    const block = text.slice(located.start, located.end);
    if (isOwnBlock(fromBinary(block), isKnown)) return undefined;
    return problem(
      'target/edited-by-hand',
      { severity: purge ? 'error' : 'warning', file: target },
      faults.editedByHand(purge, saveBlock(house, block)),
    );
  };
}

function leaveClone(
  context: Context,
  { memory, root }: House,
  targets: readonly string[],
  say: Words,
): string[] {
  return [
    ...leaveAttributes(memory, root, targets, say),
    ...leaveDriver(context, memory, say),
    ...[includeAgain(root, forMe)].flatMap((file) => (file === undefined ? [] : say.line(file))),
    ...[progressFile(memory)].flatMap((file) => (file === undefined ? [] : removed(file))),
  ];
}

/** Another memory of the same clone, in another package of it, may need the driver: its lines say so. */
function leaveDriver(context: Context, memory: string, say: Words): string[] {
  const file = infoFile(memory, 'attributes');
  if (
    file !== undefined &&
    existsSync(file) &&
    / merge=madness$/m.test(readFileSync(file, 'utf8'))
  ) {
    context.say(say.kept(say.needed(file)));
    return [];
  }
  return ['merge.madness', 'merge.madness-past']
    .filter((name) => git(memory, ['config', '--local', '--remove-section', name]).status === 0)
    .map((name) => `git config ${name}`);
}

function leaveAttributes(
  memory: string,
  root: string,
  targets: readonly string[],
  say: Words,
): string[] {
  const top = workTree(memory);
  const file = infoFile(memory, 'attributes');
  if (top === undefined || file === undefined || !existsSync(file)) return [];
  const ours = attributeLines(top, root, targets);
  const before = readFileSync(file, 'utf8');
  const after = before
    .split('\n')
    .filter((line) => !ours.includes(line))
    .join('\n');
  if (after === before) return [];
  if (after.trim() === '') return removed(file);
  replaceFile(file, after);
  return [say.lines(file)];
}

/** Takes the permissions of madness out of the text; where it is not certain what else would change, says so. */
function leaveSettings({ isUser }: House, file: string, problems: Problem[], say: Words): string[] {
  const text = readFileSync(file, 'utf8');
  const after = withoutRules(text);
  if (after === undefined) {
    problems.push(problem('settings/unclear', { file }, faults.permissionsUnclear));
    return [];
  }
  if (meaning(after) === '{}') {
    const gone = removed(file);
    if (!isUser && readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file));
    return gone;
  }
  replaceFile(file, after);
  return [say.permission(file)];
}

function isEmpty(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length === 0;
}

function removed(path: string): string[] {
  if (!existsSync(path)) return [];
  rmSync(path, { recursive: true, force: true });
  return [path];
}
