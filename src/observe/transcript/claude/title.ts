import { isObject } from '../turn.js';

/** Records that name a session: the person's own title, the client's, and that of clients before 2.1. */
const fields = {
  'custom-title': 'customTitle',
  'ai-title': 'aiTitle',
  summary: 'summary',
} as const;
type TitleType = keyof typeof fields;

export const titleTypes: ReadonlySet<string> = new Set(Object.keys(fields));

interface TitleReader {
  readonly note: (record: unknown) => void;
  /** The person's before the client's. */
  readonly best: () => string | undefined;
  /** The person's alone. */
  readonly given: () => string | undefined;
}

/** A client writes a summary at once, or into another session's file, so this many records may lie between. */
const maxRecent = 64;

/** Takes every record of a transcript in turn. A `summary` is of the session that holds its last message. */
export function titleReader(): TitleReader {
  const titles = new Map<TitleType, string>();
  const recent: string[] = [];
  const early = new Map<string, string>();
  const note = (record: unknown): void => {
    if (!isObject(record)) return;
    const { type, uuid, leafUuid } = record;
    if (typeof uuid === 'string') {
      if (recent.push(uuid) > maxRecent) recent.shift();
      const summary = early.get(uuid);
      if (summary !== undefined) titles.set('summary', summary);
    }
    const renamed =
      type === 'system' &&
      /^<local-command-stdout>Session renamed to: (.+)</.exec(`${record.content}`)?.[1];
    if (renamed) titles.set('custom-title', renamed);
    if (typeof type !== 'string' || !titleTypes.has(type)) return;
    const title = record[fields[type as TitleType]];
    if (typeof title !== 'string' || title.trim() === '') return;
    if (type === 'summary' && !recent.includes(String(leafUuid)))
      early.set(String(leafUuid), title);
    else titles.set(type as TitleType, title);
  };
  const given = () => titles.get('custom-title');
  const best = () => given() ?? titles.get('ai-title') ?? titles.get('summary');
  return { note, best, given };
}
