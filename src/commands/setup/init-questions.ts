import { agentOf, forPersonOnly } from '../../application/approval/agent.js';
import { agentCommands } from '../../application/approval/client-permission.js';
import type { Language } from '../../compile/template.js';
import { faults } from '../../messages/problems/setup.js';
import { archiveSettings } from '../../observe/archive/settings.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import type { Config } from '../../schema.gen.js';
import { askYes } from '../../terminal/confirm.js';
import { type Context, flag, type Terminal, text } from '../../terminal/context.js';
import { defaultInterval } from '../memory/review-schedule.js';

/** What `init` may know beside where it runs; absent: nothing was said. */
export interface Answers {
  readonly goals?: Config['goals'];
  readonly review_interval_days?: number;
  readonly archive?: boolean;
  readonly allow?: boolean;
}

interface Question {
  /** Its answer goes into config.json, which is never overwritten. */
  readonly isOnce?: true;
  /** Nothing is left to ask. */
  readonly isSettled?: (context: Context) => boolean;
  /** What a flag says; undefined where there is none. */
  readonly told: (context: Context) => Answers | undefined;
  readonly ask: (terminal: Terminal, words: Words, language: Language) => Promise<Answers>;
}

/** In the order in which they are asked; a question more is a row more. */
const questions: readonly Question[] = [
  { isOnce: true, told: toldGoals, ask: askGoals },
  { isOnce: true, told: toldInterval, ask: askInterval },
  { told: toldArchive, ask: askArchive, isSettled: isArchived },
  { told: toldAllow, ask: askAllow },
];

/** Answers by flags; where a person sits at a terminal, the rest is asked. */
export async function answersOf(
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
    const more = given ?? (isAsked ? await ask(terminal, words[language], language) : {});
    answers = { ...answers, ...more };
  }
  return answers;
}

function toldGoals(context: Context): Answers | undefined {
  const told = text(context, 'goal');
  return told === undefined ? undefined : { goals: parseGoals(told) };
}

/** "a goal :: how it is seen :: and how else ;; another goal" */
export function parseGoals(told: string): NonNullable<Config['goals']> {
  return told
    .split(';;')
    .map((one) => one.split('::').map((part) => part.trim()))
    .filter(([goal]) => goal)
    .map(([goal = '', ...criteria]) => {
      const kept = criteria.filter((one) => one !== '');
      return kept.length === 0 ? { goal } : { goal, criteria: kept };
    });
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

/** Refuses an agent what only a person's `init` may switch on, before it asks anything. */
export function refuseSwitches(context: Context): void {
  toldArchive(context);
  toldAllow(context);
}

function toldArchive(context: Context): Answers | undefined {
  if (!flag(context, 'archive')) return undefined;
  forPersonOnly(context, 'sessions are copied', 'madness archive --on');
  return { archive: true };
}

function isArchived({ env }: Context): boolean {
  return archiveSettings(ownFolder(env), claudeFolder(env)).isOn;
}

function toldAllow(context: Context): Answers | undefined {
  if (!flag(context, 'allow')) return undefined;
  // An agent must not widen what it may do by itself.
  forPersonOnly(context, 'madness runs without asking', 'madness init --allow');
  return { allow: true };
}

const en = {
  goal: 'What should be true that is not true today? (a goal to measure against; empty: none)',
  criteria: 'How would it be seen? (empty: no criterion)',
  interval: 'How many days between two reviews?',
  days: 'A number of days from 1 to 365.',
  archive:
    'Keep a compressed copy of your sessions? Claude Code deletes them after a while (cleanupPeriodDays, usually 30 days); the copies stay on this machine, in your own folder (madness archive --off stops it).',
  allow: `Let Claude Code run madness without asking? This writes ${agentCommands.length} rules into your own settings of this project: one for each command that Claude needs, and nothing else.`,
};

type Words = typeof en;

const zh: Words = {
  goal: '有什么应当成立而今天还没有成立？（用来衡量的目标；留空表示没有）',
  criteria: '凭什么看出来？（留空表示没有标准）',
  interval: '两次复盘相隔几天？',
  days: '请填 1 到 365 之间的天数。',
  archive:
    '要保留会话的压缩副本吗？Claude Code 过一段时间会删除会话（cleanupPeriodDays，通常是 30 天）；副本只留在本机你自己的文件夹里（madness archive --off 可停止）。',
  allow: `允许 Claude Code 运行 madness 时不再询问吗？这会把 ${agentCommands.length} 条规则写进你在本项目的个人设置：Claude 需要的命令每条一项，别的都不放行。`,
};

const words: Readonly<Record<Language, Words>> = { en, zh };

async function askGoals(terminal: Terminal, { goal, criteria }: Words): Promise<Answers> {
  const { isCancel, text: ask } = await import('@clack/prompts');
  const what = await ask({ message: goal, ...terminal });
  if (isCancel(what) || !what?.trim()) return {};
  const how = await ask({ message: criteria, ...terminal });
  return { goals: parseGoals(isCancel(how) || !how ? what : `${what} :: ${how}`) };
}

async function askInterval(terminal: Terminal, { interval, days }: Words): Promise<Answers> {
  const { isCancel, text: ask } = await import('@clack/prompts');
  const validate = (told: string | undefined) =>
    daysIn(told ?? '') === undefined ? days : undefined;
  const told = await ask({
    message: interval,
    initialValue: String(defaultInterval),
    validate,
    ...terminal,
  });
  return isCancel(told) ? {} : { review_interval_days: Number(told) };
}

async function askArchive(
  terminal: Terminal,
  { archive }: Words,
  language: Language,
): Promise<Answers> {
  return { archive: await askYes(terminal, language, archive) };
}

async function askAllow(
  terminal: Terminal,
  { allow }: Words,
  language: Language,
): Promise<Answers> {
  return { allow: await askYes(terminal, language, allow) };
}
