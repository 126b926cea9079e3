// When: a file is about to be written or edited.
// If: an agent does it that the switch names, and the file fits none of the switch's globs.
// Then: the call is refused, and the agent is told where it may write.
import { matchesGlob } from '../../learn/guards/glob.js';
import { textOf, textsOf } from '../payload.js';
import { guardOf, projectPath } from './guard-switch.js';

export const handle = guardOf('agent-lock', ({ payload, own, say }) => {
  const agent = textOf(payload, 'agent_type');
  if (agent === '' || !textsOf(own, 'agents').includes(agent)) return undefined;
  const globs = textsOf(own, 'globs');
  const path = projectPath(payload);
  if (!path.startsWith('../') && globs.some((glob) => matchesGlob(path, glob))) return undefined;
  return {
    facts: [{ kind: 'guard', guard: 'agent-lock', action: 'deny' }],
    deny: say().locked(agent, globs.join(', ') || '-'),
  };
});
