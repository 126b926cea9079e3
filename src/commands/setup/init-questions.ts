import { agentOf } from '../../application/approval/agent.js';
import { parseGoals } from '../../application/requests/set-setting.js';
import { isReflectionSet } from '../../application/retrospective/readings.js';
import type { Answers } from '../../application/setup/new-memory.js';
import { faults } from '../../messages/problems/setup.js';
import { archiveSettings } from '../../observe/archive.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { type Language, MadnessError } from '../../problem.js';
import { askYes } from '../../terminal/confirm.js';
import { type Context, flag, type Terminal, text } from '../../terminal/context.js';

interface Question {
  /** Its answer goes into config.json, which is never overwritten. */
  readonly isOnce?: true;
  /** Nothing is left to ask. */
  readonly isSettled?: (context: Context) => boolean;
  /** The answer of a flag; undefined without that flag. */
  readonly told: (context: Context) => Answers | undefined;
  /** Absent if only a flag answers. */
  readonly ask?: (terminal: Terminal, words: Words, language: Language) => Promise<Answers>;
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
    const more = given ?? (isAsked ? await ask?.(terminal, words[language], language) : {});
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

const en = {
  goal: 'Last one: what should be true in two weeks that is not true today? (Enter: no goal)',
  criteria: 'How would you see that it is? (Enter: leave it open)',
  archive:
    'Keep a compressed copy of your sessions? Claude Code deletes them after about 30 days. The copies stay on this machine; madness archive --off stops it.',
  reflect:
    'Read sessions in the background, so that /madness is quick and sessions have names? A small model of your own account reads each of them: some 10,000 tokens a time, about a cent, at most six times in 24 hours. madness reflect --off ends it.',
  allow:
    'May Claude run madness agent here without asking you each time? Yes adds that one permission to your own settings of this project. A change of a rule still asks you.',
};

type Words = typeof en;

const zh: Words = {
  goal: '最后一个问题：两周之后，有什么应当做到而今天还没做到？（直接回车：不设目标）',
  criteria: '怎样算做到了？（直接回车：先不定）',
  archive:
    '要保留会话的压缩副本吗？Claude Code 大约 30 天后会删除会话。副本只留在本机；madness archive --off 可停止。',
  reflect:
    '要在后台读取会话，让 /madness 更快、会话有名字吗？用你自己账户的小模型读取：每次约 10,000 个 token，约一美分，24 小时内最多六次。madness reflect --off 可关闭。',
  allow:
    '允许 Claude 在这里运行 madness agent 而不必每次问你吗？选“是”会把这一条许可写进你在本项目的个人设置。改动规则仍然会问你。',
};

const words: Readonly<Record<Language, Words>> = { en, zh };

async function askGoals(terminal: Terminal, { goal, criteria }: Words): Promise<Answers> {
  const { isCancel, text: ask } = await import('@clack/prompts');
  const what = await ask({ message: goal, ...terminal });
  if (isCancel(what) || !what?.trim()) return {};
  const how = await ask({ message: criteria, ...terminal });
  return { goals: parseGoals(isCancel(how) || !how ? what : `${what} :: ${how}`) };
}
