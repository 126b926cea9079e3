import type { Turn } from '../transcript/turn.js';
import type { Database } from './engine.js';
import type { Place } from './search.js';
import { fileReader, filesOfSession, rowsWith } from './tables.js';

/** A newer hit may amend the first one if its fit and score reach this share of the first one's. */
const minShare = 0.35;
const maxCandidates = 2;
const minSharedWords = 2;
const maxTurnsRead = 40;
const maxTurnLength = 1500;

/** A turn of a session that holds two words of the question. */
interface SharedTurn {
  readonly path: string;
  /** Bytes. */
  readonly offset: number;
  readonly line: number;
}

/** A hit that may be newer information than the first, and the turns that may say so. */
export interface LaterCandidate {
  readonly place: Place;
  readonly turns: readonly SharedTurn[];
}

/** The second and third hit where they are newer than the first and nearly as good. */
export function laterCandidates(
  database: Database,
  words: readonly string[],
  places: readonly Place[],
): readonly LaterCandidate[] {
  const [first, ...others] = places;
  if (first === undefined) return [];
  return others
    .slice(0, maxCandidates)
    .filter(
      ({ time, fit, score }) =>
        time > first.time && fit >= minShare * first.fit && score >= minShare * first.score,
    )
    .map((place) => ({ place, turns: sharedTurns(database, words, place.file.session) }));
}

function sharedTurns(
  database: Database,
  words: readonly string[],
  session: string,
): readonly SharedTurn[] {
  const reader = fileReader(database);
  const rowsIn = rowsWith(database, 'said', new Set(filesOfSession(database, session)));
  const turns = new Map<string, { turn: SharedTurn; words: Set<string> }>();
  for (const word of words)
    for (const { file, row } of rowsIn(word)) {
      const { offset, line, turn: ordinal } = reader.places(file).said(row);
      const known = turns.get(`${file}:${ordinal}`);
      if (known !== undefined) known.words.add(word);
      else
        turns.set(`${file}:${ordinal}`, {
          turn: { path: reader.file(file).path, offset, line },
          words: new Set([word]),
        });
    }
  return [...turns.values()]
    .filter((one) => one.words.size >= minSharedWords)
    .sort((left, right) => right.words.size - left.words.size)
    .slice(0, maxTurnsRead)
    .map(({ turn }) => turn);
}

/** Tests whether the person says in this turn that something changed. */
export function saysChange({ kind, text }: Turn): boolean {
  return kind === 'prompt' && text.length <= maxTurnLength && changeWords.test(text);
}

const changeWords = new RegExp(
  [
    '\\b(?:no longer|any ?more|instead|from now on|going forward|supersed\\w*|amend\\w*|overrul\\w*|obsolete|change of plan|chang\\w* (?:our|my) mind)\\b',
    '\\bswitch\\w*\\b[^.\\n]{0,80}\\b(?:to|from|over)\\b|\\bmov\\w* (?:away|off)\\b|\\breplac\\w*|\\brather than\\b',
    "\\b(?:is|are|was|were) too \\w+|\\bupdates? to the \\w* ?(?:policy|rule|plan|decision)\\b|\\bwe(?:'ve| have)? (?:settled|decided|agreed)\\b",
    '不再|不要再|改成|改为|改用|换成|换掉|调整为|替换|废弃|作废|取消|推翻|以后|从现在起|而不是|太[慢快长短大小]',
    '改為|換成|換掉|調整為|替換|廢棄|從現在起',
  ].join('|'),
  'i',
);
