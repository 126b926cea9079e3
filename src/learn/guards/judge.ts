import type { ShellWord, SimpleCommand } from '../../observe/shell.js';
import type { Guard } from '../../schema.gen.js';
import { wordSet } from '../../text.js';
import type { RuleGuard } from '../watches/watch.js';
import { type ChangedPath, changedPaths } from './changed-paths.js';
import { matchesCommand } from './command-pattern.js';
import { coversGlob, matchesGlob } from './glob.js';

interface NamedGuard {
  readonly id: string;
  readonly guard: RuleGuard;
}

/** A tool call that is about to run. */
interface GuardedCall {
  readonly commands: readonly SimpleCommand[];
  /** Files that an editing tool writes. */
  readonly paths: readonly string[];
  /** Paths relative to the project, with forward slashes, of a file and of what a link leads to; none elsewhere. */
  readonly inProject: (path: string) => readonly string[];
  /** Whether a command, or an edit without one, happens on one of these branches. */
  readonly isOn?: (branches: readonly string[], command?: SimpleCommand) => boolean;
}

/** The guards that hold a call back, in the order in which they were given. */
export function judge<T extends NamedGuard>(guards: readonly T[], call: GuardedCall): readonly T[] {
  return guards.filter(({ guard }) =>
    guard.on === 'command'
      ? call.commands.some((one) => holdsBack(guard, one) && isThere(guard, one))
      : [
          ...call.paths.map((path): ChangedPath => ({ path })),
          ...call.commands.flatMap(changedPaths),
        ].some(({ path, isWhole }) =>
          call.inProject(path).some((inside) => {
            const isAt = (glob: string) => matchesGlob(inside, glob) || isIn(inside, glob);
            const isHeld = guard.match.some(
              (glob) => isAt(glob) || (isWhole === true && coversGlob(inside, glob)),
            );
            return isHeld && !guard.unless?.some(isAt) && isThere(guard);
          }),
        ),
  );

  function isThere({ branches }: RuleGuard, command?: SimpleCommand): boolean {
    return branches === undefined || call.isOn?.(branches, command) === true;
  }
}

/** True for a folder of whose files every one fits. */
function isIn(folder: string, glob: string): boolean {
  return matchesGlob(`${folder}/\0`, glob) && !matchesGlob('\0', glob);
}

/** True for a guard of commands that holds this one back. */
export function holdsBack(
  { on, match, unless = [], instead }: Guard,
  command: SimpleCommand,
): boolean {
  return (
    on === 'command' &&
    !(instead !== undefined && isFilter(command)) &&
    match.some((pattern) => matchesCommand(pattern, command, unless)) &&
    !unless.some((pattern) => matchesCommand(pattern, command, match))
  );
}

const filters: ReadonlySet<ShellWord | undefined> = wordSet(
  'grep egrep fgrep zgrep rg ag ack sed awk gawk cat head tail less more jq',
);

/** What sifts through another's output reads no file, so that nothing has to take its place. */
export function isFilter({ words: [program], isFed }: SimpleCommand): boolean {
  return isFed === true && filters.has(program);
}
