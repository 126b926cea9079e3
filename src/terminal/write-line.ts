import { writeSync } from 'node:fs';
import { sleep } from '../platform/process-info.js';

export const standardOutput = 1;
export const standardError = 2;

/**
 * Writes a line at once, without `process.stdout`, whose creation costs a tenth of Node's start. If the reader has
 * closed the pipe (`madness why x | head`), nothing more is written.
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
      // The pipe is full and set to non-blocking.
      sleep(5);
    }
  }
}

/** It takes bytes for those of its code page, so that only Node's own stream shows more than ASCII. */
function isWindowsConsole(descriptor: number): boolean {
  return process.platform === 'win32' && process.getBuiltinModule('node:tty').isatty(descriptor);
}
