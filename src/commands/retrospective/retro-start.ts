import { type Mode, startRetrospective } from '../../application/retrospective/start.js';
import { faults } from '../../messages/problems/retrospective.js';
import { startWords } from '../../messages/retrospective/start.js';
import { rememberNode } from '../../platform/node-path.js';
import { type Language, MadnessError } from '../../problem.js';
import { type CommandDefinition, ofUser, since } from '../../terminal/command.js';
import { type Context, flag, type Result, text } from '../../terminal/context.js';
import { examples } from '../../terminal/help-examples.js';
import { suggestCommand } from '../../terminal/next-command.js';
import { progress } from '../../terminal/progress.js';
import { readPage } from '../../terminal/protocols.js';
import { sinceOf } from '../../terminal/since.js';

export const retroStartCommand: CommandDefinition = {
  usage: 'retro start [mode]',
  summary: {
    en: 'Print what past sessions hold, line by line, and how to learn from it; or where a retrospective stands.',
    zh: '逐行输出以往会话的内容，以及怎样从中学习；或说明复盘进行到哪里。',
  },
  group: 'agent',
  agent: 'free',
  readsSessions: true,
  options: [
    since,
    ['--sessions <ids>', 'these sessions alone, parted by commas', '只读这些会话，用逗号分隔'],
    ['--part <number>', 'print this part (again)', '（再次）输出这一部分'],
    [
      '--page <name>',
      'print a page alone: socratic, sharing, watch',
      '只输出一页说明：socratic、sharing、watch',
    ],
    ['--take', 'go on here with one that another session began', '接着做另一个会话开始的复盘'],
    ofUser,
  ],
  examples: examples['retro start'],
  run: (context) => retroStart(context),
};

const modes: readonly Mode[] = ['init', 'mid', 'final'];

/** Begins a retrospective, prints a part of it, or says where the running one stands. */
export async function retroStart(context: Context): Promise<Result> {
  const page = text(context, 'page');
  if (page !== undefined) return { text: [readPage(page, context.language())] };
  rememberNode(context.env);
  const part = text(context, 'part');
  if (part !== undefined && !/^[1-9]$/.test(part))
    throw new MadnessError(faults.noPart(Number(part), 3));
  const names = text(context, 'sessions')?.split(/[,\s]+/);
  const language = context.language();
  const started = await startRetrospective(context, {
    mode: modeOf(context.args[0]),
    since: sinceOf(text(context, 'since'), context.now()),
    sessions: names?.filter((name) => name !== '') ?? [],
    part: part === undefined ? undefined : Number(part),
    isTaking: flag(context, 'take'),
    page: (mode) => pageOf(mode, language),
    typed: (command) => suggestCommand(context, command),
    progress: (total) => progress(startWords[language].counting, total),
  });
  const { retro } = started;
  const sessions = retro?.sessions.map(({ s, session, part: of }) => ({ s, session, part: of }));
  const json = {
    id: retro?.id ?? null,
    parts: retro?.parts?.length ?? 0,
    sessions: sessions ?? [],
    text: started.text,
  };
  return { json, text: [started.text], code: 0 };
}

function modeOf(mode: string | undefined): Mode | undefined {
  if (mode === undefined || modes.includes(mode as Mode)) return mode as Mode | undefined;
  throw new MadnessError(faults.mode(mode));
}

/** The page of instruction, and what is special in the first and the last retrospective. */
function pageOf(mode: Mode, language: Language): string {
  const page = readPage('retrospective', language);
  return mode === 'mid' ? page : `${page}\n\n${readPage(mode, language)}`;
}
