// When: Read, Grep, Glob, Bash or WebFetch has given its output.
// If: it is longer than half of the remaining context window, or than 50,000 tokens (10,000 of a page).
// Then: the first three lines, the last ones, lines that report a failure, and what fits are kept. A named file keeps the whole.
import { join } from 'node:path';
import { maskSecrets } from '../../observe/secrets.js';
import { head, roughTokens } from '../../text.js';
import type { Settings } from '../handler.js';
import { type Payload, recordOf, textOf } from '../payload.js';
import { usageOf, windowOf } from './context-warning.js';
import { guardOf } from './guard-switch.js';

const maxTokens = 50_000;
const maxPageTokens = 10_000;
/** Less is of no use to the model. */
const minTokens = 2000;
const headLines = 3;
const tailLines = 20;
const maxFailingLines = 40;
const failing = /\b(?:error|fail(?:ed|ure)?|fatal|exception|panic|traceback|warning)\b|错误|失败/i;

export const handle = guardOf('short-outputs', ({ payload, session, settings, own, say }) => {
  const tool = textOf(payload, 'tool_name');
  const found = outputOf(tool, recordOf(payload, 'tool_response'));
  if (found === undefined) return undefined;
  const used = usageOf(textOf(payload, 'transcript_path'));
  // What is left is known only where the window is.
  const window = used === undefined ? undefined : windowOf(switchOfWarning(settings, own), used);
  const most = tool === 'WebFetch' ? maxPageTokens : maxTokens;
  const left = window === undefined ? most : Math.floor((window - (used?.tokens ?? 0)) / 2);
  const limit = Math.max(minTokens, Math.min(left, most));
  if (roughTokens(found.text) <= limit) return undefined;
  const id =
    textOf(payload, 'tool_use_id')
      .replace(/[^\w-]/g, '')
      .slice(0, 60) || 'output';
  const name = `state/${session.folder}/outputs/${id}.txt`;
  const cut = shorten(found.text, limit, (lines, tokens) =>
    say().cut(lines, tokens, join(settings.own, name)),
  );
  return {
    facts: [{ kind: 'guard', guard: 'short-outputs', action: 'change' }],
    files: { [name]: maskSecrets(found.text) },
    output: found.with(cut),
  };
});

/** `window_tokens` may stand at this switch, or at that of the warning. */
function switchOfWarning({ guards }: Settings, own: Payload): Payload {
  return { ...recordOf(guards, 'context-warning'), ...own };
}

interface Output {
  readonly text: string;
  readonly with: (text: string) => Payload;
}

/** The part of a tool's result that the model reads as text, and the result with another one. */
function outputOf(tool: string, response: Payload): Output | undefined {
  const field = (
    name: string,
    more: (text: string) => Payload = () => ({}),
  ): Output | undefined => {
    const text = textOf(response, name);
    return text === ''
      ? undefined
      : { text, with: (short) => ({ ...response, [name]: short, ...more(short) }) };
  };
  if (tool === 'Bash') return field('stdout');
  if (tool === 'WebFetch') return field('result');
  if (tool === 'Grep') return field('content', (text) => ({ numLines: text.split('\n').length }));
  if (tool === 'Glob') return fileNames(response);
  const file = recordOf(response, 'file');
  const content = textOf(file, 'content');
  if (tool !== 'Read' || content === '') return undefined;
  return {
    text: content,
    with: (short) => ({
      ...response,
      file: { ...file, content: short, numLines: short.split('\n').length },
    }),
  };
}

function fileNames(response: Payload): Output | undefined {
  const names = Array.isArray(response.filenames) ? response.filenames.map(String) : [];
  if (names.length === 0) return undefined;
  return {
    text: names.join('\n'),
    with: (short) => ({ ...response, filenames: short.split('\n'), truncated: true }),
  };
}

function shorten(
  text: string,
  limit: number,
  note: (lines: number, tokens: number) => string,
): string {
  const most = Math.floor(limit / 4) * 4;
  // A line that alone would fill the room is cut: nothing of it would stay.
  const lines = text
    .split('\n')
    .map((line) => (line.length > most ? `${head(line, most)}…` : line));
  const kept = new Set<number>();
  let room = limit;
  const keep = (at: number): boolean => {
    const cost = roughTokens(`${lines[at]}\n`);
    if (kept.has(at) || cost > room) return kept.has(at);
    kept.add(at);
    room -= cost;
    return true;
  };
  for (let at = 0; at < Math.min(headLines, lines.length); at++) keep(at);
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - tailLines); at--) keep(at);
  const failures = lines.flatMap((line, at) => (failing.test(line.slice(0, 500)) ? [at] : []));
  for (const at of failures.slice(-maxFailingLines)) keep(at);
  for (let at = headLines; at < lines.length && keep(at); at++);
  const left = lines.filter((_, at) => !kept.has(at));
  const shown = lines.filter((_, at) => kept.has(at));
  return [...shown, note(left.length, roughTokens(left.join('\n')))].join('\n');
}
