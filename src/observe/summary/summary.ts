import type { FoundSession } from '../sessions/sessions.js';
import { isShell } from '../signals/command-key.js';
import { commandOf, filesWritten } from '../signals/tool-summary.js';
import { readTranscript } from '../transcript/transcript.js';
import type { Turn } from '../transcript/turn.js';

/** Raise it where a summary holds something else than before: kept ones of another version are made again. */
export const summaryVersion = 2;

interface StepBase {
  /** Of the call: a resumed or copied session holds it again. */
  readonly id: string;
  readonly line: number;
  /** ISO 8601; empty if the transcript gives none. */
  readonly time: string;
  /** The sub-agent's transcript that holds it. */
  readonly agent?: string;
}

export interface CommandStep extends StepBase {
  readonly kind: 'command';
  readonly command: string;
  readonly cwd: string;
  /** `none`: it has no result. `typed`: the person ran it behind `!`. */
  readonly outcome: 'ok' | 'failed' | 'refused' | 'none' | 'typed';
  /** Its output names a new commit. */
  readonly hasCommitted?: true;
}

export interface EditStep extends StepBase {
  readonly kind: 'edit';
  /** As the call names it. */
  readonly path: string;
  readonly cwd: string;
  readonly outcome: 'ok' | 'failed' | 'refused' | 'none';
}

/** A sub-agent was started. */
interface AgentStep extends StepBase {
  readonly kind: 'agent';
}

export type Step = CommandStep | EditStep | AgentStep;

/** What a session holds that is counted: read once, kept, the same for every reader. */
export interface SessionSummary {
  readonly version: typeof summaryVersion;
  readonly session: string;
  readonly title: string;
  /** ISO 8601; empty if the transcript gives none. */
  readonly first: string;
  readonly last: string;
  readonly cwd: string;
  /** As the client names them, the first one first. */
  readonly models: readonly string[];
  /** Prompts and calls, those of sub-agents included. */
  readonly counts: { readonly prompts: number; readonly calls: number };
  readonly hasAgents: boolean;
  /** Commands, edits and agents in their order, those of sub-agents by time. */
  readonly steps: readonly Step[];
}

const newCommit = /\[[\w./#-]+ (?:\(root-commit\) )?[0-9a-f]{7,}\]/;
const asPrompt = ['prompt', 'command', 'queued'];

/** Reads a session with its sub-agents. */
export function summariseSession({ session, file, agents, cwd }: FoundSession): SessionSummary {
  const own = stepsOf(file, undefined);
  const others = agents.map((agent) => stepsOf(agent.file, agent.session));
  const all = [own, ...others];
  const { title, first, last, models } = own.coverage;
  return {
    version: summaryVersion,
    session,
    title: title ?? '',
    first: first ?? '',
    last: last ?? '',
    cwd: cwd ?? '',
    models,
    counts: {
      prompts: own.prompts,
      calls: all.reduce((sum, { calls }) => sum + calls, 0),
    },
    hasAgents: agents.length > 0,
    steps: others.reduce((steps, { steps: more }) => merged(steps, more), own.steps),
  };
}

type Open = { -readonly [Key in keyof CommandStep]: CommandStep[Key] } | OpenEdit;
type OpenEdit = { -readonly [Key in keyof EditStep]: EditStep[Key] };

function stepsOf(
  file: string,
  agent: string | undefined,
): {
  readonly steps: readonly Step[];
  readonly prompts: number;
  readonly calls: number;
  readonly coverage: ReturnType<ReturnType<typeof readTranscript>['coverage']>;
} {
  const { turns, coverage } = readTranscript(file);
  const steps: Step[] = [];
  const open = new Map<string, Open>();
  let prompts = 0;
  let calls = 0;
  for (const turn of turns) {
    if (asPrompt.includes(turn.kind)) prompts++;
    const { tool, role, line, timestamp: time = '', cwd = '' } = turn;
    const id = tool?.id ?? '';
    const place = { id, line, time, ...(agent === undefined ? {} : { agent }) };
    if (turn.kind === 'bash_input')
      steps.push({ kind: 'command', ...place, command: typedCommand(turn), cwd, outcome: 'typed' });
    if (tool === undefined) continue;
    if (role !== 'tool_input') {
      note(open.get(tool.id), turn);
      continue;
    }
    calls++;
    if (open.has(id)) continue;
    if (tool.name === 'Task' || tool.name === 'Agent') steps.push({ kind: 'agent', ...place });
    const [path] = filesWritten(tool, undefined);
    const step: Open | undefined = isShell(tool.name)
      ? { kind: 'command', ...place, command: commandOf(tool), cwd, outcome: startOf(tool.input) }
      : path === undefined
        ? undefined
        : { kind: 'edit', ...place, path, cwd, outcome: 'none' };
    if (step === undefined) continue;
    open.set(tool.id, step);
    steps.push(step);
  }
  return { steps, prompts, calls, coverage: coverage() };
}

function typedCommand({ text }: Turn): string {
  const start = text.indexOf('<bash-input>');
  const end = text.lastIndexOf('</bash-input>');
  return start < 0 || end < start ? text : text.slice(start + '<bash-input>'.length, end);
}

/** What runs in the background has run without a result. */
function startOf(input: unknown): 'ok' | 'none' {
  return (input as { run_in_background?: unknown } | null)?.run_in_background === true
    ? 'ok'
    : 'none';
}

function note(step: Open | undefined, { kind, role, tool, text }: Turn): void {
  if (step === undefined) return;
  if (kind === 'refusal' || kind === 'rejection') step.outcome = 'refused';
  else if (role === 'tool_result' && step.outcome !== 'refused') {
    // The client says so of a call that it did not run.
    const hasRun = !text.startsWith('<tool_use_error>');
    step.outcome = !hasRun ? 'none' : tool?.failed ? 'failed' : 'ok';
    if (step.kind === 'command' && newCommit.test(text)) step.hasCommitted = true;
  }
}

function merged(one: readonly Step[], other: readonly Step[]): Step[] {
  const steps = [...one];
  for (const step of other) {
    let at = steps.length;
    while (at > 0 && (steps[at - 1]?.time ?? '') > step.time) at--;
    steps.splice(at, 0, step);
  }
  return steps;
}
