import { createContext, Script } from 'node:vm';

const script = new Script('work()');
const context = createContext({ work: undefined });
/** A busy machine gives a process less than the clock says: then the work begins again with more of the clock. */
const tries = [1, 3, 9];

/**
 * What `work` returns, which waits for nothing and changes nothing; undefined if it takes longer than so many milliseconds
 * of computing, or nests deeper than the stack.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T | undefined {
  context.work = work;
  for (const factor of tries) {
    const before = process.cpuUsage();
    try {
      return script.runInContext(context, { timeout: Math.ceil(milliseconds * factor) });
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (millisecondsSince(before) > milliseconds * 0.8) return undefined;
    }
  }
  return undefined;
}

/** Of computing, by this process. */
export function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
