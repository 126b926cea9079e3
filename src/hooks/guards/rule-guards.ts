// When: a shell call, or one that edits a file, is about to run.
// If: it fits the guard of a rule that the person switched on, and the rule still reads as it did then.
// Then: the model is reminded, the person is asked, or the call is refused, with what to do instead.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judge } from '../../learn/guards/judge.js';
import { folderOfCall, isOnBranch, type Standing } from '../../learn/watches/branch.js';
import { nameOfRun } from '../../learn/watches/duty.js';
import type { RuleGuard } from '../../learn/watches/watch.js';
import { placeInProject, projectRoot, resolvedPath } from '../../observe/sessions.js';
import { type SimpleCommand, simpleCommands } from '../../observe/shell.js';
import { isShell } from '../../observe/signals.js';
import { homeIfKnown } from '../../platform/folders.js';
import type { Guard, Watch } from '../../schema.gen.js';
import {
  isSameGuard,
  overridePath,
  readSwitchedGuards,
  repositoryOf,
} from '../../store/guard-files.js';
import { otherNames } from '../../store/links-into.js';
import { fnv1a } from '../../text.js';
import type { Handled, Session, Settings } from '../handler.js';
import type { Rule } from '../memory-reader.js';
import { type Payload, recordOf, textOf } from '../payload.js';
import { actedOn, dutiesOfEdit, dutiesOfShell } from './duties.js';
import { type GuardInput, guardOf } from './guard-switch.js';
import { overridesBefore, readOverrides } from './override-count.js';

interface Held {
  /** `type:id`. */
  readonly id: string;
  readonly guard: RuleGuard;
  readonly rule: Rule;
}

export const handle = guardOf('rule-guards', (scene) => {
  const { payload, session, settings } = scene;
  const cwd = textOf(payload, 'cwd') || process.cwd();
  const input = recordOf(payload, 'tool_input');
  const tool = textOf(payload, 'tool_name');
  const isCommand = isShell(tool);
  const placeOf = (folder: string) => resolve(cwd, folder.replace(/^~/, homeIfKnown() ?? '~'));
  const isFolder = (folder: string) => existsSync(placeOf(folder));
  const root = projectRoot(cwd);
  const on = switchedOn(settings, cwd);
  const call = callIdOf(payload);
  const duties = on.flatMap(({ id, watch }) => (watch === undefined ? [] : [{ rule: id, watch }]));
  const commands = isCommand ? simpleCommands(textOf(input, 'command'), { isFolder }) : [];
  const edited = textOf(input, 'file_path') || textOf(input, 'notebook_path');
  // What git does elsewhere is none of the project's.
  const isHere = (one: SimpleCommand) => {
    const folder = folderOfCall(one);
    return folder !== null && placeInProject(root, join(placeOf(folder), 'x')) !== undefined;
  };
  const standings = new Map<string | null, Standing>();
  const standingAt = (folder: string | null): Standing => {
    const known = standings.get(folder) ?? (folder === null ? {} : standingOf(placeOf(folder)));
    standings.set(folder, known);
    return known;
  };
  const isOn = (branches: readonly string[], command: SimpleCommand = unnamed) =>
    isOnBranch(branches, command, commands, standingAt) === true;
  const duty = isCommand
    ? dutiesOfShell(duties, commands.filter(isHere), { call, root, session, isOn })
    : { facts: dutiesOfEdit(duties, pathsIn(root, cwd, edited), call) };
  // The memory is opened for what holds the call back alone.
  const heldBack = (isReminder: boolean) =>
    judge(
      on.filter(
        ({ guard, watch }) => watch === undefined && (guard.action === 'tell') === isReminder,
      ),
      {
        commands: isReminder
          ? commands.filter((one) => one.words[0] !== 'git' || isHere(one))
          : commands,
        paths: isCommand ? [] : [edited],
        inProject: (path) => pathsIn(root, cwd, path),
        isOn,
      },
    );
  const held = [false, true].flatMap(heldBack).flatMap((one) => withRule(one, session));
  const told = held.filter(({ id, guard }) => guard.action === 'tell' && wasReminded(session, id));
  const [due] = on
    .filter(({ id }) => id === duty.broken?.rule)
    .flatMap((one) => withRule(one, session));
  // The strictest one speaks.
  const [first] = ['deny', 'ask', 'tell'].flatMap((action) =>
    held.filter((one) => !told.includes(one) && actionOf(one, settings) === action),
  );
  const facts = [...duty.facts, ...told.map(({ id }) => actedOn(id, 'repeated', call))];
  const isLeft =
    settings.holdout === 'held' && (first === undefined || actionOf(first, settings) === 'tell');
  if ((first === undefined && due === undefined) || isLeft)
    return facts.length === 0 ? undefined : { facts };
  const said =
    first === undefined && due !== undefined
      ? actOnDuty(due, duty.broken?.missing ?? [], scene)
      : act(first as Held, scene);
  // What is refused does nothing.
  return said.deny === undefined ? { ...said, facts: [...facts, ...(said.facts ?? [])] } : said;
});

