// When: a shell call, or one that edits a file, is about to run.
// If: it fits the guard of a rule that the person switched on, and the rule still reads as it did then.
// Then: the model is reminded, the person is asked, or the call is refused, with what to do instead.
import { basename, dirname, join, relative, resolve } from 'node:path';
import { judge } from '../../learn/guards/judge.js';
import { projectRoot } from '../../observe/sessions/project-folder.js';
import { simpleCommands } from '../../observe/shell/simple-commands.js';
import { isShell } from '../../observe/signals/command-key.js';
import { realpath } from '../../platform/fs.js';
import type { Guard } from '../../schema.gen.js';
import {
  isSameGuard,
  overridePath,
  readSwitchedGuards,
  repositoryOf,
} from '../../store/guard-files.js';
import type { Handled, NewFact, Session, Settings } from '../handler.js';
import type { Rule } from '../memory-reader.js';
import { recordOf, textOf } from '../payload.js';
import { type GuardInput, guardOf } from './guard-switch.js';
import { overridesBefore, readOverrides } from './override-count.js';

interface Held {
  /** `type:id`. */
  readonly id: string;
  readonly guard: Guard;
  readonly rule: Rule;
}

export const handle = guardOf('rule-guards', (scene) => {
  const { payload, session, settings } = scene;
  const cwd = textOf(payload, 'cwd') || process.cwd();
  const input = recordOf(payload, 'tool_input');
  const isCommand = isShell(textOf(payload, 'tool_name'));
  const root = projectRoot(cwd);
  // The memory is opened for what holds the call back alone.
  const held = judge(switchedOn(settings, cwd), {
    commands: isCommand ? simpleCommands(textOf(input, 'command')) : [],
    paths: isCommand ? [] : [textOf(input, 'file_path') || textOf(input, 'notebook_path')],
    inProject: (path) => pathIn(root, cwd, path),
  }).flatMap((one) => withRule(one, session));
  // The strictest one speaks.
  const [first] = ['deny', 'ask', 'tell'].flatMap((action) =>
    held.filter((one) => actionOf(one, settings) === action),
  );
  if (first === undefined) return undefined;
  if (settings.holdout === 'held' && actionOf(first, settings) === 'tell') return undefined;
  return act(first, scene);
});

interface SwitchedOn extends Omit<Held, 'rule'> {
  readonly isUser: boolean;
}

/** Guards that the person switched on for this repository. */
function switchedOn({ own }: Settings, cwd: string): SwitchedOn[] {
  const switched = readSwitchedGuards(own);
  if (switched.length === 0) return [];
  const here = repositoryOf(cwd);
  return switched
    .filter(({ repository }) => repository === '*' || repository === here)
    .map(({ repository, rule: id, guard }) => ({ id, guard, isUser: repository === '*' }));
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

function act(one: Held, { payload, settings, say }: GuardInput): Handled {
  const { id, guard, rule } = one;
  const action = actionOf(one, settings);
  const call = textOf(payload, 'tool_use_id').slice(0, 60);
  const before = overridesBefore(readOverrides(settings.own, id));
  const text = say().held(id, rule, guard.instead, before.fallen && guard.action !== 'tell');
  // Without a person to ask, the client refuses and shows the question only.
  const isDenied = action === 'deny' || (action === 'ask' && !settings.attended);
  const fact: NewFact = {
    kind: 'guard',
    guard: id,
    action: isDenied ? 'deny' : action,
    ...(call === '' ? {} : { call }),
  };
  const asked = action === 'ask' && !isDenied ? { ...before, asked: call } : before;
  return {
    facts: [fact],
    files: { [overridePath(id)]: `${JSON.stringify(asked)}\n` },
    ...(isDenied ? { deny: text } : action === 'ask' ? { ask: text } : { context: text }),
  };
}

/** Relative to the project, links resolved, also of a file that is not there yet; undefined if it lies elsewhere. */
function pathIn(root: string, cwd: string, path: string): string | undefined {
  if (path === '') return undefined;
  const inside = relative(root, resolvedPath(resolve(cwd, path))).replaceAll('\\', '/');
  return inside === '' || inside.startsWith('../') || /^(?:\/|[A-Za-z]:)/.test(inside)
    ? undefined
    : inside;
}

function resolvedPath(path: string): string {
  try {
    return realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(resolvedPath(above), basename(path));
  }
}
