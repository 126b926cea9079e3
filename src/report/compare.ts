import { diffArrays } from 'diff';
import type { Problem } from '../problem.js';
import { head } from '../text.js';

const mostProblems = 50;
const longestLine = 160;

/**
 * Where a report differs from the one that its record makes: a problem a line. A byte order mark and CRLF are
 * the editor's, not a difference.
 */
export function compareReports(file: string, expected: string, actual: string): Problem[] {
  const problems: Problem[] = [];
  let line = 1;
  let lost: readonly string[] = [];
  for (const { added, removed, value } of diffArrays(linesOf(expected), linesOf(actual))) {
    if (removed) {
      problems.push(...missing(file, line, lost));
      lost = value;
      continue;
    }
    if (added) problems.push(...changed(file, line, lost, value));
    else problems.push(...missing(file, line, lost));
    lost = [];
    line += value.length;
  }
  problems.push(...missing(file, line, lost));
  return capped(file, problems);
}

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r?\n/);
}

/** What stands there in the place of what was recorded. */
function changed(
  file: string,
  line: number,
  expected: readonly string[],
  actual: readonly string[],
): Problem[] {
  const both = actual.slice(0, expected.length);
  return [
    ...both.map((text, index) =>
      problem('report/changed', file, line + index, shown(expected[index] as string), shown(text)),
    ),
    ...actual
      .slice(both.length)
      .map((text, index) =>
        problem('report/added', file, line + both.length + index, 'nothing', shown(text)),
      ),
    ...missing(file, line + both.length, expected.slice(both.length)),
  ];
}

function missing(file: string, line: number, lost: readonly string[]): Problem[] {
  return lost.map((text) => problem('report/missing', file, line, shown(text), 'nothing'));
}

function shown(text: string): string {
  if (text === '') return 'an empty line';
  return JSON.stringify(text.length > longestLine ? `${head(text, longestLine)}…` : text);
}

function problem(
  rule: Problem['rule'],
  file: string,
  at: number,
  expected: string,
  got: string,
): Problem {
  return {
    rule,
    severity: 'error',
    file,
    at,
    message: `Expected ${expected}, as it was recorded, got ${got}.`,
    hint: 'A report says what was recorded and nothing else: put it back; notes of your own belong in another file.',
  };
}

function capped(file: string, problems: readonly Problem[]): Problem[] {
  const more = problems.length - mostProblems;
  if (more <= 0) return [...problems];
  const rest: Problem = {
    rule: 'report/more',
    severity: 'error',
    file,
    message: `Expected what was recorded, got ${more} more differences.`,
  };
  return [...problems.slice(0, mostProblems), rest];
}
