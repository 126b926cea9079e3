import type { Problem } from '../../problem.js';
import type { Database } from './engine.js';
import { fitsNone } from './fit.js';
import { type Stretch, snippetsOf } from './highlight.js';
import { askIndex, type Folders, type Talk } from './index-database.js';
import { type LaterCandidate, laterCandidates, saysChange } from './later.js';
import { type Dated, takeDates } from './parse-dates.js';
import { type Place, type Search, search } from './search.js';
import { readSpot, type Shown, type Spot, turnsOnLine } from './snippet.js';
import { type Source, withFile } from './sources.js';
import { type Terms, termsOf } from './tokenize.js';

/** What the person typed: words, and perhaps when. The rest as in `Search`. */
export interface Question extends Pick<Search, 'granularity' | 'root' | 'except' | 'limit'> {
  readonly text: string;
  readonly now: Date;
}

export interface Recalled {
  /** Base name of the transcript the line stands in. */
  readonly session: string;
  /** Folder below `projects/`. */
  readonly slug: string;
  /** Folder the session ran in, empty where unknown. */
  readonly cwd: string;
  /** Milliseconds since 1970, 0 where unknown. */
  readonly time: number;
  readonly line: number;
  /** From 0 to 1; 0 where only a time was asked for. */
  readonly score: number;
  /** From 0 to 1: the share of the question's weight that the session holds; 1 where only a time was asked for. */
  readonly fit: number;
  /** On the first hit: a newer session in which the person changed what was said there. */
  readonly later: string | null;
  readonly snippet: string;
  /** What `claude --resume` takes, or empty. */
  readonly resume: string;
  /** The transcript is in the archive alone. */
  readonly is_archived: boolean;
}

interface Results {
  /** Best first. */
  readonly found: readonly Recalled[];
  /** Folders that cannot be read. */
  readonly problems: readonly Problem[];
}

export interface Answer extends Results {
  /** What there is of any other time, where nothing is of the one that was asked for. */
  readonly otherTime: 'found' | 'nothing' | undefined;
  /** None of `found` fits the question well. */
  readonly isWeak: boolean;
}

/** What the index knows of a question. */
interface Asked {
  readonly places: readonly Place[];
  readonly terms: Terms;
  readonly candidates: readonly LaterCandidate[];
  readonly isWider: boolean;
}

/** Finds what was said in past sessions. */
export async function recall(folders: Folders, question: Question, talk: Talk): Promise<Answer> {
  const dated = takeDates(question.text, question.now);
  const { index, ...asked } = await askIndex(folders, talk, (database, index) => ({
    index,
    ...ask(database, question, dated),
  }));
  const { places, terms, candidates, isWider } = asked;
  const namesDate = !isWider && (dated.within !== undefined || dated.near !== undefined);
  const isWeak = fitsNone(places, terms.words.length, namesDate);
  const shown = await show(places, index.sources, terms);
  const later = isWeak ? null : await laterSession(candidates, index.sources);
  const found = shown.found.map((one, at) => (at === 0 ? { ...one, later } : one));
  const problems = withoutRepeats([...index.problems, ...shown.problems]);
  const otherTime = isWider ? (places.length > 0 ? 'found' : 'nothing') : undefined;
  return { found, problems, otherTime, isWeak };
}

function ask(database: Database, question: Question, { rest, within, near }: Dated): Asked {
  const asked = { ...question, terms: termsOf(rest), within, near };
  const inTime = search(database, asked);
  const isWider = inTime.length === 0 && within !== undefined;
  // Of any time: then the words that say when are words like others.
  const terms = isWider ? termsOf(question.text) : asked.terms;
  const places = isWider
    ? search(database, { ...asked, terms, within: undefined, near: undefined })
    : inTime;
  const candidates =
    question.granularity === 'session' ? laterCandidates(database, terms.words, places) : [];
  return { places, terms, candidates, isWider };
}

/** The newest of the candidates in which the person says, beside words of the question, that something changed. */
async function laterSession(
  candidates: readonly LaterCandidate[],
  sources: readonly Source[],
): Promise<string | null> {
  const newestFirst = [...candidates].sort((left, right) => right.place.time - left.place.time);
  for (const { place, turns } of newestFirst)
    for (const source of sources) {
      const own = turns.filter(({ path }) => path === source.path);
      if (own.length === 0) continue;
      const lent = await withFile(source, (file) =>
        own.some((turn) => turnsOnLine(file, turn).some(saysChange)),
      );
      if ('given' in lent && lent.given) return sessionNameOf(place, sources);
    }
  return null;
}

function sessionNameOf({ file }: Place, sources: readonly Source[]): string | null {
  return sources.find(({ path }) => path === file.path)?.session ?? null;
}

/** A damaged copy is met when it is read into the index, and when a result is shown. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [problem.file, problem])).values()];
}

const nothing: Stretch = { text: '', isCut: false, hits: [], found: 0 };

async function show(
  places: readonly Place[],
  sources: readonly Source[],
  terms: Terms,
): Promise<Results> {
  const { looks, problems } = await lookUp(places, sources, terms);
  const seen = places.flatMap((place) => looks.get(place) ?? []);
  const snippets = snippetsOf(
    seen.map(({ shown }) => shown?.stretch ?? nothing),
    terms,
  );
  const found = seen.map(({ source, place, shown }, index) => ({
    session: source.session,
    slug: source.slug,
    cwd: place.file.cwd,
    time: place.time,
    line: shown?.line ?? place.line,
    score: place.score,
    fit: place.fit,
    later: null,
    snippet: snippets[index] ?? '',
    resume: place.file.resume,
    is_archived: source.place.kind === 'archive',
  }));
  return { found, problems };
}

interface Look {
  readonly source: Source;
  readonly place: Place;
  readonly shown: Shown | undefined;
}

/** What stands at the places. Each transcript is opened once: to unpack a large copy takes long. */
async function lookUp(
  places: readonly Place[],
  sources: readonly Source[],
  terms: Terms,
): Promise<{ looks: ReadonlyMap<Place, Look>; problems: readonly Problem[] }> {
  const wanted = new Set(places.map(({ file }) => file.path));
  const looks = new Map<Place, Look>();
  const problems: Problem[] = [];
  for (const source of sources.filter(({ path }) => wanted.has(path))) {
    const own = places.filter(({ file }) => file.path === source.path);
    const lent = await withFile(source, (file) =>
      own.map((place) => ({ source, place, shown: readSpot(file, spotOf(place), terms) })),
    );
    if ('problem' in lent) problems.push(lent.problem);
    else for (const look of lent.given) looks.set(look.place, look);
  }
  return { looks, problems };
}

function spotOf({ offset, line, table }: Place): Spot {
  return { offset, line, reach: table === 'said' ? 'line' : 'window' };
}
