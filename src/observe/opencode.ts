// Copies of what opencode keeps in a database, loaded only where its sessions are read.
export { updateCopies } from './transcript/opencode/update.js';
