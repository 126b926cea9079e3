// Reads what an agent wrote of a session, the same for every agent.
export { type AgentName, agentNames, type Transcript } from './transcript/agent.js';
export { blocksOf } from './transcript/claude/known-record-types.js';
export {
  isOfPerson,
  type Placed,
  queuedCommand,
  queueOutcome,
} from './transcript/claude/prompt-queue.js';
export { isTypedByPerson } from './transcript/claude/turn-kind.js';
export { malformed, turnReader } from './transcript/claude/turn-reader.js';
export { patchedFiles, shownOutput } from './transcript/codex/tool-calls.js';
export { recordsOn } from './transcript/decode-record.js';
export { agentIn } from './transcript/kept-path.js';
export { commandOutput } from './transcript/qwen/command-output.js';
export { openFile, readLines } from './transcript/read-lines.js';
export { type Coverage, readCoverage, readTranscript, utcOf } from './transcript/transcript.js';
export {
  isObject,
  isOwnWords,
  type ToolCall,
  type Turn,
  typedWords,
  withoutReminders,
} from './transcript/turn.js';
