// The hooks of madness in opencode. Link this file into ~/.config/opencode/plugins/; it finds the rest beside itself.
// It holds no rule and decides nothing: each hook is the program that Claude Code and Codex run too.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(realpathSync(fileURLToPath(import.meta.url))), '..');
const patience = 5000;

/** Runs one of our hooks; what it answers, or nothing. A hook that fails never stands in the way. */
function ask(hook, payload, ...gate) {
  const [program, args] =
    process.platform === 'win32'
      ? ['node', [path.join(root, 'dist/hook.cjs'), hook]]
      : ['sh', [path.join(root, 'hooks/start.sh'), hook, ...gate]];
  return new Promise((resolve) => {
    let out = '';
    try {
      const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], timeout: patience });
      child.on('error', () => resolve(''));
      child.on('close', () => resolve(out));
      child.stdin.on('error', () => {});
      child.stdout.on('data', (data) => {
        out += data;
      });
      child.stdin.end(`${JSON.stringify({ agent: 'opencode', ...payload })}\n`);
    } catch {
      resolve('');
    }
  });
}

async function answerOf(hook, payload, ...gate) {
  try {
    return JSON.parse(await ask(hook, payload, ...gate)).hookSpecificOutput ?? {};
  } catch {
    return {};
  }
}

/** A tool by the name and the fields that Claude Code gives it. */
function translated(tool, args = {}) {
  const file_path = args.filePath;
  switch (tool) {
    case 'bash':
      return ['Bash', { command: args.command }];
    case 'write':
      return ['Write', { file_path, content: args.content }];
    case 'edit':
    case 'multiedit':
      return ['Edit', { file_path, old_string: args.oldString, new_string: args.newString }];
    case 'patch':
    case 'apply_patch':
      return ['apply_patch', { command: args.patchText ?? args.patch }];
    default:
      return undefined;
  }
}

export const Madness = async ({ directory }) => {
  /** What the model of a session is told with every request, once the session has begun. */
  const begun = new Map();
  /** What it is told with the next one. */
  const next = new Map();
  /** The sessions that another one started. */
  const parents = new Map();
  const payloadOf = (session_id, hook_event_name, more = {}) => ({
    session_id,
    cwd: directory,
    transcript_path: '',
    hook_event_name,
    ...more,
  });
  const tell = (session, text) => {
    if (text) next.set(session, [...(next.get(session) ?? []), text]);
  };
  const begin = async (session) => {
    const isChild = parents.has(session);
    const [hook, event] = isChild
      ? ['subagent-start', 'SubagentStart']
      : ['session-start', 'SessionStart'];
    const more = isChild ? { agent_id: session, agent_type: 'general' } : { source: 'startup' };
    const owner = isChild ? parents.get(session) : session;
    return (await answerOf(hook, payloadOf(owner, event, more))).additionalContext ?? '';
  };
  return {
    event: async ({ event }) => {
      const info = event?.properties?.info;
      if (event?.type === 'session.created' && info?.parentID) parents.set(info.id, info.parentID);
    },
    'chat.message': async ({ sessionID }, { parts }) => {
      const typed = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic);
      const prompt = typed.map(({ text }) => text).join('\n');
      const payload = payloadOf(sessionID, 'UserPromptSubmit', { prompt });
      tell(sessionID, (await answerOf('user-prompt-submit', payload)).additionalContext);
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      if (!sessionID) return;
      if (!begun.has(sessionID)) begun.set(sessionID, begin(sessionID));
      const texts = [await begun.get(sessionID), ...(next.get(sessionID) ?? [])];
      next.delete(sessionID);
      for (const text of texts) if (text) system.push(text);
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      const call = translated(tool, args);
      if (call === undefined) return;
      const [tool_name, tool_input] = call;
      const more = { tool_name, tool_input, tool_use_id: callID };
      const hook = tool_name === 'Bash' ? 'pre-shell' : 'pre-edit';
      const answer = await answerOf(hook, payloadOf(sessionID, 'PreToolUse', more), 'guarded');
      tell(sessionID, answer.additionalContext);
      // What is thrown reaches the model as the result of its call.
      if (answer.permissionDecision === 'deny')
        throw new Error(`madness: ${answer.permissionDecisionReason}`);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      const call = translated(tool, args ?? output?.metadata?.input);
      if (call === undefined || typeof output?.output !== 'string') return;
      const [tool_name, tool_input] = call;
      const more = {
        tool_name,
        tool_input,
        tool_use_id: callID,
        tool_response: output.output,
        exit_code: output.metadata?.exit,
      };
      const payload = payloadOf(sessionID, 'PostToolUse', more);
      const { additionalContext } = await answerOf('post-tool-use', payload);
      if (additionalContext) output.output += `\n\n${additionalContext}`;
    },
    'experimental.session.compacting': async ({ sessionID }, { context }) => {
      const text = await ask(
        'pre-compact',
        payloadOf(sessionID, 'PreCompact', { trigger: 'auto' }),
      );
      if (text.trim()) context.push(text.trim());
    },
  };
};
