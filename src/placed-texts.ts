/** A text somewhere in a value. */
export interface PlacedText {
  /** JSON pointer. */
  readonly at: string;
  readonly text: string;
}

/** Every text in a value, in order; keys are none. `at` is the pointer of the value itself. */
export function textsIn(value: unknown, at = ''): PlacedText[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${at}/${key}`));
}
