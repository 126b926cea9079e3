// Tells what an output says: failures, and the commands they came of.
export { callKey, failuresIn } from './signals/call-failures.js';
export { isAlike, isOwn, isShell, isSilent, isTrivial, shellSteps } from './signals/command-key.js';
export { detectSignals } from './signals/signals.js';
export { commandOf, onOneLine, summaryOf } from './signals/tool-summary.js';
