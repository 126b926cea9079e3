import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namedRows, namelessRows } from '../../src/observe/signals/signal-table.js';

// Patterns wait for words: none of these may keep a pattern from what it would find.

/** Texts that a pattern finds, by chance. */
function found(pattern: RegExp): fc.Arbitrary<string> {
  const around = fc.constantFrom('', ' ', '(', ': ', '  x', 'é ', '\t');
  return fc
    .tuple(
      around,
      fc.stringMatching(new RegExp(withoutNegations(pattern.source), pattern.unicode ? 'u' : '')),
      around,
    )
    .map((parts) => (pattern.source.startsWith('^') ? parts.slice(1) : parts).join(''))
    .filter((text) => text.length < 2000 && !/[\n\r\u2028\u2029]/.test(text));
}

/** For the generator: what must stand somewhere is asked for, what must not is left to the pattern itself. */
function withoutNegations(source: string): string {
  let result = '';
  for (let at = 0; at < source.length; at++) {
    const group = /^\((?:\?<?[!=])/.exec(source.slice(at))?.[0];
    if (group?.endsWith('!')) at = groupEnd(source, at);
    else if (group !== undefined) {
      result += '(?:';
      at += group.length - 1;
    } else if (source.startsWith('\\b', at)) at++;
    else {
      const size = source[at] === '\\' ? 2 : 1;
      result += source.slice(at, at + size);
      at += size - 1;
    }
  }
  return result;
}

function groupEnd(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '(') depth++;
    else if (source[at] === ')' && --depth === 0) return at;
  }
  return source.length;
}

/** Some are found for every pattern, or the check would be none. */
function expectSome(
  pattern: RegExp,
  subject: (text: string) => string,
  may: (text: string) => boolean,
) {
  let hits = 0;
  fc.assert(
    fc.property(found(pattern), (text) => {
      pattern.lastIndex = 0;
      if (!pattern.test(subject(text))) return;
      hits++;
      expect(may(text), JSON.stringify(text)).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(hits).toBeGreaterThan(0);
}

describe('in the table of signals', () => {
  const shapes = [...namedRows, ...namelessRows].flatMap(({ signal, shapes }) =>
    shapes.map((shape) => ({ signal, ...shape })),
  );

  test.each(shapes.map((shape) => [shape.signal, shape.pattern.source, shape] as const))(
    '%s: %s',
    (_, __, { words, exact, capitals, pattern }) => {
      const may = (text: string) => {
        const lower = text.toLowerCase();
        return (
          words.every((list) => list.some((word) => lower.includes(word))) &&
          (capitals.length === 0 || capitals.some((word) => text.includes(word)))
        );
      };
      expectSome(pattern, (text) => (exact ? text : text.toLowerCase()), may);
    },
  );
});
