import { join, resolve } from 'node:path';
import { words } from '../../messages/setup/guards.js';
import { sessionFolderName } from '../../observe/journal.js';
import { ownFolder } from '../../platform/folders.js';
import { makeFolder, replaceFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { MadnessError } from '../../problem.js';
import { boxesIn, type Work, workPath } from '../../store/work-file.js';
import { withoutHooks } from '../setup/installed.js';
import { type Facts, type Prepare, type Prepared, type RequestCall, textIn } from './request.js';

const defaultRounds = 10;
const maxRounds = 100;

/** While the plan has open boxes, a Stop of the session is asked to go on. */
export const prepareStart: Prepare = (call) => {
  const plan = resolve(call.cwd, call.args[0] ?? '');
  const { open } = boxesIn(read(plan));
  const say = words[call.language()].work;
  if (open.length === 0) throw new MadnessError(say.done(plan), '- [ ] …');
  return begin(call, { plan, count: String(open.length) }, { plan }, say.plan(plan, open.length));
};

/** Repeats a task until the answer holds a promise, at most so many times. */
export const prepareLoop: Prepare = (call) => {
  const [task = ''] = call.args;
  const promise = textIn(call, 'promise') ?? '';
  const say = words[call.language()].work;
  const given = Number(textIn(call, 'max') ?? defaultRounds);
  if (task === '' || !/^[\w-]{1,40}$/.test(promise) || !(given >= 1))
    throw new MadnessError(say.task, say.taskHint);
  const max = Math.min(Math.floor(given), maxRounds);
  const work = { task, promise, max, round: 0 };
  return begin(call, { task, promise, count: String(max) }, work, say.loop(max, promise));
};

/** The session that asked is the one that goes on. */
function begin(call: RequestCall, facts: Facts, work: Work, done: string): Prepared {
  const file = workFile(call);
  const session = sessionOf(call) as string;
  return {
    facts: { session, ...facts },
    call: { options: { ...call.options, session } },
    do: () => {
      makeFolder(join(file, '..'), 0o700);
      replaceFile(file, JSON.stringify(work));
      return { problems: [], done: [done, ...withoutHooks(call, call.language())].join('\n') };
    },
  };
}

function sessionOf(call: RequestCall): string | undefined {
  return textIn(call, 'session') ?? call.env.CLAUDE_CODE_SESSION_ID;
}

/** Where the work of the session lies that is named, or that it runs in. */
export function workFile(call: RequestCall): string {
  const session = sessionOf(call);
  const say = words[call.language()].work;
  if (!session) throw new MadnessError(say.session, say.sessionHint);
  return join(ownFolder(call.env), workPath(sessionFolderName(session)));
}
