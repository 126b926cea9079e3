import { locationOf } from '../../application/memory/resolve-memory.js';
import { open, transact } from '../../application/memory/transaction.js';
import { nextIn } from '../../application/retrospective/next-step.js';
import {
  type CheckedVerdict,
  isLookedAt,
  judgeAll,
  type VerdictResults,
} from '../../application/retrospective/record-verdicts.js';
import {
  checkCitations,
  type SessionReader,
  sessionReader,
} from '../../application/retrospective/session-reader.js';
import { words as messages } from '../../messages/retrospective/verdict.js';
import { hasErrors, MadnessError, type Problem, problem } from '../../problem.js';
import { parseVerdicts } from '../../reflect/verdict.js';
import type { Verdict } from '../../schema.gen.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  refuse,
  report,
} from '../../terminal/context.js';
import { examples } from '../../terminal/help-examples.js';
import { printNext, suggestStep } from '../../terminal/next-command.js';
import { readJson } from '../../terminal/read-input.js';

export const verdictAddCommand: CommandDefinition = {
  usage: 'verdict add',
  summary: {
    en: 'Judge rules by what a session shows; every number is computed here.',
    zh: '按会话所显示的内容评判规则；所有数值在这里计算。',
  },
  group: 'agent',
  agent: 'free',
  options: [
    [
      '--file <path>',
      'a verdict as JSON, or an array of them; - for standard input',
      '一条评判的 JSON，或它们的数组；- 表示标准输入',
    ],
    ofUser,
  ],
  examples: examples['verdict add'],
  run: (context) => verdictAdd(context),
};

/** Judges rules by what a session shows. A verdict with a fault costs no other one. */
export const verdictAdd: Command = async (context) => {
  const location = locationOf(context);
  const { name, value } = await readJson(context, 'madness verdict add --file - again');
  const read = sessionReader(context, location, open(context).memory.project);
  const parsed = parseVerdicts(value, name);
  const refused: Problem[] = [...parsed.problems];
  const checked = parsed.verdicts.flatMap((one) => check(one, name, read, refused));
  if (checked.length === 0) return refuse(context, refused);
  const results: VerdictResults = { recorded: [], unchanged: [], refused };
  const outcome = await transact(context, (opened) => judgeAll(context, opened, checked, results), {
    keep: isLookedAt,
  });
  if (hasErrors(outcome.problems)) return refuse(context, outcome.problems);
  return show(context, results, outcome.problems);
};

function check(
  { at, verdict }: { at: string; verdict: Verdict },
  file: string,
  read: SessionReader,
  refused: Problem[],
): CheckedVerdict[] {
  try {
    const session = read(verdict.session);
    const { value, problems } = checkCitations(verdict, read, {
      file,
      at,
      session: session.session,
    });
    refused.push(...problems);
    // The work of an agent is its session's: judged by both names it would count twice.
    const whole = session.whole === session.session ? session : read(session.whole);
    return hasErrors(problems) ? [] : [{ at, file, verdict: value, session: whole }];
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    refused.push(problem('verdict/no-session', { file, at: `${at}/session` }, error.wording));
    return [];
  }
}

function show(context: Context, results: VerdictResults, problems: readonly Problem[]): number {
  const { recorded, unchanged, refused } = results;
  const last = recorded.at(-1) ?? unchanged.at(-1);
  const next = last === undefined ? null : suggestStep(context, nextIn(context, last.session));
  const all = [...refused, ...problems];
  const code = hasErrors(refused) ? 1 : 0;
  if (flag(context, 'json')) {
    const rows = unchanged.map(({ says, ...row }) => ({ ...row, message: says.en }));
    printJson(context, { recorded, unchanged: rows, next, problems: all });
    return code;
  }
  report(context, all);
  const say = messages[context.language()];
  for (const one of recorded)
    context.print(
      say.recorded(one.event, one.asset, one.session, one.cell ? say.cell(one.cell) : say.noScene),
    );
  for (const { asset, kind, words } of recorded.flatMap(({ deviations }) => deviations))
    context.print(say.deviation(asset, kind, words));
  for (const { says } of unchanged) context.print(says[context.language()]);
  if (hasErrors(refused)) context.say(say.partly(recorded.length));
  else printNext(context, next);
  return code;
}
