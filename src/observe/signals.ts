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
export { detectSignals, isBare, isFailure } from './signals/signals.js';

export { callInWords, commandOf, filesWritten, onOneLine } from './signals/tool-summary.js';
