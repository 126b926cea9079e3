/** The day by the local clock, YYYY-MM-DD. Milliseconds since 1970. */
export function localDay(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Day and minute by the local clock, YYYY-MM-DD HH:MM. Milliseconds since 1970. */
export function localMinute(time: number): string {
  const date = new Date(time);
  return `${localDay(time)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
