import { type ContextReading, contextFileReader } from '../../learn/watches/context-file.js';
import { faults } from '../../messages/problems/sessions.js';
import { millisecondsSince, withinTime } from '../../platform/within-time.js';
import { type Problem, problem } from '../../problem.js';
import { budgets } from '../../text.js';

/** Milliseconds of computing. */
const maxOfText = 2000;
const maxOfCommand = 8000;

const reader = contextFileReader();
const known = new Map<string, ContextReading | undefined>();
let spent = 0;

/** A command begins: it has the whole time, also for what an earlier one in this process gave up. */
export function beginReading(): void {
  spent = 0;
  for (const [text, reading] of known) if (reading === undefined) known.delete(text);
}

/**
 * Reads a context file, which a stranger may have written to take long: undefined where it does, or once all that a
 * command may spend is spent. Every text is read once.
 */
export function readContext(text: string): ContextReading | undefined {
  if (text.length > budgets.contextFile) return undefined;
  if (known.has(text)) return known.get(text);
  const before = process.cpuUsage();
  const left = Math.min(maxOfText, maxOfCommand - spent);
  const reading = left < 1 ? undefined : withinTime(left, () => reader(text));
  spent += millisecondsSince(before);
  known.set(text, reading);
  return reading;
}

/** A file that is larger than what is read, or that `readContext` gave up. */
export function leftOut(file: string, isTooLarge: boolean): Problem {
  const wording = isTooLarge ? faults.tooLarge(budgets.contextFile >> 20) : faults.tooSlow;
  return problem('audit/left-out', { severity: 'warning', file }, wording);
}
