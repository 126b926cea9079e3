/** Sleeps without a timer, for what has no event loop to come back to. */
export function nap(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
