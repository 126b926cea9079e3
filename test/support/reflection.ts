import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Job,
  jobIds,
  jobPath,
  jobText,
  readJob,
  runFolder,
} from '../../src/store/reading-queue.js';
import { noCounters } from '../../src/store/reading-trigger.js';
import type { Context } from '../../src/terminal/context.js';
import { fileOf, type Home } from './recall-home.js';

export interface FakeCall {
  readonly args: readonly string[];
  readonly env: readonly string[];
  readonly prompt: string;
}

/** A machine on which reflection is on, with a client that gives these answers. */
export interface Reflecting {
  readonly env: Record<string, string>;
  readonly context: Context;
  readonly calls: () => FakeCall[];
  readonly jobs: () => Job[];
  /** A file of the run of a job, JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about
  readonly run: (id: string, name: string) => any;
  readonly queue: (session: string, more?: Partial<Job>) => Job;
  readonly answer: (...answers: readonly object[]) => void;
}

export function reflecting(home: Home, ...answers: readonly object[]): Reflecting {
  const fake = join(home.root, 'fake');
  mkdirSync(fake);
  const file = join(fake, 'claude');
  const program = join(import.meta.dirname, 'fake-claude.mjs');
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(file, 0o755);
  mkdirSync(home.own, { recursive: true });
  writeFileSync(join(home.own, 'config.json'), '{"reflection":{"enabled":true}}');
  const env = {
    ...home.env,
    PATH: `${fake}:${process.env.PATH}`,
    HOME: home.root,
    FAKE_CLAUDE: fake,
    CLAUDE_CODE_ENTRYPOINT: 'cli',
  };
  const answer = (...next: readonly object[]) =>
    writeFileSync(join(fake, 'answers.json'), JSON.stringify(next));
  answer(...answers);
  const jobs = () => jobIds(home.own).flatMap((id) => readJob(home.own, id) ?? []);
  let serial = 0;
  return {
    env,
    context: {
      args: [],
      options: {},
      cwd: home.shop,
      env,
      now: () => new Date('2026-11-22T12:00:00Z'),
      stdin: async () => '',
      print: () => {},
      say: () => {},
      language: () => 'en',
    },
    calls: () => {
      const log = join(fake, 'calls.jsonl');
      if (!existsSync(log)) return [];
      const lines = readFileSync(log, 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line) as FakeCall);
    },
    jobs,
    run: (id, name) => JSON.parse(readFileSync(join(runFolder(home.own, id), name), 'utf8')),
    queue: (session, more = {}) => {
      const stamp = `2026112211${String(++serial).padStart(2, '0')}00000`;
      const job: Job = {
        id: `${stamp}-0000000${serial}`,
        session,
        transcript: fileOf(home, session),
        cwd: home.shop,
        reasons: ['memory_stop_interval'],
        counted: noCounters,
        state: 'queued',
        attempts: 0,
        backend: 'digest',
        model: 'haiku',
        queued_at: '2026-11-22T11:00:00.000Z',
        ...more,
      };
      mkdirSync(join(home.own, 'reflection/jobs'), { recursive: true });
      writeFileSync(join(home.own, jobPath(job.id)), jobText(job));
      return job;
    },
    answer,
  };
}
