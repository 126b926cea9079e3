import { type CountedWord, fitsOf } from '../hit-relevance.js';
import type { Database } from './engine.js';
import type { Range } from './parse-dates.js';
import { type Evidence, type Ranked, rankSessions, rankTurns } from './rank.js';
import {
  counter,
  countWindows,
  type FileReader,
  fileReader,
  filesIn,
  type Hit,
  matcher,
  rowsWith,
  type Scope,
  type StoredFile,
  sessionsOf,
  type Table,
} from './tables.js';
import type { Terms } from './tokenize.js';

export interface Search {
  readonly terms: Terms;
  readonly granularity: 'session' | 'turn';
  /** Limits the search to a project. */
  readonly root: string | undefined;
  /** Only from this time. */
  readonly within: Range | undefined;
  /** Preferably from this time. */
  readonly near: Range | undefined;
  /** Base name of a session to leave out. */
  readonly except: string | undefined;
  readonly limit: number;
}

export interface Place {
  readonly file: StoredFile;
  readonly table: Table;
  /** Bytes. */
  readonly offset: number;
  readonly line: number;
  /** Milliseconds since 1970, 0 where unknown. */
  readonly time: number;
  /** From 0 to 1, relative to the best hit. */
  readonly score: number;
  /** From 0 to 1: the share of the question's weight in the session; 1 if only a time is asked for. */
  readonly fit: number;
}

// Beyond these a row cannot come among the first ten results.
const maxRows = 200;
const farMalus = 0.8;
const minWords = 3;
const maxWords = 24;
const commonShare = 0.33;

/** The best places, best first; without any word the newest sessions of that time. */
export function search(database: Database, asked: Search): Place[] {
  const reader = fileReader(database);
  if (asked.terms.words.length === 0) return newest(database, reader, asked);
  const counted = countedWords(database, asked.terms.words);
  const found = findRows(database, asked, counted);
  const hits = [...found.said, ...found.windows];
  const sessions = sessionsOf(database, new Set(hits.map(({ file }) => file)));
  const sessionOf = (file: number): string => sessions.get(file) ?? '';
  const wantedIn = (table: Table): Hit[] =>
    found[table].filter(
      (hit) =>
        !isExcepted(sessionOf(hit.file), asked) && isWithin(reader, table, hit, asked.within),
    );
  const evidence = { said: wantedIn('said'), windows: wantedIn('windows') };
  const ranked =
    asked.granularity === 'session'
      ? rankSessions(evidence, sessionOf)
      : rankTurns(evidence, sessionOf, reader.places);
  const best = withNearFirst(ranked, reader, asked.near).slice(0, asked.limit);
  const wanted = new Set(best.map(({ file }) => sessionOf(file)));
  const files = new Set([...sessions.keys()].filter((file) => wanted.has(sessionOf(file))));
  const rowsIn = rowsWith(database, 'windows', files);
  const fits = fitsOf(counted, countWindows(database), (word) =>
    rowsIn(word).map(({ file, row }) => ({ row: `${file}:${row}`, session: sessionOf(file) })),
  );
  return best.map((row) => ({
    ...placeOf(row, reader),
    fit: fits.get(sessionOf(row.file)) ?? 0,
  }));
}

function countedWords(database: Database, words: readonly string[]): readonly CountedWord[] {
  const count = counter(database);
  return words.map((word) => ({ word, count: count(word) }));
}

/** The best rows of both tables for the words. */
function findRows(database: Database, asked: Search, counted: readonly CountedWord[]): Evidence {
  const limit = Math.max(maxRows, (maxRows / 10) * asked.limit);
  const words = tellingWords(database, counted);
  const query = words.join(' OR ');
  const found = (table: Table): Hit[] =>
    query === '' ? [] : matcher(database, table, scopeOf(asked), limit)(query);
  return { said: found('said'), windows: found('windows') };
}

function scopeOf({ root, within }: Search): Scope {
  return { root, from: within?.from, to: within?.to };
}

/** Words most passages hold tell none from another, and to rank those takes most of the time. The rarest first. */
function tellingWords(database: Database, words: readonly CountedWord[]): readonly string[] {
  if (words.length <= minWords) return words.map(({ word }) => word);
  const common = countWindows(database) * commonShare;
  return words
    .filter(({ count }) => count > 0)
    .sort((left, right) => left.count - right.count)
    .filter(({ count }, index) => index < minWords || count <= common)
    .slice(0, maxWords)
    .map(({ word }) => word);
}

function isExcepted(session: string, { except }: Search): boolean {
  return except !== undefined && session.endsWith(`/${except}`);
}

function isWithin(reader: FileReader, table: Table, hit: Hit, range: Range | undefined): boolean {
  if (range === undefined) return true;
  const { time } = placeOf({ ...hit, table }, reader);
  return time >= range.from && time < range.to;
}

function placeOf({ table, file, row, score }: Ranked, reader: FileReader): Omit<Place, 'fit'> {
  const about = reader.file(file);
  const places = reader.places(file);
  const { offset, line, time } = table === 'said' ? places.said(row) : places.window(row);
  return { file: about, table, offset, line, time: time || about.last, score };
}

function withNearFirst(
  ranked: readonly Ranked[],
  reader: FileReader,
  near: Range | undefined,
): readonly Ranked[] {
  if (near === undefined) return ranked;
  return ranked
    .map((row) => {
      const { time } = placeOf(row, reader);
      const isNear = time >= near.from && time < near.to;
      return { ...row, score: row.score * (isNear ? 1 : farMalus) };
    })
    .sort((left, right) => right.score - left.score);
}

function newest(database: Database, reader: FileReader, asked: Search): Place[] {
  if (asked.within === undefined) return [];
  const places = new Map<string, Place>();
  for (const { id, session, said } of filesIn(database, scopeOf(asked))) {
    if (places.has(session) || isExcepted(session, asked)) continue;
    const rows = Array.from({ length: said }, (_, row) => ({ file: id, row, score: 0 }));
    const first = rows.find((row) => isWithin(reader, 'said', row, asked.within));
    if (first !== undefined)
      places.set(session, { ...placeOf({ ...first, table: 'said' }, reader), fit: 1 });
    if (places.size === asked.limit) break;
  }
  return [...places.values()];
}
