import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonFault, parseJson } from '../../src/json.js';

function faultOf(text: string): readonly [at: string, message: string] {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonFault) return [error.at, error.message];
    throw error;
  }
  throw new Error('Expected a fault, got none.');
}

describe('a text that is no JSON says what is wrong and where', () => {
  test.each([
    ['a comma too much', '[\n  {"id": "a",}\n]\n', '2:14', 'Expected double-quoted property name'],
    [
      'one too few',
      '{\r\n  "a": 1\r\n  "b": 2\r\n}',
      '3:3',
      "Expected ',' or '}' after property value",
    ],
    ['a bare word behind a mark', '\uFEFF{"goal": xyz}', '1:10', "Unexpected token 'x'"],
    ['a comment', '{\n  // mine\n}', '2:3', "Expected property name or '}'"],
    ['the end too early', '{"a": [1', '1:9', "Expected ',' or ']' after array element"],
    ['nothing', '', '1:1', 'Unexpected end of JSON input'],
    ['two values', '{}\n{}', '2:1', 'Unexpected non-whitespace character after JSON'],
    ['what a terminal obeys', '["\u4E2D\u6587", \u001B[31m]', '1:8', "Unexpected token 'U+001B'"],
    ['what has more levels than a stack', `${'['.repeat(100_000)}x`, '1:1', "Unexpected token 'x'"],
  ])('%s', (_, text, at, message) => {
    expect(faultOf(text)).toEqual([at, message]);
  });

  test('whatever is cut or put in: in the line that Node names, where it names one', () => {
    const whole = JSON.stringify(
      [{ id: 'a', steps: ['one', 'two'], n: -1.5e3, is: [true, null] }, { 'a "b"': '中\\文' }],
      null,
      2,
    );
    const pieces = fc.constantFrom(
      '',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\n',
      '1',
      'a',
      ' ',
    );
    const at = fc.nat(whole.length);
    fc.assert(
      fc.property(at, fc.nat(2), pieces, (start, length, piece) => {
        const text = whole.slice(0, start) + piece + whole.slice(start + length);
        let position: string | undefined;
        try {
          JSON.parse(text);
          fc.pre(false);
        } catch (error) {
          position = /at position (\d+)/.exec((error as Error).message)?.[1];
        }
        fc.pre(position !== undefined);
        const [line] = faultOf(text)[0].split(':');
        expect(Number(line)).toBe(text.slice(0, Number(position)).split('\n').length);
      }),
      { numRuns: 2000 },
    );
  });
});
