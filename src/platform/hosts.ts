import type { Fields } from './read-object.js';

/** One coding agent: what its hooks, its sessions and its commands are called. All that knows one by its name reads this. */
export interface Host {
  /** By which a person knows it. */
  readonly title: string;
  /** Its name of a tool → that of Claude Code. */
  readonly tools: Readonly<Record<string, string>>;
  /** Whose event it is, by what only this one sends. */
  readonly sends: (payload: Fields) => boolean;
  /** Our hooks with a switch that it never starts; what needs one of them does not hold there. */
  readonly lacks: readonly string[];
  readonly resume: (session: string) => string;
}

const transcriptLike = (place: RegExp) => (payload: Fields) =>
  place.test(String(payload.transcript_path ?? ''));

const rollout = transcriptLike(/[\\/]rollout-[^\\/]*\.jsonl$/);

/** Claude Code is last: what no other one sends is read by its rules. */
export const hosts = {
  codex: {
    title: 'Codex',
    // Its shell comes as Bash already, and a patch is a call for each file of it.
    tools: {},
    sends: (payload) => rollout(payload) || typeof payload.turn_id === 'string',
    lacks: ['pre-agent', 'pre-question'],
    resume: (session) => `codex resume ${session}`,
  },
  opencode: {
    title: 'opencode',
    tools: {
      bash: 'Bash',
      shell: 'Bash',
      read: 'Read',
      edit: 'Edit',
      write: 'Write',
      multiedit: 'MultiEdit',
      glob: 'Glob',
      grep: 'Grep',
      list: 'LS',
      webfetch: 'WebFetch',
      websearch: 'WebSearch',
      task: 'Task',
      todowrite: 'TodoWrite',
      todoread: 'TodoRead',
      skill: 'Skill',
    },
    sends: ({ agent }) => agent === 'opencode',
    lacks: ['pre-agent', 'pre-question', 'prompt-guards', 'post-guards', 'stop'],
    resume: (session) => `opencode -s ${session}`,
  },
  qwen: {
    title: 'Qwen Code',
    tools: {
      run_shell_command: 'Bash',
      write_file: 'Write',
      edit: 'Edit',
      notebook_edit: 'NotebookEdit',
      read_file: 'Read',
      glob: 'Glob',
      grep_search: 'Grep',
      web_fetch: 'WebFetch',
      agent: 'Agent',
      ask_user_question: 'AskUserQuestion',
    },
    sends: transcriptLike(/[\\/]projects[\\/][^\\/]+[\\/]chats[\\/][^\\/]+\.jsonl$/),
    lacks: [],
    resume: (session) => `qwen --resume ${session}`,
  },
  claude: {
    title: 'Claude',
    tools: {},
    sends: () => true,
    lacks: [],
    resume: (session) => `claude --resume ${session}`,
  },
} as const satisfies Readonly<Record<string, Host>>;

export type HostName = keyof typeof hosts;

export const hostNames = Object.keys(hosts) as HostName[];

export function hostOf(payload: Fields): HostName {
  return hostNames.find((name) => hosts[name].sends(payload)) ?? 'claude';
}

/** A call by the names that Claude Code gives the tool and its fields; an unknown tool keeps its own. */
export function inClaudesWords(host: HostName, tool: string, input: Fields) {
  const { tools }: Host = hosts[host];
  const fields = Object.entries(input).map(([key, value]) => [inSnakeCase(key), value]);
  return { name: tools[tool] ?? tool, input: Object.fromEntries(fields) as Fields };
}

function inSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Names of tools joined by `|`, as matchers have them, with what Qwen Code calls the same: it reads the hooks of Claude Code. */
export function withOtherNames(names: string): string {
  const others = Object.entries(hosts.qwen.tools).filter(([, own]) =>
    names.split('|').includes(own),
  );
  return [...names.split('|'), ...others.map(([name]) => name)].join('|');
}
