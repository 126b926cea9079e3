import type { ShellWord } from './wrappers.js';

interface Call {
  readonly words: readonly ShellWord[];
  readonly writes: readonly string[];
}

// One token at a time: comment, text of several lines, blank, separator, redirection, or a piece of a word.
const token =
  /<#[\s\S]*?#>|(?<=^|\s)#[^\n]*|@'\r?\n[\s\S]*?\r?\n'@|@"\r?\n[\s\S]*?\r?\n"@|`\r?\n|[ \t\r,]+|&&|\|\||[;\n|{}()]|&|[0-9*]?>{1,2}(?:&\d)?|'(?:[^']|'')*'|"(?:[^"`]|`[\s\S]|"")*"|(?:[^\s,;|{}()&>'"`]|`[\s\S])+|[\s\S]/gy;
const keyword =
  /^(?:if|elseif|else|while|until|for|foreach|switch|do|try|catch|finally|return|throw|in|begin|process|end|!|-not|\.)$/i;

/** The calls in a line of PowerShell, blocks and subexpressions looked into; a word that it computes is null. */
export function powerShellCommands(line: string): readonly Call[] {
  const found: Call[] = [];
  let words: ShellWord[] = [];
  let writes: string[] = [];
  let word: ShellWord | undefined;
  let isWrite = false;
  const endWord = () => {
    if (word === undefined) return;
    if (isWrite) {
      if (word !== null) writes.push(word);
      isWrite = false;
    } else words.push(word);
    word = undefined;
  };
  const endCall = () => {
    endWord();
    const assigned = words[1] === '=' || words[1] === '+=' ? words.slice(2) : words;
    const from = assigned.findIndex((one) => one === null || !keyword.test(one));
    const call = from < 0 ? [] : assigned.slice(from);
    if (call.length > 0 || writes.length > 0) found.push({ words: call, writes });
    for (const also of plainly(call)) found.push({ words: also, writes: [] });
    words = [];
    writes = [];
    isWrite = false;
  };
  for (const [piece] of line.matchAll(token)) {
    if (/^(?:<#|#|`\r?\n)/.test(piece)) endWord();
    else if (/^[ \t\r,]+$/.test(piece)) endWord();
    else if (/^(?:&&|\|\||[;\n|{}()&])$/.test(piece)) endCall();
    else if (/^[0-9*]?>/.test(piece)) {
      endWord();
      isWrite = !piece.includes('&');
    } else {
      const value = textOf(piece, found);
      word = word === null || value === null ? null : (word ?? '') + value;
    }
  }
  endCall();
  return found;
}

function textOf(piece: string, found: Call[]): ShellWord {
  if (piece.startsWith("@'")) return piece.slice(2, -2);
  if (piece.startsWith("'")) return piece.slice(1, -1).replaceAll("''", "'");
  const isQuoted = /^@?"/.test(piece);
  const inner = isQuoted ? piece.replace(/^@?"|"@?$/g, '') : piece;
  for (const [, script = ''] of inner.matchAll(/\$\(([^()]*)\)/g))
    found.push(...powerShellCommands(script));
  // A literal dollar is `$; the variable of an assignment is a word like any other.
  if (/(?<!`)\$\S/.test(inner)) return null;
  return inner.replace(/`([\s\S])/g, '$1');
}

/** What does the same on Windows, by the program of other systems. */
export const windowsNames: ReadonlyMap<string, readonly string[]> = new Map(
  `rm Remove-Item ri del erase rd rmdir
  cp Copy-Item copy cpi
  mv Move-Item move mi Rename-Item ren rni
  tee Set-Content sc Add-Content ac Out-File Clear-Content clc Tee-Object New-Item ni`
    .split('\n')
    .map((row) => row.trim().split(' '))
    .map(([name = '', ...names]) => [name, names]),
);

/** The same call in the words of a Unix shell, so that one pattern fits both. */
function plainly([program, ...words]: readonly ShellWord[]): ShellWord[][] {
  const name = program?.toLowerCase() ?? '';
  const [same] =
    [...windowsNames].find(
      ([to, names]) => to === name || names.some((one) => one.toLowerCase() === name),
    ) ?? [];
  if (same === undefined) return [];
  const flags: string[] = [];
  const rest: ShellWord[] = [];
  let last: ShellWord | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as ShellWord;
    if (word === null || !/^(?:-[A-Za-z]|\/[a-z]$)/i.test(word)) rest.push(word);
    else if (/^(?:-r(?:ec.*)?|\/s)$/i.test(word)) flags.push('-r');
    else if (/^(?:-fo?(?:rce)?|\/[qf])$/i.test(word)) flags.push('-f');
    else if (/^-rf$|^-fr$/.test(word)) flags.push('-r', '-f');
    else if (/^-(?:dest|newname)/i.test(word)) last = words[++at];
    else if (/^-(?:value|encoding|filter|include|exclude|erroraction|ea|itemtype|name)/i.test(word))
      at++;
  }
  // The text that is written is no file.
  const files = same === 'tee' ? rest.slice(0, 1) : rest;
  return [[same, ...flags, ...files, ...(last === undefined ? [] : [last])]];
}
