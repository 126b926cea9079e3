import * as node from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { join, resolve } from '../src/plain-path.js';

const part = fc.constantFrom(
  '',
  '/',
  '.',
  '..',
  '...',
  '.a',
  'a.',
  'a',
  'b c',
  '文',
  'a/',
  '/a',
  'a//b',
  'a/../b',
);
const path = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('/'));
const runs = { numRuns: 20_000 };

test('join gives what node:path gives', () => {
  fc.assert(
    fc.property(path, fc.array(path, { maxLength: 3 }), (first, rest) => {
      expect(join(first, ...rest)).toBe(node.join(first, ...rest));
    }),
    runs,
  );
});

test('resolve gives what node:path gives', () => {
  fc.assert(
    fc.property(path, fc.array(path, { maxLength: 2 }), (first, rest) => {
      expect(resolve(first, ...rest)).toBe(node.resolve(first, ...rest));
    }),
    runs,
  );
});
