// Finds and masks secrets; nothing else does.
export { findSecretsInEach, maskSecretsInEach } from './secrets/library-rules.js';
export { findSecrets, maskEach, maskSecrets } from './secrets/mask-secrets.js';
