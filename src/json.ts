import { type ParseError, parse } from 'jsonc-parser';

/** What is wrong with a text that is no JSON. */
export class JsonFault extends Error {
  /** Where: `line:column`, both from 1. */
  readonly at: string;

  constructor(message: string, at: string) {
    super(message);
    this.name = 'JsonFault';
    this.at = at;
  }
}

/** The value of a JSON text, a byte order mark apart. Throws a `JsonFault`. */
export function parseJson(text: string): unknown {
  const bare = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(bare);
  } catch (error) {
    throw new JsonFault(whatIsWrong(error as Error), firstFaultIn(bare));
  }
}

/** What Node says, without what it quotes of the text and where it counts characters, not lines. */
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

function firstFaultIn(text: string): string {
  const before = text.slice(0, firstFault(text)).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

function firstFault(text: string): number {
  const faults: ParseError[] = [];
  try {
    parse(text, faults, { disallowComments: true });
  } catch (error) {
    // It calls itself for each level, and some thousands are too many: the first fault is behind them.
    if (!(error instanceof RangeError)) throw error;
  }
  return faults[0]?.offset ?? 0;
}

/** A text somewhere in a value. */
export interface PlacedText {
  /** JSON pointer. */
  readonly at: string;
  readonly text: string;
}

/** Every text in a value, in order; keys are none. `at` is the pointer of the value itself. */
export function textsIn(value: unknown, at = ''): PlacedText[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${at}/${key}`));
}
