import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnostic } from '../../src/observe/signals/diagnostic.js';

const name = (length: number) => `${'n'.repeat(length - 5)}/a.go`;

describe('what a compiler says of a place in a file', () => {
  test.each<[line: string, Diagnostic]>([
    ['src/a.ts(3,5): error TS2345: No.', 'typescript'],
    ['src/a.ts:3:5 - error TS2345: No.', 'typescript'],
    ['a.py:3: error: Incompatible types', 'typecheck'],
    ['src/main.c:3:5: error: expected a semicolon', 'build'],
    ['C:\\src\\main.c:3:5: error: expected a semicolon', 'build'],
    ['C:/src/main.c(3): error: expected a semicolon', 'build'],
    ['[C:/src/main.c:3:5] error: expected a semicolon', 'build'],
    ['C:3:5: error: expected a semicolon', 'none'],
    ['[api/a.proto:1:1] error: unknown type', 'build'],
    ['src/a.js: line 3, col 5, Missing semicolon.', 'lint'],
    ['src/a.js:3:5: warning: unused', 'warning'],
    ['我的 项目/main.go:3:5: undefined: x', 'build'],
    [`${name(200)}:3:5: undefined: x`, 'build'],
    [`${name(201)}:3:5: undefined: x`, 'none'],
    ['src/a.go rs:3:5: undefined: x', 'lint'],
    ['"src/a.go":3:5: undefined: x', 'none'],
    ["it's/a.go:3:5: undefined: x", 'none'],
    ['src/[id]/a.go:3:5: undefined: x', 'none'],
    [':3:5: undefined: x', 'none'],
    ['src/a.go:3:5:', 'none'],
    ['src/a.go:12', 'none'],
    ['src/a.go:3:    return x', 'none'],
    ['docs/a.md  3  too long a line', 'lint'],
    ['  3:5  error  Unexpected var  no-var', 'lint'],
    ['12:30:01 error', 'none'],
  ])('%s: %s', (line, expected) => {
    expect(diagnostic(line)).toBe(expected);
  });
});
