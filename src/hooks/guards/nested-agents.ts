// When: a file was read.
// If: a AGENTS.md lies between it and the project's root, and was not shown since the last compaction.
// Then: its first 2 kB are shown.
import type { Handler } from '../handler.js';
import { showNested } from './nested-file.js';

const guard = 'nested-agents';
const name = 'AGENTS.md';

export const handle: Handler = (payload, session, settings) =>
  showNested(guard, name, payload, session, settings);
