// What reading in the background adds to the Stop hook, and how long `madness tell` takes; in turn with the hook where it
// is off, and with bare node. NODES=/path/a:/path/b measures several runtimes.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeMemory } from './fixture.mjs';
import { interquartileMean, isShort, missedGoal, processTimes, ratio } from './measure.mjs';

const nodes = process.env.NODES?.split(':') ?? [process.execPath];
const runs = Number(process.env.RUNS ?? (isShort ? 1 : 31));
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-reflection-'));
const [own, project, sender, bin] = ['own', 'shop', 'web', 'bin'].map((name) =>
  join(scratch, name),
);
const transcript = join(scratch, 't.jsonl');
const cli = resolve('dist/cli.mjs');
// As a person's shell has it: what an agent starts has to ask before it tells.
const ofPerson = Object.entries(process.env).filter(([name]) => !/^CLAUDE|^AI_AGENT$/.test(name));
const env = {
  ...Object.fromEntries(ofPerson),
  MADNESS_HOME: own,
  PATH: `${bin}:${process.env.PATH}`,
};
const common = { session_id: 's', cwd: project, transcript_path: transcript };
const jobs = join(own, 'reflection/jobs');
const neverDue = {
  memory_stop_interval: 1e9,
  memory_context_chars: 1e9,
  skill_tool_call_interval: 1e9,
  high_signal_immediate: false,
};
const ways = {
  'counts the session': { enabled: true, trigger: neverDue },
  'queues it and starts the worker': {
    enabled: true,
    max_per_day: 1000,
    trigger: { memory_stop_interval: 1 },
  },
};

try {
  prepare();
  const month = new Set(readdirSync(jobs));
  const rows = nodes.flatMap((node) =>
    Object.entries(ways).map(([what, reflection]) => row(node, what, reflection, month)),
  );
  console.log('Stop with reflection on, above the same with it off; goal: 5 ms of CPU or less');
  console.table(rows);
  console.log('madness tell, until it returns; goal: less than 100 ms');
  console.table(nodes.map(told));
  console.log(`load ${loadavg()[0].toFixed(1)}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function row(node, what, reflection, month) {
  const stop = [resolve('dist/hooks/stop.cjs')];
  const triples = Array.from({ length: runs }, (_, index) => {
    const bare = processTimes(node, ['-e', '0'], { env, input: '' });
    const on = index % 2 === 0 ? run(node, stop, { reflection }, month) : undefined;
    const off = run(node, stop, {}, month);
    return [bare, off, on ?? run(node, stop, { reflection }, month)];
  });
  const of = (at, kind) => interquartileMean(triples.map((times) => times[at][kind]));
  const more = (kind) => interquartileMean(triples.map(([, off, on]) => on[kind] - off[kind]));
  if (more('cpu') > 5) missedGoal();
  return {
    node: versionOf(node),
    what,
    'CPU ms more': more('cpu').toFixed(1),
    'wall ms more': more('wall').toFixed(1),
    'CPU on / off': (of(2, 'cpu') / of(1, 'cpu')).toFixed(2),
    'CPU ms bare, off, on': [0, 1, 2].map((at) => of(at, 'cpu').toFixed(1)).join(', '),
  };
}

/** One Stop of a session that has just begun; the worker that it starts has ended before this returns. */
function run(node, args, config, month) {
  for (const name of ['state', 'reflection/triggers', 'reflection/runs'])
    rmSync(join(own, name), { recursive: true, force: true });
  for (const name of readdirSync(jobs)) if (!month.has(name)) rmSync(join(jobs, name));
  writeFileSync(join(own, 'config.json'), JSON.stringify(config));
  execFileSync(node, [resolve('dist/hooks/session-start.cjs')], {
    env,
    input: JSON.stringify({ ...common, hook_event_name: 'SessionStart', source: 'startup' }),
  });
  const input = JSON.stringify({ ...common, hook_event_name: 'Stop', stop_hook_active: false });
  const times = processTimes(node, args, { env, input });
  const isDue = config.reflection?.trigger.memory_stop_interval === 1;
  const isCounted = existsSync(join(own, 'reflection/triggers/s/state.json'));
  const made = readdirSync(jobs).filter((name) => !month.has(name));
  if (isCounted !== (config.reflection !== undefined) || made.length !== Number(isDue))
    throw new Error(`Expected another Stop: counted ${isCounted}, ${made.length} jobs`);
  for (const name of made) whenEnded(join(jobs, name));
  return times;
}

function whenEnded(job) {
  const isOver = () =>
    JSON.parse(readFileSync(job, 'utf8')).state === 'failed' &&
    !existsSync(join(own, 'reflection/lock'));
  for (let left = 500; left > 0 && !isOver(); left--) pause(20);
  if (!isOver()) throw new Error(`Expected the worker to end: ${readFileSync(job, 'utf8')}`);
  pause(60);
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A message that stands on the disk each time. */
function told(node) {
  const inbox = join(own, 'inbox');
  rmSync(inbox, { recursive: true, force: true });
  const args = [cli, 'tell', 'shop', 'The API moved: orders are at /v2 from now on.'];
  const measured = ratio(node, args, { cwd: sender, env, runs });
  const [file = ''] = existsSync(inbox) ? readdirSync(inbox) : [];
  const lines = file === '' ? 0 : readFileSync(join(inbox, file), 'utf8').trim().split('\n').length;
  if (lines !== runs + 1) throw new Error(`Expected ${runs + 1} messages, got ${lines}`);
  if (measured.own >= 100) missedGoal();
  return {
    node: versionOf(node),
    ms: measured.own.toFixed(0),
    'bare node': measured.bare.toFixed(0),
    ratio: measured.ratio.toFixed(2),
  };
}

function versionOf(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}

function prepare() {
  for (const folder of [project, sender, bin, jobs]) mkdirSync(folder, { recursive: true });
  const size = isShort ? { assets: 30, events: 60 } : { assets: 300, events: 3000 };
  for (const folder of [project, sender]) writeMemory(folder, size);
  for (const command of ['compile', 'trust'])
    execFileSync(process.execPath, [cli, command], { cwd: project, env });
  const line = (type, content) => `${JSON.stringify({ type, message: { role: type, content } })}\n`;
  const answer = line('assistant', [{ type: 'text', text: 'x'.repeat(600) }]);
  // One turn: where reflection is off, Stop reads what is new a second time, and a long part would hide what is added.
  writeFileSync(transcript, line('user', 'Now the next part.') + answer.repeat(9));
  // A month of readings, six a day; the client of today's is not logged in.
  for (let index = 0; index < 180; index++) {
    const at = new Date(Date.now() - (4 * index + 3) * 3_600_000).toISOString();
    const job = {
      ...{ session: `s-${index}`, transcript, cwd: project, reasons: ['memory_stop_interval'] },
      ...{ state: 'succeeded', attempts: 1, backend: 'digest', model: 'haiku', queued_at: at },
      ...{ counted: {}, started_at: at, ended_at: at, outcome: 'saved' },
    };
    const name = `${at.replace(/\D/g, '')}-${index.toString(16).padStart(8, '0')}.json`;
    writeFileSync(join(jobs, name), JSON.stringify(job, null, 2));
  }
  const refused = { type: 'result', is_error: true, result: 'Please run /login' };
  const more = { permission_denials: [], total_cost_usd: 0, usage: {}, modelUsage: {} };
  const said = JSON.stringify([{ ...refused, ...more }]);
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\ncat > /dev/null\necho '${said}'\n`);
  chmodSync(join(bin, 'claude'), 0o755);
}
