import { matchTerms } from '../observe/recall.js';
import { maskSecrets } from '../observe/secrets.js';
import { commandOf, detectSignals, isOwn, onOneLine } from '../observe/signals.js';
import {
  isObject,
  isOwnWords,
  type Turn,
  typedWords,
  withoutReminders,
} from '../observe/transcript.js';

/** Features of a session that identify a rule's scene: words, commands, paths, tools and signals with their lines. */
export interface Scenes {
  /** The person's prompts in lower case. */
  readonly prompts: readonly SceneSpot[];
  /** Stems of the words that were said, run or printed by a failure. */
  readonly talk: readonly { readonly line: number; readonly terms: ReadonlyMap<string, string> }[];
  /** Shell commands, a list or pipe taken apart. */
  readonly commands: readonly SceneSpot[];
  /** Relative to the session's folder where they lie in it, with forward slashes. */
  readonly paths: readonly SceneSpot[];
  readonly tools: readonly SceneSpot[];
  readonly signals: readonly SceneSpot[];
}

export interface SceneSpot {
  readonly line: number;
  readonly text: string;
}

// Words of a long text are about everything.
const maxTextCharacters = 4000;

/** Reads the turns of a session once. Input and output of madness itself belong to no scene. */
export function readScenes(turns: Iterable<Turn>): Scenes {
  const scenes = {
    prompts: [] as SceneSpot[],
    talk: [] as { line: number; terms: ReadonlyMap<string, string> }[],
    commands: [] as SceneSpot[],
    paths: [] as SceneSpot[],
    tools: [] as SceneSpot[],
    signals: [] as SceneSpot[],
  };
  const ran = new Map<string, string>();
  let folder: string | undefined;
  const say = (line: number, text: string) =>
    scenes.talk.push({ line, terms: matchTerms(text.slice(0, maxTextCharacters)) });
  for (const turn of turns) {
    folder ??= turn.cwd;
    const { line, role, kind, tool } = turn;
    if (isOwnWords(turn)) {
      const words = withoutReminders(typedWords(turn));
      scenes.prompts.push({ line, text: words.toLowerCase() });
      say(line, words);
    } else if (role === 'assistant' && kind === 'text') say(line, turn.text);
    else if (role === 'tool_input' && tool !== undefined) {
      const command = commandOf(tool);
      ran.set(tool.id, command);
      if (isOwn(command)) continue;
      scenes.tools.push({ line, text: tool.name });
      for (const text of commandsIn(command)) scenes.commands.push({ line, text });
      for (const text of pathsIn(tool.input, folder)) scenes.paths.push({ line, text });
      if (command !== '') say(line, command);
    } else if (role === 'tool_result' && kind === 'result') {
      const command = ran.get(tool?.id ?? '') ?? '';
      if (isOwn(command)) continue;
      const context = {
        ...(tool?.name && { tool: tool.name }),
        ...(tool?.failed !== undefined && { failed: tool.failed }),
        command,
      };
      for (const { signal, text } of detectSignals(withoutReminders(turn.text), context)) {
        scenes.signals.push({ line, text: signal });
        say(line, text);
      }
    }
  }
  return scenes;
}

/** `cd x && FOO=1 git rebase main | tee log`: cd x; git rebase main; tee log. */
function commandsIn(script: string): string[] {
  return script
    .split(/&&|\|\|?|[;&\n(){}]/)
    .map((part) => part.trim().replace(/^(?:(?:sudo|time|command|env)\s+|\w+=\S*\s+)+/, ''))
    .filter((part) => part !== '')
    .map((part) => onOneLine(maskSecrets(part), 400));
}

function pathsIn(input: unknown, folder: string | undefined): string[] {
  if (!isObject(input)) return [];
  return [input.file_path, input.notebook_path, input.path]
    .filter((path): path is string => typeof path === 'string' && path !== '')
    .map((path) => relativeTo(path.replaceAll('\\', '/'), folder?.replaceAll('\\', '/')));
}

function relativeTo(path: string, folder: string | undefined): string {
  return folder !== undefined && path.startsWith(`${folder}/`)
    ? path.slice(folder.length + 1)
    : path;
}
