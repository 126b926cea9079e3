// Looks up what the transcript proves: quotes, and what corrects.
export { checkQuote, checkQuotes, type Proof } from './evidence/quote.js';
export { isCorrection } from './evidence/user-corrections.js';
