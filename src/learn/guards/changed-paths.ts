import { joinedFolder, listedBy, type ShellWord, type SimpleCommand } from '../../observe/shell.js';

/** A file or folder that a command changes. */
export interface ChangedPath {
  readonly path: string;
  /** All that lies in the folder goes with it. */
  readonly isWhole?: boolean;
}

/** Files and folders that a command writes, moves or removes, as far as its words tell. */
export function changedPaths({ words, writes, folder }: SimpleCommand): ChangedPath[] {
  const [program, ...rest] = words;
  const changed = changedBy.get(program ?? '')?.(rest) ?? [];
  if (
    rest.includes('--dry-run') ||
    (program === 'rsync' && rest.some((one) => /^-[a-z]*n/.test(one ?? '')))
  )
    return [];
  const more = program === 'tee' || rest.length === 0 ? [] : outputsOf(program ?? '', rest);
  return [...[...writes, ...more].map((path): ChangedPath => ({ path })), ...changed].flatMap(
    (one) => {
      const path = joinedFolder(program === 'git' ? gitFolder(rest, folder) : folder, one.path);
      return path === null ? [] : [{ ...one, path: path.replaceAll('\\', '/') }];
    },
  );
}

type Changed = (words: readonly ShellWord[]) => readonly ChangedPath[];

const files: Changed = (words) => operandsOf(words).map((path) => ({ path }));
const wholes: Changed = (words) => operandsOf(words).map((path) => ({ path, isWhole: true }));

/** The target, and what each source is called in it. */
const copies: Changed = (words) => {
  const into = valueIn(words, /^(?:-t|--target-directory)$/);
  const all = operandsOf(
    words,
    /^(?:-t|--target-directory|-m|--mode|-o|-g|-S|-e|--exclude|--include)$/,
  );
  const target = into ?? all.at(-1);
  const sources = into === undefined ? all.slice(0, -1) : all;
  if (target === undefined || /^[\w.@-]+:(?!\\)/.test(target)) return [];
  const isFolder = into !== undefined || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
  const names = isFolder ? sources.map((one) => `${target}/${lastName(one)}`) : [];
  return [target, ...names].map((path) => ({ path }));
};

const moves: Changed = (words) => {
  const into = valueIn(words, /^(?:-t|--target-directory)$/);
  const all = operandsOf(words, /^(?:-t|--target-directory|-S)$/);
  const sources = into === undefined ? all.slice(0, -1) : all;
  return [...sources.map((path) => ({ path, isWhole: true })), ...copies(words)];
};

const inPlace =
  (option: RegExp, skip: number): Changed =>
  (words) =>
    words.some((word) => option.test(word ?? '')) ? files(words).slice(skip) : [];

const sed: Changed = (words) => {
  const isScripted = words.some((word) =>
    /^(?:-[a-zA-Z]*[ef]|--expression|--file)/.test(word ?? ''),
  );
  const all = operandsOf(words, /^(?:-[a-zA-Z]*[ef]|--expression|--file)$/);
  const isInPlace = words.some((word) => /^(?:-[a-zA-Z]*i|--in-place|-I)/.test(word ?? ''));
  return isInPlace ? all.slice(isScripted ? 0 : 1).map((path) => ({ path })) : [];
};

/** The paths that a subcommand of git changes in the work tree. */
const git: Changed = (words) => {
  const at = gitCommandAt(words);
  const [command, ...rest] = words.slice(at);
  const all = operandsOf(rest, /^(?:-s|--source|-m|--message|-b|-B|-c|-C|--orphan|-e|--exclude)$/);
  const end = rest.indexOf('--');
  const behind = end < 0 ? [] : operandsOf(rest.slice(end));
  const isIndexOnly = rest.includes('--staged') && !rest.includes('--worktree');
  if (rest.some((word) => /^(?:--dry-run|--cached|-n)$/.test(word ?? ''))) return [];
  const paths: Readonly<Record<string, readonly string[]>> = {
    rm: all,
    mv: all,
    clean: all,
    restore: rest.includes('-S') || isIndexOnly ? [] : all,
    checkout: end >= 0 ? behind : checkedOut(all, rest),
    stash: end >= 0 ? behind : all[0] === 'push' ? all.slice(1) : [],
    clone: all.slice(1),
  };
  return (paths[command ?? ''] ?? []).map((path) => ({ path, isWhole: true }));
};

/** Without `--` an operand is a branch, unless it looks like a file or another stands before it. */
function checkedOut(operands: readonly string[], words: readonly ShellWord[]): readonly string[] {
  if (words.some((word) => /^(?:-[bBt]|--track|--orphan|--detach)$/.test(word ?? ''))) return [];
  const [first = '', ...rest] = operands;
  return [...(/\.\w+$|\/$/.test(first) ? [first] : []), ...rest];
}

function gitCommandAt(words: readonly ShellWord[]): number {
  for (let at = 0; at < words.length; at++) {
    if (/^(?:-[Cc]|--git-dir|--work-tree|--namespace)$/.test(words[at] ?? '')) at++;
    else if (!/^-/.test(words[at] ?? '')) return at;
  }
  return words.length;
}

function gitFolder(words: readonly ShellWord[], folder: string | null): string | null {
  const at = words.slice(0, gitCommandAt(words)).indexOf('-C');
  if (at < 0) return folder;
  const target = words[at + 1];
  return typeof target === 'string' ? joinedFolder(folder, target) : null;
}

const find: Changed = (words) =>
  words.includes('-delete')
    ? [...listedBy(['find', ...words]), ...startsOf(words)].map((path) => ({ path, isWhole: true }))
    : [];

