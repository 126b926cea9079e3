import { locationOf } from '../../application/memory/resolve-memory.js';
import { open, transact } from '../../application/memory/transaction.js';
import { nextOf } from '../../application/retrospective/next-step.js';
import {
  retrospectiveFile,
  runningRetrospective,
} from '../../application/retrospective/repository.js';
import { checkCitations, sessionReader } from '../../application/retrospective/session-reader.js';
import { faults } from '../../messages/problems/retrospective.js';
import { words } from '../../messages/retrospective/retro-status.js';
import { hasErrors, type Problem, problem } from '../../problem.js';
import { anecdotes, findingId, parseFindings } from '../../reflect/finding.js';
import type { Finding } from '../../schema.gen.js';
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

export const retroNoteCommand: CommandDefinition = {
  usage: 'retro note',
  summary: {
    en: 'Keep findings of the analysis for the report; every quote is checked.',
    zh: '把分析的发现留给报告；每条引文都会核对。',
  },
  group: 'agent',
  agent: 'free',
  options: [
    [
      '--file <path>',
      'a finding as JSON, or an array of them; - for standard input',
      '一条发现的 JSON，或它们的数组；- 表示标准输入',
    ],
    ofUser,
  ],
  examples: examples['retro note'],
  run: (context) => retroNote(context),
};

/** Keeps the findings of the analysis after checking every quote. */
export const retroNote: Command = async (context) => {
  const { checked, refused } = await readChecked(context);
  if (hasErrors(refused)) return refuse(context, refused);
  let fresh: Finding[] = [];
  const outcome = await transact(context, ({ location: now }) => {
    const retro = runningRetrospective(now);
    const known = new Set(retro.findings.map(({ id }) => id));
    fresh = [...new Map(checked.map((one) => [one.id, one])).values()].filter(
      ({ id }) => !known.has(id),
    );
    if (fresh.length === 0) return {};
    const next = { ...retro, findings: [...retro.findings, ...fresh] };
    return { change: { work: new Map([retrospectiveFile(next)]) } };
  });
  if (hasErrors(outcome.problems)) return refuse(context, outcome.problems);
  const unchanged = checked.filter((one) => !fresh.includes(one)).map(({ id }) => id);
  const next = suggestStep(context, nextOf(context));
  if (flag(context, 'json')) {
    printJson(context, {
      noted: fresh.map(({ id, kind, title }) => ({ id, kind, title })),
      unchanged,
      next,
      problems: outcome.problems,
    });
    return 0;
  }
  report(context, outcome.problems);
  const say = words[context.language()];
  for (const { id, kind, title } of fresh) context.print(say.noted(id as string, kind, title));
  for (const id of unchanged) context.print(say.notedBefore(id as string));
  printNext(context, next);
  return 0;
};

/** The findings handed in, with their ids, and all that is wrong with them. */
async function readChecked(
  context: Context,
): Promise<{ checked: readonly Finding[]; refused: readonly Problem[] }> {
  const location = locationOf(context);
  runningRetrospective(location);
  const { name, value } = await readJson(context, 'madness retro note --file - again');
  const { findings, problems } = parseFindings(value, name);
  const { memory, config } = open(context);
  const goals = (config.goals ?? []).map(({ goal }) => goal);
  const read = sessionReader(context, location, memory.project);
  const refused = [...problems, ...findings.flatMap((one) => unknownGoal(one, goals, name))];
  const checked = findings.flatMap(({ at, finding }): Finding[] => {
    const one = checkCitations(finding, read, { file: name, at });
    const wholeOf = (name: string) => read(name).whole;
    const lone = hasErrors(one.problems) ? [] : anecdotes(one.value, wholeOf, { file: name, at });
    refused.push(...one.problems, ...lone);
    if (lone.length > 0) return [];
    return hasErrors(one.problems) ? [] : [{ id: findingId(one.value), ...one.value }];
  });
  return { checked, refused };
}

/** Progress must name a configured goal in its exact words. */
function unknownGoal(
  { at, finding }: { at: string; finding: Finding },
  goals: readonly string[],
  file: string,
): Problem[] {
  const { kind, goal } = finding;
  if (kind !== 'goal' || goal === undefined || goals.includes(goal)) return [];
  return [
    problem(
      'finding/no-goal',
      { file, at: `${at}/goal` },
      faults.noSuchGoal(JSON.stringify(goal), goals),
    ),
  ];
}
