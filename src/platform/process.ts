import { readFileSync } from 'node:fs';

/**
 * A process that may not be asked is one all the same. One that has ended and that its parent has not
 * fetched still answers to its number (a container whose first process fetches nobody keeps such for good): Linux tells.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || !hasEnded(pid);
}

/** The state stands behind the name, which may hold parentheses itself. */
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^ [ZXx]/.test(stat.slice(stat.lastIndexOf(')') + 1));
  } catch {
    return false;
  }
}

/** Sleeps without a timer, for what has no event loop to come back to. */
export function nap(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
