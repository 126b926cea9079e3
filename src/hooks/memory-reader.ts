import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { conditionOf, wordingLines } from '../asset-wording.js';
import { guardOfRule } from '../learn/watches/watch.js';
import { type Environment, namesIn } from '../platform/folders.js';
import { read, readList, readObject } from '../platform/read-object.js';
import type { Asset } from '../schema.gen.js';
import { dayOfReport, isPending, isWaiting } from '../store/file-name-kinds.js';
import { isGuard } from '../store/guard-files.js';
import { findLocation, isMemory, type MemoryLocation, userLocation } from '../store/location.js';
import { notesIn } from '../store/project-notes.js';
import { type Heard, type Silence, type Trust, unheardIn } from '../store/trust.js';
import { wordingHash } from '../store/trust-file.js';
import { once, oneLine } from '../text.js';
import { isRecord, type Payload, recordOf, textOf, textsOf } from './payload.js';

/** A rule as a hook shows it. */
export interface Rule {
  /** `type:id`. */
  readonly name: string;
  readonly title: string;
  /** When it applies, in the words of the block. */
  readonly scene: string;
  readonly steps: readonly string[];
  readonly checkpoint: string;
  readonly confidence: number;
  /** Sessions that proved it, and that counted against it. */
  readonly worked: number;
  readonly failed: number;
  /** Imported, and never proved here. */
  readonly untested: boolean;
  /** True for a rule of the user's memory; its verdicts go there. */
  readonly isUser: boolean;
}

export interface Entry {
  readonly name: string;
  readonly value: number;
  readonly confidence: number;
  /** First words of commands of its `when`. */
  readonly commands: readonly string[];
  /** Globs of its `when`. */
  readonly paths: readonly string[];
}

export interface UnreadRule {
  /** The name of the file that it came from. */
  readonly source: string;
  /** Empty if it cannot be found by the name that is printed of it. */
  readonly lines: readonly string[];
}

/** What hooks read of a memory, each part on demand. Missing or damaged parts read as empty. */
export type HookMemory = ReturnType<typeof openMemory>;

/** The block as the client puts it before the model. */
export interface Block {
  readonly rules: readonly string[];
  readonly text: string;
}

const defaultIntervalDays = 14;
/** Longest field of an asset that is read. */
const maxLineCharacters = 4000;
const types = ['gene', 'sop', 'pref'];

/** The memories that may be used here, and why the project's may not. */
export interface HookMemories {
  readonly heard: readonly HookMemory[];
  readonly silent: Silent | undefined;
}

interface Silent {
  /** Its folder: only a person may be shown what lies there. */
  readonly memory: string;
  readonly why: Silence;
  readonly language: 'en' | 'zh';
}

/** The memory of the project at `cwd`, then the user's own; those there are and that this machine trusts. */
export function openMemories(
  cwd: string,
  env: Environment,
  client: string,
  trustOf: (location: MemoryLocation) => Trust,
): HookMemories {
  const locations: MemoryLocation[] = [];
  try {
    locations.push(findLocation(undefined, cwd, env));
  } catch {
    // No memory here: most folders have none.
  }
  const user = userLocation(env);
  if (locations[0]?.memory !== user.memory && isMemory(user.memory)) locations.push(user);
  const found = locations.map((location) => ({ location, trust: trustOf(location) }));
  return {
    heard: found.flatMap(({ location, trust }) =>
      trust.silence === undefined ? openMemory(location, client, trust) : [],
    ),
    silent: found.flatMap(silentIn)[0],
  };
}

function silentIn({
  location,
  trust,
}: {
  readonly location: MemoryLocation;
  readonly trust: Trust;
}): Silent[] {
  if (location.isUser || trust.silence === undefined) return [];
  const { language } = readObject(join(location.memory, 'config.json'));
  return [
    { memory: location.memory, why: trust.silence, language: language === 'zh' ? 'zh' : 'en' },
  ];
}

