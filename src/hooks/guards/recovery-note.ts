// When: a session is resumed or forked.
// If: its transcript ends with an API error or an interrupted tool call.
// Then: the model is told, so that it does nothing twice.
import { blocksOf, parseRecord, textOf } from '../payload.js';
import { guardOf } from './guard-switch.js';
import { endOf } from './tasks.js';

export const handle = guardOf('recovery-note', ({ payload, say }) => {
  const source = textOf(payload, 'source');
  if (source !== 'resume' && source !== 'fork') return undefined;
  const end = endingOf(textOf(payload, 'transcript_path'));
  if (end === undefined) return undefined;
  return {
    facts: [{ kind: 'guard', guard: 'recovery-note', action: 'tell' }],
    context: say()[end],
  };
});

/** How the last step ended; undefined if it ended well. */
function endingOf(transcript: string): 'apiFailure' | 'interrupted' | undefined {
  const lines = endOf(transcript).split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const record = parseRecord(lines[at] ?? '');
    if (record === undefined || record.isSidechain === true) continue;
    const blocks = blocksOf(record);
    if (record.type === 'assistant') {
      if (record.isApiErrorMessage === true) return 'apiFailure';
      return blocks.some(({ type }) => type === 'tool_use') ? 'interrupted' : undefined;
    }
    if (record.type !== 'user') continue;
    const isInterrupt = blocks.some((block) =>
      textOf(block, 'text').startsWith('[Request interrupted by user for tool use'),
    );
    return isInterrupt ? 'interrupted' : undefined;
  }
  return undefined;
}
