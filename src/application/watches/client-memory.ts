import { dirname, join, relative, resolve } from 'node:path';
import type { Span } from '../../learn/watches/count.js';
import { maskSecrets } from '../../observe/secrets.js';
import type { FoundSession } from '../../observe/sessions.js';
import { projectRoot, slugOf } from '../../observe/sessions.js';
import type { SessionSteps } from '../../observe/summary.js';
import { readTranscript } from '../../observe/transcript.js';
import { claudeFolder, type Environment, homeIfKnown, namesIn } from '../../platform/folders.js';
import { fieldsOf } from '../../platform/read-object.js';
import type { ContextFile } from './context-files.js';
import { readText, tooLarge } from './project-tree.js';

/** What Claude Code keeps about a project by itself, masked. Nothing of ours writes there. */
export interface ClientMemory extends ContextFile {
  readonly file: string;
  /** Names of the files beside it, which no session loads by itself. */
  readonly topics: readonly string[];
}

/** A session begins with so many of its lines. */
const loadedLines = 200;

/** The MEMORY.md of a project; none where the client wrote none. */
export function clientMemoryOf(env: Environment, root: string): ClientMemory | undefined {
  const slug = slugOf(projectRoot(root));
  const file = join(claudeFolder(env), 'projects', slug, 'memory', 'MEMORY.md');
  const text = readText(file);
  if (text === undefined) return undefined;
  const path = asTyped(file);
  return {
    ...{ file, path, names: [path], within: '', isLoaded: true },
    text: text === tooLarge ? '' : maskSecrets(text.split('\n').slice(0, loadedLines).join('\n')),
    isTooLarge: text === tooLarge,
    topics: namesIn(dirname(file)),
  };
}

/** `~/…` where it lies in the home folder. */
function asTyped(file: string): string {
  const below = relative(homeIfKnown() ?? file, file).replaceAll('\\', '/');
  return below === '' || below.startsWith('..') ? file : `~/${below}`;
}

/** A call that wrote into the file. */
export interface MemoryCall {
  readonly time: string;
  /** Undefined for a call that wrote all of it. */
  readonly old: string | undefined;
  readonly text: string;
}

/** The calls of a session that wrote into a memory; those of its sub-agents date nothing. */
export function memoryCalls(
  { file }: ClientMemory,
  { file: transcript }: FoundSession,
  { steps }: SessionSteps,
): MemoryCall[] {
  const done = new Map(
    steps.flatMap((step) =>
      step.kind === 'edit' &&
      step.outcome === 'ok' &&
      step.agent === undefined &&
      resolve(step.cwd || '/', step.path) === file
        ? [[step.id, step.time] as const]
        : [],
    ),
  );
  if (done.size === 0) return [];
  return [...readTranscript(transcript).turns].flatMap(({ role, tool }): MemoryCall[] => {
    const time = done.get(tool?.id ?? '');
    if (time === undefined || time === '' || role !== 'tool_input') return [];
    const { content, old_string: old, new_string: text } = fieldsOf(tool?.input);
    if (typeof content === 'string') return [{ time, old: undefined, text: maskSecrets(content) }];
    if (typeof old !== 'string' || typeof text !== 'string') return [];
    return [{ time, old: maskSecrets(old), text: maskSecrets(text) }];
  });
}

/** Since when a line stands there: from the call that put it there; empty where no call is known. */
export function spansOfLine(line: string, calls: readonly MemoryCall[]): Span[] {
  const has = (text: string) => text.split('\n').some((one) => one.trim() === line.trim());
  let since: string | undefined;
  for (const { time, old, text } of calls.toSorted(
    (a, b) => Date.parse(a.time) - Date.parse(b.time),
  )) {
    if (old === undefined) since = has(text) ? (since ?? time) : undefined;
    else if (has(text) && !has(old)) since ??= time;
    else if (has(old) && !has(text)) since = undefined;
  }
  return since === undefined ? [] : [{ since, until: null }];
}
