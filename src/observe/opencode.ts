// Updates the copies of what opencode keeps in a database. Only those who read its sessions load this.
export { updateCopies } from './transcript/opencode/update.js';
