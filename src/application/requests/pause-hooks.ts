import { faults } from '../../messages/problems/setup.js';
import { words } from '../../messages/setup/hooks-pause.js';
import { projectRoot } from '../../observe/sessions.js';
import { ownFolder } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import { type Paused, readPaused, writePaused } from '../../store/paused-file.js';
import { shellWord } from '../../text.js';
import { type Prepare, type RequestCall, textIn } from './request.js';

/** Inside a client's session it pauses that session; otherwise, or with --project, the project. */
export const preparePause: Prepare = (call) => {
  const { kind, name } = pauseSubject(call);
  const isProject = kind === 'projects';
  const own = ownFolder(call.env);
  return {
    facts: isProject ? { project: name } : { session: name },
    call: { options: { ...call.options, ...(isProject ? { project: true } : { session: name }) } },
    do: () => {
      const paused = readPaused(own);
      writePaused(own, {
        ...paused,
        [kind]: [...paused[kind].filter((one) => one !== name), name],
      });
      return { problems: [], done: words[call.language()].paused(name, resumeOf(kind, name)) };
    },
  };
};

/** A command that works both in the client's session and in another terminal. */
export function resumeOf(kind: keyof Paused, name: string): string {
  return `madness hooks resume ${kind === 'projects' ? '--project' : `--session ${shellWord(name)}`}`;
}

export function pauseSubject(call: RequestCall): { kind: keyof Paused; name: string } {
  const isProject = call.options.project === true;
  if (isProject && textIn(call, 'session') !== undefined)
    throw new MadnessError(faults.projectOrSession);
  const session = textIn(call, 'session') ?? call.env.CLAUDE_CODE_SESSION_ID;
  return session && !isProject
    ? { kind: 'sessions', name: session }
    : { kind: 'projects', name: projectRoot(call.cwd) };
}
