// When: the session that coordinates edits a file, gives a task to an agent, or gets one back.
// If: the switch is on; an edit counts outside the globs of the plan, and never one of an agent.
// Then: it is reminded to delegate; the task is held to one thing; the result comes with what git says and a checklist.
import { matchesGlob } from '../../learn/guards/glob.js';
import { head } from '../../text.js';
import type { Handled } from '../handler.js';
import { recordOf, textOf, textsOf } from '../payload.js';
import { type GuardInput, guardOf, projectPath } from './guard-switch.js';

const timeoutMs = 2000;
const maxChangedCharacters = 1500;
const defaultPlans = ['**/*.md'];

export const handle = guardOf('delegate', (scene) => {
  const { payload } = scene;
  if (textOf(payload, 'agent_id') !== '') return undefined;
  const isAgentCall = /^(?:Agent|Task)$/.test(textOf(payload, 'tool_name'));
  if (textOf(payload, 'hook_event_name') === 'PostToolUse')
    return isAgentCall ? afterTask(scene) : undefined;
  return isAgentCall ? oneTask(scene) : editReminder(scene);
});

function editReminder({ payload, own, say }: GuardInput): Handled | undefined {
  const path = projectPath(payload);
  const plans = textsOf(own, 'globs');
  const isPlan = (plans.length > 0 ? plans : defaultPlans).some((glob) => matchesGlob(path, glob));
  if (path === '' || isPlan) return undefined;
  const fact = { kind: 'guard', guard: 'delegate', action: 'tell' } as const;
  return { facts: [fact], context: say().delegate };
}

function oneTask({ payload, say }: GuardInput): Handled | undefined {
  const input = recordOf(payload, 'tool_input');
  const prompt = textOf(input, 'prompt');
  const directive = say().oneTask;
  if (prompt === '' || prompt.startsWith(directive)) return undefined;
  return {
    facts: [{ kind: 'guard', guard: 'delegate', action: 'change' }],
    input: { ...input, prompt: `${directive}\n\n${prompt}` },
  };
}

/** A background task has no result yet. */
function afterTask({ payload, say }: GuardInput): Handled | undefined {
  const response = recordOf(payload, 'tool_response');
  const input = recordOf(payload, 'tool_input');
  if (input.run_in_background === true || response.status === 'async_launched') return undefined;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout } = spawnSync('git', ['--no-optional-locks', 'diff', '--stat', 'HEAD'], {
    cwd: textOf(payload, 'cwd') || process.cwd(),
    encoding: 'utf8',
    timeout: timeoutMs,
    windowsHide: true,
  });
  return {
    facts: [{ kind: 'guard', guard: 'delegate', action: 'tell' }],
    context: say().checkTask(head((stdout ?? '').trimEnd(), maxChangedCharacters)),
  };
}
