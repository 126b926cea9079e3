import { decidePending } from '../../application/approval/decide.js';
import { decideSessionAgain } from '../../application/approval/recheck-approvals-job.js';
import { words } from '../../messages/approval.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, flag } from '../../terminal/context.js';
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
  const decided = all.decided.map((one) =>
    one.next === undefined ? one : { ...one, next: suggestCommand(context, one.next) },
  );
  const say = words[context.language()];
  const text = [
    ...decided.map(({ id, choice, done, next = '' }) =>
      `${say.decided(id, choice, done)}\n${next}`.trim(),
    ),
    ...open.map(({ id, why, words: said }) => say.open(id, why, said ?? undefined)),
  ];
  const json = { decided, open };
  return { problems, json, bare: true, text: text.length === 0 ? [say.nothing] : text };
};