function openMemory({ memory, root, isUser }: MemoryLocation, client: string, trust: Heard) {
  const config = readObject(join(memory, 'config.json'));
  const index = once(() => readObject(join(memory, 'index.json')));
  const assets = new Map(
    types.map((type) => [type, once(() => readList(join(memory, `${type}s.json`)))]),
  );
  const stored = () =>
    types.flatMap((type) => (assets.get(type)?.() ?? []).map((asset) => ({ ...asset, type })));
  // Without an index the rules are known by their own files, as compile wrote them last.
  const indexed = once(() =>
    Array.isArray(index().assets) ? recordsOf(index().assets) : stored(),
  );
  const entries = once(() => entriesIn(indexed()));
  const interval = config.review_interval_days;
  const language = config.language === 'zh' ? ('zh' as const) : ('en' as const);
  const told = (name: string): Payload | undefined => {
    const [type = '', id = ''] = name.split(':');
    const asset = assets
      .get(type)?.()
      .find((one) => one.id === id);
    if (asset === undefined || isUntold(asset, index())) return undefined;
    return trust.isHeard(wordingHash(asset)) ? asset : undefined;
  };
  return {
    isUser,
    /** Its folder. */
    memory,
    /** Wordings not written by a command here. No model may read them yet. */
    unheard: once(() => (isUser ? [] : unheardIn(memory, trust))),
    /** The memory's entry in the file of trust; absent for the user's own. */
    trust: trust.entry && { memory, entry: trust.entry, isUnwritten: trust.isUnwritten === true },
    language,
    /** Days between two retrospectives. */
    interval: typeof interval === 'number' && interval > 0 ? interval : defaultIntervalDays,
    /** Rules on trial that a start tells. A switch-off acts before the next compile. */
    trials: () => {
      if (config.trial === 'off') return [];
      const named = textsOf(index(), 'trials');
      const able = named.filter((name) => told(name) !== undefined);
      if (able.length === named.length) return named;
      // The place of one that no person has seen goes to the next that may be told.
      const others = recordsOf(index().assets)
        .filter((one) => one.status === 'provisional')
        .sort((a, b) => numberIn(b, 'value') - numberIn(a, 'value'))
        .map(nameOf)
        .filter((name) => ![...named, ...textsOf(index(), 'rules')].includes(name) && told(name));
      return [...able, ...others].slice(0, named.length);
    },
    // Any file can claim to speak for the user: only their own memory does.
    /** Proved rules of the user's memory that came from a project, so no block holds them. */
    sessionRules: () => (isUser ? textsOf(index(), 'session_rules') : []),
    /** True where what compile makes is missing or damaged, or knows other rules than the files hold. */
    isBehind: () => {
      const known = new Set(recordsOf(index().assets).map(standOf));
      const unread = textsOf(index(), 'unread').length;
      const others = stored().filter((asset) => !known.has(standOf(asset)));
      return (
        !Array.isArray(index().assets) ||
        others.length !== unread ||
        known.size + unread !== stored().length
      );
    },
    /** Does it hold a rule of this name, retired ones included? */
    holds: (name: string) => indexed().some((asset) => nameOf(asset) === name),
    /** Without the retired ones. */
    entries,
    /** The question about a change that waits, empty if its file has none; undefined if none of this id waits. */
    pending: (id: string) => {
      const change = readObject(join(memory, 'work', 'pending', `${id}.json`));
      return change.id === id ? textOf(change, 'question') : undefined;
    },
    /** The title of the rule that it is about; empty without one. */
    pendingTitle: (id: string) => {
      const change = readObject(join(memory, 'work', 'pending', `${id}.json`));
      const [first = {}] = recordsOf(change.requests);
      return oneLine(textOf(recordOf(first, 'asset'), 'title') || textOf(first, 'asset_id'), 80);
    },
    rule: (name: string) => {
      const asset = told(name);
      return asset === undefined ? undefined : ruleOf(name, asset, isUser);
    },
    /** The text of an imported rule that no person has read, to show it to the person. Undefined for other rules. */
    unread: (id: string) => {
      if (!textsOf(index(), 'unread').includes(id)) return undefined;
      const asset = [...assets.values()].flatMap((all) => all()).find((one) => one.id === id);
      const source = textOf(recordOf(asset ?? {}, 'origin'), 'source');
      const lines = wordingLines(asset ?? {}, language).map((line) =>
        oneLine(line, maxLineCharacters),
      );
      return { source: oneLine(source, 200), lines };
    },
    /** The rule's guard. Undefined if it must not act: the rule is retired, unread, or imported and never proved here. */
    guard: (name: string) => {
      const asset = told(name);
      if (asset === undefined || asset.status === 'deprecated') return undefined;
      if (asset.origin !== undefined && numberIn(asset, 'validated_count') === 0) return undefined;
      const guard = guardOfRule(asset as Pick<Asset, 'watch' | 'guard'>);
      return isGuard(guard) ? guard : undefined;
    },
    /** Built-in guards that its config switches on. */
    guards: isUser ? [] : textsOf(config, 'guards'),
    block: once(() => blockOf(isUser ? [join(root, 'CLAUDE.md')] : targetsOf(root, client))),
    /** Start of the last retrospective with a report, YYYY-MM-DD, from the file name. */
    reviewed: () => reportsIn(join(memory, 'retrospectives')).at(-1)?.slice(0, 10),
    /** End of that retrospective, YYYY-MM-DD, from its record. */
    reviewEnded: () => endOf(join(memory, 'retrospectives')),
    /** How many items wait for a review, and the time of the first one in milliseconds. */
    kept: () => keptIn(join(memory, 'work', 'candidates')),
    /** Things that a person has to decide. */
    waiting: () =>
      namesIn(join(memory, 'work')).filter(isWaiting).length +
      namesIn(join(memory, 'work/pending')).filter(isPending).length +
      textsOf(index(), 'unread').length,
    /** A retrospective that was begun and not finished. */
    isReviewing: () => isRunning(read(join(memory, 'work', 'retro.json'))),
    /** Notes that a person kept, by their files, with the paths that each names. */
    notes: once(() => notesIn(join(memory, 'notes'))),
    /** What a past session was about. */
    summary: (session: string) =>
      textOf(readObject(join(memory, 'facets', `${session}.json`)), 'brief_summary') || undefined,
  };
}

