/** A command's arguments and flags, as the command table writes them. */
export interface Shape {
  /** `<needed>`, `[optional]`, `[any...]`. */
  readonly args?: readonly string[];
  /** `--flag`, `--flag <value>`. */
  readonly options?: readonly (readonly [flags: string, description: string])[];
  readonly json?: boolean;
}

export interface Given {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean>>;
}

/**
 * Reads a command line in which everything is plain: known long flags with their values, and as many arguments as the
 * command takes. Undefined for anything else — help, a mistake, a short flag —, which is for commander to deal with:
 * to load it and to describe every command to it takes a third as long as Node takes to start.
 */
export function readPlain(
  { args = [], options = [], json }: Shape,
  argv: readonly string[],
): Given | undefined {
  const flags = new Map(
    [...options.map(([flags]) => flags), ...(json ? ['--json'] : [])].map(flagOf),
  );
  const given: Record<string, string | boolean> = {};
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] as string;
    if (!word.startsWith('-') || word === '-') {
      words.push(word);
      continue;
    }
    const flag = flags.get(word);
    if (flag === undefined) return undefined;
    if (flag.takesValue) {
      const value = argv[++at];
      if (value === undefined || value.startsWith('-')) return undefined;
      given[flag.name] = value;
    } else given[flag.name] = true;
  }
  const needed = args.filter((arg) => arg.startsWith('<')).length;
  const most = args.some((arg) => arg.includes('...')) ? Number.POSITIVE_INFINITY : args.length;
  return words.length >= needed && words.length <= most
    ? { args: words, options: given }
    : undefined;
}

/** Flags in any other form than the two of `Shape` are never met. */
function flagOf(flags: string): readonly [flag: string, { name: string; takesValue: boolean }] {
  const [, flag = '', value] = /^(--(?!no-)[a-z][a-z-]*)( <[^>]+>)?$/.exec(flags) ?? [];
  const name = flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [flag, { name, takesValue: value !== undefined }];
}
