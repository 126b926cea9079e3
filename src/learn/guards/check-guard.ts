import type { Guard } from '../../schema.gen.js';

/** Why a pattern of a guard makes no sense. */
export type PatternFault = 'matches-everything' | 'matches-nothing';

interface FaultyPattern {
  /** JSON pointer within the guard. */
  readonly at: string;
  readonly pattern: string;
  readonly fault: PatternFault;
}

/** The patterns that would hold back every call, or none. */
export function faultyPatterns({ on, match, unless = [] }: Guard): FaultyPattern[] {
  const faultOf = on === 'command' ? commandFault : pathFault;
  return match.flatMap((pattern, index) => {
    const fault = unless.includes(pattern) ? 'matches-nothing' : faultOf(pattern);
    return fault === undefined ? [] : [{ at: `/match/${index}`, pattern, fault }];
  });
}

/** Of a pattern for commands. */
export function commandFault(pattern: string): PatternFault | undefined {
  if (!/[^\s*]/.test(pattern.replace(/(^|\s)-+\**(?=\s|$)/g, '$1'))) return 'matches-everything';
  // A word of a command never holds what the shell reads itself.
  return /[;|&<>`$"'\\]/.test(pattern) ? 'matches-nothing' : undefined;
}

/** Of a glob. */
export function pathFault(pattern: string): PatternFault | undefined {
  if (!/[^*?./{},\s]/.test(pattern)) return 'matches-everything';
  return /^[/~]|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)|\\/.test(pattern) ? 'matches-nothing' : undefined;
}
