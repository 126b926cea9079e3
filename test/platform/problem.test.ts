import { expect, test } from 'vitest';
import { type Problem, renderProblems } from '../../src/problem.js';

const problem = (at: number, hint?: string): Problem => ({
  ...{ rule: 'log/other', severity: 'warning', file: 'evolution.jsonl', at, message: 'Expected.' },
  ...(hint === undefined ? {} : { hint }),
});

test('what is wrong with a text as a whole has no place in it', () => {
  const [line] = renderProblems([{ ...problem(0), at: '' }]);
  expect(line).toBe('warning: evolution.jsonl: Expected. (log/other)');
});

test('of problems in a row with one remedy it stands behind the last, and each other with its own', () => {
  const told = renderProblems([
    ...[problem(1, 'Mend it.'), problem(2, 'Mend it.'), problem(3, 'Drop it.'), problem(4)],
    problem(5, 'Mend it.'),
  ]);
  expect(told.join('\n').split('\n')).toEqual([
    'warning: evolution.jsonl:1: Expected. (log/other)',
    'warning: evolution.jsonl:2: Expected. (log/other)',
    '    Mend it.',
    'warning: evolution.jsonl:3: Expected. (log/other)',
    '    Drop it.',
    'warning: evolution.jsonl:4: Expected. (log/other)',
    'warning: evolution.jsonl:5: Expected. (log/other)',
    '    Mend it.',
  ]);
});