/** Stands for an edit: where the work tree stands decides. */
const unnamed: SimpleCommand = { words: [], writes: [], folder: '' };

/** Asks git once: the branches of a work tree, which one it stands on, and where a bare push goes from there. */
function standingOf(cwd: string): Standing {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const format = '--format=%(HEAD)%00%(refname:lstrip=2)%00%(push:lstrip=3)';
  const args = ['--no-optional-locks', 'for-each-ref', format, 'refs/heads'];
  const { stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', timeout: 1000 });
  const rows = (stdout ?? '')
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\0'));
  const [, branch, upstream] = rows.find(([mark]) => mark === '*') ?? [];
  return { branch, upstream: upstream || undefined, branches: rows.map(([, name = '']) => name) };
}

/** A reminder is said once a session. */
function wasReminded(session: Session, id: string): boolean {
  return session
    .journal()
    .some((fact) => fact.kind === 'guard' && fact.guard === id && fact.action === 'remind');
}

function callIdOf(payload: Payload): string {
  return textOf(payload, 'tool_use_id').slice(0, 60);
}

interface SwitchedOn extends Omit<Held, 'rule'> {
  readonly isUser: boolean;
  readonly watch?: Watch;
}

/** Guards that the person switched on for this repository. */
function switchedOn({ own }: Settings, cwd: string): SwitchedOn[] {
  const switched = readSwitchedGuards(own);
  if (switched.length === 0) return [];
  const here = repositoryOf(cwd);
  return switched
    .filter(({ repository }) => repository === '*' || repository === here)
    .map(({ repository, rule: id, guard, watch }) => ({
      ...{ id, guard, isUser: repository === '*' },
      ...(watch === undefined ? {} : { watch }),
    }));
}

/** Adds the rule if a trusted memory still contains the guard unchanged. */
function withRule({ id, guard, isUser }: SwitchedOn, session: Session): Held[] {
  const memory = session.memories().find((one) => one.isUser === isUser);
  const current = memory?.guard(id);
  const rule = memory?.rule(id);
  if (current === undefined || rule === undefined || !isSameGuard(current, guard)) return [];
  return [{ id, guard, rule }];
}

function actionOf({ id, guard }: Held, { own }: Settings): Guard['action'] {
  return readOverrides(own, id).fallen ? 'tell' : guard.action;
}

function act(one: Held, scene: GuardInput): Handled {
  const { payload, settings, say } = scene;
  const { id, guard, rule } = one;
  const action = actionOf(one, settings);
  const call = callIdOf(payload);
  const before = overridesBefore(readOverrides(settings.own, id));
  const text = say().held(id, rule, guard.instead, before.fallen && guard.action !== 'tell');
  // Without a person to ask, the client refuses and shows the question only.
  const isDenied = action === 'deny' || (action === 'ask' && !settings.attended);
  // A reminder is said once a session, in a refusal: the second attempt passes.
  if (action === 'tell' && !before.fallen)
    return remind(one, say().reminded(id, rule, guard.instead), scene);
  const asked = action === 'ask' && !isDenied ? { ...before, asked: call } : before;
  return {
    facts: [actedOn(id, isDenied ? 'deny' : action, call)],
    files: { [overridePath(id)]: `${JSON.stringify(asked)}\n` },
    ...(isDenied ? { deny: text } : action === 'ask' ? { ask: text } : { context: text }),
  };
}

/** The stricter switches hold a duty back like any other call. */
function actOnDuty(one: Held, missing: readonly string[], scene: GuardInput): Handled {
  const { id, guard, rule } = one;
  const { settings, say } = scene;
  const text = say().due(id, rule, missing);
  const action = actionOf(one, settings);
  if (action === 'tell') {
    const runs = missing.map(nameOfRun);
    const { claims: _, ...said } = remind(one, text, scene, runs);
    return said;
  }
  return act({ ...one, guard: { ...guard, instead: missing.join(' && ') } }, scene);
}

function remind(
  { id, rule }: Held,
  text: string,
  { payload, session, say }: GuardInput,
  runs?: readonly string[],
): Handled {
  const call = callIdOf(payload);
  return {
    claims: [[`reminded-${fnv1a(id)}`]],
    facts: [actedOn(id, 'remind', call, runs === undefined ? {} : { runs })],
    deny: text,
    system_message: say().remindedPerson(id, rule, session.agentName),
  };
}

/** Relative to its work tree, for a link also what it leads to or is called beside; none outside the project. `:/` is the top. */
function pathsIn(root: string, cwd: string, path: string): string[] {
  if (path === '') return [];
  const isTop = path.startsWith(':/');
  const from = isTop ? (placeInProject(root, join(cwd, 'x'))?.top ?? root) : cwd;
  const file = resolve(
    from,
    isTop ? path.replace(/^:\/+/, '') : path.replace(/^~(?=\/|$)/, homeIfKnown() ?? '~'),
  );
  const names = [file, resolvedPath(file), ...otherNames(root, file)];
  const places = names.flatMap((one) => placeInProject(root, one)?.path || []);
  return [...new Set(places)];
}
