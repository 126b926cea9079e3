import { parse } from 'unbash';
import { wordSet } from '../../text.js';
import {
  computed,
  innerCommands,
  joinedFolder,
  listedBy,
  readsScript,
  type ShellWord,
  scriptIn,
  top,
} from './wrappers.js';

export type { ShellWord } from './wrappers.js';

/** One program call of a command line, wrappers such as `sudo` or `bash -c` looked through. */
export interface SimpleCommand {
  /** The program by its base name, then its arguments. */
  readonly words: readonly ShellWord[];
  /** Files that redirections write. */
  readonly writes: readonly string[];
  /** The folder after `cd`, relative to the start of the line; empty if unchanged, null if the shell computes it. */
  readonly folder: string | null;
  /** It reads what the command before it in a pipe prints. */
  readonly isFed?: true;
}

interface LineOptions {
  /** Says whether a folder relative to the start of the line exists; a `cd` to another changes nothing. */
  readonly isFolder?: (folder: string) => boolean;
}

/** Longer lines are not read: hostile nesting costs seconds, and the longest real line seen is 13 kB. */
const maxCharacters = 64 * 1024;
const maxDepth = 8;
const maxRounds = 16;
const given = [
  ['PWD', '.'],
  ['HOME', '~'],
  ['CLAUDE_PROJECT_DIR', top],
] as const;

/** The program calls of a command line in their order; none if it is too long or cannot be read. Never throws. */
export function simpleCommands(line: string, options: LineOptions = {}): readonly SimpleCommand[] {
  const found: SimpleCommand[] = [];
  const scope: Scope = {
    found,
    options,
    folder: '',
    before: [],
    depth: 0,
    variables: new Map(given),
  };
  collect(line, scope);
  return found;
}

/** What a shell knows where it runs a command. A subshell has its own. */
interface Scope {
  readonly found: SimpleCommand[];
  readonly options: LineOptions;
  readonly depth: number;
  folder: string | null;
  /** The folders to which `popd` and `cd -` go back. */
  before: (string | null)[];
  /** The next command runs only if this one succeeds. */
  isChained?: boolean;
  /** What a pipe hands to the command. */
  input?: Input;
  isFed?: boolean;
  readonly variables: Map<string, string>;
}

interface Input {
  /** A text that is known, as of `echo`. */
  readonly text?: string;
  /** Files that are named in it, as by `find`. */
  readonly files: readonly string[];
}

function subshellOf(scope: Scope): Scope {
  const { input: _, isFed: __, ...rest } = scope;
  return { ...rest, depth: scope.depth + 1, variables: new Map(scope.variables) };
}

function collect(line: string, scope: Scope): void {
  if (line.length > maxCharacters || scope.depth > maxDepth) return;
  try {
    visit(parse(line), scope);
  } catch {
    // A guard that cannot read a line lets it pass.
  }
}

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}

const lazyKeys = ['parts', 'script', 'value'] as const;
const ownShell: ReadonlySet<unknown> = new Set([
  'Subshell',
  'CommandExpansion',
  'ProcessSubstitution',
  'Function',
]);

function visit(node: unknown, scope: Scope): void {
  if (Array.isArray(node)) for (const one of node) visit(one, scope);
  else if (typeof node === 'object' && node !== null) visitNode(node as Node, scope);
}

function visitNode(node: Node, outer: Scope): void {
  const isApart = ownShell.has(node.type) || node.background === true;
  const scope = isApart ? subshellOf(outer) : outer;
  if (node.type === 'For' && loop(node, scope)) return;
  if (node.type === 'Pipeline') pipeline(node.commands as readonly Node[], scope);
  else if (node.type === 'AndOr') chain(node, scope);
  else visitParts(node, scope);
}

function visitParts(node: Node, scope: Scope): void {
  if (node.type === 'Command') addCommand(node, scope);
  if (node.type === 'Redirected') {
    const writes = writesOf(node.redirects as readonly Node[], scope);
    if (writes.length > 0) scope.found.push({ words: [], writes, folder: scope.folder });
  }
  const inner = node.type === 'Command' ? subshellOf(scope) : scope;
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, inner);
  // The parser makes these when they are asked for, so they are no values of the node.
  for (const key of lazyKeys) if (!Object.hasOwn(node, key)) visit(node[key], inner);
}

