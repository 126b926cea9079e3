import { Buffer } from 'node:buffer';
import { jsonIn } from '../../../platform/read-object.js';
import { closeBrace, type Decode, glued } from '../decode-record.js';
import { isObject, type Json } from '../turn.js';

/**
 * A record without the parts that no turn needs: the copy of a tool's output (`toolUseResult`) and the cost of a message
 * (`usage`). Undefined if that is uncertain.
 */
export function cutCopies(bytes: Buffer, decode: Decode): Json | undefined {
  const isModels = bytes.subarray(0, 800).includes(modelKey);
  return isModels ? withoutUsage(bytes, decode) : withoutToolUseResult(bytes, decode);
}

const comma = 44;
const modelKey = Buffer.from('"role":"assistant"');
const resultKey = Buffer.from(',"toolUseResult":');
// The person's answers are separate there; the text beside it joins them.
const answersKey = Buffer.from('"answers":{');
/** The person changed an edit: what they made of it stands only there. The client writes it at the end. */
const modifiedKey = Buffer.from('"userModified":true');
// Keys that may follow. The text from there on balances only at the top level.
const tailKeys = [',"userType":"', ',"sourceToolAssistantUUID":"'];

/**
 * The record without its copy of the tool's output, which repeats `message` and is up to half of a file. Undefined if
 * that is uncertain; then all is parsed.
 */
function withoutToolUseResult(bytes: Buffer, decode: Decode): Json | undefined {
  const at = bytes.indexOf(resultKey);
  if (at < 0 || bytes.length - at < 400 || bytes.includes(glued, at)) return undefined;
  if (bytes.includes(answersKey, at) || bytes.subarray(-2000).includes(modifiedKey))
    return undefined;
  // The comma becomes a brace for as long as it takes: no copy is made.
  bytes[at] = closeBrace;
  const head = jsonIn(decode(bytes.subarray(0, at + 1)));
  bytes[at] = comma;
  if (!isObject(head) || !isResult(head.message)) return undefined;
  if (isComplete(head)) return head;
  for (const key of tailKeys) {
    const from = bytes.lastIndexOf(key);
    if (from <= at) continue;
    const tail = jsonIn(`{${decode(bytes.subarray(from + 1))}`);
    if (!isObject(tail)) continue;
    const record = { ...head, ...tail };
    if (isComplete(record)) return record;
  }
  return undefined;
}

/** The record without what its message cost, a fifth of the work of parsing it. Undefined if that is not certain. */
function withoutUsage(bytes: Buffer, decode: Decode): Json | undefined {
  const at = bytes.lastIndexOf(usageKey);
  const end = at < 0 ? -1 : bytes.indexOf(afterMessage, at);
  if (end < 0) return undefined;
  const record = jsonIn(decode(bytes.subarray(0, at)) + decode(bytes.subarray(end + 1)));
  if (!isObject(record) || !isObject(record.message) || !isComplete(record)) return undefined;
  return typeof record.message.id === 'string' && typeof record.message.model === 'string'
    ? record
    : undefined;
}

const usageKey = Buffer.from(',"usage":{');
const afterMessage = Buffer.from('}},"requestId":');

function isResult(message: unknown): boolean {
  if (!isObject(message) || !Array.isArray(message.content)) return false;
  const first: unknown = message.content[0];
  return isObject(first) && first.type === 'tool_result';
}

/** True if it has every key that the client writes. `agentId` is on the lines of a side chain. */
function isComplete(record: Json): boolean {
  return (
    needed.every((key) => typeof record[key] === 'string') &&
    (record.isSidechain !== true || typeof record.agentId === 'string')
  );
}

const needed = ['type', 'sessionId', 'version', 'cwd', 'timestamp', 'uuid'];
