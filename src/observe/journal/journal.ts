import { join } from 'node:path';
import { readPart } from '../../platform/fs.js';
import { isTexts } from '../../platform/read-object.js';

/** Facts that the hooks recorded, one per line of `journal.jsonl`; `ts` is ISO 8601. */
export type Fact = { readonly ts: string } & (
  | { readonly kind: 'shown'; readonly rules: readonly string[]; readonly where: ShownWhere }
  | ({ readonly kind: 'signal'; readonly call?: string } & FailureFact)
  | { readonly kind: 'call'; readonly tool: string; readonly key?: string; readonly agent?: string }
  | HintFact
  | {
      readonly kind: 'hint_outcome';
      readonly hint: string;
      readonly outcome: 'helped' | 'repeated';
      /** Inferred from the next similar command, not judged. */
      readonly inferred: true;
    }
  /** A hint was due, and the hold-out left it out. */
  | (Omit<HintFact, 'kind'> & { readonly kind: 'withheld' })
  /** The hold-out is on: whether this session is left out. */
  | { readonly kind: 'holdout'; readonly held: boolean }
  | GuardFact
  /** What the duties of rules rest on; see `learn/watches/duty.ts`. */
  | { readonly kind: 'ran'; readonly run: string; readonly call?: string }
  | { readonly kind: 'edited'; readonly rule: string; readonly call?: string }
  | { readonly kind: 'moment'; readonly moment: 'commit' | 'push' | 'pr'; readonly call?: string }
  | { readonly kind: 'undone'; readonly call?: string }
  /** The client is about to compact the conversation. */
  | { readonly kind: 'compaction' }
  /** The person took the work back, in their words. */
  | { readonly kind: 'correction'; readonly text: string }
  | {
      readonly kind: 'review';
      readonly reasons: readonly string[];
      readonly hints: readonly string[];
    }
);

type ShownWhere = 'block' | 'session' | 'trial' | 'subagent' | 'path';

export interface FailureFact {
  readonly signal: string;
  readonly fingerprint: string;
  readonly tool: string;
  readonly command?: string;
  /** Equal for similar commands; see `commandKey`. */
  readonly key?: string;
  readonly line?: string;
  readonly agent?: string;
}

interface HintFact {
  readonly kind: 'hint';
  readonly hint: string;
  readonly rule: string | null;
  /** A rule of the user's memory. */
  readonly user?: true;
  /** A past session in which this was overcome, where no rule was found. */
  readonly session?: string;
  readonly signal: string;
  readonly fingerprint: string;
  readonly key?: string;
}

/** A guard acted. */
export interface GuardFact {
  readonly kind: 'guard';
  /** Name of a built-in one, or `type:id` of the rule. */
  readonly guard: string;
  readonly action:
    | 'tell'
    | 'remind'
    /** Reminded, and the same again. */
    | 'repeated'
    /** The person's words let it pass. */
    | 'waived'
    | 'ask'
    | 'overridden'
    | 'deny'
    | 'change'
    | 'continue'
    | 'stopped';
  /** Id of the tool call. */
  readonly call?: string;
  /** Of a reminder of a duty: what was missing, by the names of the facts `ran`. */
  readonly runs?: readonly string[];
  /** Continuations of this turn so far, this one included. */
  readonly count?: number;
}

/** In `state/`, beside the sessions' folders. */
export const faultLogName = 'hooks.log';
export const pausedName = 'paused.json';
/** In the session's folder. */
export const journalName = 'journal.jsonl';
/** Below our own folder: the weekly line of a project, and beside it when it was made and shown. */
export const weekPath = (project: string): string => `state/week-${project}`;

/** In `state/`: when a session last looked back, ISO 8601. */
export const lookedBackName = 'looked-back';

/** The folder of the hooks' files for one session. The client chose the id, so it is not used in a path directly. */
export function stateFolder(own: string, session: string): string {
  return join(own, 'state', sessionFolderName(session));
}

const plain = /^[A-Za-z0-9][\w-]{0,79}$/;
/** Device names on Windows. No `i` flag here: the first such pattern costs a millisecond. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const names = new Map<string, string>();

export function sessionFolderName(session: string): string {
  const name = names.get(session) ?? nameFor(session);
  names.set(session, name);
  return name;
}

function nameFor(session: string): string {
  const isReserved = session.length < 5 && reserved.test(session.toLowerCase());
  if (plain.test(session) && !isReserved) return session;
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(session);
  return `x-${hash.digest('hex').slice(0, 32)}`;
}

function journalFile(own: string, session: string): string {
  return join(stateFolder(own, session), journalName);
}

/** The newest facts of a session, oldest first: `bytes` from the end. Torn lines, unknown kinds, no file: nothing. */
export function readJournal(own: string, session: string, bytes = 1 << 20): Fact[] {
  const text = tail(journalFile(own, session), bytes) ?? '';
  return text.split('\n').flatMap((line) => factOf(line) ?? []);
}

/** The rules a session was shown, as `type:id`; undefined if it has no journal. */
export function readShown(own: string, session: string): ReadonlySet<string> | undefined {
  if (tail(journalFile(own, session), 1) === undefined) return undefined;
  return shownIn(readJournal(own, session, 64 << 20));
}

function shownIn(facts: readonly Fact[]): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const fact of facts) {
    if (fact.kind === 'shown') for (const rule of fact.rules) shown.add(rule);
    if (fact.kind === 'hint' && typeof fact.rule === 'string') shown.add(fact.rule);
  }
  return shown;
}

const kinds: Readonly<Record<Fact['kind'], readonly string[]>> = {
  shown: ['where'],
  signal: ['signal', 'fingerprint', 'tool'],
  call: ['tool'],
  hint: ['hint', 'signal', 'fingerprint'],
  hint_outcome: ['hint', 'outcome'],
  withheld: ['hint', 'signal', 'fingerprint'],
  holdout: [],
  guard: ['guard', 'action'],
  compaction: [],
  ran: ['run'],
  edited: ['rule'],
  moment: ['moment'],
  undone: ['call'],
  correction: ['text'],
  review: [],
};

function factOf(line: string): Fact | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    const texts = kinds[value.kind as Fact['kind']];
    if (texts === undefined || typeof value.ts !== 'string') return undefined;
    if (texts.some((name) => typeof value[name] !== 'string')) return undefined;
    const lists =
      value.kind === 'shown' ? ['rules'] : value.kind === 'review' ? ['reasons', 'hints'] : [];
    if (!lists.every((name) => isTexts(value[name]))) return undefined;
    return value as unknown as Fact;
  } catch {
    return undefined;
  }
}

/** The last `bytes` of a file, from the next whole line on; undefined if it cannot be read. */
function tail(file: string, bytes: number): string | undefined {
  const part = readPart(file, bytes, (size) => Math.max(0, size - bytes));
  if (part === undefined) return undefined;
  const text = part.bytes.toString('utf8');
  return part.start > 0 ? text.slice(text.indexOf('\n') + 1) : text;
}
