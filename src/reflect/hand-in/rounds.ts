import type { Noted, Retrospective } from '../../schema.gen.js';
import { relationOf } from './lesson.js';
import { emptyNoted } from './noted.js';

/** Three rounds and the fourth, in which the person hears it back. */
export const roundsNeeded = 4;

/** Why a final retrospective questions a rule. */
export type Contest = 'failed' | 'needless' | 'skipped' | 'rejected';

/**
 * Rules whose verdicts speak against them: followed and failed; not followed and all went well; a step skipped; the
 * rejected option taken. Pure.
 */
export function contestedIn({ verdicts }: Pick<Noted, 'verdicts'>): Map<string, Contest> {
  const contested = new Map<string, Contest>();
  for (const { rule, followed, outcome, left = [], took = false } of verdicts) {
    const why = took
      ? 'rejected'
      : followed === 'full'
        ? outcome === 'not_achieved' && 'failed'
        : followed === 'none' && outcome === 'achieved'
          ? 'needless'
          : left.length > 0 && 'skipped';
    if (why && !contested.has(rule)) contested.set(rule, why);
  }
  return contested;
}

/**
 * Contested rules of a final retrospective that nothing has settled: no lesson with its rounds, no retirement, and
 * nothing left out as clarified or kept in view from a line of the verdict. Pure.
 */
export function roundsDue({
  mode,
  noted = emptyNoted,
}: Pick<Retrospective, 'mode' | 'noted'>): { readonly rule: string; readonly why: Contest }[] {
  if (mode !== 'final') return [];
  const settled = new Set([
    ...noted.retire.map(({ rule }) => rule),
    ...noted.lessons.flatMap((one) =>
      (one.rounds?.length ?? 0) >= roundsNeeded ? (relationOf(one).rule ?? []) : [],
    ),
  ]);
  const closed = new Set(
    noted.left_out
      .filter(({ why }) => why === 'clarified' || why === 'pending_observation')
      .flatMap(({ lines = [] }) => lines),
  );
  return [...contestedIn(noted)].flatMap(([rule, why]) => {
    const lines = noted.verdicts
      .filter((one) => one.rule === rule)
      .flatMap(({ scene, lines = [] }) => [scene, ...lines]);
    return settled.has(rule) || lines.some((one) => closed.has(one)) ? [] : [{ rule, why }];
  });
}
