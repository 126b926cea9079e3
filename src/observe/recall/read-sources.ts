import type { Problem } from '../../problem.js';
import type { ResolvedFailure } from '../journal/resolved-failures.js';
import { maskSecrets } from '../secrets/mask-secrets.js';
import { projectRoot, slugOf } from '../sessions/project-folder.js';
import { readName } from '../sessions/session-names.js';
import { isAgent, keyOf, startersIn } from '../sessions/sessions.js';
import { readTranscript } from '../transcript/transcript.js';
import type { Turn } from '../transcript/turn.js';
import { type Chunks, chunksOf } from './chunks.js';
import { resolvedFailureCollector } from './collect-resolved-failures.js';
import { type Source, withFile } from './sources.js';
import type { IndexedFile, Writer } from './tables.js';

export interface Gleaned {
  readonly overcome: readonly ResolvedFailure[];
  /** Copies that cannot be read, and why. */
  readonly unread: ReadonlyMap<Source, Problem>;
}

/** Reads transcripts into the tables. `all` lists the sessions that can be resumed; `home` is our own folder. */
export async function readSources(
  home: string,
  added: readonly Source[],
  all: readonly Source[],
  writer: Writer,
  step: (done: number, total: number) => void,
): Promise<Gleaned> {
  const overcome: ResolvedFailure[] = [];
  const unread = new Map<Source, Problem>();
  const starters = startersIn(all);
  const roots = new Map<string, string>();
  for (const [index, source] of added.entries()) {
    step(index, added.length);
    // The lock is kept fresh by a timer.
    if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
    const lent = await withFile(source, (file) =>
      read(source, file, { home, starters, roots, overcome }),
    );
    if ('problem' in lent) {
      unread.set(source, lent.problem);
      writer.remove(source.path);
    } else writer.add(lent.given.about, lent.given.units);
  }
  return { overcome, unread };
}

interface Gathered {
  readonly home: string;
  readonly starters: (named: Pick<Source, 'slug' | 'session'>) => Source | undefined;
  readonly roots: Map<string, string>;
  readonly overcome: ResolvedFailure[];
}

function read(
  source: Source,
  file: string,
  { home, starters, roots, overcome }: Gathered,
): { about: IndexedFile; units: Chunks } {
  const { turns, coverage } = readTranscript(file);
  const { name, tags = [], summary } = isAgent(source) ? {} : readName(home, source.session);
  const about = () => [coverage().title, name, ...tags, summary].filter(Boolean).join('\n');
  const resolved = resolvedFailureCollector(source.session);
  const units = chunksOf(named(turns, resolved.take, about));
  overcome.push(...resolved.kept());
  const { cwd = '', first, last, session_ids } = coverage();
  const { path, bytes, modified, session, slug } = source;
  const starter = source.started_by ?? session_ids[0];
  const parent =
    isAgent(source) && starter !== undefined && starter !== session
      ? starters({ slug, session: starter })
      : undefined;
  const indexed = {
    path,
    bytes,
    modified,
    session: keyOf(parent ?? source),
    root: rootOf(cwd, roots),
    cwd,
    filed: slugOf(cwd) === slug ? '' : slug,
    resume: parent?.session ?? (isAgent(source) ? '' : session),
    first: timeOf(first),
    last: timeOf(last) || modified,
    title: maskSecrets(coverage().title ?? ''),
  };
  return { about: indexed, units };
}

/** A session can be found by its name, which is placed at its beginning. */
function* named(
  turns: Iterable<Turn>,
  take: (turn: Turn) => void,
  about: () => string,
): Generator<Turn> {
  let first: Turn | undefined;
  for (const turn of turns) {
    first ??= turn;
    take(turn);
    yield turn;
  }
  const text = about();
  if (first !== undefined && text !== '')
    yield { ...first, role: 'assistant', kind: 'text', text, tool: undefined };
}

/** Looked up once for each folder: it asks the disk. */
function rootOf(cwd: string, roots: Map<string, string>): string {
  if (cwd === '') return '';
  const root = roots.get(cwd) ?? projectRoot(cwd);
  roots.set(cwd, root);
  return root;
}

function timeOf(timestamp: string | undefined): number {
  return timestamp === undefined ? 0 : Date.parse(timestamp) || 0;
}
