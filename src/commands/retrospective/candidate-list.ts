import { locationOf } from '../../application/memory/resolve-memory.js';
import { readCandidates } from '../../application/retrospective/repository.js';
import { words } from '../../messages/retrospective/verdict.js';
import { isUndecided } from '../../reflect/progress.js';
import type { Candidate } from '../../schema.gen.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, flag } from '../../terminal/context.js';

export const candidateListCommand: CommandDefinition = {
  usage: 'candidate list',
  summary: { en: 'Show the candidates that wait for a decision.', zh: '显示等待决定的候选。' },
  group: 'agent',
  agent: 'free',
  options: [
    ['--all', 'those that were decided, and what is no rule, too', '已决定的和不成规则的也显示'],
    ofUser,
  ],
  run: (context) => candidateList(context),
};

/** Lists the undecided candidates for a rule, or all of them. */
export const candidateList: Command = (context) => {
  const all = readCandidates(locationOf(context));
  const shown = flag(context, 'all') ? all : all.filter(isUndecided);
  const say = words[context.language()].candidate;
  const line = ({ id, kind, state, constraint, decision, became, proposal }: Candidate) => {
    const what =
      kind === 'rule'
        ? `rule, ${decision?.action}${decision?.into === undefined ? '' : ` ${decision.into}`}`
        : kind;
    const end = became ?? (proposal === undefined ? state : say.waits(proposal));
    return `${id}  ${what}  ${end}  ${constraint}`;
  };
  const left = all.length - shown.length;
  const none = left === 0 ? say.none : say.others(left);
  return { json: shown, text: shown.map(line), talk: shown.length === 0 ? [none] : [] };
};
