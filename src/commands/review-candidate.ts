import { MadnessError, type Problem } from '../problem.js';
import type { Candidate } from '../schema.gen.js';
import { type Choice, quoteLine, wordingLines } from './review-items.js';
import type { Words } from './review-words.js';
import type { Context } from './talk/context.js';

/** What the questioning made of a hard constraint: the rule, what it answers, and what was asked and said. */
export function candidateLines(candidate: Candidate, text: Words): string[] {
  const { constraint, rounds, quotes = [], decision, asset, confirmed } = candidate;
  const rule = [
    ['if', candidate.if],
    ['then', candidate.then],
    ['skip', candidate.skip],
  ].flatMap(([key, value]) => (value ? [`    ${key}: ${value}`] : []));
  const said = [...quotes, ...(confirmed === undefined ? [] : [confirmed.quote])];
  return [
    `  ${text.why}: ${oneLine(constraint)}`,
    ...(decision?.why === undefined ? [] : [`  ${text.why}: ${oneLine(decision.why)}`]),
    ...rounds.map(({ challenge, answer, said: place }) => {
      const told = place === undefined ? ` (${text.told})` : '';
      return `  ? ${oneLine(challenge)} → ${oneLine(answer)}${told}`;
    }),
    ...said.map(({ text: quote, session, line }) => {
      return `  ${text.said}: ${quoteLine(quote, session, line)}`;
    }),
    `  ${text.rule}:`,
    ...rule,
    ...(asset === undefined ? [] : wordingLines(asset).map((line) => `    ${line}`)),
  ];
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, ' ').slice(0, 400);
}

/** Carries an answer about a candidate out, as its own commands do; the problem that forbade it. */
export async function decideCandidate(
  context: Context,
  id: string,
  choice: Choice,
  { into, reason }: { into?: string; reason: string },
): Promise<readonly Problem[]> {
  const { memory, user } = context.options;
  const options = {
    memory,
    user,
    ...(choice === 'pin' ? { pin: true } : {}),
    ...(choice === 'merge' && into !== undefined ? { into, as: 'merge' } : {}),
    ...(choice === 'drop' ? { reason } : {}),
  };
  const run =
    choice === 'drop'
      ? (await import('./candidate-drop.js')).candidateDrop
      : (await import('./candidate-accept.js')).candidateAccept;
  try {
    const code = await run({ ...context, args: [id], options });
    return code === 0 ? [] : [undecided(id, 'It could not be done, for what is said above.')];
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return [{ ...undecided(id, error.message), ...(error.hint ? { hint: error.hint } : {}) }];
  }
}

function undecided(id: string, message: string): Problem {
  return {
    rule: 'candidate/undecided',
    severity: 'error',
    file: `work/candidates/${id}.json`,
    message,
    hint: 'Choose another answer, or drop it.',
  };
}
