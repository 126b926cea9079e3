// When: a tool call has ended.
// If: the last answer of the model filled 70 % of its context window or more, by its own count of tokens.
// Then: it is told once a session.
import { type Payload, parseRecord, recordOf, textOf } from '../payload.js';
import { guardOf } from './guard-switch.js';
import { endOf } from './tasks.js';

const threshold = 0.7;
const defaultWindowTokens = 200_000;
const largeWindowTokens = 1_000_000;

export const handle = guardOf('context-warning', ({ payload, own, say }) => {
  if (textOf(payload, 'agent_id') !== '') return undefined;
  const used = usageOf(textOf(payload, 'transcript_path'));
  if (used === undefined) return undefined;
  const share = used.tokens / windowOf(own, used.model);
  if (share < threshold) return undefined;
  return {
    claims: [['context-warning']],
    facts: [{ kind: 'guard', guard: 'context-warning', action: 'tell' }],
    context: say().nearlyFull(Math.round(share * 100)),
  };
});

function windowOf({ window_tokens }: Payload, model: string): number {
  if (typeof window_tokens === 'number' && window_tokens > 0) return window_tokens;
  return model.includes('[1m]') ? largeWindowTokens : defaultWindowTokens;
}

/** Input and cache read of the last answer of the main chain. */
export function usageOf(
  transcript: string,
): { readonly tokens: number; readonly model: string } | undefined {
  const lines = endOf(transcript).split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    if (!lines[at]?.includes('"usage"')) continue;
    const record = parseRecord(lines[at] ?? '') ?? {};
    if (record.type !== 'assistant' || record.isSidechain === true) continue;
    const message = recordOf(record, 'message');
    const { input_tokens, cache_read_input_tokens } = recordOf(message, 'usage');
    const tokens = (Number(input_tokens) || 0) + (Number(cache_read_input_tokens) || 0);
    return { tokens, model: textOf(message, 'model') };
  }
  return undefined;
}
