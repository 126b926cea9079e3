import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, jobIds, readJob } from '../../src/store/reading-queue.js';
import { client, clientNode, type Person } from './client.js';

/** The same person with `claude` on the path, where the worker looks for it. */
export function withClaude<T extends Person>(person: T): T {
  const bin = join(person.folder, 'bin');
  mkdirSync(bin);
  const start = clientNode === undefined ? '' : `'${clientNode}' `;
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\nexec ${start}'${client}' "$@"\n`);
  chmodSync(join(bin, 'claude'), 0o755);
  return { ...person, env: { ...person.env, PATH: `${bin}:${person.env.PATH}` } };
}

/** What a child is to hand in with its receipt. */
export interface Task {
  readonly job: string;
  readonly parent: string;
  readonly child: string;
}

export function taskIn(request: string): Task {
  const field = (name: string) => new RegExp(`\\\\n${name}: ([\\w-]+)`).exec(request)?.[1] ?? '';
  return { job: field('job'), parent: field('parent'), child: field('child') };
}

/** Our own folder of that person. */
export function ownOf(person: Person): string {
  return join(person.claude, 'madness');
}

export function jobsOf(person: Person): Job[] {
  const own = ownOf(person);
  return jobIds(own).flatMap((id) => readJob(own, id) ?? []);
}

/** Waits until the job of that number, from 1 on, has ended. */
export async function endedJob(person: Person, count: number): Promise<Job> {
  for (let left = 300; left > 0; left--) {
    const job = jobsOf(person)[count - 1];
    if (job?.state === 'succeeded' || job?.state === 'failed') return job;
    await sleep(100);
  }
  throw new Error(`Expected job ${count} to end, got ${JSON.stringify(jobsOf(person))}`);
}
