// When: a file is about to be written or edited.
// If: an agent does it that the switch names, and the file fits none of the switch's globs.
// Then: the call is refused, and the agent is told where it may write.
import { relative, resolve } from 'node:path';
import { matchesGlob } from '../../learn/guards/glob.js';
import { projectRoot } from '../../observe/sessions/project-folder.js';
import type { Handler } from '../handler.js';
import { recordOf, textOf, textsOf } from '../payload.js';
import { guardWordsIn } from './guard-messages.js';
import { switchOf } from './guard-switch.js';

export const handle: Handler = (payload, session, settings) => {
  const lock = switchOf('agent-lock', session, settings);
  const agent = textOf(payload, 'agent_type');
  if (lock === undefined || agent === '' || !textsOf(lock, 'agents').includes(agent))
    return undefined;
  const input = recordOf(payload, 'tool_input');
  const file = textOf(input, 'file_path') || textOf(input, 'notebook_path');
  const globs = textsOf(lock, 'globs');
  const cwd = textOf(payload, 'cwd') || process.cwd();
  const path = relative(projectRoot(cwd), resolve(cwd, file)).replaceAll('\\', '/');
  if (!path.startsWith('../') && globs.some((glob) => matchesGlob(path, glob))) return undefined;
  const say = guardWordsIn(session.memories()[0]?.language ?? 'en');
  return {
    facts: [{ kind: 'guard', guard: 'agent-lock', action: 'deny' }],
    deny: say.locked(agent, globs.join(', ') || '-'),
  };
};
