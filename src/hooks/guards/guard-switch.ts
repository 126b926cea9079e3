import { relative, resolve } from 'node:path';
import { placeInProject, projectRoot } from '../../observe/sessions.js';
import { guardNamed } from '../../store/built-in-guards.js';
import type { Handled, Handler, Session, Settings } from '../handler.js';
import { isRecord, type Payload, recordOf, textOf } from '../payload.js';
import { type GuardWords, guardWordsIn } from './guard-messages.js';

/** The input of a guard. */
export interface GuardInput {
  readonly payload: Payload;
  readonly session: Session;
  readonly settings: Settings;
  /** The settings of its switch; empty if it has none. */
  readonly own: Payload;
  readonly say: () => GuardWords;
}

/** The handler of a guard of the table: it acts where its switch is on. */
export function guardOf(name: string, act: (scene: GuardInput) => Handled | undefined): Handler {
  return (payload, session, settings) => {
    const own = switchOf(name, session, settings);
    if (own === undefined) return undefined;
    return act({ payload, session, settings, own, say: () => wordsFor(session) });
  };
}

export function wordsFor(session: Session): GuardWords {
  return guardWordsIn(session.memories()[0]?.language ?? 'en');
}

/** The settings of a guard that is on, empty if it has none; undefined if it is off. */
export function switchOf(name: string, session: Session, settings: Settings): Payload | undefined {
  const row = guardNamed(name);
  const set = settings.guards[name];
  if (row === undefined || set === false) return undefined;
  if (isRecord(set)) return set.on === false ? undefined : set;
  if (set === true || row.isDefault === true) return {};
  const isWished =
    row.byProject === true && session.memories().some(({ guards }) => guards.includes(name));
  return isWished ? {} : undefined;
}

/** The file of a call, relative to the project with forward slashes; it may be elsewhere. Empty if there is none. */
export function projectPath(payload: Payload): string {
  const input = recordOf(payload, 'tool_input');
  const file = textOf(input, 'file_path') || textOf(input, 'notebook_path');
  const cwd = textOf(payload, 'cwd') || process.cwd();
  if (file === '') return '';
  const root = projectRoot(cwd);
  const path = resolve(cwd, file);
  return placeInProject(root, path)?.path ?? relative(root, path).replaceAll('\\', '/');
}

/** How often the client has compacted this session: what was shown before is forgotten. */
export function compactionsOf(session: Session): number {
  return session.journal().filter(({ kind }) => kind === 'compaction').length;
}
