import path from 'node:path';
import { jsonIn } from '../../../platform/read-object.js';
import { type Agent, type Author, type Head, noHead } from '../agent.js';
import { filled, isObject, type Json } from '../turn.js';
import { findRollouts, parentIn } from './find.js';
import { recordReader } from './record-reader.js';

export const codex: Agent = {
  name: 'codex',
  find: findRollouts,
  owns: (file, start) => /^rollout-.*\.jsonl$/.test(path.basename(file)) && opening.test(start),
  open,
  reader: recordReader,
};

/** The beginning of any line, and of the first line before 0.32. */
const opening =
  /^\uFEFF?\s*\{(?:"timestamp":"[^"]*",(?:"ordinal":\d+,)?"type":"[a-z_]+","payload":|"id":"[0-9a-f-]{36}","timestamp":")/;

function open(firstLine: string): Head {
  const record = jsonIn(firstLine.replace(/^\uFEFF/, ''));
  if (!isObject(record)) return { ...noHead, session: wordIn(firstLine, 'id') };
  const meta = isObject(record.payload) ? record.payload : record;
  const parent = parentIn(firstLine);
  return {
    session: filled(meta.id) ?? filled(meta.session_id),
    cwd: filled(meta.cwd),
    parent,
    // Since 0.150 a fork only points at its parent's file; a sub-agent's still begins with copies.
    copiedFrom: isObject(meta.history_base) ? undefined : filled(meta.forked_from_id),
    author: parent === undefined ? authorOf(meta) : 'agent',
  };
}

/** From a line too long or torn to be parsed. */
function wordIn(line: string, key: string): string | undefined {
  return new RegExp(`"${key}":"([^"\\\\]+)"`).exec(line)?.[1];
}

/** The terminal client calls its source `cli` or, since it has a server behind it, `vscode`. */
function authorOf({ source, thread_source, originator }: Json): Author {
  if (thread_source === 'subagent' || (isObject(source) && 'subagent' in source)) return 'agent';
  if (source === 'exec' || source === 'mcp' || /exec|sdk|mcp/i.test(String(originator)))
    return 'program';
  const isTyped = source === 'cli' || source === 'vscode';
  return isTyped && personal.test(String(originator)) ? 'person' : 'unknown';
}

/** Codex's own windows; other programs use its server too. */
const personal = /^codex[-_ ](?:tui|cli|cli_rs|vscode|desktop|app)$/i;
