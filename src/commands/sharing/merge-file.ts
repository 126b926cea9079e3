import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, resolve, sep } from 'node:path';
import { parseLog } from '../../learn/log/parse-log.js';
import { faults } from '../../messages/problems/share.js';
import { words } from '../../messages/sharing/merge-file.js';
import { overwriteFile, replaceFile, resolveInside } from '../../platform/fs.js';
import { ifPossible, MadnessError } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { commitsWith, git } from '../../share/git/git.js';
import {
  conflictName,
  earlierWordings,
  isRewording,
  mergeAssets,
} from '../../share/git/merge-assets.js';
import { type Conflict, parseConflict } from '../../share/git/wording-conflict.js';
import { isConflict } from '../../store/file-name-kinds.js';
import { logName } from '../../store/location.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, type Context, flag } from '../../terminal/context.js';
import { once } from '../../text.js';

export const mergeFileCommand: CommandDefinition = {
  usage: 'merge-file <base> <ours> <theirs> <path>',
  summary: {
    en: 'Merge one file for git (the merge driver).',
    zh: '为 git 合并一个文件（合并驱动）。',
  },
  group: 'agent',
  agent: 'free',
  options: [
    ['--past', 'of a common past: nothing is left to choose', '来自共同的过去：没有需要选择的内容'],
  ],
  plain: true,
  hidden: true,
  run: (context) => mergeFile(context),
};

/**
 * git's merge driver: %O %A %B %P, result in %A. Exit code 1 leaves the conflict to the person. Only git may use it: it
 * writes git's temporary file and, in this work tree's memory, the open choices. It refuses anything else.
 */
export const mergeFile: Command = (context) => {
  const [base, ours, theirs, path] = context.args as readonly [string, string, string, string];
  refuseOther(context.cwd, ours, path);
  const name = basename(path);
  if (/^(?:genes|sops|prefs)\.json$/.test(name))
    return mergeAssetFile(context, base, ours, theirs, path);
  // Compiled from the assets and the log: ours stays until the next compile.
  return isCompiled(context, path) ? 0 : mergeTarget(context, base, ours, theirs, path);
};

/** Accepts git's temporary files only: in the top folder of the work tree, or below git's own folder. */
function refuseOther(cwd: string, ours: string, path: string): void {
  const file = resolve(cwd, ours);
  const found = lstatSync(file, { throwIfNoEntry: false });
  const isGits = /^\.merge_file_\w+$/.test(basename(file));
  if (isGits && found?.isFile() && found.nlink === 1) {
    const folder = realpathSync(dirname(file));
    const [gitFolder = '', top] = foldersOfGit(cwd);
    const isThere = folder === top || `${folder}${sep}`.startsWith(gitFolder + sep);
    if (gitFolder !== '' && isThere && isWithin(top ?? gitFolder, resolve(cwd, path))) return;
  }
  throw new MadnessError(faults.notByGit(ours, path));
}

/** Git's own folder and the top of the work tree; a bare repository has none. */
function foldersOfGit(cwd: string): string[] {
  return ['--absolute-git-dir', '--show-toplevel'].flatMap((asked) => {
    const { status, stdout } = git(cwd, ['rev-parse', asked]);
    return status === 0 ? realpathSync(stdout.replace(/\r?\n$/, '')) : [];
  });
}

function isWithin(top: string, path: string): boolean {
  return ifPossible(() => resolveInside(top, path)) !== undefined;
}

/** A target may have the name of a compiled file: those lie beside the log, or one folder deeper. */
function isCompiled({ cwd }: Context, path: string): boolean {
  const memory = /(?:^|\/)(?:index\.json|INDEX\.md)$/.test(path)
    ? dirname(path)
    : /(?:^|\/)(?:views\/[^/]+\.md|exports\/portable\.json)$/.test(path)
      ? dirname(dirname(path))
      : undefined;
  return memory !== undefined && existsSync(resolve(cwd, memory, logName));
}

