// When: the session that coordinates edits a file, gives a task to an agent, or gets one back.
// If: the switch is on; an edit counts outside the globs of the plan, and never one of an agent.
// Then: it is reminded to delegate; the task is held to one thing; the result comes with what git says and a checklist.
import { relative, resolve } from 'node:path';
import { matchesGlob } from '../../learn/guards/glob.js';
import { projectRoot } from '../../observe/sessions/project-folder.js';
import { head } from '../../text.js';
import type { Handled, Handler, Session } from '../handler.js';
import { type Payload, recordOf, textOf, textsOf } from '../payload.js';
import { guardWordsIn } from './guard-messages.js';
import { switchOf } from './guard-switch.js';

const timeoutMs = 2000;
const maxChangedCharacters = 1500;
const defaultPlans = ['**/*.md'];

export const handle: Handler = (payload, session, settings) => {
  const delegate = switchOf('delegate', session, settings);
  if (delegate === undefined || textOf(payload, 'agent_id') !== '') return undefined;
  const isAgentCall = /^(?:Agent|Task)$/.test(textOf(payload, 'tool_name'));
  if (textOf(payload, 'hook_event_name') === 'PostToolUse')
    return isAgentCall ? afterTask(payload, session) : undefined;
  return isAgentCall ? oneTask(payload, session) : editReminder(payload, session, delegate);
};

function wordsOf(session: Session) {
  return guardWordsIn(session.memories()[0]?.language ?? 'en');
}

function editReminder(payload: Payload, session: Session, delegate: Payload): Handled | undefined {
  const file = textOf(recordOf(payload, 'tool_input'), 'file_path');
  const cwd = textOf(payload, 'cwd') || process.cwd();
  const path = relative(projectRoot(cwd), resolve(cwd, file)).replaceAll('\\', '/');
  const plans = textsOf(delegate, 'globs');
  const isPlan = (plans.length > 0 ? plans : defaultPlans).some((glob) => matchesGlob(path, glob));
  if (file === '' || isPlan) return undefined;
  const fact = { kind: 'guard', guard: 'delegate', action: 'tell' } as const;
  return { facts: [fact], context: wordsOf(session).delegate };
}

function oneTask(payload: Payload, session: Session): Handled | undefined {
  const input = recordOf(payload, 'tool_input');
  const prompt = textOf(input, 'prompt');
  const directive = wordsOf(session).oneTask;
  if (prompt === '' || prompt.startsWith(directive)) return undefined;
  return {
    facts: [{ kind: 'guard', guard: 'delegate', action: 'change' }],
    input: { ...input, prompt: `${directive}\n\n${prompt}` },
  };
}

/** A background task has no result yet. */
function afterTask(payload: Payload, session: Session): Handled | undefined {
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
    context: wordsOf(session).checkTask(head((stdout ?? '').trimEnd(), maxChangedCharacters)),
  };
}
