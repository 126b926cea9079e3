/** Milliseconds of the processor that the work takes: whatever else the machine does at the same time. */
export function cpuTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** What the clock of processor time tells apart. */
const tick = process.platform === 'win32' ? 16 : 1;

/** Of five runs the least, and no less than the clock can tell: to divide by. */
export function leastCpuTime(work: () => void): number {
  return Math.max(tick, Math.min(...[1, 2, 3, 4, 5].map(() => cpuTime(work))));
}
