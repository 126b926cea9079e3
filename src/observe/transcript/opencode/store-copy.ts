import { closeSync, copyFileSync, openSync, readSync, rmSync, statSync } from 'node:fs';

const tries = 5;
// Milliseconds. A change within one tick of the clock of a file system leaves no trace in its time.
const tick = 25;

/**
 * Copies a database that another process may be writing, and its WAL. The original is read as bytes and never opened as a
 * database: an engine without shared memory would delete the WAL of the running process. A copy counts if nothing moved
 * pages meanwhile and the engine finds it whole: `isWhole`.
 */
export async function copyStore(
  file: string,
  target: string,
  isWhole: (copy: string) => Promise<boolean>,
): Promise<{ stamp: string } | 'writing' | 'damaged'> {
  let last: 'writing' | 'damaged' = 'writing';
  for (let at = 0; at < tries; at++) {
    if (at > 0) await wait(tick * at);
    if (Date.now() - statSync(file).mtimeMs < tick) await wait(tick);
    const stamp = stampOf(file);
    for (const end of ['', '-wal', '-shm']) rmSync(target + end, { force: true });
    copyFileSync(file, target);
    if (sizeOf(`${file}-wal`) > 0n) copyFileSync(`${file}-wal`, `${target}-wal`);
    if (stamp !== stampOf(file)) continue;
    if (await isWhole(target)) return { stamp: `${stamp} ${sizeOf(`${file}-wal`)}` };
    last = 'damaged';
  }
  return last;
}

/** Size and time of the database, and bytes 12 to 23 of the WAL, which change when it begins anew. */
export function stampOf(file: string): string {
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs} ${walHeadOf(`${file}-wal`)}`;
}

export function sizeOf(file: string): bigint {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.size ?? 0n;
}

function walHeadOf(wal: string): string {
  let fd: number;
  try {
    fd = openSync(wal, 'r');
  } catch {
    return '';
  }
  try {
    const bytes = Buffer.alloc(12);
    return bytes.toString('hex', 0, readSync(fd, bytes, 0, 12, 12));
  } finally {
    closeSync(fd);
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