/** The folders in which `find` looks; the project itself is too much to be meant. */
function startsOf(words: readonly ShellWord[]): readonly string[] {
  const end = words.findIndex((word) => word === null || /^[-(!]/.test(word));
  return operandsOf(words.slice(0, end < 0 ? undefined : end)).filter(
    (one) => !/^\.?\/?$/.test(one),
  );
}

/** `aws s3 cp` and its like copy between machines. */
const remote: Changed = (words) => {
  const all = operandsOf(words);
  const at = all.findIndex((word) => /^(?:cp|sync|mv|rsync|copy)$/.test(word));
  const target = at < 0 || at > 1 ? undefined : all.slice(at + 2).at(-1);
  return target === undefined || /^[\w.@-]+:/.test(target) ? [] : [{ path: target }];
};

const compress: Changed = (words) =>
  words.some((word) => /^-[a-z]*c|^--stdout$/.test(word ?? '')) ? [] : files(words);

const curl: Changed = (words) => {
  const folder = valueIn(words, /^(?:--output-dir|-P|--directory-prefix)$/);
  const file = valueIn(words, /^(?:-[a-zA-Z]*o|--output|-O|--output-document)$/);
  const names = folder === undefined ? [] : [`${folder}/x`];
  return [...names, ...(file === undefined ? [] : [folder ? `${folder}/${file}` : file])].map(
    (path) => ({ path }),
  );
};

const unpack: Changed = (words) => {
  const folder = valueIn(words, /^(?:-C|--directory|-d)$/);
  return folder === undefined ? [] : [{ path: `${folder}/x` }];
};

const archive: Changed = (words) => {
  const isRead = words.some((word, at) =>
    /^-[a-zA-Z]*[xt]|^--(?:extract|list)$/.test(
      at === 0 ? `-${word}`.replace('--', '-') : (word ?? ''),
    ),
  );
  const file = valueIn(words, /^-?[a-zA-Z]*f$/);
  return isRead ? unpack(words) : file === undefined ? [] : [{ path: file }];
};

/** What each program changes by its words. */
const changedBy: ReadonlyMap<string, Changed> = new Map<string, Changed>([
  ...['cp', 'ln', 'install', 'rsync', 'scp', 'ditto'].map((name) => [name, copies] as const),
  ...['rm', 'rmdir', 'unlink', 'shred', 'trash', 'rimraf', 'del'].map(
    (name) => [name, wholes] as const,
  ),
  ...['touch', 'mkdir', 'truncate', 'tee', 'sponge', 'ed', 'mkfifo'].map(
    (name) => [name, files] as readonly [string, Changed],
  ),
  ['mv', moves],
  ['gzip', compress],
  ['gunzip', compress],
  ['rename', (words) => files(words).slice(1)],
  ['sed', sed],
  ['perl', inPlace(/^-[a-zA-Z]*i/, 0)],
  ['gawk', inPlace(/^-i$/, 0)],
  ['awk', inPlace(/^-i$/, 0)],
  ['gofmt', inPlace(/^-[a-z]*w/, 0)],
  ['git', git],
  ['find', find],
  ['curl', curl],
  ['wget', curl],
  ['unzip', unpack],
  ['tar', archive],
  ['dd', (words) => assigned(words, 'of=')],
  ...['aws', 'gsutil', 'rclone', 'docker', 'kubectl'].map((name) => [name, remote] as const),
  ['zip', (words) => files(words).slice(0, 1)],
  ['split', (words) => files(words).slice(-1)],
  ['patch', (words) => files(words).slice(0, 1)],
]);

function assigned(words: readonly ShellWord[], name: string): ChangedPath[] {
  return words.flatMap((word) =>
    word?.startsWith(name) ? [{ path: word.slice(name.length) }] : [],
  );
}

/** Programs whose `-o` names what they write. */
const writesTo =
  /^(?:gcc|g\+\+|cc|c\+\+|clang|go|sort|openssl|pandoc|protoc|jq|yq|op|esbuild|dot|ffmpeg)$/;

/** Files that options name for output, and operands that a formatter rewrites. */
function outputsOf(program: string, words: readonly ShellWord[]): string[] {
  const named = words.flatMap((word, at) => {
    const [, value] =
      /^--(?:output|out|outfile|out-file|output-file|outDir|out-dir|outdir)=(.+)$/.exec(
        word ?? '',
      ) ?? [];
    if (value !== undefined) return [value];
    const isName =
      /^--(?:output|outfile|out-file|output-file|outDir|out-dir|outdir)$|^-OutFile$/i.test(
        word ?? '',
      ) ||
      (word === '-o' && writesTo.test(program));
    const next = words[at + 1];
    return isName && typeof next === 'string' ? [next] : [];
  });
  const isRewrite = words.some((word) => /^--(?:write|fix|in-place)$/.test(word ?? ''));
  return isRewrite ? [...named, ...operandsOf(words)] : named;
}

function lastName(path: string): string {
  return (
    path
      .replace(/(?<![\\/])[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? path
  );
}

/** The value of an option, behind it, behind `=`, or grown together with it. */
function valueIn(words: readonly ShellWord[], option: RegExp): string | undefined {
  for (const [at, word] of words.entries()) {
    const [name = '', value] = (word ?? '').split(/=(.*)/s);
    if (!option.test(name)) continue;
    return value ?? words[at + 1] ?? undefined;
  }
  return undefined;
}

function operandsOf(words: readonly ShellWord[], valued?: RegExp): string[] {
  const found: string[] = [];
  let isEnded = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? null;
    if (word === null) continue;
    if (isEnded || !/^-./.test(word)) found.push(word);
    else if (word === '--') isEnded = true;
    else if (valued?.test(word) === true) at++;
  }
  return found;
}
