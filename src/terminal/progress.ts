/** A line on the terminal that says how far long work has come. Nothing when standard error is not a terminal. */
export interface Progress {
  readonly step: (done: number) => void;
  readonly end: () => void;
}

// Work that is done sooner needs no line.
const patience = 500;
const pace = 100;

export function progress(label: string, total: number): Progress {
  if (!process.stderr.isTTY) return { step: () => {}, end: () => {} };
  let last = Date.now() + patience - pace;
  let shown = false;
  return {
    step: (done) => {
      const now = Date.now();
      if (now - last < pace) return;
      last = now;
      shown = true;
      process.stderr.write(`\r\u001b[2K${label} ${done}/${total}`);
    },
    end: () => {
      if (shown) process.stderr.write('\r\u001b[2K');
    },
  };
}
