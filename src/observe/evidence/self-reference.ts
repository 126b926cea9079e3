import { posix, win32 } from 'node:path';
import { literalPattern, wordSet } from '../../text.js';
import {
  inputStrings,
  isObject,
  type ToolCall,
  type Turn,
  typedWords,
} from '../transcript/turn.js';

/** Folders of transcripts and of files made from them. */
export interface Store {
  /** Absolute paths: the folder of the client's configuration, our own home. */
  readonly folders: readonly string[];
  /** Base name and session ids of the transcript at hand. */
  readonly sessions: readonly string[];
}

interface CallWatch {
  /** To be shown every turn, in the order of the file. */
  readonly see: (turn: Turn) => void;
  /** True if the call searched past sessions. Then neither its input nor its result proves anything. */
  readonly isSearch: (call: string) => boolean;
}

/**
 * Watches for calls that search sessions: `madness` itself, any reader of the transcripts' folder or of this
 * transcript, and any reader of what such a call left behind (a copy, an output file, a background task, a script). It
 * does not see better disguises.
 */
export function watchCalls({ folders, sessions }: Store): CallWatch {
  const spell = folders.some((folder) => /^[A-Za-z]:/.test(folder)) ? inOneForm : String;
  const store = { folders: folders.map(spell), sessions };
  const looks = looksIntoStore(store);
  const searches = new Set<string>();
  const traces = new Set<string>();
  const scripts = new Set<string>();
  const isSearch = (name: string, text: string, cwd: string): boolean =>
    looks(text) ||
    mentions(text, traces) ||
    (shells.has(name) && (sweeps(text, cwd, store) || runsOneOf(text, scripts))) ||
    (pickers.has(name) && isAboveAny(bareFolder(text), store.folders));
  const seeCall = (name: string, id: string, texts: readonly string[], cwd = ''): void => {
    if (writers.has(name)) {
      if (texts.some(looks)) scripts.add(win32.basename(texts[0] ?? ''));
    } else if (
      (shells.has(name) && isInStore(cwd, store)) ||
      (name === 'Skill' && /^(?:madness:)?madness\b/.test(texts[0] ?? '')) ||
      texts.some((text) => isSearch(name, text, cwd))
    ) {
      searches.add(id);
      for (const trace of texts.flatMap(tracesOf)) traces.add(trace);
    }
  };
  const seeResult = (id: string, text: string): void => {
    if (showsTranscript(text, store)) searches.add(id);
    if (!searches.has(id)) return;
    for (const match of text.matchAll(leftBehind)) traces.add(match[1] as string);
  };
  const see = (turn: Turn): void => {
    const { role, kind, tool, text, cwd } = turn;
    if (tool === undefined) return;
    const here = cwd && spell(cwd);
    if (role === 'tool_input')
      seeCall(tool.name, tool.id, textsOfCall(tool, here).map(spell), here);
    else if (kind === 'bash_input') seeCall(tool.name, tool.id, [spell(typedWords(turn))], here);
    else if (role === 'tool_result') seeResult(tool.id, text);
  };
  return { see, isSearch: (call) => searches.has(call) };
}

/** On Windows a folder has many spellings: `C:\\a`, `c:/a`, `/c/a` in Git Bash. */
function inOneForm(text: string): string {
  return text
    .replace(/(?<!\\)\\+(?=[\w.~$*-])/g, '/')
    .replace(/(?<![\w./:~-])\/(?:cygdrive\/|mnt\/)?([A-Za-z])(?=\/)/g, '$1:')
    .replace(/(?<!\w)[A-Z](?=:\/)/g, (drive) => drive.toLowerCase());
}

/** Tools that write text and read nothing. */
const writers = wordSet(
  'AskUserQuestion CronCreate Edit EnterPlanMode ExitPlanMode MultiEdit NotebookEdit ScheduleWakeup SendMessage StructuredOutput TaskCreate TaskUpdate TodoWrite Write',
);

const shells: ReadonlySet<string> = new Set(['!', 'Bash', 'PowerShell', 'Monitor']);
const pickers: ReadonlySet<string> = new Set(['Grep', 'Glob', 'LS']);

