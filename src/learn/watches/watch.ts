import type { Asset, Guard, Watch } from '../../schema.gen.js';
import { commandFault, type PatternFault, pathFault } from '../guards/check-guard.js';
import { codeGlob } from './tables.js';

type WatchKind = 'before' | 'after' | 'use' | 'never' | 'no_edit';

/** The fields that make up each kind. `unless` and `on` may stand beside any, `any` beside `run`. */
const forms: Readonly<Record<WatchKind, readonly (keyof Watch)[]>> = {
  before: ['before', 'run'],
  after: ['after', 'run'],
  use: ['use', 'not'],
  never: ['never'],
  no_edit: ['no_edit'],
};
const kinds = Object.keys(forms) as WatchKind[];
const besideAny: readonly string[] = ['unless', 'on', 'any'];

/** What a program counts for a rule. */
interface RuleWatch {
  readonly watch: Watch;
  /** What to do instead, in words: of a rule that still has a guard. */
  readonly note?: string;
  /** The switch that is offered. */
  readonly action?: Guard['action'];
}

/** The kind of a watch; undefined if its fields make up none. */
export function kindOfWatch(watch: Watch): WatchKind | undefined {
  const given = Object.keys(watch).filter((key) => !besideAny.includes(key));
  return kinds.find(
    (kind) =>
      given.length === forms[kind].length &&
      forms[kind].every((key) => watch[key] !== undefined) &&
      (watch.any === undefined || watch.run !== undefined),
  );
}

interface FaultyWatch {
  /** JSON pointer within the watch. */
  readonly at: string;
  readonly pattern?: string;
  readonly fault: PatternFault | 'no-kind';
}

/** What makes no sense in a watch: no kind of the five, or a pattern that matches everything or nothing. */
export function faultsOf(watch: Watch): FaultyWatch[] {
  if (kindOfWatch(watch) === undefined) return [{ at: '', fault: 'no-kind' }];
  const commands = [
    ...placed('run', watch.run),
    ...placed('not', watch.not),
    ...placed('never', watch.never),
    ...(watch.use === undefined ? [] : [{ at: '/use', pattern: watch.use }]),
  ].map((one) => ({ ...one, fault: commandFault(one.pattern) }));
  const after = watch.after === 'code' ? [] : watch.after;
  const paths = [
    ...placed('after', after),
    ...placed('no_edit', watch.no_edit),
    ...placed('on', watch.on),
  ].map((one) => ({ ...one, fault: pathFault(one.pattern) }));
  const excepted = [...(watch.unless ?? []), ...(watch.use === undefined ? [] : [watch.use])];
  const empty = [
    ...placed('not', watch.not),
    ...placed('never', watch.never),
    ...placed('no_edit', watch.no_edit),
  ]
    .filter(({ pattern }) => excepted.includes(pattern))
    .map((one) => ({ ...one, fault: 'matches-nothing' as const }));
  return [...commands, ...paths, ...empty].flatMap(({ at, pattern, fault }) =>
    fault === undefined ? [] : [{ at, pattern, fault }],
  );
}

/** The files that a duty follows; none of another kind of watch. */
export function globsAfter({ after = [] }: Watch): readonly string[] {
  return after === 'code' ? [codeGlob] : after;
}

function placed(field: string, patterns: readonly string[] = []) {
  return patterns.map((pattern, index) => ({ at: `/${field}/${index}`, pattern }));
}

/** The watch of a rule. A guard of an older version is read as one; where a rule has both, the watch counts. */
export function watchOf({ watch, guard }: Pick<Asset, 'watch' | 'guard'>): RuleWatch | undefined {
  if (watch !== undefined) return kindOfWatch(watch) === undefined ? undefined : { watch };
  if (guard === undefined) return undefined;
  const { on, match, unless, action, instead } = guard;
  const use = on === 'command' ? commandIn(instead) : undefined;
  const read: Watch =
    on === 'path'
      ? { no_edit: match }
      : use === undefined || match.includes(use)
        ? { never: match }
        : { use, not: match };
  return {
    watch: unless === undefined || unless.length === 0 ? read : { ...read, unless },
    action,
    ...(instead === undefined ? {} : { note: instead }),
  };
}

/** The same rule with its watch alone: a guard of an older version leaves a memory as the watch that it is read as. */
export function withWatchAlone<T extends Pick<Asset, 'watch' | 'guard'>>(asset: T): T {
  const { guard, watch: own, ...rest } = asset;
  const watch = watchOf(asset)?.watch;
  return { ...rest, ...(watch === undefined ? {} : { watch }) } as T;
}

/** A guard that holds on these branches alone; on all without them. */
export interface RuleGuard extends Guard {
  readonly branches?: readonly string[];
}

/**
 * The guard that holds back what breaks a rule: that of an older version as it is, else what its watch forbids. A duty
 * is held back at its moment.
 */
export function guardOfRule(rule: Pick<Asset, 'watch' | 'guard'>): RuleGuard | undefined {
  const { watch, guard } = rule;
  if (watch === undefined) return guard;
  const { use, not, never, no_edit, unless = [], on } = watch;
  const moment = watch.before ?? (watch.after === undefined ? undefined : 'commit');
  const match = no_edit ?? never ?? not ?? (moment && momentPatterns[moment]);
  if (kindOfWatch(watch) === undefined || match === undefined) return undefined;
  const passes = [...(use === undefined ? [] : [use]), ...unless];
  return {
    on: no_edit === undefined ? 'command' : 'path',
    match: [...match],
    ...(passes.length === 0 ? {} : { unless: passes }),
    action: 'tell',
    ...(use === undefined ? {} : { instead: use }),
    ...(on === undefined ? {} : { branches: on }),
  };
}

/** The moments as patterns for a first look. */
export const momentPatterns: Readonly<Record<NonNullable<Watch['before']>, readonly string[]>> = {
  commit: ['git commit'],
  push: ['git push'],
  pr: ['gh pr create', 'glab mr create'],
};

/** A command that a note names: in backticks, or as all that it says. */
function commandIn(note = ''): string | undefined {
  const named =
    /`([^`]+)`/.exec(note)?.[1] ?? /^(?:use|run|用|改用|请用)?\s*(.+)$/i.exec(note)?.[1];
  const words = named?.trim().replace(/[.。]$/, '') ?? '';
  return /^[a-z][\w.-]*(?: [\w@./:+*=-]+){0,3}$/.test(words) ? words : undefined;
}

/** Identifies what is counted, whatever the line reads: kind, event, commands and paths. */
export function watchKey(watch: Watch): string {
  const { before, run, any, use, not, never, no_edit, on } = watch;
  const sorted = [globsAfter(watch), run, not, never, no_edit].map((list) =>
    [...(list ?? [])].sort(),
  );
  const where = on === undefined ? [] : [[...on].sort()];
  return JSON.stringify([before ?? '', any ?? false, use ?? '', ...sorted, ...where]);
}

/** One watch for each command of a duty: each is kept and broken by itself. */
export function splitWatch(watch: Watch): Watch[] {
  const { run = [], any } = watch;
  return run.length < 2 || any ? [watch] : run.map((one) => ({ ...watch, run: [one] }));
}
