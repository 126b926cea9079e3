import { pauseSubject, resumeOf } from '../../application/requests/pause-hooks.js';
import { type Words, words } from '../../messages/setup/hooks-pause.js';
import { projectRoot } from '../../observe/sessions.js';
import { ownFolder } from '../../platform/folders.js';
import { type Paused, readPaused, writePaused } from '../../store/paused-file.js';
import type { CommandDefinition } from '../../terminal/command.js';
import type { Command, Context } from '../../terminal/context.js';
import { runRequest } from '../../terminal/run-request.js';

export const hooksPauseCommand: CommandDefinition = {
  usage: 'hooks pause',
  summary: {
    en: 'Pause the hooks in this session of the client, or in this project.',
    zh: '让钩子在当前会话或当前项目里静默。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'asks',
  options: [
    ['--project', 'this project, also inside a session', '整个项目，在会话里也可以'],
    ['--session <id>', 'that session', '指定的会话'],
  ],
  run: (context) => runRequest(context, 'hooks pause'),
};

export const hooksResumeCommand: CommandDefinition = {
  usage: 'hooks resume',
  summary: { en: 'Resume the hooks.', zh: '恢复钩子。' },
  group: 'setup',
  listed: 'all',
  agent: 'free',
  options: [
    ['--project', 'this project, also inside a session', '整个项目，在会话里也可以'],
    ['--session <id>', 'that session', '指定的会话'],
  ],
  run: (context) => hooksResume(context),
};

const hooksResume: Command = (context) => {
  const { kind, name } = pauseSubject(context);
  const paused = readPaused(ownFolder(context.env));
  const was = paused[kind].includes(name);
  writePaused(ownFolder(context.env), {
    ...paused,
    [kind]: paused[kind].filter((one) => one !== name),
  });
  const say = words[context.language()];
  const done = was ? say.resumed(name) : say.neverPaused(name);
  return { text: [done, ...stillSilent(context, paused, name, say)] };
};

/** A paused project silences all its sessions. A terminal cannot tell which sessions those are. */
function stillSilent(context: Context, paused: Paused, name: string, { stillIn }: Words): string[] {
  const project = projectRoot(context.cwd);
  const here = paused.projects.filter((one) => one === project && one !== name);
  const sessions = name === project ? paused.sessions.slice(-3) : [];
  return [
    ...here.map((one) => stillIn.projects(one, resumeOf('projects', one))),
    ...sessions.map((one) => stillIn.sessions(one, resumeOf('sessions', one))),
  ];
}
