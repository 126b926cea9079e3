import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { words } from '../../messages/sessions/archive.js';
import {
  archiveFolder,
  archiveSettings,
  archiveTranscripts,
  type Copy,
  copiesNamed,
  forgetCopies,
  originalFile,
  originalsIn,
  pathsNamed,
  readCopies,
  readManifest,
  restoreCopy,
  sessionOf,
  switchArchive,
  writeCopy,
} from '../../observe/archive.js';
import { forgetIndex } from '../../observe/recall.js';
import { namePath } from '../../observe/sessions.js';
import { dropSummaries } from '../../observe/summary.js';
import { agentIn } from '../../observe/transcript.js';
import { claudeFolder, ownFolder, sessionFolders } from '../../platform/folders.js';
import { removeFile } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Context, flag, type Result, sayer, text } from '../../terminal/context.js';
import { progress } from '../../terminal/progress.js';
import { localDay } from '../../text.js';

export const archiveCommand: CommandDefinition = {
  usage: 'archive',
  summary: {
    en: 'Keep transcripts after the client deletes them (off by default).',
    zh: '在客户端删除会话记录之后继续保留（需要先打开）。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  readsSessions: true,
  options: [
    [
      '--on',
      'switch the archive on, and copy what is there',
      '打开存档，并复制现有的记录',
      'person',
    ],
    ['--off', 'switch it off; existing copies stay', '关闭存档；已有的内容保留', 'person'],
    ['--list', 'list the copies', '显示存档内容'],
    [
      '--restore <session>',
      'write a transcript back to where the client looks for it',
      '把会话记录写回客户端查找的位置',
    ],
    [
      '--to <path>',
      'with --restore: write it there instead',
      '与 --restore 合用：写到指定位置',
      'person',
    ],
    [
      '--forget <session>',
      'remove the copies, and make no new ones',
      '删除副本，以后不再保存',
      'person',
    ],
  ],
  run: (context) => archive(context),
};

/** A copy, as `--list --json` prints it. */
interface Row {
  session: string;
  generation: number;
  /** Below the client's folder. */
  path: string;
  bytes: number;
  /** Compressed. */
  stored: number;
  /** Last change of the transcript, ISO 8601. */
  modified: string;
  /** The client has not deleted the transcript. */
  is_live: boolean;
}

interface Folders {
  readonly claude: string;
  readonly home: string;
}

/** Each does something else. */
const doings = ['on', 'off', 'list', 'restore', 'forget'];

/** Keeps transcripts past the day the client deletes them; lists, restores and forgets copies. */
export async function archive(context: Context): Promise<Result> {
  const folders = { claude: claudeFolder(context.env), home: ownFolder(context.env) };
  const named = doings.filter((name) => context.options[name] !== undefined);
  if (named.length > 1) throw new MadnessError(faults.oneOf(named.join(' and --')));
  const restore = text(context, 'restore');
  if (restore === undefined && text(context, 'to') !== undefined)
    throw new MadnessError(faults.toWithoutRestore);
  const forget = text(context, 'forget');
  if (flag(context, 'list')) return list(context, folders);
  if (restore !== undefined) return bringBack(context, folders, restore);
  if (forget !== undefined) return forgetSession(context, folders, forget);
  if (flag(context, 'off')) {
    switchArchive(folders.home, 'off');
    return { talk: [words[context.language()].off] };
  }
  if (flag(context, 'on')) switchArchive(folders.home, 'on');
  return copy(context, folders);
}

async function copy(context: Context, folders: Folders): Promise<Result> {
  const settings = archiveSettings(folders.home, folders.claude);
  if (!settings.isOn) {
    throw new MadnessError(faults.archiveOff);
  }
  const { originals, problems } = originalsIn(sessionFolders(context.env));
  const say = words[context.language()];
  const line = progress(say.copying, originals.length);
  const talk = { say: sayer(context), step: line.step };
  const now = context.now().getTime();
  const done = await archiveTranscripts(folders.home, originals, settings, now, talk).finally(
    line.end,
  );
  const { copies } = readManifest(archiveFolder(folders.home)).manifest;
  const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
  const stored = copies.reduce((sum, copy) => sum + copy.stored, 0);
  const copied = done.copied.map((path) => sessionOf({ path }));
  const removed = done.removed.map(sessionOf);
  const isDefault = settings.days_from === 'cleanupPeriodDays';
  return {
    problems: [...problems, ...done.problems],
    json: { copied, removed, copies: copies.length, bytes, stored },
    bare: true,
    text: [
      say.copied(copied.length, copies.length, size(bytes), size(stored)),
      ...(removed.length > 0 ? [say.removed(removed.length, settings.days)] : []),
    ],
    talk: isDefault ? [say.keptFor(settings.days, `${folders.home}${sep}config.json`)] : [],
  };
}

async function list(context: Context, { claude, home }: Folders): Promise<Result> {
  const { manifest, problems } = await readCopies(home, sayer(context));
  const originalOf = originalsOf(context, claude);
  const isThere = ({ path }: Copy) => existsSync(originalOf(path) ?? '');
  const rows = [...manifest.copies]
    .sort((left, right) => right.modified - left.modified || right.generation - left.generation)
    .map((copy) => row(copy, isThere(copy)));
  const say = words[context.language()];
  const text = rows.map(({ session, generation, modified, bytes, stored, is_live }) => {
    const day = localDay(Date.parse(modified));
    const sizes = say.size(size(bytes), size(stored));
    return `${session}@${generation}  ${day}  ${sizes}${is_live ? '' : say.deleted}`;
  });
  return { problems, json: rows, text, talk: rows.length === 0 ? [say.empty] : [] };
}

/** Where the transcript of a copy is, or would be. */
function originalsOf(context: Context, claude: string): (path: string) => string | undefined {
  const { originals } = originalsIn(sessionFolders(context.env));
  const found = new Map(originals.map(({ path, file }) => [path, file]));
  return (path) => (agentIn(path) === 'claude' ? originalFile(claude, { path }) : found.get(path));
}

function row(copy: Copy, isLive: boolean): Row {
  return {
    session: sessionOf(copy),
    generation: copy.generation,
    path: copy.path,
    bytes: copy.bytes,
    stored: copy.stored,
    modified: new Date(copy.modified).toISOString(),
    is_live: isLive,
  };
}

async function bringBack(
  context: Context,
  { claude, home }: Folders,
  name: string,
): Promise<Result> {
  const folder = archiveFolder(home);
  const { manifest, problems } = await readCopies(home, sayer(context));
  const copies = copiesNamed(name, manifest, folder);
  const to = text(context, 'to');
  if (to === undefined) {
    const restored = copies.map((copy) => restoreCopy(folder, copy, claude));
    return { problems, json: { restored }, text: restored };
  }
  const target = resolve(context.cwd, to);
  const [own] = copies;
  if (existsSync(target)) throw new MadnessError(faults.targetExists(target));
  if (own !== undefined) writeCopy(folder, own, target);
  return { problems, json: { restored: [target] }, text: [target] };
}

async function forgetSession(
  context: Context,
  { claude, home }: Folders,
  name: string,
): Promise<Result> {
  const { manifest, problems } = await readCopies(home, sayer(context));
  const paths = pathsNamed(name.replace(/@\d+$/, ''), manifest, archiveFolder(home));
  const removed = await forgetCopies(home, paths, sayer(context));
  await forgetIndex(home, sayer(context));
  dropSummaries(home);
  for (const path of paths) removeFile(join(home, namePath(sessionOf({ path }))));
  const say = words[context.language()];
  const originalOf = originalsOf(context, claude);
  const left = paths.map((path) => originalOf(path) ?? '').filter((file) => existsSync(file));
  return {
    problems,
    json: { forgotten: removed },
    text: [say.forgotten(removed)],
    talk: left.map(say.original),
  };
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
