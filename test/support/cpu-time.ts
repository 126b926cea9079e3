/** Milliseconds of the processor that the work takes: whatever else the machine does at the same time. */
export function cpuTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Of three runs the least. */
export function leastCpuTime(work: () => void): number {
  return Math.min(cpuTime(work), cpuTime(work), cpuTime(work));
}
