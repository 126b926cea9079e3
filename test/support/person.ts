import { PassThrough } from 'node:stream';
import type { Terminal } from '../../src/terminal/context.js';

export const down = '\u001b[B';
export const enter = '\r';
export const interrupt = '\u0003';

/** A person at a terminal who answers each question with the next keys, and interrupts when they have none left. */
export function person(...answers: readonly (readonly string[])[]): () => Terminal {
  const input = new PassThrough();
  const output = new PassThrough();
  let asked = 0;
  output.on('data', (data: Buffer) => {
    // The sign of a question that is open; what is drawn again after a key keeps it out.
    if (!data.toString().includes('◆')) return;
    const keys = answers[asked++] ?? [interrupt];
    setTimeout(() => {
      for (const key of keys) input.write(key);
    }, 5);
  });
  return () => ({ input, output });
}

/** The same, and what was shown to them. */
export function watched(terminal: () => Terminal): {
  readonly terminal: () => Terminal;
  readonly seen: () => string;
} {
  let seen = '';
  const { input, output } = terminal();
  output.on('data', (data: Buffer) => {
    seen += data.toString();
  });
  return { terminal: () => ({ input, output }), seen: () => seen };
}
