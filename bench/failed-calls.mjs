// Bash calls of real transcripts that failed, as the client told a hook of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of what a command printed the client keeps 30,000 characters, and tells of a failed one 5,000 of either end. */
const keptCharacters = 30_000;
const toldCharacters = 10_000;

/** What the client says of a failed command's output. */
export function told(output) {
  const kept = output.slice(0, keptCharacters);
  if (kept.length <= toldCharacters) return kept;
  const half = toldCharacters / 2;
  const left = `... [${kept.length - toldCharacters} characters truncated] ...`;
  return `${kept.slice(0, half)}\n\n${left}\n\n${kept.slice(-half)}`;
}

/** Their commands and errors, in the order of the files' names. */
export function failedCalls(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl'));
  return files.sort().flatMap((name) => callsIn(readFileSync(join(folder, name), 'utf8')));
}

function callsIn(text) {
  const commands = new Map();
  const failed = [];
  for (const block of text.split('\n').flatMap(blocksOf)) {
    if (block.type === 'tool_use' && block.name === 'Bash') commands.set(block.id, block.input);
    const tool_input = block.is_error ? commands.get(block.tool_use_id) : undefined;
    const error = typeof block.content === 'string' ? block.content : '';
    if (tool_input !== undefined && /^(?:Error: )?Exit code \d/.test(error))
      failed.push({ tool_input, error: told(error) });
  }
  return failed;
}

function blocksOf(line) {
  try {
    const content = JSON.parse(line).message?.content;
    return Array.isArray(content) ? content : [];
  } catch {
    return [];
  }
}
