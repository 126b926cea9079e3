import { conditionOf, headOf } from '../../asset-wording.js';
import type { Reads } from '../../compile/reads.js';
import { blockLines, wrap } from '../../compile/rule-block.js';
import { words } from '../../messages/approval.js';
import { breachOf } from '../../messages/rules/watch.js';
import type { Language } from '../../problem.js';
import type { Asset, Evidence } from '../../schema.gen.js';
import { dayIn } from '../../text.js';
import { columns } from '../../validation.js';

/** What the question about a new rule, or a pin, offers and tells besides, as it was found when the change was filed. */
export interface Offer {
  /** The rule has a reminder; `pins`: another pinned rule has room. */
  readonly remind?: { readonly pins: boolean };
  /** What past sessions would have counted. */
  readonly past?: { readonly broken: number; readonly sessions: number };
  /** True where a pin would not bring the rule into the block. */
  readonly noPin?: true;
  /** True where a pinned rule comes into the block later only. */
  readonly later?: true;
  /** True of a lesson of a running retrospective that nobody has questioned. */
  readonly isDraft?: true;
  /** Where Claude would read the rule, if what was asked before it in this dialog is kept. */
  readonly reads?: Reads;
  /** True if better rules have all the room of the block. */
  readonly isFull?: true;
  /** Of the sessions that the evidence names: number in the retrospective, day, and by what they did their lines. */
  readonly sessions?: Readonly<
    Record<
      string,
      { readonly s?: number; readonly day?: string } & {
        readonly [deed in Deed]?: readonly number[];
      }
    >
  >;
  /** True if Claude worded the exception. */
  readonly ownSkip?: true;
}

/** What a line shows that is no word: an edit that the person changed, a call that they refused, one that failed. */
export const deeds = ['changed', 'refused', 'failed'] as const;
export type Deed = (typeof deeds)[number];

/** What a change would write: wordings before and after by id, null where there is none, and its events. */
export interface Difference {
  readonly found: Readonly<Record<string, Asset | null>>;
  readonly comes: Readonly<Record<string, Asset | null>>;
  readonly writes: readonly object[];
  /** Ids of rules that no person has read: no word of them is shown. */
  readonly unread: readonly string[];
  /** The project whose memory it is. */
  readonly project?: string;
}

/** What is known besides of what a question shows. */
export interface Shown {
  readonly language: Language;
  /** The first line of the question. */
  readonly head: string;
  /** Texts that stand elsewhere in the question. */
  readonly told: readonly string[];
  /** By the session's id: its number in the retrospective, and the day of what was said in it. */
  readonly sessions: Offer['sessions'];
  /** True if the exception is worded by Claude. */
  readonly ownSkip: boolean;
}

export const maxColumns = 76;
export const between = ' · ';

/**
 * Lists every text and number of a difference, field by field: what Claude will read and who said it, and what is
 * written beside it. It names no field that it leaves out. `first` is the rule that the
 * question is about.
 */
