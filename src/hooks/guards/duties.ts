import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isNamed } from '../../learn/guards/named-paths.js';
import {
  type DutyFact,
  dueAt,
  gitHookFiles,
  isWaiver,
  type Moment,
  missingRuns,
  runsIn,
  withoutUndone,
} from '../../learn/watches/duty.js';
import { isExcepted, isProse, momentOf } from '../../learn/watches/match.js';
import { globsAfter } from '../../learn/watches/watch.js';
import type { Fact, GuardFact } from '../../observe/journal.js';
import type { SimpleCommand } from '../../observe/shell.js';
import { readPart } from '../../platform/fs.js';
import { sleep } from '../../platform/process-info.js';
import type { Watch } from '../../schema.gen.js';
import { budgets } from '../../text.js';
import type { NewFact, Session } from '../handler.js';
import { saidIn } from '../parse-user-messages.js';

/** A duty that the person switched on: `rule` is `type:id`. */
export interface Duty {
  readonly rule: string;
  readonly watch: Watch;
}

/** What a call means for the duties: facts to note if it runs, and the one that it would break. */
interface DutyCall {
  readonly facts: readonly NewFact[];
  readonly broken?: Broken;
}

export interface Broken {
  readonly rule: string;
  readonly missing: readonly string[];
}

/** Prompts in which a waiver still holds. */
const maxPrompts = 3;
/** Hooks of calls in one message run at the same time: a run may be noted a moment after this look. */
const parallelMs = 300;
const dutyKinds: ReadonlySet<string> = new Set(['ran', 'edited', 'moment', 'undone']);

/** The part of a shell call that duties rest on. `here`: its commands in the project. */
export function dutiesOfShell(
  duties: readonly Duty[],
  here: readonly SimpleCommand[],
  { call, root, session, isOn }: Scene,
): DutyCall {
  if (duties.length === 0) return { facts: [] };
  const runs = [...new Set(duties.flatMap(({ watch }) => watch.run ?? []))];
  const noted = here.map((command) =>
    runsIn(command, runs).map((run): DutyFact & NewFact => ({ kind: 'ran', run, call })),
  );
  const moments = here.flatMap((command, at) => {
    const moment = momentOf(command);
    return moment === undefined ? [] : [{ moment, at, command }];
  });
  const done = moments.map(({ moment }): NewFact => ({ kind: 'moment', moment, call }));
  const facts: NewFact[] = [...noted.flat(), ...done];
  for (const { moment, at, command } of moments) {
    const before = noted.slice(0, at).flat();
    const look = () =>
      duties
        .filter(({ watch }) => dueAt(watch) === moment && !isExcepted(watch, command))
        .filter(({ watch: { on } }) => on === undefined || isOn(on, command))
        .map((duty) => ({
          ...duty,
          missing: missingRuns(duty, [...dutyFacts(session), ...before]),
        }))
        .filter(({ missing }) => missing.length > 0);
    if (look().length === 0) continue;
    sleep(parallelMs);
    const missed = look().filter((one) => !isFree(root, moment, one, session));
    const told = missed.filter(({ rule }) => wasTold(session, rule, moment));
    const [first] = missed.filter((one) => !told.includes(one));
    facts.push(...told.map(({ rule }) => actedOn(rule, 'repeated', call)));
    if (first === undefined) continue;
    if (!isWaived(session)) return { facts, broken: first };
    facts.push(actedOn(first.rule, 'waived', call));
  }
  return { facts };
}

/** A guard of a rule did something about a call. */
export function actedOn(
  guard: string,
  action: GuardFact['action'],
  call: string,
  more: Partial<GuardFact> = {},
): Omit<GuardFact, 'ts'> {
  return { kind: 'guard', guard, action, ...(call === '' ? {} : { call }), ...more };
}

interface Scene {
  readonly call: string;
  readonly root: string;
  readonly session: Session;
  readonly isOn: (branches: readonly string[], command: SimpleCommand) => boolean;
}

/** An edit that a duty follows. Paths are relative to the project. */
export function dutiesOfEdit(
  duties: readonly Duty[],
  paths: readonly string[],
  call: string,
): readonly NewFact[] {
  return duties
    .filter(({ watch }) =>
      paths.some((path) => isNamed(path, globsAfter(watch)) && !isNamed(path, watch.unless ?? [])),
    )
    .map(({ rule }) => ({ kind: 'edited', rule, call }));
}

function dutyFacts(session: Session): DutyFact[] {
  return session.journal().filter((fact) => dutyKinds.has(fact.kind)) as DutyFact[];
}

/** Told since the last such moment that came about: the second attempt passes. */
function wasTold(session: Session, rule: string, moment: Moment): boolean {
  return sinceLast(session, moment).some(
    (fact) => fact.kind === 'guard' && fact.guard === rule && fact.action === 'remind',
  );
}

/** From the last such moment on, which comes first; all facts where there was none. */
function sinceLast(session: Session, moment: Moment): Fact[] {
  const facts = withoutUndone(session.journal());
  const last = facts.findLastIndex((fact) => fact.kind === 'moment' && fact.moment === moment);
  return facts.slice(Math.max(0, last));
}

function isWaived(session: Session): boolean {
  const said = [session.record()?.prompt ?? '', ...saidIn(session.unreadNow().text)];
  return said.slice(-maxPrompts).some(isWaiver);
}

/** The clock of a file system may be so much behind. */
const clockMs = 20;
/** What is about to leave, by moment. */
const changes: Readonly<Record<Moment, readonly string[]>> = {
  commit: ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'],
  push: ['diff', '--name-only', '-z', '@{upstream}...'],
  pr: ['diff', '--name-only', '-z', '@{upstream}...'],
};

/**
 * Nothing is missing where a hook of git runs it, where prose or our own files alone have changed, and where this session has changed no
 * code since its last commit: what ran before that holds.
 */
function isFree(
  root: string,
  moment: Moment,
  { watch, missing }: Duty & { readonly missing: readonly string[] },
  session: Session,
): boolean {
  const texts = gitHookFiles
    .map((name) => join(root, name))
    .filter((file) => existsSync(file))
    .map((file) => readPart(file, budgets.gitHook)?.bytes.toString('utf8') ?? '');
  if (missing.every((run) => texts.some((text) => text.includes(run)))) return true;
  // What follows an edit was noted with it.
  if (watch.after !== undefined) return false;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const args = ['--no-optional-locks', ...changes[moment]];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', timeout: 1000 });
  if (status !== 0) return false;
  const rows = stdout.split('\0').filter((row) => row !== '');
  const memory = session.memories().find(({ isUser }) => !isUser)?.memory;
  const isOurs = (path: string) =>
    memory !== undefined && join(root, path).startsWith(join(memory, '/'));
  const paths = moment === 'commit' ? rows.map((row) => row.slice(3)) : rows;
  const code = paths.filter((path) => !isProse(path) && !isOurs(path));
  if (moment !== 'commit') return code.length === 0;
  const [last] = sinceLast(session, moment);
  const isLast = last?.kind === 'moment' && last.moment === moment;
  const since = isLast ? Date.parse(last.ts) : (session.record()?.since ?? 0);
  return since === 0
    ? code.length === 0
    : code.every((path) => changedAt(root, path) + clockMs < since);
}

/** Milliseconds. A file that is gone was changed when its folder was. */
function changedAt(root: string, path: string): number {
  const file = join(root, path);
  return statSync(existsSync(file) ? file : dirname(file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
