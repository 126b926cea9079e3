import { faults } from '../messages/problems/reflect.js';
import { type Problem, problem } from '../problem.js';
import type { Facet } from '../schema.gen.js';
import { explain, fitting, type Violation } from '../validation.js';
import { facet as isFacet } from './validators.gen.js';

export interface MeasuredFacet {
  readonly session: string;
  readonly project: string;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly lines: number;
  readonly read: 'whole' | 'partly';
  readonly reason?: string | undefined;
}

const measuredKeys = ['session', 'project', 'first', 'last', 'lines', 'read', 'reason'];
const closed = /^\/(goal_categories|user_satisfaction_counts|friction_counts)\/[^/]+$/;

/** A facet as the model hands it in; what madness measures itself is left out. Or its problems. */
export function parseFacet(
  value: unknown,
  file: string,
  session: string,
): { facet?: Facet; problems: readonly Problem[] } {
  if (!isFacet(value))
    return { problems: explain(isFacet.errors, value).map((one) => wrong(file, one)) };
  const handed = value as Facet;
  if (handed.session !== undefined && handed.session !== session)
    return {
      problems: [
        problem(
          'facet/other-session',
          { file, at: '/session' },
          faults.otherSession(session, handed.session),
        ),
      ],
    };
  const own = Object.entries(handed).filter(([key]) => !measuredKeys.includes(key));
  return { facet: Object.fromEntries(own) as Facet, problems: [] };
}

/** Adds the measured facts to a facet. */
export function measured(facet: Facet, by: MeasuredFacet): Facet {
  const { session, project, first, last, lines, read, reason } = by;
  return {
    session,
    project,
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    lines,
    read,
    ...(reason ? { reason: fitting(reason, 500) } : {}),
    ...facet,
  };
}

function wrong(file: string, { at, says, isUnknown }: Violation): Problem {
  const group = isUnknown ? (closed.exec(at)?.[1] as keyof typeof groups | undefined) : undefined;
  return problem(
    'facet/schema',
    { file, at },
    faults.facetSchema(says, group && groups[group].join(', ')),
  );
}

const groups = {
  goal_categories:
    'debug_investigate implement_feature fix_bug write_script_tool refactor_code configure_system create_pr_commit analyze_data understand_codebase write_tests write_docs deploy_infra warmup_minimal other'.split(
      ' ',
    ),
  user_satisfaction_counts:
    'frustrated dissatisfied likely_satisfied satisfied happy unsure neutral delighted'.split(' '),
  friction_counts:
    'misunderstood_request wrong_approach buggy_code user_rejected_action claude_got_blocked user_stopped_early wrong_file_or_location excessive_changes slow_or_verbose tool_failed user_unclear external_issue'.split(
      ' ',
    ),
};
