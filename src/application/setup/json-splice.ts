import { type Node, type ParseError, parseTree } from 'jsonc-parser';

/**
 * Appends `item` to the array at `path`, and creates missing arrays and objects; every other character stays. Returns
 * the text itself if the item is present. Undefined if the text is no JSON object or another value blocks the path.
 */
export function withItem(text: string, path: readonly string[], item: string): string | undefined {
  const { bom, body } = withoutMark(text);
  let here = objectIn(body);
  for (const [depth, key] of path.entries()) {
    if (here?.type !== 'object') return undefined;
    const next = memberOf(here, key)?.children?.[1];
    if (next === undefined) return bom + withMember(body, here, path.slice(depth), item, depth);
    here = next;
  }
  if (here?.type !== 'array') return undefined;
  if (childrenOf(here).some(({ value }) => value === item)) return text;
  return bom + withLast(body, here, JSON.stringify(item));
}

/**
 * Restores the text that `withItem` received, if that can be known; otherwise removes the item only. Undefined if the
 * item is absent or the text is no JSON object.
 */
export function withoutItem(
  text: string,
  path: readonly string[],
  item: string,
): string | undefined {
  const { bom, body } = withoutMark(text);
  const places = placesOn(body, path, item);
  const alone = places.at(-1);
  if (alone === undefined) return undefined;
  const given = places
    .map((place) => cut(body, place))
    .find((before) => withItem(before, path, item) === body);
  return bom + (given ?? cut(body, alone));
}

function withoutMark(text: string): { bom: string; body: string } {
  const bom = /^\uFEFF/.exec(text)?.[0] ?? '';
  return { bom, body: text.slice(bom.length) };
}

function objectIn(text: string): Node | undefined {
  const faults: ParseError[] = [];
  const root = parseTree(text, faults, { disallowComments: true });
  return faults.length === 0 && root?.type === 'object' ? root : undefined;
}

function childrenOf({ children = [] }: Node): readonly Node[] {
  return children;
}

/** Of two members with one key the last counts. */
function memberOf(object: Node, key: string): Node | undefined {
  return childrenOf(object).findLast(({ children }) => children?.[0]?.value === key);
}

/** The members on the way to the item, from the outermost, and the item itself. */
function placesOn(text: string, path: readonly string[], item: string): Node[] {
  const places: Node[] = [];
  let here = objectIn(text);
  for (const key of path) {
    const member = here?.type === 'object' ? memberOf(here, key) : undefined;
    if (member === undefined) return [];
    places.push(member);
    here = member.children?.[1];
  }
  const element =
    here?.type === 'array' && childrenOf(here).findLast(({ value }) => value === item);
  return element ? [...places, element] : [];
}

/** The text without one member or element, and without the comma that set it off. */
function cut(text: string, node: Node): string {
  const siblings = node.parent === undefined ? [] : childrenOf(node.parent);
  const index = siblings.indexOf(node);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (before !== undefined) return text.slice(0, endOf(before)) + text.slice(endOf(node));
  if (after !== undefined) return text.slice(0, node.offset) + text.slice(after.offset);
  const { offset = 0, length = text.length } = node.parent ?? {};
  return text.slice(0, offset + 1) + text.slice(offset + length - 1);
}

/** With a new last element or member, set off as the one before it. */
function withLast(text: string, container: Node, added: string): string {
  const last = childrenOf(container).at(-1);
  if (last === undefined)
    return text.slice(0, container.offset + 1) + added + text.slice(endOf(container) - 1);
  const gap = text.slice(text.slice(0, last.offset).trimEnd().length, last.offset);
  return `${text.slice(0, endOf(last))},${gap}${added}${text.slice(endOf(last))}`;
}

function withMember(
  text: string,
  object: Node,
  [key = '', ...rest]: readonly string[],
  item: string,
  depth: number,
): string {
  const [newline] = /\r?\n/.exec(text) ?? ['\n'];
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const made = rest.reduceRight<unknown>((value, name) => ({ [name]: value }), [item]);
  const [inner, outer] = [depth + 1, depth].map((level) => newline + indent.repeat(level));
  const value = JSON.stringify(made, null, indent).replaceAll('\n', inner as string);
  const member = `${JSON.stringify(key)}: ${value}`;
  const isFirst = childrenOf(object).length === 0;
  return withLast(text, object, isFirst ? `${inner}${member}${outer}` : member);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}
