import type { Problem } from '../../problem.js';
import { type Stretch, snippetsOf } from './highlight.js';
import { askIndex, type Folders, type Talk } from './index-database.js';
import { takeDates } from './parse-dates.js';
import { type Place, type Search, search } from './search.js';
import { readSpot, type Shown, type Spot } from './snippet.js';
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
}

/** Finds what was said in past sessions. */
export async function recall(folders: Folders, question: Question, talk: Talk): Promise<Answer> {
  const { rest, within, near } = takeDates(question.text, question.now);
  const { places, index, terms, isWider } = await askIndex(folders, talk, (database, index) => {
    const asked = { ...question, terms: termsOf(rest), within, near };
    const places = search(database, asked);
    if (places.length > 0 || within === undefined)
      return { places, index, terms: asked.terms, isWider: false };
    // Of any time: then the words that say when are words like others.
    const terms = termsOf(question.text);
    const others = search(database, { ...asked, terms, within: undefined, near: undefined });
    return { places: others, index, terms, isWider: true };
  });
  const { found, problems } = await show(places, index.sources, terms);
  const otherTime = isWider ? (places.length > 0 ? 'found' : 'nothing') : undefined;
  return { found, problems: withoutRepeats([...index.problems, ...problems]), otherTime };
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
