import { lastReport } from '../../application/retrospective/report.js';
import { words } from '../../messages/retrospective/retro.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import type { Command } from '../../terminal/context.js';

export const reportCommand: CommandDefinition = {
  usage: 'report',
  summary: {
    en: 'Show what the last retrospective came to.',
    zh: '显示上次复盘的结果。',
  },
  group: 'rules',
  agent: 'free',
  options: [ofUser],
  run: (context) => printReport(context),
};

/** One screen: rules that were broken first, then what was learnt, followed, left out, and what left CLAUDE.md. */
const printReport: Command = (context) => {
  const found = lastReport(context);
  if (found === undefined)
    return { problems: [], json: {}, text: [], talk: [words[context.language()].noReport] };
  return { problems: [], json: found.json, text: found.screen };
};
