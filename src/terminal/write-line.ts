import { writeSync } from 'node:fs';
import { sleep } from '../platform/process-info.js';
import { ownEscape } from './colour.js';

export const standardOutput = 1;
export const standardError = 2;

/**
 * Writes a line at once, without `process.stdout`, whose creation costs a tenth of Node's start. If the reader has
 * closed the pipe (`madness why x | head`), nothing more is written.
 */
export function writeLine(descriptor: number, text: string): void {
  if (isWindowsConsole(descriptor)) {
    (descriptor === standardOutput ? process.stdout : process.stderr).write(`${visible(text)}\n`);
    return;
  }
  let rest = Buffer.from(`${visible(text)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE' || code === 'EOF') return;
      if (code !== 'EAGAIN') throw Object.assign(error as Error, { path: 'the output' });
      // The pipe is full and set to non-blocking.
      sleep(5);
    }
  }
}

/** Signs of a transcript or of a stranger's file that a terminal would obey. */
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is shown
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Each as JSON writes it: what a program reads stays the same, and a person sees that it is there. Our own colours
 * alone stay.
 */
export function visible(text: string): string {
  const shown = (part: string) =>
    part.replace(obeyed, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return text.split(ownEscape).map(shown).join('\u001b');
}

/** It takes bytes for those of its code page, so that only Node's own stream shows more than ASCII. */
function isWindowsConsole(descriptor: number): boolean {
  return process.platform === 'win32' && process.getBuiltinModule('node:tty').isatty(descriptor);
}
