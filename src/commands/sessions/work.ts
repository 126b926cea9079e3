import { join, resolve } from 'node:path';
import { locationIfAny } from '../../application/memory/find-memory.js';
import { boxesIn, parseWork, type Work, workPath } from '../../hooks/guards/work-file.js';
import { words } from '../../messages/setup/guards.js';
import { sessionFolderName } from '../../observe/journal/journal.js';
import { ownFolder } from '../../platform/folders.js';
import { makeFolder, removeFile, replaceFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { MadnessError } from '../../problem.js';
import { type CommandDefinition, ofSession } from '../../terminal/command.js';
import { type Command, type Context, problemsOnly, text } from '../../terminal/context.js';
import { byQuestion } from '../../terminal/require-approval.js';

export const workStartCommand: CommandDefinition = {
  usage: 'work start <plan>',
  summary: {
    en: 'Continue a session at its end while a plan has open boxes.',
    zh: '计划里还有未勾选的项时，会话结束处继续工作。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'asks',
  options: [ofSession],
  run: (context) => workStart(context),
};

export const workLoopCommand: CommandDefinition = {
  usage: 'work loop <task>',
  summary: {
    en: 'Repeat a task in a session until its answer contains a promise.',
    zh: '会话重复一项任务，直到回答中出现约定的词。',
  },
  group: 'setup',
  listed: 'all',
  options: [
    [
      '--promise <word>',
      'the word that ends it, as <promise>WORD</promise>',
      '结束用的词，写作 <promise>WORD</promise>',
    ],
    ['--max <number>', 'rounds at most (default: 10)', '最多几轮（默认：10）'],
    ofSession,
  ],
  agent: 'asks',
  run: (context) => workLoop(context),
};

export const workStatusCommand: CommandDefinition = {
  usage: 'work status',
  summary: {
    en: 'Show the work that a session continues automatically.',
    zh: '显示会话自动继续的工作。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'free',
  options: [ofSession],
  run: (context) => workStatus(context),
};

export const workStopCommand: CommandDefinition = {
  usage: 'work stop',
  summary: { en: 'Stop it.', zh: '结束它。' },
  group: 'setup',
  listed: 'all',
  agent: 'free',
  options: [ofSession],
  run: (context) => workStop(context),
};

const defaultRounds = 10;
const maxRounds = 100;

/** While the plan has open boxes, a Stop of the session is asked to go on. */
export const workStart: Command = async (context) => {
  const plan = resolve(context.cwd, context.args[0] ?? '');
  const { open } = boxesIn(read(plan));
  const say = sayIn(context);
  if (open.length === 0) throw new MadnessError(say.done(plan), '- [ ] …');
  const facts = { plan, count: String(open.length) };
  return begin(context, 'work start', facts, { plan }, say.plan(plan, open.length));
};

/** Repeats a task until the answer holds a promise, at most so many times. */
export const workLoop: Command = async (context) => {
  const [task = ''] = context.args;
  const promise = text(context, 'promise') ?? '';
  const say = sayIn(context);
  const given = Number(text(context, 'max') ?? defaultRounds);
  if (task === '' || !/^[\w-]{1,40}$/.test(promise) || !(given >= 1))
    throw new MadnessError(say.task, say.taskHint);
  const max = Math.min(Math.floor(given), maxRounds);
  const facts = { task, promise, count: String(max) };
  const work = { task, promise, max, round: 0 };
  return begin(context, 'work loop', facts, work, say.loop(max, promise));
};

/** An agent asks first; the session that asked is the one that goes on. */
async function begin(
  context: Context,
  name: 'work start' | 'work loop',
  facts: Readonly<Record<string, string>>,
  work: Work,
  said: string,
): Promise<number> {
  const session = text(context, 'session') ?? context.env.CLAUDE_CODE_SESSION_ID;
  const own = session ? { ...context, options: { ...context.options, session } } : context;
  fileOf(own);
  const asked = await byQuestion(own, locationIfAny(context), name, facts);
  if (asked !== undefined) return asked;
  return problemsOnly((run) => {
    write(run, work);
    run.print(said);
    return 0;
  })(own);
}

export const workStatus = problemsOnly((context) => {
  const work = parseWork(read(fileOf(context)));
  const say = sayIn(context);
  if (work === undefined) context.print(say.none);
  else if ('plan' in work) context.print(say.plan(work.plan, boxesIn(read(work.plan)).open.length));
  else context.print(say.loop(work.max - work.round, work.promise));
  return 0;
});

export const workStop = problemsOnly((context) => {
  removeFile(fileOf(context));
  context.print(sayIn(context).stopped);
  return 0;
});

function sayIn(context: Context) {
  return words[context.language()].work;
}

function fileOf(context: Context): string {
  const session = text(context, 'session') ?? context.env.CLAUDE_CODE_SESSION_ID;
  const say = sayIn(context);
  if (!session) throw new MadnessError(say.session, say.sessionHint);
  return join(ownFolder(context.env), workPath(sessionFolderName(session)));
}

function write(context: Context, work: Work): void {
  const file = fileOf(context);
  makeFolder(join(file, '..'), 0o700);
  replaceFile(file, `${JSON.stringify(work)}\n`);
}
