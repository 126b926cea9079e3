import type { Input } from './stdin.js';

/** What the client says of an event. Every field may be missing or of another kind: see `textOf`. */
export type Payload = Readonly<Record<string, unknown>>;

/** Up to here a payload is parsed as a whole; of a longer one the fields are found by scanning. */
export const wholeBytes = 1 << 19;

/** The event; undefined for what is no JSON object. Of a payload too long to keep, what its two ends say. */
export function readPayload(input: Input): Payload | undefined {
  if ('value' in input) return isRecord(input.value) ? input.value : undefined;
  const head = input.head.toString('utf8');
  if (input.tail !== undefined) return scan(head, input.tail.toString('utf8'));
  return parseRecord(head);
}

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

/**
 * The first fields of an object, as far as `text` goes; a string or an object that is cut off is given as far as it goes.
 * The words of the tail follow where the head broke off: what failed is told at the end.
 */
function scan(head: string, tail: string): Payload | undefined {
  const fields = partial(head, head.search(/\S/), 0);
  if (!isRecord(fields)) return undefined;
  const end = unescaped(tail.replace(ENDING, ''));
  const found: Record<string, unknown> = { ...fields };
  if (fields.hook_event_name === 'PostToolUseFailure') {
    const late = /","error":"/.exec(tail);
    found.error =
      typeof fields.error === 'string'
        ? `${fields.error}\n${end}`
        : unescaped(tail.slice(late === null ? 0 : late.index + 11).replace(ENDING, ''));
  } else if (isRecord(fields.tool_response)) {
    const stdout = textOf(fields.tool_response, 'stdout');
    found.tool_response = { ...fields.tool_response, stdout: `${stdout}\n${end}` };
  }
  return found;
}

/** What the client writes behind a tool's words. */
const ENDING =
  /"(?:,"(?:interrupted|isImage|noOutputExpected|is_interrupt|duration_ms|tool_use_id)":[^\n]{0,4000})?\}?\s*$/;

function unescaped(text: string): string {
  return text
    .replace(/","stderr":"/g, '\n')
    .replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code?: string, char?: string) =>
      code === undefined
        ? (SHORT[char ?? ''] ?? char ?? '')
        : String.fromCharCode(Number.parseInt(code, 16)),
    );
}

const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '', f: '' };
const deepest = 2;

function partial(text: string, start: number, depth: number): unknown {
  if (text[start] !== '{') return undefined;
  const fields: Record<string, unknown> = {};
  let at = start + 1;
  while (at > 0 && at < text.length) {
    const key = /\s*,?\s*"((?:[^"\\]|\\.){0,100})"\s*:\s*/y;
    key.lastIndex = at;
    const match = key.exec(text);
    if (match === null) break;
    const from = key.lastIndex;
    const end = valueEnd(text, from);
    fields[match[1] as string] =
      end < 0 ? cutOff(text, from, depth) : parsed(text.slice(from, end));
    at = end;
  }
  return fields;
}

function cutOff(text: string, from: number, depth: number): unknown {
  if (text[from] === '{' && depth < deepest) return partial(text, from, depth + 1);
  return text[from] === '"' ? unescaped(text.slice(from + 1)) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Offset behind the value that starts at `from`; -1 where the text ends first. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = stringEnd(text, at);
      if (at < 0) return -1;
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (depth > 0 || !/[,\s]/.test(char as string)) continue;
    else return at;
    if (depth < 0) return at;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** Offset of the quotation mark that ends the string which starts at `from`. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
