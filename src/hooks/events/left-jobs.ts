// When: a session starts or ends.
// If: reflection is on, and a job waits for a worker, or its worker has died.
// Then: a worker starts in the background; the client waits for nothing.
import { isOpen, recentJobs } from '../../worker/queue.js';
import type { Handler } from '../handler.js';

export const handle: Handler = (_payload, session, { own, reflection }) => {
  if (!reflection.enabled) return undefined;
  const left = recentJobs(own, session.now).find(
    (job) =>
      isOpen(job) && (job.worker === undefined || job.worker <= 0 || !session.isAlive(job.worker)),
  );
  return left === undefined ? undefined : { start: ['reflect', '--job', left.id] };
};
