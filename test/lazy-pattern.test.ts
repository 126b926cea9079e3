import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { lazyPattern, prepared, preparePatternsFor } from '../src/lazy-pattern.js';

const make = [
  () => /^\W*(?:error|fatal)\b[^:]{1,80}: (\d+)/,
  () => /(?:failed|failures):? ?[:=] ?[1-9]\d*\b/gi,
  () => /[\w.~-]{3}/y,
  () => /~+|错误[:：]/g,
];

test('a pattern is made once, when it is asked for', () => {
  let made = 0;
  const pattern = lazyPattern(() => {
    made++;
    return /a/;
  });
  expect(made).toBe(0);
  expect(pattern()).toBe(pattern());
  expect(made).toBe(1);
});

test.each(make)('%s finds what it finds unprepared', (pattern) => {
  const text = fc.array(fc.constantFrom('error', 'failed: 3', '~~', '错误：', ' ', 'é', ': 12'));
  fc.assert(
    fc.property(text, (parts) => {
      const all = (one: RegExp) => [one.exec(parts.join('')), parts.join('').replace(one, '<>')];
      expect(all(prepared(pattern()))).toEqual(all(pattern()));
    }),
  );
});

describe('V8', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isBytecode = new Function('pattern', 'return %RegexpHasBytecode(pattern, true)');
  const hasCode = (pattern: RegExp) =>
    [true, false].map((ofOneByte) =>
      new Function('pattern', 'one', 'return %RegexpHasNativeCode(pattern, one)')(
        pattern,
        ofOneByte,
      ),
    );
  afterEach(() => preparePatternsFor(''));

  test('has no bytecode for a prepared pattern; for another, used once, it has', () => {
    const source = () => new RegExp(`${Math.random()}(?:a|b)`);
    const [plain, ready] = [source(), prepared(source())];
    plain.test('text');
    expect([isBytecode(plain), isBytecode(ready)]).toEqual([true, false]);
  });

  test.each([
    ['passed in 2 s, café', [true, false]],
    ['✓ passed', [false, true]],
    ['通过', [false, true]],
  ])('has machine code for the characters of %s, and no other', (text, expected) => {
    preparePatternsFor(text);
    expect(hasCode(prepared(new RegExp(`${Math.random()}(?:a|b)`)))).toEqual(expected);
  });
});
