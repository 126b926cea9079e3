import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '../../src/commands/memory/decide.js';
import { status } from '../../src/commands/memory/status.js';
import { reportCheck } from '../../src/commands/retrospective/report-check.js';
import { retroAdd } from '../../src/commands/retrospective/retro-add.js';
import { retroDrop } from '../../src/commands/retrospective/retro-drop.js';
import { retroStart } from '../../src/commands/retrospective/retro-start.js';
import { merge } from '../../src/commands/rules/merge.js';
import { why } from '../../src/commands/rules/show.js';
import { deprecate } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { digest } from '../../src/commands/sessions/digest.js';
import type { Problem } from '../../src/problem.js';
import type { Asset, Event, HandIn, Retrospective } from '../../src/schema.gen.js';
import type { Command, Context } from '../../src/terminal/context.js';
import { gene, putMemory } from './memory.js';
import { type Home, makeHome, writeSession } from './recall-home.js';
import { type Ran, run } from './run-command.js';
import {
  assistantLine,
  callLine,
  type Record as Line,
  refusalLine,
  resultLine,
  userLine,
} from './transcript-lines.js';
import { trustHere } from './trust.js';

const commands = {
  decide,
  digest,
  deprecate,
  merge,
  'retro start': retroStart,
  'retro add': retroAdd,
  'retro drop': retroDrop,
  'report check': reportCheck,
  status: status,
  undo,
  why,
} as const satisfies Record<string, Command>;

export type Name = keyof typeof commands;

interface Answer extends Ran {
  /** What was printed, where it is JSON. */
  readonly json: Answered;
  readonly rules: string[];
}

/** Of any command: whoever looks for a field knows which one has it. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about
type Answered = any;

export interface Desk {
  readonly home: Home;
  readonly ask: (
    name: Name,
    args?: readonly string[],
    input?: unknown,
    more?: { options?: Context['options']; env?: Record<string, string>; now?: string },
  ) => Promise<Answer>;
  readonly events: () => Event[];
  readonly retro: () => Retrospective;
  readonly read: (name: string) => string;
  readonly has: (name: string) => boolean;
}

/** A project with a memory, and the commands run in it as an agent's Bash tool would, without its variables. */
export function makeDesk(
  assets: readonly Asset[] = [],
  events: readonly Event[] = [],
  config: object = {},
): Desk {
  const home = makeHome();
  const { shop } = home;
  putMemory(shop, { assets, events, target: '# Shop\n', config: { project: 'shop', ...config } });
  trustHere(shop, home.env);
  const read = (name: string) => readFileSync(join(shop, 'memory', name), 'utf8');
  return {
    home,
    read,
    has: (name) => existsSync(join(shop, 'memory', name)),
    events: () =>
      read('evolution.jsonl')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Event),
    retro: () => JSON.parse(read('work/retro.json')) as Retrospective,
    ask: async (name, args = [], input = undefined, { options, env, now } = {}) => {
      const ran = await attempt(commands[name], {
        cwd: shop,
        args,
        options: { json: true, ...(input === undefined ? {} : { file: '-' }), ...options },
        stdin: typeof input === 'string' ? input : JSON.stringify(input ?? null),
        env: { ...home.env, ...env },
        now: now ?? '2026-11-22T12:00:00Z',
      });
      const json = /^[[{]/.test(ran.out) ? JSON.parse(ran.out) : undefined;
      const rules = ((json?.problems ?? []) as Problem[]).map(({ rule }) => rule);
      return { ...ran, json, rules };
    },
  };
}

/** As `main` catches what a command cannot go on with. */
async function attempt(command: Command, given: Parameters<typeof run>[1]): Promise<Ran> {
  try {
    return await run(command, given);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'MadnessError') throw error;
    const hint = (error as { hint?: string }).hint ?? '';
    return { code: 2, out: '', talk: `error: ${error.message}\n    ${hint}` };
  }
}

export const at = (minute: number) => ({
  timestamp: `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`,
});

/** A session in which items were sorted before there was a standard; the person took it back, then it worked. */
export function sortingSession(home: Home, name: string, ...more: readonly Line[]): string {
  return writeSession(
    home,
    name,
    userLine('sort these 40 issues into categories', at(1)),
    assistantLine('I sort them by feel', at(2)),
    callLine(
      'Write',
      { file_path: `${home.shop}/docs/issues.md`, content: 'bugs: 1' },
      'w1',
      at(3),
    ),
    { ...refusalLine('w1', 'no, first agree what counts as a bug'), ...at(4) },
    assistantLine('A bug is what worked before. I define the standard on three samples', at(5)),
    assistantLine('Now I classify all of them by the standard', at(6)),
    callLine('Bash', { command: 'npm test', description: 'test' }, 'b1', at(7)),
    resultLine('b1', 'Exit code 1\nsrc/a.ts(3,1): error TS2345: Argument of type', {
      is_error: true,
      ...at(8),
    }),
    userLine('thanks, that standard is what I meant', at(9)),
    ...more,
  );
}

/** A session about something else. */
export function quietSession(home: Home, name: string): string {
  return writeSession(
    home,
    name,
    userLine('what is the capital of France', at(1)),
    assistantLine('Paris', at(2)),
    callLine('Read', { file_path: '/a' }, `read-${name}`, at(3)),
  );
}

/** Every step done and it worked, of the gene `classify-first` in sorting session `s`; nothing else. */
export function sortingReading(s: number | string = 1, more: Partial<HandIn> = {}): HandIn {
  return {
    verdicts: [
      {
        ...{ rule: 'classify-first', scene: `${s}:3`, done: true, lines: [`${s}:3`] },
        ...{ went: 'well', result: `${s}:9` },
      },
    ],
    sessions: [{ s, goal: 'sort the issues', outcome: 'done' }],
    ...more,
  };
}

/** What the person said when they took a sorting session back. */
export const theirWords = 'no, first agree what counts as a bug';

/** The rule that a sorting session follows. */
export const classifyFirst = gene('classify-first', {
  title: 'Agree on a standard before sorting issues',
  trigger: 'issues > 10 AND categories undefined',
  method: ['define the standard', 'sort'],
});

/** The lesson of a sorting session. */
export const askFirst = {
  title: 'Ask what counts',
  if: 'issues > 10 AND no_standard',
  // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
  then: 'agree on a standard, then wait',
};

/** Looks like a key; put together so that no scanner takes this file for a leak. */
export const secretAnthropic = [
  'sk',
  'ant',
  'api03',
  'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZg',
].join('-');