function mergeAssetFile(
  context: Context,
  base: string,
  ours: string,
  theirs: string,
  path: string,
): number {
  const read = (file: string) => readFileSync(file, 'utf8');
  const texts = [read(base), read(ours), read(theirs)] as const;
  const folder = resolve(context.cwd, dirname(path));
  const isPast = flag(context, 'past');
  const merged = mergeAssets(...texts, {
    isEarlier: earlierOnEitherSide(context, path, theirs),
    open: isPast ? [] : openConflicts(folder),
  });
  if (merged === undefined) {
    context.say(words[context.language()].noAssets(path));
    return mergeTexts(context, texts, ours, path, 'utf8');
  }
  overwriteFile(resolve(context.cwd, ours), merged.text);
  if (isPast) return 0;
  const fileOf = (name: string) => resolveInside(folder, join(folder, 'work', name));
  for (const { kept, other } of merged.settled)
    rmSync(fileOf(conflictName(kept, other)), { force: true });
  for (const { kept, other } of merged.conflicts) {
    const name = conflictName(kept, other);
    const conflict: Conflict = { kept, other, made_at: context.now().toISOString() };
    replaceFile(fileOf(name), `${JSON.stringify(conflict, null, 2)}\n`);
    const file = join(dirname(path), 'work', name);
    context.say(words[context.language()].reworded(kept.id, kept.version ?? 1, kept.title, file));
  }
  return 0;
}

/** Choices left by earlier merges. Each commit of a rebase is a merge. */
function openConflicts(memory: string): Conflict[] {
  const work = join(memory, 'work');
  const names = existsSync(work) ? readdirSync(work).filter(isConflict).sort() : [];
  return names.flatMap((name) => {
    const conflict = parseConflict(readFileSync(join(work, name), 'utf8'));
    return conflict !== undefined && conflictName(conflict.kept, conflict.other) === name
      ? [conflict]
      : [];
  });
}

/** Decides by the logs of both sides, which are read on first use. */
function earlierOnEitherSide(
  context: Context,
  path: string,
  theirs: string,
): (asset: Asset) => boolean {
  const isEarlier = once(() => earlierByLogs(context, path, theirs));
  return (asset) => isEarlier()(asset);
}

/** Git names the commits of a merge. For a rebase, a cherry-pick or a stash they are found by content. */
function earlierByLogs(
  { cwd, env }: Context,
  path: string,
  theirs: string,
): (asset: Asset) => boolean {
  const named = Object.keys(env).flatMap((name) => /^GITHEAD_([0-9a-f]+)$/.exec(name)?.[1] ?? []);
  const commits = named.length > 0 ? named : commitsWith(cwd, path, theirs);
  if (commits.length === 0) return () => false;
  const logs = ['HEAD', ...commits].map((commit) =>
    git(cwd, ['cat-file', 'blob', `${commit}:${posix.join(dirname(path), logName)}`], 'latin1'),
  );
  if (logs.some(({ status }) => status !== 0)) return () => false;
  const lines = logs.map(({ stdout }) => Buffer.from(`${stdout}\n`, 'latin1'));
  return earlierWordings(parseLog(lines, isRewording));
}

/** The block is ours, the rest is merged as text. */
async function mergeTarget(
  context: Context,
  base: string,
  ours: string,
  theirs: string,
  path: string,
): Promise<number> {
  const read = (file: string) => readFileSync(file, 'latin1');
  // Its parser takes longer to load than assets take to merge.
  const { withOneBlock } = await import('../../share/git/merge-rule-block.js');
  const texts = withOneBlock(read(base), read(ours), read(theirs));
  return mergeTexts(context, texts, ours, path, 'latin1');
}

/** Merges texts as git does, with conflict markers. Writes the result to `into`. */
function mergeTexts(
  context: Context,
  texts: readonly [base: string, ours: string, theirs: string],
  into: string,
  path: string,
  encoding: 'utf8' | 'latin1',
): number {
  const scratch = mkdtempSync(join(tmpdir(), 'madness-merge-'));
  try {
    const [old, left, right] = texts.map((text, index) => {
      const file = join(scratch, String(index));
      writeFileSync(file, text, encoding);
      return file;
    }) as [string, string, string];
    const labels = ['-L', 'ours', '-L', 'base', '-L', 'theirs'];
    const { status, stderr } = spawnSync('git', ['merge-file', ...labels, left, old, right], {
      encoding: 'utf8',
    });
    if (status === null || status < 0 || status > 127) {
      context.say(words[context.language()].notMerged(path, stderr));
      return 1;
    }
    overwriteFile(resolve(context.cwd, into), readFileSync(left));
    return status === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