/** Each command of a pipe runs in a shell of its own. */
function pipeline(commands: readonly Node[], scope: Scope): void {
  let input: Input | undefined;
  for (const command of commands) {
    const own = commands.length === 1 ? scope : subshellOf(scope);
    if (input !== undefined) own.input = input;
    own.isFed = command !== commands[0] && command.type === 'Command';
    visit(command, own);
    input = outputOf(command, scope) ?? input;
  }
}

function chain({ commands, operators }: Node, scope: Scope): void {
  for (const [at, command] of (commands as readonly Node[]).entries()) {
    scope.isChained = (operators as readonly string[])[at] === '&&';
    visit(command, scope);
  }
  scope.isChained = false;
}

/** Reads a loop over literal words once for each; false if the shell computes them. */
function loop({ name, wordlist, body }: Node, scope: Scope): boolean {
  const words = ((wordlist ?? []) as readonly Node[]).flatMap((word) => wordsOf(word, scope));
  if (words.length === 0 || words.includes(null)) return false;
  for (const word of words.slice(0, maxRounds)) {
    scope.variables.set(String((name as Node).value), word as string);
    visit(body, scope);
  }
  return true;
}

/** What a command hands to the next of a pipe, as far as its words tell. */
function outputOf(node: Node, scope: Scope): Input | undefined {
  if (node.type !== 'Command') return { files: [] };
  const words = callOf(node, scope);
  const [program, ...rest] = words;
  if (program === 'cat' && rest.length === 0) return inputOf(node);
  if (program === 'echo' || program === 'printf') {
    const texts = rest.filter((word) => word !== null && !/^-[neE]+$/.test(word)) as string[];
    return { text: texts.join(' '), files: texts };
  }
  const files = listedBy(words);
  return files.length > 0 ? { files } : undefined;
}

/** The text of a here-document or here-string. */
function inputOf(node: Node): Input | undefined {
  for (const { type, body, target } of node.suffix as readonly Node[]) {
    if (type === 'HereDoc') return { text: String((body as Node).text), files: [] };
    if (type === 'HereString') return { text: String((target as Node).value), files: [] };
  }
  return undefined;
}

function callOf({ name, suffix }: Node, scope: Scope): ShellWord[] {
  const given = (suffix as readonly Node[]).filter(
    ({ type }) => type === 'Word' || type === 'Assignment',
  );
  return [...(name === undefined ? [] : [name as Node]), ...given].flatMap((one) =>
    wordsOf(one, scope),
  );
}

function addCommand(node: Node, scope: Scope): void {
  const prefix = node.prefix as readonly Node[];
  const words = callOf(node, scope);
  const writes = writesOf([...prefix, ...(node.suffix as readonly Node[])], scope);
  if (words.length === 0) {
    for (const { type, name, value } of prefix)
      if (type === 'Assignment') assign(String(name), value as Node, scope);
    if (writes.length > 0) scope.found.push({ words, writes, folder: scope.folder });
    return;
  }
  const given = inputOf(node);
  unwrap(words, writes, scope, given ?? scope.input);
}

function assign(name: string, value: Node | undefined, scope: Scope): void {
  const word = value?.type === 'Word' ? wordsOf(value, scope)[0] : null;
  if (typeof word === 'string') scope.variables.set(name, word);
  else scope.variables.delete(name);
}

function writesOf(nodes: readonly Node[], scope: Scope): string[] {
  return nodes
    .filter(
      ({ type, operator, target }) =>
        type === 'Redirect' &&
        String(operator).includes('>') &&
        target !== undefined &&
        operator !== '>&',
    )
    .flatMap(({ target }) => wordsOf(target as Node, scope))
    .filter((word) => word !== null);
}

const literal = wordSet('Literal Glob SingleQuoted AnsiCQuoted DoubleQuoted LocaleString');

