import { type ParseError, parse, visit } from 'jsonc-parser';

/** The fault of a text that is no JSON. */
export class JsonFault extends Error {
  /** `line:column`, both from 1. */
  readonly at: string;

  constructor(message: string, at: string) {
    super(message);
    this.name = 'JsonFault';
    this.at = at;
  }
}

/** The value of a JSON text, a byte order mark apart. Throws a `JsonFault`, also where an object has one key twice. */
export function parseJson(text: string): unknown {
  const bare = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch (error) {
    throw new JsonFault(whatIsWrong(error as Error), placeOf(bare, firstFault(bare)));
  }
  const again = unlessTooDeep(() => repeatedKey(bare, value));
  if (again === undefined) return value;
  const { key, offset } = again;
  throw new JsonFault(
    `one object has the field ${JSON.stringify(key)} twice`,
    placeOf(bare, offset),
  );
}

/** `JSON.parse` takes the last of two and drops the other. As many colons as keys tell quickly that nothing was dropped. */
function repeatedKey(text: string, value: unknown): { key: string; offset: number } | undefined {
  if (text.split(':').length - 1 === keysIn(value)) return undefined;
  const open: Set<string>[] = [];
  let found: { key: string; offset: number } | undefined;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, offset) => {
      if (open.at(-1)?.has(key)) found ??= { key, offset };
      open.at(-1)?.add(key);
    },
  });
  return found;
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + keysIn(inner), own);
}

/** Node's message without its quotation and its offset in characters. */
function whatIsWrong({ message }: Error): string {
  return message
    .replace(
      /(?:(?: in JSON)? at position \d+|, (?:\.{3})?"[\s\S]*" ?(?:\.{3})? is not valid JSON).*$/,
      '',
    )
    .replace(
      /\p{C}/gu,
      (one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
    );
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

function firstFault(text: string): number {
  const faults: ParseError[] = [];
  unlessTooDeep(() => parse(text, faults, { disallowComments: true }));
  return faults[0]?.offset ?? 0;
}

/** A recursive check fails on thousands of levels. */
function unlessTooDeep<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
