import { isCorrection } from '../observe/correction.js';
import { isPlan, isSentByProgram } from '../observe/sent-by-program.js';
import { once } from '../once.js';
import { isRecord, type Payload, textOf } from './payload.js';

/** What the person said in a stretch of a transcript: the last prompt, and corrections with refusals. */
export interface UserWords {
  readonly prompt: string;
  readonly corrections: readonly string[];
}

/**
 * Only lines that may be the person's are parsed. What comes in their name is left out: results of tools, finished
 * agents, commands and their output, hooks, timers, summaries, plans, side chains, and lines from before `since`, ISO 8601.
 */
export function userWords(transcript: string, since = ''): UserWords {
  const said: string[] = [];
  const refused: string[] = [];
  for (const line of transcript.split('\n')) {
    if (!line.includes('"type":"user"') || isBefore(line, since)) continue;
    if (line.includes('"tool_use_id"')) {
      const reason = REFUSAL().exec(line)?.[1];
      if (reason !== undefined) refused.push(reason);
      continue;
    }
    const text = wordsOf(line);
    if (text !== undefined) said.push(text);
  }
  const corrections = [...refused, ...said.filter(isCorrection)];
  return { prompt: said.at(-1) ?? '', corrections };
}

const stamp = '"timestamp":"';

/** A line without a time is not. */
function isBefore(line: string, since: string): boolean {
  const at = since === '' ? -1 : line.indexOf(stamp);
  const from = at + stamp.length;
  return at >= 0 && line.slice(from, from + since.length) < since;
}

const REFUSAL = once(
  () =>
    /The user doesn't want to (?:proceed|take)[^"]{0,300}?the user said:\\n((?:[^"\\]|\\.){1,300})/,
);
const NOT_THEIRS = once(
  () =>
    /^(?:<[a-z][\w-]*>|Caveat: |Stop hook feedback:|\[Request interrupted|This session is being continued|Base directory for this skill:)/,
);

function wordsOf(line: string): string | undefined {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(record) || record.type !== 'user' || !isTheirs(record)) return undefined;
  const text = contentOf(record).trim();
  if (text === '' || isPlan(record, text)) return undefined;
  const isMarked = '<CS[TB'.includes(text.charAt(0)) && NOT_THEIRS().test(text);
  return isMarked ? undefined : text;
}

function isTheirs(record: Payload): boolean {
  const { isMeta, isCompactSummary, isSidechain } = record;
  return ![isMeta, isCompactSummary, isSidechain].includes(true) && !isSentByProgram(record);
}

function contentOf({ message }: Payload): string {
  const content = isRecord(message) ? message.content : undefined;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isRecord)
    .map((block) => textOf(block, 'text'))
    .filter((text) => text !== '' && !text.startsWith('<system-reminder>'))
    .join('\n');
}
