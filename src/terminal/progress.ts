/** A progress line on the terminal. Prints nothing if standard error is no terminal. */
export interface Progress {
  readonly step: (done: number) => void;
  readonly end: () => void;
}

// Work that is done sooner needs no line.
const hiddenMs = 500;
const intervalMs = 100;

export function progress(label: string, total: number): Progress {
  if (!process.stderr.isTTY) return { step: () => {}, end: () => {} };
  let last = Date.now() + hiddenMs - intervalMs;
  let shown = false;
  return {
    step: (done) => {
      const now = Date.now();
      if (now - last < intervalMs) return;
      last = now;
      shown = true;
      process.stderr.write(`\r\u001b[2K${label} ${done}/${total}`);
    },
    end: () => {
      if (shown) process.stderr.write('\r\u001b[2K');
    },
  };
}
