/** How a failure ended in a past session: the small file that hooks look into when no rule fits. */
export interface ResolvedFailure {
  readonly signal: string;
  readonly fingerprint: string;
  readonly session: string;
  /** ISO 8601, empty if the transcript gives no time. */
  readonly date: string;
  /** The transcript's line of the success. */
  readonly line: number;
  /** Steps between the last failure and the success, with secrets masked. */
  readonly followed: readonly string[];
}

/** In our own folder. */
export const resolvedFailuresName = 'overcome.jsonl';

/** A line a failure, found by its start: none but the one that is asked for is parsed. */
export function overcomeLine(one: ResolvedFailure): string {
  const { signal, fingerprint, session, date, line, followed } = one;
  return `${startOf(signal, fingerprint)}${JSON.stringify([session, date, line, followed])}]`;
}

export function findResolvedFailure(
  text: string,
  signal: string,
  fingerprint: string,
): ResolvedFailure | undefined {
  const start = startOf(signal, fingerprint);
  const at = text.startsWith(start) ? 0 : text.indexOf(`\n${start}`) + 1;
  if (at === 0 && !text.startsWith(start)) return undefined;
  const end = text.indexOf('\n', at);
  return parseOvercome(text.slice(at, end < 0 ? undefined : end));
}

export function parseOvercome(line: string): ResolvedFailure | undefined {
  try {
    const [signal, fingerprint, [session, date, at, followed]] = JSON.parse(line);
    const texts = [signal, fingerprint, session, date, ...followed];
    if (!texts.every((text) => typeof text === 'string') || typeof at !== 'number')
      return undefined;
    return { signal, fingerprint, session, date, line: at, followed };
  } catch {
    return undefined;
  }
}

function startOf(signal: string, fingerprint: string): string {
  return `[${JSON.stringify(signal)},${JSON.stringify(fingerprint)},`;
}
