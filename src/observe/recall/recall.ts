import type { Problem } from '../../problem.js';
import { type Terms, termsOf } from './analysis.js';
import { takeDates } from './dates.js';
import { askIndex, type Folders, type Talk } from './index-store.js';
import { type Stretch, snippetsOf } from './mark.js';
import { type Place, type Search, search } from './search.js';
import { readSpot } from './snippet.js';
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

export interface Answer {
  /** Best first. */
  readonly found: readonly Recalled[];
  /** Folders that cannot be read. */
  readonly problems: readonly Problem[];
}

/** Finds what was said in past sessions. */
export async function recall(folders: Folders, question: Question, talk: Talk): Promise<Answer> {
  const { rest, within, near } = takeDates(question.text, question.now);
  const terms = termsOf(rest);
  const { places, index, isWider } = await askIndex(folders, talk, (database, index) => {
    const places = search(database, { ...question, terms, within, near });
    if (places.length > 0 || within === undefined) return { places, index, isWider: false };
    const anyTime = { within: undefined, near: undefined, terms: termsOf(question.text) };
    return { places: search(database, { ...question, ...anyTime }), index, isWider: true };
  });
  if (isWider)
    talk.say(
      places.length > 0
        ? 'Nothing of that time: this is from any time.'
        : 'Nothing is known of that time.',
    );
  return { found: await show(places, index.sources, terms), problems: index.problems };
}

const nothing: Stretch = { text: '', isCut: false, hits: [], found: 0 };

async function show(
  places: readonly Place[],
  sources: readonly Source[],
  terms: Terms,
): Promise<Recalled[]> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const found: { recalled: Omit<Recalled, 'snippet'>; stretch: Stretch }[] = [];
  for (const place of places) {
    const source = byPath.get(place.file.path);
    if (source === undefined) continue;
    const { offset, line, time, score, table } = place;
    const spot = { offset, line, reach: table === 'said' ? 'line' : 'window' } as const;
    const shown = await withFile(source, (file) => readSpot(file, spot, terms));
    const recalled = {
      session: source.session,
      slug: source.slug,
      cwd: place.file.cwd,
      time,
      line: shown?.line ?? line,
      score,
      resume: place.file.resume,
      is_archived: source.place.kind === 'archive',
    };
    found.push({ recalled, stretch: shown?.stretch ?? nothing });
  }
  const snippets = snippetsOf(
    found.map(({ stretch }) => stretch),
    terms,
  );
  return found.map(({ recalled }, index) => ({ ...recalled, snippet: snippets[index] ?? '' }));
}
