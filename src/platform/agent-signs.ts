import type { Environment } from './folders.js';

/** One agent, and what it sets for the commands that its model runs. `seen`: the client in which `env` printed it. */
interface AgentRow {
  readonly name: string;
  readonly variables: RegExp;
  /** The value that a variable needs where other programs use the same name. */
  readonly value?: RegExp;
  readonly seen?: string;
}

/** Settings that a person may export, such as CODEX_HOME or CURSOR_TRACE_ID, are no signs. */
const rows: readonly AgentRow[] = [
  {
    name: 'Claude Code',
    variables: /^(?:CLAUDECODE|CLAUDE_PID|CLAUDE_CODE_(?:SESSION_ID|CHILD_SESSION|ENTRYPOINT))$/,
    seen: '2.1.330',
  },
  {
    name: 'Codex',
    variables:
      /^CODEX_(?:CI|THREAD_ID|SESSION_ID|TOOL_CALL_ID|TURN_ID|SANDBOX(?:_.+)?|MANAGED_BY_.+)$/,
    seen: '0.169.0',
  },
  { name: 'opencode', variables: /^OPENCODE(?:_PID)?$/, seen: '1.18.33' },
  { name: 'opencode', variables: /^AGENT$/, value: /^1$/, seen: '1.18.33' },
  { name: 'Gemini CLI', variables: /^GEMINI_CLI$/, seen: '0.61.0' },
  { name: 'Qwen Code', variables: /^QWEN_CODE$/, seen: '0.15.10' },
  { name: 'Cursor', variables: /^CURSOR_AGENT$/ },
  { name: 'Cursor', variables: /^CURSOR_EXTENSION_HOST_ROLE$/, value: /^agent-exec$/ },
  { name: 'Amp', variables: /^AMP_CURRENT_THREAD_ID$/ },
  { name: 'Amp', variables: /^AGENT$/, value: /^amp$/i },
  { name: 'goose', variables: /^GOOSE_TERMINAL$/ },
  { name: 'goose', variables: /^AGENT$/, value: /^goose$/i },
  { name: 'Cline', variables: /^CLINE_ACTIVE$/ },
  { name: 'Roo', variables: /^ROO_ACTIVE$/ },
  { name: 'Auggie', variables: /^AUGMENT_AGENT$/ },
  { name: 'Copilot CLI', variables: /^COPILOT_CLI$/ },
  { name: 'Antigravity', variables: /^ANTIGRAVITY_AGENT$/ },
  { name: 'Trae', variables: /^TRAE_AI_SHELL_ID$/ },
  { name: 'AI_AGENT', variables: /^AI_AGENT$/ },
];

/** The variables of an environment that an agent set, an empty one too, each with the name of that agent. */
export function signsIn(env: Environment): [variable: string, agent: string][] {
  return Object.entries(env).flatMap(([variable, value = '']) => {
    const row = rows.find(
      (one) => one.variables.test(variable) && (one.value === undefined || one.value.test(value)),
    );
    return row === undefined ? [] : [[variable, row.name] as [string, string]];
  });
}

/** The session whose agent runs this, where the agent says it. */
export function sessionIn(env: Environment): string | undefined {
  return env.CLAUDE_CODE_SESSION_ID || env.CODEX_THREAD_ID || undefined;
}

/** Programs in which a person works: terminal emulators, editors, multiplexers and remote logins, as Linux names them. */
const desks =
  /^(?:gnome-terminal.*|konsole|yakuake|xterm|u?rxvt.*|alacritty|kitty|wezterm.*|foot(?:client)?|ghostty|terminator|tilix|ptyxis.*|kgx|xfce4-terminal|lxterminal|mate-terminal|qterminal|terminology|st|tabby|hyper|warp.*|guake|blackbox|code(?:-.*)?|(?:vs)?codium.*|cursor.*|windsurf.*|trae.*|antigravity.*|kiro.*|zed.*|emacs.*|n?vim?|nvim|idea.*|pycharm.*|webstorm.*|goland.*|clion.*|rider.*|phpstorm.*|rubymine.*|rustrover.*|java|subl.*|tmux.*|screen|zellij|mosh-server|sshd.*|dropbear|login)$/i;

export function isDesk(program: string): boolean {
  return desks.test(program);
}
