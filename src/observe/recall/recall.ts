import { type Terms, termsOf } from './analysis.js';
import { takeDates } from './dates.js';
import { askIndex, type Folders, type Talk } from './index-store.js';
import { type Place, type Search, search } from './search.js';
import { showSpot } from './snippet.js';
import { type Source, withFile } from './sources.js';

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

/** Finds what was said in past sessions, best first. */
export async function recall(
  folders: Folders,
  question: Question,
  talk: Talk,
): Promise<Recalled[]> {
  const { rest, within, near } = takeDates(question.text, question.now);
  const terms = termsOf(rest);
  const { places, sources, isWider } = await askIndex(folders, talk, (database, { sources }) => {
    const places = search(database, { ...question, terms, within, near });
    if (places.length > 0 || within === undefined) return { places, sources, isWider: false };
    const anyTime = {
      ...question,
      terms: termsOf(question.text),
      within: undefined,
      near: undefined,
    };
    return { places: search(database, anyTime), sources, isWider: true };
  });
  if (isWider && places.length > 0) talk.say('Nothing of that time: this is from any time.');
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return places.flatMap((place) => {
    const source = byPath.get(place.file.path);
    return source === undefined ? [] : [show(place, source, terms)];
  });
}

function show(place: Place, source: Source, terms: Terms): Recalled {
  const { offset, line, time, score, table } = place;
  const spot = { offset, line, reach: table === 'said' ? 'line' : 'window' } as const;
  const shown = withFile(source, (file) => showSpot(file, spot, terms));
  return {
    session: source.session,
    slug: source.slug,
    cwd: place.file.cwd,
    time,
    line: shown?.line ?? line,
    score,
    snippet: shown?.snippet ?? '',
    resume: place.file.resume,
    is_archived: source.place.kind === 'archive',
  };
}
