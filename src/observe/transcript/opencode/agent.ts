import { type Agent, type Head, noHead } from '../agent.js';
import { recordsOn } from '../decode-record.js';
import { filled, isObject, type Json } from '../turn.js';
import { findCopied } from './find.js';
import { partReader } from './part-reader.js';

/** Its sessions lie in a database: each is copied into a file of ours, whose lines these are. */
export const opencode: Agent = {
  name: 'opencode',
  find: findCopied,
  owns: (_file, start) => /^\{"type": ?"opencode_session"/.test(start),
  open,
  reader: (file, head) => partReader(file, head),
};

function open(firstLine: string): Head {
  const [record] = recordsOn(Buffer.from(firstLine)).values;
  if (!isObject(record)) return noHead;
  const parent = filled(record.parent_id);
  return {
    session: filled(record.id),
    cwd: filled(record.directory),
    parent,
    copiedFrom: undefined,
    author: parent !== undefined ? 'agent' : deniesQuestions(record) ? 'program' : 'person',
  };
}

/** Nobody is there to answer `opencode run`: nothing else tells it from a window. */
function deniesQuestions({ permission }: Json): boolean {
  return /"permission":\s*"question"[^}]*"action":\s*"deny"/.test(String(permission));
}
