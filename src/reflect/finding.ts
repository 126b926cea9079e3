import type { Problem } from '../problem.js';
import type { Finding } from '../schema.gen.js';
import { explain } from '../validation.js';
import { contentId } from './candidate.js';
import { finding as isFinding } from './validators.gen.js';

const again = 'then madness retro note --file - again';

/** One finding or several, as they are handed in. */
export function parseFindings(
  value: unknown,
  file: string,
): { findings: readonly { at: string; finding: Finding }[]; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const items = Array.isArray(value) ? value : [value];
  const findings = items.flatMap((item, index) => {
    const at = Array.isArray(value) ? `/${index}` : '';
    if (!isFinding(item)) {
      problems.push(
        ...explain(isFinding.errors, item).map((one) =>
          problem(
            file,
            at + one.at,
            one.message,
            `madness retro note --help shows every field; ${again}.`,
          ),
        ),
      );
      return [];
    }
    const { id, ...finding } = item as Finding;
    const gaps = findingGaps(finding).map(([where, message, hint]) =>
      problem(file, at + where, message, `${hint}; ${again}.`),
    );
    problems.push(...gaps);
    return gaps.length > 0 ? [] : [{ at, finding }];
  });
  return { findings, problems };
}

/** The id of a finding: what it says, not where it was found. */
export function findingId({ kind, title, words }: Finding): string {
  return contentId({ kind, title, words });
}

const unproved: readonly Finding['kind'][] = ['project_note', 'nothing'];

function findingGaps(finding: Finding): (readonly [at: string, message: string, hint: string])[] {
  const { kind, quotes = [], constraint, goal, progress } = finding;
  const gaps: (readonly [string, string, string])[] = [];
  const isUnclear = kind === 'goal' && progress === 'unclear';
  if (!unproved.includes(kind) && !isUnclear && quotes.length === 0)
    gaps.push([
      '/quotes',
      `Expected a quote that proves a finding of kind ${kind}, got none.`,
      'Add quotes: [{session, text}]',
    ]);
  if (kind === 'correction' && constraint === undefined)
    gaps.push([
      '/constraint',
      'Expected the hard constraint of a correction, got none.',
      'Say in one sentence what must not be broken',
    ]);
  if (kind === 'goal' && goal === undefined)
    gaps.push(['/goal', 'Expected the goal, got none.', 'Name it as config.json has it']);
  if (kind === 'goal' && progress === undefined)
    gaps.push([
      '/progress',
      'Expected the progress towards the goal, got none.',
      'One of reached, nearer, unchanged, further_away, unclear',
    ]);
  return gaps;
}

function problem(file: string, at: string, message: string, hint: string): Problem {
  return { rule: 'finding/schema', severity: 'error', file, at, message, hint };
}
