import { words } from '../../messages/rules/list.js';
import { MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import type { Command, CommandName } from '../../terminal/context.js';

export const completionCommand: CommandDefinition = {
  usage: 'completion <shell>',
  summary: {
    en: 'Print the completion script for your shell: bash, zsh or fish.',
    zh: '输出 shell 的命令补全脚本：bash、zsh 或 fish。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'free',
  plain: true,
  run: (context) => completion(context),
};

type Shell = (words: ReadonlyMap<string, readonly string[]>) => string;

/** Prints what a shell reads to complete commands and options. */
export const completion: Command = async (context) => {
  const [shell = ''] = context.args;
  const write = shells[shell];
  if (write === undefined) throw new MadnessError(words[context.language()].shells(shell));
  return { text: [write(wordsAfter((await context.commands?.()) ?? []))] };
};

/** The words that may follow `madness` and each command. */
function wordsAfter(commands: readonly CommandName[]): Map<string, readonly string[]> {
  const after = new Map<string, string[]>([['', []]]);
  const add = (name: string, word: string) => {
    const known = after.get(name) ?? [];
    if (!known.includes(word)) after.set(name, [...known, word]);
  };
  for (const { name, flags } of commands) {
    const [first = '', second] = name.split(' ');
    add('', first);
    if (second !== undefined) add(first, second);
    for (const one of flags) add(name, one);
  }
  return after;
}

const shells: Readonly<Record<string, Shell>> = {
  bash: (after) => `_madness() {
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words
  case "$line" in
${cases(after)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _madness madness`,
  zsh: (after) => `#compdef madness
_madness() {
  local line="\${words[2,CURRENT-1]}" words_after
  case "$line" in
${cases(after).replaceAll('words=', 'words_after=')}
  esac
  compadd -- \${=words_after} || _files
}
compdef _madness madness`,
  fish: (after) =>
    [...after]
      .map(([name, next]) => {
        const when =
          name === ''
            ? '__fish_use_subcommand'
            : name
                .split(' ')
                .map((word) => `__fish_seen_subcommand_from ${word}`)
                .join('; and ');
        return `complete -c madness -n '${when}' -a '${next.join(' ')}'`;
      })
      .join('\n'),
};

/** Options are offered behind arguments too, commands are not. The longest name comes first. */
function cases(after: ReadonlyMap<string, readonly string[]>): string {
  const names = [...after.keys()].sort((a, b) => b.length - a.length);
  return names
    .map((name) => {
      const next = after.get(name)?.join(' ') ?? '';
      return name === '' ? `    "") words="${next}" ;;` : `    "${name}"*) words="${next}" ;;`;
    })
    .join('\n');
}
