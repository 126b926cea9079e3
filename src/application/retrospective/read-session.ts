import type { Transcript } from '../../observe/sessions.js';
import { type Coverage, readTranscript } from '../../observe/transcript.js';
import { type EntryOptions, readEntries } from '../../reflect/reading/entries.js';
import type { SessionReading } from '../../reflect/reading/session-reading.js';

/** A session to read: its transcript and those of its sub-agents. */
export interface ReadableSession {
  readonly session: string;
  readonly file: string;
  readonly agents: readonly Pick<Transcript, 'file'>[];
}

/** A reading, and how its own transcript was read. */
export interface ReadOfSession {
  readonly reading: SessionReading;
  readonly coverage: Coverage;
}

/** Reads a session with its sub-agents, each transcript once. `until` counts lines of its own transcript. */
export function readWholeSession(
  { session, file, agents }: ReadableSession,
  options: Omit<EntryOptions, 'agent'> = {},
): ReadOfSession {
  const { turns, coverage: told } = readTranscript(file);
  const own = readEntries(turns, options);
  const coverage = told();
  const { since: _, until: __, ...rest } = options;
  // Of a session that went on its sub-agents were read before.
  const others = (options.since === undefined ? agents : []).map((agent, at) =>
    readEntries(readTranscript(agent.file).turns, { ...rest, agent: at + 1 }),
  );
  const all = [own, ...others];
  const { title, models, first } = coverage;
  return {
    coverage,
    reading: {
      session,
      day: (first ?? '').slice(0, 10),
      ...(title === undefined ? {} : { title }),
      ...(models[0] === undefined ? {} : { model: models[0] }),
      entries: () => all.flatMap(({ entries }) => entries()),
      weight: all.reduce(
        (sum, { weight }) => ({
          words: sum.words + weight.words,
          corrections: sum.corrections + weight.corrections,
          refusals: sum.refusals + weight.refusals,
          changed: sum.changed + weight.changed,
          stops: sum.stops + weight.stops,
          mends: sum.mends + weight.mends,
          calls: sum.calls + weight.calls,
        }),
        { words: 0, corrections: 0, refusals: 0, changed: 0, stops: 0, mends: 0, calls: 0 },
      ),
      loops: all.reduce((sum, { loops }) => sum + loops, 0),
      ended: own.ended,
      failures: own.failures,
      signals: [...new Set(all.flatMap(({ signals }) => signals))],
      files: [...new Set(all.flatMap(({ files }) => files))],
    },
  };
}
