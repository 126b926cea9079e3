import {
  type ShellCall,
  type ShellWord,
  type SimpleCommand,
  simpleCommands,
} from '../../observe/shell.js';
import { isSilent } from '../../observe/signals.js';
import type { Guard } from '../../schema.gen.js';
import { once } from '../../text.js';
import { matchesCommand, spellingsOf } from './command-pattern.js';
import { fixedPart } from './glob.js';
import { holdsBack } from './judge.js';

/** A command that a text of the person's own bans or replaces. */
export interface Ban {
  readonly command: string;
  readonly instead?: string;
  /** The line that contains it. */
  readonly line: string;
}

export interface GuardProposal {
  readonly guard: Guard;
  /** Past calls that it would have held back, oldest first; those among them that were refused. */
  readonly uses: readonly ShellCall[];
  readonly breaches: number;
  /** Sessions of the breaches. */
  readonly sessions: number;
  /** The line that bans it; absent if only refusals support the guard. */
  readonly ban?: string;
}

const minSessions = 2;
const minShare = 0.5;
/** Allowed so often in a row at the end, the person has changed their mind. */
const maxAllowedSince = 2;
const maxWords = 3;
const maxProposals = 5;

/**
 * Proposes guards from one person's past calls: a banned command that was used, or one refused in two sessions and in
 * at least half of its uses, and not allowed twice in a row since. A failed call is no breach. Thresholds come from a
 * back-test on 10,267 calls without a wrong stop. What `switchedOn` holds back already needs no proposal.
 */
export function proposeGuards(
  calls: readonly ShellCall[],
  bans: readonly Ban[] = [],
  switchedOn: readonly Guard[] = [],
): GuardProposal[] {
  const isFree = (one: SimpleCommand) => !switchedOn.some((guard) => holdsBack(guard, one));
  const ordered = calls
    .map((call): PastCall => {
      const commands = once(() => simpleCommands(call.command).filter(isFree));
      return { call, plain: call.command.replace(/["'\\\n]/g, '').toLowerCase(), commands };
    })
    .sort(({ call: a }, { call: b }) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  const banned = bans.flatMap((ban): GuardProposal[] => {
    const action = ban.instead === undefined ? 'ask' : 'deny';
    const found = proposalOf(ban.command, ordered, action);
    if (found.uses.length === 0) return [];
    const { instead } = ban;
    const guard = instead === undefined ? found.guard : { ...found.guard, instead };
    return [{ ...found, guard, ban: ban.line }];
  });
  const broken = ordered.filter(({ call }) => isBreach(call));
  const patterns = new Set(broken.flatMap(({ commands }) => commands().flatMap(patternsOf)));
  const refused = [...patterns]
    .flatMap((pattern) => {
      // Few calls were refused; the others are read only where that may suffice.
      const { breaches, sessions } = proposalOf(pattern, broken, 'ask');
      return sessions < minSessions ? [] : proposalOf(pattern, ordered, 'ask', breaches / minShare);
    })
    .filter(isProved)
    .sort((a, b) => b.breaches - a.breaches || widthOf(a) - widthOf(b));
  return narrowest([...banned, ...refused]).slice(0, maxProposals);
}

interface PastCall {
  readonly call: ShellCall;
  /** Without quotation marks, in lower case. */
  readonly plain: string;
  /** What it runs; read once, where its words fit. */
  readonly commands: () => readonly SimpleCommand[];
}

function proposalOf(
  pattern: string,
  calls: readonly PastCall[],
  action: Guard['action'],
  /** It stops at more uses. */
  most = Infinity,
): GuardProposal {
  const parts = spellingsOf(pattern).map((words) =>
    words.map((word) => fixedPart(word).toLowerCase()),
  );
  const mayMatch = ({ plain }: PastCall) =>
    plain.includes('$') || parts.every((words) => words.some((word) => plain.includes(word)));
  const uses: ShellCall[] = [];
  for (const one of calls) {
    if (uses.length > most) break;
    if (mayMatch(one) && one.commands().some((run) => matchesCommand(pattern, run)))
      uses.push(one.call);
  }
  const broken = uses.filter(isBreach);
  return {
    guard: { on: 'command', match: [pattern], action },
    uses,
    breaches: broken.length,
    sessions: new Set(broken.map(({ session }) => session)).size,
  };
}

function isProved({ uses, breaches, sessions }: GuardProposal): boolean {
  const last = uses.findLastIndex(isBreach);
  const allowedSince = uses.length - 1 - last;
  return (
    sessions >= minSessions && breaches >= uses.length * minShare && allowedSince < maxAllowedSince
  );
}

// Refusals that ask, or that concern the moment or the order, do not oppose the command. This table can only hold a
// proposal back.
const aboutTheMoment =
  /[?？]\s*$|\b(?:first|before|yet|later|for now|right now|wait|instead of this|at the moment|this time)\b|先|再说|等|这次|暂时|现在|还没/i;

function isBreach({ isRefused, reason = '' }: ShellCall): boolean {
  return isRefused && !aboutTheMoment.test(reason);
}

/** The beginnings of a command, and what it has in common with its siblings `task:one` and `task:two`. */
function patternsOf({ words }: SimpleCommand): string[] {
  const plain = beginningOf(words);
  // `cd` and its like are no part of what was refused.
  if (isSilent(plain.join(' '))) return [];
  // A program name alone would block all its other uses because one was refused.
  const patterns = plain
    .map((_, at) => plain.slice(0, at + 1))
    .filter((pattern) => pattern.length > 1 || words.length === 1);
  const pooled = patterns.flatMap((pattern) => {
    const [family, member] = /^([\w-]+:)(.+)$/.exec(pattern.at(-1) ?? '')?.slice(1) ?? [];
    return family === undefined || member === undefined
      ? []
      : [[...pattern.slice(0, -1), `${family}*`]];
  });
  return [...patterns, ...pooled].map((pattern) => pattern.join(' '));
}

function beginningOf(words: readonly ShellWord[]): string[] {
  const plain: string[] = [];
  for (const word of words) {
    const isPlain = word !== null && /^[\w@./:+-]+$/.test(word) && !word.startsWith('-');
    if (!isPlain || plain.length === maxWords) break;
    plain.push(word);
  }
  return plain;
}

/** Few words hold back much; a star a little more. */
function widthOf({ guard }: GuardProposal): number {
  const [pattern = ''] = guard.match;
  return (pattern.includes('*') ? 0.5 : 0) - pattern.split(' ').length;
}

/** Without those all of whose breaches an earlier one covers. */
function narrowest(proposals: readonly GuardProposal[]): GuardProposal[] {
  const chosen: GuardProposal[] = [];
  for (const one of proposals) {
    const covered = new Set(chosen.flatMap(({ uses }) => uses));
    const relevant = one.ban === undefined ? one.uses.filter(isBreach) : one.uses;
    if (relevant.some((use) => !covered.has(use))) chosen.push(one);
  }
  return chosen;
}
