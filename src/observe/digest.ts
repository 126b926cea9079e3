// Tells a model what it needs to judge a session, within a budget of tokens.
export { draftDigest } from './digest/digest.js';
export { estimateTokens, fitDigest } from './digest/fit-budget.js';
export { asJson, asText, type Form, textForm } from './digest/format.js';
