// Finds the sessions of a project, and their names.
export { findTranscripts, type Transcript } from './sessions/find-files.js';
export {
  belongs,
  inMainWorktree,
  isInProject,
  placeInProject,
  projectKey,
  projectName,
  projectRoot,
  resolvedPath,
  slugOf,
} from './sessions/project-folder.js';
export { resolveSession } from './sessions/resolve-name.js';
export {
  namePath,
  namesFolder,
  nameText,
  readName,
  type SessionName,
} from './sessions/session-names.js';
export {
  type FoundSession,
  findSessions,
  sessionIdOf,
  sessionsAmong,
  wholeOf,
} from './sessions/sessions.js';
export { stampOfSessions, statOf } from './sessions/stamp.js';
