import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { locationOf, trustedLocation } from '../../application/memory/resolve-memory.js';
import { hashRules } from '../../compile/rule-block.js';
import { type JsonFault, parseJson } from '../../json.js';
import type { LoggedEvent } from '../../learn/log/parse-log.js';
import { brokenJson, faults } from '../../messages/problems/retrospective.js';
import { words } from '../../messages/retrospective/retro.js';
import { MadnessError, type Problem, problem, type Sentence, type Wording } from '../../problem.js';
import { record as isRecord } from '../../reflect/validators.gen.js';
import { renderReport } from '../../report/report.js';
import { compareReports } from '../../report/report-diff.js';
import type { Event, ReviewRecord } from '../../schema.gen.js';
import { locationAt, type MemoryLocation } from '../../store/location.js';
import { openMemory } from '../../store/store.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, type Context, text } from '../../terminal/context.js';
import { explain } from '../../validation.js';

export const reportCheckCommand: CommandDefinition = {
  usage: 'report check <file>',
  summary: {
    en: 'Show where a report differs from the records; exit 1 if it does.',
    zh: '说出报告与记录不一致之处；不一致时退出码为 1。',
  },
  group: 'agent',
  agent: 'free',
  run: (context) => reportCheck(context),
};

/** Checks that a report says exactly what was recorded: makes it again and compares. */
export const reportCheck: Command = (context) => {
  const name = context.args[0] as string;
  const file = resolve(context.cwd, name);
  const actual = readReport(file);
  const recordFile = file.replace(/\.md$/i, '.json');
  const record = readRecordAt(recordFile);
  const problems = Array.isArray(record)
    ? record
    : checkAgainst(record, memoryAround(context, file), recordFile, name, actual);
  const isSound = problems.length === 0 && !Array.isArray(record);
  return {
    problems,
    json: {},
    text: isSound ? [words[record.retrospective.language].checked] : [],
  };
};

function readReport(file: string): string {
  if (!/\.md$/i.test(file)) throw new MadnessError(faults.reportName(file));
  return read(file, faults.noReport);
}

function read(file: string, refusal: (file: string, code: string | undefined) => Wording): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new MadnessError(refusal(file, code));
  }
}

function readRecordAt(file: string): ReviewRecord | Problem[] {
  const json = read(file, faults.noRecord);
  const wrong = (says: Sentence, at: string): Problem =>
    problem('report/record', { file, at }, faults.record(says));
  try {
    const value = parseJson(json);
    if (isRecord(value)) return value as ReviewRecord;
    return explain(isRecord.errors, value).map(({ at, says }) => wrong(says, at));
  } catch (error) {
    const { message, at } = error as JsonFault;
    return [wrong(brokenJson(message), at)];
  }
}

/** The memory that is named, else the one that the report lies in, else the nearest. */
function memoryAround(context: Context, file: string): MemoryLocation {
  const folder = dirname(file);
  const isInside = basename(folder) === 'retrospectives';
  return text(context, 'memory') === undefined && isInside
    ? trustedLocation(context, locationAt(dirname(folder), context.env))
    : locationOf(context);
}

/** Kinds of events in a record that may concern rules outside it: reverts, merges and blocks. */
const ofOthers: ReadonlySet<Event['event']> = new Set([
  'create',
  'import',
  'merge',
  'revert',
  'inject_reflection',
]);

function checkAgainst(
  record: ReviewRecord,
  location: MemoryLocation,
  recordFile: string,
  name: string,
  actual: string,
): Problem[] {
  const rules = new Set(record.rules.map(({ id }) => id));
  const read = new Set((record.retrospective.noted?.sessions ?? []).map(({ session }) => session));
  const isNeeded = ({ event, asset_id = '', session = '' }: Event) =>
    rules.has(asset_id) || ofOthers.has(event) || (event === 'no_match' && read.has(session));
  const { kept, memory } = openMemory(location, isNeeded);
  const logged = [...new Map(kept.map((one) => [one.id, one])).values()];
  return [
    ...memory.log.problems.filter(({ severity }) => severity === 'error'),
    ...missingEvents(record, logged, recordFile),
    ...unknownBlock(record, logged, recordFile),
    ...compareReports(name, renderReport(record, logged), actual),
  ];
}

function missingEvents(
  { events }: ReviewRecord,
  logged: readonly LoggedEvent[],
  file: string,
): Problem[] {
  const known = new Set(logged.map(({ id }) => id));
  const lost = events.filter((id) => !known.has(id));
  if (lost.length === 0) return [];
  return [
    problem(
      'report/event-missing',
      { file, at: '/events' },
      faults.eventMissing(events.length, lost.length, lost.slice(0, 3).join(', ')),
    ),
  ];
}

/** Reports a final block that compile did not write. The log has its hash. */
function unknownBlock(
  { block }: ReviewRecord,
  logged: readonly LoggedEvent[],
  file: string,
): Problem[] {
  const hash = hashRules(block.join('\n'));
  if (block.length === 0 || logged.some(({ event }) => event.hash === hash)) return [];
  return [problem('report/block', { file, at: '/block' }, faults.blockNotInLog)];
}
