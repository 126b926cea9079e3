import { describe, expect, test } from 'vitest';
import { painter, paintSeverity } from '../../src/terminal/colour.js';
import { visible } from '../../src/terminal/write-line.js';

describe('colour', () => {
  test('a terminal has it; a pipe, NO_COLOR and a dumb terminal have none', () => {
    expect(visible(painter({ isTTY: true }, {})('wrong', 'error'))).toBe(
      '\u001b[31merror\u001b[39m',
    );
    for (const [stream, env] of [
      [{}, {}],
      [{ isTTY: true }, { NO_COLOR: '1' }],
      [{ isTTY: true }, { TERM: 'dumb' }],
    ] as const)
      expect(painter(stream, env)('wrong', 'error')).toBe('error');
  });

  test('only the word that says how bad a problem is has one, in both languages', () => {
    const paint = (tone: string, words: string) => `<${tone} ${words}>`;
    expect(paintSeverity('error: genes.json: no', paint)).toBe('<wrong error>: genes.json: no');
    expect(paintSeverity('警告：genes.json：无', paint)).toBe('<look 警告>：genes.json：无');
    expect(paintSeverity('no error: fine', paint)).toBe('no error: fine');
  });

  test('a colour in a text that is shown is no colour, on a terminal or in a pipe', () => {
    const paint = painter({ isTTY: true }, {});
    for (const code of ['[31m', '[0m', '[39m', '[1m', ']8;;x', '[2J', 'c'])
      expect(visible(`${paint('good', `done \u001b${code}x`)} \u001b${code}x`)).toBe(
        `\u001b[32mdone \\u001b${code}x\u001b[39m \\u001b${code}x`,
      );
    expect(visible('a \ufdd0 \ue000 \u001b[31mb')).not.toContain('\u001b');
  });
});
