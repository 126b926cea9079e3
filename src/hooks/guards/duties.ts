import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { matchesGlob } from '../../learn/guards/glob.js';
import {
  type DutyFact,
  dueAt,
  isProseOnly,
  isWaiver,
  missingRuns,
  momentsIn,
  runsIn,
} from '../../learn/watches/duty.js';
import { gitFolderOf } from '../../learn/watches/match.js';
import type { SimpleCommand } from '../../observe/shell/simple-commands.js';
import { readPart } from '../../platform/fs.js';
import { sleep } from '../../platform/process-info.js';
import type { Watch } from '../../schema.gen.js';
import type { NewFact, Session } from '../handler.js';
import { saidIn } from '../parse-user-messages.js';

/** A duty that the person switched on: `rule` is `type:id`. */
export interface Duty {
  readonly rule: string;
  readonly watch: Watch;
}

/** What a call means for the duties: facts to note, and the one that it would break. */
export interface DutyCall {
  readonly facts: readonly NewFact[];
  readonly broken?: { readonly rule: string; readonly missing: readonly string[] };
  /** The person let this one pass. */
  readonly waived?: string;
}

/** Prompts in which a waiver still holds. */
const maxPrompts = 3;
/** Hooks of calls in one message run at the same time: a run may be noted a moment after this look. */
const parallelMs = 150;
const dutyKinds: ReadonlySet<string> = new Set(['ran', 'edited', 'moment', 'undone']);

/** The part of a shell call that duties rest on. `isHere` tells whether a folder lies in the project. */
export function dutiesOfShell(
  duties: readonly Duty[],
  commands: readonly SimpleCommand[],
  { call, root, session, isHere }: Scene,
): DutyCall {
  if (duties.length === 0) return { facts: [] };
  const here = commands.filter(
    (command) => command.folder !== null && isHere(gitFolderOf(command) ?? command.folder),
  );
  const runs = [...new Set(duties.flatMap(({ watch }) => watch.run ?? []))];
  const noted = here.map((command) =>
    runsIn(command, runs).map((run): DutyFact & NewFact => ({ kind: 'ran', run, call })),
  );
  const moments = momentsIn(here);
  const done = moments.map(({ moment }): NewFact => ({ kind: 'moment', moment, call }));
  const facts = [...noted.flat(), ...done];
  for (const { moment, at } of moments) {
    const due = duties.filter(({ watch }) => dueAt(watch) === moment);
    const before = noted.slice(0, at).flat();
    const look = () =>
      due
        .map((duty) => ({
          ...duty,
          missing: missingRuns(duty, [...dutyFacts(session), ...before]),
        }))
        .filter(({ rule, missing }) => missing.length > 0 && !wasTold(session, rule, moment));
    if (look().length === 0) continue;
    sleep(parallelMs);
    const [first] = look();
    if (first === undefined || isFree(root, first.missing)) continue;
    if (isWaived(session)) return { facts, waived: first.rule };
    return { facts: noted.slice(0, at).flat(), broken: first };
  }
  return { facts };
}

interface Scene {
  readonly call: string;
  readonly root: string;
  readonly session: Session;
  readonly isHere: (folder: string) => boolean;
}

/** An edit that a duty follows. Paths are relative to the project. */
export function dutiesOfEdit(
  duties: readonly Duty[],
  paths: readonly string[],
  call: string,
): readonly NewFact[] {
  return duties
    .filter(({ watch }) =>
      (watch.after ?? []).some((glob) => paths.some((path) => matchesGlob(path, glob))),
    )
    .map(({ rule }) => ({ kind: 'edited', rule, call }));
}

function dutyFacts(session: Session): DutyFact[] {
  return session.journal().filter((fact) => dutyKinds.has(fact.kind)) as DutyFact[];
}

/** Told since the last such moment: the second attempt passes. */
function wasTold(session: Session, rule: string, moment: string): boolean {
  const facts = session.journal();
  const last = facts.findLastIndex((fact) => fact.kind === 'moment' && fact.moment === moment);
  return facts
    .slice(1 + last)
    .some((fact) => fact.kind === 'guard' && fact.guard === rule && fact.action === 'remind');
}

function isWaived(session: Session): boolean {
  const said = [session.record()?.prompt ?? '', ...saidIn(session.unreadNow().text)];
  return said.slice(-maxPrompts).some(isWaiver);
}

const commitHooks = [
  '.husky/pre-commit',
  '.husky/pre-push',
  'lefthook.yml',
  'lefthook.yaml',
  '.pre-commit-config.yaml',
  '.git/hooks/pre-commit',
];
const maxHookBytes = 64 * 1024;

/** Nothing is missing where a hook of git runs it, or where only prose has changed. */
function isFree(root: string, missing: readonly string[]): boolean {
  const texts = commitHooks
    .map((name) => join(root, name))
    .filter((file) => existsSync(file))
    .map((file) => readPart(file, maxHookBytes)?.bytes.toString('utf8') ?? '');
  if (missing.every((run) => texts.some((text) => text.includes(run)))) return true;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const args = ['--no-optional-locks', 'status', '--porcelain', '-z', '--untracked-files=all'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', timeout: 1000 });
  if (status !== 0) return false;
  const paths = stdout.split('\0').flatMap((row) => (row.length > 3 ? [row.slice(3)] : []));
  return paths.length > 0 && isProseOnly(paths);
}
