import { readPart } from '../../platform/fs.js';
import { failureCollector, type SeenFailure } from '../scan/failures.js';
import { instructionsIn, programCollector, type SeenInstruction } from '../scan/instructions.js';
import { refusalCollector, type SeenRefusal } from '../scan/refusals.js';
import { maskEach } from '../secrets/mask-secrets.js';
import type { FoundSession } from '../sessions/sessions.js';
import { commandKey } from '../signals/command-key.js';
import { type Coverage, readTranscript } from '../transcript/transcript.js';
import type { Turn } from '../transcript/turn.js';
import type { Collector } from './collector.js';
import { type SessionSteps, stepCollector, withStepsOf } from './steps.js';
import { promptCollector, wordCollector } from './words.js';

/** Raise it where a summary holds something else than before: kept ones of another version are made again. */
export const summaryVersion = 10;

/** What is made only where somebody asks for it: what the session did, what scan looks for. */
export type Part = 'steps' | 'scan';

/** What many commands want of a session: read once, kept, the same for every reader. Secrets are masked. */
export interface SessionSummary extends SessionSteps {
  readonly version: typeof summaryVersion;
  /** The others are empty. */
  readonly parts: readonly Part[];
  /** How each transcript was read: the session's own, then those of its sub-agents. */
  readonly coverage: Coverage;
  readonly agents: readonly {
    readonly session: string;
    readonly coverage: Coverage;
    readonly failures: readonly SeenFailure[];
  }[];
  /** The person's first prompt; empty if they typed none. */
  readonly prompt: string;
  /** A program started it by the SDK or by `claude -p`, and nobody typed in it. */
  readonly isOfProgram: boolean;
  readonly failures: readonly SeenFailure[];
  readonly refusals: readonly SeenRefusal[];
  readonly instructions: readonly SeenInstruction[];
  /** Names of the programs that ran. */
  readonly programs: readonly string[];
}

const asPrompt = ['prompt', 'command', 'queued'];

/** Reads a session with its sub-agents, each transcript once. */
export function summariseSession(found: FoundSession, parts: readonly Part[]): SessionSummary {
  const { session, file, agents, cwd } = found;
  const own = {
    ...collectorsOf(undefined),
    refusals: refusalCollector(),
    prompt: promptCollector(),
    words: wordCollector(),
  };
  const counts = { prompts: 0, calls: 0 };
  const calls = (turn: Turn) => {
    if (turn.role === 'tool_input') counts.calls++;
  };
  const prompts = ({ kind }: Turn) => {
    if (asPrompt.includes(kind)) counts.prompts++;
  };
  const ofScan = [own.failures, own.programs, own.refusals, own.words];
  const coverage = readInto(file, [
    calls,
    prompts,
    own.prompt.take,
    ...(parts.includes('scan') ? ofScan.map(({ take }) => take) : []),
    ...(parts.includes('steps') ? [own.steps.take] : []),
  ]);
  const said = own.words.kept();
  const others = agents.map((agent) => {
    const { steps, failures } = collectorsOf(agent.session);
    const coverage = readInto(agent.file, [
      calls,
      ...(parts.includes('scan') ? [failures.take] : []),
      ...(parts.includes('steps') ? [steps.take] : []),
    ]);
    return { session: agent.session, coverage, failures: failures.kept(), steps: steps.kept() };
  });
  return {
    version: summaryVersion,
    parts,
    session,
    coverage,
    agents: others.map(({ steps: _, ...agent }) => agent),
    title: coverage.title ?? '',
    prompt: own.prompt.kept(),
    first: coverage.first ?? '',
    last: coverage.last ?? '',
    cwd: cwd ?? '',
    models: coverage.models,
    counts,
    hasAgents: agents.length > 0,
    isOfProgram: parts.includes('scan') && isOfProgram(file),
    steps: others.reduce((steps, { steps: more }) => withStepsOf(steps, more), own.steps.kept()),
    failures: own.failures.kept(),
    refusals: own.refusals.kept(),
    instructions: instructionsIn(said.filter(({ isChosen }) => !isChosen)),
    programs: own.programs.kept(),
  };
}

function collectorsOf(agent: string | undefined) {
  const keys = new Map<string, string>();
  const keyOf = (command: string) => {
    const key = keys.get(command) ?? commandKey(command);
    keys.set(command, key);
    return key;
  };
  return {
    failures: failureCollector(keyOf),
    programs: programCollector(keyOf),
    steps: stepCollector(agent),
  };
}

/** One reading feeds all. */
function readInto(file: string, takers: readonly Collector<unknown>['take'][]): Coverage {
  const { turns, coverage } = readTranscript(file);
  for (const turn of turns) for (const take of takers) take(turn);
  return masked(coverage());
}

function masked(coverage: Coverage): Coverage {
  const { title, givenTitle, reason, unknown } = coverage;
  const types = Object.keys(unknown);
  const texts = maskEach([title ?? '', givenTitle ?? '', reason, ...types]);
  const [plainTitle, plainGiven, plainReason = '', ...plainTypes] = texts;
  return {
    ...coverage,
    title: title === undefined ? undefined : plainTitle,
    givenTitle: givenTitle === undefined ? undefined : plainGiven,
    reason: plainReason,
    unknown: Object.fromEntries(types.map((type, at) => [plainTypes[at], unknown[type] ?? 0])),
  };
}

const peekBytes = 64 << 10;

function isOfProgram(file: string): boolean {
  const text = readPart(file, peekBytes)?.bytes.toString('utf8') ?? '';
  return (
    /"entrypoint":"sdk-|"promptSource":"sdk"/.test(text) && !/"promptSource":"typed"/.test(text)
  );
}
