import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../platform/process.js';

/** A folder in the archive for a copy that is unpacked to be read. Whoever takes it removes it, or dies and leaves it. */
export function takeReadingFolder(archive: string): string {
  sweepReadings(archive);
  return mkdtempSync(join(archive, `reading-${process.pid}-`));
}

/** Takes away what readers that were killed left. Of our own number there is none that reads: one is read at a time. */
export function sweepReadings(archive: string): void {
  for (const name of readdirSync(archive)) {
    const reading = /^reading-(\d*)/.exec(name);
    if (reading === null) continue;
    const reader = Number(reading[1]);
    const isRead = reader > 0 && reader !== process.pid && isAlive(reader);
    if (!isRead) rmSync(join(archive, name), { recursive: true, force: true });
  }
}
