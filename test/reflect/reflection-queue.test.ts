import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceFile } from '../../src/platform/fs.js';
import {
  dropSurplus,
  type Job,
  jobId,
  jobPath,
  jobText,
  recentJobs,
} from '../../src/store/reading-queue.js';
import { noCounters } from '../../src/store/reading-trigger.js';
import { scratchFolders } from '../support/scratch.js';

const scratch = scratchFolders();
const max = 6;

test('sessions that stop at one moment queue no more than a day may have, in any order', () => {
  const count = 14;
  const now = Date.parse('2026-11-27T12:00:00Z');
  let runs = 0;
  const steps = fc.shuffledSubarray([...Array(2 * count).keys()], { minLength: 2 * count });
  fc.assert(
    fc.property(steps, (order) => {
      const own = scratch(`own-${runs++}`);
      // Each hook writes its job and then drops; a shuffled list says which hook goes on.
      const written = new Set<number>();
      for (const hook of order.map((step) => step % count)) {
        if (written.has(hook)) dropSurplus(own, now, max);
        else replaceFile(`${own}/${jobPath(jobOf(hook, now).id)}`, jobText(jobOf(hook, now)));
        written.add(hook);
      }
      expect(recentJobs(own, now)).toHaveLength(max);
    }),
    { numRuns: 40 },
  );
});

test('what runs, or was tried, is never given up', () => {
  const [own, now] = [scratch('own'), Date.parse('2026-11-27T12:00:00Z')];
  for (const [at, more] of [
    [0, {}],
    [1, { state: 'running' }],
    [2, { attempts: 1 }],
  ] as const) {
    const job = { ...jobOf(at, now), ...more };
    replaceFile(`${own}/${jobPath(job.id)}`, jobText(job));
  }
  dropSurplus(own, now, 0);
  expect(recentJobs(own, now).map(({ session }) => session)).toEqual(['s-1', 's-2']);
});

function jobOf(at: number, now: number): Job {
  const queued_at = new Date(now - 1000 + at).toISOString();
  const session = `s-${at}`;
  return {
    id: jobId(queued_at, session, 1),
    ...{ session, transcript: 't.jsonl', cwd: '/', reasons: ['high_signal'], counted: noCounters },
    ...{ state: 'queued', attempts: 0, backend: 'digest', model: 'haiku', queued_at },
  };
}
