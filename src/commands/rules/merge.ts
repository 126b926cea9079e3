import { parseWording, type ReadWording } from '../../application/memory/wording.js';
import { faults } from '../../messages/problems/memory.js';
import { MadnessError } from '../../problem.js';
import { type CommandDefinition, dryRun, forLog, ofUser } from '../../terminal/command.js';
import { type Command, text } from '../../terminal/context.js';
import { finish, reasonOf, requestChange } from '../../terminal/finish-change.js';
import { readInput } from '../../terminal/read-input.js';

export const mergeCommand: CommandDefinition = {
  usage: 'merge <id> [into]',
  summary: {
    en: 'Merge a rule into another one, which survives.',
    zh: '把一条规则合并进另一条，后者保留。',
  },
  group: 'rules',
  listed: 'all',
  agent: 'asks',
  options: [
    ['--into <id>', 'the rule that survives', '保留的规则'],
    [
      '--file <path>',
      'its new wording as JSON; - for standard input',
      '它的新措辞，JSON；- 表示标准输入',
    ],
    forLog,
    dryRun,
    ofUser,
  ],
  run: (context) => merge(context),
};
export const merge: Command = async (context) => {
  const id = context.args[0] as string;
  const into = text(context, 'into') ?? context.args[1];
  if (into === undefined) throw new MadnessError(faults.noInto);
  const input = text(context, 'file') === undefined ? undefined : await readInput(context);
  const { wording, problems } = input === undefined ? noWording : parseWording(input);
  if (problems.length > 0) return finish(context, { problems });
  const request = {
    action: 'merge',
    asset_id: id,
    into,
    ...(wording === undefined ? {} : { asset: wording }),
    ...reasonOf(context),
  } as const;
  return requestChange(context, request);
};

const noWording: ReadWording = { wording: undefined, computed: [], problems: [] };
