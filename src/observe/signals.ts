// Tells what an output says: failures, and the commands they came of.
export { callKey, failuresIn } from './signals/call-failures.js';
export {
  commandKey,
  isAlike,
  isOwn,
  isShell,
  isSilent,
  isTrivial,
  shellSteps,
} from './signals/command-key.js';
export { detectSignals } from './signals/signals.js';
export {
  callInWords,
  commandOf,
  filesWritten,
  onOneLine,
  summaryOf,
} from './signals/tool-summary.js';
