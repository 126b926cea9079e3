import { head } from '../../text.js';
import { maskSecrets } from '../secrets/mask-secrets.js';
import { inputStrings, isObject, type Json, type ToolCall } from '../transcript/turn.js';

const maxCharacters = 200;

/** A call in one line of at most 200 characters, with secrets masked. Paths are relative to `folder`. */
export function summaryOf(tool: ToolCall, folder: string | undefined): string {
  return onOneLine(maskSecrets(callInWords(tool, folder)), maxCharacters);
}

/** The same uncut, its secrets not yet masked. */
export function callInWords({ name, input }: ToolCall, folder: string | undefined): string {
  const say = summaries.get(name) ?? anyTool;
  return say(isObject(input) ? input : {}, (path) => relativeTo(path, folder));
}

export function filesWritten({ name, input }: ToolCall, folder: string | undefined): string[] {
  if (!writing.has(name) || !isObject(input)) return [];
  const path = stringOf(input.file_path) || stringOf(input.notebook_path);
  return path === '' ? [] : [relativeTo(path, folder)];
}

/** The shell command of a call; empty for other tools. */
export function commandOf({ input }: ToolCall): string {
  return isObject(input) ? stringOf(input.command) : '';
}

/** White space as single spaces, cut to `length` characters. */
export function onOneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${head(line, length - 1)}…`;
}

type Summary = (fields: Json, shorten: (path: string) => string) => string;

const writing: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

const file: Summary = ({ file_path, notebook_path }, shorten) =>
  shorten(stringOf(file_path) || stringOf(notebook_path));
const shell: Summary = ({ command }) => stringOf(command);
const agent: Summary = ({ subagent_type, description }) =>
  [subagent_type, description].map(stringOf).filter(Boolean).join(': ');
const anyTool: Summary = (fields) => inputStrings(fields)[0] ?? '';

const summaries: ReadonlyMap<string, Summary> = new Map(
  Object.entries({
    Agent: agent,
    AskUserQuestion: ({ questions }) =>
      Array.isArray(questions) && isObject(questions[0]) ? stringOf(questions[0].question) : '',
    Bash: shell,
    Edit: file,
    ExitPlanMode: () => '',
    Grep: ({ pattern, path }, shorten) =>
      `${stringOf(pattern)}${path === undefined ? '' : ` in ${shorten(stringOf(path))}`}`,
    Monitor: shell,
    MultiEdit: file,
    NotebookEdit: file,
    PowerShell: shell,
    Read: file,
    Task: agent,
    TodoWrite: ({ todos }) => progressOf(todos),
    Write: file,
  }),
);

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function progressOf(todos: unknown): string {
  if (!Array.isArray(todos)) return '';
  const done = todos.filter((todo) => isObject(todo) && todo.status === 'completed').length;
  return `${done} of ${todos.length} done`;
}

function relativeTo(path: string, folder: string | undefined): string {
  if (folder === undefined || !path.startsWith(folder)) return path;
  const rest = path.slice(folder.length);
  return rest === '' ? '.' : /^[\\/]/.test(rest) ? rest.slice(1) : path;
}
