import type { Hit, Places, Table } from './tables.js';

/** The best rows of each table, best first. */
export interface Evidence {
  readonly said: readonly Hit[];
  readonly windows: readonly Hit[];
}

/** A row of a table: a session's best passage, a turn's best piece. Scores from 0 to 1. */
export interface Ranked {
  readonly table: Table;
  readonly file: number;
  readonly row: number;
  readonly score: number;
}

// v1 + v2/2 + v3/3: one good passage makes a session, two more confirm it.
const passagesPerSession = 3;
// A turn is about what its neighbours are about.
const neighbours = [0.4, 0.2];
const sessionWeight = 0.25;

/**
 * Ranks sessions by their best passages. The turns and the windows each give a score, divided by its maximum; the two
 * are added.
 */
export function rankSessions(
  { said, windows }: Evidence,
  sessionOf: (file: number) => string,
): Ranked[] {
  const best = new Map<string, Ranked>();
  const total = new Map<string, number>();
  for (const [table, hits] of [
    ['said', said],
    ['windows', windows],
  ] as const) {
    for (const { file, row, score } of hits) {
      const session = sessionOf(file);
      if (!best.has(session)) best.set(session, { table, file, row, score });
    }
    addNormalised(total, bestPassages(hits, sessionOf));
  }
  return [...best]
    .map(([session, spot]) => ({ ...spot, score: (total.get(session) ?? 0) / 2 }))
    .sort(byScore);
}

/** Turns by their own words, those of their neighbours, the windows around them and their session. */
export function rankTurns(
  { said, windows }: Evidence,
  sessionOf: (file: number) => string,
  placesOf: (file: number) => Places,
): Ranked[] {
  const sessions = new Map<string, number>();
  addNormalised(sessions, bestPassages(said, sessionOf));
  const files = new Set([...said, ...windows].map(({ file }) => file));
  const found = [...files].flatMap((file) =>
    turnsOf(file, placesOf(file), scoresIn(file, said), scoresIn(file, windows)),
  );
  // A window is wide. A word that is only in a window counts if no turn contains the words or a neighbour of one.
  const close = found.filter(({ near }) => near > 0);
  const turns = close.length > 0 ? close : found;
  const mostNear = largest(turns.map(({ near }) => near));
  const mostAround = largest(turns.map(({ around }) => around));
  const scored = turns.map(({ file, row, near, around }): Ranked => {
    const session = sessionWeight * (sessions.get(sessionOf(file)) ?? 0);
    const score = (near / mostNear + around / mostAround + session) / (2 + sessionWeight);
    return { table: 'said', file, row, score };
  });
  return scored.sort(byScore);
}

/** Ties: the transcript indexed first, then the earlier row. */
function byScore(left: Ranked, right: Ranked): number {
  return right.score - left.score || left.file - right.file || left.row - right.row;
}

interface ScoredTurn {
  readonly file: number;
  readonly row: number;
  /** Own score and what the neighbours lend. */
  readonly near: number;
  /** Score of the best window that contains it. */
  readonly around: number;
}

function turnsOf(
  file: number,
  places: Places,
  said: ReadonlyMap<number, number>,
  windows: ReadonlyMap<number, number>,
): ScoredTurn[] {
  const turns: { row: number; own: number; around: number }[] = [];
  for (let row = 0; row < places.saidCount; row++) {
    const place = places.said(row);
    const turn = turns[place.turn] ?? { row, own: 0, around: 0 };
    turns[place.turn] = turn;
    const own = said.get(row) ?? 0;
    if (own > turn.own) {
      turn.own = own;
      turn.row = row;
    }
    for (let window = place.window - 1; window <= place.last_window; window++) {
      turn.around = Math.max(turn.around, windows.get(window) ?? 0);
    }
  }
  const lent = (at: number, distance: number): number =>
    (turns[at - distance]?.own ?? 0) + (turns[at + distance]?.own ?? 0);
  return turns
    .map(({ row, own, around }, at) => {
      const near = neighbours.reduce(
        (sum, weight, index) => sum + weight * lent(at, index + 1),
        own,
      );
      return { file, row, near, around };
    })
    .filter(({ near, around }) => near + around > 0);
}

function scoresIn(file: number, hits: readonly Hit[]): Map<number, number> {
  return new Map(hits.filter((hit) => hit.file === file).map(({ row, score }) => [row, score]));
}

function bestPassages(
  hits: readonly Hit[],
  sessionOf: (file: number) => string,
): Map<string, number> {
  const seen = new Map<string, number>();
  const scores = new Map<string, number>();
  for (const { file, score } of hits) {
    const session = sessionOf(file);
    const rank = (seen.get(session) ?? 0) + 1;
    if (rank > passagesPerSession) continue;
    seen.set(session, rank);
    scores.set(session, (scores.get(session) ?? 0) + score / rank);
  }
  return scores;
}

function addNormalised(total: Map<string, number>, scores: ReadonlyMap<string, number>): void {
  const most = largest([...scores.values()]);
  for (const [session, score] of scores) {
    total.set(session, (total.get(session) ?? 0) + score / most);
  }
}

/** At least a trifle, to divide by. */
function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 1e-9);
}
