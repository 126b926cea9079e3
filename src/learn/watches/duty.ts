import type { SimpleCommand } from '../../observe/shell.js';
import type { Watch } from '../../schema.gen.js';
import { matchesCommand } from '../guards/command-pattern.js';
import { type Kin, kinOf, kinOfPattern } from './match.js';

/** What a session did that a duty before a moment rests on. `call`: id of the tool call. */
export type DutyFact = { readonly call?: string } & (
  | { readonly kind: 'ran'; readonly run: string }
  | { readonly kind: 'edited'; readonly rule: string }
  | { readonly kind: 'moment'; readonly moment: Moment }
  | { readonly kind: 'undone' }
);

export type Moment = NonNullable<Watch['before']>;

/** The moment at which a duty is due: what follows an edit is due at the next commit. */
export function dueAt({ before, after }: Watch): Moment | undefined {
  return before ?? (after === undefined ? undefined : 'commit');
}

/** How a run is noted: by what it is for, or by its own pattern. Another run of its kind counts as well. */
export function nameOfRun(run: string): Kin | string {
  return kinOfPattern(run) ?? run;
}

/** The names under which a command is noted for these runs. */
export function runsIn(command: SimpleCommand, runs: readonly string[]): string[] {
  const kin = kinOf(command.words);
  const names = runs
    .filter(
      (run) => matchesCommand(run, command) || (kin !== undefined && kinOfPattern(run) === kin),
    )
    .map(nameOfRun);
  return [...new Set(names)];
}

/**
 * The runs of a duty that are missing at its moment, by what the session did since the last such moment; none where a
 * duty after an edit has no edit to follow.
 */
export function missingRuns(
  { rule, watch }: { readonly rule: string; readonly watch: Watch },
  facts: readonly DutyFact[],
): readonly string[] {
  const moment = dueAt(watch);
  const counts = withoutUndone(facts);
  const since = counts.slice(
    1 + counts.findLastIndex((fact) => fact.kind === 'moment' && fact.moment === moment),
  );
  const edit = since.findLastIndex((fact) => fact.kind === 'edited' && fact.rule === rule);
  if (watch.after !== undefined && edit < 0) return [];
  const ran = new Set(
    since
      .slice(watch.after === undefined ? 0 : edit)
      .flatMap((fact) => (fact.kind === 'ran' ? [fact.run] : [])),
  );
  const missing = (watch.run ?? []).filter((run) => !ran.has(nameOfRun(run)));
  return watch.any && missing.length < (watch.run ?? []).length ? [] : missing;
}

/** A call that was refused or failed did nothing; what a guard said about it stays. */
export function withoutUndone<T extends { readonly kind: string; readonly call?: string }>(
  facts: readonly T[],
): T[] {
  const undone = new Set(facts.flatMap(({ kind, call }) => (kind === 'undone' ? [call] : [])));
  return facts.filter(
    ({ kind, call }) => kind === 'guard' || call === undefined || !undone.has(call),
  );
}

const waiver =
  /(?:don['’]?t (?:worry about|bother|run)|skip|no need|without|not now|forget)\b.{0,30}\b(?:tests?|lint\w*|fmt|format\w*|checks?|ci|it)\b|\b(?:just|only) (?:commit|push)\b|\b(?:commit|push) (?:(?:it|this) )?(?:first|anyway|now|as (?:it )?is)\b|\bwip\b|先提交|直接(?:提交|推)|跳过|不用(?:跑|测|检查)|别跑|不跑(?:测试|检查)/i;

/** Whether the person's words let a duty pass this time. A question does not. */
export function isWaiver(words: string): boolean {
  return waiver.test(words) && !/[?？]\s*$/.test(words.trim());
}

/** Where a project says what its hooks of git run, as paths in it. */
export const gitHookFiles: readonly string[] = [
  '.husky/pre-commit',
  '.husky/pre-push',
  'lefthook.yml',
  'lefthook.yaml',
  '.lefthook.yml',
  '.pre-commit-config.yaml',
  '.git/hooks/pre-commit',
];
