// Keeps copies of transcripts beyond the client's own.
export {
  archiveTranscripts,
  forgetCopies,
  originalsIn,
  readCopies,
} from './archive/archive.js';
export { copiesNamed, pathsNamed } from './archive/copies-by-name.js';
export {
  archiveFolder,
  type Copy,
  newestCopies,
  readManifest,
  sessionOf,
} from './archive/manifest.js';
export { originalFile, restoreCopy, writeCopy } from './archive/restore.js';
export {
  archiveSettings,
  readSettings,
  switchArchive,
} from './archive/settings.js';
