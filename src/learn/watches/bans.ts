import type { Ban } from '../guards/propose.js';
import type { ContextReading } from './context-file.js';

/** What a text bans for good; what it allows on request no program can hold back. */
export function bansIn({ duties }: ContextReading): Ban[] {
  return duties.flatMap(({ watch, text: line, isAllowedOnRequest }) => {
    const { use, not = [], never = [], unless } = watch;
    if (isAllowedOnRequest || unless !== undefined) return [];
    const instead = use === undefined ? {} : { instead: `use ${use}` };
    return [...not, ...never].map((command) => ({ command, line, ...instead }));
  });
}
