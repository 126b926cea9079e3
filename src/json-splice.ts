/**
 * A JSON text with `item` at the end of the array at `path`, the array and the objects on the way made where they are
 * missing; every other character stays. The text itself where the item is there already, undefined where it is no
 * JSON object or something else stands in the way.
 */
export function withItem(text: string, path: readonly string[], item: string): string | undefined {
  const bom = /^\uFEFF/.exec(text)?.[0] ?? '';
  const body = text.slice(bom.length);
  const before = parseObject(body);
  if (before === undefined) return undefined;
  const spliced = splice(body, before, path, item);
  if (spliced === undefined || spliced === body) return spliced && bom + spliced;
  // The proof of the scanner: what it made says what was meant, no more and no less.
  const meant = added(before, path, item);
  return JSON.stringify(parseObject(spliced)) === JSON.stringify(meant) ? bom + spliced : undefined;
}

/**
 * The text that `withItem` was given, where that tells what it made on the way; else the text without the item alone.
 * undefined where the item does not stand at the path, or once the text is no JSON object.
 */
export function withoutItem(
  text: string,
  path: readonly string[],
  item: string,
): string | undefined {
  const bom = /^\uFEFF/.exec(text)?.[0] ?? '';
  const body = text.slice(bom.length);
  const places = placesOn(body, path, item);
  const alone = places.at(-1);
  if (alone === undefined) return undefined;
  const given = places
    .map((place) => cut(body, place))
    .find((before) => withItem(before, path, item) === body);
  return bom + (given ?? cut(body, alone));
}

/** A member of an object or an element of an array: where its container begins, and which of them it is. */
interface Place {
  readonly open: number;
  readonly index: number;
}

/** The members on the way to the item, from the outermost, and the item itself. */
function placesOn(text: string, path: readonly string[], item: string): Place[] {
  const places: Place[] = [];
  let here: unknown = parseObject(text);
  let open = text.search(/\S/);
  for (const key of path) {
    if (!isObject(here)) return [];
    const members = membersOf(text, open);
    const index = members.findLastIndex((one) => one.key === key);
    if (index < 0) return [];
    places.push({ open, index });
    open = members[index]?.value as number;
    here = here[key];
  }
  const index = Array.isArray(here) ? here.lastIndexOf(item) : -1;
  return index < 0 ? [] : [...places, { open, index }];
}

/** The text without one member or element, and without the comma that set it off. */
function cut(text: string, { open, index }: Place): string {
  const parts =
    text[open] === '{'
      ? membersOf(text, open).map(({ start, value }) => ({ start, end: endOf(text, value) }))
      : elementsOf(text, open).map((start) => ({ start, end: endOf(text, start) }));
  const [before, own, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (before !== undefined) return text.slice(0, before.end) + text.slice(own?.end);
  if (after !== undefined) return text.slice(0, own?.start) + text.slice(after.start);
  return text.slice(0, open + 1) + text.slice(endOf(text, open) - 1);
}

type Json = { readonly [key: string]: unknown };

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function added(value: Json, [key = '', ...rest]: readonly string[], item: string): Json {
  const old = value[key];
  const next =
    rest.length === 0
      ? [...((old as unknown[] | undefined) ?? []), item]
      : added((old as Json | undefined) ?? {}, rest, item);
  return { ...value, [key]: next };
}

function splice(
  text: string,
  value: Json,
  path: readonly string[],
  item: string,
): string | undefined {
  let at = text.search(/\S/);
  let here: unknown = value;
  for (const [depth, key] of path.entries()) {
    if (!isObject(here)) return undefined;
    const member = membersOf(text, at).findLast((one) => one.key === key);
    if (member === undefined) return withMember(text, at, path.slice(depth), item, depth);
    at = member.value;
    here = here[key];
  }
  if (!Array.isArray(here)) return undefined;
  return here.includes(item) ? text : withElement(text, at, JSON.stringify(item));
}

/** Text of a new last element of the array, set off as the one before it. */
function withElement(text: string, open: number, element: string): string {
  const starts = elementsOf(text, open);
  const last = starts.at(-1);
  if (last === undefined) {
    const close = endOf(text, open) - 1;
    return text.slice(0, open + 1) + element + text.slice(close);
  }
  const end = endOf(text, last);
  return `${text.slice(0, end)},${gapBefore(text, last)}${element}${text.slice(end)}`;
}

function withMember(
  text: string,
  open: number,
  [key = '', ...rest]: readonly string[],
  item: string,
  depth: number,
): string {
  const [newline] = /\r?\n/.exec(text) ?? ['\n'];
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const made = rest.reduceRight<unknown>((value, name) => ({ [name]: value }), [item]);
  const lines = JSON.stringify(made, null, indent).replaceAll(
    '\n',
    newline + indent.repeat(depth + 1),
  );
  const member = `${JSON.stringify(key)}: ${lines}`;
  const last = membersOf(text, open).at(-1);
  if (last !== undefined) {
    const end = endOf(text, last.value);
    return `${text.slice(0, end)},${gapBefore(text, last.start)}${member}${text.slice(end)}`;
  }
  const close = endOf(text, open) - 1;
  const [inner, outer] = [depth + 1, depth].map((level) => newline + indent.repeat(level));
  return `${text.slice(0, open + 1)}${inner}${member}${outer}${text.slice(close)}`;
}

function gapBefore(text: string, start: number): string {
  return /\s*$/.exec(text.slice(0, start))?.[0] ?? '';
}

interface Member {
  readonly key: string;
  /** Where its key begins. */
  readonly start: number;
  /** Where its value begins. */
  readonly value: number;
}

function membersOf(text: string, open: number): Member[] {
  return elementsOf(text, open).map((start) => {
    const end = endOf(text, start);
    const colon = text.indexOf(':', end);
    return { key: JSON.parse(text.slice(start, end)), start, value: skipSpace(text, colon + 1) };
  });
}

/** Where the elements of an array, or the keys of an object, begin. Of valid JSON. */
function elementsOf(text: string, open: number): number[] {
  const starts: number[] = [];
  let isNext = true;
  for (
    let at = skipSpace(text, open + 1);
    !/[\]}]/.test(text[at] as string);
    at = skipSpace(text, at)
  ) {
    if (text[at] === ',' || text[at] === ':') {
      isNext = text[at] === ',';
      at += 1;
      continue;
    }
    if (isNext) starts.push(at);
    at = endOf(text, at);
  }
  return starts;
}

/** Behind the value that begins here. Of valid JSON. */
function endOf(text: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[{[]|[}\]]|[^\s,:{}[\]"]+/gy;
  let depth = 0;
  for (let at = start; ; ) {
    token.lastIndex = at;
    const [found] = token.exec(text) ?? [];
    if (found === undefined) at += 1;
    else {
      at += found.length;
      if (found === '{' || found === '[') depth += 1;
      if (found === '}' || found === ']') depth -= 1;
      if (depth === 0) return at;
    }
    if (at > text.length) return text.length;
  }
}

function skipSpace(text: string, at: number): number {
  const space = /\s*/y;
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}