/** An index written before imports had to be read may name an unread rule. */
function isUntold({ origin }: Payload, index: Payload): boolean {
  return origin !== undefined && !Array.isArray(index.unread);
}

function recordsOf(value: unknown): Payload[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function nameOf(asset: Payload): string {
  return `${textOf(asset, 'type')}:${textOf(asset, 'id')}`;
}

/** What the index repeats of a rule. */
function standOf({ type, id, title, trigger, status }: Payload): string {
  return JSON.stringify([type, id, title, trigger, status]);
}

function entriesIn(assets: readonly Payload[]): Entry[] {
  return assets.flatMap((asset) => {
    if (asset.status === 'deprecated') return [];
    const when = recordOf(asset, 'when');
    return {
      name: nameOf(asset),
      value: numberIn(asset, 'value'),
      confidence: numberIn(asset, 'confidence'),
      commands: textsOf(when, 'commands'),
      paths: textsOf(when, 'paths'),
    };
  });
}

function ruleOf(name: string, asset: Payload, isUser: boolean): Rule {
  const steps = recordsOf(asset.steps).sort((a, b) => numberIn(a, 'seq') - numberIn(b, 'seq'));
  const prefer = textOf(asset, 'prefer');
  const reject = textOf(asset, 'reject');
  // Formatted as in the block. A sign between two commands would look like one of the shell's.
  const choice =
    prefer === '' ? textOf(asset, 'rationale') : `prefer ${prefer}${reject && ` over ${reject}`}`;
  const worked = numberIn(asset, 'validated_count');
  return {
    name,
    title: oneLine(textOf(asset, 'title'), 160),
    scene: conditionOf(
      oneLine(textOf(asset, 'trigger'), 200),
      oneLine(textOf(asset, 'skip_when'), 200),
    ),
    steps: [...textsOf(asset, 'method'), ...steps.map((step) => textOf(step, 'action')), choice]
      .filter((step) => step !== '')
      .map((step) => oneLine(step, 240)),
    checkpoint: oneLine(
      textOf(asset, 'checkpoint') || textOf(steps.at(-1) ?? {}, 'checkpoint'),
      240,
    ),
    confidence: numberIn(asset, 'confidence'),
    worked,
    failed: numberIn(asset, 'failed_count'),
    untested: asset.origin !== undefined && worked === 0,
    isUser,
  };
}

function reportsIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => dayOfReport(name) !== undefined)
    .sort();
}

