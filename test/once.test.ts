import { expect, test } from 'vitest';
import { once } from '../src/once.js';

test('a pattern is made once, when it is asked for', () => {
  let made = 0;
  const pattern = once(() => {
    made++;
    return /a/;
  });
  expect(made).toBe(0);
  expect(pattern()).toBe(pattern());
  expect(made).toBe(1);
});
