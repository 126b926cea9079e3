import { fnv1a } from '../../text.js';
import type { Turn } from '../transcript/turn.js';

/** Gathers one result from the turns of one transcript, in their order; what `kept` gives has its secrets masked. */
export interface Collector<T> {
  readonly take: (turn: Turn) => void;
  readonly kept: () => T;
}

/** A passage that a transcript holds, word for word but for masked secrets. */
export interface Seen {
  readonly line: number;
  /** ISO 8601; absent if the transcript gives none. */
  readonly time?: string | undefined;
  readonly text: string;
  /** The same for a copy of the turn in another session: a client that resumes one may copy its lines under a new id. */
  readonly copy?: string | undefined;
}

export type KeyOfCommand = (command: string) => string;

/** What a copied turn has in common with the first one; undefined without a time. */
export function copyOf({ timestamp, role, text }: Turn): string | undefined {
  if (timestamp === undefined) return undefined;
  return `${timestamp} ${fnv1a(`${role} ${text.length} ${text.slice(0, 80)}`)}`;
}
