import { join } from 'node:path';
import { type Fields, fieldsOf, readObject } from '../platform/read-object.js';

/** When a session is worth reading in the background. */
export interface TriggerSettings {
  readonly enabled: boolean;
  /** Stops of a session. */
  readonly memory_stop_interval: number;
  /** Characters written in it. */
  readonly memory_context_chars: number;
  /** Tool calls of it. */
  readonly skill_tool_call_interval: number;
  /** True if a correction or a resolved failure is enough to trigger a reading. */
  readonly high_signal_immediate: boolean;
  /** A job that is older counts as given up. */
  readonly active_job_stale_seconds: number;
}

/** `reflection` in the config.json of our own folder. */
export interface ReflectionSettings {
  readonly enabled: boolean;
  readonly backend: 'digest' | 'fork';
  /** The model of the digest backend. A fork uses the model of its session. */
  readonly model: string;
  readonly timeout_seconds: number;
  /** Jobs in 24 hours. */
  readonly max_per_day: number;
  readonly trigger: TriggerSettings;
}

export const defaultSettings: ReflectionSettings = {
  enabled: false,
  backend: 'digest',
  model: 'haiku',
  timeout_seconds: 900,
  max_per_day: 6,
  trigger: {
    enabled: true,
    memory_stop_interval: 3,
    memory_context_chars: 16_000,
    skill_tool_call_interval: 15,
    high_signal_immediate: true,
    active_job_stale_seconds: 1800,
  },
};

/** The settings in the config.json of our own folder. */
export function readReflectionSettings(own: string): ReflectionSettings {
  return reflectionSettings(readObject(join(own, 'config.json')).reflection);
}

/** The settings with the defaults; a value of another kind counts as absent. */
export function reflectionSettings(raw: unknown): ReflectionSettings {
  const given = fieldsOf(raw);
  const { trigger, ...own } = defaultSettings;
  const settings = filled(own, given);
  const backend = settings.backend === 'fork' ? 'fork' : 'digest';
  return { ...settings, backend, trigger: filled(trigger, fieldsOf(given.trigger)) };
}

function filled<T extends object>(defaults: T, given: Fields): T {
  const entries = Object.entries(defaults).map(([name, value]) => {
    const own = given[name];
    return [name, isLike(own, value) ? own : value];
  });
  return Object.fromEntries(entries) as T;
}

function isLike(own: unknown, value: unknown): boolean {
  if (typeof own !== typeof value) return false;
  return typeof own === 'number' ? Number.isFinite(own) && own >= 0 : own !== '';
}
