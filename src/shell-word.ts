/**
 * A text as one word of a command that a person pastes into a shell. A path of Windows stands in double quotes, which
 * cmd, PowerShell and Git Bash all take; everything else is for a POSIX shell.
 */
export function shellWord(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  if (/^(?:[A-Za-z]:)?\\[^"$`]*$/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