/** Does a text run `madness`, or name the transcripts' folder or this transcript? */
function looksIntoStore({ folders, sessions }: Store): (text: string) => boolean {
  const names = [
    ...folders,
    '$CLAUDE_CONFIG_DIR',
    '{CLAUDE_CONFIG_DIR}',
    '$MADNESS_HOME',
    '{MADNESS_HOME}',
  ];
  const own = sessions.filter((name) => name.length >= 8);
  return (whole) => {
    const text = whole.replace(besideTranscripts, '/beside');
    return (
      runsMadness(text) ||
      projectsFolder.test(text) ||
      own.some((name) => namesTranscript(text, name)) ||
      names.some((name) => isNamed(text, name)) ||
      homes.some((home) => isNamed(text, `${home}/.claude`))
    );
  };
}

// The client keeps long outputs and the model's notes in the same folder. A hook's text among them is no output.
const besideTranscripts =
  /[\\/]projects[\\/][^\s"'*?;|&()]{1,300}[\\/](?:tool-results[\\/](?!hook-)[\w.-]+|memory\b[\w./-]*)/g;

/** Its scratch folders are named after the session too. */
function namesTranscript(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/^[\\/](?!subagents)\w/.test(text.slice(at + name.length, at + name.length + 12)))
      return true;
  }
  return false;
}

const homes = ['~', '$HOME', '$' + '{HOME}'];

