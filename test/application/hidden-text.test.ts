import { describe, expect, test } from 'vitest';
import { blankTexts } from '../../src/application/memory/wording.js';
import { hiddenIn } from '../../src/validation.js';

describe('what a person would not see as it is', () => {
  test.each([
    ['a struck word', 'n\u0336e\u0336v\u0336e\u0336r push', '\u0336'],
    ['a Latin word with a Cyrillic letter', 'use \u0440npm, never npm', '\u0440npm'],
    ['a Latin word with a Greek letter', 'run ser\u03bfver first', 'ser\u03bfver'],
    ['a zero-width space', 'use pn\u200bpm', '\u200b'],
    ['a control of Egyptian', 'use \u{13430}pnpm', '\u{13430}'],
    ['a letter of private use', 'use \ue000 pnpm', '\ue000'],
    ['a blank of Braille', 'use\u2800pnpm', '\u2800'],
    ['a tag', 'use pnpm\u{e0041}', '\u{e0041}'],
    ['half a character', 'use \ud83d pnpm', '\ud83d'],
    ['a run of no-break spaces', 'use\u00a0\u00a0pnpm', '\u00a0\u00a0'],
  ])('%s', (_, text, found) => {
    expect(hiddenIn(text)).toBe(found);
  });

  test.each([
    'use pnpm, never npm',
    '\u7528 pnpm\uff0c\u4e0d\u8981\u7528 npm\u3000\u3002',
    'не используй npm, а pnpm; npm-скрипт, commitнуть',
    'measure in k\u03a9 and \u0394t; \u03b1 \u2264 \u03b2, \u2260 0',
    'not equal, as a Mac writes it: =\u0338',
    'cafe\u0301, Vie\u0323\u0302t Nam, na\u00efve',
    '\u2764\ufe0f 1\ufe0f\u20e3 \u{1f44d}',
    'a character that a later Unicode may have: \u{1fbff}',
  ])('%s is written as it is', (text) => {
    expect(hiddenIn(text)).toBe(undefined);
  });

  test('is refused in every text of a change, its reason too, with the signs by their numbers', () => {
    const [found, ...more] = blankTexts({ title: 'plain', reason: 'n\u0336o' }, 'this change');
    expect(more).toEqual([]);
    expect([found?.at, found?.message]).toEqual(['/reason', expect.stringContaining('U+0336')]);
  });
});
