import type { Unit } from './context-file.js';
import { kindOfOperand, maskOperands } from './operands.js';

/** A line that names what is gone: a task, a path that git once had, a file that now has another extension. */
export interface StaleReference {
  readonly line: number;
  readonly named: string;
  readonly kind: 'task' | 'gone' | 'extension';
  /** What there is instead; empty if nothing is near. */
  readonly instead: string;
}

/** What a project holds. `tasks`: by runner; a runner whose file cannot be read is absent. */
export interface ProjectTree {
  readonly files: readonly string[];
  /** Paths that git had once and has no more. */
  readonly removed: readonly string[];
  readonly tasks: ReadonlyMap<string, ReadonlySet<string>>;
}

const taskCall =
  /^(?:(mise) (?:run|r) |(npm|pnpm|yarn|bun) run |(make|just) )([\w][\w:.-]*)(?=$|[\s;&|])/;

/**
 * The three forms that were right each time they were read. "Does not exist" alone is none: generated files, branches,
 * examples and folders of another repository are no mistakes.
 */
export function staleReferences(units: readonly Unit[], tree: ProjectTree): StaleReference[] {
  const files = new Set(tree.files);
  const folders = new Set(tree.files.flatMap(foldersAbove));
  const found = new Map<string, StaleReference>();
  for (const { kind, text, line, language } of units) {
    if (kind === 'code' && !['', 'bash', 'sh', 'shell', 'console', 'zsh'].includes(language ?? ''))
      continue;
    const named =
      kind === 'code'
        ? [text.replace(/^\s*\$\s+/, '').trim()]
        : maskOperands(text).operands.map((one) => one.text);
    for (const one of named) {
      const stale = staleTask(one, line, tree) ?? stalePath(one, line, tree, files, folders);
      if (stale !== undefined && !found.has(stale.named)) found.set(stale.named, stale);
    }
  }
  return [...found.values()];
}

function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

function staleTask(text: string, line: number, { tasks }: ProjectTree): StaleReference | undefined {
  const [whole = '', mise, npm, make, task = ''] = taskCall.exec(text) ?? [];
  const known = tasks.get(mise ?? (npm === undefined ? (make ?? '') : 'npm'));
  if (whole === '' || known === undefined || known.has(task)) return undefined;
  const near = [...known].filter((one) => one.startsWith(task.split(':')[0] ?? task)).sort();
  return { line, named: whole, kind: 'task', instead: near[0] ?? '' };
}

function stalePath(
  text: string,
  line: number,
  { files: all, removed }: ProjectTree,
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): StaleReference | undefined {
  if (kindOfOperand(text) !== 'path' || /[*<>{}$]|^[~/]|^\.\.\//.test(text)) return undefined;
  const path = text.replace(/^\.\//, '').replace(/\/$/, '');
  const endsHere = (one: string): boolean => one === path || one.endsWith(`/${path}`);
  if (files.has(path) || folders.has(path) || all.some(endsHere) || [...folders].some(endsHere))
    return undefined;
  const stem = path.replace(/\.\w+$/, '');
  const sibling =
    stem === path
      ? undefined
      : all.find((one) => one.replace(/\.\w+$/, '') === stem && one.slice(stem.length) !== '');
  if (sibling !== undefined) return { line, named: text, kind: 'extension', instead: sibling };
  const isGone = removed.some(
    (one) => endsHere(one) || one.startsWith(`${path}/`) || one.includes(`/${path}/`),
  );
  return isGone ? { line, named: text, kind: 'gone', instead: '' } : undefined;
}
