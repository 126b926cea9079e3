import { join } from 'node:path';
import { readSettings } from '../../observe/archive.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { readObject } from '../../platform/read-object.js';
import { isOpen, type Job, jobIds, readJob } from '../../store/reading-queue.js';
import {
  type ReflectionSettings,
  readReflectionSettings,
  reflectionSettings,
} from '../../store/reading-settings.js';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Recent results of readings in the background. */
interface Readings {
  readonly enabled: boolean;
  readonly last: Job | undefined;
  readonly week: { readonly jobs: number; readonly usd: number };
  /** Jobs that wait or run. */
  readonly open: number;
}

export function readingsIn(own: string, now: number): Readings {
  const { enabled } = readReflectionSettings(own);
  const last = jobIds(own).at(-1);
  const jobs = jobIds(own, new Date(now - weekMs).toISOString()).flatMap(
    (id) => readJob(own, id) ?? [],
  );
  const usd = jobs.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0);
  return {
    enabled,
    last: last === undefined ? undefined : readJob(own, last),
    week: { jobs: jobs.length, usd },
    open: jobs.filter(isOpen).length,
  };
}

/** True if the person has decided about it. */
export function isReflectionSet(own: string): boolean {
  return typeof (settingsIn(own) as { enabled?: unknown } | undefined)?.enabled === 'boolean';
}

export function switchReflection(own: string, enabled: boolean): ReflectionSettings {
  const file = join(own, 'config.json');
  const config = readSettings(file);
  const reflection = { ...(config.reflection as object | undefined), enabled };
  makeOwnFolder(own);
  replaceFile(file, `${JSON.stringify({ ...config, reflection }, null, 2)}\n`);
  return reflectionSettings(reflection);
}

function settingsIn(own: string): unknown {
  return readObject(join(own, 'config.json')).reflection;
}
