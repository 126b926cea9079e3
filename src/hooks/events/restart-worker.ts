// When: a session starts or ends.
// If: reflection is on, and a job has no living worker.
// Then: a worker starts in the background, and the client does not wait for it.
import { isOpen, recentJobs } from '../../store/reading-queue.js';
import type { Handler } from '../handler.js';

export const handle: Handler = (_payload, session, { own, reflection }) => {
  if (!reflection.enabled) return undefined;
  const left = recentJobs(own, session.now).find(
    (job) =>
      isOpen(job) && (job.worker === undefined || job.worker <= 0 || !session.isAlive(job.worker)),
  );
  return left === undefined ? undefined : { start: ['reflect', '--job', left.id] };
};