/** The file stays after the end. Only top-level fields start in this column. */
function isRunning(retro: string): boolean {
  return retro !== '' && !/\n {2}"(?:finished|abandoned|dropped)_at":/.test(retro);
}

/** Only the newest reports: a review can last for days, and a colleague's report is separate. */
const maxReports = 5;

function endOf(folder: string): string | undefined {
  return reportsIn(folder)
    .slice(-maxReports)
    .map((name) => readObject(join(folder, name.replace(/md$/, 'json'))))
    .map((record) => textOf(recordOf(record, 'retrospective'), 'finished_at').slice(0, 10))
    .sort()
    .at(-1);
}

function keptIn(folder: string): { count: number; since: number } {
  const times = namesIn(folder).map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return { count: times.length, since: Math.min(...times) };
}

function numberIn(record: Payload, name: string): number {
  const value = record[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Files of a project that the client reads automatically. */
function targetsOf(root: string, client: string): string[] {
  if (root === client) return [join(root, 'CLAUDE.md')];
  const own = join(root, 'CLAUDE.md');
  const isAgents = !existsSync(own) || /(?:^|\s)@(?:\.\/)?AGENTS\.md/.test(read(own));
  const more = [
    '.claude/CLAUDE.md',
    ...(isAgents ? ['AGENTS.md'] : []),
    '.claude/rules/madness.md',
  ];
  return [own, ...more.map((name) => join(root, name))];
}

function blockOf(files: readonly string[]): Block | undefined {
  for (const file of files) {
    const text = fencedIn(read(file));
    if (text === undefined) continue;
    const rules = [...text.matchAll(/^# R\d+ \[((?:gene|sop|pref):[\w-]+)/gm)];
    return { rules: rules.map(([, name]) => name as string), text };
  }
  return undefined;
}

/** The text between the fences of the block. A single pattern would take ten times as long. */
function fencedIn(file: string): string | undefined {
  const start = file.indexOf('<!-- madness:memory-inject start -->');
  const end = start < 0 ? -1 : file.indexOf('<!-- madness:memory-inject end -->', start);
  if (end < 0) return undefined;
  const block = file.slice(start, end);
  const [opening, fence] = /^[^`]*\n(`{3,})text\r?\n/.exec(block) ?? [];
  if (opening === undefined) return undefined;
  const inside = block.slice(opening.length);
  const closing = [`\r\n${fence}\r\n`, `\n${fence}\n`].find((line) => inside.includes(line));
  return closing === undefined ? undefined : inside.slice(0, inside.indexOf(closing));
}

/**
 * Names of rules that this session may show. The project's memory has precedence: of a rule in both, only the project's
 * may reach the model, whatever its status. The project's block is shared by a team and knows no personal memory.
 */
export function unlessNearer(
  memory: HookMemory,
  memories: readonly HookMemory[],
  names: readonly string[],
): readonly string[] {
  if (!memory.isUser || names.length === 0) return names;
  const project = memories.find(({ isUser }) => !isUser);
  return project === undefined ? names : names.filter((name) => !project.holds(name));
}

/** The most `sessionRules` that a session or sub-agent gets. */
export const maxSessionRules = 10;

/** Proved rules that no block holds, because they came from a project that may hold them too. */
export function sessionRules(memories: readonly HookMemory[]): Rule[] {
  return memories.flatMap((memory) =>
    unlessNearer(memory, memories, memory.sessionRules()).flatMap(
      (name) => memory.rule(name) ?? [],
    ),
  );
}
