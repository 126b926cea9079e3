import { draftDigest } from '../observe/digest.js';
import { fitDigest } from '../observe/digest-fit.js';
import { asJson, asText } from '../observe/digest-form.js';
import { readTranscript } from '../observe/transcript.js';
import { MadnessError } from '../problem.js';
import { sessionNamed } from './retro/session-named.js';
import { type Context, flag, text } from './talk/context.js';

const defaultBudget = 4000;
const smallestBudget = 500;

/** What happened in a session, within a budget of tokens. */
export function digest(context: Context): number {
  const budget = Number(text(context, 'budget') ?? defaultBudget);
  if (!Number.isInteger(budget) || budget < smallestBudget) {
    throw new MadnessError(
      `Expected a whole number of tokens from ${smallestBudget} up after --budget, got "${text(context, 'budget')}".`,
    );
  }
  const { session, file } = sessionNamed(context, context.args[0] ?? '');
  const { turns, coverage } = readTranscript(file);
  const draft = draftDigest(session, turns);
  const { read, reason, copied } = coverage();
  if (read === 'skipped') {
    throw new MadnessError(`Expected a transcript, got ${file}, which was skipped: ${reason}.`);
  }
  if (read === 'partly') context.say(`${file} could not be read whole: ${reason}.`);
  if (copied !== undefined)
    draft.cues.unshift({ line: copied.until, kind: 'forked', text: `from ${copied.from}` });
  const form = flag(context, 'json') ? asJson : asText;
  context.print(form.whole(fitDigest(draft, budget, form)));
  return 0;
}
