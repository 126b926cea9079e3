/** What the client says of an event. Every field may be missing or of another kind: see `textOf`. */
export type Payload = Readonly<Record<string, unknown>>;

/** A JSON object; undefined for anything else. */
export function parseRecord(text: string): Payload | undefined {
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(payload: Payload, name: string): string {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
}

export function recordOf(payload: Payload, name: string): Payload {
  const value = payload[name];
  return isRecord(value) ? value : {};
}

/** The words a tool gave back, standard output before standard error. */
export function outputOf(payload: Payload): string {
  const response = payload.tool_response;
  if (typeof response === 'string') return response;
  const { stdout, stderr } = recordOf(payload, 'tool_response');
  return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
}

/** The blocks of a transcript's record. */
export function blocksOf(record: Payload): readonly Payload[] {
  const { content } = recordOf(record, 'message');
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** Strings of a list; none where there is no list. */
export function textsOf(payload: Payload, name: string): string[] {
  const value = payload[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
