import { languageIn } from '../../application/memory/find-memory.js';
import { locationHere } from '../../application/memory/resolve-memory.js';
import {
  distrustMemory,
  summaryLines,
  trustFacts,
  trustMemory,
} from '../../application/memory/trust.js';
import { words } from '../../messages/setup/trust.js';
import { askYes } from '../../terminal/confirm.js';
import { type Command, flag, problemsOnly } from '../../terminal/context.js';
import { byQuestion } from '../../terminal/require-approval.js';

/** Trusts a memory on this machine, or withdraws that. At a terminal it shows the memory and asks. */
export const trust: Command = async (context) => {
  const location = locationHere(context);
  if (!location.isUser) {
    const facts = trustFacts(location, flag(context, 'off'));
    const asked = await byQuestion(context, location, 'trust', facts);
    if (asked !== undefined) return asked;
  }
  return trustAsPerson(context);
};

const trustAsPerson = problemsOnly(async (context) => {
  const location = locationHere(context);
  const say = words[languageIn(location)];
  if (location.isUser) {
    context.print(say.own);
    return 0;
  }
  const isOff = flag(context, 'off');
  if (isOff) {
    distrustMemory(context.env, location, context.now());
    context.print(say.off);
    context.say(say.offBlock);
    return 0;
  }
  for (const line of summaryLines(location, say)) context.print(line);
  const terminal = context.gate === undefined ? context.terminal?.() : undefined;
  if (terminal !== undefined && !(await askYes(terminal, languageIn(location), say.question))) {
    context.print(say.left);
    return 1;
  }
  trustMemory(context.env, location, 'trust', context.now());
  context.print(say.done);
  return 0;
});
