import { type Fields, objectsIn, recordOf } from '../../../platform/read-object.js';
import { wordSet } from '../../../text.js';
import { isObject, type Json } from '../turn.js';

/** Records that may hold turns. */
export const spoken = wordSet('user assistant queue-operation');

/** Known to hold no turns (clients 1.0 to 2.1.330). */
export const unspoken = wordSet(`
  agent-color agent-name agent-setting ai-title api-request api-request-blob api-request-resumed
  api-request-shape artifact-autoreact-ledger artifact-comment-monitor atis-latch attachment
  attribution-snapshot bridge-session content-replacement continued-in cost-state custom-title
  data-flow-incomplete data-flow-records derived-from dev-mods ended-by-model file-history-delta
  file-history-snapshot fork-context-ref frame-link history-suppression host-row hybrid-organization
  isolation-latch last-prompt memory-mode mode observer-ref permission-mode pr-link progress relocated repl-mode
  resume-head-vouch session-owner summary system tag tools-used worktree-state
`);

/** A file with these records only is no transcript: nothing was said in it. */
export const bookkeeping = wordSet('file-history-snapshot queue-operation');

/** The agent whose log a record is from, if it is another agent's. */
export function agentSigning(record: Json): string | undefined {
  return signatures.find(([, is]) => is(record))?.[0];
}

const signatures: readonly (readonly [name: string, is: (record: Json) => boolean])[] = [
  [
    'a Codex log',
    ({ type }) => /^(?:session_meta|response_item|event_msg|turn_context)$/.test(String(type)),
  ],
  ['an Antigravity log', ({ type }) => /^(?:USER_INPUT|PLANNER_RESPONSE)$/.test(String(type))],
  [
    'a pi log',
    ({ type, version }) => type === 'title' || (type === 'session' && version !== undefined),
  ],
  [
    'a Cursor log',
    ({ type, role, message }) => type === undefined && role !== undefined && isObject(message),
  ],
  ['a workflow journal', ({ type, key }) => type === 'started' && key !== undefined],
];

/** The blocks of a record's message. */
export function blocksOf(record: Fields): readonly Fields[] {
  return objectsIn(recordOf(record, 'message').content);
}
