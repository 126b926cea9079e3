import { test } from 'vitest';

/** A test for each row: the first shows the subject, and the others are slow. */
export function testEachFirstQuick<Row extends unknown[]>(
  rows: readonly Readonly<Row>[],
  name: string,
  run: (...row: Row) => void | Promise<void>,
): void {
  const [first, ...others] = rows.map((row) => [...row] as unknown[]);
  const any = run as (...row: unknown[]) => void | Promise<void>;
  test.each([first as unknown[]])(name, any);
  test.each(others)(name, { tags: 'slow' }, any);
}

/** `test.each` of which the first row shows the subject, and the others are slow. */
export const firstQuick = ((rows: readonly unknown[]) =>
  (name: string, options: object | Run, run: Run = options as Run) => {
    const own = typeof options === 'function' ? {} : options;
    test.each(rows.slice(0, 1))(name, own, run);
    test.each(rows.slice(1))(name, { ...own, tags: 'slow' }, run);
  }) as typeof test.each;

type Run = (...row: unknown[]) => void;
