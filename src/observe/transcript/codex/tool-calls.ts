import path from 'node:path';
import { jsonIn } from '../../../platform/read-object.js';
import { shellWord, wordSet } from '../../../text.js';
import { isObject, type Json } from '../turn.js';

/** A call of Codex in the terms of Claude Code: the rest of the program knows only those. */
export interface TranslatedCall {
  readonly name: string;
  readonly input: Json;
  /** The folder it ran in, where the call names one. */
  readonly cwd?: string | undefined;
}

/** One call; a patch of several files is several calls. Unknown tools keep their name and input. */
export function translated(tool: string, input: unknown, cwd: string): readonly TranslatedCall[] {
  const given = typeof input === 'string' ? (jsonIn(input) ?? input) : input;
  if (tool === 'apply_patch') return patchedFiles(wordsOf(given), cwd);
  if (!isObject(given)) return [{ name: tool, input: { input: given } }];
  if (!shells.has(tool)) return [{ name: tool, input: given }];
  const command = given.cmd ?? given.command ?? (isObject(given.action) && given.action.command);
  const workdir = given.workdir ?? given.working_directory;
  return [{ ...shellCall(command), cwd: typeof workdir === 'string' ? workdir : undefined }];
}

const shells = wordSet('shell shell_command exec_command local_shell container.exec unified_exec');

/** `["bash", "-lc", "make"]` is the command `make`; so is the string itself. */
export function shellCall(command: unknown): TranslatedCall {
  if (!Array.isArray(command)) return { name: 'Bash', input: { command: wordsOf(command) } };
  const words = command.map(String);
  const [program = '', option = ''] = words;
  const name = powerShell.test(program) ? 'PowerShell' : 'Bash';
  const isScript = isShellProgram.test(program) && /^[-/]/.test(option);
  const script = isScript ? words.slice(1).find((word) => !/^[-/][\w-]*$/.test(word)) : undefined;
  return { name, input: { command: script ?? words.map(shellWord).join(' ') } };
}

const powerShell = /(?:^|[\\/])(?:pwsh|powershell)(?:\.exe)?$/i;
const isShellProgram = /(?:^|[\\/])(?:(?:ba|z|da|fi)?sh|cmd|pwsh|powershell)(?:\.exe)?$/i;

/** Each file that a patch changes, as a call that would change it. */
export function patchedFiles(patch: string, cwd: string): readonly TranslatedCall[] {
  const calls: TranslatedCall[] = [];
  for (const part of patch.split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/m).slice(1)) {
    const [head = '', ...lines] = part.split(/\r?\n/);
    const [, kind, name = ''] = /^(Add|Update|Delete) File: (.*)$/.exec(head.trimEnd()) ?? [];
    const marked = (mark: string) =>
      lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
    const file_path = resolvedIn(cwd, name);
    const added = marked('+').join('\n');
    const old_string = marked('-').join('\n');
    calls.push(
      kind === 'Add'
        ? { name: 'Write', input: { file_path, content: added } }
        : { name: 'Edit', input: { file_path, old_string, new_string: added } },
    );
    const moved = lines.map((line) => /^\*\*\* Move to: (.*)$/.exec(line)?.[1]).find(Boolean);
    if (moved !== undefined)
      calls.push({ name: 'Write', input: { file_path: resolvedIn(cwd, moved), content: added } });
  }
  return calls.length > 0 ? calls : [{ name: 'Edit', input: { patch } }];
}

/** The same from a recorded change, whose paths are absolute. */
export function changedFiles(changes: unknown): readonly TranslatedCall[] {
  return Object.entries(isObject(changes) ? changes : {}).map(([file_path, change]) => {
    const { type, content, unified_diff } = isObject(change) ? change : {};
    if (type === 'add') return { name: 'Write', input: { file_path, content: wordsOf(content) } };
    const lines = wordsOf(unified_diff).split('\n');
    const marked = (mark: RegExp) =>
      lines.filter((line) => mark.test(line)).map((line) => line.slice(1));
    const old_string = type === 'delete' ? wordsOf(content) : marked(/^-(?!--)/).join('\n');
    const new_string = marked(/^\+(?!\+\+)/).join('\n');
    return { name: 'Edit', input: { file_path, old_string, new_string } };
  });
}

function resolvedIn(cwd: string, name: string): string {
  if (path.win32.isAbsolute(name)) return name;
  return path.win32.isAbsolute(cwd) && !cwd.startsWith('/')
    ? path.win32.join(cwd, name)
    : path.posix.join(cwd, name);
}

/** What a call printed, and how it ended. */
export interface Output {
  readonly texts: readonly string[];
  readonly exit: number | undefined;
  /** The number by which a command that still runs is asked again. */
  readonly running: string | undefined;
}

/** Codex writes a header before the output of a command; versions before 0.60 write JSON. */
export function printedIn(value: unknown): Output {
  if (Array.isArray(value)) {
    const texts = value.flatMap((part) => (isObject(part) ? wordsOf(part.text) || [] : []));
    const rest = isHeadOfScript(texts[0] ?? '') ? texts.slice(1) : texts;
    return rest.length === 1 ? printedIn(rest[0]) : { texts: rest, ...still };
  }
  if (isObject(value)) {
    const { exit } = printedIn(value.content);
    const texts = printedIn(value.content ?? value.output).texts;
    return { texts, exit: value.success === false ? (exit ?? 1) : exit, running: undefined };
  }
  const text = wordsOf(value);
  const json = text.startsWith('{"') ? jsonIn(text) : undefined;
  if (isObject(json) && typeof json.output === 'string') {
    const code = isObject(json.metadata) ? json.metadata.exit_code : json.exit_code;
    if (typeof code === 'number') return { texts: [json.output], exit: code, running: undefined };
  }
  const header = HEADER.exec(text);
  if (header === null) {
    const bare = /^(?:Process exited with code|Exit code:) (-?\d+)$/.exec(text.trim());
    return { texts: [text], exit: bare === null ? undefined : Number(bare[1]), running: undefined };
  }
  const code = /^(?:Process exited with code|Exit code:) (-?\d+)/m.exec(header[0])?.[1];
  return {
    texts: [text.slice(header[0].length)],
    exit: code === undefined ? undefined : Number(code),
    running: /^Process running with session ID (\S+)/m.exec(header[0])?.[1],
  };
}

const still = { exit: undefined, running: undefined } as const;
/** The lines before the output; the command among them may have several. */
const HEADER =
  /^(?:Command: [\s\S]*?\n)?(?:Chunk ID: .*\n|Wall time:? .*\n|Process .*\n|Exit code: .*\n|Original token count: .*\n|Total output lines: .*\n)+Output:(?:\n|$)/;

/** The text as Claude Code would show it: the exit status of a failure stands first. */
export function shownOutput(text: string, exit: number | undefined): string {
  return exit === undefined || exit === 0 ? text : `Exit code ${exit}\n${text}`;
}

export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return '';
  return wordsOf(value.input ?? value.patch ?? value.text);
}

function isHeadOfScript(text: string): boolean {
  return /^Script \w/.test(text) && text.endsWith('Output:\n');
}
