import { columns } from '../../columns.js';
import { blockLines, wrap } from '../../compile/rule-block.js';
import { words } from '../../messages/approval.js';
import type { Language } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';

/** What a change would write: wordings before and after by id, null where there is none, and its events. */
export interface Difference {
  readonly found: Readonly<Record<string, Asset | null>>;
  readonly comes: Readonly<Record<string, Asset | null>>;
  readonly writes: readonly object[];
  /** Ids of rules that no person has read: no word of them is shown. */
  readonly unread: readonly string[];
}

/** Texts, each folded into its lines: what Claude will read, what stands beside it, and where it comes from. */
export interface ShownLines {
  readonly read: readonly Folded[];
  readonly beside: readonly Folded[];
  readonly proof: readonly Folded[];
}

export type Folded = readonly string[];

export const maxColumns = 76;
const shortQuoteCharacters = 60;
const between = ' · ';

/**
 * Lists every text and number of a difference, field by field. It knows no field by name but the evidence, which comes
 * last. `first` is the rule that the question is about. Quotes that a transcript was found to hold may be shortened.
 */
export function linesOf(
  { found, comes, writes, unread }: Difference,
  first: string | undefined,
  language: Language,
  told: readonly string[],
  isShort: boolean,
  width = maxColumns,
): ShownLines {
  const say = words[language];
  const { nameOf, textOf, evidenceLines } = readerIn(language);
  const read: string[][] = [];
  const beside: string[] = [];
  const proof: string[] = [];
  let short: string[] = [];
  const listed = new Set<string>([...Object.keys(comes), ...told]);
  const ids = Object.keys(comes).sort((a, b) => Number(b === first) - Number(a === first));
  for (const id of ids) {
    const [before, after] = [found[id] ?? null, comes[id] ?? null];
    const isAbout = id === first;
    if (unread.includes(id) || (!isAbout && isSame(before, after))) continue;
    const asset = after ?? before;
    if (asset === null) continue;
    read.push([...(isAbout ? [] : [`${id}:`]), ...blockLines(asset)]);
    const list = (value: unknown) => {
      for (const { text } of leavesOf(value)) listed.add(text);
    };
    const { id: _, evidence, ...rest } = asset;
    const old = (after === null ? {} : (before ?? {})) as Readonly<Record<string, unknown>>;
    const isDrawn = drawnIn(asset);
    const fields = Object.entries(rest).flatMap(([name, value]) => {
      const leaves = leavesOf(value, [name]);
      const hidden = leaves.filter((leaf) => !isDrawn(leaf));
      for (const leaf of leaves) if (!hidden.includes(leaf)) listed.add(leaf.text);
      if (hidden.length === 0 || isSame(old[name], value)) return [];
      list(value);
      return [say.field(nameOf(name), textOf(value, name))];
    });
    beside.push(short.join(between), ...fields.filter(isLong));
    short = fields.filter((one) => !isLong(one));
    const known = new Set(((old.evidence ?? []) as object[]).map((one) => JSON.stringify(one)));
    const fresh = (evidence ?? []).filter((one) => !known.has(JSON.stringify(one)));
    list(fresh);
    proof.push(...evidenceLines(fresh, isShort));
    const gone = before === null || after === null ? [] : leavesOf(before);
    const stays = new Set(leavesOf(after).map(({ text }) => text));
    for (const { path, text } of gone)
      if (!stays.has(text) && !listed.has(text)) {
        beside.push(say.before(nameOf(String(path[0])), text));
        listed.add(text);
      }
  }
  for (const event of writes) {
    const left = leavesOf(event).filter(({ text }) => !listed.has(text) && !isOurs(text));
    // Its number is where a rule starts; that of any other event is a step.
    const isBirth = /^(?:create|import)$/.test(String((event as { event?: unknown }).event));
    const entries = left.map(({ path: [field], text, isNumber }) => {
      if (isNumber && isBirth) return say.starts(Number(text).toFixed(2));
      const shown = isNumber ? `+${text}`.replace('+-', '-') : textOf(text, String(field));
      const name = say.names.get(String(field));
      return name === undefined ? shown : `${name} ${shown}`;
    });
    const line = left.length > 0 ? say.log([...new Set(entries)]) : '';
    (isLong(line) ? beside : short).push(line);
    for (const { text } of left) listed.add(text);
  }
  beside.push(short.filter(Boolean).join(between));
  const fold = (line: string) => foldLine(line, width);
  const folded = (lines: string[]) => lines.filter(Boolean).map(fold);
  return {
    read: read.map((lines) => lines.flatMap(fold)),
    beside: folded(beside),
    proof: folded(proof),
  };
}

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly isNumber: boolean;
}

