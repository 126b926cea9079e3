// Whole processes, in turn with bare node of the same Node: what is noise for one is noise for both.
import { spawnSync } from 'node:child_process';

/** Whether each part of a benchmark only has to run once, on little; then no goal is judged (`npm run bench -- --short`). */
export const isShort = process.env.MADNESS_BENCH === 'short';

/** Makes the exit code 1. */
export function missedGoal() {
  if (!isShort) process.exitCode = 1;
}

/** Of many samples, all; in the short form one of `step`. */
export function sampled(samples, step = 40) {
  return isShort ? samples.filter((_, at) => at % step === 0) : samples;
}

/** Milliseconds of one process from start to exit, and its peak memory in MB. */
export function time(node, args, options = {}) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(node, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0 && !options.anyStatus) throw new Error(`${args.join(' ')}: ${stderr}`);
  return elapsed;
}

/** Milliseconds of one process that reads `input`: what the processor did for it, and what the clock said. */
export function processTimes(program, args, { input, env, cwd }) {
  const timed = 'TIMEFORMAT="%U %S %R"; time "$0" "$@"';
  const { status, stderr } = spawnSync('bash', ['-c', timed, program, ...args], {
    env,
    cwd,
    input,
    stdio: ['pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  const [user, system, wall] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { cpu: (user + system) * 1000, wall: wall * 1000 };
}

/** Median of time(args) ÷ median of time(baseline), measured in turn. */
export function ratio(node, args, { baseline = ['-e', '0'], runs = 15, ...options } = {}) {
  time(node, args, options);
  time(node, baseline, options);
  const pairs = Array.from({ length: runs }, () => [
    time(node, baseline, options),
    time(node, args, options),
  ]);
  const bare = median(pairs.map(([first]) => first));
  const own = median(pairs.map(([, second]) => second));
  return { ratio: own / bare, own, bare };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Mean of the middle half: keeps outliers away like a median, and tells less than the step of a clock that counts whole milliseconds. */
export function interquartileMean(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const quarter = Math.floor(sorted.length / 4);
  const middle = sorted.slice(quarter, sorted.length - quarter);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** Peak resident memory of a process in MB and its CPU time in ms, by the kernel's own account. */
export function usage(node, args, options = {}) {
  const { stderr } = spawnSync('/bin/sh', ['-c', 'exec "$0" "$@"', node, '-r', PEAK, ...args], {
    encoding: 'utf8',
    ...options,
  });
  const said = (name) => Number(new RegExp(`^${name} ([\\d.]+)`, 'm').exec(stderr)?.[1]);
  return { peak: said('peak'), cpu: said('cpu') };
}

const PEAK = new URL('./peak.cjs', import.meta.url).pathname;
