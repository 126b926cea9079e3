import type { Buffer } from 'node:buffer';
import { once } from '../../../text.js';
import { type Agent, noHead, type RecordReader, type Skimmed, type Standing } from '../agent.js';
import { headType, isOneRecord, recordsOn, tailTime } from '../decode-record.js';
import { isObject, type Json, type Turn } from '../turn.js';
import { cutCopies } from './cut-copies.js';
import { findProjects } from './find.js';
import { agentSigning, bookkeeping, spoken, unspoken } from './known-record-types.js';
import { originOf } from './origin.js';
import { queuedCommand, queueOutcomeIn } from './prompt-queue.js';
import { titleReader, titleTypes } from './title.js';
import { malformed, turnReader } from './turn-reader.js';

export const claude: Agent = {
  name: 'claude',
  find: findProjects,
  owns: () => true,
  open: () => ({ ...noHead, author: 'person' }),
  reader: (file) => recordReader(file),
};

function recordReader(file: string): RecordReader {
  const turnsOf = turnReader(
    file,
    once(() => queueOutcomeIn(file)),
  );
  const origin = originOf(file);
  const titles = titleReader();
  return {
    skim: (line) => {
      const skimmed = skim(line);
      const isRenaming = skimmed?.type === 'system' && line.includes('Session renamed to: ');
      if (skimmed !== undefined && (isRenaming || titleTypes.has(skimmed.type)))
        for (const one of recordsOn(line).values) titles.note(one);
      return skimmed;
    },
    values: (line) => recordsOn(line, cutCopies),
    read: (record, line, offset) => {
      const type = typeof record.type === 'string' ? record.type : '(none)';
      titles.note(record);
      const isSpoken = spoken.has(type) || queuedCommand(record) !== undefined;
      const result = isSpoken ? turnsOf(record, line, offset) : silent;
      const copiedFrom = isSpoken ? origin(record) : undefined;
      return {
        type,
        standing: standingOf(type),
        turns: result === malformed ? silent.turns : result.turns,
        unknown: result === malformed ? silent.unknown : result.unknown,
        isMalformed: result === malformed,
        timestamp: record.timestamp,
        version: record.version,
        model: type === 'assistant' ? modelOf(record) : undefined,
        session: record.sessionId,
        cwd: record.cwd,
        copiedFrom,
        // Copies end at the model's first own answer.
        isOwn: type === 'assistant' && copiedFrom === undefined && result !== malformed,
      };
    },
    title: titles.best,
    givenTitle: titles.given,
    foreign,
  };
}

/** What the client says in the model's name is none of its. */
function modelOf({ message }: Json): unknown {
  const model = isObject(message) ? message.model : undefined;
  return model === '<synthetic>' ? undefined : model;
}

const silent: { turns: readonly Turn[]; unknown: readonly string[] } = { turns: [], unknown: [] };

function skim(line: Buffer): Skimmed | undefined {
  const type = headType(line);
  if (type === undefined || !unspoken.has(type)) return undefined;
  if (type === 'attachment' && line.includes('"queued_command"')) return undefined;
  if (!isOneRecord(line)) return undefined;
  return { type, standing: standingOf(type), timestamp: tailTime(line) };
}

function standingOf(type: string): Standing {
  if (bookkeeping.has(type)) return 'bookkeeping';
  return spoken.has(type) || unspoken.has(type) ? 'known' : 'unknown';
}

function foreign(strangers: readonly Json[]): string | undefined {
  return strangers.flatMap((record) => agentSigning(record) ?? [])[0];
}
