// Finds what came back in past sessions, and how people state lasting instructions.
export { rowOf, type ScanRow } from './scan/row.js';
export { maxScanRows, scanSessions } from './scan/scan.js';
export {
  correctedTo,
  isPointer,
  standingInstruction,
  withoutOpener,
} from './scan/standing-instruction.js';