/** Every text, number and switch in a value. */
function leavesOf(value: unknown, path: Leaf['path'] = []): Leaf[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object')
    return [{ path, text: String(value), isNumber: typeof value === 'number' }];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

const probe = 'qqqq';

/** Tells of a leaf whether the lines of the block hold it: they change when it does. A number orders other texts. */
function drawnIn(asset: Asset): (leaf: Leaf) => boolean {
  const copy = structuredClone(asset) as unknown as Record<string | number, unknown>;
  const lines = blockLines(asset).join('\n');
  const shown = bare(lines);
  return ({ path, text }) => {
    let at = copy;
    for (const key of path.slice(0, -1)) at = at[key] as typeof copy;
    const last = path.at(-1) as string | number;
    const own = at[last];
    const changes = (value: unknown): boolean => {
      at[last] = value;
      try {
        return blockLines(copy as unknown as Asset).join('\n') !== lines;
      } catch {
        // No lines are made of a kind that does not exist.
        return false;
      } finally {
        at[last] = own;
      }
    };
    if (typeof own !== 'string') return changes(-1) || changes(1e9);
    return shown.includes(bare(text)) && changes(probe);
  };
}

/** Says names and values of the schema in words of the person, each in its own. */
function readerIn(language: Language) {
  const say = words[language];
  // A text may be a name that every object inherits.
  const own = (table: Readonly<Record<string, string>> = {}, name: string): string | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  const nameOf = (name: string): string => say.names.get(name) ?? name;
  /** On one line: names and values, lists with commas. `name`: the field, as only some hold words of the schema. */
  const textOf = (value: unknown, name = ''): string => {
    if (typeof value === 'string' && sessionId.test(value)) return value.slice(0, 8);
    if (typeof value !== 'object' || value === null)
      return own(say.values[name], String(value)) ?? String(value);
    if (Array.isArray(value)) return value.map((one) => textOf(one, name)).join(', ');
    return Object.entries(value)
      .map(([key, inner]) => `${nameOf(key)} ${textOf(inner, key)}`)
      .join(between);
  };
  /** What holds of every quote is said once, below them. */
  const evidenceLines = (all: readonly object[], isShort: boolean): string[] => {
    const entries = all as readonly Readonly<Record<string, unknown>>[];
    const isOfAll = ([name, value]: readonly [string, unknown]): boolean =>
      name !== 'quote' && all.length > 1 && entries.every((one) => isSame(one[name], value));
    const lines = all.map((one) => {
      const { quote, role } = one as { quote?: string; role?: string };
      const isWide = quote !== undefined && [...quote].length > shortQuoteCharacters;
      const isCut = isShort && isWide && role === 'user';
      const shown = isCut ? `${[...quote].slice(0, shortQuoteCharacters).join('')}…` : quote;
      const rest = Object.entries(one).filter((entry) => entry[0] !== 'quote' && !isOfAll(entry));
      return [...(shown === undefined ? [] : [say.said(shown)]), textOf(Object.fromEntries(rest))]
        .filter(Boolean)
        .join(between);
    });
    return [...lines, textOf(Object.fromEntries(Object.entries(all[0] ?? {}).filter(isOfAll)))];
  };
  return { nameOf, textOf, evidenceLines };
}

/** A long field has a line of its own. */
function isLong(field: string): boolean {
  return columns(field) > maxColumns / 2;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The first 8 digits tell a session from the others, here as everywhere. */
const sessionId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids of events and of files are of our own making, and a step of 0 is none. */
function isOurs(text: string): boolean {
  return text === '0' || /^[0-9a-f]{16,64}$/.test(text);
}

function bare(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** Nothing that a terminal would obey, and no line break but ours. A wide line goes on under its own indent. */
export function foldLine(line: string, width = maxColumns): string[] {
  const plain = line.replace(/[\p{C}\u2028\u2029]/gu, ' ');
  const indent = /^ */.exec(plain)?.[0] ?? '';
  const lines = columns(plain) <= width ? [plain] : wrap(plain.trim(), width, indent);
  return lines.flatMap((one) => cut(one, width));
}

/** A word that is wider than a line is cut. */
function cut(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = '';
  for (const character of line) {
    if (columns(rest + character) > width) {
      lines.push(rest);
      rest = '';
    }
    rest += character;
  }
  return [...lines, rest];
}