export function linesOf(
  { found, comes, writes, unread, project }: Difference,
  first: string | undefined,
  { language, head, told, sessions, ownSkip }: Shown,
): {
  readonly rule: readonly string[];
  readonly said: readonly string[];
  readonly beside: readonly string[];
} {
  const say = words[language];
  const { nameOf, textOf, saidLines } = readerIn(language, sessions ?? {});
  /** The question is about the memory of this project: `where` would name another. */
  const isOfHere = ([name]: Leaf['path'], text: string) => name === 'project' && text === project;
  const read: string[] = [];
  const beside: string[] = [];
  const said: string[] = [];
  const listed = new Set<string>([...Object.keys(comes), ...told]);
  const ids = Object.keys(comes).sort((a, b) => Number(b === first) - Number(a === first));
  for (const id of ids) {
    const [before, after] = [found[id] ?? null, comes[id] ?? null];
    const isAbout = id === first;
    if (unread.includes(id) || (!isAbout && isSame(before, after))) continue;
    const asset = after ?? before;
    if (asset === null) continue;
    const isNew = isAbout && before === null && head.includes(asset.title);
    const mark = ownSkip ? say.ownSkip : '';
    const lines = ruleLines(asset, isNew, mark);
    const changes = before === null || after === null ? [] : changedLines(before, after, mark);
    read.push(...(isAbout ? [] : [`${id}:`]), ...(changes.length > 0 ? changes : lines));
    const list = (value: unknown) => {
      for (const { text } of leavesOf(value)) listed.add(text);
    };
    const { id: _, evidence, ...rest } = asset;
    const quotes = new Set(evidence?.map(({ quote }) => quote));
    const known = (after === null ? {} : (before ?? {})) as Readonly<Record<string, unknown>>;
    const isDrawn = drawnIn(asset, (one) => [
      ...(isNew ? [one.title] : []),
      ...ruleLines(one, isNew, ''),
      ...(one.watch === undefined ? [] : [breachOf(one.watch, language)]),
    ]);
    const { watch } = rest;
    if (watch !== undefined && !isSame(known.watch, watch) && !told.includes(watchTold))
      beside.push(say.counted(breachOf(watch, language)));
    const entries = Object.entries<unknown>(rest).flatMap((entry) =>
      entry[0] === 'when' ? (Object.entries(rest.when ?? {}) as [string, unknown][]) : [entry],
    );
    const fields = entries.flatMap(([name, value]) => {
      const path = name in rest ? [name] : ['when', name];
      const leaves = leavesOf(value, path);
      const hidden = leaves.filter(
        (leaf) =>
          !isDrawn(leaf) &&
          !isIn(head, textOf(leaf.text, name), leaf.text) &&
          !quotes.has(leaf.text),
      );
      for (const leaf of leaves) if (!hidden.includes(leaf)) listed.add(leaf.text);
      const before = name in rest ? known[name] : (known.when as typeof known)?.[name];
      if (hidden.length === 0 || isSame(before, value)) return [];
      list(value);
      if (hidden.length === leaves.length) return [say.field(nameOf(name), textOf(value, name))];
      // Its other texts stand in the lines of the rule.
      const kept = new Set(leavesOf(before).map(({ text }) => text));
      return hidden
        .filter(({ text }) => !kept.has(text))
        .map(({ path, text }) => say.field(placeName(path, nameOf), textOf(text, name)));
    });
    beside.push(...fields);
    const proved = new Set(((known.evidence ?? []) as object[]).map((one) => JSON.stringify(one)));
    const fresh = (evidence ?? []).filter((one) => !proved.has(JSON.stringify(one)));
    said.push(...saidLines(fresh));
    for (const { quote, role, session, line, ...more } of fresh) {
      list({ quote, role, session, line });
      for (const { path, text } of leavesOf(more))
        if (!listed.has(text) && !isOfHere(path, text)) {
          beside.push(say.field(nameOf(String(path[0])), text));
          listed.add(text);
        }
    }
    const gone = before === null || after === null ? [] : leavesOf(before);
    const stays = new Set(leavesOf(after).map(({ text }) => text));
    const isDrawnBefore =
      before === null ? () => false : drawnIn(before, (one) => ruleLines(one, false, ''));
    for (const leaf of gone) {
      const { path, text } = leaf;
      if (stays.has(text) || listed.has(text)) continue;
      if (!isDrawnBefore(leaf)) beside.push(say.before(nameOf(String(path[0])), text));
      listed.add(text);
    }
  }
  for (const event of writes) {
    const left = leavesOf(event).filter(
      ({ path, text }) => !listed.has(text) && !isOurs(text) && !isOfHere(path, text),
    );
    // Its number is where a rule starts; that of any other event is a step.
    const isBirth = /^(?:create|import)$/.test(String((event as { event?: unknown }).event));
    const entries = left.flatMap(({ path: [field], text, isNumber }) => {
      if (isNumber && isBirth) return [say.starts(Number(text).toFixed(2))];
      const shown = isNumber ? `+${text}`.replace('+-', '-') : textOf(text, String(field));
      if (isIn(head, shown, text)) return [];
      const name = say.names.get(String(field));
      return [name === undefined ? shown : `${name} ${shown}`];
    });
    const line = entries.length > 0 ? say.log([...new Set(entries)]) : '';
    beside.push(line);
    for (const { text } of left) listed.add(text);
  }
  const lines = (all: readonly string[]) => all.filter(Boolean);
  return { rule: lines(read), said: lines(said), beside: lines(beside) };
}

/** The name of a text within a list, with its number. */
function placeName(path: Leaf['path'], nameOf: (name: string) => string): string {
  const number = path.find((key) => typeof key === 'number');
  const name = nameOf(String(path.findLast((key) => typeof key === 'string')));
  return number === undefined ? name : `${name} ${Number(number) + 1}`;
}

/** A word of the schema that the first line says in words of a person. */
function isIn(head: string, shown: string, text: string): boolean {
  return shown !== text && head.toLowerCase().includes(shown);
}

/** Told elsewhere: what is counted, with how often it happened. */
export const watchTold = 'watch';

/** The lines of the block, unfolded. The first line of a question about a new rule holds its title. */
function ruleLines(asset: Asset, isNew: boolean, ownSkip: string): string[] {
  const [head = '', ...rest] = blockLines(asset, Number.POSITIVE_INFINITY);
  const lines = [asset.skip_when ? head + ownSkip : head, ...rest];
  return isNew && lines.at(-1) === `# ${asset.title}` ? lines.slice(0, -1) : lines;
}

