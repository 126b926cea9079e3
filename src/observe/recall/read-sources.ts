import type { Overcome } from '../overcome.js';
import { projectRoot } from '../project-folder.js';
import { readTranscript } from '../transcript.js';
import { noticing } from './overcoming.js';
import { type Source, withFile } from './sources.js';
import type { IndexedFile, Writer } from './tables.js';
import { type Units, unitsOf } from './units.js';

/** Reads transcripts into the tables; `all` says which sessions there are to resume. */
export async function readSources(
  added: readonly Source[],
  all: readonly Source[],
  writer: Writer,
  step: (done: number, total: number) => void,
): Promise<Overcome[]> {
  const overcome: Overcome[] = [];
  const sessions = new Set(all.map(keyOf));
  const roots = new Map<string, string>();
  for (const [index, source] of added.entries()) {
    step(index, added.length);
    // The lock is kept fresh by a timer.
    if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
    const { about, units } = await withFile(source, (file) =>
      read(source, file, { sessions, roots, overcome }),
    );
    writer.add(about, units);
  }
  return overcome;
}

interface Gathered {
  readonly sessions: ReadonlySet<string>;
  readonly roots: Map<string, string>;
  readonly overcome: Overcome[];
}

function read(
  source: Source,
  file: string,
  { sessions, roots, overcome }: Gathered,
): { about: IndexedFile; units: Units } {
  const { turns, coverage } = readTranscript(file);
  const units = unitsOf(noticing(turns, source.session, overcome));
  const { cwd = '', first, last, session_ids } = coverage();
  const { path, bytes, modified, session, slug } = source;
  const starter = source.started_by ?? session_ids[0];
  const isAgent = session.startsWith('agent-');
  const parent =
    isAgent && starter !== undefined && starter !== session
      ? keyOf({ slug, session: starter })
      : undefined;
  const hasParent = parent !== undefined && sessions.has(parent);
  const about = {
    path,
    bytes,
    modified,
    session: hasParent ? parent : keyOf(source),
    root: rootOf(cwd, roots),
    cwd,
    resume: hasParent ? (starter as string) : isAgent ? '' : session,
    first: timeOf(first),
    last: timeOf(last) || modified,
  };
  return { about, units };
}

function keyOf({ slug, session }: Pick<Source, 'slug' | 'session'>): string {
  return `${slug}/${session}`;
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
