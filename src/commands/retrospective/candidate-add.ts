import { locationOf, mainMemory } from '../../application/memory/resolve-memory.js';
import { keepCandidate } from '../../application/retrospective/keep-candidate.js';
import { nextOf } from '../../application/retrospective/next-step.js';
import { retrospectiveInWork } from '../../application/retrospective/repository.js';
import { words as similarWords } from '../../messages/memory/similar.js';
import { words } from '../../messages/retrospective/verdict.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, refuse } from '../../terminal/context.js';
import { askedJson, pendingLines } from '../../terminal/finish-change.js';
import { examples } from '../../terminal/help-examples.js';
import { suggestStep } from '../../terminal/next-command.js';
import { readJson } from '../../terminal/read-input.js';

export const candidateAddCommand: CommandDefinition = {
  usage: 'candidate add',
  summary: {
    en: 'Keep the candidate that questioning made of a hard constraint.',
    zh: '记下追问之后硬约束变成了什么。',
  },
  group: 'agent',
  agent: 'free',
  options: [
    ['--file <path>', 'the candidate as JSON; - for standard input', '候选的 JSON；- 表示标准输入'],
    ofUser,
  ],
  examples: examples['candidate add'],
  run: (context) => candidateAdd(context),
};

/** Keeps what became of a hard constraint; outside a review, in the memory of the main worktree. */
export const candidateAdd: Command = async (run) => {
  const isReview = retrospectiveInWork(locationOf(run)) !== undefined;
  const memory = isReview ? undefined : mainMemory(run);
  const context = memory === undefined ? run : { ...run, options: { ...run.options, memory } };
  const { name, value } = await readJson(context, 'madness candidate add --file - again');
  const { problems, done } = await keepCandidate(context, value, name);
  if (done === undefined) return refuse(context, problems);
  const { made, known, isAnew, lines, pending } = done;
  const { id, kind, constraint } = made;
  const state = known?.state ?? 'open';
  const changed = known === undefined || isAnew;
  const language = context.language();
  const say = words[language].candidate;
  return {
    problems,
    json: { id, kind, state, changed, ...(lines && { lines }), ...askedJson(pending) },
    text: [
      known === undefined ? say.kept(id, kind, constraint) : say.before(id, state, isAnew),
      ...(lines === undefined ? [] : [similarWords[language].inTheBlock, ...lines]),
      ...pendingLines(context, pending),
    ],
    next: suggestStep(context, nextOf(context)),
  };
};