/** The words that the shell makes of one: more than one where braces hold a list. */
function wordsOf(node: Node, scope: Scope): ShellWord[] {
  if (node.type === 'Assignment') return [String(node.text)];
  const parts = node.parts as readonly Node[] | undefined;
  if (parts === undefined) return [String(node.value)];
  if (parts.every(({ type }) => type === 'Literal' || type === 'Glob' || type === 'BraceExpansion'))
    return expandBraces(parts.map(({ text }) => String(text)).join(''));
  const text = textOf(parts, scope);
  return [text.replaceAll(computed, '') === '' && text !== '' ? null : text];
}

function textOf(parts: readonly Node[], scope: Scope): string {
  return parts.map((part) => partOf(part, scope)).join('');
}

function partOf({ type, text, value, parts }: Node, scope: Scope): string {
  const name = /^\$\{?(\w+)\}?$/.exec(String(text))?.[1];
  if (name !== undefined) return scope.variables.get(name) ?? computed;
  if (type === 'CommandExpansion')
    return /^\$\(git rev-parse --show-toplevel\b/.test(String(text))
      ? top
      : text === '$(pwd)'
        ? '.'
        : computed;
  if (!literal.has(String(type))) return computed;
  return type === 'Glob' || parts === undefined
    ? String(value)
    : textOf(parts as readonly Node[], scope);
}

function expandBraces(text: string): string[] {
  const [whole, start = '', inner = '', end = ''] =
    /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(text) ?? [];
  if (whole === undefined) return [text];
  return inner
    .split(',')
    .slice(0, maxRounds)
    .flatMap((one) => expandBraces(`${start}${one}${end}`))
    .slice(0, 4 * maxRounds);
}

function unwrap(
  words: readonly ShellWord[],
  writes: readonly string[],
  scope: Scope,
  input?: Input,
): void {
  const [first, ...rest] = words;
  const program = typeof first === 'string' ? baseName(first) : first;
  const { found, folder } = scope;
  const call = { words: program === undefined ? [] : [program, ...rest], writes, folder };
  found.push(scope.isFed ? { ...call, isFed: true } : call);
  if (typeof program !== 'string' || scope.depth > maxDepth) return;
  changeFolder(program, rest, scope);
  const script = scriptIn(program, rest);
  if (script !== undefined) collect(script, subshellOf(scope));
  else if (input?.text !== undefined && readsScript(program, rest))
    collect(input.text, subshellOf(scope));
  const deeper = { ...scope, depth: scope.depth + 1, isFed: false };
  for (const inner of innerCommands(program, rest, input?.files ?? []))
    unwrap(inner, [], deeper, input);
  // A wrapper such as `command cd` changes the folder of its own shell.
  if (program === 'command' || program === 'builtin') scope.folder = deeper.folder;
}

function isOperand(word: ShellWord): boolean {
  return word === null || !/^-/.test(word);
}

function baseName(program: string): string {
  const isWindows = /^[A-Za-z]:\\|\.exe$/i.test(program);
  const name = program.slice(
    Math.max(program.lastIndexOf('/'), isWindows ? program.lastIndexOf('\\') : -1) + 1,
  );
  return name.replace(/\.(?:exe|cmd|bat)$/i, '');
}

const goes = wordSet('cd chdir pushd sl Set-Location Push-Location');

function changeFolder(program: string, words: readonly ShellWord[], scope: Scope): void {
  const { folder, options, found } = scope;
  if (program === 'popd' || program === 'Pop-Location') {
    scope.folder = scope.before.at(-1) ?? '';
    scope.before = scope.before.slice(0, -1);
  }
  if (!goes.has(program)) return;
  const targets = words.filter((word) => word === '-' || isOperand(word));
  const [target] = targets;
  const back = scope.before.at(-1) ?? '';
  const next =
    target === undefined
      ? '~'
      : target === '-'
        ? back
        : target === null
          ? null
          : joinedFolder(folder, target.replaceAll('\\', '/'));
  // The folder may be one that the line makes.
  const isOnly = found.every(({ words: [one] }) => typeof one === 'string' && goes.has(one));
  const isMissing =
    isOnly && scope.isChained !== true && next !== null && options.isFolder?.(next) === false;
  if (isMissing) return;
  scope.before = [...scope.before, folder];
  scope.folder = next;
}
