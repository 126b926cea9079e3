import { MadnessError, type Problem } from '../../problem.js';
import { draftOf } from '../../reflect/candidate.js';
import { prematch, prepareRule } from '../../reflect/prematch.js';
import type { Asset, Candidate } from '../../schema.gen.js';
import type { SessionReader } from './session-reader.js';

/**
 * A rule that is not found even in the sessions that taught it will be looked for in no other, and never be proved. What
 * goes into an older rule is found by that one.
 */
export function unrecognised(candidate: Candidate, read: SessionReader, file: string): Problem[] {
  const { kind = 'rule', asset, decision, sessions = [] } = candidate;
  if (kind !== 'rule' || asset === undefined) return [];
  if (decision?.action === 'merge' || decision?.action === 'absorb') return [];
  const rule = prepareRule(draftOf(candidate, () => '') as Asset);
  const looked = sessions.flatMap((name) => scenesOf(name, read));
  if (
    looked.length === 0 ||
    looked.some((scenes) => prematch([rule], scenes).prematched.length > 0)
  )
    return [];
  return [
    {
      rule: 'candidate/unrecognised',
      severity: 'warning',
      file,
      at: '/asset/when',
      message: `Expected a rule that is recognised in a session that taught it, got one that is in none (${sessions.join(', ')}): no later session would be looked at for it.`,
      hint: 'Give asset.when what a machine can check there: prompts (words that the user types), commands, paths, signals or tools, each a list.',
    },
  ];
}

function scenesOf(name: string, read: SessionReader) {
  try {
    return [read(name).scenes()];
  } catch (error) {
    if (error instanceof MadnessError) return [];
    throw error;
  }
}
