import { parse } from 'unbash';

/** A word of a command; null if the shell would compute it. */
export type ShellWord = string | null;

/** One program call of a command line, wrappers such as `sudo` or `bash -c` looked through. */
export interface SimpleCommand {
  /** The program by its base name, then its arguments. */
  readonly words: readonly ShellWord[];
  /** Files that redirections write. */
  readonly writes: readonly string[];
  /** The folder after a preceding literal `cd`, relative to the start of the line; empty if unchanged. */
  readonly folder: string;
}

/** Longer lines are not read: hostile nesting costs seconds, and the longest real line seen is 13 kB. */
const maxCharacters = 64 * 1024;
const maxDepth = 8;

/** The program calls of a command line in their order; none if it is too long or cannot be read. Never throws. */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  const found: SimpleCommand[] = [];
  collect(line, found, 0);
  return found;
}

function collect(line: string, found: SimpleCommand[], depth: number): void {
  if (line.length > maxCharacters || depth > maxDepth) return;
  try {
    visit(parse(line), found, depth);
  } catch {
    // A guard that cannot read a line lets it pass.
  }
}

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}

const lazyKeys = ['parts', 'script', 'value'] as const;

function visit(node: unknown, found: SimpleCommand[], depth: number): void {
  if (Array.isArray(node)) for (const one of node) visit(one, found, depth);
  else if (typeof node === 'object' && node !== null) {
    const { type } = node as Node;
    if (type === 'Command') addCommand(node as Node, found, depth);
    for (const value of Object.values(node))
      if (typeof value === 'object') visit(value, found, depth);
    // The parser makes these when they are asked for, so they are no values of the node.
    for (const key of lazyKeys)
      if (!Object.hasOwn(node, key)) visit((node as Node)[key], found, depth);
  }
}

function addCommand(node: Node, found: SimpleCommand[], depth: number): void {
  const suffix = node.suffix as readonly Node[];
  const name = node.name as Node | undefined;
  const words = [...(name === undefined ? [] : [name]), ...suffix.filter(isArgument)].map(wordOf);
  const redirects = [...(node.prefix as readonly Node[]), ...suffix].filter(isWrite);
  const writes = redirects.flatMap(({ target }) => wordOf(target as Node) ?? []);
  const folder = found.at(-1) === undefined ? '' : nextFolder(found.at(-1) as SimpleCommand);
  if (words.length === 0 && writes.length === 0) return;
  unwrap(words, writes, folder, found, depth);
}

function isArgument({ type }: Node): boolean {
  return type === 'Word' || type === 'Assignment';
}

function isWrite({ type, operator, target }: Node): boolean {
  return (
    type === 'Redirect' &&
    String(operator).includes('>') &&
    target !== undefined &&
    operator !== '>&'
  );
}

const literal: ReadonlySet<string> = new Set([
  'Literal',
  'Glob',
  'SingleQuoted',
  'AnsiCQuoted',
  'DoubleQuoted',
  'LocaleString',
]);

function wordOf(node: Node): ShellWord {
  if (node.type === 'Assignment') return String(node.text);
  return isLiteral(node) ? String(node.value) : null;
}

function isLiteral({ parts }: Node): boolean {
  return (
    (parts as readonly Node[] | undefined)?.every(
      (part) => literal.has(part.type as string) && (part.type === 'Glob' || isLiteral(part)),
    ) !== false
  );
}

function nextFolder({ words, folder }: SimpleCommand): string {
  const [program, target] = words;
  if (program !== 'cd' || typeof target !== 'string' || target === '-') return folder;
  return /^[/~]/.test(target) || folder === '' ? target : `${folder}/${target}`;
}

/** Programs that run what follows them, and their options that take a value. */
const wrappers: Readonly<Record<string, readonly string[]>> = {
  sudo: ['-u', '-g', '-C', '-h', '-p', '-U', '-r', '-t', '-D', '-R'],
  doas: ['-u', '-C'],
  env: ['-u', '-C', '-S', '--unset', '--chdir'],
  timeout: ['-k', '-s', '--kill-after', '--signal'],
  nice: ['-n', '--adjustment'],
  ionice: ['-c', '-n', '-p'],
  stdbuf: ['-i', '-o', '-e'],
  xargs: [
    '-I',
    '-i',
    '-n',
    '-P',
    '-L',
    '-d',
    '-E',
    '-s',
    '-a',
    '--max-args',
    '--max-procs',
    '--delimiter',
    '--arg-file',
  ],
  nohup: [],
  setsid: [],
  time: ['-f', '-o'],
  command: [],
  builtin: [],
  exec: ['-a'],
  watch: ['-n', '--interval'],
};

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);

function unwrap(
  words: readonly ShellWord[],
  writes: readonly string[],
  folder: string,
  found: SimpleCommand[],
  depth: number,
): void {
  const [first, ...rest] = words;
  const program = typeof first === 'string' ? baseName(first) : first;
  found.push({ words: program === undefined ? [] : [program, ...rest], writes, folder });
  if (typeof program !== 'string' || depth > maxDepth) return;
  const options = wrappers[program];
  if (Object.hasOwn(wrappers, program) && options !== undefined) {
    const from = operandAt(rest, options, program === 'timeout' ? 1 : 0);
    if (from < rest.length) unwrap(rest.slice(from), [], folder, found, depth + 1);
  } else if (shells.has(program)) runScript(scriptOf(rest), found, depth);
  else if (program === 'eval' && rest.every((word) => word !== null))
    runScript(rest.join(' '), found, depth);
  else if (program === 'find')
    for (const inner of executed(rest)) unwrap(inner, [], folder, found, depth + 1);
}

function runScript(script: ShellWord | undefined, found: SimpleCommand[], depth: number): void {
  if (typeof script === 'string') collect(script, found, depth + 1);
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}

/** Index of the program that a wrapper runs: behind its options, settings and `skip` operands of its own. */
function operandAt(words: readonly ShellWord[], valued: readonly string[], skip: number): number {
  let left = skip;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (typeof word === 'string') {
      if (word === '--') return at + 1 + left;
      if (valued.includes(word)) {
        at++;
        continue;
      }
      if (word.startsWith('-') || /^\w+=/.test(word)) continue;
    }
    if (left === 0) return at;
    left--;
  }
  return words.length;
}

/** The text behind `-c`, also in a cluster such as `-lc`. */
function scriptOf(words: readonly ShellWord[]): ShellWord | undefined {
  const at = words.findIndex((word) => typeof word === 'string' && /^-[a-z]*c[a-z]*$/.test(word));
  return at < 0 ? undefined : words[at + 1];
}

/** The commands that `find` runs for each file. */
function executed(words: readonly ShellWord[]): (readonly ShellWord[])[] {
  return words.flatMap((word, at) => {
    if (typeof word !== 'string' || !/^-(?:exec|execdir|ok|okdir)$/.test(word)) return [];
    const end = words.findIndex((one, index) => index > at && (one === ';' || one === '+'));
    return [words.slice(at + 1, end < 0 ? undefined : end)];
  });
}
