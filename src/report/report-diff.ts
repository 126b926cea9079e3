import { diffArrays } from 'diff';
import { faults, lines } from '../messages/problems/retrospective.js';
import { type Problem, problem, type Sentence } from '../problem.js';
import { head } from '../text.js';

const maxProblems = 50;
const maxLineCharacters = 160;

/**
 * Compares a report with the one made from its record: one problem per differing line. Ignores a byte order mark and
 * CRLF, which editors add.
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

/** Shows the text found instead of what was recorded. */
function changed(
  file: string,
  line: number,
  expected: readonly string[],
  actual: readonly string[],
): Problem[] {
  const both = actual.slice(0, expected.length);
  return [
    ...both.map((text, index) =>
      difference('report/changed', file, line + index, expected[index], text),
    ),
    ...actual
      .slice(both.length)
      .map((text, index) =>
        difference('report/added', file, line + both.length + index, undefined, text),
      ),
    ...missing(file, line + both.length, expected.slice(both.length)),
  ];
}

function missing(file: string, line: number, lost: readonly string[]): Problem[] {
  return lost.map((text) => difference('report/missing', file, line, text, undefined));
}

function difference(
  rule: Problem['rule'],
  file: string,
  at: number,
  expected: string | undefined,
  got: string | undefined,
): Problem {
  return problem(rule, { file, at }, faults.difference(shown(expected), shown(got)));
}

function shown(text: string | undefined): Sentence {
  if (text === undefined) return lines.none;
  if (text === '') return lines.empty;
  const quoted = JSON.stringify(
    text.length > maxLineCharacters ? `${head(text, maxLineCharacters)}…` : text,
  );
  return { en: quoted, zh: quoted };
}

function capped(file: string, problems: readonly Problem[]): Problem[] {
  const more = problems.length - maxProblems;
  if (more <= 0) return [...problems];
  const rest: Problem = problem('report/more', { file }, faults.moreDifferences(more));
  return [...problems.slice(0, maxProblems), rest];
}
