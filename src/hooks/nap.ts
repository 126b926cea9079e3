/** Sleeps without a timer: a hook has no event loop to come back from. */
export function nap(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
