import { faults } from '../../messages/problems/retrospective.js';
import { maskSecrets } from '../../observe/secrets.js';
import { onOneLine } from '../../observe/signals.js';
import { ifPossible, type Problem, problem } from '../../problem.js';
import { draftOf } from '../../reflect/candidate.js';
import { matchRules, prepareRule } from '../../reflect/match-rules.js';
import type { Scenes } from '../../reflect/matching-features.js';
import type { Asset, Candidate } from '../../schema.gen.js';
import type { SessionReader } from './session-reader.js';

/**
 * Warns about rules that are not found in the sessions that taught them. They could never be proved later. A candidate
 * merged into an older rule is found by that rule.
 */
export function unrecognised(candidate: Candidate, read: SessionReader, file: string): Problem[] {
  const { kind = 'rule', asset, decision, sessions = [] } = candidate;
  if (kind !== 'rule' || asset === undefined) return [];
  if (decision?.action === 'merge' || decision?.action === 'absorb') return [];
  const rule = prepareRule(draftOf(candidate, () => '') as Asset);
  const looked = sessions.flatMap((name) => ifPossible(() => [read(name).scenes()]) ?? []);
  if (
    looked.length === 0 ||
    looked.some((scenes) => matchRules([rule], scenes).prematched.length > 0)
  )
    return [];
  return [
    problem(
      'candidate/unrecognised',
      { severity: 'warning', file, at: '/asset/when' },
      faults.unrecognised(sessions.join(', '), seenIn(looked)),
    ),
  ];
}

/** The agent that asks has not read the sessions: other agents did. */
function seenIn(looked: readonly Scenes[]): string {
  const first = (
    field: 'prompts' | 'commands' | 'paths' | 'signals',
    say: (text: string) => string,
  ) => [...new Set(looked.flatMap((one) => one[field].map(({ text }) => say(text))))].slice(0, 3);
  const seen = Object.entries({
    prompts: first('prompts', (text) => JSON.stringify(onOneLine(maskSecrets(text), 60))),
    commands: first('commands', (text) => text.split(' ').slice(0, 2).join(' ')),
    paths: first('paths', (text) => onOneLine(text, 60)),
    signals: first('signals', (text) => text),
  }).filter(([, found]) => found.length > 0);
  return seen.map(([field, found]) => `${field} ${found.join(', ')}`).join('; ');
}
