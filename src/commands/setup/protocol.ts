import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faults } from '../../messages/problems/setup.js';
import { MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import type { Command } from '../../terminal/context.js';

export const protocolCommand: CommandDefinition = {
  usage: 'protocol [name]',
  summary: {
    en: 'Print how an agent does a part of the retrospective; without a name, list the parts.',
    zh: '输出智能体执行复盘某一部分的流程说明；不带名字时列出各部分。',
  },
  group: 'agent',
  agent: 'free',
  plain: true,
  run: (context) => protocol(context),
};

const folder = fileURLToPath(new URL('../../rules/', import.meta.url));

/** Prints a protocol of the skill, so that an agent needs no leave to read files of the plugin. */
export const protocol: Command = (context) => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
  const [name] = context.args;
  if (name === undefined) {
    context.print(names.join('\n'));
    return 0;
  }
  if (!names.includes(name)) throw new MadnessError(faults.noProtocol(names.join(', '), name));
  context.print(readFileSync(join(folder, `${name}.md`), 'utf8').trimEnd());
  return 0;
};
