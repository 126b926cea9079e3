import { writeSync } from 'node:fs';
import { sleep } from '../platform/process.js';

export const standardOutput = 1;
export const standardError = 2;

/**
 * Writes a line at once. Node takes a tenth of its own start to make `process.stdout`, which this does without.
 * Whoever reads may have seen enough (`madness why x | head`): then nothing more is written.
 */
export function writeLine(descriptor: number, text: string): void {
  if (isWindowsConsole(descriptor)) {
    (descriptor === standardOutput ? process.stdout : process.stderr).write(`${text}\n`);
    return;
  }
  let rest = Buffer.from(`${text}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE' || code === 'EOF') return;
      if (code !== 'EAGAIN') throw error;
      // A pipe that somebody set to never wait, and that is full.
      sleep(5);
    }
  }
}

/** It takes bytes for those of its code page, so that only Node's own stream shows more than ASCII. */
function isWindowsConsole(descriptor: number): boolean {
  return process.platform === 'win32' && process.getBuiltinModule('node:tty').isatty(descriptor);
}
