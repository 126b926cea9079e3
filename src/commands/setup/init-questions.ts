import { agentOf } from '../../application/approval/agent.js';
import { parseGoals } from '../../application/requests/set-setting.js';
import { isReflectionSet } from '../../application/retrospective/readings.js';
import type { Answers } from '../../application/setup/new-memory.js';
import { faults } from '../../messages/problems/setup.js';
import { type Words, words } from '../../messages/setup/init.js';
import { archiveSettings } from '../../observe/archive.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { type Language, MadnessError } from '../../problem.js';
import { asked, askYes } from '../../terminal/ask.js';
import { type Context, flag, type Terminal, text } from '../../terminal/context.js';

interface Question {
  /** Its answer goes into config.json, which is never overwritten. */
  readonly isOnce?: true;
  /** Nothing is left to ask. */
  readonly isSettled?: (context: Context) => boolean;
  /** The answer of a flag; undefined without that flag. */
  readonly told: (context: Context) => Answers | undefined;
  /** Absent if only a flag answers. */
  readonly ask?: (
    terminal: Terminal,
    words: Words['questions'],
    language: Language,
  ) => Promise<Answers>;
}

/** In the order of asking. A new question is a new row. */
const questions: readonly Question[] = [
  { told: toldYes('allow'), ask: askedYes('allow') },
  {
    told: toldYes('archive'),
    ask: askedYes('archive'),
    isSettled: ({ env }) => archiveSettings(ownFolder(env), claudeFolder(env)).isOn,
  },
  {
    told: () => undefined,
    ask: askedYes('reflect'),
    // A no is kept, too: who gave one is not asked again.
    isSettled: ({ env }) => isReflectionSet(ownFolder(env)),
  },
  { isOnce: true, told: toldInterval },
  { isOnce: true, told: toldGoals, ask: askGoals },
];

/** Answers by flags; where a person sits at a terminal, the rest is asked. */
export async function readAnswers(
  context: Context,
  language: Language,
  hasConfig: boolean,
): Promise<Answers> {
  const terminal = agentOf(context) === undefined ? context.terminal?.() : undefined;
  let answers: Answers = {};
  for (const { isOnce, isSettled, told, ask } of questions) {
    const given = told(context);
    if (given !== undefined && isOnce && hasConfig) throw new MadnessError(faults.goalOfOldMemory);
    const isAsked = terminal !== undefined && !(isOnce && hasConfig) && !isSettled?.(context);
    const more =
      given ?? (isAsked ? await ask?.(terminal, words[language].questions, language) : {});
    answers = { ...answers, ...more };
  }
  return answers;
}

function toldYes(name: 'allow' | 'archive'): Question['told'] {
  return (context) => (flag(context, name) ? { [name]: true } : undefined);
}

function askedYes(name: 'allow' | 'archive' | 'reflect'): NonNullable<Question['ask']> {
  return async (terminal, words, language) => ({
    [name]: await askYes(terminal, language, words[name]),
  });
}

function toldGoals(context: Context): Answers | undefined {
  const told = text(context, 'goal');
  return told === undefined ? undefined : { goals: parseGoals(told) };
}

function toldInterval(context: Context): Answers | undefined {
  const told = text(context, 'interval');
  if (told === undefined) return undefined;
  const days = daysIn(told);
  if (days === undefined) throw new MadnessError(faults.interval(told));
  return { review_interval_days: days };
}

function daysIn(told: string): number | undefined {
  const days = Number(told);
  return Number.isInteger(days) && days >= 1 && days <= 365 ? days : undefined;
}

async function askGoals(
  terminal: Terminal,
  { goal, criteria }: Words['questions'],
): Promise<Answers> {
  const ask = (message: string) => asked(terminal, ({ text }, at) => text({ message, ...at }));
  const what = await ask(goal);
  if (!what?.trim()) return {};
  const how = await ask(criteria);
  return { goals: parseGoals(how ? `${what} :: ${how}` : what) };
}
