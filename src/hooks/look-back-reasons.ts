import type { Fact } from '../observe/journal.js';
import { isAlike } from '../observe/signals.js';

/** A failure that came more than once. */
export interface Repeated {
  readonly signal: string;
  readonly fingerprint: string;
  readonly count: number;
  readonly line: string;
  readonly command: string;
  /** A call like the one that failed went well afterwards. */
  readonly overcome: boolean;
}

/** What can be learnt from the session since the last review. */
export interface Lessons {
  readonly repeated: readonly Repeated[];
  readonly hints: readonly Extract<Fact, { kind: 'hint' }>[];
}

/** What is worth a look back. */
type LessonReason = 'hints';

export function lessonsOf(journal: readonly Fact[]): Lessons {
  const since = journal.slice(1 + journal.findLastIndex(({ kind }) => kind === 'review'));
  return {
    repeated: repeatedIn(since),
    hints: since.filter((fact) => fact.kind === 'hint'),
  };
}

/** A turn of the model is spent only on what no program can count: whether the steps of a hinted rule helped. */
export function reasonsFor({ hints }: Lessons): LessonReason[] {
  return hints.some(({ rule }) => typeof rule === 'string') ? ['hints'] : [];
}

/** Most frequent first. */
export function repeatedIn(facts: readonly Fact[]): Repeated[] {
  const groups = new Map<string, { count: number; last: number; fact: SignalFact }>();
  facts.forEach((fact, at) => {
    if (fact.kind !== 'signal') return;
    const name = `${fact.signal}\n${fact.fingerprint}`;
    groups.set(name, { count: (groups.get(name)?.count ?? 0) + 1, last: at, fact });
  });
  return [...groups.values()]
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || b.last - a.last)
    .map(({ count, last, fact }) => ({
      signal: fact.signal,
      fingerprint: fact.fingerprint,
      count,
      line: fact.line ?? '',
      command: fact.command ?? '',
      overcome: facts
        .slice(last + 1)
        .some((later) => later.kind === 'call' && isAlike(later.key, fact.key)),
    }));
}

type SignalFact = Extract<Fact, { kind: 'signal' }>;
