import type { CommandStep, SessionSteps } from '../../observe/summary.js';
import type { Watch } from '../../schema.gen.js';
import { isRun, type Occasion } from './count.js';

/** What one verdict rests on: lines of a transcript, so that a person can look. */
export interface Receipt {
  readonly session: string;
  readonly line: number;
  /** The sub-agent's transcript that holds the lines. */
  readonly agent?: string;
  /** Day; empty if the transcript gives none. */
  readonly date: string;
  readonly verdict: Occasion['verdict'];
  readonly why: NonNullable<Occasion['why']> | null;
  /** What was judged: the commit, the command that ran, or the file that was edited. */
  readonly command: string;
  readonly edit: { readonly path: string; readonly line: number } | null;
  /** Commands between the edit and the commit; of what was stopped, those that came next. */
  readonly runs: readonly Pick<CommandStep, 'line' | 'command' | 'outcome'>[];
  /** As git printed it. */
  readonly commit: string | null;
}

const afterStop = 3;

type Step = SessionSteps['steps'][number];

/** The receipt of each occasion of a watch, from the steps of its session: pure. */
export function receiptsOf(
  watch: Watch,
  occasions: readonly Occasion[],
  sessions: readonly { readonly summary: SessionSteps }[],
): Receipt[] {
  const stepsOf = new Map(sessions.map(({ summary }) => [summary.session, summary.steps]));
  return occasions.map((one) => receiptOf(watch, one, stepsOf.get(one.session) ?? []));
}

function receiptOf({ after, no_edit }: Watch, one: Occasion, steps: readonly Step[]): Receipt {
  const { session, line, agent, time, verdict, why = null, command } = one;
  const at = steps.findIndex((step) => step.line === line && step.agent === agent);
  const step = steps[at];
  const from = one.edit && steps.findIndex((each) => isAt(each, one.edit));
  const isOfFile = after !== undefined || no_edit !== undefined;
  const later = steps.slice(at + 1);
  const end = later.findIndex((each) => each.kind === 'command' && commits(each));
  const between =
    verdict === 'stopped'
      ? later.filter(isCommand).slice(0, afterStop)
      : after !== undefined
        ? later.slice(0, end < 0 ? undefined : end + 1)
        : from === undefined
          ? []
          : steps.slice(from + 1, at + 1);
  const last = after === undefined ? step : later[end];
  return {
    ...{ session, line, ...(agent && { agent }), date: time.slice(0, 10), verdict, why, command },
    edit: isOfFile ? { path: command, line } : one.edit ? { ...one.edit } : null,
    runs: between
      .filter(isCommand)
      .map(({ line: on, command: text, outcome }) => ({ line: on, command: text, outcome })),
    commit: (last?.kind === 'command' && last.commit) || null,
  };
}

function isAt(step: Step, place: Occasion['edit']): boolean {
  return step.line === place?.line && step.agent === place.agent;
}

function isCommand(step: Step): step is CommandStep {
  return step.kind === 'command';
}

function commits(step: CommandStep): boolean {
  return isRun(step) && /\bgit\b[^|;&]*\bcommit\b/.test(step.command);
}
