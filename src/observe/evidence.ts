// Looks up what the transcript proves: quotes, the person's own words, what was shown before them.

export { checkQuote, checkQuotes, type Proof } from './evidence/quote.js';

export { isCorrection } from './evidence/user-corrections.js';
