// Keeps what one reading of a session found.
export { dropSummaries, summaryOfSession } from './summary/kept-summaries.js';
export type { CommandStep, EditStep, SessionSteps } from './summary/steps.js';
export type { SessionSummary } from './summary/summary.js';
