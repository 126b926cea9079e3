import { workFile } from '../../application/requests/start-work.js';
import { words } from '../../messages/setup/guards.js';
import { removeFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { boxesIn, parseWork } from '../../store/work-file.js';
import { type CommandDefinition, ofSession } from '../../terminal/command.js';
import type { Command } from '../../terminal/context.js';
import { runRequest } from '../../terminal/run-request.js';

export const workStartCommand: CommandDefinition = {
  usage: 'work start <plan>',
  summary: {
    en: 'Let a session go on by itself while a plan has open boxes.',
    zh: '计划里还有未勾选的项，就让会话自己干下去。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'asks',
  options: [ofSession],
  run: (context) => runRequest(context, 'work start'),
};

export const workLoopCommand: CommandDefinition = {
  usage: 'work loop <task>',
  summary: {
    en: 'Let a session repeat a task until its answer holds the words you named.',
    zh: '让会话重复一项任务，直到回答里出现约定的词。',
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
  run: (context) => runRequest(context, 'work loop'),
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

const workStatus: Command = (context) => {
  const work = parseWork(read(workFile(context)));
  const say = words[context.language()].work;
  if (work === undefined) return { text: [say.none] };
  if ('plan' in work) return { text: [say.plan(work.plan, boxesIn(read(work.plan)).open.length)] };
  return { text: [say.loop(work.max - work.round, work.promise)] };
};

const workStop: Command = (context) => {
  removeFile(workFile(context));
  return { text: [words[context.language()].work.stopped] };
};
