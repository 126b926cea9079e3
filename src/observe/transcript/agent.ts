import type { Buffer } from 'node:buffer';
import type { SessionFolders } from '../../platform/folders.js';
import type { HostName as AgentName } from '../../platform/hosts.js';
import type { Problem } from '../../problem.js';
import type { Records } from './decode-record.js';
import type { Json, Turn } from './turn.js';

export { type HostName as AgentName, hostNames as agentNames } from '../../platform/hosts.js';

/** A transcript on disk, not yet read. */
export interface Transcript {
  readonly agent: AgentName;
  /** What a command takes as SESSION: for Claude Code the base name without `.jsonl`, else the client's own id. */
  readonly session: string;
  readonly file: string;
  /** Claude Code's folder below `projects/`; empty for other agents. */
  readonly slug: string;
  /** The session that started this sub-agent, if the path or its head names it. */
  readonly started_by: string | undefined;
}

export interface Found {
  readonly transcripts: readonly Transcript[];
  readonly problems: readonly Problem[];
}

/**
 * Who sends the prompts of a session. Only a `person` is quoted as one: `unknown` is searchable, and never proof.
 */
export type Author = 'person' | 'agent' | 'program' | 'unknown';

/** What the first line says of a whole session. */
export interface Head {
  readonly session: string | undefined;
  readonly cwd: string | undefined;
  readonly parent: string | undefined;
  /** The session whose history this one begins with. */
  readonly copiedFrom: string | undefined;
  readonly author: Author;
}

export const noHead: Head = {
  session: undefined,
  cwd: undefined,
  parent: undefined,
  copiedFrom: undefined,
  author: 'unknown',
};

/** A coding agent whose sessions are read. One folder beside this file for each, and one line in `agents.ts`. */
export interface Agent {
  readonly name: AgentName;
  readonly find: (folders: SessionFolders) => Found;
  /** `start`: the first bytes of the file. */
  readonly owns: (file: string, start: string) => boolean;
  /** Reads the first line, which a later reading from the middle needs too. */
  readonly open: (firstLine: string) => Head;
  /** `isResumed`: an earlier reading passed the beginning, and with it any copied part. */
  readonly reader: (file: string, head: Head, isResumed: boolean) => RecordReader;
}

/** Reads the records of one file in their order; it remembers what later records need. */
export interface RecordReader {
  /** A line that holds no turn, told from its bytes. Undefined: parse it. */
  readonly skim: (line: Buffer) => Skimmed | undefined;
  readonly values: (line: Buffer) => Records;
  readonly read: (record: Json, line: number, offset: number) => ReadRecord;
  /** The session's title so far. */
  readonly title: () => string | undefined;
  /** The person's own, where the agent keeps it apart. */
  readonly givenTitle?: () => string | undefined;
  /** Whose file it is if nothing in it was known: another program's, in words. */
  readonly foreign: (strangers: readonly Json[]) => string | undefined;
}

/** `known`: only this agent writes it; `bookkeeping`: it proves nothing; `unknown`: nobody knows it. */
export type Standing = 'known' | 'bookkeeping' | 'unknown';

export interface Skimmed {
  readonly type: string;
  readonly standing: Standing;
  readonly timestamp: string | undefined;
}

export interface ReadRecord {
  readonly type: string;
  readonly standing: Standing;
  readonly turns: readonly Turn[];
  /** Types of blocks that were not understood. */
  readonly unknown: readonly string[];
  /** A message that cannot be understood. */
  readonly isMalformed: boolean;
  readonly timestamp: unknown;
  readonly version: unknown;
  /** The model that answered, where the record says it. */
  readonly model?: unknown;
  readonly session: unknown;
  readonly cwd: unknown;
  /** The session that this record was copied from. */
  readonly copiedFrom: string | undefined;
  /** What follows is surely this session's own. */
  readonly isOwn: boolean;
}
