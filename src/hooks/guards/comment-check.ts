// When: a file was written or edited, and the call did not fail.
// If: the command that the person configured prints something about it within five seconds.
// Then: the model gets that output.
import { withNodeOptions } from '../../platform/folders.js';
import { head } from '../../text.js';
import { recordOf, textOf, textsOf } from '../payload.js';
import { guardOf } from './guard-switch.js';

const timeoutMs = 5000;
const maxOutputCharacters = 2000;

export const handle = guardOf('comment-check', ({ payload, own, say }) => {
  const [program, ...args] = textsOf(own, 'command');
  const tool = textOf(payload, 'tool_name');
  if (program === undefined || !/^(?:Edit|Write|MultiEdit)$/.test(tool)) return undefined;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  // Called like one of the client's own hooks: the checker reads the payload from standard input.
  const { stdout, stderr } = spawnSync(program, args, {
    input: JSON.stringify(payload),
    cwd: textOf(payload, 'cwd') || process.cwd(),
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 20,
    env: {
      ...withNodeOptions(process.env),
      MADNESS_FILE: textOf(recordOf(payload, 'tool_input'), 'file_path'),
    },
  });
  const words = `${stdout ?? ''}${stderr ?? ''}`.trim();
  if (words === '') return undefined;
  return {
    facts: [{ kind: 'guard', guard: 'comment-check', action: 'tell' }],
    context: say().comments(head(words, maxOutputCharacters)),
  };
});
