import type { Problem } from '../../problem.js';
import { fitsNone } from '../hit-relevance.js';
import type { AgentName } from '../transcript/agent.js';
import type { Database } from './engine.js';
import { type Stretch, snippetsOf } from './highlight.js';
import { askIndex } from './index-database.js';
import type { Folders, Talk } from './index-lock.js';
import { type LaterCandidate, laterCandidates, saysChange } from './newer-hits.js';
import { type Dated, type Range, takeDates } from './parse-dates.js';
import { readSpot, type Shown, type SnippetSpot, turnsOnLine } from './read-passage.js';
import { type Place, type Search, search } from './search.js';
import { type Source, withFile } from './sources.js';
import { type Terms, termsOf } from './tokenize.js';

/** The person's query: words and perhaps a time. The other fields as in `Search`. */
interface RecallQuestion extends Pick<Search, 'granularity' | 'root' | 'except' | 'limit'> {
  readonly text: string;
  readonly now: Date;
  /** Given by itself, the words are searched as they are. */
  readonly within?: Range | undefined;
}

export interface Recalled {
  readonly agent: AgentName;
  /** As in `Transcript`. */
  readonly session: string;
  /** Folder below `projects/`. */
  readonly slug: string;
  /** Folder the session ran in, empty if unknown. */
  readonly cwd: string;
  /** Milliseconds since 1970, 0 where unknown. */
  readonly time: number;
  readonly line: number;
  /** From 0 to 1; 0 if only a time was asked for. */
  readonly score: number;
  /** From 0 to 1: the share of the question's weight in the session; 1 if only a time was asked for. */
  readonly fit: number;
  /** Set on the first hit: a newer session in which the person changed it. */
  readonly later: string | null;
  readonly snippet: string;
  /** The client's own title of the session, or empty. */
  readonly title: string;
  /** The session that its agent can resume, or empty. */
  readonly resume: string;
  /** The transcript exists in the archive only. */
  readonly is_archived: boolean;
}

interface Results {
  /** Best first. */
  readonly found: readonly Recalled[];
  readonly problems: readonly Problem[];
}

interface RecallAnswer extends Results {
  /** Set if nothing of the requested time fits: whether other times have hits, or that time has sessions about other things. */
  readonly otherTime: 'found' | 'unfit' | 'nothing' | undefined;
  /** None of `found` fits the question well. */
  readonly isWeak: boolean;
  /** Words that say when, and that were searched for as words. */
  readonly unread: string | undefined;
}

interface Asked {
  readonly places: readonly Place[];
  readonly terms: Terms;
  readonly candidates: readonly LaterCandidate[];
  readonly isWider: boolean;
  /** Something is of the requested time, whatever it is about. */
  readonly isKnown: boolean;
}

export async function findPast(
  folders: Folders,
  question: RecallQuestion,
  talk: Talk,
): Promise<RecallAnswer> {
  const { text, now, within } = question;
  const isGiven = within !== undefined;
  const dated = isGiven
    ? { rest: text, within, near: undefined, unread: undefined }
    : takeDates(text, now);
  const { index, ...asked } = await askIndex(folders, talk, (database, index) => ({
    index,
    ...ask(database, question, dated),
  }));
  const { places, terms, candidates, isWider, isKnown } = asked;
  const namesDate = !isWider && (dated.within !== undefined || dated.near !== undefined);
  const isWeak = fitsNone(places, terms.words.length, namesDate);
  const shown = await show(places, index.sources, terms);
  const later = isWeak ? null : await laterSession(candidates, index.sources);
  const found = shown.found.map((one, at) => (at === 0 ? { ...one, later } : one));
  const problems = withoutRepeats([...index.problems, ...shown.problems]);
  const none = isKnown ? 'unfit' : 'nothing';
  const otherTime = isWider ? (places.length > 0 ? 'found' : none) : undefined;
  return { found, problems, otherTime, isWeak, unread: dated.unread };
}

function ask(database: Database, question: RecallQuestion, { rest, within, near }: Dated): Asked {
  const asked = { ...question, terms: termsOf(rest), within, near };
  const inTime = search(database, asked);
  const isWider = inTime.length === 0 && within !== undefined;
  // Without a time limit the time words count as ordinary words.
  const terms = isWider ? termsOf(question.text) : asked.terms;
  const places = isWider
    ? search(database, { ...asked, terms, within: undefined, near: undefined })
    : inTime;
  const candidates =
    question.granularity === 'session' ? laterCandidates(database, terms.words, places) : [];
  const isKnown =
    isWider && search(database, { ...asked, terms: termsOf(''), limit: 1 }).length > 0;
  return { places, terms, candidates, isWider, isKnown };
}

/** The newest candidate in which the person says, near words of the question, that something changed. */
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
    agent: source.agent,
    session: source.session,
    slug: source.slug,
    cwd: place.file.cwd,
    time: place.time,
    line: shown?.line ?? place.line,
    score: place.score,
    fit: place.fit,
    later: null,
    snippet: snippets[index] ?? '',
    title: place.file.title,
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

/** Reads the text at the places. Each transcript is opened once, because unpacking a large copy is slow. */
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

function spotOf({ offset, line, table }: Place): SnippetSpot {
  return { offset, line, reach: table === 'said' ? 'line' : 'window' };
}
