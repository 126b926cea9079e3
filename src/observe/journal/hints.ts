import { type Fact, readJournal } from './journal.js';

/** A rule that a hook brought at a failure, and how the next like command went: inferred, no proof. */
export interface Hint {
  /** `type:id`. */
  readonly rule: string;
  readonly signal: string;
  /** ISO 8601. */
  readonly at: string;
  readonly outcome: 'helped' | 'repeated' | 'unknown';
}

/** The hints of a rule that a session was given, oldest first. */
export function readHints(own: string, session: string): Hint[] {
  const facts = readJournal(own, session, 64 << 20);
  const outcomes = new Map(facts.flatMap((fact) => outcomeIn(fact) ?? []));
  return facts.flatMap((fact) => {
    if (fact.kind !== 'hint' || typeof fact.rule !== 'string') return [];
    const { rule, signal, ts: at, hint } = fact;
    return [{ rule, signal, at, outcome: outcomes.get(hint) ?? 'unknown' }];
  });
}

function outcomeIn(fact: Fact): [readonly [string, 'helped' | 'repeated']] | undefined {
  return fact.kind === 'hint_outcome' ? [[fact.hint, fact.outcome]] : undefined;
}
