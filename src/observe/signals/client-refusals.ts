import { isShell } from './command-key.js';

interface Refusal {
  readonly signal: string;
  readonly starts: readonly string[];
  /** Words without which the pattern cannot fit. */
  readonly words: string;
  readonly pattern?: RegExp;
}

function refusal(signal: string, starts: string, words = '', pattern?: RegExp): Refusal {
  const made = pattern && { pattern: pattern };
  return { signal, starts: starts.split('|'), words, ...made };
}

/**
 * The client's texts for a call that it, or the person, prevented: the beginning in lower case without
 * `<tool_use_error>` and `Error: `, and a pattern if that is not enough.
 */
const refusals: readonly Refusal[] = [
  refusal(
    'harness:user_rejected',
    "the user doesn't want to|user rejected|user declined|user denied|user cancelled|the user rejected|the user declined|the user denied|the user cancelled|user has rejected",
  ),
  refusal(
    'harness:interrupted',
    '[request interrupted by user|request interrupted by user|the operation was aborted|tool use interrupted|[tool use interrupted|[tool call interrupted',
  ),
  refusal(
    'harness:interrupted',
    'exit code 1',
    'request interrupted',
    /^exit code \d+\s+\[?request interrupted by user/,
  ),
  refusal(
    'harness:permission_denied',
    'permission to |access to ',
    'denied',
    /^\w+ to \w+ [\s\S]{0,1900}\bdenied/,
  ),
  refusal('harness:permission_denied', 'claude requested permission|permission for this '),
  refusal(
    'harness:permission_denied',
    'this |the ',
    'approval',
    /^.{0,200}\brequires? (?:\w+ )?approval/,
  ),
  refusal(
    'harness:permission_denied',
    'tool permission request failed|tool permission stream closed|permission denied by hook|permission denied by permissionrequest hook|permission dispatcher unmounted|permission prompt was aborted|permission prompts are not available|permission request |blocked by auto mode|blocked by classifier|blocked by fast classifier|blocked by enterprise|blocked by the organization|denied by a permission rule',
  ),
  refusal(
    'harness:permission_denied',
    '',
    'denied by your permission settings',
    /^[^\n]{0,300}denied by your permission settings/,
  ),
  refusal(
    'harness:permission_denied',
    'blocked: ',
    '',
    /^blocked: .{1,300}(?: followed by:|\. (?:to wait|run |use )|\bmonitor\b|run_in_background)/,
  ),
  refusal(
    'harness:permission_denied',
    '',
    'was blocked. for security',
    /^\S+ in .{0,300} was blocked\. for security/,
  ),
  refusal('harness:hook_blocked', 'pretooluse:|posttooluse:|blocked by pretooluse hook'),
  refusal(
    'harness:hook_blocked',
    '',
    'operation blocked by hook',
    /^\S{1,60} operation blocked by hook/,
  ),
  refusal(
    'harness:edit_mismatch',
    'string to replace not found|no changes to make|cannot create new file - file already exists',
  ),
  refusal(
    'harness:edit_mismatch',
    'found ',
    'matches of the string',
    /^found \d+ matches of the string to replace/,
  ),
  refusal(
    'harness:file_changed',
    'file has ',
    '',
    /^file has (?:been )?(?:unexpectedly )?(?:modified|changed)/,
  ),
  refusal('harness:not_read_yet', 'file has not been read yet'),
  refusal(
    'harness:file_missing',
    'file does not exist|path does not exist|directory does not exist',
  ),
  refusal(
    'harness:file_too_large',
    'file ',
    'exceeds',
    /^file (?:content|size) \([^)\n]{1,60}\) exceeds/,
  ),
  refusal(
    'harness:invalid_input',
    'inputvalidationerror|no such tool available|no task found with|no shell found with|no agent found with',
  ),
  refusal(
    'harness:invalid_input',
    'agent type ',
    'not found',
    /^agent type '[^'\n]{1,80}' not found/,
  ),
  refusal(
    'harness:invalid_input',
    '',
    'due to the following',
    /^\w+ failed due to the following issues?:/,
  ),
  refusal('harness:cancelled', 'sibling tool call errored|cancelled: parallel tool call'),
];

/** About files. Programs print such texts too, but a refusal comes from the client's own tools. */
const OF_FILES = /^harness:(?:edit|file|not_read)/;

/** The signal of a text in which the client reports that a call did not happen, and its line. */
export function refusalIn(
  text: string,
  tool: string | undefined,
): { readonly signal: string; readonly said: string } | undefined {
  const start = text.slice(0, 2000).replace(/^\s*(?:<tool_use_error>)?(?:Error: )?/, '');
  const lower = start.toLowerCase();
  const signal = refusals.find(
    ({ starts, words, pattern }) =>
      starts.some((one) => lower.startsWith(one)) &&
      lower.includes(words) &&
      pattern?.test(lower) !== false,
  )?.signal;
  if (signal === undefined || (isShell(tool) && OF_FILES.test(signal))) return undefined;
  const [first = ''] = start.split('\n', 1);
  return { signal, said: first.replace('</tool_use_error>', '') };
}
