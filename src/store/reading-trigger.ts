import type { ReflectionSettings, TriggerSettings } from './reading-settings.js';

/** Counts of a session since it was last read. */
export interface Counters {
  readonly stops_since_memory_review: number;
  readonly readable_chars_since_memory_review: number;
  readonly tool_calls_since_skill_review: number;
}

/** `state.json` of a session. Only its Stop hook writes it. */
export interface TriggerState extends Counters {
  /** Bytes of the transcript. */
  readonly last_counted_byte_offset: number;
  readonly active_job_id: string | null;
}

export const noCounters: Counters = {
  stops_since_memory_review: 0,
  readable_chars_since_memory_review: 0,
  tool_calls_since_skill_review: 0,
};

export const freshState: TriggerState = {
  ...noCounters,
  last_counted_byte_offset: 0,
  active_job_id: null,
};

/** What one Stop adds to the counts. */
interface HeardTurns {
  readonly chars: number;
  readonly calls: number;
  /** How far the transcript was read, bytes. */
  readonly offset: number;
}

export function countStop(state: TriggerState, { chars, calls, offset }: HeardTurns): TriggerState {
  return {
    ...state,
    stops_since_memory_review: state.stops_since_memory_review + 1,
    readable_chars_since_memory_review: state.readable_chars_since_memory_review + chars,
    tool_calls_since_skill_review: state.tool_calls_since_skill_review + calls,
    last_counted_byte_offset: offset,
  };
}

/** Lowers the counters by what a job has read, once it has ended well; what came meanwhile stays counted. */
export function settled(
  state: TriggerState,
  job: { readonly state: string; readonly counted: Counters } | undefined,
): TriggerState {
  if (state.active_job_id === null || job?.state === 'queued' || job?.state === 'running')
    return state;
  const read = job?.state === 'succeeded' ? job.counted : noCounters;
  const left = (name: keyof Counters) => Math.max(0, state[name] - read[name]);
  return {
    stops_since_memory_review: left('stops_since_memory_review'),
    readable_chars_since_memory_review: left('readable_chars_since_memory_review'),
    tool_calls_since_skill_review: left('tool_calls_since_skill_review'),
    last_counted_byte_offset: state.last_counted_byte_offset,
    active_job_id: null,
  };
}

export interface Situation {
  readonly counters: Counters;
  readonly settings: ReflectionSettings;
  /** Set by the person's own words or by a resolved failure. */
  readonly has_high_signal: boolean;
  readonly is_child: boolean;
  readonly has_background_tasks: boolean;
  readonly has_memory: boolean;
  readonly has_active_job: boolean;
  /** A job of this machine failed a short while ago. */
  readonly failed_lately: boolean;
  readonly jobs_today: number;
}

type TriggerReason =
  | 'memory_stop_interval'
  | 'memory_context_chars'
  | 'skill_tool_call_interval'
  | 'high_signal';

/** Each is reason enough to read the session. */
const reasons: readonly (readonly [
  TriggerReason,
  (now: Situation, when: TriggerSettings) => boolean,
])[] = [
  [
    'memory_stop_interval',
    ({ counters }, when) => counters.stops_since_memory_review >= when.memory_stop_interval,
  ],
  [
    'memory_context_chars',
    ({ counters }, when) =>
      counters.readable_chars_since_memory_review >= when.memory_context_chars,
  ],
  [
    'skill_tool_call_interval',
    ({ counters }, when) => counters.tool_calls_since_skill_review >= when.skill_tool_call_interval,
  ],
  ['high_signal', (now, when) => now.has_high_signal && when.high_signal_immediate],
];

export type Hold =
  | 'trigger_off'
  | 'child'
  | 'no_memory'
  | 'background_tasks'
  | 'active_job'
  | 'failed_lately'
  | 'max_per_day';

/** Each of these holds a job back; what was counted stays. */
const holds: readonly (readonly [Hold, (now: Situation) => boolean])[] = [
  ['trigger_off', ({ settings }) => !settings.trigger.enabled],
  ['child', ({ is_child }) => is_child],
  ['no_memory', ({ has_memory }) => !has_memory],
  ['background_tasks', ({ has_background_tasks }) => has_background_tasks],
  ['active_job', ({ has_active_job }) => has_active_job],
  ['failed_lately', ({ failed_lately }) => failed_lately],
  ['max_per_day', ({ jobs_today, settings }) => jobs_today >= settings.max_per_day],
];

interface TriggerDecision {
  readonly decision: 'queued' | 'archive_only';
  readonly reasons: readonly TriggerReason[];
  readonly held_by?: Hold;
}

/** Decides whether to read a session now: a pure table over counters. */
export function decideTrigger(now: Situation): TriggerDecision {
  const given = reasons
    .filter(([, isGiven]) => isGiven(now, now.settings.trigger))
    .map(([reason]) => reason);
  if (given.length === 0) return { decision: 'archive_only', reasons: given };
  const hold = holds.find(([, isHeld]) => isHeld(now))?.[0];
  if (hold !== undefined) return { decision: 'archive_only', reasons: given, held_by: hold };
  return { decision: 'queued', reasons: given };
}
