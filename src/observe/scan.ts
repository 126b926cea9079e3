// What came back in past sessions, and how people state lasting instructions.
export { rowOf, type ScanRow } from './scan/row.js';
export { maxScanRows, scanSessions } from './scan/scan.js';
export { correctedTo, isPointer, standingInstruction } from './scan/standing-instruction.js';
