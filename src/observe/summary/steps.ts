import { maskEach } from '../secrets/mask-secrets.js';
import { isShell } from '../signals/command-key.js';
import { commandOf, filesWritten } from '../signals/tool-summary.js';
import { type ToolCall, type Turn, typedWords } from '../transcript/turn.js';
import type { Collector } from './collector.js';

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
  /** `held`: a hook held it back. `none`: it has no result. `typed`: the person ran it behind `!`. */
  readonly outcome: 'ok' | 'failed' | 'refused' | 'held' | 'none' | 'typed';
  /** The person's words in the refusal. */
  readonly reason?: string;
  /** The new commit that its output names. */
  readonly commit?: string;
  /** The branch that its output names, else the record. */
  readonly branch?: string;
  /** The branches that its pushes reached, as its output names them. */
  readonly pushed?: readonly string[];
}

export interface EditStep extends StepBase {
  readonly kind: 'edit';
  /** As the call names it. */
  readonly path: string;
  readonly cwd: string;
  readonly outcome: 'ok' | 'failed' | 'refused' | 'held' | 'none';
}

/** A sub-agent was started. */
interface AgentStep extends StepBase {
  readonly kind: 'agent';
}

export type Step = CommandStep | EditStep | AgentStep;

/** What is counted of a session. */
export interface SessionSteps {
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

const newCommit = /\[([\w./#-]+) (?:\(root-commit\) )?([0-9a-f]{7,})\]/;

/** ` + 1a2b3c4...5d6e7f8 fix -> main (forced update)`; what a fetch prints ends in a name of the remote. */
const pushOutput =
  /^ [ +!=*-] (?:\S+\.{2,3}\S+|\[(?!new tag)[\w -]+\]) +(?:\S+ -> (?!origin\/)(?:refs\/heads\/)?)?([\w./#-]+)(?: \(.*\))?$/gm;

type Open = { -readonly [Key in keyof CommandStep]: CommandStep[Key] } | OpenEdit;
type OpenEdit = { -readonly [Key in keyof EditStep]: EditStep[Key] };

/** Collects commands, edits and started agents. `agent`: the sub-agent's transcript. */
export function stepCollector(agent: string | undefined): Collector<readonly Step[]> {
  const steps: Step[] = [];
  const open = new Map<string, Open>();
  const take = (turn: Turn) => {
    const { tool, role, line, timestamp: time = '', cwd = '' } = turn;
    const id = tool?.id ?? '';
    const place = { id, line, time, ...(agent === undefined ? {} : { agent }) };
    if (turn.kind === 'bash_input')
      steps.push({ kind: 'command', ...place, command: typedWords(turn), cwd, outcome: 'typed' });
    if (tool === undefined) return;
    if (role !== 'tool_input') {
      note(open.get(tool.id), turn);
      return;
    }
    if (open.has(id)) return;
    if (tool.name === 'Task' || tool.name === 'Agent') steps.push({ kind: 'agent', ...place });
    const [path] = filesWritten(tool, undefined);
    const step: Open | undefined = isShell(tool.name)
      ? commandStep(place, turn, tool)
      : path === undefined
        ? undefined
        : { kind: 'edit', ...place, path, cwd, outcome: 'none' };
    if (step === undefined) return;
    open.set(tool.id, step);
    steps.push(step);
  };
  return { take, kept: () => masked(steps) };
}

function commandStep(place: StepBase, { cwd = '', branch }: Turn, tool: ToolCall): Open {
  const command = commandOf(tool);
  const where = branch === undefined ? {} : { branch };
  return { kind: 'command', ...place, command, cwd, outcome: startOf(tool.input), ...where };
}

/** What runs in the background has run without a result. */
function startOf(input: unknown): 'ok' | 'none' {
  return (input as { run_in_background?: unknown } | null)?.run_in_background === true
    ? 'ok'
    : 'none';
}

function note(step: Open | undefined, { kind, role, tool, text }: Turn): void {
  if (step === undefined) return;
  if (kind === 'refusal' || kind === 'rejection') {
    step.outcome = 'refused';
    if (kind === 'rejection' && step.kind === 'command') step.reason = text.trim();
  } else if (role === 'tool_result' && step.outcome !== 'refused') {
    // The client says so of a call that it did not run. A hook before a call holds it back, one after it does not.
    const isHeldBack = kind === 'hook' && !/^.{0,40}PostToolUse/.test(text);
    const isRefused = text.startsWith('<tool_use_error>');
    step.outcome = isHeldBack ? 'held' : isRefused ? 'none' : tool?.failed ? 'failed' : 'ok';
    const [, branch, commit] = step.kind === 'command' ? (newCommit.exec(text) ?? []) : [];
    if (step.kind === 'command' && commit !== undefined) Object.assign(step, { commit, branch });
    if (step.kind === 'command' && /\bpush\b/.test(step.command)) {
      const pushed = [...text.matchAll(pushOutput)].map(([, one = '']) => one);
      if (pushed.length > 0) step.pushed = pushed;
    }
  }
}

function masked(steps: readonly Step[]): Step[] {
  const commands = steps.filter((step) => step.kind === 'command');
  const texts = commands.flatMap(({ command, reason = '' }) => [command, reason]);
  const plain = maskEach(texts).values();
  const next = () => plain.next().value ?? '';
  return steps.map((step) => {
    if (step.kind !== 'command') return step;
    const [command, reason] = [next(), next()];
    return { ...step, command, ...(reason === '' ? {} : { reason }) };
  });
}

/** The steps of a session with those of a sub-agent between them, by time. */
export function withStepsOf(one: readonly Step[], other: readonly Step[]): Step[] {
  const steps = [...one];
  for (const step of other) {
    let at = steps.length;
    while (at > 0 && (steps[at - 1]?.time ?? '') > step.time) at--;
    steps.splice(at, 0, step);
  }
  return steps;
}
