import { join } from 'node:path';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { withOtherNames } from '../../platform/hosts.js';
import { readObject } from '../../platform/read-object.js';
import { type GuardRow, guardTable } from '../../store/built-in-guards.js';
import {
  areSwitchesDamaged,
  cwdPattern,
  editPatterns,
  filePattern,
  noteWishes,
  type ProjectWishes,
  readSwitchedGuards,
  readWishes,
  shellPatterns,
  writeGates,
} from '../../store/guard-files.js';
import type { MemoryLocation } from '../../store/location.js';
import { notesIn } from '../../store/project-notes.js';

/** Switches in `config.json` of our own folder: name → on, off, or the settings of one that is on. */
export type Switches = Readonly<Record<string, unknown>>;

/** A memory speaks everywhere: the user's. */
const everywhere = '*';

/** Rewrites which events start Node for guards. `location` is a memory that was compiled or trusted. */
export function refreshGates(env: Environment, location?: MemoryLocation): void {
  const own = ownFolder(env);
  if (location !== undefined) noteWishes(own, rootOf(location), wishesOf(location));
  writeGates(own, gatesOf(own, readSwitches(own)));
}

export function readSwitches(own: string): Switches {
  const { guards } = readObject(join(own, 'config.json'));
  return typeof guards === 'object' && guards !== null ? (guards as Switches) : {};
}

/** True if the person's own config switches the guard on. */
export function isSwitchedOn({ name, isDefault }: GuardRow, switches: Switches): boolean {
  const set = switches[name];
  if (set === undefined) return isDefault === true;
  const isOff = (set as { on?: unknown } | null)?.on === false;
  return set === true || (typeof set === 'object' && set !== null && !isOff);
}

function rootOf({ root, isUser }: MemoryLocation): string {
  return isUser ? everywhere : root;
}

function wishesOf({ memory, isUser }: MemoryLocation): ProjectWishes {
  const { assets } = readObject(join(memory, 'index.json'));
  const entries = (Array.isArray(assets) ? assets : []) as readonly {
    readonly status?: unknown;
    readonly when?: { readonly paths?: readonly string[] };
  }[];
  const live = entries.filter(({ status }) => status !== 'deprecated');
  const { guards } = isUser ? {} : readObject(join(memory, 'config.json'));
  const wanted = Array.isArray(guards) ? guards.map(String) : [];
  const named = notesIn(join(memory, 'notes')).flatMap(({ paths }) => paths);
  return {
    paths: [...new Set([...live.flatMap(({ when }) => when?.paths ?? []), ...named])].sort(),
    guards: guardTable
      .filter(({ name, byProject }) => byProject && wanted.includes(name))
      .map(({ name }) => name),
  };
}

type Gates = Record<string, readonly string[] | undefined>;

/** For each guarded hook its patterns; undefined if no guard is on. */
function gatesOf(own: string, switches: Switches): Gates {
  const isOn = (name: string): boolean =>
    guardTable.some((row) => row.name === name && isSwitchedOn(row, switches));
  const rules = isOn('rule-guards') ? readSwitchedGuards(own) : [];
  const edits = [
    ...rules.flatMap(editPatterns),
    ...(isOn('agent-lock') ? ['"agent_type":'] : []),
    ...(isOn('delegate') ? ['"tool_name":'] : []),
  ];
  return {
    // While the file of switches cannot be read, its gates stay as they are.
    ...(!areSwitchesDamaged(own) && {
      'pre-shell': unlessEmpty(rules.flatMap(shellPatterns)),
      'pre-edit': unlessEmpty(edits),
    }),
    'pre-agent': isOn('delegate') ? [] : undefined,
    // A label that is short needs nothing.
    'pre-question': isOn('short-labels') ? ['"label": *"([^"\\\\]|\\\\.){31}'] : undefined,
    'prompt-guards': isOn('modes') ? [] : undefined,
    'post-guards': unlessEmpty(postPatterns(own, switches, placeOf)),
    // A work tree may lie anywhere, so there the folder decides nothing.
    'post-guards.worktree': unlessEmpty(postPatterns(own, switches, () => '')),
  };
}

function postPatterns(
  own: string,
  switches: Switches,
  placeOf: (root: string) => string,
): string[] {
  const wishes = Object.entries(readWishes(own));
  return guardTable
    .filter(({ hooks, name }) => hooks.includes('post-guards') && switches[name] !== false)
    .flatMap((row) => {
      const tools = `"tool_name":"(${withOtherNames(row.tools ?? '')})"`;
      if (row.name === 'rules-by-path')
        return wishes.flatMap(([root, { paths }]) =>
          paths.map((glob) => `${placeOf(root)}${tools}.*${filePattern(glob)}`),
        );
      if (isSwitchedOn(row, switches)) return [tools];
      return wishes
        .filter(([, { guards }]) => guards.includes(row.name))
        .map(([root]) => `${placeOf(root)}${tools}`);
    });
}

function placeOf(root: string): string {
  return root === everywhere ? '' : `${cwdPattern(root)}.*`;
}

function unlessEmpty(patterns: readonly string[]): readonly string[] | undefined {
  return patterns.length === 0 ? undefined : patterns;
}
