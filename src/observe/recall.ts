// Keeps the index of past sessions and searches it.
export { addResolvedFailures } from './recall/collect-resolved-failures.js';

export { bringUpToDate } from './recall/index-database.js';
export type { Talk } from './recall/index-lock.js';
export { findPast, type Recalled } from './recall/recall.js';
export { findSources, sourceListFile, withFile } from './recall/sources.js';
export { matchTerms, stopWords } from './recall/tokenize.js';
export { forgetIndex } from './recall/update.js';
