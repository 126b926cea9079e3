/** The day by the local clock, YYYY-MM-DD. Milliseconds since 1970. */
export function localDay(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A time stamp of a transcript as ISO 8601 in UTC; undefined where it is none. */
export function utcOf(stamp: string | undefined): string | undefined {
  const time = Date.parse(stamp ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
