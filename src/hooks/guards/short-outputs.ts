// When: Read, Grep, Glob, Bash or WebFetch has given its output.
// If: it is longer than half of the remaining context window, or than 50,000 tokens (10,000 of a page).
// Then: the first three lines, lines that report a failure, and what fits are kept. A named file keeps the whole.
import { join } from 'node:path';
import { maskSecrets } from '../../observe/secrets/mask-secrets.js';
import { type Payload, recordOf, textOf } from '../payload.js';
import { usageOf } from './context-warning.js';
import { guardOf } from './guard-switch.js';

const maxTokens = 50_000;
const maxPageTokens = 10_000;
const windowTokens = 200_000;
const headLines = 3;
const maxFailingLines = 40;
const failing = /\b(?:error|fail(?:ed|ure)?|fatal|exception|panic|traceback|warning)\b|错误|失败/i;

export const handle = guardOf('short-outputs', ({ payload, session, settings, say }) => {
  const tool = textOf(payload, 'tool_name');
  const found = outputOf(tool, recordOf(payload, 'tool_response'));
  if (found === undefined) return undefined;
  const used = usageOf(textOf(payload, 'transcript_path'))?.tokens ?? 0;
  const left = Math.max(2, Math.floor((windowTokens - used) / 2));
  const limit = Math.min(left, tool === 'WebFetch' ? maxPageTokens : maxTokens);
  if (tokensOf(found.text) <= limit) return undefined;
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

/** One for four letters, one for each Chinese character. */
function tokensOf(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
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
  const lines = text.split('\n');
  const kept = new Set<number>();
  let room = limit;
  const keep = (at: number): boolean => {
    const cost = tokensOf(`${lines[at]}\n`);
    if (kept.has(at) || cost > room) return kept.has(at);
    kept.add(at);
    room -= cost;
    return true;
  };
  for (let at = 0; at < Math.min(headLines, lines.length); at++) keep(at);
  const failures = lines.flatMap((line, at) => (failing.test(line.slice(0, 500)) ? [at] : []));
  for (const at of failures.slice(-maxFailingLines)) keep(at);
  for (let at = headLines; at < lines.length && keep(at); at++);
  const left = lines.filter((_, at) => !kept.has(at));
  const shown = lines.filter((_, at) => kept.has(at));
  return [...shown, note(left.length, tokensOf(left.join('\n')))].join('\n');
}
