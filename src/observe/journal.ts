// Reads what the hooks note of a session, and counts it.
export {
  bandName,
  carriedName,
  clientName,
  drawnName,
  isHooked,
  parseTypedNote,
  readShownQuestion,
  readWitness,
  type SessionClient,
  shownName,
  standingName,
  type TypedNote,
  type TypedVerb,
  tellName,
  trustPageName,
  typedFolder,
  typedName,
  type WitnessNote,
  witnessName,
} from './journal/answer-notes.js';
export { countTranscript } from './journal/count-transcript.js';
export { holdoutShare, sideOf } from './journal/holdout.js';
export {
  handedOut,
  inboxFolder,
  inboxPath,
  type Message,
  maxWaitingBytes,
  messagesIn,
  seenPath,
} from './journal/inbox.js';
export {
  type Fact,
  type FailureFact,
  faultLogName,
  type GuardFact,
  journalName,
  lookedBackName,
  pausedName,
  readJournal,
  readShown,
  sessionFolderName,
  stateFolder,
  weekPath,
} from './journal/journal.js';
export { countLines, countsName, projectsOfSessions, readCounts } from './journal/kept-counts.js';
export {
  findResolvedFailure,
  type ResolvedFailure,
  resolvedFailuresName,
} from './journal/resolved-failures.js';
export {
  type KeptHint,
  type KeptReminder,
  mergeCounts,
  type SessionCounts,
} from './journal/session-counts.js';
export {
  asRecord,
  type EarlierWords,
  isKnownBefore,
  maxRecords,
  noEarlierWords,
  type ProjectRecord,
  recordPath,
  recordText,
} from './journal/session-record.js';
export { plainPrompt, typedVerbs } from './journal/typed-forms.js';
