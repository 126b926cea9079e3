import { decidePending } from '../../application/approval/decide.js';
import { decideSessionAgain } from '../../application/approval/recheck-approvals-job.js';
import { continueRetrospective } from '../../application/retrospective/continue.js';
import { words } from '../../messages/approval.js';
import { words as handIn } from '../../messages/retrospective/hand-in.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, flag } from '../../terminal/context.js';
import { dialogLines } from '../../terminal/finish-change.js';
import { suggestCommand } from '../../terminal/next-command.js';

export const decideCommand: CommandDefinition = {
  usage: 'decide [ids...]',
  summary: {
    en: 'Carry out what you chose in the dialogs of this session.',
    zh: '执行你在本会话对话框里的选择。',
  },
  group: 'agent',
  agent: 'free',
  options: [
    ofUser,
    ['--again', 'test the answers of these sessions again', '再次检验这些会话里的回答', 'hidden'],
  ],
  run: (context) => decide(context),
};

/** Carries out the options that the person chose in this session's dialogs, and explains the rest. */
export const decide: Command = async (context) => {
  const ids = context.args.flatMap((one) => one.split(/\s+/)).filter(Boolean);
  if (flag(context, 'again')) {
    for (const session of ids) await decideSessionAgain(context, session);
    return 0;
  }
  const { open, problems, ...all } = await decidePending(context, ids);
  const say = words[context.language()];
  const next = await continueRetrospective(context, all.decided);
  const decided = all.decided.map(({ chosen: _, rule: __, where, reads = null, next, ...one }) => ({
    row: { ...one, reads, ...(next === undefined ? {} : { next: suggestCommand(context, next) }) },
    where,
  }));
  const text = [
    ...decided.map(({ row: { id, choice, done, next = '' }, where }) =>
      `${say.decided(id, choice, done, where)}\n${next}`.trim(),
    ),
    ...open.map(({ id, why, words: said }) => say.open(id, why, said ?? undefined)),
    ...dialogLines(context, next),
    ...next.due.map(({ rule, why }) =>
      suggestCommand(context, handIn[context.language()].due(rule, why)),
    ),
    ...next.report,
  ];
  const json = { decided: decided.map(({ row }) => row), open, ask: next.dialog ?? null };
  return {
    problems: [...problems, ...next.problems],
    json,
    bare: true,
    text: text.length === 0 ? [say.nothing] : text,
  };
};
