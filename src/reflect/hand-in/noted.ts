import type { HandIn, Noted, NotedVerdict, Retrospective } from '../../schema.gen.js';

export const emptyNoted: Noted = {
  lessons: [],
  verdicts: [],
  findings: [],
  left_out: [],
  sessions: [],
  retire: [],
};

/** New lessons that one retrospective asks about: two dialogs. */
export const mostLessons = 8;

/** What a new retrospective begins with: the lessons for which the last one had no room. */
export function notedAtStart(former: { readonly noted?: Noted } | undefined): Noted {
  const lessons = former?.noted?.lessons.filter(({ state }) => state === 'waiting') ?? [];
  return { ...emptyNoted, lessons };
}

/** How many wait for the next retrospective. */
export function leftWaiting({ lessons }: Noted): number {
  return lessons.slice(mostLessons).filter(({ state }) => state === 'waiting').length;
}

/** Does an answer, or a question that was begun, still wait? */
export function isAsking({ lessons, retire }: Noted): boolean {
  return [...lessons.slice(0, mostLessons), ...retire].some(({ state }) =>
    ['asked', 'waiting', 'question'].includes(state),
  );
}

/** Has a final one that read sessions still to say what grew? */
export function needsGrowth({ mode, sessions, noted = emptyNoted }: Retrospective): boolean {
  const isAsked = mode === 'final' && sessions.length > 0;
  return isAsked && !noted.findings.some(({ kind }) => kind === 'growth');
}

/** Numbers of the sessions of which nothing was handed in yet. */
export function sessionsOpen({ sessions, noted = emptyNoted }: Retrospective): number[] {
  const listed = new Set(noted.sessions.map(({ session }) => session));
  return sessions.flatMap(({ s, session }) => (listed.has(session) ? [] : [s ?? 0]));
}

/** What is new in a hand-in counts from here. */
export function nextAt(noted: Noted): number {
  const all = [...noted.lessons, ...noted.verdicts, ...noted.findings, ...noted.left_out];
  return Math.max(-1, ...[...all, ...noted.retire].map(({ at }) => at)) + 1;
}

const rank = (one: Pick<NotedVerdict, 'followed' | 'outcome'>): number => {
  const { followed, outcome } = one;
  if (followed === 'full') return outcome === 'not_achieved' ? 0 : outcome === 'unclear' ? 4 : 5;
  return followed === 'none' ? (outcome === 'achieved' ? 1 : 2) : 3;
};

/** Is it worse for its rule? The worst scene of a session counts. */
export function isWorse(
  one: Pick<NotedVerdict, 'followed' | 'outcome'>,
  other: Pick<NotedVerdict, 'followed' | 'outcome'>,
): boolean {
  return rank(one) < rank(other);
}

export type Counts = Record<keyof HandIn, number>;

export function countNoted(noted: Noted): Counts {
  const { lessons, verdicts, findings, left_out, sessions, retire } = noted;
  return {
    lessons: lessons.length,
    verdicts: verdicts.length,
    findings: findings.length,
    left_out: left_out.length,
    sessions: sessions.length,
    retire: retire.length,
  };
}
