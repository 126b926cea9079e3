import { faults } from '../messages/problems/reflect.js';
import { hintOf, type Problem, problem, type Wording } from '../problem.js';
import type { Finding } from '../schema.gen.js';
import { explain } from '../validation.js';
import { contentId } from './candidate.js';
import { finding as isFinding } from './validators.gen.js';

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
        ...explain(isFinding.errors, item).map(({ at: place, says }) =>
          problem('finding/schema', { file, at: at + place }, faults.findingSchema(says)),
        ),
      );
      return [];
    }
    const { id, ...finding } = item as Finding;
    const gaps = findingGaps(finding).map(([where, wording]) =>
      problem(
        'finding/schema',
        { file, at: at + where },
        faults.findingAgain(wording, hintOf(wording)),
      ),
    );
    problems.push(...gaps);
    return gaps.length > 0 ? [] : [{ at, finding }];
  });
  return { findings, problems };
}

/** The id of a finding depends on its content, not on its place. */
export function findingId({ kind, title, words }: Finding): string {
  return contentId({ kind, title, words });
}

/** Kinds that the analysis across sessions finds. */
const across: readonly Finding['kind'][] = [
  'bottleneck',
  'decision',
  'friction',
  'growth',
  'method',
];

/** What one session shows is an anecdote, unless the user said it. `sessionOf` names the session of a quote. */
export function anecdotes(
  { kind, quotes = [] }: Finding,
  sessionOf: (name: string) => string,
  where: { readonly file: string; readonly at: string },
): Problem[] {
  const sessions = new Set(quotes.map(({ session }) => sessionOf(session)));
  const isTheirs = quotes.some(({ role }) => role === 'user');
  if (!across.includes(kind) || sessions.size !== 1 || isTheirs) return [];
  const wording = faults.oneSession(kind, [...sessions].join(''));
  return [problem('finding/one-session', { ...where, at: `${where.at}/quotes` }, wording)];
}

const unproved: readonly Finding['kind'][] = ['project_note', 'nothing'];

function findingGaps(finding: Finding): (readonly [at: string, wording: Wording])[] {
  const { kind, quotes = [], constraint, goal, progress } = finding;
  const gaps: (readonly [string, Wording])[] = [];
  const isUnclear = kind === 'goal' && progress === 'unclear';
  if (!unproved.includes(kind) && !isUnclear && quotes.length === 0)
    gaps.push(['/quotes', faults.unprovedFinding(kind)]);
  if (kind === 'correction' && constraint === undefined)
    gaps.push(['/constraint', faults.noConstraint]);
  if (kind === 'goal' && goal === undefined) gaps.push(['/goal', faults.noGoal]);
  if (kind === 'goal' && progress === undefined) gaps.push(['/progress', faults.noProgress]);
  return gaps;
}
