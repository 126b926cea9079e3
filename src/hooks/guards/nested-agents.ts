// When: a file was read.
// If: a AGENTS.md lies between it and the project's root, and was not shown since the last compaction.
// Then: its first 2 kB are shown.
import { nestedGuard } from './nested-file.js';

/** The switch, and the file that is shown. */
const guard = 'nested-agents';
const name = 'AGENTS.md';

export const handle = nestedGuard(guard, name);
