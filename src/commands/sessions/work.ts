import { join, resolve } from 'node:path';
import { forPersonOnly } from '../../application/approval/agent.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { boxesIn, parseWork, type Work, workPath } from '../../hooks/guards/work-file.js';
import { forPerson } from '../../messages/agent.js';
import { words } from '../../messages/setup/guards.js';
import { sessionFolderName } from '../../observe/journal/journal.js';
import { ownFolder } from '../../platform/folders.js';
import { makeFolder, removeFile, replaceFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { MadnessError } from '../../problem.js';
import { type Context, problemsOnly, text } from '../../terminal/context.js';

const defaultRounds = 10;
const maxRounds = 100;

/** While the plan has open boxes, a Stop of the session is asked to go on. */
export const workStart = problemsOnly((context) => {
  forPersonOnly(context, forPerson.goesOn, 'madness work start PLAN.md --session ID');
  const plan = resolve(context.cwd, context.args[0] ?? '');
  const { open } = boxesIn(read(plan));
  const say = sayIn(context);
  if (open.length === 0) throw new MadnessError(say.done(plan), '- [ ] …');
  write(context, { plan });
  context.print(say.plan(plan, open.length));
  return 0;
});

/** Repeats a task until the answer holds a promise, at most so many times. */
export const workLoop = problemsOnly((context) => {
  forPersonOnly(context, forPerson.goesOn, 'madness work loop "TASK" --session ID');
  const [task = ''] = context.args;
  const promise = text(context, 'promise') ?? '';
  const say = sayIn(context);
  const given = Number(text(context, 'max') ?? defaultRounds);
  if (task === '' || !/^[\w-]{1,40}$/.test(promise) || !(given >= 1))
    throw new MadnessError(say.task, say.taskHint);
  const max = Math.min(Math.floor(given), maxRounds);
  write(context, { task, promise, max, round: 0 });
  context.print(say.loop(max, promise));
  return 0;
});

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
  return words[languageIn(locationIfAny(context))].work;
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
