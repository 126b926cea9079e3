/** Names of hooks in `scripts/build.mjs` and `hooks.json`, each a file `dist/hooks/NAME.cjs`. */
type GuardedHook =
  | 'prompt-guards'
  | 'pre-shell'
  | 'pre-edit'
  | 'pre-agent'
  | 'pre-question'
  | 'post-guards'
  | 'pre-compact'
  | 'session-start'
  | 'stop';

export interface GuardRow {
  /** Its switch, and its file in this folder. */
  readonly name: string;
  readonly hooks: readonly GuardedHook[];
  readonly event: string;
  /** Tools whose results it looks at, as a pattern; for the gate of `post-guards`. */
  readonly tools?: string;
  /** On unless the person switches it off. */
  readonly isDefault?: true;
  /** The config of a project may switch it on. */
  readonly byProject?: true;
  /** Words, commands or globs that it needs: a switch without them does nothing. */
  readonly needs?: string;
}

const files = 'Read|Edit|Write|MultiEdit';
const before = 'PreToolUse';
const after = { hooks: ['post-guards'], event: 'PostToolUse' } as const;

/** Every built-in guard, in the order in which those of one event act. */
export const guardTable: readonly GuardRow[] = [
  { name: 'rule-guards', hooks: ['pre-shell', 'pre-edit'], event: before, isDefault: true },
  { name: 'modes', hooks: ['prompt-guards'], event: 'UserPromptSubmit' },
  { name: 'short-labels', hooks: ['pre-question'], event: before },
  { name: 'agent-lock', hooks: ['pre-edit'], event: before, needs: 'agents, globs' },
  { name: 'rules-by-path', ...after, tools: files, isDefault: true, byProject: true },
  { name: 'nested-agents', ...after, tools: 'Read', byProject: true },
  { name: 'nested-readme', ...after, tools: 'Read', byProject: true },
  { name: 'comment-check', ...after, tools: 'Edit|Write|MultiEdit', needs: 'command' },
  { name: 'short-outputs', ...after, tools: 'Read|Grep|Glob|Bash|WebFetch' },
  { name: 'context-warning', ...after, tools: '[A-Za-z]+', byProject: true },
  {
    name: 'delegate',
    hooks: ['pre-edit', 'pre-agent', 'post-guards'],
    event: before,
    tools: 'Agent|Task',
  },
  { name: 'recovery-note', hooks: ['session-start'], event: 'SessionStart' },
  { name: 'finish-todos', hooks: ['stop'], event: 'Stop' },
  { name: 'work', hooks: ['stop'], event: 'Stop', isDefault: true },
  { name: 'compaction-brief', hooks: ['pre-compact'], event: 'PreCompact', isDefault: true },
];

export function guardNamed(name: string): GuardRow | undefined {
  return guardTable.find((row) => row.name === name);
}
