import { cloneProblems } from '../../application/memory/clone-health.js';
import { damageRules } from '../../application/memory/damage.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import {
  compileAndWrite,
  instantOf,
  previewCompile,
  transact,
} from '../../application/memory/transaction.js';
import { ruleName } from '../../compile/index-files.js';
import { outgrown } from '../../compile/select.js';
import { fold } from '../../learn/fold/fold.js';
import { instant } from '../../learn/log/event.js';
import { words } from '../../messages/memory/compile.js';
import { faults } from '../../messages/problems/memory.js';
import { hasErrors, MadnessError } from '../../problem.js';
import { askYes } from '../../terminal/ask.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, type Result, text } from '../../terminal/context.js';

export const compileCommand: CommandDefinition = {
  usage: 'compile',
  summary: {
    en: 'Write the rule block, the numbers, the index and the views anew.',
    zh: '重新写出规则块、数值、索引和视图。',
  },
  group: 'setup',
  agent: 'free',
  options: [
    [
      '--check',
      'write nothing; exit 1 if something would be written',
      '什么都不写；有内容要写时退出码为 1',
    ],
    ['--export', 'write exports/portable.json as well', '同时写出 exports/portable.json'],
    [
      '--restore',
      'bring back events that git has had and the log lacks, with their rules; no more',
      '补回 git 里有过而日志缺少的事件和规则，不多补',
      'person',
    ],
    [
      '--begin',
      'begin a new log with the rules as they stand, where git has no older one; asks first',
      '在 git 里也没有旧日志时，以现有规则开始新的日志；会先询问',
      'person',
    ],
    [
      '--date <day>',
      'the day of a new block, YYYY-MM-DD (default: today)',
      '新规则块的日期，YYYY-MM-DD（默认：今天）',
    ],
    ofUser,
  ],
  run: (context) => compile(context),
};

export const compile: Command = async (context) => {
  const isCheck = flag(context, 'check');
  const remedy = flag(context, 'restore') ? restore : flag(context, 'begin') ? begin : undefined;
  const back = (await remedy?.(context)) ?? { problems: [], text: [] };
  if (hasErrors(back.problems)) return back;
  const extra = flag(context, 'export')
    ? (await import('../../application/memory/export-memory.js')).defaultExport
    : undefined;
  const more = { extra, instant: instantIn(text(context, 'date')) };
  const outcome = isCheck
    ? await previewCompile(context, more)
    : await compileAndWrite(context, more);
  const { written, unchanged, plan } = outcome;
  const problems = [
    ...outcome.problems.map((one) =>
      one.rule === outgrown ? { ...one, severity: 'error' as const } : one,
    ),
    ...(await cloneProblems(locationOf(context), context.env)),
  ];
  const rules = plan?.selection.rules.map(ruleName) ?? [];
  const block_version = plan?.blockVersion ?? 0;
  const say = words[context.language()];
  const hasFaults = hasErrors(problems);
  const isRefused = plan === undefined || (hasFaults && written.length === 0);
  const lines = [
    ...(!hasFaults || block_version > 0 ? [say.block(rules.length, block_version)] : []),
    ...written.map((path) => (isCheck ? say.wouldWrite(path) : say.wrote(path))),
    ...(written.length === 0 ? [say.upToDate] : []),
  ];
  return {
    problems,
    json: { written, unchanged, rules, block_version },
    text: [...back.text, ...(isRefused ? [] : lines)],
    talk: isRefused ? [say.refused] : [],
    code: hasFaults || (isCheck && written.length > 0) ? 1 : 0,
  };
};

/** Brings back what a commit had and the log lacks. */
async function restore(context: Context): Promise<Required<Pick<Result, 'problems' | 'text'>>> {
  const { decideRestore } = await import('../../application/team/lost-events.js');
  let back = { events: 0, rules: 0 };
  const { problems } = await transact(
    context,
    (opened) => {
      const decision = decideRestore(opened);
      back = { events: decision.change?.events?.length ?? 0, rules: decision.rules.length };
      return decision;
    },
    { keep: () => true, isRemedy: true },
  );
  const said = words[context.language()].restored(back.events, back.rules);
  return { problems: problems.filter(({ severity }) => severity === 'error'), text: [said] };
}

/**
 * Begins the log with the rules as they stand, at most at 0.70, and lets go of those that are gone. Only where git
 * cannot bring them back, and where a person at a terminal says so.
 */
async function begin(context: Context): Promise<Required<Pick<Result, 'problems' | 'text'>>> {
  const { problems } = await previewCompile(context);
  const damages = problems.filter(({ rule }) => damageRules.includes(rule));
  const say = words[context.language()];
  if (damages.length === 0) return { problems: [], text: [say.nothingLost] };
  const terminal = context.terminal?.();
  if (damages.some(({ rule }) => rule === 'log/lost')) throw new MadnessError(faults.gitHasIt);
  if (terminal === undefined) throw new MadnessError(faults.beginAtTerminal);
  for (const one of damages) context.say(one.message);
  if (!(await askYes(terminal, context.language(), say.beginHere)))
    return { problems: damages, text: [] };
  const { decideAll } = await import('../../application/approval/action-handlers.js');
  const outcome = await transact(
    context,
    (opened) => {
      const requests = damages.flatMap(({ at }) => {
        const birth = fold(opened.memory.log.log).states.get(String(at))?.baseline?.event;
        return birth === undefined ? [] : [{ action: 'undo' as const, event: birth }];
      });
      return decideAll(opened, requests, { now: instantOf(context), say: () => {} });
    },
    { keep: () => true, isBeginning: true },
  );
  const errors = outcome.problems.filter(({ severity }) => severity === 'error');
  return { problems: errors, text: [say.began(damages.length)] };
}

/** The first instant of a day given as YYYY-MM-DD. */
function instantIn(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(instant(day)))
    throw new MadnessError(faults.badDay(day));
  return `${day}T00:00:00Z`;
}