const projectsFolder = /\.claude[\\/'"\s,+]+projects\b/;

const commandNames =
  'agent|quote|digest|recall|sessions|signals|archive|facet|verdict|candidate|retro|report|review|why|status|check|compile|similar|init|add|import|export|doctor';

/** `madness quote` by any path: through npx, in a subshell, as a variable's value, or from the bundle. */
function runsMadness(text: string): boolean {
  return text.includes('madness') || text.includes('cli.')
    ? called.test(text) || fromBundle.test(text) || renamed.test(text)
    : false;
}

const called = new RegExp(
  `(?:^|[\\s;&|(\`"'=\\\\/{])madness(?:\\.cmd|\\.exe|@[\\w.^~-]+)?["')}\`]*[\\s\\\\]+(?:-{1,2}[\\w-]+(?:[= ](?!-)\\S+)?\\s+)*["']?(?:${commandNames})\\b`,
);
const fromBundle =
  /\bcli\.(?:mjs|ts)["']?\s+(?:-\S+\s+)*["']?(?:agent|quote|digest|recall|sessions)\b/;
const renamed = /\w=["']?(?:[^\s"';=]{0,300}[\\/])?madness["']?(?=$|[\s;&)])/;

/** Is the folder itself named, or its part that holds transcripts? Settings and skills lie beside them. */
function isNamed(text: string, folder: string): boolean {
  for (let at = text.indexOf(folder); at >= 0; at = text.indexOf(folder, at + 1)) {
    const rest = text.slice(at + folder.length, at + folder.length + 40);
    if (/^[\\/]*(?:$|[^\w\\/.-])/.test(rest) || partOfStore.test(rest)) return true;
  }
  return false;
}

const partOfStore = /^[\\/]+(?:projects|madness|archive|state|recall\.db)\b/;

/** Its strings; of a search, whole, the folder it looks into, named or not. */
function textsOfCall({ name, input }: ToolCall, cwd = ''): string[] {
  const texts = inputStrings(input);
  if (!pickers.has(name)) return texts;
  const path = isObject(input) && typeof input.path === 'string' ? input.path : '.';
  return [...texts, folderFrom(cwd, path)];
}

/** A search through all of a folder in which the store lies, however deep. */
function sweeps(command: string, cwd: string, { folders }: Store): boolean {
  const above = (folder: string) => homes.includes(folder) || isAboveAny(folder, folders);
  let here = cwd;
  return command.split(/[;&|\n()`]+/).some((part) => {
    const moved = changesFolder.exec(part);
    if (moved !== null) here = folderFrom(here, moved[1] || '~');
    const search = sweeper.exec(part);
    if (search === null) return false;
    if (search[1] !== undefined && !recursive.test(part)) return false;
    if (search[2] !== undefined || (here !== '' && above(here))) return true;
    const words = part.slice(search[0].length).split(/[\s"']+/);
    return words.some((word) => above(folderFrom(here, word)));
  });
}

const changesFolder = /^\s*(?:cd|pushd)(?=\s|$)(?:\s+--)?\s*["']?([^\s"']*)/;

/** Resolves a path from a folder. */
function folderFrom(here: string, path: string): string {
  if (here === '' || /^(?:[\\/~$]|[A-Za-z]:)/.test(path)) return bareFolder(path);
  return bareFolder(posix.join(here.replaceAll('\\', '/'), path));
}

const sweeper =
  /^\s*(?:\w+=\S*\s+|(?:sudo|command|time|xargs|exec)\s+)*(?:\S*\/)?(?:[efz]?(grep)|rg|ag|ack|find|fd|fdfind|(p?locate|mdfind)|findstr|Get-ChildItem|gci|Select-String)\s/i;
const recursive = /\s-(?:\w*[rR]\w*|-recursive)\b/;

function bareFolder(word: string): string {
  return word.length > 1 ? word.replace(/[\\/]\**$/, '') || '/' : word;
}

function isInStore(cwd: string, { folders }: Store): boolean {
  return folders.some(
    (folder) => cwd.startsWith(folder) && partOfStore.test(cwd.slice(folder.length)),
  );
}

function isAboveAny(dir: string, folders: readonly string[]): boolean {
  return (
    /^(?:[\\/~]|[A-Za-z]:)/.test(dir) &&
    (dir === '~' || folders.some((folder) => isWithin(folder, dir)))
  );
}

function isWithin(dir: string, folder: string): boolean {
  const parent = folder.endsWith('/') || folder.endsWith('\\') ? folder : `${folder}/`;
  return dir === folder || dir.replaceAll('\\', '/').startsWith(parent.replaceAll('\\', '/'));
}

function mentions(text: string, traces: ReadonlySet<string>): boolean {
  for (const trace of traces) if (text.includes(trace)) return true;
  return false;
}

/** Files a command writes to. */
function tracesOf(command: string): string[] {
  const redirected = command.matchAll(
    /(?:>>?|\btee(?:\s+-\w+)*|\s--?o(?:utput)?[ =])\s*["']?([^\s"'|;&<>()]+)/g,
  );
  const copied = command.matchAll(
    /\b(?:cp|mv|ln|rsync)\s[^;&|\n]*?["']?([^\s"';&|]+)["']?\s*(?=$|[;&|\n])/g,
  );
  return [...redirected, ...copied]
    .map((match) => match[1] as string)
    .filter((file) => file.length >= 4 && !file.startsWith('/dev/'));
}

const runner = /\b(?:(?:ba|z)?sh|python[\d.]*|node|deno|bun|tsx|ruby|perl)\b/;

function runsOneOf(text: string, scripts: ReadonlySet<string>): boolean {
  for (const script of scripts) {
    if (script !== '' && text.includes(script)) {
      const step = text
        .slice(0, text.indexOf(script))
        .split(/[;&|\n]/)
        .at(-1) as string;
      const inGroup = step.slice(step.lastIndexOf('(') + 1);
      if (runner.test(step) || /^\s*[\w./~-]*\/$/.test(inGroup)) return true;
    }
  }
  return false;
}

/** Does a result show records of this very transcript, however it was found? */
function showsTranscript(text: string, { sessions }: Store): boolean {
  return sessions.some(
    (name) =>
      name.length >= 8 &&
      text.includes(name) &&
      (text.includes(`${name}.jsonl`) ||
        new RegExp(`sessionId\\\\*":\\s*\\\\*"${literalPattern(name)}`).test(text)),
  );
}

/** A task in the background, an output too long for the transcript. */
const leftBehind =
  /(?:in (?:the )?background with ID: |agentId: |task[_ ]id: |tool-results[\\/])([\w-]{4,})/gi;
