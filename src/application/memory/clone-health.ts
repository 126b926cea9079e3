import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseLog } from '../../learn/log/parse-log.js';
import { faults } from '../../messages/problems/memory.js';
import { readRegular } from '../../platform/fs.js';
import { type Problem, problem } from '../../problem.js';
import { driverProblem } from '../../share/git/merge-driver-status.js';
import { isConflict } from '../../store/file-name-kinds.js';
import { logName, type MemoryLocation } from '../../store/location.js';
import { shellWord } from '../../text.js';
import type { Caller } from './run-context.js';

/** Warnings about this clone: an unregistered merge driver, wordings to choose from that `said` does not name. */
export async function cloneProblems(
  location: MemoryLocation,
  { CI = '' }: Caller['env'],
  said: readonly Problem[] = [],
): Promise<Problem[]> {
  // Nothing is merged in CI.
  const isInCi = CI !== '' && CI !== 'false';
  const driver = isInCi ? undefined : driverProblem(location);
  const known = new Set(said.map(({ at }) => at));
  return [
    ...(driver === undefined ? [] : [driver]),
    ...strayLogs(location),
    ...(await conflictProblems(location)).filter(({ at }) => !known.has(at)),
  ];
}

/** Copies of the log made by sync services or merge tools, with the number of events that the log lacks. */
function strayLogs({ memory }: MemoryLocation): Problem[] {
  const [stem = ''] = logName.split('.');
  const names = readdirSync(memory).filter(
    (name) => name.startsWith(stem) && name !== logName && !/\.madness-[0-9a-f]{12}$/.test(name),
  );
  const idsIn = (name: string) =>
    parseLog([readFileSync(join(memory, name))], () => true).kept.map(({ id }) => id);
  const known = new Set(
    names.length > 0 && existsSync(join(memory, logName)) ? idsIn(logName) : [],
  );
  return names
    .filter((name) => statSync(join(memory, name)).isFile())
    .flatMap((name) => {
      const missing = new Set(idsIn(name).filter((id) => !known.has(id))).size;
      if (missing === 0) return [];
      return problem(
        'log/copy',
        { severity: 'warning', file: name },
        faults.logCopy(missing, shellWord(join(memory, name)), shellWord(join(memory, logName))),
      );
    });
}

async function conflictProblems(location: MemoryLocation): Promise<Problem[]> {
  const folder = join(location.memory, 'work');
  const names = existsSync(folder) ? readdirSync(folder).filter(isConflict).sort() : [];
  if (names.length === 0) return [];
  const [{ conflictProblem }, { isRewording }, { openMemory }, { assetSetOf }] = await Promise.all([
    import('../../share/git/wording-conflict.js'),
    import('../../share/git/merge-assets.js'),
    import('../../store/store.js'),
    import('./asset-set.js'),
  ]);
  const opened = openMemory(location, isRewording);
  const { assets, isLive } = assetSetOf(opened);
  const world = { history: opened.kept, isLive };
  return names.flatMap(
    (name) => conflictProblem(name, readRegular(join(folder, name)), assets, world) ?? [],
  );
}