/** What goes and what comes of the lines of a rule; its steps one by one, or where that is shorter all together. */
function changedLines(before: Asset, after: Asset, ownSkip: string): string[] {
  const [old, now] = [partsOf(before, ''), partsOf(after, ownSkip)];
  const left = old.acts.filter((one) => !now.acts.includes(one)).join(' → ');
  // As many steps as before: those that differ, each in its place.
  const isInPlace = old.acts.length === now.acts.length && old.acts.length > 1;
  const numbered = (acts: readonly string[]) => acts.map((one, at) => `${at + 1}. ${one}`);
  const steps = numbered(old.acts).map((one, at) => [one, numbered(now.acts)[at] ?? ''] as const);
  const whole = [left, old.act === now.act ? left : now.act] as const;
  const [together, apart] = [signed([whole]), signed(steps)];
  const height = (lines: readonly string[]) => lines.flatMap((line) => foldLine(line)).length;
  const acts = isInPlace && height(apart) <= height(together) ? apart : together;
  return [
    ...signed([[old.head, now.head] as const, [old.skip, now.skip] as const]),
    ...acts,
    ...signed([[old.note, now.note] as const]),
  ];
}

/** What goes and what comes, where they differ. */
function signed(pairs: readonly (readonly [gone: string, come: string])[]): string[] {
  return pairs.flatMap(([gone, come]) =>
    gone === come
      ? []
      : [...(gone === '' ? [] : [`− ${gone}`]), ...(come === '' ? [] : [`+ ${come}`])],
  );
}

/** The lines of a rule in the block by what they say. */
function partsOf(asset: Asset, ownSkip: string) {
  const { trigger, skip_when: skip = '', inject, type } = asset;
  const lines = blockLines(asset, Number.POSITIVE_INFINITY).map((line) => line.trim());
  const note = lines.at(-1)?.startsWith('# ') ? (lines.pop() ?? '') : '';
  if (inject?.lines !== undefined)
    return { head: '', skip: '', acts: lines, act: lines.join(' '), note };
  const act = lines.at(-1) ?? '';
  const steps =
    type === 'gene' ? asset.method : type === 'sop' ? asset.steps.map((one) => one.action) : [act];
  return {
    head: headOf(conditionOf(trigger)),
    skip: skip === '' ? '' : `AND NOT (${conditionOf(skip)})${ownSkip}`,
    acts: steps,
    act,
    note,
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

/** Tells of a leaf whether these lines hold it: they change when it does. A number orders other texts. */
function drawnIn(asset: Asset, draw: (asset: Asset) => readonly string[]): (leaf: Leaf) => boolean {
  const copy = structuredClone(asset) as unknown as Record<string | number, unknown>;
  const lines = draw(asset).join('\n');
  const shown = bare(lines);
  return ({ path, text }) => {
    let at = copy;
    for (const key of path.slice(0, -1)) at = at[key] as typeof copy;
    const last = path.at(-1) as string | number;
    const own = at[last];
    const changes = (value: unknown): boolean => {
      at[last] = value;
      try {
        return draw(copy as unknown as Asset).join('\n') !== lines;
      } catch {
        // No lines are made of a kind that does not exist.
        return false;
      } finally {
        at[last] = own;
      }
    };
    if (typeof own === 'boolean') return changes(!own);
    if (typeof own !== 'string') return changes(-1) || changes(1e9);
    return shown.includes(bare(text)) && changes(probe);
  };
}

/** Says names and values of the schema in words of the person, each in its own. */
function readerIn(language: Language, sessions: NonNullable<Offer['sessions']>) {
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
  /** Number or first digits of a session, and the line. */
  const placeIn = (session: unknown, line: unknown): string => {
    const name = sessions[String(session)]?.s ?? textOf(session);
    return [session === undefined ? '' : String(name), String(line ?? '')]
      .filter(Boolean)
      .join(':');
  };
  /** Each quote with who said it, when and where; what has no quote is one more place. Other fields are given back. */
  const saidLines = (all: readonly Evidence[]): string[] => {
    const lines: {
      readonly who: string;
      readonly head: readonly [day: string, quote: string | undefined];
      readonly places: string[];
    }[] = [];
    for (const { quote, role, session, line } of all) {
      const named = sessions[session ?? ''];
      const deed = deeds.find((one) => named?.[one]?.includes(line ?? 0));
      const who = deed ? say.deeds[deed] : role === undefined ? '' : textOf(role, 'role');
      const place = placeIn(session, line);
      const known = quote === undefined ? lines.find((one) => one.who === who) : undefined;
      const { day } = named ?? {};
      if (known !== undefined) known.places.push(place);
      else
        lines.push({
          who,
          head: [day === undefined ? '' : dayIn(day, language), quote],
          places: [place],
        });
    }
    return lines.map(({ who, head: [day, quote], places: [first = '', ...also] }) =>
      say.said(who, day, quote, say.places(first, also)),
    );
  };
  return { nameOf, textOf, saidLines };
}

/** Short fields share a line. */
export function packed(fields: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const field of fields) {
    const longer = `${lines.at(-1)}${between}${field}`;
    if (lines.length > 0 && columns(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(field);
  }
  return lines;
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

/** A line that leaves no column free, whatever its words are. */
export function fillLine(line: string, width = maxColumns): string[] {
  const [first = ''] = foldLine(line, Number.POSITIVE_INFINITY);
  const indent = /^ */.exec(first)?.[0] ?? '';
  return cut(first.trim(), width - indent.length).map((one) => indent + one.trim());
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
